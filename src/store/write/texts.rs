//! Writing the names of players, and labels: events, places, rules, overtimes and programs.

use super::known_texts::KnownTexts;
use super::transaction::Transaction;
use super::words::{add_label_words, delete_label_words};
use crate::record::{GameInfo, fold};
use crate::store::codec::game_columns::{RowId, TextRows};
use crate::store::error::StoreError;
use crate::store::sqlite::table::{LABEL, PLAYER, Table, intact};
use rusqlite::params;

/// Returns the rows of a game's texts. Adds missing ones.
pub fn texts(transaction: &Transaction, info: &GameInfo) -> Result<TextRows, StoreError> {
    Ok(TextRows {
        black: player(transaction, &info.black)?,
        white: player(transaction, &info.white)?,
        rules: label(transaction, &info.rules)?,
        event: label(transaction, &info.event)?,
        place: label(transaction, &info.place)?,
        overtime: label(transaction, &info.overtime)?,
        program: label(transaction, &info.program)?,
    })
}

fn player(transaction: &Transaction, name: &str) -> Result<Option<RowId>, StoreError> {
    if name.is_empty() {
        return Ok(None);
    }
    let known = transaction.known_texts().players.get(name).copied();
    if let Some(id) = known {
        return Ok(Some(id));
    }
    let (id, added) = row(transaction, PLAYER, "name", name)?;
    transaction.change_state(|state| state.players += u64::from(added));
    let mut known = transaction.known_texts();
    known.reserve(name);
    known.players.insert(name.to_owned(), id);
    Ok(Some(id))
}

/// The columns of the game table whose texts are labels.
const LABELS: [&str; 5] = ["rules", "event", "place", "overtime", "program"];

/// Returns SQL that selects the texts of the labels that games have, each once.
pub fn label_texts() -> String {
    let texts = LABELS.map(|column| format!("SELECT {column} FROM game WHERE {column} IS NOT NULL"));
    texts.join(" UNION ")
}

/// Returns the row of the text of a label. Adds it if missing.
pub fn label(transaction: &Transaction, text: &str) -> Result<Option<RowId>, StoreError> {
    if text.is_empty() {
        return Ok(None);
    }
    let known = transaction.known_texts().labels.get(text).copied();
    if let Some(id) = known {
        return Ok(Some(id));
    }
    let (id, added) = row(transaction, LABEL, "text", text)?;
    if added {
        transaction.change_state(|state| state.labels += 1);
        add_label_words(transaction, id.get(), text)?;
    }
    let mut known = transaction.known_texts();
    known.reserve(text);
    known.labels.insert(text.to_owned(), id);
    Ok(Some(id))
}

/// Returns the row with this text, and whether it was added.
fn row(transaction: &Transaction, table: Table, column: &str, text: &str) -> Result<(RowId, bool), StoreError> {
    let name = table.name;
    let sql = format!("SELECT id FROM {name} WHERE {column} = ?1");
    let found: Option<u32> = transaction.optional(&sql, [text])?;
    let id = match found {
        Some(id) => id,
        None => transaction.value(&format!("SELECT coalesce(max(id), 0) + 1 FROM {name}"))?,
    };
    let row = RowId::new(id).ok_or_else(|| transaction.damaged(format!("the table {name} has a row 0")))?;
    if found.is_none() {
        transaction.execute(&table.insert("INSERT"), params![id, text, fold(text)])?;
    }
    Ok((row, found.is_none()))
}

/// Deletes the texts that no game refers to.
pub fn delete_unused_texts(transaction: &Transaction) -> Result<(), StoreError> {
    let players = transaction.execute(
        "DELETE FROM player WHERE id NOT IN (
             SELECT black FROM game WHERE black IS NOT NULL UNION SELECT white FROM game WHERE white IS NOT NULL)",
        [],
    )?;
    transaction.change_state(|state| state.players -= players);
    let sql = LABEL.select("id, text", &format!("WHERE text NOT IN ({})", label_texts()));
    let unused = transaction.rows(&sql, [], |row| {
        Ok((intact(row)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
    })?;
    for (is_intact, label, text) in unused {
        match is_intact {
            true => delete_label_words(transaction, label, &text)?,
            // The words that are indexed are others.
            false => transaction.lose_words(),
        }
        transaction.execute("DELETE FROM label WHERE id = ?1", [label])?;
        transaction.change_state(|state| state.labels -= 1);
    }
    *transaction.known_texts() = KnownTexts::default();
    Ok(())
}
