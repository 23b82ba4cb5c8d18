//! The list of the commands, in files by theme.

mod board;
mod conditions;
mod coordinates;
mod database;
mod games;
mod help;
mod naming;
mod novelty;
mod pattern;
mod play;
mod search;
mod session;
mod setup;
mod sql;
mod upkeep;

use super::command::Command;
use super::{Output, Session, ShellError, split};
use crate::args::{Change, YesArgs};
use bgo::query::QueryError;
use naming::played_although_begun;
pub(super) use naming::{called, is_move, is_short, named};

/// Returns whether the user consents to a change: by --yes, or by the answer to
/// `question`. Fails if nobody can be asked.
fn is_allowed(
    session: &Session,
    YesArgs { yes }: YesArgs,
    change: Change,
    question: impl FnOnce() -> Result<String, QueryError>,
) -> Result<bool, ShellError> {
    match () {
        () if yes => Ok(true),
        () if !session.can_ask() => Err(ShellError::usage(change.refusal())),
        () => Ok(session.confirm(&question()?)),
    }
}

/// Commands on one subject.
pub(super) struct Theme {
    /// The subject, as help names it.
    name: &'static str,
    /// In the order in which help lists them.
    commands: &'static [&'static Command],
}

/// Every command, by theme.
static THEMES: [Theme; 7] = [
    Theme {
        name: "Board",
        commands: &[
            &play::PLAY,
            &play::UNDO,
            &setup::SETUP,
            &setup::HANDICAP,
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
            &coordinates::COORDINATES,
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
            &novelty::NOVELTY,
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
            &sql::SQL,
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

/// Returns every command.
pub(super) fn all() -> impl Iterator<Item = &'static Command> {
    THEMES.iter().flat_map(|theme| theme.commands).copied()
}

impl Session {
    /// Runs one command, such as `play pd dp`. Moves alone are played. A blank line does
    /// nothing.
    pub fn eval(&mut self, statement: &str) -> Result<Output, ShellError> {
        let statement = statement.trim_start();
        let (keyword, arguments) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        if let Ok(command) = named(keyword) {
            return command.run(&command.action.words(arguments)?, self);
        }
        let all = split::words(statement)?;
        match &all[..] {
            [] => Ok(Output::default()),
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
}
