use crate::ask::{Ask, TreeArgs};
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows the tree of next moves.
pub struct Tree;

impl Command for Tree {
    fn name(&self) -> &'static str {
        "Tree"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["tree"]
    }

    fn summary(&self) -> &'static str {
        "Shows what was played from the position on, as a tree"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        TreeArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("tree", "four moves deep, moves of ten games or more"),
            ("tree --depth 8 --min-games 50", "deeper, and only what is common"),
            ("tree --sgf --out tree.sgf", "a record that any editor opens"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: TreeArgs = parse(self, words)?;
        let answer = args.ask(&session.snapshot()?, &session.question())?;
        session.give(answer, args.form())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn it_is_printed_and_has_an_end() {
        let mut session = session(&["pd dp", "pd dp", "dd pp", "pass pass"]);
        let text = shown(&mut session, "tree --depth 2 --min-games 2");
        assert_eq!(text, "B pd 3\n  W dp 3\nTotal count: 4\n");
        assert!(shown(&mut session, "tree --sgf --min-games 2").contains(";W[dp]C[100.0% of 3: 3 games]"));
        // Passes lead to the same position again and again.
        assert!(shown(&mut session, "tree --depth 9 --min-games 1").contains("B pass 1\n"));
        for line in ["tree --depth 0", "tree --depth 4000000000", "tree --depth x"] {
            assert!(
                failure(&mut session, line).starts_with("a tree is 1 to 500 moves deep\n"),
                "{line}"
            );
        }
        let error = failure(&mut session, "tree --depth 500 --min-games 1");
        assert!(
            error.starts_with("the tree would have more than 100000 moves"),
            "{error}"
        );
    }
}
