//! Filters: the conditions of a question in one table, with the name and help of each, how it is
//! read and printed, and how it tests a game. Command-line options, the shell's `where`, the
//! parameters of the API and the text of a filter are derived from the table.

mod compiled;
mod conditions;
mod game_numbers;
mod result_pattern;
mod table;
mod value;

pub use compiled::CompiledFilter;
pub(super) use compiled::words_of;
pub use conditions::{ConditionError, Conditions};
pub use game_numbers::GameNumbers;
pub use result_pattern::{MarginPattern, ResultPattern};
pub(super) use table::Test;
pub use table::{CONDITIONS, Condition};

use crate::go::BoardSize;
use crate::range::{Range, YearRange};
use crate::record::{Komi, PartialDate, Rank, TimeLimit};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Conditions on games. Every game passes the default filter. A game without the
/// value that a condition tests does not meet the condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Names, each of which one of the players must have.
    pub players: Vec<NamePattern>,
    /// Black's name.
    pub black: Option<NamePattern>,
    /// White's name.
    pub white: Option<NamePattern>,
    /// The years: a game passes if any of them lies between its first date and its last.
    pub years: YearRange,
    /// The earliest date: a day of the game may be this date or later. A date without day or
    /// month may be any of its days.
    pub from: Option<PartialDate>,
    /// The latest date: a day of the game may be this date or earlier.
    pub to: Option<PartialDate>,
    /// The event's name.
    pub event: Option<NamePattern>,
    /// The result.
    pub result: Option<ResultPattern>,
    /// The ranks of both players.
    pub rank: Range<Rank>,
    /// Komi.
    pub komi: Range<Komi>,
    /// Handicap stones.
    pub handicap: Range<u8>,
    /// The name of the rules.
    pub rules: Option<NamePattern>,
    /// The main time of each player.
    pub time: Range<TimeLimit>,
    /// The text of the overtime.
    pub overtime: Option<NamePattern>,
    /// The name of the program that wrote the record.
    pub program: Option<NamePattern>,
    /// The board sizes.
    pub size: Range<BoardSize>,
    /// Whether the record has faults.
    pub repaired: Option<bool>,
    /// Numbers of games, one of which a game must have.
    pub games: Option<GameNumbers>,
    /// Archives by their paths or the ends of these, one of which must be a source of the
    /// game.
    pub archives: Vec<String>,
    /// Texts that must all occur in names of players, event, place, round, name, publication
    /// or comments. The words of a text must be adjacent and in order.
    pub words: Vec<String>,
}

impl Filter {
    /// Returns whether the filter has no condition, so that every game passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether the filter has no condition other than the years.
    #[must_use]
    pub fn has_only_years(&self) -> bool {
        let years = self.years;
        *self
            == Self {
                years,
                ..Self::default()
            }
    }
}

/// A pattern for names. Letter case, accents and width do not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamePattern {
    /// Names with this text in them.
    Part(String),
    /// This name alone; typed with `=` before it.
    Whole(String),
}

impl NamePattern {
    /// Returns the text without the `=` that says that it is a whole name.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Part(text) | Self::Whole(text) => text,
        }
    }
}

impl FromStr for NamePattern {
    type Err = Infallible;

    /// Reads `cho`, or `=cho` for a whole name.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let text = text.trim();
        Ok(match text.strip_prefix('=') {
            Some(name) => Self::Whole(name.trim().to_owned()),
            None => Self::Part(text.to_owned()),
        })
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(text) => f.write_str(text),
            Self::Whole(name) => write!(f, "={name}"),
        }
    }
}
