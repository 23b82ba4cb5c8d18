use std::io;
use thiserror::Error;

/// Why no records are made of a game. Offsets are bytes of its file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OddGame {
    /// Nothing that begins like a game.
    #[error("it holds no game; one begins with \"(;\"")]
    NoGame,
    /// The text ends within the game, or goes on with something else.
    #[error("byte {0}: the game is not closed; text that is no SGF, or the end, comes before its last parenthesis")]
    NotClosed(usize),
    /// A text that is no SGF.
    #[error("before byte {offset}: {what}, which is no SGF")]
    Grammar {
        /// Where the text goes on.
        offset: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A board of another size.
    #[error("its board is SZ[{0}]; records are of 19x19")]
    Size(String),
    /// A handicap that is none.
    #[error("its handicap is HA[{0}], which is no number of stones; expected 0 or from 2 on")]
    Handicap(String),
    /// A character set that nobody knows.
    #[error("its character set is CA[{0}], which is unknown")]
    CharacterSet(String),
    /// A point that is not on the board, or no point.
    #[error("byte {offset}: \"{text}\" is no point of a 19x19 board")]
    Point {
        /// Where it stands.
        offset: usize,
        /// What stands there.
        text: String,
    },
    /// A stone on a stone.
    #[error("byte {0}: there is a stone on this point already")]
    Occupied(usize),
}

/// What is wrong in a training set, and where.
#[derive(Debug, Error)]
#[error("{name}: byte {offset}: {damage}")]
pub struct TrainingFileError {
    /// The file, as it was named to the reader.
    pub name: String,
    /// The first byte that is wrong, counted from 0.
    pub offset: u64,
    /// What is wrong.
    pub damage: TrainingFileDamage,
}

/// What can be wrong in a training set.
#[derive(Debug, Error)]
pub enum TrainingFileDamage {
    /// Neither version.
    #[error("it is no training set of the KGS formats; one begins with \"mlv2-n=\" (version 2) or \"GO\" (version 1)")]
    NoTrainingSet,
    /// A header of other things than boards of 19 lines.
    #[error(
        "its header is \"{0}\"; expected \"mlv2-n=NUMBER-numplanes=7-imagewidth=19-imageheight=19-datatype=int-bpp=1\""
    )]
    Header(String),
    /// Neither a record nor the end.
    #[error("there is neither a record (\"GO\") nor the end (\"END\")")]
    NoRecord,
    /// The file ends within a record or before its end.
    #[error("it is cut off; {0} records are whole")]
    Cut(u64),
    /// A label outside of the board, in version 2.
    #[error("the label is {0}; it should be 0 to 360")]
    Label(u32),
    /// A point outside of the board, in version 1.
    #[error("the move is in row {0} and column {1}; both should be 0 to 18")]
    Move(u8, u8),
    /// A bit that is the same in every record.
    #[error("the {place} is {found}, and it is {expected} in every record", found = 1 - expected)]
    Padding {
        /// Which.
        place: &'static str,
        /// What it should be.
        expected: u8,
    },
    /// Planes that contradict each other.
    #[error("record {record}: {what}")]
    Contradiction {
        /// Which, counted from 1.
        record: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// A header that counts other than there are.
    #[error("there are {found} records, and the header has {expected}")]
    Count {
        /// How many there are.
        found: u64,
        /// How many it says.
        expected: u64,
    },
    /// Something behind the end.
    #[error("something follows the end of the training set")]
    Behind,
    /// The file cannot be read there.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}
