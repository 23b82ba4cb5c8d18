use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
struct BoardArgs {
    /// Start again with an empty board
    #[arg(value_name = "reset", hide_possible_values = true)]
    action: Option<Action>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Action {
    Reset,
}

/// Shows the board or clears it.
pub struct Board;

impl Command for Board {
    fn name(&self) -> &'static str {
        "Board"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["board"]
    }

    fn summary(&self) -> &'static str {
        "Shows the board with the marks of the last search, or clears it"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        BoardArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("board", "show the board again"),
            ("board reset", "take all stones off"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&["reset"])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let BoardArgs { action } = parse(self, words)?;
        if let Some(Action::Reset) = action {
            session.reset(session.line().size());
        }
        Ok(session.show().into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn it_shows_what_the_last_search_showed() {
        let mut session = session(&["pd dp pp dd"]);
        let searched = shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "board"), searched);
        let empty = shown(&mut session, "board reset");
        assert!(!empty.contains('X') && !empty.contains("Total"), "{empty}");
        assert!(session.line().moves().is_empty());
    }

    #[test]
    fn other_words_are_refused() {
        insta::assert_snapshot!(failure(&mut session(&[]), "board clear"), @r#"
        "clear" is not understood here, only "reset" is
        usage: board [reset]
        "#);
        insta::assert_snapshot!(failure(&mut session(&[]), "board reset reset"), @r#"
        "reset" is one word too many
        usage: board [reset]
        "#);
    }
}
