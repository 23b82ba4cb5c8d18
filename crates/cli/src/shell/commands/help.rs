use super::{list_commands, named};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

/// What is true of all commands.
const INTRODUCTION: &str = "\
Moves are SGF letters (pd), a letter without I and a number (Q16), or pass.
A word with blanks is quoted, ~ is the home folder, ; separates commands, # begins a comment.
";

#[derive(Args, Debug)]
struct HelpArgs {
    /// The command to explain
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Explains the commands.
pub struct Help;

impl Command for Help {
    fn name(&self) -> &'static str {
        "Help"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["help", "?"]
    }

    fn summary(&self) -> &'static str {
        "Explains a command, with usage and examples"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        HelpArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("help", "all commands"), ("help play", "usage and examples of play")]
    }

    fn completion(&self) -> Completion {
        Completion::Commands
    }

    fn run(&self, words: &[String], _: &mut Session) -> Result<Output, ShellError> {
        let HelpArgs { command } = parse(self, words)?;
        let text = match command {
            Some(keyword) => named(&keyword)?.help(),
            None => format!(
                "{}\n{INTRODUCTION}help COMMAND explains one of them, the Tab key completes.\n",
                list_commands::list()
            ),
        };
        Ok(text.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn one_command_with_usage_and_examples() {
        let mut session = session(&[]);
        let text = shown(&mut session, "help play");
        insta::assert_snapshot!(text, @"
        Plays moves and searches the position that they lead to

        Usage: play <MOVE>...

        Arguments:
          <MOVE>...  SGF letters (pd), a letter without I and a number (Q16), or pass; the first may be a mark of the last search

        Examples:
          play pd dp pp  three moves, black first, then in turn
          play Q16 pass  the other notation, and a pass
          play a         the move marked a, in the colour that the table gives it
        ");
        assert_eq!(shown(&mut session, "play --help"), text);
        insta::assert_snapshot!(shown(&mut session, "? year"), @"
        Counts only games of some years, or all again

        Usage: year [MIN] [MAX]

        Arguments:
          [MIN]  The first year (alone: from that year on), or a range such as 1990..1999
          [MAX]  The last year

        Examples:
          year 1990        from 1990 on
          year 1990 1999   both years included
          year 1990..1999  the same
          year ..1999      up to 1999
          year             all games, those without a date too
        ");
    }

    #[test]
    fn all_commands() {
        let mut session = session(&[]);
        let all = shown(&mut session, "help");
        assert!(all.starts_with(&shown(&mut session, "commands")), "{all}");
        assert_eq!(failure(&mut session, "help paly"), failure(&mut session, "paly"));
    }
}
