//! What is stored for questions and follows from the games: their columns,
//! labels and words, and what finds a game without moves again. A file of an earlier
//! schema gets it when it is opened.

use crate::record::{Content, GameRecord, MAX_LETTERS, Outcome, content_hash, game_trees, replay};
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::games::words::game_words;
use crate::store::sqlite::table::{GAME, Table};
use crate::store::write::transaction::Transaction;
use rusqlite::params;
use std::collections::HashMap;
use std::ops::RangeInclusive;
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

/// Games that are read at a time.
pub(crate) const GAMES_AT_ONCE: i64 = 4096;

impl Database {
    /// Whether all of it is there.
    pub(crate) fn has_derived(&self) -> Result<bool, StoreError> {
        let row: Option<i64> = self.optional("SELECT value FROM meta WHERE name = ?1", [NAME])?;
        Ok(row.is_some())
    }

    /// Makes it, in one transaction.
    pub(crate) fn make_derived(&mut self) -> Result<(), StoreError> {
        let mut transaction = Transaction::new(self, Arc::default())?;
        // Another process may have been faster.
        if !transaction.database().has_derived()? {
            transaction.derive()?;
            transaction.renew_hashes()?;
            transaction.cut_texts()?;
        }
        transaction.finish()
    }
}

impl Transaction<'_> {
    /// Makes columns, labels and words anew, whatever is there.
    pub(crate) fn derive(&mut self) -> Result<(), StoreError> {
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

    /// Computes the hashes of games without moves anew. Those of earlier schemas are of
    /// the bytes of the records.
    fn renew_hashes(&self) -> Result<(), StoreError> {
        let db = self.database();
        let Table { name, columns } = GAME;
        let renewed = columns.replace("content", "?2");
        // A row that was damaged stays so.
        let sql = format!(
            "UPDATE {name} SET content = ?2, checksum = row_checksum({renewed})
             WHERE id = ?1 AND checksum = row_checksum({columns})"
        );
        for game in db.rows("SELECT id FROM game WHERE moves = 0", [], |row| row.get(0))? {
            if let Some(read) = db.read_again(game) {
                db.execute(&sql, params![game, read.content as i64])?;
            }
        }
        Ok(())
    }

    /// Writes the games anew of which a text has more letters than count.
    fn cut_texts(&mut self) -> Result<(), StoreError> {
        let db = self.database();
        // None has more letters than bytes, and these are known without reading it.
        let is_long = |column: &str| format!("octet_length({column}) > {MAX_LETTERS}");
        let texts = TEXTS.map(is_long).join(" OR ");
        let players = format!("(SELECT id FROM player WHERE {})", is_long("name"));
        let sql = format!("SELECT id FROM game WHERE {texts} OR black IN {players} OR white IN {players} ORDER BY id");
        let games: Vec<i64> = db.rows(&sql, [], |row| row.get(0))?;
        for &game in &games {
            if db.require_intact(game).is_ok()
                && let Some(read) = db.read_again(game)
            {
                let traits = self.write_row(game, read.content, &read.record, &read.outcome)?;
                db.write_traits(&[(game, Some(traits))])?;
            }
        }
        if games.is_empty() {
            return Ok(());
        }
        self.delete_unused_texts()
    }
}

/// A stored record as it is read now.
struct ReadAgain {
    record: GameRecord,
    outcome: Outcome,
    /// The hash of its content.
    content: u64,
}

impl Database {
    /// Reads the record of a game; `None` if it is damaged.
    fn read_again(&self, game: i64) -> Option<ReadAgain> {
        let stored = self.record(game).ok()?;
        let text = stored.text();
        let tree = game_trees(&text).next()?;
        let record = tree.game.ok()?;
        let outcome = replay(&record, self.keys().get(record.size), |_| {});
        let content = Content::new(&record, outcome.steps);
        Some(ReadAgain {
            content: content_hash(&content, outcome.moves, &record.info, &text[tree.span]),
            record,
            outcome,
        })
    }

    /// The words of games with these numbers, as their records have them, which
    /// are read one after another.
    pub(crate) fn words_of_games(
        &self,
        games: RangeInclusive<i64>,
    ) -> Result<impl Iterator<Item = (i64, String)>, StoreError> {
        let sql = "SELECT game FROM record WHERE game BETWEEN ?1 AND ?2 ORDER BY game";
        let games: Vec<i64> = self.rows(sql, [games.start(), games.end()], |row| row.get(0))?;
        let words = move |game| {
            // A damaged record has no words that could be known.
            let record = self.record(game).ok()?.read()?;
            Some((game, game_words(&record)))
        };
        Ok(games.into_iter().filter_map(words))
    }
}
