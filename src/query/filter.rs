use super::ResultPattern;
use crate::go::BoardSize;
use crate::range::{Range, YearRange};
use crate::record::{Komi, PartialDate, Rank};

/// Conditions on games. Every game passes the default filter. A game without the
/// value that a condition tests does not meet the condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Parts of names. Each must be in the name of one of the players.
    pub players: Vec<String>,
    /// A part of Black's name.
    pub black: Option<String>,
    /// A part of White's name.
    pub white: Option<String>,
    /// The range of years of the first date.
    pub years: YearRange,
    /// The earliest first date. A date without day or month counts as the first day
    /// that it may mean.
    pub from: Option<PartialDate>,
    /// The latest first date. A date without day or month counts as the last day
    /// that it may mean.
    pub to: Option<PartialDate>,
    /// A part of the event's name.
    pub event: Option<String>,
    /// The result.
    pub result: Option<ResultPattern>,
    /// The ranks of both players.
    pub rank: Range<Rank>,
    /// Komi.
    pub komi: Range<Komi>,
    /// Handicap stones.
    pub handicap: Range<u8>,
    /// A part of the name of the rules.
    pub rules: Option<String>,
    /// The board sizes.
    pub size: Range<BoardSize>,
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
