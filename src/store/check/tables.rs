use super::{is_damaged, problems};
use crate::position_file::{PositionId, PositionRecord};
use crate::store::StoreError;
use crate::store::codec::{Column, CornerList, GameCounts, PackedColumn, PlacedList, RowId};
use crate::store::games::{
    COUNTS_ROW, GAMES_PER_RUN, PositionFile, added_up, differ, expected_columns, foreign_texts, label_rows, placed,
    read_column, read_counts, rows_of_corners, runs_up_to, stored_corners, stored_sums, visit_rows_of,
};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ANALYSIS, LABEL, PLAYER};
use crate::store::write::Transaction;
use std::collections::{BTreeSet, HashMap};

/// Compares the columns of games with the game table.
pub fn check_columns(snapshot: &Snapshot, last_game: i64) -> Result<Vec<String>, StoreError> {
    let labels = label_rows(snapshot)?;
    let (mut problems, mut counts) = (Vec::new(), GameCounts::default());
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
        counts.add(&numbers(Column::BoardSize), &numbers(Column::FirstDate));
    }
    match read_counts(snapshot) {
        Ok(stored) if stored == counts => {}
        Ok(_) => problems.push(format!("row {COUNTS_ROW} of the game columns has other counts")),
        Err(StoreError::Damaged { what, .. }) => problems.push(what),
        Err(error) => return Err(error),
    }
    problems.extend(miscounted_columns(snapshot, last_game)?);
    Ok(problems)
}

fn miscounted_columns(snapshot: &Snapshot, last_game: i64) -> Result<Option<String>, StoreError> {
    let counted: i64 = snapshot.value("SELECT count(*) FROM game_columns")?;
    let runs = runs_up_to(last_game).count() as i64;
    let expected = runs * Column::COUNT as i64 + i64::from(runs > 0);
    let problem = || format!("there are {counted} rows of game columns and there should be {expected}");
    Ok((counted != expected).then(problem))
}

fn miscounted_corners(snapshot: &Snapshot, expected: i64) -> Result<Option<String>, StoreError> {
    let counted: i64 = snapshot.value("SELECT count(*) FROM game_corners")?;
    let problem = || format!("there are {counted} rows of corners and there should be {expected}");
    Ok((counted != expected).then(problem))
}

/// Returns a message for each table of packed rows that lacks some.
pub fn count_packed_rows(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let last_game = snapshot.state()?.last_game;
    let mut corners = 0;
    for run in runs_up_to(last_game) {
        corners += rows_of_corners(snapshot.corner_tree(run)?.lists());
    }
    let mut problems = Vec::from_iter(miscounted_columns(snapshot, last_game)?);
    problems.extend(miscounted_corners(snapshot, corners)?);
    // Reading them all counts them.
    snapshot.read_players()?;
    snapshot.read_labels()?;
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
        let mut wrong: BTreeSet<i64> = BTreeSet::new();
        let mut differing: BTreeSet<PlacedList> = found.into_iter().collect();
        snapshot.visit_courses(first..=first + GAMES_PER_RUN - 1, |game, course| match course {
            Ok(course) => {
                let lists = placed(game, CornerList::of(course));
                let lost = lists.filter(|list| !differing.remove(list)).count();
                wrong.extend((lost > 0).then_some(game));
            }
            // The check of the records names it.
            Err(_) => differing.retain(|list| first + list.place() as i64 != game),
        })?;
        wrong.extend(differing.iter().map(|list| first + list.place() as i64));
        problems.extend(
            wrong
                .iter()
                .map(|game| format!("the corners of game {game} are not those of its course")),
        );
    }
    if problems.is_empty() {
        problems.extend(miscounted_corners(snapshot, expected_rows)?);
    }
    Ok(problems)
}

/// Compares the runs of names and labels with their tables.
pub fn check_texts(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let foreign = foreign_texts(snapshot)?.into_iter();
    let mut problems: Vec<String> = foreign
        .map(|row| format!("the texts have a row {row} of no table"))
        .collect();
    for (table, texts) in [(PLAYER, snapshot.read_players()?), (LABEL, snapshot.read_labels()?)] {
        let text = table.columns.split(", ").nth(1).unwrap_or_default();
        let sql = format!("SELECT id, {text}, folded FROM {}", table.name);
        let rows = snapshot.rows(&sql, [], |row| {
            Ok((
                row.get::<_, u32>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
            ))
        })?;
        for (row, written, folded) in rows {
            let known = RowId::new(row).map(|row| [texts.written(row), texts.folded(row)]);
            if known != Some([Some(&*written), Some(&*folded)]) {
                problems.push(format!(
                    "the texts have another row {row} than the table {}",
                    table.name
                ));
            }
        }
    }
    Ok(problems)
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
