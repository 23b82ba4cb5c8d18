use crate::interrupt::Interrupt;
use std::num::NonZeroU64;

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The number of games after which to commit, besides commits for lack of
    /// memory. Committed games stay whatever happens next. Every commit adds a
    /// segment.
    pub commit_every: Option<NonZeroU64>,
    /// Stops the import within a second when set. Committed games stay, and so do
    /// other games if they can be committed in that time.
    pub stop: Interrupt,
}
