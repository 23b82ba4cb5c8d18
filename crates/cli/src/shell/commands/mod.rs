//! The list of the commands, in files by theme, and the meaning of the first word of a statement.

mod board;
mod conditions;
mod database;
mod games;
mod help;
mod pattern;
mod play;
mod search;
mod session;
mod upkeep;

use super::command::ShellCommand;
use super::{CommandOutput, Session, ShellError, split};
use crate::args::{Change, YesArgs};
use bgo::go::{BoardSize, Color, Move, ParseError};
use bgo::query::QueryError;
use strsim::osa_distance;

pub(super) use help::{MAX_BESIDE, TOPIC, help_text};

/// Returns whether the user consents to a change: by --yes, or by the answer to
/// `question`. Fails if nobody can be asked.
fn is_allowed(
    session: &Session,
    YesArgs { yes }: YesArgs,
    change: Change,
    question: impl FnOnce() -> Result<String, QueryError>,
) -> Result<bool, ShellError> {
    if yes {
        Ok(true)
    } else if session.can_ask() {
        Ok(session.confirm(&question()?))
    } else {
        Err(ShellError::usage(change.refusal()))
    }
}

/// Commands on one subject.
pub(super) struct Theme {
    /// The subject, as help names it.
    name: &'static str,
    /// In the order in which help lists them.
    commands: &'static [&'static ShellCommand],
}

/// Every command, by theme.
static THEMES: [Theme; 7] = [
    Theme {
        name: "Board",
        commands: &[
            &play::PLAY,
            &play::UNDO,
            &play::SETUP,
            &play::HANDICAP,
            &board::CLEAR,
            &board::SIZE,
            &board::BOARD,
            &board::ROTATIONS,
            &board::LOAD,
            &board::SAVE,
            &board::POSITION,
        ],
    },
    Theme {
        name: "Answers",
        commands: &[
            &search::SEARCH,
            &search::TREE,
            &search::GAMES,
            &search::PLAYERS,
            &search::YEARS,
            &search::FULL,
            &search::MARKS,
            &search::COORDINATES,
            &search::SWAP,
        ],
    },
    Theme {
        name: "Patterns",
        commands: &[&pattern::AREA, &pattern::PATTERN],
    },
    Theme {
        name: "Conditions",
        commands: &[&conditions::WHERE, &conditions::YEAR],
    },
    Theme {
        name: "Games",
        commands: &[
            &games::FIND,
            &games::SHOW,
            &games::OPEN,
            &games::NEXT,
            &games::PREV,
            &games::GOTO,
            &games::TO,
            &games::NOVELTY,
            &games::BACK,
            &games::SGF,
            &games::DUPLICATES,
        ],
    },
    Theme {
        name: "Database",
        commands: &[
            &database::IMPORT,
            &database::EXPORT,
            &database::REMOVE,
            &upkeep::SQL,
            &upkeep::INFO,
            &upkeep::CHECK,
            &upkeep::OPTIMIZE,
        ],
    },
    Theme {
        name: "Session",
        commands: &[
            &help::HELP,
            &help::LIST_COMMANDS,
            &session::CD,
            &session::CWD,
            &session::LS,
            &session::EXIT,
        ],
    },
];

pub(super) fn all() -> impl Iterator<Item = &'static ShellCommand> {
    THEMES.iter().flat_map(|theme| theme.commands).copied()
}

impl Session {
    /// Runs one command, such as `play pd dp`. Moves alone are played. A blank line does
    /// nothing.
    pub fn eval(&mut self, statement: &str) -> Result<CommandOutput, ShellError> {
        let statement = statement.trim_start();
        let (keyword, arguments) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        if let Ok(command) = named(keyword) {
            return command.run(&command.action.words(arguments)?, self);
        }
        let all = split::words(statement)?;
        match &all[..] {
            [] => Ok(CommandOutput::default()),
            [keyword, words @ ..] => match named(keyword) {
                Ok(command) => command.run(words, self),
                Err(_) => {
                    let command = called(keyword)?;
                    if let Some(remark) = played_although_begun(keyword).filter(|_| words.is_empty()) {
                        self.remark(remark);
                    }
                    // A remark on what was not played is about no board to come.
                    command.run(&all, self).inspect_err(|_| self.forget_remarks())
                }
            },
        }
    }
}

