//! What is stored for questions and follows from the games: their columns,
//! labels and words. A file of an earlier schema gets them when it is opened.

use super::database::Database;
use super::error::StoreError;
use super::transaction::Transaction;
use super::words::game_words;
use std::collections::HashMap;
use std::sync::Arc;

/// The row of the table meta that says that all of it is there.
const NAME: &str = "derived";

/// Games that are read at a time.
const GAMES_AT_ONCE: i64 = 4096;

impl Database {
    /// Whether all of it is there.
    pub(super) fn has_derived(&self) -> Result<bool, StoreError> {
        let row: Option<i64> = self.optional("SELECT value FROM meta WHERE name = ?1", [NAME])?;
        Ok(row.is_some())
    }

    /// Makes it, in one transaction.
    pub(super) fn derive(&mut self) -> Result<(), StoreError> {
        let mut transaction = Transaction::new(self, Arc::default())?;
        // Another process may have been faster.
        if !transaction.database().has_derived()? {
            transaction.derive()?;
        }
        transaction.finish()
    }
}

impl Transaction<'_> {
    fn derive(&mut self) -> Result<(), StoreError> {
        let db = self.database();
        let texts = "SELECT rules FROM game WHERE rules IS NOT NULL
                     UNION SELECT event FROM game WHERE event IS NOT NULL
                     UNION SELECT place FROM game WHERE place IS NOT NULL";
        let mut labels = HashMap::new();
        for text in db.rows(texts, [], |row| row.get::<_, String>(0))? {
            if let Some(id) = self.label(&text)? {
                labels.insert(text, id);
            }
        }
        let last_game = self.state.last_game;
        db.make_columns(last_game, &labels)?;
        for first in (1..=last_game).step_by(GAMES_AT_ONCE as usize) {
            let last = last_game.min(first + GAMES_AT_ONCE - 1);
            let games: Vec<i64> = db.rows(
                "SELECT game FROM record WHERE game BETWEEN ?1 AND ?2",
                [first, last],
                |row| row.get(0),
            )?;
            for game in games {
                // A damaged record has no words that could be known.
                if let Ok(record) = db.record(game)
                    && let Some(record) = record.read()
                {
                    self.add_words(game, &game_words(&record))?;
                }
            }
        }
        db.execute("INSERT INTO meta (name, value) VALUES (?1, 1)", [NAME])?;
        Ok(())
    }

    /// Indexes the words of a game, in place of those that it had.
    pub(super) fn add_words(&self, game: i64, words: &str) -> Result<(), StoreError> {
        if !words.is_empty() {
            let sql = "INSERT OR REPLACE INTO game_words (rowid, text) VALUES (?1, ?2)";
            self.database().execute(sql, rusqlite::params![game, words])?;
        }
        Ok(())
    }
}
