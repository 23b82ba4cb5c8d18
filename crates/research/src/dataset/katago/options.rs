use super::super::error::DatasetError;
use super::super::options::ReadProgress;
use crate::formats::katago::{LONGEST, RowShape, RuleSet};
use bgo::go::mix;
use bgo::interrupt::Interrupt;
use serde::Serialize;

/// The settings of training data for KataGo.
#[derive(Clone, Debug)]
pub struct KatagoOptions {
    /// The side of the board in the arrays, 2 to 19. Larger boards are left out.
    pub side: usize,
    /// The rules of records that name no known rules.
    pub rules: RuleSet,
    /// The share of the positions that give rows, more than 0 to 1.
    pub sample: f64,
    /// The share of the games for validation, 0 to less than 1.
    pub validation: f64,
    /// The seed of the sample, of the division and of the order.
    pub seed: u64,
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
            sample: 1.0,
            validation: 0.0,
            seed: 0,
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
        if !(self.sample > 0.0 && self.sample <= 1.0) {
            return wrong(format!(
                "the share of the positions is more than 0 and at most 1, not {}",
                self.sample
            ));
        }
        if !(0.0..1.0).contains(&self.validation) {
            return wrong(format!(
                "the share of the games for validation is from 0 to less than 1, not {}",
                self.validation
            ));
        }
        if self.batch == 0 || self.file_rows == 0 || !self.file_rows.is_multiple_of(self.batch) {
            return wrong(format!(
                "files of {} rows do not divide into batches of {}; the rows of a file are a multiple of a batch",
                self.file_rows, self.batch
            ));
        }
        Ok(())
    }

    /// Returns whether a position gives a row. The choice depends only on the seed, the moves of the
    /// game and the number of the position.
    pub(super) fn is_chosen(&self, game: u64, ply: usize) -> bool {
        self.sample >= 1.0 || is_below(self.random(1, game ^ mix(ply as u64)), self.sample)
    }

    /// Returns the split of a game. The choice depends only on the seed and on the moves of the game.
    pub(super) fn split_of(&self, game: u64) -> Split {
        match is_below(self.random(2, game), self.validation) {
            true => Split::Validation,
            false => Split::Training,
        }
    }

    /// Returns the rank of a game in random order.
    pub(super) fn rank(&self, game: u64) -> u64 {
        self.random(3, game)
    }

    /// Returns a random number of a kind and a value.
    pub(super) fn random(&self, kind: u64, value: u64) -> u64 {
        mix(value ^ mix(self.seed ^ mix(kind)))
    }
}

/// Returns whether a random number is in the lowest share of all numbers.
fn is_below(random: u64, share: f64) -> bool {
    // The upper 53 bits are a number from 0 to 1 without rounding.
    ((random >> 11) as f64) / ((1_u64 << 53) as f64) < share
}

/// The use of a game: training or validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Games to train on.
    Training,
    /// Games to measure the training by.
    Validation,
}

impl Split {
    /// All splits.
    pub const ALL: [Self; 2] = [Self::Training, Self::Validation];

    /// Returns the name of the split's folder.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Training => "train",
            Self::Validation => "val",
        }
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
