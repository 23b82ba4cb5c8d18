//! Questions in SQL: one statement that reads, over the views of the file and
//! the index of positions as a table. `docs/sql.md` describes both for those
//! who ask.

mod error;
mod functions;
mod index;
mod limits;
mod positions;
mod question;
mod sheet;
mod verify;

pub use error::SqlError;
pub use question::{FUNCTIONS, Questions, TABLES};
pub use rusqlite::types::ValueRef;
pub use sheet::Sheet;