/// Returns the command that `word` calls, in upper or lower case: as one of its keywords, or as
/// the beginning of the keywords of no other command. A single letter is no beginning, because it
/// may be meant as a mark, and neither is a move.
pub fn named(word: &str) -> Result<&'static ShellCommand, ShellError> {
    let lower = word.to_ascii_lowercase();
    if let Some(command) = all().find(|command| command.keywords.contains(&lower.as_str())) {
        return Ok(command);
    }
    let mut begun: Vec<(&str, &ShellCommand)> = all().filter_map(|c| Some((begins(&lower, c)?, c))).collect();
    begun.sort_unstable_by_key(|(keyword, _)| *keyword);
    match begun[..] {
        [(_, only)] if !is_short(word) && !is_move(word) => Ok(only),
        [] => Err(ShellError::UnknownCommand {
            word: word.to_owned(),
            nearest: nearest(&lower),
        }),
        _ => Err(ShellError::AmbiguousCommand {
            word: word.to_owned(),
            keywords: begun.iter().map(|(keyword, _)| *keyword).collect(),
        }),
    }
}

/// Returns the command that `word` calls, as [`named`] does, and for a move the command that
/// plays it.
pub fn called(word: &str) -> Result<&'static ShellCommand, ShellError> {
    match named(word) {
        Err(_) if is_move(word) => Ok(&play::PLAY),
        found => found,
    }
}

/// Returns a remark on a word that is played as a move although it begins a command, too.
pub fn played_although_begun(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let begun = all().filter_map(|command| begins(&lower, command));
    let mut keywords: Vec<String> = begun.map(|keyword| format!("\"{keyword}\"")).collect();
    keywords.sort_unstable();
    let need = if keywords.len() == 1 { "needs" } else { "need" };
    let is_begun = is_move(word) && !keywords.is_empty();
    is_begun.then(|| format!("{word} is played; {} {need} more letters", keywords.join(", ")))
}

/// Returns whether a keyword is a short name, which lists of keywords leave out.
pub const fn is_short(keyword: &str) -> bool {
    keyword.len() == 1
}

/// Returns the first keyword of a command that `word` begins.
fn begins(word: &str, command: &ShellCommand) -> Option<&'static str> {
    let mut keywords = command.keywords.iter().copied();
    keywords.find(|keyword| !word.is_empty() && keyword.starts_with(word))
}

/// Returns whether a word is a pass or has the form of a point. The size of the board does not
/// matter, so that a word means the same on every board.
pub fn is_move(word: &str) -> bool {
    match Move::parse(word, Color::Black, BoardSize::MAX) {
        Ok(_) => true,
        Err(ParseError::OffBoard { .. }) => word.ends_with(|c: char| c.is_ascii_digit()),
        Err(_) => false,
    }
}

