//! Comparison of the courses of games with their records.

use super::checked::problems;
use crate::store::codec::course::{NO_GAME, UNREADABLE};
use crate::store::error::StoreError;
use crate::store::games::courses::{GAMES_PER_ROW, ROWS_AT_ONCE, course_rows, expected_slots, row_slots};
use crate::store::snapshot::Snapshot;
use crate::store::write::courses::write_slots;
use crate::store::write::transaction::Transaction;
use std::ops::Range;

/// A row with its problems and the slots that it should have.
struct Compared {
    row: i64,
    problems: Vec<String>,
    slots: Vec<Vec<u8>>,
}

/// Compares the courses of all games with a replay of their records.
pub fn check_courses(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    let rows = course_rows(snapshot)?;
    visit_rows(snapshot, &rows, |compared| {
        found.extend(compared.problems);
        Ok(())
    })?;
    let counted: i64 = snapshot.value("SELECT count(*) FROM game_courses")?;
    let expected = rows.end;
    if counted != expected {
        found.push(format!(
            "there are {counted} rows of courses and there should be {expected}"
        ));
    }
    Ok(found)
}

/// Rewrites each row that has a wrong course. Returns whether there was one.
pub fn repair_courses(transaction: &Transaction) -> Result<bool, StoreError> {
    let rows = course_rows(transaction)?;
    let surplus = transaction.execute("DELETE FROM game_courses WHERE id NOT BETWEEN 0 AND ?1 - 1", [rows.end])?;
    let mut is_wrong = surplus > 0;
    visit_rows(transaction, &rows, |Compared { row, problems, slots }| {
        if !problems.is_empty() {
            is_wrong = true;
            let slots: Vec<&[u8]> = slots.iter().map(Vec::as_slice).collect();
            write_slots(transaction, row, &slots)?;
        }
        Ok(())
    })?;
    Ok(is_wrong)
}

/// Compares each of these rows.
fn visit_rows(
    snapshot: &Snapshot,
    rows: &Range<i64>,
    mut visit: impl FnMut(Compared) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    for begin in rows.clone().step_by(ROWS_AT_ONCE as usize) {
        let end = rows.end.min(begin + ROWS_AT_ONCE);
        for (row, slots) in (begin..).zip(expected_slots(snapshot, begin..end)?) {
            visit(compare(snapshot, row, slots)?)?;
        }
    }
    Ok(())
}

/// Compares a row with the slots that it should have. Keeps the course of a game whose
/// record is damaged.
fn compare(snapshot: &Snapshot, row: i64, mut slots: Vec<Vec<u8>>) -> Result<Compared, StoreError> {
    let mut stored = match row_slots(snapshot, row) {
        Ok(stored) => stored,
        Err(error) => {
            let problems = problems(Err(error))?;
            return Ok(Compared { row, problems, slots });
        }
    };
    let length = stored.len().max(slots.len());
    stored.resize(length, NO_GAME.to_vec());
    slots.resize(length, NO_GAME.to_vec());
    let mut problems = Vec::new();
    for (game, (stored, expected)) in (row * GAMES_PER_ROW..).zip(stored.into_iter().zip(&mut slots)) {
        if stored == *expected {
            continue;
        }
        if *expected == NO_GAME {
            problems.push(format!("game {game} is in the courses and not in the game table"));
        } else if stored == NO_GAME || stored == UNREADABLE {
            problems.push(format!("the course of game {game} is missing"));
        } else if *expected == UNREADABLE {
            *expected = stored;
        } else {
            problems.push(format!("the course of game {game} is not that of its record"));
        }
    }
    Ok(Compared { row, problems, slots })
}
