//! The courses of games, which are beside their records.

use super::records::{SELECT_COURSES, wrong_checksum};
use crate::go::BoardSize;
use crate::record::Course;
use crate::store::StoreError;
use crate::store::codec::Bytes;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::intact;
use std::ops::RangeInclusive;

impl Snapshot {
    /// Visits the courses of these games in the order of their numbers. Several threads can read at the
    /// same time, each with a [sibling](Snapshot::sibling).
    pub fn read_courses(
        &self,
        games: RangeInclusive<i64>,
        mut visit: impl FnMut(i64, &Course),
    ) -> Result<(), StoreError> {
        let mut course = Course::new(BoardSize::MAX);
        let read = self.rows(&SELECT_COURSES, [games.start(), games.end()], |row| {
            let game = row.get(1)?;
            let mut bytes = Bytes::new(row.get_ref(2)?.as_blob()?);
            if !intact(row)? {
                return Ok(Err(wrong_checksum(game)));
            }
            if bytes.read_course(&mut course).is_err() || !bytes.is_empty() {
                return Ok(Err(format!("the record of game {game} has no course that can be read")));
            }
            visit(game, &course);
            Ok(Ok(()))
        })?;
        read.into_iter()
            .collect::<Result<(), String>>()
            .map_err(|what| self.damaged(what))
    }
}
