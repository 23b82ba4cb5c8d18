//! SQL queries: one read-only statement over the views of the file and the tables of
//! positions and patterns. `docs/sql.md` describes them for users.

mod error;
mod functions;
mod index;
mod limits;
mod patterns;
mod positions;
mod session;
mod values;

pub use error::SqlError;
pub use rusqlite::types::{Value, ValueRef};
pub use session::{FUNCTIONS, SqlSession, TABLES};
pub use values::{Parameters, ResultColumn, Sheet};
