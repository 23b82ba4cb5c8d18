//! Rows of training data as KataGo's training reads them (inputs of version 7): positions with the
//! moves that were played, and with what the record says about the outcome. `docs/katago.md`
//! describes each plane and number.

mod area;
mod chains;
mod game;
mod ladders;
mod metadata;
mod points;
mod repetition;
mod replay;
mod row;
mod rules;

#[cfg(test)]
mod tests;

pub(crate) use game::KatagoGame;
pub(crate) use points::LONGEST;
pub(crate) use replay::rows;
pub(crate) use row::KatagoRow;
pub use row::{KatagoArray, KatagoArrays};
pub use rules::{RuleSet, Rules};
