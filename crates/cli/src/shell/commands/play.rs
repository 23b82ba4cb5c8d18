//! Moves on the search board, and stones and wildcards without an order of moves.

use super::pattern::{point, search_after};
use crate::shell::command::{Completion, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError};
use bgo::go::{Color, Move, Point};
use bgo::query::{Scope, Setup};
use clap::Args;
use std::num::IntErrorKind;

/// The moves to play.
#[derive(Args, Clone, Debug)]
pub struct PlayArgs {
    /// SGF letters (pd), a letter without I and a number (Q16), or pass; the first may be a mark of the last search
    #[arg(value_name = "MOVE", required = true)]
    pub moves: Vec<String>,
}

pub(super) static PLAY: ShellCommand = ShellCommand {
    name: "Play",
    keywords: &["play", "p"],
    summary: "Plays moves and searches the position that they lead to",
    examples: &[
        ("play pd dp pp", "three moves, black first, then in turn"),
        ("play Q16 pass", "the other notation, and a pass"),
        ("play a", "the move marked a, in the colour that the table gives it"),
    ],
    completion: Completion::Moves,
    action: &RunWith::words(play),
};

fn play(PlayArgs { moves }: PlayArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let words = moves;
    let moves = read(&words, session)?;
    session.take_diagram()?;
    let points: Vec<Point> = moves.iter().filter_map(|mv| mv.point).collect();
    remark_on_other_names(
        words.iter().map(String::as_str).zip(moves.iter().map(|mv| mv.point)),
        session,
    );
    for (mv, word) in moves.into_iter().zip(words) {
        if let Err(error) = session.play(mv) {
            let shown = session.search()?;
            return Err(ShellError::Illegal { word, error, shown });
        }
    }
    Ok(search_after(session, &points)?.into())
}

/// Reads all moves before the first is played, so that a typing error changes nothing. A
/// mark of the colour whose turn it is not keeps its colour; the turns go on from there.
fn read(words: &[String], session: &Session) -> Result<Vec<Move>, ShellError> {
    let mut color = session.to_play();
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let mv = match mark_letter(word) {
            Some(letter) if moves.is_empty() => marked(letter, session)?,
            Some(_) => return Err(ShellError::LateMark),
            None => Move::parse(word, color, session.board().size())?,
        };
        color = mv.color.opponent();
        moves.push(mv);
    }
    Ok(moves)
}

/// Says what the points are called on the board that were typed by other names.
pub(super) fn remark_on_other_names<'a>(typed: impl Iterator<Item = (&'a str, Option<Point>)>, session: &mut Session) {
    let (size, coordinates) = (session.board().size(), session.coordinates());
    let names = typed.filter_map(|(word, point)| {
        let name = coordinates.point(point?, size);
        let is_other = word.len() > 1 && !word.eq_ignore_ascii_case(&name);
        is_other.then(|| format!("{word} is {name} here"))
    });
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let other = coordinates.other().name();
        session.remark(format!(
            "{}; \"coordinates {other}\" shows such names",
            names.join(", ")
        ));
    }
}

fn mark_letter(word: &str) -> Option<char> {
    match word.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase().into()),
        _ => None,
    }
}

fn marked(letter: char, session: &Session) -> Result<Move, ShellError> {
    let marks = session.marks();
    let found = marks.iter().find(|mark| mark.letter == letter);
    let last = marks.last().map(|mark| mark.letter);
    found.map(|mark| mark.mv).ok_or(ShellError::NoMark { letter, last })
}

#[derive(Args, Debug)]
struct UndoArgs {
    /// The number of moves and setups; 1 without it
    #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = count)]
    count: usize,
}

/// Reads a number of moves; one that overflows means all of them.
fn count(text: &str) -> Result<usize, &'static str> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(usize::MAX),
        _ => Err("must be a whole number, 1 or more"),
    }
}

