use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct SearchArgs {
    /// All that is known of each move: share, wins, years, players
    #[arg(value_name = "full", value_parser = ["full"])]
    full: Option<String>,
}

/// Searches the position on the board.
pub struct Search;

impl Command for Search {
    fn name(&self) -> &'static str {
        "Search"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["search"]
    }

    fn summary(&self) -> &'static str {
        "Shows the next moves of the position, from all eight orientations"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SearchArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("search", "marks on the board, counts below it"),
            (
                "search full",
                "all that is known of each move; \"full on\" shows it every time",
            ),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&["full"])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SearchArgs { full } = parse(self, words)?;
        Ok(session.search_in(session.full() || full.is_some())?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_four_corners_are_one_move() {
        let mut session = session(&["pd dp", "dp pd", "dd", "qc"]);
        let text = shown(&mut session, "search");
        assert!(text.contains("\na - 3  b - 1\nTotal count: 4\n"), "{text}");
        assert!(text.contains("\nD . . . + . . . . . + . . . . . a . . . D\n"), "{text}");
    }

    #[test]
    fn a_position_that_no_game_has() {
        let mut session = session(&["pd"]);
        let text = shown(&mut session, "play aa bb");
        assert!(text.ends_with("\nTotal count: 0\n"), "{text}");
        assert!(failure(&mut session, "search pd").ends_with("usage: search [full]"));
    }
}
