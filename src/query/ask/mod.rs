//! Questions: the board and the subject, and the names and values that make them.

mod error;
mod parameters;
mod question;
mod reading;
mod search_board;
#[cfg(test)]
mod tests;

pub use error::{Clash, QuestionError};
pub use parameters::{PARAMETERS, Parameter};
pub use question::{Question, Scope, shown_stones};
pub(super) use question::{SoughtPosition, Subject, as_seen};
pub use search_board::{PlayError, SearchBoard, Setup, SetupError};
