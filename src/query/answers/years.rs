use crate::go::Move;
use crate::query::ask::Question;
use crate::query::{QueryError, json};
use crate::record::Next;
use crate::store::{PositionTotals, Snapshot, YearCounter, YearTotals};
use serde::Serialize;
use std::cmp::Reverse;

/// The length of the periods by which games are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Period {
    /// Single years.
    #[default]
    Year,
    /// Ten years: 1990 to 1999 are the decade 1990.
    Decade,
}

impl Period {
    /// Returns the first year of the period that a year lies in.
    #[must_use]
    pub const fn of(self, year: u16) -> u16 {
        match self {
            Self::Year => year,
            Self::Decade => year / 10 * 10,
        }
    }

    /// Returns the number of years in a period.
    #[must_use]
    pub const fn years(self) -> u16 {
        match self {
            Self::Year => 1,
            Self::Decade => 10,
        }
    }

    /// Returns the totals of each period that has games. Undated games come first.
    #[must_use]
    pub fn totals(self, years: &YearTotals) -> YearTotals {
        years.grouped(|year| self.of(year))
    }
}

/// The games with a position, and with each move from it, by year or decade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Years {
    /// The length of the periods.
    pub by: Period,
    /// The number of games that reach the position.
    pub games: u64,
    /// The games of each period that has any. Undated games come first.
    pub years: YearTotals,
    /// All games of each period that meet the conditions, on boards of this size, whatever their positions.
    pub all_games: YearTotals,
    /// The games of each next move, the most popular move first.
    pub next_moves: Vec<YearsOfMove>,
}

/// The games with a move by year or decade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YearsOfMove {
    /// The move.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The number of games.
    pub games: u64,
    /// The games of each period that has any.
    pub years: YearTotals,
}

/// Counts the games with a position, and with each move from it, by year or decade.
pub fn years(snapshot: &Snapshot, question: &Question, by: Period) -> Result<Years, QueryError> {
    let mut all_games = YearCounter::default();
    let filter = question.filter().compile(snapshot)?;
    filter.visit_passing(snapshot, |_, game| {
        if game.board_size() == question.size() {
            all_games.count(game.facts());
        }
    })?;
    Ok(Years::of(&question.count(snapshot)?, &all_games.totals(), by))
}

impl Years {
    /// Makes the answer from the counts of the position, and of all games on boards of its size that meet the
    /// conditions.
    #[must_use]
    pub fn of(totals: &PositionTotals<Next>, all_games: &YearTotals, by: Period) -> Self {
        let mut next_moves: Vec<YearsOfMove> = totals
            .next
            .iter()
            .filter_map(|(next, years)| Some((next.mv()?, years)))
            .map(|(mv, years)| YearsOfMove {
                mv,
                games: years.total().games,
                years: by.totals(years),
            })
            .collect();
        next_moves.sort_by_key(|next| (Reverse(next.games), next.mv));
        Self {
            by,
            games: totals.all.total().games,
            years: by.totals(&totals.all),
            all_games: by.totals(all_games),
            next_moves,
        }
    }
}
