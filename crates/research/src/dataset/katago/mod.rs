//! Training data for KataGo: games are read, divided by seed into those for training and for
//! validation, and copied to an unnamed file. Their rows are made on all cores and mixed, and go to
//! blocks in memory (`set`) or to files as the training reads them (`files`).

mod files;
mod set;

pub use files::{KatagoFile, KatagoReport, make_katago};
pub use set::{KatagoBlocks, KatagoSet};

use super::choice::RowChoice;
use super::source::ReadProgress;
use crate::error::{ErrorKind, ResearchError};
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
    const fn shape(&self) -> RowShape {
        RowShape { side: self.side }
    }

    /// Fails if a setting is out of its range.
    fn verify(&self) -> Result<(), ResearchError> {
        if !(2..=LONGEST).contains(&self.side) {
            return Err(
                ErrorKind::Setting.error(format!("arrays have boards of 2 to {LONGEST} lines, not {}", self.side))
            );
        }
        if self.batch == 0 || self.file_rows == 0 || !self.file_rows.is_multiple_of(self.batch) {
            return Err(ErrorKind::Setting.error(format!(
                "files of {} rows do not divide into batches of {}; the rows of a file are a multiple of a batch",
                self.file_rows, self.batch
            )));
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
