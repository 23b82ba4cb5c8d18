use serde::Serialize;

/// Games of the set `test`.
pub(super) const TEST: usize = 100;

/// Games of the set `train10k`.
pub(super) const TRAIN_10K: usize = 10_000;

/// The sets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SetName {
    /// A hundred games.
    Test,
    /// Ten thousand others.
    Train10k,
    /// All but those of `test`.
    TrainAll,
    /// All, in their order.
    All,
}

impl SetName {
    /// As it is in the names of files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Train10k => "train10k",
            Self::TrainAll => "trainall",
            Self::All => "all",
        }
    }
}

/// How games came into the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Selection {
    /// As the preprocessor selects among its archives.
    Published,
    /// By a seed and what the games are.
    Seeded(u64),
    /// All of them.
    All,
}
