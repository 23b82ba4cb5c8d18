//! Dates, ranks, results and komi in the forms that records use.

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
