use super::error::PositionsError;
use crate::formats::positions::Zobrist;
use bgo::position_file::{PositionReader, PositionRecord};
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
}

/// Verifies position files, the ids too. Damage and wrong ids are counted, and the
/// first of them told.
pub struct Checker {
    most: usize,
    checked: CheckedPositions,
}

impl Checker {
    /// Tells at most so many problems one by one.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            checked: CheckedPositions::default(),
        }
    }

    /// Verifies a file, which problems call `name`, of boards of the size that
    /// `zobrist` is for.
    ///
    /// # Errors
    /// A file that cannot be read.
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

    /// What was found.
    #[must_use]
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
