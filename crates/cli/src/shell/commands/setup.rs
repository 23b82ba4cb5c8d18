//! Stones and wildcards on the search board without an order of moves.

use super::pattern::{point, search_after};
use super::play::note_other_names;
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
    note_other_names(
        words.iter().map(String::as_str).zip(points.iter().copied().map(Some)),
        session,
    );
    Ok(search_after(session, &points)?.into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

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
