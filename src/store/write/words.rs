//! Writing the words of labels and games.

use super::transaction::Transaction;
use crate::record::words;
use crate::store::StoreError;
use crate::store::games::{GAMES_AT_ONCE, damaged_words, words_of_game, words_of_games};
use crate::store::sqlite::INDEXES;
use crate::store::sqlite::schema::SCHEMAS;
use rusqlite::config::DbConfig;
use rusqlite::params;

/// The statement that indexes the words of a game.
pub const INSERT_GAME_WORDS: &str = "INSERT INTO game_words (rowid, text) VALUES (?1, ?2)";

pub fn empty_words(transaction: &Transaction) -> Result<(), StoreError> {
    // Defensive mode protects the tables of the full-text indexes from writes.
    transaction
        .connection()
        .set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
    let made = INDEXES.into_iter().try_for_each(|index| {
        let sql = transaction.run(|_| SCHEMAS.definition(index))?;
        // An index without its version cannot be dropped.
        let batch = format!("REPLACE INTO {index}_config VALUES ('version', 4); DROP TABLE {index}; {sql}");
        transaction.run(|sqlite| sqlite.execute_batch(&batch))
    });
    transaction
        .connection()
        .set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    made
}

pub fn add_game_words(transaction: &Transaction, game: i64, words: &str) -> Result<(), StoreError> {
    if words.is_empty() {
        return Ok(());
    }
    transaction.open_words()?;
    write_words(transaction, INSERT_GAME_WORDS, params![game, words])
}

/// Adds the words of all games to the index, which is empty.
pub fn add_words_of_all_games(transaction: &Transaction) -> Result<(), StoreError> {
    let last_game = transaction.state()?.last_game;
    for first in (1..=last_game).step_by(GAMES_AT_ONCE as usize) {
        let games = first..=last_game.min(first + GAMES_AT_ONCE - 1);
        for (game, words) in words_of_games(transaction, games)? {
            add_game_words(transaction, game, &words)?;
        }
    }
    Ok(())
}

/// Removes the words of a game from the index, before its record changes: the index removes the words
/// that it is given. Those of a record that cannot be read are lost, see [`renew_lost_words`].
pub fn delete_game_words(transaction: &Transaction, game: i64) -> Result<(), StoreError> {
    transaction.open_words()?;
    let Some(words) = words_of_game(transaction, game)? else {
        transaction.lose_words();
        return Ok(());
    };
    if words.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO game_words (game_words, rowid, text) VALUES ('delete', ?1, ?2)";
    write_words(transaction, sql, params![game, words])
}

/// Makes both indexes anew, if the words of a game could not be removed.
pub fn renew_lost_words(transaction: &Transaction) -> Result<(), StoreError> {
    if !transaction.has_lost_words() {
        return Ok(());
    }
    empty_words(transaction)?;
    let labels = transaction.rows("SELECT id, text FROM label", [], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?))
    })?;
    for (label, text) in labels {
        add_label_words(transaction, label, &text)?;
    }
    add_words_of_all_games(transaction)
}

pub fn add_label_words(transaction: &Transaction, label: u32, text: &str) -> Result<(), StoreError> {
    transaction.open_words()?;
    write_words(
        transaction,
        "INSERT INTO label_words (rowid, text) VALUES (?1, ?2)",
        params![label, words(text)],
    )
}

pub fn delete_label_words(transaction: &Transaction, label: i64, text: &str) -> Result<(), StoreError> {
    transaction.open_words()?;
    let sql = "INSERT INTO label_words (label_words, rowid, text) VALUES ('delete', ?1, ?2)";
    write_words(transaction, sql, params![label, words(text)])
}

fn write_words(transaction: &Transaction, sql: &str, values: impl rusqlite::Params) -> Result<(), StoreError> {
    match transaction.execute(sql, values) {
        Ok(_) => Ok(()),
        Err(error) => Err(damaged_words(transaction, error)),
    }
}
