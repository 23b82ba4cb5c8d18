use crate::error::{ErrorKind, ResearchError};
use bgo::internal::go::{Transform, mix};
use serde::Serialize;

/// The games and positions that give rows, chosen at random, and the order and orientation of the
/// rows. All of it depends only on the settings, on the moves of the games and on the places of
/// positions, so that every process chooses alike.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChoice {
    /// The share of the positions that give rows, more than 0 to 1.
    pub sample: f64,
    /// The share of the games for validation, 0 to less than 1.
    pub validation: f64,
    /// The seed of the sample, of the division, of the order and of the orientations.
    pub seed: u64,
    /// The number of the pass over the rows, which changes the order and orientations of rows, and which of KataGo's
    /// games a shard has.
    pub epoch: u64,
    /// The part of the games to take, counted from 0, and the number of parts. Each game is in one.
    pub shard: (u64, u64),
    /// If true, each row is rotated or mirrored at random.
    pub symmetry: bool,
}

impl Default for RowChoice {
    fn default() -> Self {
        Self::ALL
    }
}

impl RowChoice {
    /// All rows, as they are.
    pub const ALL: Self = Self {
        sample: 1.0,
        validation: 0.0,
        seed: 0,
        epoch: 0,
        shard: (0, 1),
        symmetry: false,
    };

    /// Fails if a setting is out of its range.
    pub fn verify(&self) -> Result<(), ResearchError> {
        if !(self.sample > 0.0 && self.sample <= 1.0) {
            return Err(ErrorKind::Setting.error(format!(
                "the share of the positions is more than 0 and at most 1, not {}",
                self.sample
            )));
        }
        if !(0.0..1.0).contains(&self.validation) {
            return Err(ErrorKind::Setting.error(format!(
                "the share of the games for validation is from 0 to less than 1, not {}",
                self.validation
            )));
        }
        let (shard, shards) = self.shard;
        if shard >= shards {
            return Err(ErrorKind::Setting.error(format!(
                "there is no shard {shard} of {shards}; shards are counted from 0, so that the first of two is (0, 2)"
            )));
        }
        Ok(())
    }

    /// Returns whether the choice depends on the moves of games.
    pub(super) fn wants_moves(&self) -> bool {
        self.symmetry || self.sample < 1.0 || self.validation > 0.0
    }

    /// Returns whether a game is in the shard, by its place among all games.
    pub const fn has_place(&self, place: u64) -> bool {
        let (shard, shards) = self.shard;
        place % shards == shard
    }

    pub(super) fn has_position(&self, game: u64, ply: usize) -> bool {
        self.sample >= 1.0 || is_below(self.random(1, game ^ mix(ply as u64)), self.sample)
    }

    pub(super) fn split_of(&self, game: u64) -> Split {
        if is_below(self.random(2, game), self.validation) {
            Split::Validation
        } else {
            Split::Training
        }
    }

    /// Returns the rank of a game in random order.
    pub(super) fn rank(&self, game: u64) -> u64 {
        self.random(3, self.of_epoch(game))
    }

    /// Returns the random order of the rows that are mixed with one another, whose group has a number.
    pub fn order(&self, rows: usize, group: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..rows as u32).collect();
        let key = self.random(4, self.of_epoch(group));
        for place in (1..order.len()).rev() {
            let other = self.random(key, place as u64) % (place as u64 + 1);
            order.swap(place, other as usize);
        }
        order
    }

    pub(super) fn orientation(&self, game: u64, ply: usize) -> Transform {
        if !self.symmetry {
            return Transform::IDENTITY;
        }
        let random = self.random(5, self.of_epoch(game ^ mix(ply as u64)));
        Transform::ALL[random as usize % Transform::ALL.len()]
    }

    /// Returns a value for the current pass, itself for the first, as 0 is mixed to 0.
    const fn of_epoch(&self, value: u64) -> u64 {
        value ^ mix(self.epoch)
    }

    /// Returns a random number of a kind and a value.
    fn random(&self, kind: u64, value: u64) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_pass_changes_the_order_and_the_orientations_only() {
        let first = RowChoice {
            sample: 0.5,
            validation: 0.5,
            symmetry: true,
            ..RowChoice::default()
        };
        let second = RowChoice {
            epoch: 1,
            ..first.clone()
        };
        for game in 0..200 {
            let [chosen, again] = [&first, &second].map(|choice| (choice.has_position(game, 7), choice.split_of(game)));
            assert_eq!(chosen, again);
        }
        let [turned, again] = [&first, &second].map(|choice| {
            let turned = (0..200).map(|game| choice.orientation(game, 7));
            turned.collect::<Vec<Transform>>()
        });
        assert_ne!(turned, again);
        assert!(Transform::ALL.iter().all(|t| turned.contains(t)));
        assert_ne!(first.order(100, 0), second.order(100, 0));
        assert_ne!(first.order(100, 0), first.order(100, 1));
        let mut sorted = first.order(100, 0);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..100));
    }

    #[test]
    fn each_place_is_in_one_shard() {
        let shards = [0, 1, 2, 3].map(|shard| RowChoice {
            shard: (shard, 3),
            ..RowChoice::default()
        });
        for place in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has_place(place)).count(), 1);
        }
        assert!(shards[2].verify().is_ok() && shards[3].verify().is_err());
    }
}
