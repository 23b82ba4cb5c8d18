//! The conditions of filters, in one table: the name and help of each condition,
//! how it is read and printed, and how it tests a game. Command-line options, the
//! shell's `where`, the parameters of the API and the text of a filter are derived
//! from the table.

mod given;
mod table;
mod value;

pub use given::{ConditionError, Conditions};
pub(super) use table::Test;
pub use table::{CONDITIONS, Condition};
