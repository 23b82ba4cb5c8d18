//! The notes of the report about games that were not simply added, and about parts that could
//! not be read.

use super::Storer;
use super::place::MemberGame;
use crate::archive::SkipReason;
use crate::dataset::{RejectionKind, Verdict};
use crate::import::error::ImportError;
use crate::import::report::{Note, ReadFailure};

/// The maximum number of bytes of messages about members that were not read.
const FAILURE_BYTES: usize = 1 << 20;

impl Storer<'_> {
    /// Counts a skipped member. Most are files of other kinds. A loss of games must
    /// be reported: a damaged member, or one that could be read elsewhere, is a
    /// failure, and a lost record is also a rejected game in the report.
    pub(super) fn skip(&mut self, member: String, reason: SkipReason) -> Result<(), ImportError> {
        if let Some(kind) = RejectionKind::of_lost(&reason) {
            let summary = self.summary();
            summary.files += 1;
            summary.games += 1;
            let place = MemberGame {
                member: &member,
                member_game: 0,
            };
            self.reject(place, kind, reason.to_string(), None)?;
        } else if matches!(reason, SkipReason::OtherFile) {
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

    /// Counts a game as rejected.
    pub(super) fn reject(
        &mut self,
        place: MemberGame<'_>,
        kind: RejectionKind,
        reason: String,
        offset: Option<usize>,
    ) -> Result<(), ImportError> {
        self.summary().reject(kind, place.member);
        let note = Note {
            kind: Some(kind.name().to_owned()),
            offset,
            ..self.note_on(place, Verdict::Rejected, reason)
        };
        self.note(&note)
    }

    /// Returns a note on a game that has neither a number nor a kind yet.
    pub(super) fn note_on(&self, place: MemberGame<'_>, verdict: Verdict, reason: String) -> Note {
        Note {
            archive: self.archive_of_game(),
            member: place.member.to_owned(),
            member_game: place.member_game,
            verdict,
            game: None,
            kind: None,
            reason,
            offset: None,
        }
    }

    /// Hands a note to the reporter.
    pub(super) fn note(&mut self, note: &Note) -> Result<(), ImportError> {
        self.note_bytes += note.bytes();
        self.reporter.note(note).map_err(ImportError::Report)
    }
}
