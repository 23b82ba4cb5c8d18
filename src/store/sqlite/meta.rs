//! The rows of the table `meta`, which say what kind of file this is.

use super::connection::Connection;
use super::table::{META, intact};
use crate::store::StoreError;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, Value};

/// The CRC-32 of the hash table that the file was made with.
pub const HASH_TABLE: &str = "hash_table";

/// A random number that the file got when it was made.
pub const IDENTITY: &str = "identity";

/// Reads the value of a row. If it is missing, fails if a row is damaged, as that may be the one.
pub fn value<T: FromSql>(connection: &Connection, name: &str) -> Result<Option<T>, StoreError> {
    let rows = connection.rows(&META.select("name, value", ""), [], |row| {
        Ok((intact(row)?, row.get::<_, String>(1)?, row.get::<_, Value>(2)?))
    })?;
    let value = rows.iter().find(|(is_intact, found, _)| *is_intact && found == name);
    if value.is_none()
        && let Some((_, damaged, _)) = rows.iter().find(|(is_intact, ..)| !is_intact)
    {
        return Err(connection.damaged(format!("the row {damaged} of the table meta has a wrong checksum")));
    }
    let value = value.map(|(.., value)| T::column_result(value.into()));
    value.transpose().map_err(|error| connection.damaged(error.to_string()))
}

/// Deletes damaged rows, except that of the hash table, which cannot be derived cheaply, and gives the file
/// another identity if its own is gone.
pub fn repair(connection: &Connection) -> Result<Option<String>, StoreError> {
    let sql = "DELETE FROM meta WHERE checksum != row_checksum(name, value) AND name != 'hash_table'";
    let is_repaired = connection.execute(sql, [])? > 0;
    Ok((identify(connection)? || is_repaired).then(|| "rebuilt damaged rows of the table meta".to_owned()))
}

/// Gives a file an identity if it has none. Returns whether it had none.
pub fn identify(connection: &Connection) -> Result<bool, StoreError> {
    let identity: i64 = connection.value("SELECT random()")?;
    let insert = META.insert("INSERT OR IGNORE");
    Ok(connection.execute(&insert, (IDENTITY, identity))? > 0)
}

pub fn replace(connection: &Connection, name: &str, value: impl ToSql) -> Result<(), StoreError> {
    let replace = META.insert("INSERT OR REPLACE");
    connection.execute(&replace, (name, value)).map(drop)
}
