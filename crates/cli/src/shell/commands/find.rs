use crate::ask::{FindArgs, as_options};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Lists games by what is said about them.
pub struct Find;

impl Command for Find {
    fn name(&self) -> &'static str {
        "Find"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["find"]
    }

    fn summary(&self) -> &'static str {
        "Lists games by what is said about them, whatever positions they have"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        FindArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("find meijin", "a word of event, place, round, name, source or comments"),
            ("find player=cho year=1990..1999", "conditions, as where takes them"),
            (
                "find 本因 --sort players",
                "a part of a word in Chinese characters is enough",
            ),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Conditions
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: FindArgs = parse(self, &as_options(words)?)?;
        let answer = args.ask(&session.snapshot()?, session.filter())?;
        session.give(answer, args.form())
    }
}
