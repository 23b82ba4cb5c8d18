use super::{is_damaged, problems};
use crate::position_file::{PositionId, PositionRecord};
use crate::record::{Course, words};
use crate::store::StoreError;
use crate::store::codec::{Column, CornerList, PackedColumn, PlacedList, RunCounts};
use crate::store::games::{
    GAMES_AT_ONCE, GAMES_PER_RUN, PositionFile, ROWS_PER_RUN, added_up, counts_row, differ, expected_columns,
    label_rows, placed, read_column, read_counts, rows_of_corners, runs_up_to, stored_corners, stored_sums,
    sum_of_words, visit_rows_of, words_of_games,
};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ANALYSIS, schema};
use crate::store::write::Transaction;
use rusqlite::params;
use std::collections::{BTreeSet, HashMap};

/// Compares the columns of games with the game table.
pub fn check_columns(snapshot: &Snapshot, last_game: i64) -> Result<Vec<String>, StoreError> {
    let labels = label_rows(snapshot)?;
    let mut problems = Vec::new();
    for run in runs_up_to(last_game) {
        let mut columns = Vec::with_capacity(Column::COUNT);
        for column in Column::ALL {
            match read_column(snapshot, column, run) {
                Ok(numbers) => columns.push((column, numbers)),
                Err(StoreError::Damaged { what, .. }) => problems.push(what),
                Err(error) => return Err(error),
            }
        }
        let mut expected: HashMap<i64, _> = expected_columns(snapshot, run, &labels)?.into_iter().collect();
        let games = columns.iter().map(|(_, numbers)| numbers.len()).max().unwrap_or(0);
        for (game, at) in (run * GAMES_PER_RUN..).zip(0..games) {
            let exists = columns
                .iter()
                .any(|(_, numbers)| numbers.get(at).is_some_and(|number| number != 0));
            match expected.remove(&game) {
                None if exists => problems.push(format!("game {game} is in the columns and not in the game table")),
                Some(Ok(values)) => {
                    let differs =
                        |(column, numbers): &(Column, PackedColumn)| numbers.get(at) != Some(values.number(*column));
                    if columns.iter().any(differs) {
                        problems.push(format!("the columns of game {game} are not what its row says"));
                    }
                }
                _ => {}
            }
        }
        let lost = expected.into_iter().filter(|(_, columns)| columns.is_ok());
        problems.extend(lost.map(|(game, _)| format!("the columns of game {game} are missing")));
        let numbers = |column: Column| -> Vec<u32> {
            let found = columns.iter().find(|(found, _)| *found == column);
            found.map_or(Vec::new(), |(_, numbers)| {
                (0..games).filter_map(|at| numbers.get(at)).collect()
            })
        };
        match read_counts(snapshot, run) {
            Ok(counts) if counts == RunCounts::of(&numbers(Column::BoardSize), &numbers(Column::FirstDate)) => {}
            Ok(_) => problems.push(format!("row {} of the game columns has other counts", counts_row(run))),
            Err(StoreError::Damaged { what, .. }) => problems.push(what),
            Err(error) => return Err(error),
        }
    }
    let counted: i64 = snapshot.value("SELECT count(*) FROM game_columns")?;
    let expected = runs_up_to(last_game).count() as i64 * ROWS_PER_RUN;
    if counted != expected {
        problems.push(format!(
            "there are {counted} rows of game columns and there should be {expected}"
        ));
    }
    Ok(problems)
}

/// Compares the corners of games with their courses.
pub fn check_corners(snapshot: &Snapshot, last_game: i64) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    let mut expected_rows = 0;
    for run in runs_up_to(last_game) {
        let found = match stored_corners(snapshot, run) {
            Ok(lists) => lists,
            Err(StoreError::Damaged { what, .. }) => {
                problems.push(what);
                continue;
            }
            Err(error) => return Err(error),
        };
        expected_rows += rows_of_corners(found.len());
        let first = run * GAMES_PER_RUN;
        let games = first..=last_game.min(first + GAMES_PER_RUN - 1);
        let mut wrong: BTreeSet<i64> = BTreeSet::new();
        let mut differing: BTreeSet<PlacedList> = found.into_iter().collect();
        for (game, lists) in snapshot.map_courses(games, |_, course| CornerList::of(course))? {
            match lists {
                Ok(lists) => {
                    let lost = placed(game, lists).filter(|list| !differing.remove(list)).count();
                    wrong.extend((lost > 0).then_some(game));
                }
                // The check of the courses names it.
                Err(_) => differing.retain(|list| first + list.place() as i64 != game),
            }
        }
        wrong.extend(differing.iter().map(|list| first + list.place() as i64));
        problems.extend(
            wrong
                .iter()
                .map(|game| format!("the corners of game {game} are not those of its course")),
        );
    }
    let counted: i64 = snapshot.value("SELECT count(*) FROM game_corners")?;
    if problems.is_empty() && counted != expected_rows {
        problems.push(format!(
            "there are {counted} rows of corners and there should be {expected_rows}"
        ));
    }
    Ok(problems)
}

