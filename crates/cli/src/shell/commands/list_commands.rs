use crate::shell::command::{Command, NoArguments, Output, parse};
use crate::shell::commands::ALL;
use crate::shell::{Session, ShellError};

/// Lists the commands.
pub struct ListCommands;

impl Command for ListCommands {
    fn name(&self) -> &'static str {
        "ListCommands"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["commands"]
    }

    fn summary(&self) -> &'static str {
        "Lists the commands"
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("commands", "one line for each command")]
    }

    fn run(&self, words: &[String], _: &mut Session) -> Result<Output, ShellError> {
        let NoArguments {} = parse(self, words)?;
        Ok(list().into())
    }
}

/// Keywords and summary of each command, a line each.
pub(super) fn list() -> String {
    let keywords = |command: &dyn Command| command.keywords().join(", ");
    let width = ALL.iter().map(|command| keywords(*command).len()).max().unwrap_or(0);
    ALL.iter()
        .map(|command| format!("{:width$}  {}\n", keywords(*command), command.summary()))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn every_command_has_its_line() {
        insta::assert_snapshot!(shown(&mut session(&[]), "commands"));
    }

    #[test]
    fn it_takes_no_words() {
        insta::assert_snapshot!(failure(&mut session(&[]), "commands x"), @r#"
        "x" is one word too many
        usage: commands
        "#);
    }
}
