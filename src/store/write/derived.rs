//! What is stored for questions and follows from the games: their columns,
//! labels and words, and what finds a game without moves again. A file of an earlier
//! schema gets it when it is opened.

use crate::interrupt::Interrupt;
use crate::record::{MAX_LETTERS, Replayed};
use crate::store::error::StoreError;
use crate::store::games::records::{record, require_intact};
use crate::store::games::words::{GAMES_AT_ONCE, words_of_games};
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::pool::Pool;
use crate::store::sqlite::connection::Connection;
use crate::store::sqlite::table::{GAME, Table};
use crate::store::write::columns::{make_columns, write_game_columns};
use crate::store::write::game_row::write_row;
use crate::store::write::texts::{delete_unused_texts, label};
use crate::store::write::transaction::Transaction;
use crate::store::write::words::{add_game_words, empty_words};
use rusqlite::params;
use std::collections::HashMap;
use std::sync::Arc;

/// The row of the table meta that says that all of it is there.
const NAME: &str = "derived";

/// The columns of the game table with texts of records.
const TEXTS: [&str; 14] = [
    "black_rank",
    "white_rank",
    "black_team",
    "white_team",
    "date",
    "result",
    "komi",
    "handicap",
    "rules",
    "event",
    "round",
    "place",
    "name",
    "publication",
];

/// Whether all of it is there.
pub fn has_derived(connection: &Connection) -> Result<bool, StoreError> {
    let row: Option<i64> = connection.optional("SELECT value FROM meta WHERE name = ?1", [NAME])?;
    Ok(row.is_some())
}

/// Makes it, in one transaction.
pub fn make_derived(pool: &Arc<Pool>) -> Result<(), StoreError> {
    let transaction = Transaction::begin(pool, Interrupt::default())?;
    // Another process may have been faster.
    if !has_derived(&transaction)? {
        derive(&transaction)?;
        renew_hashes(&transaction)?;
        cut_texts(&transaction)?;
    }
    transaction.finish()
}

/// Makes columns, labels and words anew, whatever is there.
pub fn derive(transaction: &Transaction) -> Result<(), StoreError> {
    empty_words(transaction)?;
    transaction.replace_words();
    transaction.execute("DELETE FROM label", [])?;
    transaction.change_state(|state| state.labels = 0);
    let texts = "SELECT rules FROM game WHERE rules IS NOT NULL
                 UNION SELECT event FROM game WHERE event IS NOT NULL
                 UNION SELECT place FROM game WHERE place IS NOT NULL";
    let mut labels = HashMap::new();
    for text in transaction.rows(texts, [], |row| row.get::<_, String>(0))? {
        if let Some(id) = label(transaction, &text)? {
            labels.insert(text, id);
        }
    }
    let last_game = transaction.state()?.last_game;
    make_columns(transaction, last_game, &labels)?;
    for first in (1..=last_game).step_by(GAMES_AT_ONCE as usize) {
        let games = first..=last_game.min(first + GAMES_AT_ONCE - 1);
        for (game, words) in words_of_games(transaction, games)? {
            add_game_words(transaction, game, &words)?;
        }
    }
    transaction.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?1, 1)", [NAME])?;
    Ok(())
}

/// Computes the hashes of games without moves anew. Those of earlier schemas are of
/// the bytes of the records.
fn renew_hashes(transaction: &Transaction) -> Result<(), StoreError> {
    let Table { name, columns } = GAME;
    let renewed = columns.replace("content", "?2");
    // A row that was damaged stays so.
    let sql = format!(
        "UPDATE {name} SET content = ?2, checksum = row_checksum({renewed})
         WHERE id = ?1 AND checksum = row_checksum({columns})"
    );
    for game in transaction.rows("SELECT id FROM game WHERE moves = 0", [], |row| row.get(0))? {
        if let Some(read) = read_again(transaction, game) {
            transaction.execute(&sql, params![game, read.content.hash(&read.record.info) as i64])?;
        }
    }
    Ok(())
}

/// Writes the games anew of which a text has more letters than count.
fn cut_texts(transaction: &Transaction) -> Result<(), StoreError> {
    // None has more letters than bytes, and these are known without reading it.
    let is_long = |column: &str| format!("octet_length({column}) > {MAX_LETTERS}");
    let texts = TEXTS.map(is_long).join(" OR ");
    let players = format!("(SELECT id FROM player WHERE {})", is_long("name"));
    let sql = format!("SELECT id FROM game WHERE {texts} OR black IN {players} OR white IN {players} ORDER BY id");
    let games: Vec<i64> = transaction.rows(&sql, [], |row| row.get(0))?;
    for &game in &games {
        if require_intact(transaction, game).is_ok()
            && let Some(read) = read_again(transaction, game)
        {
            let content = read.content.hash(&read.record.info);
            let columns = write_row(transaction, game, content, &read.record, &read.outcome)?;
            write_game_columns(transaction, &[(game, Some(columns))])?;
        }
    }
    if games.is_empty() {
        return Ok(());
    }
    delete_unused_texts(transaction)
}

/// Reads the record of a game; `None` if it is damaged.
fn read_again(snapshot: &Snapshot, game: i64) -> Option<Replayed> {
    Replayed::first_of(&record(snapshot, game).ok()?.text(), snapshot.keys())
}
