use crate::ask::DuplicatesArgs;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows games that were found more than once.
pub struct Duplicates;

impl Command for Duplicates {
    fn name(&self) -> &'static str {
        "Duplicates"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["duplicates"]
    }

    fn summary(&self) -> &'static str {
        "Shows games that were found more than once, and what differs"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        DuplicatesArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (
                "duplicates",
                "games with several sources, and games with the same moves that were kept apart",
            ),
            ("duplicates --cut-short", "records too of which others have more moves"),
            ("duplicates --limit 5", "the first five of each"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: DuplicatesArgs = parse(self, words)?;
        let answer = args.ask(&session.snapshot()?)?;
        session.give(answer, args.form())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{session, shown};

    #[test]
    fn games_of_the_same_moves_that_have_other_players() {
        // The players of these games are 0, 1 and 2.
        let mut session = session(&["1990 pd dp", "1990 dd pp", "dd"]);
        let text = shown(&mut session, "duplicates");
        assert_eq!(
            text,
            "0 games with several sources\n1 group with the same moves, kept apart\n  1  0 - ?, 1990, 2 moves\n  \
             2  1 - ?, 1990, 2 moves\n    black: 0 (1) / 1 (2)\n"
        );
    }
}
