//! The words of labels and games, in two full-text indexes of SQLite.
//!
//! SQLite keeps each index in ordinary tables, whose rows have no checksums. The
//! state has a sum over all of these rows in their place. Whoever asks for words
//! adds the rows up first, and so does whoever writes them, before and after: what
//! was damaged meanwhile stays different from the sum.

use crate::record::{GameRecord, words};
use crate::store::error::StoreError;
use crate::store::games::records::record;
use crate::store::games::texts::RowSet;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::Verified;
use crate::store::sqlite::full_text::{INDEXES, PARTS};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// What [`Verified`] calls the full-text indexes.
pub const WORDS: &str = "words";

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

/// Looks for a word, or for words one after the other in one text. `None`
/// if there is no word in `text`.
pub fn find_words(snapshot: &Snapshot, text: &str) -> Result<Option<FoundWords>, StoreError> {
    let words = words(text);
    if words.is_empty() {
        return Ok(None);
    }
    verify_words(snapshot)?;
    let phrase = format!("\"{words}\"");
    let rows = |table: &str| {
        let sql = format!("SELECT rowid FROM {table} WHERE {table} MATCH ?1");
        snapshot.rows(&sql, [&phrase], |row| row.get::<_, i64>(0))
    };
    let mut labels = RowSet::default();
    for label in rows("label_words")? {
        labels.insert(label as usize);
    }
    let games = rows("game_words")?.into_iter().collect();
    Ok(Some(FoundWords { labels, games }))
}

/// The sum over the rows of the indexes, as they are.
pub fn sum_of_words(snapshot: &Snapshot) -> Result<i64, StoreError> {
    let mut sum = 0_i64;
    for index in INDEXES {
        for (part, columns) in PARTS {
            let table = format!("{index}{part}");
            let sql = format!("SELECT row_sum(row_checksum('{table}', {columns})) FROM {table}");
            sum = sum.wrapping_add(snapshot.number(&sql).map_err(|error| damaged_words(snapshot, error))?);
        }
    }
    Ok(sum)
}

/// Fails where the indexes are not as they were written. Adds up their rows once for
/// each state.
pub fn verify_words(snapshot: &Snapshot) -> Result<(), StoreError> {
    snapshot.shared::<Verified>().once(WORDS, || verify_sum(snapshot))
}

/// Fails where the rows of the indexes do not add up to their sum.
pub fn verify_sum(snapshot: &Snapshot) -> Result<(), StoreError> {
    match sum_of_words(snapshot)? == snapshot.state()?.words {
        true => Ok(()),
        false => Err(words_differ(snapshot)),
    }
}

pub fn words_differ(snapshot: &Snapshot) -> StoreError {
    snapshot.damaged("the index of words is not as it was written; `bgo check --repair` makes it anew")
}

/// What reading or writing the indexes failed with, if that can come from
/// damage.
pub fn damaged_words(snapshot: &Snapshot, error: StoreError) -> StoreError {
    use rusqlite::ErrorCode;
    match error {
        StoreError::Damaged { .. } => words_differ(snapshot),
        StoreError::Sqlite { error, .. }
            if matches!(
                error.sqlite_error_code(),
                None | Some(ErrorCode::ConstraintViolation | ErrorCode::Unknown | ErrorCode::TypeMismatch)
            ) =>
        {
            words_differ(snapshot)
        }
        error => error,
    }
}

/// Games whose records are read at a time.
pub const GAMES_AT_ONCE: i64 = 4096;

/// The words of games with these numbers, as their records have them, which
/// are read one after another.
pub fn words_of_games(
    snapshot: &Snapshot,
    games: RangeInclusive<i64>,
) -> Result<impl Iterator<Item = (i64, String)>, StoreError> {
    let sql = "SELECT game FROM record WHERE game BETWEEN ?1 AND ?2 ORDER BY game";
    let games: Vec<i64> = snapshot.rows(sql, [games.start(), games.end()], |row| row.get(0))?;
    let words = move |game| {
        // A damaged record has no words that could be known.
        let record = record(snapshot, game).ok()?.read()?;
        Some((game, game_words(&record)))
    };
    Ok(games.into_iter().filter_map(words))
}
