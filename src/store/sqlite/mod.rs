//! The file as SQLite sees it: connections, the schema with its versions, the
//! tables whose rows carry checksums, and the names of the full-text indexes.

pub mod connection;
pub mod full_text;
pub mod schema;
pub mod table;
