//! Stones and wildcards on the search board without an order of moves.

use super::pattern::{point, search_after};
use super::play::remark_on_other_names;
use crate::shell::command::{Command, Completion, Run};
use crate::shell::{Output, Session, ShellError};
use bgo::go::{Color, Point};
use bgo::query::Setup;
use clap::Args;

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

pub(super) static SETUP: Command = Command {
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
    action: &Run(setup),
};

fn setup(SetupArgs { sign, points }: SetupArgs, session: &mut Session) -> Result<Output, ShellError> {
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

pub(super) static HANDICAP: Command = Command {
    name: "Handicap",
    keywords: &["handicap"],
    summary: "Starts again with the usual stones of a handicap, White to play",
    examples: &[
        ("handicap 4", "black stones on the star points in the corners"),
        ("handicap 2; where handicap=2", "only games that say so"),
    ],
    completion: Completion::Arguments,
    action: &Run(handicap),
};

fn handicap(HandicapArgs { stones }: HandicapArgs, session: &mut Session) -> Result<Output, ShellError> {
    let was_empty = session.board().position().stones().next().is_none();
    let points = session.set_handicap(stones).map_err(ShellError::Handicap)?;
    if !was_empty {
        session.remark("The board was cleared first; undo brings it back".to_owned());
    }
    Ok(search_after(session, &points)?.into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};
    use bgo::go::Color;

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
