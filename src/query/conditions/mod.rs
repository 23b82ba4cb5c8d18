//! The conditions that a filter may have, in one table: names and help, how a
//! condition is read and printed, and how a game is tested. Command-line options,
//! the shell's `where`, the parameters of the API and the text of a filter follow
//! from the table.

mod given;
mod table;
mod value;

pub use given::{ConditionError, Conditions};
pub use table::{CONDITIONS, Condition};
pub(super) use table::{Test, first_day, last_day};
