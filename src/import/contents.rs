use crate::archive::SkipReason;
use crate::dataset::RejectionKind;

/// What was found in an archive so far.
#[derive(Default)]
pub(super) struct Contents {
    /// The number of records, read or lost.
    records: u64,
    /// True if a failure was recorded for any part of it.
    incomplete: bool,
}

impl Contents {
    /// Adds a file that was read.
    pub const fn add_file(&mut self) {
        self.records += 1;
    }

    /// Adds a member that was skipped. Returns whether it is a failure, because games may be
    /// missing: the member is damaged, or could be read elsewhere.
    pub fn skip(&mut self, reason: &SkipReason) -> bool {
        self.records += u64::from(RejectionKind::of_lost(reason).is_some());
        let fails = !matches!(reason, SkipReason::OtherFile | SkipReason::Special(_));
        self.incomplete |= fails;
        fails
    }

    /// Returns whether a complete archive without any record was read.
    pub const fn lacks_records(&self) -> bool {
        self.records == 0 && !self.incomplete
    }
}
