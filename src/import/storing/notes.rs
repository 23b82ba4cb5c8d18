//! The notes of the report about games that were not simply added, and about parts that could
//! not be read.

use super::Storer;
use super::place::MemberGame;
use crate::archive::SkipReason;
use crate::dataset::Verdict;
use crate::import::error::ImportError;
use crate::import::report::{Note, ReadFailure};

/// The maximum number of bytes of messages about members that were not read.
const FAILURE_BYTES: usize = 1 << 20;

impl Storer<'_> {
    /// Counts a skipped member. Most are files of other kinds. A loss of games must
    /// be reported: a damaged member, or one that could be read elsewhere, is a
    /// failure, and a lost record is also a rejected game in the report.
    pub(super) fn skip(&mut self, member: String, reason: SkipReason) -> Result<(), ImportError> {
        if reason.is_loss() {
            let summary = self.summary();
            summary.files += 1;
            summary.games += 1;
            summary.rejected += 1;
            let place = MemberGame {
                member: &member,
                member_game: 0,
            };
            self.note(place, Verdict::Rejected, None, reason.to_string(), None)?;
        } else {
            self.summary().skipped += 1;
        }
        if self.archive.contents.skip(&reason) {
            let archive = self.archive_name();
            self.fail(ReadFailure::Member {
                archive,
                member,
                reason,
            });
        }
        Ok(())
    }

    /// Records a failure. After 1 MiB of failures, only counts them.
    pub(super) fn fail(&mut self, failure: ReadFailure) {
        let failures = &mut self.outcome.failures;
        if self.failure_bytes < FAILURE_BYTES {
            self.failure_bytes += failure.to_string().len();
            failures.push(failure);
        } else if let Some(ReadFailure::More(more)) = failures.last_mut() {
            *more += 1;
        } else {
            failures.push(ReadFailure::More(1));
        }
    }

    pub(super) fn note(
        &mut self,
        place: MemberGame<'_>,
        verdict: Verdict,
        game: Option<i64>,
        reason: String,
        offset: Option<usize>,
    ) -> Result<(), ImportError> {
        let note = Note {
            archive: self.archive_of_game(),
            member: place.member.to_owned(),
            member_game: place.member_game,
            verdict,
            game,
            reason,
            offset,
        };
        self.note_bytes += note.bytes();
        self.reporter.note(&note).map_err(ImportError::Report)
    }
}
