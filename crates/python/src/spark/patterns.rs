//! Patterns in courses of a dataset, on the machines of a cluster.

use super::question::{SparkQuestion, code};
use crate::arrow::Table;
use crate::documents::document;
use crate::error::Fault;
use arrow_array::{ArrayRef, BinaryArray, BooleanArray, Int32Array, Int64Array, RecordBatch};
use bgo::internal::query::{PatternYear, Place};
use bgo::internal::record::{Course, Outcome};
use bgo::internal::store::{GameFacts, read_course};
use pyo3::prelude::*;
use std::sync::Arc;

/// The code of an occurrence without an answer in the tables.
const UNANSWERED: i32 = -1;

fn read(courses: &[Vec<u8>]) -> Result<Vec<Course>, Fault> {
    courses
        .iter()
        .map(|bytes| read_course(bytes).ok_or(Fault::Course))
        .collect()
}

fn answer(count: &PatternYear) -> Option<i32> {
    count.answer.map(|mv| code(mv).into())
}

fn table(columns: Vec<(&str, ArrayRef)>) -> Result<Table, Fault> {
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    Ok(Table::of_batch(RecordBatch::try_from_iter_with_nullable(columns)?))
}

fn numbers(counts: &[PatternYear], get: fn(&PatternYear) -> u64) -> ArrayRef {
    let numbers = counts.iter().map(|count| Some(get(count) as i64));
    Arc::new(numbers.collect::<Int64Array>())
}

/// Counts a pattern in the courses of different games. The rows have the codes of the answers, or
/// no code for all games.
#[pyfunction]
pub fn count_pattern(
    py: Python<'_>,
    question: &SparkQuestion,
    courses: Vec<Vec<u8>>,
    years: Vec<Option<u16>>,
    outcomes: Vec<u8>,
) -> PyResult<Table> {
    let pattern = question.pattern()?;
    Ok(py.detach(|| {
        let facts = years.into_iter().zip(outcomes).map(|(year, outcome)| GameFacts {
            year,
            outcome: Outcome::of_code(outcome),
        });
        let courses: Vec<_> = read(&courses)?.into_iter().zip(facts).collect();
        let counts = pattern.count_in(&courses);
        table(vec![
            ("next", Arc::new(counts.iter().map(answer).collect::<Int32Array>())),
            (
                "year",
                Arc::new(
                    counts
                        .iter()
                        .map(|count| count.games.year.map(i32::from))
                        .collect::<Int32Array>(),
                ),
            ),
            ("games", numbers(&counts, |count| count.games.games)),
            ("black_wins", numbers(&counts, |count| count.games.black_wins)),
            ("white_wins", numbers(&counts, |count| count.games.white_wins)),
            ("draws", numbers(&counts, |count| count.games.draws)),
            ("occurrences", numbers(&counts, |count| count.occurrences.occurrences)),
            ("direct", numbers(&counts, |count| count.occurrences.direct)),
            ("unanswered", numbers(&counts, |count| count.unanswered)),
            ("elsewhere", numbers(&counts, |count| count.elsewhere)),
        ])
    })?)
}

/// Finds the games with a pattern among those with these courses. The rows have the number of the
/// course, the code of an answer that the game has, and whether it has it with the colours
/// exchanged.
#[pyfunction]
pub fn find_pattern(py: Python<'_>, question: &SparkQuestion, courses: Vec<Vec<u8>>) -> PyResult<Table> {
    let pattern = question.pattern()?;
    Ok(py.detach(|| {
        let courses = read(&courses)?;
        let mut found: Vec<(i64, i32, bool)> = pattern
            .occurrences_in(&courses)
            .into_iter()
            .map(|occurrence| {
                let answer = occurrence.answer.map_or(UNANSWERED, |answer| code(answer.mv).into());
                (occurrence.game, answer, occurrence.swapped)
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        table(vec![
            (
                "course",
                Arc::new(found.iter().map(|row| Some(row.0)).collect::<Int64Array>()),
            ),
            (
                "next",
                Arc::new(found.iter().map(|row| Some(row.1)).collect::<Int32Array>()),
            ),
            (
                "swapped",
                Arc::new(found.iter().map(|row| Some(row.2)).collect::<BooleanArray>()),
            ),
        ])
    })?)
}

/// Finds the lines of 1 to `depth` answers to a pattern in courses. The rows have the number of the
/// course, the codes of the answers, two bytes each, and whether the colours are exchanged.
#[pyfunction]
pub fn pattern_lines(py: Python<'_>, question: &SparkQuestion, courses: Vec<Vec<u8>>, depth: usize) -> PyResult<Table> {
    let pattern = question.pattern()?;
    Ok(py.detach(|| {
        let lines = pattern.lines_in(&read(&courses)?, depth);
        let numbers = lines.iter().map(|(course, ..)| Some(*course as i64));
        let answers = lines.iter().map(|(_, answers, _)| {
            let codes = answers.iter();
            Some(codes.flat_map(|code| code.0.to_le_bytes()).collect::<Vec<u8>>())
        });
        table(vec![
            ("course", Arc::new(numbers.collect::<Int64Array>())),
            ("line", Arc::new(answers.collect::<BinaryArray>())),
            (
                "swapped",
                Arc::new(
                    lines
                        .iter()
                        .map(|(.., swapped)| Some(*swapped))
                        .collect::<BooleanArray>(),
                ),
            ),
        ])
    })?)
}

/// Returns the document of the place of a pattern in the game of a course, `null` if the game does
/// not have it.
#[pyfunction]
pub fn place_in_course(question: &SparkQuestion, course: Vec<u8>) -> PyResult<String> {
    let courses = read(&[course])?;
    let found = question.pattern()?.occurrences_in(&courses);
    Ok(document(&found.first().map(Place::of_pattern))?)
}