/// Returns the keyword that begins `word`, or else the one that needs the fewest changes:
/// no more than one for every three letters of the word.
fn nearest(word: &str) -> Option<&'static str> {
    let keywords = all().flat_map(|command| command.keywords).copied();
    keywords
        .map(|keyword| {
            if keyword.len() > 2 && word.starts_with(keyword) {
                (0, keyword)
            } else {
                (osa_distance(word, keyword), keyword)
            }
        })
        .filter(|(distance, _)| 3 * distance <= word.chars().count())
        .min()
        .map(|(_, keyword)| keyword)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::{failure, session, shown};
    use std::collections::HashSet;

    #[test]
    fn names_and_keywords_are_unique_and_everything_is_described() {
        let keywords: Vec<&str> = all().flat_map(|c| c.keywords).copied().collect();
        assert_eq!(keywords.iter().collect::<HashSet<_>>().len(), keywords.len());
        assert_eq!(all().map(|c| c.name).collect::<HashSet<_>>().len(), all().count());
        for command in all() {
            assert!(!is_short(command.keyword()) && !command.summary.is_empty());
            for (line, _) in command.examples {
                let word = line.split(' ').next().unwrap_or_default();
                let word = word.trim_end_matches(';');
                assert!(command.keywords.contains(&word), "{line}");
            }
        }
    }

    #[test]
    fn a_move_that_begins_a_command_is_played_and_says_so() {
        let mut session = session(&["po co"]);
        let text = shown(&mut session, "po");
        assert!(
            text.ends_with("\npo is played; \"position\" needs more letters\n"),
            "{text}"
        );
        assert!(!shown(&mut session, "board").contains("is played"));
        let text = shown(&mut session, "co");
        assert!(
            text.ends_with("\nco is played; \"commands\", \"coordinates\" need more letters\n"),
            "{text}"
        );
        assert!(failure(&mut session, "po").contains("occupied"));
        assert!(!shown(&mut session, "board").contains("is played"));
        for line in ["play se", "pl ro", "dd"] {
            assert!(!shown(&mut session, line).contains("is played"), "{line}");
        }
        shown(&mut session, "size 9");
        assert!(!failure(&mut session, "po").is_empty());
        assert!(!shown(&mut session, "board").contains("is played"));
    }

    #[test]
    fn moves_alone_are_played() {
        let mut session = session(&["pd dp pp", "pd dd"]);
        let played = shown(&mut session, "play pd dp");
        shown(&mut session, "clear");
        for line in ["pd dp", "  Q16 'd4'", "PD D4"] {
            let shown_now = shown(&mut session, line);
            assert!(shown_now.starts_with(&played), "{line}: {shown_now}");
            assert_eq!(session.board().moves().len(), 2);
            shown(&mut session, "clear");
        }
        assert!(failure(&mut session, "pd x1").contains("is not"));
        assert!(session.board().moves().is_empty());
        shown(&mut session, "pass");
        assert_eq!(session.board().moves().len(), 1);
    }

    fn message(word: &str) -> String {
        match called(word) {
            Err(error) => error.to_string(),
            Ok(command) => panic!("{word} calls {}", command.keyword()),
        }
    }

    #[test]
    fn keywords_and_beginnings_of_one_call_a_command() {
        for (word, keyword) in [
            ("Play", "play"),
            ("rot", "rotations"),
            ("sea", "search"),
            ("UND", "undo"),
            ("quit", "exit"),
            ("qu", "exit"),
            ("com", "commands"),
            ("years", "years"),
            ("year", "year"),
            ("s", "search"),
            ("P", "play"),
            ("u", "undo"),
            ("n", "next"),
            ("b", "back"),
            ("g", "games"),
            ("t", "tree"),
            ("q", "exit"),
            ("?", "help"),
            ("clear", "clear"),
            ("reset", "clear"),
            ("pwd", "cwd"),
            ("un", "undo"),
            ("tr", "tree"),
        ] {
            assert_eq!(named(word).map(ShellCommand::keyword).ok(), Some(keyword), "{word}");
        }
    }

    #[test]
    fn a_point_is_a_move_unless_it_is_a_keyword() {
        for word in ["pd", "Q16", "d4", "PASS", "re", "ro", "pl", "se", "Q20"] {
            assert_eq!(called(word).map(ShellCommand::keyword).ok(), Some("play"), "{word}");
        }
        for word in ["cd", "ls"] {
            assert_eq!(called(word).map(ShellCommand::keyword).ok(), Some(word));
        }
    }

    #[test]
    fn what_begins_several_commands_says_which() {
        assert_eq!(message("yea"), "\"yea\" could be year or years");
        assert_eq!(message("ex"), "\"ex\" could be exit or export");
        assert_eq!(
            message("e"),
            "\"e\" could be exit or export; \"play e\" plays the move marked e"
        );
    }

    #[test]
    fn an_unknown_word_gets_a_near_keyword_or_none() {
        for (word, near) in [
            ("serach", Some("search")),
            ("PLAYY", Some("play")),
            ("paly", Some("play")),
            ("previous", Some("prev")),
            ("lss", Some("ls")),
            ("rotatoins", Some("rotations")),
            ("clera", Some("clear")),
            ("?!", None),
            ("foo", None),
            ("zz", None),
            ("delete", None),
            ("", None),
        ] {
            match named(word) {
                Err(ShellError::UnknownCommand { nearest, .. }) => assert_eq!(nearest, near, "{word}"),
                _ => panic!("{word} is a command"),
            }
        }
        assert_eq!(message("foo"), "there is no command \"foo\"; \"help\" lists them");
        assert_eq!(
            message("serach"),
            "there is no command \"serach\"; the nearest is \"search\""
        );
        assert_eq!(
            message("k"),
            "there is no command \"k\"; \"play k\" plays the move marked k"
        );
    }
}
