//! Writing the words of labels and games.

use super::transaction::Transaction;
use crate::record::words;
use crate::store::error::StoreError;
use crate::store::games::words::damaged_words;
use crate::store::sqlite::full_text::INDEXES;
use crate::store::sqlite::schema;
use rusqlite::config::DbConfig;
use rusqlite::params;

/// The statement that indexes the words of a game.
pub const INSERT_GAME_WORDS: &str = "INSERT INTO game_words (rowid, text) VALUES (?1, ?2)";

/// Recreates the indexes, empty.
pub fn empty_words(transaction: &Transaction) -> Result<(), StoreError> {
    // Defensive mode protects the tables of the full-text indexes from writes.
    transaction.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
    let made = INDEXES.into_iter().try_for_each(|index| {
        let sql = schema::definition(index, transaction.path())?;
        // An index without its version cannot be dropped.
        let batch = format!("REPLACE INTO {index}_config VALUES ('version', 4); DROP TABLE {index}; {sql}");
        transaction
            .sqlite()
            .execute_batch(&batch)
            .map_err(|error| transaction.error(error))
    });
    transaction.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    made
}

/// Adds the words of a game to the index.
pub fn add_game_words(transaction: &Transaction, game: i64, words: &str) -> Result<(), StoreError> {
    if words.is_empty() {
        return Ok(());
    }
    transaction.open_words()?;
    write_words(transaction, INSERT_GAME_WORDS, params![game, words])
}

/// Removes the words of a game from the index.
pub fn delete_game_words(transaction: &Transaction, game: i64) -> Result<(), StoreError> {
    transaction.open_words()?;
    write_words(transaction, "DELETE FROM game_words WHERE rowid = ?1", [game])
}

/// Adds the words of a label to the index.
pub fn add_label_words(transaction: &Transaction, label: u32, text: &str) -> Result<(), StoreError> {
    transaction.open_words()?;
    write_words(
        transaction,
        "INSERT INTO label_words (rowid, text) VALUES (?1, ?2)",
        params![label, words(text)],
    )
}

/// Removes the words of a label from the index.
pub fn delete_label_words(transaction: &Transaction, label: i64) -> Result<(), StoreError> {
    transaction.open_words()?;
    write_words(transaction, "DELETE FROM label_words WHERE rowid = ?1", [label])
}

fn write_words(transaction: &Transaction, sql: &str, values: impl rusqlite::Params) -> Result<(), StoreError> {
    match transaction.execute(sql, values) {
        Ok(_) => Ok(()),
        Err(error) => Err(damaged_words(transaction, error)),
    }
}
