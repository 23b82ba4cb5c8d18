use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::reply::{Reply, done, text};
use crate::gtp::request::{Arguments, vertex};
use crate::render::Coordinates;
use bgo::go::{Color, Point};
use std::collections::HashSet;

const INVALID_NUMBER: &str = "invalid number of stones";
const BAD_LIST: &str = "bad vertex list";

pub(super) fn fixed_handicap(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let stones = words.value()?;
    require_empty(engine)?;
    place(engine, stones)
}

/// Places stones on their usual points. If the board has fewer of these points than stones, the
/// engine places fewer, as the specification permits.
pub(super) fn place_free_handicap(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let stones: usize = words.value()?;
    require_empty(engine)?;
    let size = engine.game.board().size();
    if stones >= size.area() {
        return Err(Failure::saying(INVALID_NUMBER));
    }
    place(engine, stones.min(size.most_handicap_stones().into()))
}

pub(super) fn set_free_handicap(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    require_empty(engine)?;
    let size = engine.game.board().size();
    let mut points = HashSet::new();
    while let Some(word) = words.optional() {
        let point = vertex(word, Color::Black, size, BAD_LIST).ok().and_then(|mv| mv.point);
        if !point.is_some_and(|point| points.insert(point)) {
            return Err(Failure::saying(BAD_LIST));
        }
    }
    if !(2..size.area()).contains(&points.len()) {
        return Err(Failure::saying(BAD_LIST));
    }
    let points: Vec<Point> = points.into_iter().collect();
    engine.begin_with_handicap(&points);
    done()
}

fn require_empty(engine: &Engine) -> Result<(), Failure> {
    match engine.game.stones().next() {
        None => Ok(()),
        Some(_) => Err(Failure::saying("board not empty")),
    }
}

fn place(engine: &mut Engine, stones: usize) -> Result<Reply, Failure> {
    let size = engine.game.board().size();
    let points = size.handicap(stones).map_err(|_| Failure::saying(INVALID_NUMBER))?;
    engine.begin_with_handicap(&points);
    let names: Vec<String> = points
        .iter()
        .map(|point| Coordinates::Western.point(*point, size))
        .collect();
    text(names.join(" "))
}
