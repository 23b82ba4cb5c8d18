//! The words of labels and games, in two full-text indexes of SQLite.
//!
//! SQLite keeps each index in ordinary tables whose rows have no checksums. Instead,
//! the state holds a sum over all of these rows. Readers compute the sum before a
//! search, and writers before and after a change, so damage that happens in between
//! keeps differing from the sum.

use super::columns::GameView;
use super::texts::RowSet;
use crate::record::{GameRecord, words};
use crate::store::StoreError;
use crate::store::snapshot::{Remembered, Snapshot};
use crate::store::sqlite::{INDEXES, PARTS};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// The name of the full-text indexes among the verified tables of a state.
pub const WORDS: &str = "words";

/// A separator between texts that keeps phrases from matching across them. The index
/// treats a private-use character as a letter, and [`words`] does not.
pub const BOUNDARY: &str = " \u{e000} ";

/// Returns the words of a game besides those of its labels: its name, round, source and
/// comments.
pub fn game_words(record: &GameRecord) -> String {
    let info = &record.info;
    let comments = record.comments.iter().map(|comment| &comment.text);
    let mut all = String::new();
    for text in info.own_texts().into_iter().chain(comments) {
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

/// The matches of a search for words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundWords {
    pub labels: RowSet,
    pub players: RowSet,
    pub games: HashSet<i64>,
}

impl FoundWords {
    pub fn are_in(&self, game: i64, columns: &GameView<'_>) -> bool {
        self.games.contains(&game)
            || self.labels.contains(columns.event())
            || self.labels.contains(columns.place())
            || self.players.contains(columns.black())
            || self.players.contains(columns.white())
    }
}

impl Snapshot {
    /// Searches for a word, or for consecutive words of one text. Returns `None` if
    /// `text` contains no word.
    pub(crate) fn find_words(&self, text: &str) -> Result<Option<FoundWords>, StoreError> {
        let words = words(text);
        if words.is_empty() {
            return Ok(None);
        }
        self.verify_words()?;
        let phrase = format!("\"{words}\"");
        let [labels_found, games_found] = INDEXES.map(|table| {
            let sql = format!("SELECT rowid FROM {table} WHERE {table} MATCH ?1");
            self.rows(&sql, [&phrase], |row| row.get::<_, i64>(0))
        });
        let mut labels = RowSet::default();
        for label in labels_found? {
            labels.insert(label as usize);
        }
        let games = games_found?.into_iter().collect();
        // Names need no index: all of them are in memory, and few beside the comments.
        let players = self.players()?.with_words(&words);
        Ok(Some(FoundWords { labels, players, games }))
    }

    pub(crate) fn verify_words(&self) -> Result<(), StoreError> {
        self.shared::<Remembered<&str, ()>>().once(WORDS, || verify_sum(self))
    }

    pub(crate) fn words_differ(&self) -> StoreError {
        self.damaged("the index of words is not as it was written; `bgo check --repair` makes it anew")
    }
}

/// Computes the sum over the rows of the indexes.
pub fn sum_of_words(snapshot: &Snapshot) -> Result<i64, StoreError> {
    let mut sum = 0_i64;
    for index in INDEXES {
        for (part, columns) in PARTS {
            let table = format!("{index}{part}");
            let sql = format!("SELECT row_sum(row_checksum('{table}', {columns})) FROM {table}");
            sum = sum.wrapping_add(snapshot.value(&sql).map_err(|error| damaged_words(snapshot, error))?);
        }
    }
    Ok(sum)
}

/// Verifies the sum over the rows of the indexes.
pub fn verify_sum(snapshot: &Snapshot) -> Result<(), StoreError> {
    if sum_of_words(snapshot)? != snapshot.state()?.words {
        return Err(snapshot.words_differ());
    }
    Ok(())
}

/// Converts an error from reading or writing the indexes if damage can cause it.
pub fn damaged_words(snapshot: &Snapshot, error: StoreError) -> StoreError {
    use rusqlite::ErrorCode;
    match error {
        StoreError::Damaged { .. } => snapshot.words_differ(),
        StoreError::Sqlite { error, .. }
            if matches!(
                error.sqlite_error_code(),
                None | Some(ErrorCode::ConstraintViolation | ErrorCode::Unknown | ErrorCode::TypeMismatch)
            ) =>
        {
            snapshot.words_differ()
        }
        error => error,
    }
}

/// Returns the words of the games with these numbers, computed from their records one
/// by one.
pub fn words_of_games(
    snapshot: &Snapshot,
    games: RangeInclusive<i64>,
) -> Result<impl Iterator<Item = (i64, String)>, StoreError> {
    let sql = "SELECT game FROM record WHERE game BETWEEN ?1 AND ?2 ORDER BY game";
    let games: Vec<i64> = snapshot.rows(sql, [games.start(), games.end()], |row| row.get(0))?;
    // The words of a damaged record cannot be known.
    Ok(games
        .into_iter()
        .filter_map(|game| Some((game, words_of_game(snapshot, game).ok()??))))
}

/// Returns the words of a game, computed from its record, or `None` if the record is damaged.
pub fn words_of_game(snapshot: &Snapshot, game: i64) -> Result<Option<String>, StoreError> {
    match snapshot.record(game) {
        Ok(stored) => Ok(stored.read().map(|record| game_words(&record))),
        Err(StoreError::Damaged { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
