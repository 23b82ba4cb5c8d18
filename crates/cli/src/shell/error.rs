use crate::args::{DamagedDatabase, StandardInputError};
use crate::hints::{Hinted, Typed};
use crate::render::{Text, counted};
use bgo::archive::ArchiveFault;
use bgo::export::ExportError;
use bgo::files::NewFileError;
use bgo::go::{BoardSize, Color, ParseError, Point};
use bgo::import::{ImportError, ReadFailure};
use bgo::query::{ConditionError, PlayError, QueryError, SetupError};
use bgo::record::Rejection;
use bgo::sql::SqlError;
use bgo::store::StoreError;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// The failure of a command.
#[derive(Debug, Error)]
pub enum ShellError {
    /// The first word is not a command.
    #[error("there is no command {word:?}; {}", match (nearest, mark_hint(word)) {
        (Some(nearest), _) => format!("the nearest is \"{nearest}\""),
        (None, Some(hint)) => hint,
        (None, None) => "\"help\" lists them".to_owned(),
    })]
    UnknownCommand {
        word: String,
        /// The keyword that was probably meant.
        nearest: Option<&'static str>,
    },
    /// The first word is the beginning of several commands, or is too short for a beginning.
    #[error("{word:?} could be {}{}", listed(keywords), match mark_hint(word) {
        Some(hint) => format!("; {hint}"),
        None => String::new(),
    })]
    AmbiguousCommand {
        word: String,
        /// A keyword of each command, at least one.
        keywords: Vec<&'static str>,
    },
    /// A quote without its other half.
    #[error("a quote is not closed; for a quote within a name write \\\" or \\'")]
    OpenQuote,
    /// Words that the command cannot take.
    #[error("{problem}\nusage: {usage}")]
    Usage { problem: String, usage: String },
    /// A word that is not a move, or no range of years.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A mark after another move.
    #[error("a mark can only be the first move")]
    LateMark,
    /// A mark that the last search did not give.
    #[error("there is no mark {letter}: {}", match last {
        Some(last) => format!("the last one is {last}"),
        None => "there are no marks on the board; search shows them".to_owned(),
    })]
    NoMark {
        letter: char,
        /// The last mark that there is.
        last: Option<char>,
    },
    /// A move that the rules forbid. The moves before it were played.
    #[error("{} cannot play {word}: {}", error.mv.color, error.reason)]
    Illegal {
        word: String,
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
    #[error("there is no move {number}; the game has {}", counted((*moves).into(), "move"))]
    NoSuchMove {
        number: u16,
        /// The number of moves that the game has.
        moves: u16,
    },
    /// A file without a record of which anything can be made.
    #[error("{}: {rejection}", path.display())]
    NoRecord { path: PathBuf, rejection: Rejection },
    /// A text or file that is not a diagram.
    #[error("{}{error}", file.as_ref().map(|file| format!("{}: ", file.display())).unwrap_or_default())]
    Diagram {
        /// The file as it was typed, unless the diagram was typed itself.
        file: Option<PathBuf>,
        error: ParseError,
    },
    /// A file that is too long for a diagram or not a text.
    #[error("{} is not a diagram: {error}", path.display())]
    UnreadableDiagram { path: PathBuf, error: io::Error },
    /// A word that is neither a file nor a diagram.
    #[error("{} is neither a file nor a diagram: {error}", word)]
    NoDiagram {
        word: String,
        /// The fault of the text as a diagram.
        error: ParseError,
    },
    /// Stones or wildcards that cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Stones that cannot be set up.
    #[error("the {color} stone at {point} would have no liberties")]
    NoLiberties {
        color: Color,
        /// A stone of the chain, named as the user names points.
        point: String,
    },
    /// Handicap stones without usual points.
    #[error(transparent)]
    Handicap(ParseError),
    /// Wildcards in a question about the whole board.
    #[error(
        "wildcards (*) count within an area only: set one, such as \"area corner {}\", or \"area aa {}\" for the whole \
         board",
        .0.lines().div_ceil(2).min(9),
        last_point(*.0)
    )]
    WildcardsWithoutArea(BoardSize),
    /// Options of a pattern where there is none.
    #[error("no pattern is set; \"area\" and \"pattern\" set one")]
    NoPattern,
    /// Exchanged colours, asked for where an option of the pattern decides.
    #[error(
        "swap is about the whole board; a pattern counts with the colours exchanged too, unless it is set with \
         --fixed-colors"
    )]
    SwapOfPattern,
    /// A move or setup on a diagram that no board can show.
    #[error("moves need a board, and a board cannot show this diagram: it has {0}")]
    NotOnBoard(&'static str),
    /// Undo in a diagram.
    #[error("a diagram has no moves to take back; \"pattern off\" returns to the search board")]
    NoMovesInDiagram,
    /// Undo on an empty line.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// Games that were not exported.
    #[error("{0}{hint}", hint = .0.hint(Typed::InShell))]
    Export(#[from] ExportError),
    /// A question without an answer.
    #[error("{0}{hint}", hint = .0.hint(Typed::InShell))]
    Query(#[from] QueryError),
    /// A question in SQL without an answer.
    #[error("{0}{hint}", hint = .0.hint(Typed::InShell))]
    Sql(#[from] SqlError),
    /// A file or folder that cannot be used.
    #[error("{}: {fault}", path.display())]
    Path { path: PathBuf, fault: ArchiveFault },
    /// Standard input that cannot be imported.
    #[error(transparent)]
    StandardInput(#[from] StandardInputError),
    /// A file that cannot be written.
    #[error("{0}{hint}", hint = .0.hint(Typed::InShell))]
    NewFile(#[from] NewFileError),
    /// A file where a folder is needed.
    #[error("{}: it is not a folder", .0.display())]
    NoFolder(PathBuf),
    /// The platform knows no home folder.
    #[error("there is no home folder; name the folder to change to")]
    NoHome,
    /// The database.
    #[error("{0}{hint}", hint = .0.hint(Typed::InShell))]
    Store(#[from] StoreError),
    /// A database with problems.
    #[error("{error}")]
    Damaged { error: DamagedDatabase, shown: Text },
    /// An import that stopped.
    #[error("{0}{hint}", hint = .0.hint(Typed::InShell))]
    Import(#[from] ImportError),
    /// A path that cannot be read, so that nothing is imported.
    #[error("{0}; nothing was imported{hint}", hint = .0.hint(Typed::InShell))]
    Unreadable(#[from] ReadFailure),
    /// An import that could not read everything; the rest was imported.
    #[error("{}", failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Incomplete {
        /// The paths that it could not read, at least one.
        failures: Vec<ReadFailure>,
        /// The summary of what it imported.
        shown: Text,
    },
}

/// Returns the words with commas and an "or" between them.
pub(super) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match &words[..] {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// Returns what to type if a letter was meant as a mark.
fn mark_hint(word: &str) -> Option<String> {
    let is_letter = matches!(word.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    is_letter.then(|| format!("\"play {word}\" plays the move marked {word}"))
}

fn last_point(size: BoardSize) -> Point {
    Point::new(size.lines() - 1, size.lines() - 1)
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

    pub(super) fn path(path: PathBuf, error: io::Error) -> Self {
        let fault = match error.kind() {
            // A path that goes on after a file.
            io::ErrorKind::NotADirectory => io::Error::from(io::ErrorKind::NotFound).into(),
            _ => error.into(),
        };
        Self::Path { path, fault }
    }

    /// Returns the text that the command shows although it failed.
    pub const fn shown(&self) -> Option<&Text> {
        match self {
            Self::Illegal { shown, .. } | Self::Damaged { shown, .. } | Self::Incomplete { shown, .. } => Some(shown),
            _ => None,
        }
    }

    /// Returns whether the user stopped the command.
    pub const fn is_stop(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError::Stopped)
                | Self::Query(QueryError::Store(StoreError::Stopped))
                | Self::Sql(SqlError::Store(StoreError::Stopped))
                | Self::Export(ExportError::Stopped)
                | Self::Import(ImportError::Stopped(_))
                | Self::StandardInput(StandardInputError::Stopped)
        )
    }

    pub const fn status(&self) -> Status {
        match self {
            Self::UnknownCommand { .. }
            | Self::AmbiguousCommand { .. }
            | Self::OpenQuote
            | Self::Usage { .. }
            | Self::Parse(_)
            | Self::LateMark
            | Self::Diagram { .. }
            | Self::NoDiagram { .. }
            | Self::UnreadableDiagram { .. }
            | Self::Condition(_) => Status::WrongUsage,
            Self::Query(error) if error.is_wrong_usage() => Status::WrongUsage,
            _ => Status::Failed,
        }
    }
}

/// The end of a run of commands, from the best to the worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Exit status 0: everything was done.
    #[default]
    Done,
    /// Exit status 1: a command failed.
    Failed,
    /// Exit status 2: a command was not understood.
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