pub(super) static UNDO: ShellCommand = ShellCommand {
    name: "Undo",
    keywords: &["undo", "u"],
    summary: "Takes back moves and setups, and searches what was before",
    examples: &[
        ("undo", "the last move or setup"),
        ("undo 3", "the last three, or as many as there are"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(undo),
};

fn undo(UndoArgs { count }: UndoArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    if matches!(session.scope(), Scope::Diagram(..)) {
        return Err(ShellError::NoMovesInDiagram);
    }
    if session.board().steps() == 0 {
        return Err(ShellError::NothingToUndo);
    }
    session.undo(count);
    Ok(session.search()?.into())
}

#[derive(Args, Debug)]
struct SetupArgs {
    /// X (black), O (white), . (nothing) or * (anything, in a pattern)
    #[arg(value_name = "X|O|.|*", value_parser = setup_sign)]
    sign: Setup,
    /// The points, such as pd or Q16
    #[arg(value_name = "POINT", required = true)]
    points: Vec<String>,
}

fn setup_sign(text: &str) -> Result<Setup, String> {
    match text.to_ascii_lowercase().as_str() {
        "x" | "b" | "black" => Ok(Setup::Stone(Color::Black)),
        "o" | "w" | "white" => Ok(Setup::Stone(Color::White)),
        "." => Ok(Setup::Empty),
        "*" | "?" => Ok(Setup::Wildcard),
        _ => Err(format!(
            "\"{text}\" cannot be set up: write X (black), O (white), . (nothing) or * (anything)"
        )),
    }
}

pub(super) static SETUP: ShellCommand = ShellCommand {
    name: "Setup",
    keywords: &["setup"],
    summary: "Puts stones and wildcards on the board, or takes them off",
    examples: &[
        ("setup X pd qf", "two black stones"),
        ("setup O dp", "a white one"),
        ("setup . pd", "what is there is taken off"),
        ("setup * qq", "a pattern may have anything there"),
    ],
    completion: Completion::Setup,
    action: &RunWith::words(setup),
};

fn setup(SetupArgs { sign, points }: SetupArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let size = session.board().size();
    let words = points;
    let points: Result<Vec<Point>, ShellError> = words.iter().map(|word| point(word, size)).collect();
    let points = points?;
    session.set_up(&points, sign)?;
    remark_on_other_names(
        words.iter().map(String::as_str).zip(points.iter().copied().map(Some)),
        session,
    );
    Ok(search_after(session, &points)?.into())
}

#[derive(Args, Debug)]
struct HandicapArgs {
    /// The number of stones, 2 to 9
    #[arg(value_name = "STONES", value_parser = stone_count)]
    stones: usize,
}

fn stone_count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "must be a number of stones, such as 4")
}

