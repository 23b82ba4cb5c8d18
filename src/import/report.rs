use super::ImportOptions;
use crate::archive::{ArchiveError, SkipReason};
use crate::dataset::{DatasetError, NAMED_FILES, RejectedGames, RejectionKind, RepairedGames, Verdict};
use crate::files::FileError;
use crate::record::{RepairKind, Repairs};
use crate::store::StoreError;
use serde::Serialize;
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The summary of an import.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportSummary {
    /// The number of SGF files read; a file may hold several games.
    pub files: u64,
    /// The number of other files, which were skipped.
    pub skipped: u64,
    /// The number of games in these files: `added + duplicates + removed + rejected`.
    pub games: u64,
    /// The number of games added.
    pub added: u64,
    /// The number of games that are already in the database. Each of them adds a
    /// source.
    pub duplicates: u64,
    /// The number of games left out because the user removed them from the database.
    #[serde(skip_serializing_if = "is_zero")]
    pub removed: u64,
    /// The number of added games whose records have faults.
    pub repaired: u64,
    /// The number of games that could not be read.
    pub rejected: u64,
    /// The rejected games by the kind of the reason.
    pub rejections: Vec<RejectedGames>,
    /// The repaired games by the kinds of their faults.
    pub repairs: Vec<RepairedGames>,
    /// The number of positions of the added games.
    pub positions: u64,
    /// The number of analyses by engines that records brought.
    #[serde(skip_serializing_if = "is_zero")]
    pub analyses: u64,
    /// The number of evaluations in records that could not be read; the games were added.
    #[serde(skip_serializing_if = "is_zero")]
    pub unreadable_analyses: u64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The number of files and folders that were not read, because nothing in them has changed since the
    /// database has all of their records. No other number counts them.
    #[serde(skip_serializing_if = "is_zero")]
    pub unchanged: u64,
    /// True if the import was stopped early. All numbers then describe the
    /// database.
    pub stopped: bool,
}

impl ImportSummary {
    pub(super) fn reject(&mut self, kind: RejectionKind, member: &str) {
        self.rejected += 1;
        let place = self.rejections.binary_search_by_key(&kind, |rejected| rejected.kind);
        let at = place.unwrap_or_else(|at| {
            let none = RejectedGames {
                kind,
                games: 0,
                members: Vec::new(),
            };
            self.rejections.insert(at, none);
            at
        });
        let RejectedGames { games, members, .. } = &mut self.rejections[at];
        *games += 1;
        if members.len() < NAMED_FILES && !members.iter().any(|named| named == member) {
            members.push(member.to_owned());
        }
    }

    pub(super) fn repair(&mut self, repairs: &Repairs) {
        self.repaired += u64::from(!repairs.is_empty());
        for repair in repairs.iter() {
            self.add_repairs(repair.kind, 1);
        }
    }

    /// Counts repairs of one kind in further games.
    pub(super) fn add_repairs(&mut self, kind: RepairKind, games: u64) {
        match self.repairs.binary_search_by_key(&kind, |repaired| repaired.kind) {
            Ok(at) => self.repairs[at].games += games,
            Err(at) => self.repairs.insert(at, RepairedGames { kind, games }),
        }
    }
}

/// Returns whether a number is left out of the summary.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A line of the report: a game that was not simply added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The archive as the user named it.
    pub archive: String,
    /// The file within it.
    pub member: String,
    /// The index of the game in that file.
    pub member_game: usize,
    /// The verdict on the game, which is not [`Verdict::Failed`].
    pub verdict: Verdict,
    /// The number of the game in the database, or the number of the game that it duplicates.
    pub game: Option<i64>,
    /// The kind of the reason, as in the summary; of several, their names are separated by
    /// commas. `None` for duplicates.
    pub kind: Option<String>,
    /// The reason.
    pub reason: String,
    /// The offset in the file, in bytes, if known.
    pub offset: Option<usize>,
}

impl Note {
    pub(super) const fn bytes(&self) -> usize {
        // The field names and numbers.
        const REST: usize = 120;
        REST + self.archive.len() + self.member.len() + self.reason.len()
    }
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportProgress {
    /// The number of games so far.
    pub games: u64,
    /// The number of bytes of the archives read so far.
    pub bytes: u64,
    /// The number of bytes of all archives.
    pub total_bytes: u64,
    /// The time since the import began.
    pub elapsed: Duration,
}

/// A receiver of the events of an import.
pub trait Reporter {
    /// Receives a game that was rejected, repaired, left out or found to be a duplicate. An
    /// error ends the import; committed games stay.
    fn note(&mut self, note: &Note) -> io::Result<()>;

