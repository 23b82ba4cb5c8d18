use bgo::record::Rejection;
use std::io;
use thiserror::Error;

/// The reason that a game gives no records. Offsets are bytes in its file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OddGame {
    /// The text has no beginning of a game.
    #[error("it holds no game; one begins with \"(;\"")]
    NoGame,
    /// The game ends early, or continues with something else.
    #[error("byte {0}: the game is not closed; text that is not SGF, or the end, comes before its last parenthesis")]
    NotClosed(usize),
    /// The text is not SGF.
    #[error("before byte {offset}: {what}, which is not SGF")]
    Grammar {
        /// The place after the fault.
        offset: usize,
        /// The fault.
        what: &'static str,
    },
    /// The board does not have 19 lines.
    #[error("its board is SZ[{0}]; records are of 19x19")]
    Size(String),
    /// The handicap is not a number of stones.
    #[error("its handicap is HA[{0}], which is not a number of stones; expected 0 or from 2 on")]
    Handicap(String),
    /// The character set is unknown.
    #[error("its character set is CA[{0}], which is unknown")]
    CharacterSet(String),
    /// A point is not on the board.
    #[error("byte {offset}: \"{text}\" is not a point of a 19x19 board")]
    Point {
        /// The place of the point.
        offset: usize,
        /// The text of the point.
        text: String,
    },
    /// bgo's own reader rejects the game.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// Setup leaves a chain without liberties.
    #[error("its setup has stones without liberties")]
    NoLiberties,
    /// A stone is placed on a stone.
    #[error("byte {0}: there is a stone on this point already")]
    Occupied(usize),
}

/// Damage in a training set, with its place.
#[derive(Debug, Error)]
#[error("{name}: byte {offset}: {damage}")]
pub struct TrainingFileError {
    /// The name that the reader was given.
    pub name: String,
    /// The first wrong byte, counted from 0.
    pub offset: u64,
    /// The damage.
    pub damage: TrainingFileDamage,
}

/// The kinds of damage in a training set.
#[derive(Debug, Error)]
pub enum TrainingFileDamage {
    /// The file is of neither version.
    #[error(
        "it is not a training set of the KGS formats; one begins with \"mlv2-n=\" (version 2) or \"GO\" (version 1)"
    )]
    NoTrainingSet,
    /// The header is wrong.
    #[error(
        "its header is \"{0}\"; expected \"mlv2-n=NUMBER-numplanes=7-imagewidth=19-imageheight=19-datatype=int-bpp=1\""
    )]
    Header(String),
    /// Neither a record nor the end follows.
    #[error("there is neither a record (\"GO\") nor the end (\"END\")")]
    NoRecord,
    /// The file is cut off.
    #[error("it is cut off; {0} records are whole")]
    Cut(u64),
    /// The label is not on the board, in version 2.
    #[error("the label is {0}; it should be 0 to 360")]
    Label(u32),
    /// The move is not on the board, in version 1.
    #[error("the move is in row {0} and column {1}; both should be 0 to 18")]
    Move(u8, u8),
    /// A constant bit has the wrong value.
    #[error("the {place} is {found}, and it is {expected} in every record", found = 1 - expected)]
    Padding {
        /// The bit.
        place: &'static str,
        /// The right value.
        expected: u8,
    },
    /// Planes contradict each other.
    #[error("record {record}: {what}")]
    Contradiction {
        /// The record, counted from 1.
        record: u64,
        /// The fault.
        what: &'static str,
    },
    /// The header has another number of records.
    #[error("there are {found} records, and the header has {expected}")]
    Count {
        /// The number of records.
        found: u64,
        /// The number in the header.
        expected: u64,
    },
    /// Something follows the end.
    #[error("something follows the end of the training set")]
    Behind,
    /// The file cannot be read there.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}
