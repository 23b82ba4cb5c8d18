//! The words of games, in SQLite's full-text index.

use super::database::Database;
use super::error::StoreError;
use super::texts::RowSet;
use crate::record::{GameRecord, words};
use std::collections::HashSet;

/// Between texts, so that no phrase reaches from one into the next. The index
/// takes a character for private use for a letter, and [`words`] does not.
const BOUNDARY: &str = " \u{e000} ";

/// The words that a game is found by besides those of its labels: of its name,
/// round, source and comments.
#[must_use]
pub fn game_words(record: &GameRecord) -> String {
    let info = &record.info;
    let texts = [&info.name, &info.round, &info.publication];
    let comments = record.comments.iter().map(|comment| &comment.text);
    let mut all = String::new();
    for text in texts.into_iter().chain(comments) {
        let words = words(text);
        if !words.is_empty() {
            if !all.is_empty() {
                all.push_str(BOUNDARY);
            }
            all.push_str(&words);
        }
    }
    all
}

/// Where words were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundWords {
    /// The labels that have them.
    pub labels: RowSet,
    /// The games that have them in their own texts.
    pub games: HashSet<i64>,
}

impl Database {
    /// Looks for a word, or for words one after the other in one text. `None`
    /// if there is no word in `text`.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn find_words(&self, text: &str) -> Result<Option<FoundWords>, StoreError> {
        let words = words(text);
        if words.is_empty() {
            return Ok(None);
        }
        let phrase = format!("\"{words}\"");
        let rows = |table: &str| {
            let sql = format!("SELECT rowid FROM {table} WHERE {table} MATCH ?1");
            self.rows(&sql, [&phrase], |row| row.get::<_, i64>(0))
        };
        let mut labels = RowSet::default();
        for label in rows("label_words")? {
            labels.insert(label as usize);
        }
        let games = rows("game_words")?.into_iter().collect();
        Ok(Some(FoundWords { labels, games }))
    }
}
