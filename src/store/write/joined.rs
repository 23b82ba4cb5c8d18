//! The sources that the user joined to games.

use crate::store::error::StoreError;
use crate::store::sqlite::table::JOINED;
use crate::store::write::transaction::Transaction;
use rusqlite::ToSql;

/// Marks a new source as joined to its game. `place` is the row of the game, that of the
/// archive, the file, and the index in it; `content` is that of the source's own record.
pub fn mark_as_joined(transaction: &Transaction, place: [&dyn ToSql; 4], content: i64) -> Result<(), StoreError> {
    let [game, archive, member, member_game] = place;
    let values: [&dyn ToSql; 5] = [game, archive, member, member_game, &content];
    transaction.execute(&JOINED.insert("INSERT"), &values[..])?;
    transaction.change_state(|state| state.joined += 1);
    Ok(())
}
