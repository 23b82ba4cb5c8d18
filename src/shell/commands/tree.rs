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
        let answer = args.ask(session.database(), &session.question())?;
        session.give(answer, args.form())
    }
}
