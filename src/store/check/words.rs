use crate::record::words;
use crate::store::error::StoreError;
use crate::store::games::words::{GAMES_AT_ONCE, sum_of_words, words_differ, words_of_games};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::schema;
use rusqlite::params;
use std::collections::HashMap;

/// For each label or game, the sum of the fingerprints of its indexed words and their
/// places.
type Sums = HashMap<i64, u64>;

/// Compares the indexes with their sum, and the words of each label and game with its
/// text. To do so, indexes the texts again, some at a time, in a temporary table.
pub fn check_words(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    // Computed afresh, even if the words are known to be verified.
    if sum_of_words(snapshot)? != snapshot.state()?.words {
        return Err(words_differ(snapshot));
    }
    let mut problems = Vec::new();
    let mut labels = indexed_words(snapshot, "label_words")?;
    let texts = snapshot.rows("SELECT id, text FROM label", [], |row| {
        Ok((row.get(0)?, words(&row.get::<_, String>(1)?)))
    })?;
    subtract_words(snapshot, &mut labels, "label_words", [Ok(texts)])?;
    problems.extend(differing(&labels).map(|label| format!("the words of label {label} are not those of its text")));
    let mut games = indexed_words(snapshot, "game_words")?;
    let last_game = snapshot.state()?.last_game;
    let parts = (1..=last_game).step_by(GAMES_AT_ONCE as usize);
    let texts = parts.map(|first| words_of_games(snapshot, first..=last_game.min(first + GAMES_AT_ONCE - 1)));
    subtract_words(snapshot, &mut games, "game_words", texts)?;
    problems.extend(differing(&games).map(|game| format!("the words of game {game} are not those of its record")));
    Ok(problems)
}

fn indexed_words(snapshot: &Snapshot, index: &str) -> Result<Sums, StoreError> {
    let mut sums = Sums::new();
    visit_words(snapshot, "main", index, |row, word| {
        let sum = sums.entry(row).or_default();
        *sum = sum.wrapping_add(word);
    })?;
    Ok(sums)
}

/// Subtracts what an index should contain.
fn subtract_words(
    snapshot: &Snapshot,
    sums: &mut Sums,
    index: &str,
    texts: impl IntoIterator<Item = Result<impl IntoIterator<Item = (i64, String)>, StoreError>>,
) -> Result<(), StoreError> {
    let made = schema::definition(index, snapshot.path())?.replacen(index, "temp.checked_words", 1);
    snapshot.execute(&made, [])?;
    for texts in texts {
        for (row, text) in texts? {
            if !text.is_empty() {
                let sql = "INSERT INTO temp.checked_words (rowid, text) VALUES (?1, ?2)";
                snapshot.execute(sql, params![row, text])?;
            }
        }
        visit_words(snapshot, "temp", "checked_words", |row, word| {
            let sum = sums.entry(row).or_default();
            *sum = sum.wrapping_sub(word);
        })?;
        snapshot.execute(
            "INSERT INTO temp.checked_words (checked_words) VALUES ('delete-all')",
            [],
        )?;
    }
    snapshot.execute("DROP TABLE temp.checked_words", []).map(drop)
}

/// Visits the words of an index: the row, and a fingerprint of the word and its place.
fn visit_words(
    snapshot: &Snapshot,
    database: &str,
    index: &str,
    mut visit: impl FnMut(i64, u64),
) -> Result<(), StoreError> {
    let made = format!("CREATE VIRTUAL TABLE temp.word_places USING fts5vocab({database}, {index}, instance)");
    snapshot.execute(&made, [])?;
    let mut run = || {
        let sql = "SELECT doc, row_checksum(term, offset) FROM temp.word_places";
        let mut statement = snapshot.sqlite().prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            visit(row.get(0)?, crate::go::mix(u64::from(row.get::<_, u32>(1)?)));
        }
        Ok(())
    };
    run().map_err(|error| snapshot.error(error))?;
    snapshot.execute("DROP TABLE temp.word_places", []).map(drop)
}

/// Returns the rows whose sums are not zero, in ascending order.
fn differing(sums: &Sums) -> impl Iterator<Item = i64> {
    let mut rows: Vec<i64> = sums.iter().filter(|(_, sum)| **sum != 0).map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.into_iter()
}
