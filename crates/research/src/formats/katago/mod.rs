//! Rows of training data as KataGo's training reads them (inputs of version 7): positions with the
//! moves that were played, and with what the record says about the outcome. `docs/katago.md`
//! describes each plane and number.

mod area;
mod arrays;
mod chains;
mod features;
mod game;
mod ladders;
mod metadata;
mod points;
mod repetition;
mod row;
mod rule_set;
mod rules;
mod situation;
mod targets;
mod walk;

#[cfg(test)]
mod tests;

pub use arrays::{KatagoArray, KatagoRows, RowShape};
pub use game::{KatagoGame, UnusableGame};
pub(crate) use points::{Grid, LONGEST};
pub(crate) use row::Row;
pub use rule_set::RuleSet;
pub use rules::{Rules, RulesError};
pub(crate) use walk::rows;
