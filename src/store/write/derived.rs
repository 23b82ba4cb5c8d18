//! Data derived from the games: their columns, corners, labels and words, and the content hashes
//! of games without moves. A file of an earlier schema gets them when it is opened.

use super::game_row::{delete_unused_texts, label, label_texts, rewrite_game, written};
use super::packed_rows::{make_columns, make_corners, write_game_columns};
use super::transaction::Transaction;
use super::words::{add_words_of_all_games, empty_words};
use crate::record::{GameInfo, MAX_LETTERS, Replayed, TimeLimit};
use crate::store::StoreError;
use crate::store::snapshot::{Pool, Snapshot};
use crate::store::sqlite::{GAME, Table, meta};
use rusqlite::params;
use std::collections::HashMap;
use std::sync::Arc;

pub fn make_derived(pool: &Arc<Pool>) -> Result<(), StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    // Another process may have created them meanwhile.
    if !meta::has(transaction.connection(), meta::DERIVED)? {
        read_times_and_programs(&transaction)?;
        derive(&transaction)?;
        renew_hashes(&transaction)?;
        cut_texts(&transaction)?;
        if transaction.state()?.last_game == 0 {
            // Spares a new file another transaction, for which other processes would wait.
            meta::note(transaction.connection(), meta::COURSES, 1)?;
        }
    }
    transaction.finish()
}

pub fn derive(transaction: &Transaction) -> Result<(), StoreError> {
    empty_words(transaction)?;
    transaction.replace_words();
    transaction.execute("DELETE FROM label", [])?;
    transaction.change_state(|state| state.labels = 0);
    let mut labels = HashMap::new();
    for text in transaction.rows(&label_texts(), [], |row| row.get::<_, String>(0))? {
        if let Some(id) = label(transaction, &text)? {
            labels.insert(text, id);
        }
    }
    let last_game = transaction.state()?.last_game;
    make_columns(transaction, last_game, &labels)?;
    make_corners(transaction, last_game)?;
    add_words_of_all_games(transaction)?;
    meta::note(transaction.connection(), meta::DERIVED, 1)
}

/// Reads the times and programs of all games from their records. Earlier schemas had none.
fn read_times_and_programs(transaction: &Transaction) -> Result<(), StoreError> {
    let Table { name, columns } = GAME;
    let read = columns.replace("time_limit, time_limit_seconds, overtime, program", "?2, ?3, ?4, ?5");
    debug_assert_ne!(read, columns, "the columns are the last ones");
    // A damaged row must remain recognizable.
    let sql = format!(
        "UPDATE {name} SET time_limit = ?2, time_limit_seconds = ?3, overtime = ?4, program = ?5,
             checksum = row_checksum({read})
         WHERE id = ?1 AND checksum = row_checksum({columns})"
    );
    for game in transaction.rows("SELECT id FROM game", [], |row| row.get::<_, i64>(0))? {
        if let Some(record) = transaction.record(game).ok().and_then(|stored| stored.read()) {
            let info = &record.info;
            let seconds = info.time_limit_value().map(TimeLimit::seconds);
            let [time_limit, overtime, program] =
                [&info.time_limit, &info.overtime, &info.program].map(|text| written(text));
            transaction.execute(&sql, params![game, time_limit, seconds, overtime, program])?;
        }
    }
    Ok(())
}

/// Recomputes the content hashes of games without moves. Earlier schemas hashed the
/// bytes of their records.
fn renew_hashes(transaction: &Transaction) -> Result<(), StoreError> {
    let Table { name, columns } = GAME;
    let renewed = columns.replace("content", "?2");
    // A damaged row must remain recognizable.
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

/// Rewrites the games with a text of more than [`MAX_LETTERS`] letters.
fn cut_texts(transaction: &Transaction) -> Result<(), StoreError> {
    // A text has at most as many letters as bytes, and SQLite knows the number of bytes
    // without reading the text.
    let texts = GameInfo::TEXTS.iter();
    // The names of the players are in a table of their own.
    let texts = texts.filter(|text| !["black", "white"].contains(text));
    let texts: Vec<String> = texts
        .map(|column| format!("octet_length({column}) > {MAX_LETTERS}"))
        .collect();
    let texts = texts.join(" OR ");
    let players = format!("(SELECT id FROM player WHERE octet_length(name) > {MAX_LETTERS})");
    let sql = format!("SELECT id FROM game WHERE {texts} OR black IN {players} OR white IN {players} ORDER BY id");
    let games: Vec<i64> = transaction.rows(&sql, [], |row| row.get(0))?;
    for &game in &games {
        if transaction.require_intact(game).is_ok()
            && let Some(read) = read_again(transaction, game)
        {
            let content = read.content.hash(&read.record.info);
            let columns = rewrite_game(transaction, game, content, &read.record, &read.outcome)?;
            write_game_columns(transaction, &[(game, Some(columns))])?;
        }
    }
    if games.is_empty() {
        return Ok(());
    }
    delete_unused_texts(transaction)
}

/// Parses the record of a game again. Returns `None` if it is damaged.
fn read_again(snapshot: &Snapshot, game: i64) -> Option<Replayed> {
    Replayed::first_of(&snapshot.record(game).ok()?.decoded(), snapshot.keys())
}
