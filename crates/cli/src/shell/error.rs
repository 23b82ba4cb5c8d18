use crate::hints::hint;
use crate::render::Text;
use bgo::internal::archive::ArchiveFault;
use bgo::internal::export::ExportError;
use bgo::internal::files::NewFileError;
use bgo::internal::go::{BoardSize, ParseError, Point};
use bgo::internal::import::{ImportError, ReadFailure};
use bgo::internal::query::{ConditionError, QueryError, SetupError};
use bgo::internal::sql::SqlError;
use bgo::internal::store::StoreError;
use std::io;
use std::path::Path;
use thiserror::Error;

/// The failure of a command.
#[derive(Debug, Error)]
pub enum ShellError {
    /// A command that cannot be done.
    #[error("{0}")]
    Failed(String),
    /// Words that are not understood.
    #[error("{0}")]
    WrongUsage(String),
    /// Words that the command cannot take.
    #[error("{problem}\nusage: {usage}")]
    Usage { problem: String, usage: String },
    /// A command that did a part of its work and shows it.
    #[error("{message}")]
    Incomplete { message: String, shown: Text },
    /// A word that is not a move, or no range of years.
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Condition(#[from] ConditionError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Wildcards in a question about the whole board.
    #[error(
        "wildcards (*) count within an area only: set one, such as \"area corner {}\", or \"area aa {}\" for the whole \
         board",
        .0.lines().div_ceil(2).min(9),
        Point::new(.0.lines() - 1, .0.lines() - 1)
    )]
    WildcardsWithoutArea(BoardSize),
    #[error("{0}{hint}", hint = hint(.0, true))]
    Export(#[from] ExportError),
    #[error("{0}{hint}", hint = hint(.0, true))]
    Query(#[from] QueryError),
    #[error("{0}{hint}", hint = hint(.0, true))]
    Sql(#[from] SqlError),
    /// Standard input that cannot be imported.
    #[error("{0}")]
    StandardInput(io::Error),
    #[error("{0}{hint}", hint = hint(.0, true))]
    NewFile(#[from] NewFileError),
    #[error("{0}{hint}", hint = hint(.0, true))]
    Store(#[from] StoreError),
    #[error("{0}{hint}", hint = hint(.0, true))]
    Import(#[from] ImportError),
    /// A path that cannot be read, so that nothing is imported.
    #[error("{0}; nothing was imported{hint}", hint = hint(.0, true))]
    Unreadable(#[from] ReadFailure),
}

impl ShellError {
    pub(super) fn failed(message: impl ToString) -> Self {
        Self::Failed(message.to_string())
    }

    pub(super) fn no_open_game() -> Self {
        Self::failed("no game is open; \"open GAME\" opens one")
    }

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

    /// Returns the error of a file or folder that cannot be used.
    pub(super) fn path(path: &Path, error: io::Error) -> Self {
        let fault: ArchiveFault = match error.kind() {
            // A path that goes on after a file.
            io::ErrorKind::NotADirectory => io::Error::from(io::ErrorKind::NotFound).into(),
            _ => error.into(),
        };
        Self::failed(format_args!("{}: {fault}", path.display()))
    }

    /// Returns the text that the command shows although it failed.
    pub const fn shown(&self) -> Option<&Text> {
        match self {
            Self::Incomplete { shown, .. } => Some(shown),
            _ => None,
        }
    }

    /// Returns the error as that of a command whose change of the database was made before.
    pub(super) fn after_change(self) -> Self {
        Self::Incomplete {
            message: self.to_string(),
            shown: Text::default(),
        }
    }

    /// Returns whether what was done before the failure stays.
    pub(super) const fn is_partial(&self) -> bool {
        matches!(self, Self::Incomplete { .. } | Self::Import(_))
    }

    /// Returns whether the user stopped the command.
    pub fn is_stop(&self) -> bool {
        match self {
            Self::Store(StoreError::Stopped)
            | Self::Query(QueryError::Store(StoreError::Stopped))
            | Self::Sql(SqlError::Store(StoreError::Stopped))
            | Self::Export(ExportError::Stopped)
            | Self::Import(ImportError::Stopped(_)) => true,
            Self::StandardInput(error) => error.kind() == io::ErrorKind::Interrupted,
            _ => false,
        }
    }

    /// Returns the exit status: 2 for a command that was not understood, 1 for one that failed.
    pub fn status(&self) -> u8 {
        match self {
            Self::WrongUsage(_) | Self::Usage { .. } | Self::Parse(_) | Self::Condition(_) => 2,
            Self::Query(error) if error.is_wrong_usage() => 2,
            _ => 1,
        }
    }
}