pub(super) static HANDICAP: ShellCommand = ShellCommand {
    name: "Handicap",
    keywords: &["handicap"],
    summary: "Starts again with the usual stones of a handicap, White to play",
    examples: &[
        ("handicap 4", "black stones on the star points in the corners"),
        ("handicap 2; where handicap=2", "only games that say so"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(handicap),
};

fn handicap(HandicapArgs { stones }: HandicapArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let was_empty = session.board().position().stones().next().is_none();
    let points = session.set_handicap(stones).map_err(ShellError::Handicap)?;
    if !was_empty {
        session.remark("The board was cleared first; undo brings it back".to_owned());
    }
    Ok(search_after(session, &points)?.into())
}

#[cfg(test)]
mod tests {
    use crate::shell::Session;
    use crate::shell::testing::{failure, session, shown, shown_by};
    use bgo::go::Color;

    fn moves(session: &Session) -> String {
        session.board().moves().iter().map(|mv| format!("{mv};")).collect()
    }

    #[test]
    fn the_published_hashes_and_the_fold_to_fq() {
        let mut session = session(&["pd dp pp dd fc", "dd pp dp pd nc", "pd dp dd pp qn"]);
        assert!(shown(&mut session, "play pd dp pp").contains(" 959678554\n"));
        let board = shown(&mut session, "play dd");
        assert!(board.contains(" 731239216\na - 3\nTotal count: 3\n"), "{board}");
        assert!(
            board.contains("\nQ . . . . . a . . . . . . . . . . . . . Q\n"),
            "{board}"
        );
        let board = shown(&mut session, "play a");
        assert!(board.contains(" 473219409\n"), "{board}");
        assert!(
            board.contains("\nQ . . . . . X . . . . . . . . . . . . . Q\n"),
            "{board}"
        );
    }

    #[test]
    fn colours_alternate_and_all_notations_mean_the_same() {
        let mut session = session(&[]);
        shown(&mut session, "play PD d4 pass q4");
        assert_eq!(moves(&session), "B pd;W dp;B pass;W pp;");
    }

    #[test]
    fn a_mark_is_played_in_its_own_colour() {
        let mut session = session(&["pd dp", "pd pass dp", "pd pass dp"]);
        let board = shown(&mut session, "play pd");
        assert!(
            board.contains("a - 2 W pass  c - 1\n") || board.contains("a - 2 B dp"),
            "{board}"
        );
        let black = board
            .find(" B dp")
            .and_then(|at| board[..at].rfind('\n').map(|nl| &board[nl + 1..at]));
        let letter = black.and_then(|row| row.chars().next()).expect("a row of black");
        shown(&mut session, &format!("play {letter} qq"));
        assert_eq!(moves(&session), "B pd;B dp;W qq;");
    }

    #[test]
    fn an_illegal_move_keeps_the_moves_before_it_and_shows_their_position() {
        let mut session = session(&["pd dp pp"]);
        let error = session.eval("play pd dp pd qq").expect_err("occupied");
        assert_eq!(error.to_string(), "black cannot play pd: the point is occupied");
        assert!(shown_by(&error).contains("Total count: 1\n"));
        assert_eq!(moves(&session), "B pd;W dp;");
        assert_eq!(shown(&mut session, "board"), shown_by(&error));
    }

    #[test]
    fn suicide_and_ko_are_named() {
        let mut session = session(&[]);
        shown(&mut session, "play qq ba rr ab");
        assert!(failure(&mut session, "play aa").ends_with("it would be suicide"));
        shown(&mut session, "board reset");
        shown(&mut session, "play ba ca ab db bc cc qq bb cb");
        assert!(failure(&mut session, "play bb").ends_with("it would take back the ko at once"));
    }

    #[test]
    fn what_is_no_move_changes_nothing() {
        let mut session = session(&["pd dp"]);
        assert!(failure(&mut session, "play a").contains("search shows them"));
        let board = shown(&mut session, "search");
        for line in [
            "play pd xyz",
            "play pd a",
            "play b",
            "play Q20",
            "play",
            "play é",
            "play ''",
        ] {
            assert!(!failure(&mut session, line).is_empty());
            assert_eq!(shown(&mut session, "board"), board);
        }
        insta::assert_snapshot!(failure(&mut session, "play b"), @"there is no mark b: the last one is a");
        insta::assert_snapshot!(failure(&mut session, "play pd a"), @"a mark can only be the first move");
        insta::assert_snapshot!(failure(&mut session, "play pd xyz"), @r#""xyz" is not a move: write SGF letters (pd), a letter without I and a number (Q16), or pass"#);
    }

    #[test]
    fn the_marks_are_those_of_the_position_shown() {
        let mut session = session(&["pd dp pp", "pd dd"]);
        let after_one = shown(&mut session, "play pd");
        shown(&mut session, "play dp pp");
        assert_eq!(shown(&mut session, "undo 2"), after_one);
        shown(&mut session, "play dp");
        assert_eq!(shown(&mut session, "undo"), after_one);
        shown(&mut session, "undo 99");
        assert_eq!(failure(&mut session, "undo"), "there is no move to take back");
        let empty = shown(&mut session, "search");
        shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "undo 99999999999999999999999"), empty);
    }

    #[test]
    fn a_count_is_a_positive_number() {
        for line in ["undo 0", "undo x", "undo -1", "undo 1 2"] {
            assert!(
                failure(&mut session(&[]), line).ends_with("usage: undo [COUNT]"),
                "{line}"
            );
        }
    }

    #[test]
    fn setup_needs_no_order_and_finds_whole_positions_too() {
        let mut session = session(&["pd dp pp", "pp dp pd dd"]);
        shown(&mut session, "setup X pd pp");
        let text = shown(&mut session, "setup o dp");
        assert!(text.ends_with("\nTotal count: 2\n"), "{text}");
        shown(&mut session, "setup . dp");
        assert_eq!(shown(&mut session, "undo"), text);
        assert!(shown(&mut session, "undo 9").contains("\nTotal count: 2\n"));
        assert_eq!(failure(&mut session, "undo"), "there is no move to take back");
        shown(&mut session, "setup B aa");
        assert_eq!(
            failure(&mut session, "setup O ab ba"),
            "the black stone at aa would have no liberties"
        );
        for (line, said) in [
            (
                "setup X jj aj pass",
                "\"pass\" is not a point: write SGF letters (pd), or a letter without I",
            ),
            ("setup X tt", "tt is not on the 19x19 board"),
            (
                "setup Z aa",
                "\"Z\" cannot be set up: write X (black), O (white), . (nothing) or * (anything)\nusage: ",
            ),
            (
                "setup X",
                "setup needs at least one point\nusage: setup <X|O|.|*> <POINT>...",
            ),
        ] {
            let error = failure(&mut session, line);
            assert!(error.starts_with(said), "{line}: {error}");
        }
    }

    #[test]
    fn a_handicap_starts_again_with_white_to_play() {
        let mut session = session(&["pd dp pp", "dd pp"]);
        shown(&mut session, "play pd dp pp");
        let text = shown(&mut session, "handicap 4");
        assert!(
            text.ends_with("\nTotal count: 0\nThe board was cleared first; undo brings it back\n"),
            "{text}"
        );
        assert!(text.contains("\nD . . . X . . . . . + . . . . . X . . . D\n"), "{text}");
        assert_eq!(session.board().to_play(), Color::White);
        assert_eq!(session.board().position().stones().count(), 4);
        let played = shown(&mut session, "play nc");
        assert!(
            played.contains("\nC . . . . . . . . . . . . . O . . . . . C\n"),
            "{played}"
        );
        // The move, the handicap.
        let text = shown(&mut session, "undo 2");
        assert!(text.ends_with("\nThe game ends: 1 game\nTotal count: 1\n"), "{text}");
        shown(&mut session, "board reset");
        assert!(shown(&mut session, "handicap 9").ends_with("\nTotal count: 0\n"));
        for (line, said) in [
            ("handicap 1", "a handicap on the 19x19 board is 2 to 9 stones, not 1"),
            (
                "handicap 300",
                "a handicap on the 19x19 board is 2 to 9 stones, not 300",
            ),
            ("handicap x", "STONES must be a number of stones, such as 4\n"),
            ("handicap", "missing argument: STONES\n"),
        ] {
            let error = failure(&mut session, line);
            assert!(error.starts_with(said), "{line}: {error}");
        }
        shown(&mut session, "size 8");
        assert_eq!(
            failure(&mut session, "handicap 5"),
            "a handicap on the 8x8 board is 2 to 4 stones, not 5"
        );
    }

    #[test]
    fn a_handicap_ends_a_diagram_and_keeps_an_area() {
        let mut session = session(&["pd dp pp"]);
        shown(&mut session, "pattern X.");
        assert!(shown(&mut session, "handicap 2").contains("\nD . . . + . . . . . + . . . . . X . . . D\n"));
        shown(&mut session, "area corner 9");
        assert!(shown(&mut session, "handicap 3").contains("occurrence"));
        let text = shown(&mut session, "area ja ja");
        assert!(text.contains("occurrence"), "{text}");
        assert!(shown(&mut session, "handicap 2").contains(" is outside the area ja,ja,\n"));
    }

    #[test]
    fn wildcards_need_an_area() {
        let mut session = session(&["pd qf nc rd qi"]);
        let needed = "wildcards (*) count within an area only: set one, such as \"area corner 9\", or \"area aa ss\" for \
                      the whole board";
        let text = shown(&mut session, "setup * rq");
        assert!(text.contains("\nQ . . . . . . . . . . . . . . . . . * . Q\n"), "{text}");
        assert!(text.ends_with(&format!("\n{needed}\n")), "{text}");
        for line in ["search", "games", "years", "tree", "open 1", "export a.tgz"] {
            assert_eq!(failure(&mut session, line), needed, "{line}");
        }
        assert!(shown(&mut session, "export a.tgz --all").starts_with("1 game "));
        shown(&mut session, "play pd");
        let text = shown(&mut session, "area lc ss");
        assert!(text.contains('*'), "{text}");
        let text = shown(&mut session, "setup . rq");
        assert!(!text.contains('*'), "{text}");
    }
}
