//! What is stored for questions and follows from the games: their columns,
//! labels and words. A file of an earlier schema gets them when it is opened.

use super::database::Database;
use super::error::StoreError;
use super::transaction::Transaction;
use super::words::game_words;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The row of the table meta that says that all of it is there.
const NAME: &str = "derived";

/// Games that are read at a time.
pub(super) const GAMES_AT_ONCE: i64 = 4096;

impl Database {
    /// Whether all of it is there.
    pub(super) fn has_derived(&self) -> Result<bool, StoreError> {
        let row: Option<i64> = self.optional("SELECT value FROM meta WHERE name = ?1", [NAME])?;
        Ok(row.is_some())
    }

    /// Makes it, in one transaction.
    pub(super) fn make_derived(&mut self) -> Result<(), StoreError> {
        let mut transaction = Transaction::new(self, Arc::default())?;
        // Another process may have been faster.
        if !transaction.database().has_derived()? {
            transaction.derive()?;
        }
        transaction.finish()
    }
}

impl Transaction<'_> {
    /// Makes all of it anew, whatever is there.
    pub(super) fn derive(&mut self) -> Result<(), StoreError> {
        let db = self.database();
        db.empty_words()?;
        self.replace_words();
        db.execute("DELETE FROM label", [])?;
        self.state.labels = 0;
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
            let games = first..=last_game.min(first + GAMES_AT_ONCE - 1);
            for (game, words) in db.words_of_games(games)? {
                self.add_game_words(game, &words)?;
            }
        }
        db.execute("INSERT OR IGNORE INTO meta (name, value) VALUES (?1, 1)", [NAME])?;
        Ok(())
    }
}

impl Database {
    /// The words of games with these numbers, as their records have them.
    pub(super) fn words_of_games(&self, games: RangeInclusive<i64>) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT game FROM record WHERE game BETWEEN ?1 AND ?2 ORDER BY game";
        let games: Vec<i64> = self.rows(sql, [games.start(), games.end()], |row| row.get(0))?;
        let words = |game| {
            // A damaged record has no words that could be known.
            let record = self.record(game).ok()?.read()?;
            Some((game, game_words(&record)))
        };
        Ok(games.into_iter().filter_map(words).collect())
    }
}
