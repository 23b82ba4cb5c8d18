use crate::position_file::PositionId;
use crate::record::PartialDate;
use crate::store::StoreError;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Debug, Error)]
pub enum QueryError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A part of a name that none has.
    #[error("no {what} in the database has \"{text}\" in its name{}", hint(similar), what = kind(condition))]
    Unknown {
        /// The condition: `player`, `black`, `white`, `event` or `rules`.
        condition: &'static str,
        /// What was typed.
        text: String,
        /// Names that are like it.
        similar: Vec<String>,
    },
    /// A number that no game has.
    #[error("there is no game {number}; {}", match last {
        0 => "the database is empty".to_owned(),
        last => format!("numbers go up to {last}"),
    })]
    NoSuchGame {
        /// What was asked for.
        number: i64,
        /// The last number that a game was given.
        last: i64,
    },
    /// An id that no imported position has.
    #[error("no position with the id {0} was imported")]
    NoSuchPosition(PositionId),
    /// Dates of a filter that leave none between them.
    #[error("{from} is after {to}; the earlier date comes first (from, then to)")]
    Backwards {
        /// The earliest date that counts.
        from: PartialDate,
        /// The latest.
        to: PartialDate,
    },
    /// Words to look for without a letter or digit in them.
    #[error("there is no word in \"{0}\"; a word has letters or digits")]
    NoWord(String),
    /// A tree that is too large.
    #[error("the tree would have more than {0} moves; ask for less depth or more games (--depth, --min-games)")]
    LargeTree(usize),
}

/// What a condition looks for.
fn kind(condition: &'static str) -> &'static str {
    match condition {
        "black" | "white" => "player",
        other => other,
    }
}

fn hint(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        _ => format!("; there is {}", similar.join(", ")),
    }
}
