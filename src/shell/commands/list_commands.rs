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
        insta::assert_snapshot!(shown(&mut session(&[]), "commands"), @"
        board       Shows the board with the marks of the last search, or clears it
        cd          Changes the working directory, which relative paths start from
        commands    Lists the commands
        cwd         Shows the working directory
        exit, quit  Ends the session, as Ctrl-D does
        help, ?     Explains a command, with usage and examples
        import      Imports archives of game records into the database
        ls          Lists the files of a folder
        marks       Sets how many next moves are shown
        play        Plays moves and searches the position that they lead to
        rotations   Shows the board in all eight orientations with their hashes
        search      Shows the next moves of the position, from all eight orientations
        size        Takes an empty board of another size
        sql         Asks in SQL; nothing can be changed
        undo        Takes back moves and searches the position before them
        year        Counts only games of some years, or all again
        ");
    }

    #[test]
    fn it_takes_no_words() {
        insta::assert_snapshot!(failure(&mut session(&[]), "commands x"), @r#"
        "x" is one word too many
        usage: commands
        "#);
    }
}
