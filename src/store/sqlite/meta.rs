//! The rows of the table `meta`, which say what kind of file this is.

use super::connection::Connection;
use crate::store::error::StoreError;
use rusqlite::ToSql;
use rusqlite::types::FromSql;
use std::path::Path;

/// The CRC-32 of the hash table that the file was made with.
pub const HASH_TABLE: &str = "hash_table";

/// A random number that the file got when it was made.
pub const IDENTITY: &str = "identity";

/// Says that the derived data are complete.
pub const DERIVED: &str = "derived";

/// Says that the courses of all games are there.
pub const COURSES: &str = "courses";

/// Returns the name of the row that says what a folder was like when it was last compared with the
/// database.
pub fn synced(folder: &Path) -> String {
    format!("synced {}", folder.display())
}

/// Reads the value of a row.
pub fn value<T: FromSql>(connection: &Connection, name: &str) -> Result<Option<T>, StoreError> {
    connection.optional("SELECT value FROM meta WHERE name = ?1", [name])
}

/// Returns whether there is a row.
pub fn has(connection: &Connection, name: &str) -> Result<bool, StoreError> {
    Ok(value::<i64>(connection, name)?.is_some())
}

/// Writes a row, in place of an earlier one.
pub fn replace(connection: &Connection, name: &str, value: impl ToSql) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO meta (name, value) VALUES (?1, ?2)";
    connection.execute(sql, (name, value)).map(drop)
}

/// Writes a row, unless another process already did.
pub fn note(connection: &Connection, name: &str, value: impl ToSql) -> Result<(), StoreError> {
    let sql = "INSERT OR IGNORE INTO meta (name, value) VALUES (?1, ?2)";
    connection.execute(sql, (name, value)).map(drop)
}
