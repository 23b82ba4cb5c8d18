use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::reply::{Reply, done, text};
use crate::gtp::request::{Arguments, vertex};
use crate::render::Coordinates;
use bgo::go::Move;

const ILLEGAL: &str = "illegal move";

fn read_move(engine: &Engine, words: &mut Arguments<'_>) -> Result<Move, Failure> {
    let color = words.color()?;
    vertex(words.word()?, color, engine.game.board().size(), ILLEGAL)
}

pub(super) fn play(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let mv = read_move(engine, &mut words)?;
    engine.game.accept(mv).map_err(|_| Failure::saying(ILLEGAL))?;
    done()
}

pub(super) fn undo(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    match engine.game.undo() {
        true => done(),
        false => Err(Failure::saying("cannot undo")),
    }
}

pub(super) fn genmove(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let color = words.color()?;
    let chosen = engine.choose(color)?;
    text(play_chosen(engine, chosen)?)
}

/// Plays a chosen move and returns its name, or the word for resigning.
pub(super) fn play_chosen(engine: &mut Engine, chosen: Option<Move>) -> Result<String, Failure> {
    if let Some(mv) = chosen {
        engine.game.play(mv).map_err(|_| Failure::saying(ILLEGAL))?;
    }
    Ok(name(engine, chosen))
}

fn name(engine: &Engine, chosen: Option<Move>) -> String {
    let size = engine.game.board().size();
    chosen.map_or_else(|| "resign".to_owned(), |mv| Coordinates::Western.target(mv, size))
}

pub(super) fn reg_genmove(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let color = words.color()?;
    let chosen = engine.choose(color)?;
    text(name(engine, chosen))
}