/// Compares the courses of all games with a replay of their records.
pub fn check_courses(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    let keys = snapshot.keys();
    let last_game = snapshot.state()?.last_game;
    for first in (1..=last_game).step_by(GAMES_AT_ONCE as usize) {
        let games = first..=last_game.min(first + GAMES_AT_ONCE - 1);
        let expected = snapshot.map_records(games.clone(), |_, record| {
            let record = record.read()?;
            Some(Course::of(&record, keys.get(record.size)))
        })?;
        let stored = snapshot.map_courses(games, |_, course| course.clone())?;
        for ((game, expected), (_, stored)) in expected.into_iter().zip(stored) {
            match (expected, stored) {
                (Ok(expected), Ok(stored)) if expected != stored => {
                    problems.push(format!("the course of game {game} is not that of its record"));
                }
                (Err(what), _) => problems.push(what),
                _ => {}
            }
        }
    }
    Ok(problems)
}

/// Compares the indexes with their sum, and the words of each label and game with its
/// text. To do so, indexes the texts again, some at a time, in a temporary table.
pub fn check_words(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    // Computed afresh, even if the words are known to be verified.
    if sum_of_words(snapshot)? != snapshot.state()?.words {
        return Err(snapshot.words_differ());
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

/// Returns for each label or game the sum of the fingerprints of its indexed words and their places.
fn indexed_words(snapshot: &Snapshot, index: &str) -> Result<HashMap<i64, u64>, StoreError> {
    let mut sums: HashMap<i64, u64> = HashMap::new();
    visit_words(snapshot, "main", index, |row, word| {
        let sum = sums.entry(row).or_default();
        *sum = sum.wrapping_add(word);
    })?;
    Ok(sums)
}

fn subtract_words(
    snapshot: &Snapshot,
    sums: &mut HashMap<i64, u64>,
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
    snapshot.run(|sqlite| {
        let sql = "SELECT doc, row_checksum(term, offset) FROM temp.word_places";
        let mut statement = sqlite.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            visit(row.get(0)?, crate::go::mix(u64::from(row.get::<_, u32>(1)?)));
        }
        Ok(())
    })?;
    snapshot.execute("DROP TABLE temp.word_places", []).map(drop)
}

fn differing(sums: &HashMap<i64, u64>) -> impl Iterator<Item = i64> {
    let mut rows: Vec<i64> = sums.iter().filter(|(_, sum)| **sum != 0).map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.into_iter()
}

/// Compares the index of analyses with the sums over it.
pub fn check_analyses(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let sums = added_up(snapshot, i64::MIN..=i64::MAX)?;
    Ok(sums.differing(&stored_sums(snapshot)?).map(differ).collect())
}

/// Computes the sums anew if they differ and the analyses themselves are sound. Returns
/// whether it did.
pub fn repair_analyses(transaction: &Transaction) -> Result<bool, StoreError> {
    let is_sound = problems(check_analyses(transaction))?.is_empty();
    if is_sound || is_damaged(transaction.verify(ANALYSIS))? {
        return Ok(false);
    }
    transaction.replace_analysis_sums(&added_up(transaction, i64::MIN..=i64::MAX)?)?;
    Ok(true)
}

/// Checks the position files: each has its records, numbered from 1 without gaps, and
/// every record is well-formed and stored with its own id.
pub fn check_position_files(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    for file in snapshot.position_files()? {
        let PositionFile {
            path,
            board_size,
            records,
            ..
        } = &file;
        let (mut counted, mut last) = (0, 0_i64);
        visit_rows_of(snapshot, &file, |row| {
            let (number, id, record) = (row.number, row.position_id, row.record);
            if last.checked_add(1) != Some(number) {
                problems.push(format!("position {number} of {path} comes after position {last}"));
            }
            if record.get(..PositionId::BYTES) != Some(id) {
                problems.push(format!("position {number} of {path} has another id than its record"));
            }
            if PositionRecord::from_bytes(record, *board_size).is_none() {
                problems.push(format!(
                    "position {number} of {path} is no record of a {board_size} board"
                ));
            }
            counted += 1;
            last = number;
            Ok::<_, StoreError>(())
        })?;
        if counted != *records {
            problems.push(format!("{path} has {counted} positions and should have {records}"));
        }
    }
    Ok(problems)
}
