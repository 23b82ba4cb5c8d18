//! SQLite's side: the schema with its versions, and the tables whose rows carry
//! checksums.

pub mod schema;
pub mod table;
