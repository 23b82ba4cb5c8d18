use crate::pattern::PatternError;
use crate::position_file::PositionId;
use crate::query::filter::NamePattern;
use crate::record::PartialDate;
use crate::store::StoreError;
use thiserror::Error;

/// The error of a question. A question that was requested to stop fails with
/// [`StoreError::Stopped`].
#[derive(Debug, Error)]
pub enum QueryError {
    /// The database cannot be read, or is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A filter has a name, or a part of one, that nothing has.
    #[error("no {kind} in the database has {}{}", wanted(name), hint(similar))]
    Unknown {
        /// The name of the condition.
        condition: &'static str,
        /// The kind of name: `player`, `event` or `rules`.
        kind: &'static str,
        /// The name or the part of one.
        name: NamePattern,
        /// Similar names.
        similar: Vec<String>,
    },
    /// Several players have a part of a name of which one is wanted.
    #[error("{count} players have \"{part}\" in their names: {}; write ={} for the first", listed(players), players[0].0)]
    SeveralPlayers {
        /// The part.
        part: String,
        /// The number of players.
        count: usize,
        /// Those with the most games, with the numbers of these; at least one.
        players: Vec<(String, u32)>,
    },
    /// The score of a player against himself is asked for.
    #[error("both names mean {0}; name two players")]
    SamePlayer(String),
    /// No game has the number.
    #[error("there is no game {number}; {}", match last {
        0 => "the database is empty".to_owned(),
        last => format!("numbers go up to {last}"),
    })]
    NoSuchGame {
        /// The number.
        number: i64,
        /// The highest number that any game has been given.
        last: i64,
    },
    /// No imported position has the id.
    #[error("no position with the id {0} was imported")]
    NoSuchPosition(PositionId),
    /// A filter has dates in the wrong order.
    #[error("{from} is after {to}; the earlier date comes first (from, then to)")]
    Backwards {
        /// The earliest date.
        from: PartialDate,
        /// The latest date.
        to: PartialDate,
    },
    /// A text to look for has neither letters nor digits.
    #[error("there is no word in \"{0}\"; {advice}", advice = advice_on_words(.0))]
    NoWord(String),
    /// A filter for Spark has an opening.
    #[error(
        "opening cannot be queried on Spark, because a dataset does not list the openings of its games; import the \
         dataset into a database and query that"
    )]
    OpeningOnSpark,
    /// An area is not a pattern, or a pattern has no place on the board.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A strict sequence is asked of a pattern that has none.
    #[error(
        "\"strict\" is about the moves of a sequence, and the pattern has none: number the points of a diagram from 1"
    )]
    StrictWithoutSequence,
    /// A tree would have too many moves.
    #[error("the tree would have more than {0} moves; ask for less depth or more games")]
    LargeTree(usize),
}

fn advice_on_words(text: &str) -> &'static str {
    if text.contains('=') {
        "write a condition without blanks: black=joonki"
    } else {
        "write letters or digits"
    }
}

impl QueryError {
    /// Returns whether the question makes no sense, whatever is in the database.
    #[must_use]
    pub const fn is_wrong_usage(&self) -> bool {
        matches!(self, Self::Backwards { .. } | Self::NoWord(_) | Self::OpeningOnSpark)
    }

    /// Returns whether a condition cannot be met because it names nothing in the database, or
    /// several archives.
    #[must_use]
    pub(super) const fn is_of_condition(&self) -> bool {
        matches!(
            self,
            Self::Unknown { .. } | Self::Store(StoreError::NotImported { .. } | StoreError::SeveralImported { .. })
        )
    }
}

fn wanted(name: &NamePattern) -> String {
    match name {
        NamePattern::Part(part) => format!("\"{part}\" in its name"),
        NamePattern::Whole(name) => format!("the name \"{name}\""),
    }
}

fn listed(players: &[(String, u32)]) -> String {
    let listed: Vec<String> = players
        .iter()
        .map(|(name, games)| format!("{name} ({games})"))
        .collect();
    listed.join(", ")
}

fn hint(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        _ => format!("; there is {}", similar.join(", ")),
    }
}
