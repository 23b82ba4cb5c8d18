use crate::archive::{ArchiveError, SkipReason};
use serde::Serialize;
use std::time::Duration;
use thiserror::Error;

/// The summary of an import.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Game records that were read: files, not games.
    pub files: u64,
    /// Other files, which were passed over.
    pub skipped: u64,
    /// Games in those records: `added + duplicates + rejected`.
    pub games: u64,
    /// Games that are new in the database.
    pub added: u64,
    /// Games that were there already; this is one more source of them.
    pub duplicates: u64,
    /// Games among the added of which something was left out.
    pub repaired: u64,
    /// Games of which nothing could be made.
    pub rejected: u64,
    /// Positions of the games that were added.
    pub positions: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// True if somebody stopped it before its end. All numbers are of what is in
    /// the database then; what came after is not.
    pub stopped: bool,
}

/// The fate of a game that was not simply added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing could be made of it.
    Rejected,
    /// It was added, but for what could not be read or played.
    Repaired,
    /// It was there already.
    Duplicate,
}

/// A line of the report: a game that was not simply added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The archive as the user named it.
    pub archive: String,
    /// The file within it.
    pub member: String,
    /// Which game of that file, counted from 0.
    pub member_game: usize,
    /// The fate of the game.
    pub verdict: Verdict,
    /// Its number in the database, or that of the game it is a duplicate of.
    pub game: Option<i64>,
    /// The reason.
    pub reason: String,
    /// The place in the file, in bytes from its start, if there is one.
    pub offset: Option<usize>,
}

impl Note {
    /// Bytes that it takes as a line of the report, roughly.
    pub(super) const fn bytes(&self) -> usize {
        // The names of the fields, and numbers.
        const REST: usize = 120;
        REST + self.archive.len() + self.member.len() + self.reason.len()
    }
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games seen so far.
    pub games: u64,
    /// Bytes of the archives read so far.
    pub bytes: u64,
    /// Bytes of all archives.
    pub total_bytes: u64,
    /// Time since the import began.
    pub elapsed: Duration,
}

/// A receiver of the events of an import.
pub trait Reporter {
    /// Returns a game was rejected, repaired or found to be a duplicate.
    ///
    /// # Errors
    /// Ends the import; what was committed stays.
    fn note(&mut self, note: &Note) -> std::io::Result<()>;

    /// Returns the games of which all notes since the last call tell are about to
    /// be committed. Those of notes that no such call follows are not in the
    /// database.
    ///
    /// # Errors
    /// Ends the import before they are.
    fn commit(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    /// Called a few times a second.
    fn progress(&mut self, progress: Progress);
}

/// Ignores everything.
impl Reporter for () {
    fn note(&mut self, _: &Note) -> std::io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, _: Progress) {}
}

/// Something that kept an import from reading all that was named. Displays as
/// one sentence.
#[derive(Debug, Error)]
pub enum ReadFailure {
    /// The archive could not be opened, or not be read to its end.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A member that holds games, or may, was not read.
    #[error("{archive}: {member} was not read: {reason}")]
    Member {
        /// The archive as the user named it.
        archive: String,
        /// The file within it.
        member: String,
        /// The reason.
        reason: SkipReason,
    },
    /// There are more of these than are told one by one.
    #[error("{0} more members or archives were not read")]
    More(u64),
    /// There was nothing to read.
    #[error("{archive}: it holds no game records (.sgf)")]
    NoRecords {
        /// The archive or folder as the user named it.
        archive: String,
    },
}

/// The result of an import: a summary, and what could not be read.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The summary.
    pub summary: Summary,
    /// The failures to read. All other games are in the database.
    pub failures: Vec<ReadFailure>,
}
