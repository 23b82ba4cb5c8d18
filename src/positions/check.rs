use super::error::PositionsError;
use crate::formats::positions::{PositionReader, PositionRecord, Zobrist};
use crate::go::{Color, Point};
use serde::Serialize;
use std::io::Read;

/// What a verification found. Serialised, it is the document that
/// `bgo positions check --json` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckedPositions {
    /// Records that could be read.
    pub records: u64,
    /// Records with the id of their board.
    pub right_ids: u64,
    /// Records with the id that their board has with a point that a ko forbids.
    pub ko_ids: u64,
    /// Records with another id.
    pub wrong_ids: u64,
    /// Damaged places.
    pub damaged: u64,
    /// What is wrong, a sentence each with file and byte; at most as many as were
    /// asked for.
    pub problems: Vec<String>,
}

impl CheckedPositions {
    /// How many problems there are, told or not.
    #[must_use]
    pub const fn found(&self) -> u64 {
        self.wrong_ids + self.damaged
    }

    fn tell(&mut self, most: usize, problem: impl FnOnce() -> String) {
        if self.problems.len() < most {
            self.problems.push(problem());
        }
    }
}

/// Verifies every record of a file, which errors call `name`, and adds what is
/// found to `checked`. Its board has the size that `zobrist` is for. At most
/// `most` problems are told.
///
/// # Errors
/// A file that cannot be read; damage is in the answer.
pub fn check(
    source: impl Read,
    name: &str,
    zobrist: &Zobrist,
    most: usize,
    checked: &mut CheckedPositions,
) -> Result<(), PositionsError> {
    let mut reader = PositionReader::new(source, name, zobrist.size());
    let mut record = reader.room();
    loop {
        match reader.read_into(&mut record) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                checked.records += 1;
                check_id(&record, zobrist, checked, most, |what| {
                    format!("{name}: byte {}: {what}", reader.start())
                });
            }
            Err(error) if error.is_of_file() => return Err(error.into()),
            Err(error) => {
                checked.damaged += 1;
                checked.tell(most, || error.to_string());
            }
        }
    }
}

fn check_id(
    record: &PositionRecord,
    zobrist: &Zobrist,
    checked: &mut CheckedPositions,
    most: usize,
    at: impl FnOnce(String) -> String,
) {
    let id = record.id();
    let hash = zobrist.hash(record.stones(), None).value;
    if hash == id.hash {
        checked.right_ids += 1;
    } else if has_ko_id(record, zobrist) {
        checked.ko_ids += 1;
    } else {
        checked.wrong_ids += 1;
        checked.tell(most, || {
            at(format!("the id is {id}, and its board has the hash {hash:016x}"))
        });
    }
}

/// Whether the id is that of the board with one of its empty points forbidden.
fn has_ko_id(record: &PositionRecord, zobrist: &Zobrist) -> bool {
    let stones: Vec<(Point, Color)> = record.stones().collect();
    let mut empty = record.size().points().filter(|point| {
        let is_it = |(stone, _): &(Point, Color)| stone == point;
        !stones.iter().any(is_it)
    });
    empty.any(|point| zobrist.hash(stones.iter().copied(), Some(point)).value == record.id().hash)
}
