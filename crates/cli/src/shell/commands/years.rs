use crate::ask::{Ask, YearsArgs};
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// Shows when the position was played.
pub struct Years;

impl Command for Years {
    fn name(&self) -> &'static str {
        "Years"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["years"]
    }

    fn summary(&self) -> &'static str {
        "Shows when the position was played, and each next move"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        YearsArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("years", "a bar for each year"),
            ("years --decades", "ten years at a time"),
            ("years --svg --out years.svg", "a chart as a file"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let args: YearsArgs = parse(self, words)?;
        let answer = args.ask(&session.snapshot()?, &session.question())?;
        session.give(answer, args.form())
    }
}
