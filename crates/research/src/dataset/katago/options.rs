use super::super::choice::RowChoice;
use super::super::error::DatasetError;
use super::super::options::ReadProgress;
use crate::formats::katago::{LONGEST, RowShape, RuleSet};
use bgo::interrupt::Interrupt;

/// The settings of training data for KataGo.
#[derive(Clone, Debug)]
pub struct KatagoOptions {
    /// The side of the board in the arrays, 2 to 19. Larger boards are left out.
    pub side: usize,
    /// The rules of records that name no known rules.
    pub rules: RuleSet,
    /// The games and positions that give rows.
    pub choice: RowChoice,
    /// If true, rows are in the order of the games and moves.
    pub in_order: bool,
    /// The number of rows that are mixed with one another, and the number of rows of a file.
    pub file_rows: usize,
    /// The number of rows in a batch. The number of rows in each file is a multiple of it.
    pub batch: usize,
    /// Stops the work when set.
    pub stop: Interrupt,
}

impl Default for KatagoOptions {
    fn default() -> Self {
        Self {
            side: LONGEST,
            rules: RuleSet::Japanese,
            choice: RowChoice::default(),
            in_order: false,
            file_rows: 1 << 16,
            batch: 256,
            stop: Interrupt::default(),
        }
    }
}

impl KatagoOptions {
    pub(super) const fn shape(&self) -> RowShape {
        RowShape { side: self.side }
    }

    /// Fails if a setting is out of its range.
    pub(super) fn verify(&self) -> Result<(), DatasetError> {
        let wrong = |what| Err(DatasetError::Setting(what));
        if !(2..=LONGEST).contains(&self.side) {
            return wrong(format!("arrays have boards of 2 to {LONGEST} lines, not {}", self.side));
        }
        if self.batch == 0 || self.file_rows == 0 || !self.file_rows.is_multiple_of(self.batch) {
            return wrong(format!(
                "files of {} rows do not divide into batches of {}; the rows of a file are a multiple of a batch",
                self.file_rows, self.batch
            ));
        }
        self.choice.verify()
    }
}

/// A report while training data are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KatagoProgress {
    /// Games are read and counted.
    Reading(ReadProgress),
    /// The rows that are written so far, and all of them.
    Writing(u64, u64),
}
