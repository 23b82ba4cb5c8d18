use super::play::play_chosen;
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::reply::{Reply, text};
use crate::gtp::reports::{Form, Reports};
use crate::gtp::request::Arguments;
use crate::render::{Coordinates, MARKS_AT_FIRST, Text, answered, counted, filter_text, games_text, marks};
use bgo::go::{BoardSize, Color, Point};
use bgo::pattern::Area;
use bgo::query::{Choice, Detail, Page, PatternOptions, Question, Scope, Sort, search as ask};
use bgo::store::{Snapshot, Totals};

/// The default side of the area around the last move, in lines. In a corner, it reaches the edges
/// from the 4-4 point.
const AREA: u8 = 7;

/// The default number of games to list.
const GAMES: usize = 20;

/// The commands that GoGui shows: the form of the response, a label, and the command, in
/// which `%c` is the colour to play
/// (<https://lemonsqueeze.github.io/gogui/manual/html/analyze.html>).
const ANALYZE_COMMANDS: &str = "\
gfx/Database: Next Moves/bgo-heat_map %c
string/Database: Table of Next Moves/bgo-search %c
string/Database: Around the Last Move/bgo-pattern
string/Database: Games/bgo-games";

pub(super) fn lz_analyze(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    Ok(Reply::Reports(reports(engine, Form::Leela, words)?))
}

pub(super) fn kata_analyze(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    Ok(Reply::Reports(reports(engine, Form::Kata, words)?))
}

pub(super) fn lz_genmove_analyze(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    genmove_analyze(engine, Form::Leela, words)
}

pub(super) fn kata_genmove_analyze(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    genmove_analyze(engine, Form::Kata, words)
}

fn reports(engine: &Engine, form: Form, words: Arguments<'_>) -> Result<Reports, Failure> {
    let board = engine.game.board();
    Reports::read(form, words, board.to_play(), board.size())
}

/// Reports once and plays.
fn genmove_analyze(engine: &mut Engine, form: Form, words: Arguments<'_>) -> Result<Reply, Failure> {
    let reports = reports(engine, form, words)?;
    let report = engine.report(&reports, &engine.snapshot()?, engine.quick_lines())?;
    let report = report.unwrap_or_default();
    let chosen = engine.choose(reports.color)?;
    text(format!("\n{report}\nplay {}", play_chosen(engine, chosen)?))
}

pub(super) fn gogui_analyze_commands(_: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(ANALYZE_COMMANDS)
}

pub(super) fn search(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let snapshot = engine.snapshot()?;
    let color = words.optional_color().unwrap_or_else(|| engine.game.board().to_play());
    let board = engine.game.board_for(color);
    table(&snapshot, &engine.preferences.question(board.into_owned()))
}

pub(super) fn pattern(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let board = engine.game.board();
    let lines = match words.text().trim() {
        "" => Some(AREA),
        text if text.bytes().all(|byte| byte.is_ascii_digit()) => Some(words.value()?),
        _ => None,
    };
    let area = match (lines, board.moves().last().and_then(|mv| mv.point)) {
        (None, _) => Area::parse(words.text(), board.size()).map_err(|error| Failure::saying(error.to_string()))?,
        (Some(0), _) => return Err(Failure::saying("an area has at least one line")),
        (Some(lines), Some(last)) => around(last, lines, board.size()),
        (Some(_), None) => {
            return Err(Failure::saying(
                "there is no last move; name the area: bgo-pattern Q16 S10",
            ));
        }
    };
    let scope = Scope::Area(area, PatternOptions::default());
    let question = Question::new(board.clone()).about(scope);
    let question = question.under(engine.preferences.filter.clone());
    table(&engine.snapshot()?, &question)
}

/// Returns the part of a square of `lines` lines around a point that is on the board.
fn around(point: Point, lines: u8, size: BoardSize) -> Area {
    let (before, after) = ((lines - 1) / 2, lines / 2);
    let end = |at: u8| at.saturating_add(after).min(size.lines() - 1);
    Area::between(
        Point::new(point.x.saturating_sub(before), point.y.saturating_sub(before)),
        Point::new(end(point.x), end(point.y)),
    )
}

fn table(snapshot: &Snapshot, question: &Question) -> Result<Reply, Failure> {
    let answer = ask(snapshot, question, Detail::Counts)?;
    let marks = marks(&answer, MARKS_AT_FIRST);
    shown(&answered(&marks, &answer, question, snapshot.hash_table(), &[]))
}

fn shown(answer: &Text) -> Result<Reply, Failure> {
    text(format!("\n{}", answer.in_file(Coordinates::Western)))
}

pub(super) fn games(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let limit = match words.optional() {
        Some(word) => word.parse().map_err(|_| Failure::syntax())?,
        None => GAMES,
    };
    let question = engine.preferences.question(engine.game.board().clone());
    let page = Page {
        sort: Sort::Date,
        reverse: false,
        offset: 0,
        limit,
    };
    let list = Choice::Position(&question).list(&engine.snapshot()?, page)?;
    shown(&(games_text(&list) + filter_text(question.filter()).into()))
}

/// Returns the next moves as GoGui draws them: the share of the games on each point, coloured
/// from pale to strong, and the player's win rate in the status line.
pub(super) fn heat_map(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let color = words.optional_color().unwrap_or_else(|| engine.game.board().to_play());
    let playable = engine.playable(&engine.snapshot()?, color)?;
    let size = engine.game.board().size();
    let games: u64 = playable.iter().map(|next| next.totals.games).sum();
    let mut lines = Vec::new();
    for next in &playable {
        let Some(point) = next.mv.point else { continue };
        let name = Coordinates::Western.point(point, size);
        let share = next.totals.games as f64 / games as f64;
        // The square root makes rare moves visible beside common ones.
        let pale = (255.0 * (1.0 - share.sqrt())) as u8;
        lines.push(format!("COLOR #{pale:02x}ff{pale:02x} {name}"));
        lines.push(format!("LABEL {name} {:.0}", share * 100.0));
    }
    let wins = |of: fn(&Totals) -> u64| playable.iter().map(|next| of(&next.totals)).sum();
    let wins = [wins(|totals| totals.black_wins), wins(|totals| totals.white_wins)];
    lines.push(format!("TEXT {}", status(color, games, wins)));
    text(format!("\n{}", lines.join("\n")))
}

fn status(color: Color, games: u64, [black, white]: [u64; 2]) -> String {
    let wins = if color == Color::Black { black } else { white };
    match black + white {
        0 => counted(games, "game"),
        decided => format!(
            "{}, {color} wins {:.1}%",
            counted(games, "game"),
            100.0 * wins as f64 / decided as f64
        ),
    }
}
