//! The table `game_courses`.

use super::columns::{GAMES_PER_ROW, malformed_row, packed_row, rows_up_to};
use super::records::GAMES_AT_ONCE;
use crate::go::BoardSize;
use crate::record::Course;
use crate::store::StoreError;
use crate::store::codec::{Malformed, NO_GAME, Slot, UNREADABLE, read_row, write_course};
use crate::store::snapshot::Snapshot;
use std::collections::HashMap;
use std::ops::Range;

/// The second value in the seal of a row, after the row number. It prevents a row of
/// game columns from passing as a row of courses.
pub const COURSES_SEAL: i64 = -2;

/// The number of rows that are worth replaying at a time.
pub const ROWS_AT_ONCE: i64 = GAMES_AT_ONCE / GAMES_PER_ROW;

/// The name of the table in messages.
const NAME: &str = "courses";

impl Snapshot {
    /// Returns the rows of courses, each with those of up to 512 games.
    pub fn course_rows(&self) -> Result<Range<i64>, StoreError> {
        Ok(rows_up_to(self.state()?.last_game))
    }

    /// Visits the courses of the games in a row, in the order of their numbers. Several
    /// threads can read rows at the same time, each with a [sibling](Snapshot::sibling).
    /// Fails if a game of the row has no course, which happens if its record is damaged.
    pub fn read_courses(&self, row: i64, mut visit: impl FnMut(i64, &Course)) -> Result<(), StoreError> {
        let data = row_data(self, row)?;
        match visit_slots(&data, row, &mut visit) {
            Ok(None) => Ok(()),
            Ok(Some(game)) => Err(self.damaged(format!("the course of game {game} is missing"))),
            Err(Malformed) => Err(malformed_row(self, NAME, row)),
        }
    }
}

/// Visits the courses of a row. Returns the first game without one, where it ends.
fn visit_slots(data: &[u8], row: i64, visit: &mut impl FnMut(i64, &Course)) -> Result<Option<i64>, Malformed> {
    let (count, mut reader) = read_row(data, GAMES_PER_ROW as usize)?;
    let mut course = Course::new(BoardSize::MAX);
    for game in (row * GAMES_PER_ROW..).take(count) {
        match reader.read_slot(&mut course)? {
            Slot::NoGame => {}
            Slot::Course => visit(game, &course),
            Slot::Unreadable => return Ok(Some(game)),
        }
    }
    if reader.is_empty() { Ok(None) } else { Err(Malformed) }
}

/// Returns the bytes of each slot of a row, in the order of the games' numbers.
pub fn row_slots(snapshot: &Snapshot, row: i64) -> Result<Vec<Vec<u8>>, StoreError> {
    let data = row_data(snapshot, row)?;
    let slots = read_row(&data, GAMES_PER_ROW as usize).and_then(|(count, mut reader)| {
        let slots = (0..count).map(|_| reader.skip_slot().map(<[u8]>::to_vec)).collect();
        if reader.is_empty() { slots } else { Err(Malformed) }
    });
    slots.map_err(|Malformed| malformed_row(snapshot, NAME, row))
}

fn row_data(snapshot: &Snapshot, row: i64) -> Result<Vec<u8>, StoreError> {
    packed_row(snapshot, "game_courses", NAME, row, COURSES_SEAL)
}

/// Replays the games of some rows on all cores. Returns the slots that each row should
/// have.
pub fn expected_slots(snapshot: &Snapshot, rows: Range<i64>) -> Result<Vec<Vec<Vec<u8>>>, StoreError> {
    let (first, last) = (rows.start * GAMES_PER_ROW, rows.end * GAMES_PER_ROW - 1);
    let sql = "SELECT id FROM game WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
    let games: Vec<i64> = snapshot.rows(sql, [first, last], |row| row.get(0))?;
    let keys = snapshot.keys();
    let courses = snapshot.map_records(first..=last, |_, record| {
        let record = record.read()?;
        let mut bytes = Vec::new();
        write_course(&mut bytes, &Course::of(&record, keys.get(record.size)));
        Some(bytes)
    })?;
    let mut courses: HashMap<i64, Vec<u8>> = courses
        .into_iter()
        .filter_map(|(game, course)| Some((game, course.ok()?)))
        .collect();
    let mut slots = vec![Vec::<Vec<u8>>::new(); (rows.end - rows.start) as usize];
    for game in games {
        // A damaged table may give numbers that were not asked for.
        let row = usize::try_from((game - first) / GAMES_PER_ROW).ok();
        let Some(row) = row.and_then(|row| slots.get_mut(row)).filter(|_| game >= first) else {
            return Err(snapshot.damaged(format!("game {game} is not in its place")));
        };
        row.resize((game % GAMES_PER_ROW) as usize, NO_GAME.to_vec());
        row.push(courses.remove(&game).unwrap_or_else(|| UNREADABLE.to_vec()));
    }
    Ok(slots)
}
