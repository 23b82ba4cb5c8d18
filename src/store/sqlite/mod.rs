//! SQLite: connections, the schema and its versions, what says what file it is, the tables whose rows have
//! checksums, and the names of the full-text indexes.

mod connection;
pub mod meta;
pub mod schema;
mod table;

pub use connection::*;
pub use table::*;
