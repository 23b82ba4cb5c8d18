//! SQLite: connections, the schema and its versions, what says what file it is, the tables whose rows have
//! checksums, and the names of the full-text indexes.

pub mod connection;
pub mod full_text;
pub mod journal_index;
pub mod meta;
pub mod schema;
pub mod table;
