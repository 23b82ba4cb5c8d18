//! SQLite: connections, the schema and its versions, what says what file it is, and the tables whose rows have
//! checksums.

mod connection;
pub mod meta;
pub mod schema;
mod table;

pub use connection::*;
pub use rusqlite::version as sqlite_version;
pub use table::*;
