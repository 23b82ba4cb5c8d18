//! Dates, ranks, results and komi, as records write them.

mod amount;
mod date;
mod komi;
mod lex;
mod rank;
mod result;

pub use date::{GameDate, ParseDateError, PartialDate};
pub use komi::Komi;
pub use rank::Rank;
pub use result::{GameResult, Margin};
