//! Dates, ranks, results and komi in the forms that records use.

mod amount;
mod date;
mod day;
mod handicap;
mod komi;
mod lex;
mod rank;
mod result;
mod time_limit;

pub use date::{GameDate, ParseDateError, PartialDate};
pub use day::Day;
pub(super) use handicap::handicap;
pub use komi::Komi;
pub(super) use lex::normalized;
pub use rank::Rank;
pub use result::{GameResult, Margin};
pub use time_limit::TimeLimit;
