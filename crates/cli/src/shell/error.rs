use crate::ask::hint;
use crate::render::Text;
use bgo::archive::Fault;
use bgo::export::ExportError;
use bgo::go::ParseMoveError;
use bgo::import::{ImportError, ReadFailure};
use bgo::query::{ConditionError, PlayError, QueryError};
use bgo::range::ParseRangeError;
use bgo::record::Rejection;
use bgo::sql::SqlError;
use bgo::store::StoreError;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Why a command did not do what it was asked for.
#[derive(Debug, Error)]
pub enum ShellError {
    /// The first word is no command.
    #[error("there is no command {word:?}; {}", match nearest {
        Some(nearest) => format!("the nearest is \"{nearest}\""),
        None => "\"help\" lists them".to_owned(),
    })]
    UnknownCommand {
        /// As it was typed.
        word: String,
        /// The keyword that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A quote without its other half.
    #[error("a quote is not closed")]
    OpenQuote,
    /// Words that the command cannot take.
    #[error("{problem}\nusage: {usage}")]
    Usage {
        /// What is wrong with them.
        problem: String,
        /// What the command takes.
        usage: String,
    },
    /// A word that is no move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// A mark after another move.
    #[error("mark {0} must come first: the marks belong to the board that is shown")]
    LateMark(char),
    /// A mark that the last search did not give.
    #[error("there is no mark {letter}: {}", match last {
        Some(last) => format!("the last one is {last}"),
        None => "there are no marks on the board; search shows them".to_owned(),
    })]
    NoMark {
        /// What was asked for.
        letter: char,
        /// The last mark that there is.
        last: Option<char>,
    },
    /// A move that the rules forbid. The moves before it were played.
    #[error("{error}")]
    Illegal {
        /// The move and the rule.
        error: PlayError,
        /// The position reached, as a search shows it.
        shown: Text,
    },
    /// Conditions that cannot be read.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// A step in a game where none is open.
    #[error("no game is open; \"open GAME\" opens one")]
    NoOpenGame,
    /// A step past the start or the end of the open game.
    #[error("this is the {0} of the game")]
    NoStep(&'static str),
    /// A move that the open game does not have.
    #[error("the game has {0} moves")]
    NoSuchMove(u16),
    /// A file without a record of which anything can be made.
    #[error("{}: {rejection}", path.display())]
    NoRecord {
        /// As it was typed.
        path: PathBuf,
        /// Why.
        rejection: Rejection,
    },
    /// Undo on an empty line.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// A range of years that is none.
    #[error(transparent)]
    Years(#[from] ParseRangeError),
    /// Games that were not exported.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A question without an answer.
    #[error("{error}{hint}", error = .0, hint = hint(.0))]
    Query(#[from] QueryError),
    /// A question in SQL without an answer.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// A file or folder that cannot be used.
    #[error("{}: {fault}", path.display())]
    Path {
        /// Which one, as it was typed.
        path: PathBuf,
        /// Why not.
        fault: Fault,
    },
    /// A file that cannot be written.
    #[error("{} cannot be written: {}", path.display(), match error.kind() {
        io::ErrorKind::AlreadyExists => "it is there already; name another file".to_owned(),
        _ => error.to_string(),
    })]
    Unwritable {
        /// Which one, as it was typed.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file where a folder is needed.
    #[error("{}: it is no folder", .0.display())]
    NoFolder(PathBuf),
    /// The platform knows no home folder.
    #[error("there is no home folder; name the folder to change to")]
    NoHome,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An import that stopped.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Something that was to be imported and cannot be read; nothing was.
    #[error(transparent)]
    Unreadable(#[from] ReadFailure),
    /// An import that could not read all; what it could read was imported.
    #[error("{}", failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Incomplete {
        /// What it could not read, at least one.
        failures: Vec<ReadFailure>,
        /// What it did.
        shown: Text,
    },
}

impl ShellError {
    /// Says what is wrong with the words of a command, which adds its usage.
    pub(super) fn usage(problem: impl ToString) -> Self {
        Self::Usage {
            problem: problem.to_string(),
            usage: String::new(),
        }
    }

    /// Adds the usage of the command to an error about its words.
    pub(super) fn with_usage(self, usage: impl FnOnce() -> String) -> Self {
        match self {
            Self::Usage { problem, .. } => Self::Usage {
                problem,
                usage: usage(),
            },
            other => other,
        }
    }

    /// What the operating system has against `path`.
    pub(super) fn path(path: PathBuf, error: io::Error) -> Self {
        let fault = match error.kind() {
            // A path that goes on after a file.
            io::ErrorKind::NotADirectory => io::Error::from(io::ErrorKind::NotFound).into(),
            _ => error.into(),
        };
        Self::Path { path, fault }
    }

    /// What the command shows although it failed.
    #[must_use]
    pub const fn shown(&self) -> Option<&Text> {
        match self {
            Self::Illegal { shown, .. } | Self::Incomplete { shown, .. } => Some(shown),
            _ => None,
        }
    }

    /// Whether the user stopped the command.
    #[must_use]
    pub const fn is_stop(&self) -> bool {
        matches!(self, Self::Import(ImportError::Stopped(_)))
    }

    /// The exit status that it stands for.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            Self::UnknownCommand { .. }
            | Self::OpenQuote
            | Self::Usage { .. }
            | Self::Move(_)
            | Self::LateMark(_)
            | Self::Years(_) => Status::WrongUsage,
            _ => Status::Failed,
        }
    }
}

/// How a run of commands ended; the larger is the worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All was done: exit status 0.
    #[default]
    Done,
    /// A command failed: exit status 1.
    Failed,
    /// A command was not understood: exit status 2.
    WrongUsage,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::Failed => 1,
            Status::WrongUsage => 2,
        })
    }
}
