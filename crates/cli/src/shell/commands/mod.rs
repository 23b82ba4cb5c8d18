//! The list of the commands, in files by theme; help, which is about the list.

mod board;
mod conditions;
mod database;
mod games;
mod pattern;
mod play;
mod search;
mod session;
mod setup;

use super::command::{Command, Completion, NoArguments, Run};
use super::{Output, Session, ShellError, split};
use clap::Args;
use strsim::levenshtein;

/// Every command, in alphabetical order of the keywords: the order of the list.
pub(super) static ALL: [&Command; 42] = [
    &pattern::AREA,
    &games::BACK,
    &board::BOARD,
    &session::CD,
    &LIST_COMMANDS,
    &session::CWD,
    &games::DUPLICATES,
    &session::EXIT,
    &database::EXPORT,
    &games::FIND,
    &search::FULL,
    &search::GAMES,
    &games::GOTO,
    &setup::HANDICAP,
    &HELP,
    &database::IMPORT,
    &board::LOAD,
    &session::LS,
    &search::MARKS,
    &games::NEXT,
    &games::OPEN,
    &pattern::PATTERN,
    &play::PLAY,
    &search::PLAYERS,
    &board::POSITION,
    &games::PREV,
    &database::REMOVE,
    &board::ROTATIONS,
    &board::SAVE,
    &search::SEARCH,
    &games::SGF,
    &setup::SETUP,
    &games::SHOW,
    &board::SIZE,
    &database::SQL,
    &search::SWAP,
    &games::TO,
    &search::TREE,
    &play::UNDO,
    &conditions::WHERE,
    &conditions::YEAR,
    &search::YEARS,
];

impl Session {
    /// Runs one command, such as `play pd dp`. A blank line does nothing.
    pub fn eval(&mut self, statement: &str) -> Result<Output, ShellError> {
        let statement = statement.trim_start();
        let (keyword, arguments) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        if let Ok(command) = named(keyword) {
            return command.run(&command.action.words(arguments)?, self);
        }
        match split::words(statement)?.split_first() {
            None => Ok(Output::default()),
            Some((keyword, words)) => named(keyword)?.run(words, self),
        }
    }
}

/// Returns the command that `keyword` calls, in upper or lower case.
pub(super) fn named(keyword: &str) -> Result<&'static Command, ShellError> {
    let calls = |command: &&&Command| command.keywords.iter().any(|k| k.eq_ignore_ascii_case(keyword));
    ALL.iter()
        .find(calls)
        .copied()
        .ok_or_else(|| ShellError::UnknownCommand {
            word: keyword.to_owned(),
            nearest: nearest(&keyword.to_ascii_lowercase()),
        })
}

/// Returns the keyword that `word` begins, or else the one that needs the fewest
/// changes, unless more than half of the word would change.
fn nearest(word: &str) -> Option<&'static str> {
    let keywords = ALL.iter().flat_map(|command| command.keywords).copied();
    keywords
        // A single letter is near to every short word.
        .filter(|keyword| keyword.len() > 1)
        .map(|keyword| (!keyword.starts_with(word), levenshtein(word, keyword), keyword))
        .filter(|&(other, distance, _)| !word.is_empty() && (!other || 2 * distance <= word.chars().count()))
        .min()
        .map(|(_, _, keyword)| keyword)
}

/// Notes on all commands.
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

static HELP: Command = Command {
    name: "Help",
    keywords: &["help", "?"],
    summary: "Explains a command, with usage and examples",
    examples: &[("help", "all commands"), ("help play", "usage and examples of play")],
    completion: Completion::Commands,
    action: &Run(help),
};

fn help(HelpArgs { command }: HelpArgs, _: &mut Session) -> Result<Output, ShellError> {
    let text = match command {
        Some(keyword) => named(&keyword)?.help(),
        None => format!(
            "{}\n{INTRODUCTION}help COMMAND explains one of them, the Tab key completes.\n",
            list()
        ),
    };
    Ok(text.into())
}

static LIST_COMMANDS: Command = Command {
    name: "ListCommands",
    keywords: &["commands"],
    summary: "Lists the commands",
    examples: &[("commands", "one line for each command")],
    completion: Completion::Nothing,
    action: &Run(commands),
};

fn commands(_: NoArguments, _: &mut Session) -> Result<Output, ShellError> {
    Ok(list().into())
}

/// Returns the keywords and the summary of each command, a line each.
fn list() -> String {
    let keywords = |command: &Command| command.keywords.join(", ");
    let width = ALL.iter().map(|command| keywords(command).len()).max().unwrap_or(0);
    ALL.iter()
        .map(|command| format!("{:width$}  {}\n", keywords(command), command.summary))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::{failure, session, shown};
    use std::collections::HashSet;

    #[test]
    fn names_and_keywords_are_unique_and_everything_is_described() {
        let keywords: Vec<&str> = ALL.iter().flat_map(|c| c.keywords).copied().collect();
        assert_eq!(keywords.iter().collect::<HashSet<_>>().len(), keywords.len());
        assert_eq!(ALL.iter().map(|c| c.name).collect::<HashSet<_>>().len(), ALL.len());
        for command in ALL {
            assert!(!command.keywords.is_empty() && !command.summary.is_empty());
            for (line, _) in command.examples {
                let word = line.split(' ').next().unwrap_or_default();
                assert!(command.keywords.contains(&word), "{line}");
            }
        }
    }

    #[test]
    fn the_help_of_every_command() {
        let texts: Vec<String> = ALL.iter().map(|command| command.help()).collect();
        insta::assert_snapshot!(texts.join("\n"));
    }

    #[test]
    fn an_unknown_word_gets_the_nearest_keyword() {
        for (word, near) in [
            ("serach", Some("search")),
            ("PLAYY", Some("play")),
            ("rot", Some("rotations")),
            ("com", Some("commands")),
            ("Q", Some("quit")),
            ("?!", None),
            ("foo", None),
            ("lss", Some("ls")),
            ("", None),
        ] {
            match named(word) {
                Err(ShellError::UnknownCommand { nearest, .. }) => assert_eq!(nearest, near, "{word}"),
                _ => panic!("{word} is a command"),
            }
        }
        let message = |word| named(word).err().map(|error| error.to_string());
        assert_eq!(
            message("foo").as_deref(),
            Some("there is no command \"foo\"; \"help\" lists them")
        );
        assert_eq!(
            message("rot").as_deref(),
            Some("there is no command \"rot\"; the nearest is \"rotations\"")
        );
        assert_eq!(named("Play").expect("a command").name, "Play");
    }

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
        Sets or removes the limit on years

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

    #[test]
    fn every_command_has_its_line() {
        insta::assert_snapshot!(shown(&mut session(&[]), "commands"));
    }

    #[test]
    fn it_takes_no_words() {
        insta::assert_snapshot!(failure(&mut session(&[]), "commands x"), @r#"
        unexpected "x"
        usage: commands
        "#);
    }
}
