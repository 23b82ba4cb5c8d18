use crate::interrupt::Interrupt;
use std::num::NonZeroU64;

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The number of games after which to commit, besides the commits for want of
    /// memory. Committed games stay, whatever happens next; every commit adds a
    /// segment.
    pub commit_every: Option<NonZeroU64>,
    /// Stops the import within a second when set. Committed games stay, and so do
    /// the others if they can be committed in that time.
    pub stop: Interrupt,
}
