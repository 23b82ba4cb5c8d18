use super::error::PositionsError;
use crate::formats::positions::{PositionReader, Zobrist};
use bgo::position_file::PositionRecord;
use serde::Serialize;
use std::io::Read;

/// The findings of a [`Checker`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckedPositions {
    /// The number of readable records.
    pub records: u64,
    /// The number of records with the id of their board.
    pub right_ids: u64,
    /// The number of records with the id of their board and a point that a ko forbids.
    pub ko_ids: u64,
    /// The number of records with another id.
    pub wrong_ids: u64,
    /// The number of damaged places.
    pub damaged: u64,
    /// A sentence for each of the first problems, with file and byte.
    pub problems: Vec<String>,
}

impl CheckedPositions {
    /// Returns the number of problems, whether described or not.
    pub const fn found(&self) -> u64 {
        self.wrong_ids + self.damaged
    }
}

/// A verification of position files and their ids. It counts damage and wrong ids, and describes
/// the first problems.
pub struct Checker {
    most: usize,
    checked: CheckedPositions,
}

impl Checker {
    /// Begins a verification that describes at most `most` problems.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            checked: CheckedPositions::default(),
        }
    }

    /// Verifies a file of boards of the size of `zobrist`. Problems call the file `name`. The only
    /// error is a file that cannot be read.
    pub fn check(&mut self, source: impl Read, name: &str, zobrist: &Zobrist) -> Result<(), PositionsError> {
        let mut reader = PositionReader::new(source, name, zobrist.size());
        let mut record = reader.room();
        loop {
            match reader.read_into(&mut record) {
                Ok(false) => return Ok(()),
                Ok(true) => self.check_id(&record, zobrist, || format!("{name}: byte {}", reader.start())),
                Err(error) if error.is_unreadable() => return Err(error.into()),
                Err(error) => {
                    self.checked.damaged += 1;
                    self.tell(|| error.to_string());
                }
            }
        }
    }

    /// Returns the findings.
    pub fn finish(self) -> CheckedPositions {
        self.checked
    }

    fn check_id(&mut self, record: &PositionRecord, zobrist: &Zobrist, place: impl FnOnce() -> String) {
        self.checked.records += 1;
        let id = record.id();
        let hash = zobrist.hash(record.stones(), None).value;
        if id.tiebreaker != 0 {
            self.checked.wrong_ids += 1;
            let tiebreaker = id.tiebreaker;
            self.tell(|| {
                format!(
                    "{}: the id is {id}, with the tiebreaker {tiebreaker}; it should be 0",
                    place()
                )
            });
        } else if hash == id.hash {
            self.checked.right_ids += 1;
        } else if zobrist.is_with_ko(record.stones(), id.hash) {
            self.checked.ko_ids += 1;
        } else {
            self.checked.wrong_ids += 1;
            self.tell(|| format!("{}: the id is {id}, and its board has the hash {hash:016x}", place()));
        }
    }

    fn tell(&mut self, problem: impl FnOnce() -> String) {
        if self.checked.problems.len() < self.most {
            self.checked.problems.push(problem());
        }
    }
}
