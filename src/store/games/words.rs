//! The words of labels and games, in two full-text indexes of SQLite.
//!
//! SQLite keeps each index in ordinary tables, whose rows have no checksums. The
//! state has a sum over all of these rows in their place. Whoever asks for words
//! adds the rows up first, and so does whoever writes them, before and after: what
//! was damaged meanwhile stays different from the sum.

use crate::record::{GameRecord, words};
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::games::texts::RowSet;
use crate::store::sqlite::schema;
use crate::store::write::transaction::Transaction;
use rusqlite::config::DbConfig;
use rusqlite::params;
use std::collections::HashSet;

/// The full-text indexes.
pub const INDEXES: [&str; 2] = ["label_words", "game_words"];

/// The tables in which SQLite keeps each, by what comes behind its name, and
/// their columns.
const PARTS: [(&str, &str); 4] = [
    ("_config", "k, v"),
    ("_data", "id, block"),
    ("_docsize", "id, sz, origin"),
    ("_idx", "segid, term, pgno"),
];

/// Indexes the words of a game.
pub const INSERT_GAME_WORDS: &str = "INSERT INTO game_words (rowid, text) VALUES (?1, ?2)";

/// Whether a table is one of the full-text indexes or part of one.
pub fn is_of_words(table: &str) -> bool {
    let of = |index: &&str| {
        let part = table.strip_prefix(*index);
        part.is_some_and(|part| part.is_empty() || PARTS.iter().any(|(name, _)| *name == part))
    };
    INDEXES.iter().any(of)
}

/// Whether a table is part of a full-text index. What SQLite writes of it into the
/// schema depends on its version.
pub fn is_part(table: &str) -> bool {
    is_of_words(table) && !INDEXES.contains(&table)
}

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
        self.read(|| {
            self.verify_words()?;
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
        })
    }

    /// The sum over the rows of the indexes, as they are.
    pub(crate) fn sum_of_words(&self) -> Result<i64, StoreError> {
        let mut sum = 0_i64;
        for index in INDEXES {
            for (part, columns) in PARTS {
                let table = format!("{index}{part}");
                let sql = format!("SELECT row_sum(row_checksum('{table}', {columns})) FROM {table}");
                sum = sum.wrapping_add(self.number(&sql).map_err(|error| self.damaged_words(error))?);
            }
        }
        Ok(sum)
    }

    /// Fails where the indexes are not as they were written. What was found is
    /// remembered until somebody writes.
    pub(crate) fn verify_words(&self) -> Result<(), StoreError> {
        let state = self.state()?;
        self.verify_once(INDEXES[0], state.generation, || {
            if self.sum_of_words()? == state.words {
                Ok(())
            } else {
                Err(self.words_differ())
            }
        })
    }

    pub(crate) fn words_differ(&self) -> StoreError {
        self.damaged("the index of words is not as it was written; `bgo check --repair` makes it anew")
    }

    /// What reading or writing the indexes failed with, if that can come from
    /// damage.
    pub(crate) fn damaged_words(&self, error: StoreError) -> StoreError {
        use rusqlite::ErrorCode;
        match error {
            StoreError::Damaged { .. } => self.words_differ(),
            StoreError::Sqlite { error, .. }
                if matches!(
                    error.sqlite_error_code(),
                    None | Some(ErrorCode::ConstraintViolation | ErrorCode::Unknown | ErrorCode::TypeMismatch)
                ) =>
            {
                self.words_differ()
            }
            error => error,
        }
    }

    /// Makes the indexes anew, without words.
    pub(crate) fn empty_words(&self) -> Result<(), StoreError> {
        let objects = schema::expected(schema::latest(), self.path())?;
        // SQLite's own tables are protected from everybody else.
        self.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false)?;
        let made = INDEXES.into_iter().try_for_each(|index| {
            let object = objects.iter().find(|object| object.name == index);
            let sql = object.map(|object| object.sql.as_str()).unwrap_or_default();
            // An index without its version cannot even be deleted.
            let batch = format!("REPLACE INTO {index}_config VALUES ('version', 4); DROP TABLE {index}; {sql}");
            self.conn.execute_batch(&batch).map_err(|error| self.error(error))
        });
        self.set_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        made
    }
}

impl Transaction<'_> {
    /// Prepares to write words: what is there must be as it was written.
    pub(crate) fn open_words(&mut self) -> Result<(), StoreError> {
        if !self.writes_words {
            self.database().verify_words()?;
            self.writes_words = true;
        }
        Ok(())
    }

    /// Notes that the indexes were made anew, whatever they were.
    pub(crate) const fn replace_words(&mut self) {
        self.writes_words = true;
    }

    /// Brings the sum up to date, if words were written.
    pub(crate) fn close_words(&mut self) -> Result<(), StoreError> {
        if self.writes_words {
            // SQLite keeps words in memory until a transaction ends, or one within
            // it begins.
            self.write_words("SAVEPOINT words", [])?;
            self.write_words("RELEASE words", [])?;
            self.state.words = self.database().sum_of_words()?;
        }
        Ok(())
    }

    /// Indexes the words of a game.
    pub(crate) fn add_game_words(&mut self, game: i64, words: &str) -> Result<(), StoreError> {
        if words.is_empty() {
            return Ok(());
        }
        self.open_words()?;
        self.write_words(INSERT_GAME_WORDS, params![game, words])
    }

    /// Takes the words of a game out of the index.
    pub(crate) fn delete_game_words(&mut self, game: i64) -> Result<(), StoreError> {
        self.open_words()?;
        self.write_words("DELETE FROM game_words WHERE rowid = ?1", [game])
    }

    /// Indexes the words of a label.
    pub(crate) fn add_label_words(&mut self, label: u32, text: &str) -> Result<(), StoreError> {
        self.open_words()?;
        self.write_words(
            "INSERT INTO label_words (rowid, text) VALUES (?1, ?2)",
            params![label, words(text)],
        )
    }

    /// Takes the words of a label out of the index.
    pub(crate) fn delete_label_words(&mut self, label: i64) -> Result<(), StoreError> {
        self.open_words()?;
        self.write_words("DELETE FROM label_words WHERE rowid = ?1", [label])
    }

    fn write_words(&self, sql: &str, values: impl rusqlite::Params) -> Result<(), StoreError> {
        let db = self.database();
        match db.execute(sql, values) {
            Ok(_) => Ok(()),
            Err(error) => Err(db.damaged_words(error)),
        }
    }
}