    /// Announces a commit of all games since the last one. Games with notes that
    /// are not followed by this call are not in the database. An error ends the
    /// import before the commit.
    fn commit(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Receives the progress, a few times a second.
    fn progress(&mut self, progress: ImportProgress);
}

/// Ignores everything.
impl Reporter for () {
    fn note(&mut self, _: &Note) -> io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, _: ImportProgress) {}
}

/// The reason that a part of the input was not read. Displays as one sentence.
#[derive(Debug, Error)]
pub enum ReadFailure {
    /// An archive could not be opened, or not be read completely.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// Another database could not be opened, or not be read completely.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// A dataset could not be opened.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// Another database also has position files or files of analyses.
    #[error("{}: its games were imported, {} were not", database.display(), other_files(*positions, *analyses))]
    OtherFiles {
        /// The database.
        database: PathBuf,
        /// The number of its position files.
        positions: u64,
        /// The number of its files of analyses.
        analyses: u64,
    },
    /// The path is the database into which games are imported.
    #[error("{} is the database itself; name another one", .0.display())]
    Itself(PathBuf),
    /// The path is a database or a dataset, which an import on a cluster does not read.
    #[error("{} is a database or a dataset; a cluster imports archives, folders and records", .0.display())]
    IsDatabase(PathBuf),
    /// A member that contains or may contain games was not read.
    #[error("{archive}: {member} was not read: {reason}")]
    Member {
        /// The archive as the user named it.
        archive: String,
        /// The file within it.
        member: String,
        /// The reason.
        reason: SkipReason,
    },
    /// The number of further failures, which are not listed.
    #[error("{0} more members or archives were not read")]
    More(u64),
    /// An archive or folder has no records.
    #[error("{archive}: it holds no game records (.sgf, .gib, .ngf, .ugf, .ugi)")]
    NoRecords {
        /// The archive or folder as the user named it.
        archive: String,
    },
}

fn other_files(positions: u64, analyses: u64) -> String {
    let kinds = [("its position files", positions), ("its files of analyses", analyses)];
    let named = kinds.iter().filter(|(_, files)| *files > 0);
    let named: Vec<String> = named.map(|(kind, files)| format!("{kind} ({files})")).collect();
    named.join(" and ")
}

impl ReadFailure {
    /// Returns the failure with the archive as the user calls it.
    pub(super) fn naming(self, options: &ImportOptions) -> Self {
        match self {
            Self::Archive(error) => Self::Archive(ArchiveError {
                archive: options.shown(&error.archive).to_owned(),
                ..error
            }),
            other => other,
        }
    }
}

/// The result of an import: a summary, and the parts that could not be read.
#[derive(Debug, Default)]
pub struct Imported {
    /// The summary.
    pub summary: ImportSummary,
    /// The failures to read. All other games are in the database.
    pub failures: Vec<ReadFailure>,
}

/// The error of an import, or of a comparison with a folder. Committed games stay.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The database could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report could not be written.
    #[error("the report cannot be written: {0}")]
    Report(io::Error),
    /// Compression could not be set up.
    #[error("records cannot be compressed: {0}")]
    Compress(io::Error),
    /// The import was interrupted.
    #[error(
        "stopped; {} added and {} there already; run the same command again to add the rest",
        match .0.added { 1 => "1 game was".to_owned(), games => format!("{games} games were") },
        match .0.duplicates { 1 => "1 was".to_owned(), games => format!("{games} were") }
    )]
    Stopped(Box<ImportSummary>),
    /// There is no such file of analyses.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The path is a folder or a device. Files of analyses are read more than once.
    #[error("{} is not a regular file; name the files themselves", .0.display())]
    NotAFile(PathBuf),
    /// The file holds no analyses.
    #[error(
        "{} is not a file of analyses: no line of it is a query or a response of KataGo's analysis engine, \
         which are JSON documents of one line each",
        .0.display()
    )]
    NoAnalyses(PathBuf),
    /// The temporary database of the queries cannot be written.
    #[error("temporary files cannot be written in the folder that TMPDIR names: {0}")]
    Copy(String),
    /// A file of analyses cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder to compare cannot be read.
    #[error("{}: the folder cannot be read: {error}; nothing was changed", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The folder to compare has no records, as when its disk is missing.
    #[error("{}: the folder holds no game records; nothing was changed", .0.display())]
    NoRecords(PathBuf),
    /// A path whose name the database cannot keep, so that its games would seem to be gone.
    #[error("{}: the name is not UTF-8 text; rename it; nothing was changed", .0.display())]
    OddName(PathBuf),
}

impl From<rusqlite::Error> for ImportError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Copy(error.to_string())
    }
}
