//! The openings of the games of a dataset, which no table has: they are searched in the courses.

use super::columns::COURSES;
use super::error::DatasetError;
use super::layout::Table;
use super::records::SortedCopy;
use super::table_reader::read_table;
use crate::query::NamePattern;
use crate::store::read_course;
use rusqlite::types::Value;
use std::cell::RefCell;

const COURSE: [&str; 2] = ["game", "course"];

/// Fills the table `openings` of a copy with the games that have each opening. Keeps the courses of one row
/// group in memory.
pub fn find_openings(copy: &SortedCopy<'_>, openings: &[NamePattern]) -> Result<(), DatasetError> {
    let table = "CREATE TABLE openings (opening INTEGER, game INTEGER, PRIMARY KEY (opening, game))";
    copy.sorted.execute_batch(table)?;
    if openings.is_empty() {
        return Ok(());
    }
    let mut insert = copy.sorted.prepare("INSERT INTO openings VALUES (?1, ?2)")?;
    let group = RefCell::new((Vec::new(), Vec::new()));
    let take = |values: Vec<Value>| {
        let [Value::Integer(game), Value::Blob(bytes)] = &values[..] else {
            return Err(copy.damaged("a game has no course".to_owned()));
        };
        let course = read_course(bytes);
        let course = course.ok_or_else(|| copy.damaged(format!("the course of game {game} cannot be read")))?;
        let (games, courses) = &mut *group.borrow_mut();
        games.push(*game);
        courses.push(course);
        Ok(())
    };
    for file in copy.manifest.tables.of(Table::Courses) {
        let is_wanted = |name: &str| COURSE.contains(&name);
        read_table(copy.dataset, file, COURSES, is_wanted, take, || {
            let (games, courses) = group.take();
            for (number, opening) in openings.iter().enumerate() {
                copy.stop.check()?;
                for course in opening.find_in(&courses).map_err(DatasetError::Filter)? {
                    insert.execute((number, games[course as usize]))?;
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}
