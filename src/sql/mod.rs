//! SQL queries: one read-only statement over the views of the file and the table of
//! positions. `docs/sql.md` describes both for users.

mod error;
mod functions;
mod index;
mod limits;
mod positions;
mod session;
mod sheet;
mod verify;

pub use error::SqlError;
pub use rusqlite::types::ValueRef;
pub use session::{FUNCTIONS, SqlSession, TABLES};
pub use sheet::Sheet;
