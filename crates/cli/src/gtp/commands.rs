//! The table of commands, and those of the protocol itself, the board and the moves.

use super::analysis::{self, ANALYZE_COMMANDS, ReportForm, genmove_analyze, reports};
use super::engine::Engine;
use super::game::DEFAULT_RULES;
use super::request::{Failure, GtpArguments, Reply, done, text, vertex};
use crate::args::first_record;
use crate::render::{Coordinates, search_board};
use bgo::internal::go::{BoardSize, Color, Move, Point};
use bgo::internal::query::SearchBoard;
use bgo_research::formats::katago::Rules;
use std::collections::HashSet;
use std::fs::File;
use std::io::Read;

/// All commands, each with the function that carries it out: the specification's, in its order; other
/// engines'; our own. A failure changes nothing.
#[expect(clippy::type_complexity, reason = "the functions are named nowhere else")]
static COMMANDS: [(&str, fn(&mut Engine, GtpArguments<'_>) -> Result<Reply, Failure>); 37] = [
    ("protocol_version", |_, _| text("2")),
    ("name", name),
    ("version", version),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", |_, _| Ok(Reply::End)),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("fixed_handicap", fixed_handicap),
    ("place_free_handicap", place_free_handicap),
    ("set_free_handicap", set_free_handicap),
    ("play", play),
    ("genmove", genmove),
    ("undo", undo),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("loadsgf", loadsgf),
    ("reg_genmove", reg_genmove),
    ("showboard", showboard),
    ("kgs-time_settings", kgs_time_settings),
    ("kgs-rules", kgs_rules),
    ("get_komi", |engine, _| text(engine.game.komi.to_string())),
    ("list_stones", list_stones),
    ("lz-analyze", |engine, words| reports(engine, ReportForm::Leela, words)),
    ("kata-analyze", |engine, words| reports(engine, ReportForm::Kata, words)),
    ("lz-genmove_analyze", |engine, words| {
        genmove_analyze(engine, ReportForm::Leela, words)
    }),
    ("kata-genmove_analyze", |engine, words| {
        genmove_analyze(engine, ReportForm::Kata, words)
    }),
    ("kata-get-rules", |engine, _| text(engine.game.rules.json()?)),
    ("kata-set-rules", kata_set_rules),
    ("kata-set-rule", kata_set_rule),
    // Ends an analysis, as any line does.
    ("stop", |_, _| done()),
    ("gogui-analyze_commands", |_, _| text(ANALYZE_COMMANDS)),
    ("bgo-search", analysis::search),
    ("bgo-heat_map", analysis::heat_map),
    ("bgo-pattern", analysis::pattern),
    ("bgo-games", analysis::games),
];

pub fn answer(engine: &mut Engine, name: &str, rest: &str) -> Result<Reply, Failure> {
    let command = COMMANDS.iter().find(|(known, _)| *known == name);
    let (_, run) = command.ok_or_else(|| Failure::saying("unknown command"))?;
    run(engine, GtpArguments::new(rest))
}

fn known_command(_: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let wanted = words.optional();
    let is_known = COMMANDS.iter().any(|(name, _)| Some(*name) == wanted);
    text(is_known.to_string())
}

fn list_commands(_: &mut Engine, _: GtpArguments<'_>) -> Result<Reply, Failure> {
    text(COMMANDS.map(|(name, _)| name).join("\n"))
}

fn name(engine: &mut Engine, _: GtpArguments<'_>) -> Result<Reply, Failure> {
    text(engine.args.pose_as.map_or("bgo", |(name, _)| name))
}

fn version(engine: &mut Engine, _: GtpArguments<'_>) -> Result<Reply, Failure> {
    text(
        engine
            .args
            .pose_as
            .map_or(env!("CARGO_PKG_VERSION"), |(_, version)| version),
    )
}

/// The maximum size of a record that is loaded, in bytes. The longest known have a few
/// million.
const LONGEST_RECORD: u64 = 64 << 20;

fn boardsize(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let columns: i64 = words.value()?;
    // For boards that are not square, some programs send the rows, too.
    let rows = words
        .optional()
        .map_or(Ok(columns), |word| word.parse().map_err(|_| Failure::syntax()))?;
    let size: Option<BoardSize> = columns.to_string().parse().ok().filter(|_| columns == rows);
    let size = size.ok_or_else(|| Failure::saying("unacceptable size"))?;
    engine.game.begin(SearchBoard::new(size));
    done()
}

fn clear_board(engine: &mut Engine, _: GtpArguments<'_>) -> Result<Reply, Failure> {
    let size = engine.game.board().size();
    engine.game.begin(SearchBoard::new(size));
    done()
}

fn komi(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let komi: f64 = words.value()?;
    if !komi.is_finite() {
        return Err(Failure::syntax());
    }
    engine.game.komi = komi;
    done()
}

fn list_stones(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let color = words.color()?;
    let size = engine.game.board().size();
    let of_color = engine.game.stones().filter(|stone| stone.1 == color);
    let names: Vec<String> = of_color
        .map(|(point, _)| Coordinates::Western.point(point, size))
        .collect();
    text(names.join(" "))
}

fn showboard(engine: &mut Engine, _: GtpArguments<'_>) -> Result<Reply, Failure> {
    let board = engine.game.board();
    let drawn = search_board(board, &[], engine.keys().hash_table()).alone();
    let drawn = drawn.in_file(Coordinates::Western);
    text(format!(
        "\n{drawn}\n{} to play, komi {}",
        board.to_play(),
        engine.game.komi
    ))
}

fn loadsgf(engine: &mut Engine, words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let (name, before) = path_and_move(words.text().trim()).ok_or_else(Failure::syntax)?;
    let bytes = read(name).map_err(|error| Failure::loading(name, &error))?;
    let record = first_record(&bytes).map_err(|rejection| Failure::loading(name, &rejection))?;
    let board = SearchBoard::from_record(&record, before.map(|number| number - 1));
    engine.game.begin(board);
    engine.game.komi = record.info.komi_value().map_or(0.0, |komi| komi.points());
    engine.game.rules = Rules::of_record(&record.info.rules).unwrap_or(DEFAULT_RULES);
    done()
}

/// Returns the path of a record, which may stand in quotation marks, and the number of a move from
/// 1, if one follows.
fn path_and_move(text: &str) -> Option<(&str, Option<usize>)> {
    let quoted = text.strip_prefix('"').and_then(|rest| rest.rsplit_once('"'));
    let (path, number) = match quoted {
        Some((path, number)) => (path, number.trim()),
        // A name may have blanks, so the number is the last word.
        None => match text.rsplit_once(char::is_whitespace) {
            Some((path, last)) if last.parse::<usize>().is_ok() => (path.trim_end(), last),
            _ => (text, ""),
        },
    };
    let before = match number {
        "" => None,
        number => Some(number.parse().ok().filter(|number| *number > 0)?),
    };
    (!path.is_empty()).then_some((path, before))
}

fn read(name: &str) -> std::io::Result<Vec<u8>> {
    let other = std::io::Error::other;
    // Others may never end.
    if !std::fs::metadata(name)?.is_file() {
        return Err(other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(name)?.take(LONGEST_RECORD + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_RECORD {
        Err(other("it is longer than any record"))
    } else {
        Ok(bytes)
    }
}

const INVALID_NUMBER: &str = "invalid number of stones";
const BAD_LIST: &str = "bad vertex list";

fn fixed_handicap(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let stones = words.value()?;
    require_empty(engine)?;
    place(engine, stones)
}

/// Places stones on their usual points. If the board has fewer of these points than stones, the
/// engine places fewer, as the specification permits.
fn place_free_handicap(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let stones: usize = words.value()?;
    require_empty(engine)?;
    let size = engine.game.board().size();
    if stones >= size.area() {
        return Err(Failure::saying(INVALID_NUMBER));
    }
    place(engine, stones.min(size.most_handicap_stones().into()))
}

fn set_free_handicap(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
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

const ILLEGAL: &str = "illegal move";

fn read_move(engine: &Engine, words: &mut GtpArguments<'_>) -> Result<Move, Failure> {
    let color = words.color()?;
    vertex(words.word()?, color, engine.game.board().size(), ILLEGAL)
}

fn play(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let mv = read_move(engine, &mut words)?;
    engine.game.accept(mv).map_err(|_| Failure::saying(ILLEGAL))?;
    done()
}

fn undo(engine: &mut Engine, _: GtpArguments<'_>) -> Result<Reply, Failure> {
    if engine.game.undo() {
        done()
    } else {
        Err(Failure::saying("cannot undo"))
    }
}

fn genmove(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let color = words.color()?;
    let chosen = engine.choose(color)?;
    text(play_chosen(engine, chosen)?)
}

/// Plays a chosen move and returns its name, or the word for resigning.
pub(super) fn play_chosen(engine: &mut Engine, chosen: Option<Move>) -> Result<String, Failure> {
    if let Some(mv) = chosen {
        engine.game.play(mv).map_err(|_| Failure::saying(ILLEGAL))?;
    }
    Ok(name_of(engine, chosen))
}

fn name_of(engine: &Engine, chosen: Option<Move>) -> String {
    let size = engine.game.board().size();
    chosen.map_or_else(|| "resign".to_owned(), |mv| Coordinates::Western.target(mv, size))
}

fn reg_genmove(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let color = words.color()?;
    let chosen = engine.choose(color)?;
    text(name_of(engine, chosen))
}

// Commands about time have no effect, because an answer takes milliseconds.

fn time_settings(_: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    numbers(&mut words, 3)
}

fn time_left(_: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    words.color()?;
    numbers(&mut words, 2)
}

fn kgs_time_settings(_: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let count = match words.word()? {
        "none" => 0,
        "absolute" => 1,
        "byoyomi" | "canadian" => 3,
        _ => return Err(Failure::syntax()),
    };
    numbers(&mut words, count)
}

/// Reads numbers. Some programs send fractions, and the time left may be negative.
fn numbers(words: &mut GtpArguments<'_>, count: usize) -> Result<Reply, Failure> {
    for _ in 0..count {
        if !words.value::<f64>()?.is_finite() {
            return Err(Failure::syntax());
        }
    }
    done()
}

// The engine stores the rules and returns them; no answer depends on them, except whether `play`
// accepts suicide.

fn kata_set_rules(engine: &mut Engine, words: GtpArguments<'_>) -> Result<Reply, Failure> {
    engine.game.rules = Rules::read(words.text().trim())?;
    done()
}

fn kata_set_rule(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let (field, value) = (words.word()?, words.word()?);
    engine.game.rules = engine.game.rules.with(field, value)?;
    done()
}

/// Sets the rules by their names on KGS, where the Chinese rules have positional superko.
fn kgs_rules(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    engine.game.rules = Rules::read(match words.word()? {
        "chinese" => "chinese-kgs",
        name => name,
    })?;
    done()
}

#[cfg(test)]
mod tests {
    use super::path_and_move;

    #[test]
    fn paths_have_quotation_marks_or_none() {
        for (text, expected) in [
            ("a.sgf", Some(("a.sgf", None))),
            ("a.sgf 7", Some(("a.sgf", Some(7)))),
            ("two words.sgf  7", Some(("two words.sgf", Some(7)))),
            ("\"two words.sgf\"", Some(("two words.sgf", None))),
            ("\"two words.sgf\" 7", Some(("two words.sgf", Some(7)))),
            ("\"game 7\"", Some(("game 7", None))),
            (r#""C:\Go games\a.sgf" 7"#, Some((r"C:\Go games\a.sgf", Some(7)))),
            ("7", Some(("7", None))),
            ("\"", Some(("\"", None))),
            ("", None),
            ("\"\"", None),
            ("a.sgf 0", None),
            ("\"a.sgf\" 0", None),
            ("\"a.sgf\" x", None),
        ] {
            assert_eq!(path_and_move(text), expected, "{text}");
        }
    }
}
