//! Comparison of the indexes of words with the texts that they are of.

use crate::record::words;
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::sqlite::schema;
use crate::store::write::derived::GAMES_AT_ONCE;
use rusqlite::params;
use std::collections::HashMap;

/// What an index says of each label or game: the sum of the fingerprints of its
/// words and their places.
type Sums = HashMap<i64, u64>;

impl Database {
    /// Compares the indexes with their sum, and the words of each label and game
    /// with those of its text. These are indexed once more, some at a time, in a
    /// table that is gone afterwards.
    pub(crate) fn check_words(&self) -> Result<Vec<String>, StoreError> {
        // Whatever is known to be verified.
        if self.sum_of_words()? != self.state()?.words {
            return Err(self.words_differ());
        }
        let mut problems = Vec::new();
        let mut labels = self.indexed_words("label_words")?;
        let texts = self.rows("SELECT id, text FROM label", [], |row| {
            Ok((row.get(0)?, words(&row.get::<_, String>(1)?)))
        })?;
        self.subtract_words(&mut labels, "label_words", [Ok(texts)])?;
        problems
            .extend(differing(&labels).map(|label| format!("the words of label {label} are not those of its text")));
        let mut games = self.indexed_words("game_words")?;
        let last_game = self.state()?.last_game;
        let parts = (1..=last_game).step_by(GAMES_AT_ONCE as usize);
        let texts = parts.map(|first| self.words_of_games(first..=last_game.min(first + GAMES_AT_ONCE - 1)));
        self.subtract_words(&mut games, "game_words", texts)?;
        problems.extend(differing(&games).map(|game| format!("the words of game {game} are not those of its record")));
        Ok(problems)
    }

    fn indexed_words(&self, index: &str) -> Result<Sums, StoreError> {
        let mut sums = Sums::new();
        self.visit_words("main", index, |row, word| {
            let sum = sums.entry(row).or_default();
            *sum = sum.wrapping_add(word);
        })?;
        Ok(sums)
    }

    /// Takes away what an index should say.
    fn subtract_words(
        &self,
        sums: &mut Sums,
        index: &str,
        texts: impl IntoIterator<Item = Result<impl IntoIterator<Item = (i64, String)>, StoreError>>,
    ) -> Result<(), StoreError> {
        let objects = schema::expected(schema::latest(), self.path())?;
        let made = objects.iter().find(|object| object.name == index);
        let made = made.map(|object| object.sql.replacen(index, "temp.checked_words", 1));
        self.execute(&made.unwrap_or_default(), [])?;
        for texts in texts {
            for (row, text) in texts? {
                if !text.is_empty() {
                    let sql = "INSERT INTO temp.checked_words (rowid, text) VALUES (?1, ?2)";
                    self.execute(sql, params![row, text])?;
                }
            }
            self.visit_words("temp", "checked_words", |row, word| {
                let sum = sums.entry(row).or_default();
                *sum = sum.wrapping_sub(word);
            })?;
            self.execute(
                "INSERT INTO temp.checked_words (checked_words) VALUES ('delete-all')",
                [],
            )?;
        }
        self.execute("DROP TABLE temp.checked_words", []).map(drop)
    }

    /// Visits the words of an index: the row, and a fingerprint of the word and its
    /// place.
    fn visit_words(&self, database: &str, index: &str, mut visit: impl FnMut(i64, u64)) -> Result<(), StoreError> {
        let made = format!("CREATE VIRTUAL TABLE temp.word_places USING fts5vocab({database}, {index}, instance)");
        self.execute(&made, [])?;
        let mut run = || {
            let sql = "SELECT doc, row_checksum(term, offset) FROM temp.word_places";
            let mut statement = self.conn.prepare(sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(row.get(0)?, crate::go::mix(u64::from(row.get::<_, u32>(1)?)));
            }
            Ok(())
        };
        run().map_err(|error| self.error(error))?;
        self.execute("DROP TABLE temp.word_places", []).map(drop)
    }
}

/// The rows whose sums are not zero, in their order.
fn differing(sums: &Sums) -> impl Iterator<Item = i64> {
    let mut rows: Vec<i64> = sums.iter().filter(|(_, sum)| **sum != 0).map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.into_iter()
}
