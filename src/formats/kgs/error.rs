use super::record::Version;
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

/// What is wrong in a data set, and where.
#[derive(Debug, Error)]
#[error("{name}: byte {offset}: {damage}")]
pub struct DatasetError {
    /// The file, as it was named to the reader.
    pub name: String,
    /// The first byte that is wrong, counted from 0.
    pub offset: u64,
    /// What is wrong.
    pub damage: DatasetDamage,
}

/// What can be wrong in a data set.
#[derive(Debug, Error)]
pub enum DatasetDamage {
    /// Neither version.
    #[error("it is no data set; one begins with \"mlv2-n=\" (version 2) or \"GO\" (version 1)")]
    NoDataset,
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
    /// A label outside of the board.
    #[error("the label is {0}; it should be 0 to 360")]
    Label(u32),
    /// A bit that is the same in every record.
    #[error("a bit is wrong that is always the same")]
    Padding,
    /// A header that counts other than there are.
    #[error("there are {found} records, and the header has {expected}")]
    Count {
        /// How many there are.
        found: u64,
        /// How many it says.
        expected: u64,
    },
    /// Something behind the end.
    #[error("something follows the end of the data set ({0:?})")]
    Behind(Version),
    /// The file cannot be read there.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}
