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
        let mut damage = None;
        self.visit_courses(games, |game, course| match course {
            Ok(course) => visit(game, course),
            Err(what) => drop(damage.get_or_insert(what)),
        })?;
        damage.map_or(Ok(()), |what| Err(self.damaged(what)))
    }

    /// Visits courses like [`Snapshot::read_courses`], or a sentence for each that is damaged.
    pub fn visit_courses(
        &self,
        games: RangeInclusive<i64>,
        mut visit: impl FnMut(i64, Result<&Course, String>),
    ) -> Result<(), StoreError> {
        let mut course = Course::new(BoardSize::MAX);
        self.rows(&SELECT_COURSES, [games.start(), games.end()], |row| {
            let game = row.get(1)?;
            let mut bytes = Bytes::new(row.get_ref(2)?.as_blob()?);
            let read = if !intact(row)? {
                Err(wrong_checksum(game))
            } else if bytes.read_course(&mut course).is_err() || !bytes.is_empty() {
                Err(format!("the record of game {game} has no course that can be read"))
            } else {
                Ok(&course)
            };
            visit(game, read);
            Ok(())
        })?;
        Ok(())
    }
}
