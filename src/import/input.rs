//! The inputs of an import: archives, other databases, and datasets.

use super::options::ImportOptions;
use super::reading::Target;
use super::report::ReadFailure;
use crate::archive::{self, Archive, ArchiveItem, Member, SkipReason};
use crate::dataset::{DatasetRecords, is_dataset};
use crate::files::resolved;
use crate::go::HashTable;
use crate::interrupt::Interrupt;
use crate::store::{EveryRecord, FoundRecord, is_sqlite_file};
use std::fs;
use std::path::Path;

/// An item of an archive, of another database or of a dataset.
pub(super) enum InputItem {
    /// A file with games, or a game of another database.
    Text(Text),
    /// A member that was not read.
    Skipped(String, SkipReason),
}

/// A text that a worker prepares.
pub(super) enum Text {
    /// A file of an archive, with one or several games.
    File(Member),
    /// A record of another database or of a dataset: one game, whose encoding is known.
    Record(FoundRecord),
}

impl Text {
    /// Returns the text's bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::File(member) => &member.bytes,
            Self::Record(found) => found.record.as_ref().map_or(&[], |record| &record.bytes),
        }
    }

    fn path(&self) -> &str {
        match self {
            Self::File(member) => &member.path,
            Self::Record(found) => &found.member,
        }
    }
}

impl InputItem {
    /// Returns the number of bytes of its path and of the text.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.path().len() + text.bytes().len(),
            Self::Skipped(path, _) => path.len(),
        }
    }
}

impl From<ArchiveItem> for InputItem {
    fn from(item: ArchiveItem) -> Self {
        match item {
            ArchiveItem::Record(member) => Self::Text(Text::File(member)),
            ArchiveItem::Skipped { path, reason } => Self::Skipped(path, reason),
        }
    }
}

impl From<FoundRecord> for InputItem {
    fn from(found: FoundRecord) -> Self {
        match found.record {
            Ok(_) => Self::Text(Text::Record(found)),
            Err(what) => Self::Skipped(
                format!("{} of {}", found.member, found.archive.path),
                SkipReason::Unreadable(what),
            ),
        }
    }
}

/// The kind of a path to import.
enum InputKind {
    Archive,
    Database,
    Dataset,
}

impl InputKind {
    /// Returns the kind of a path, which its content tells.
    fn of(path: &Path) -> Self {
        if is_dataset(path) {
            Self::Dataset
        } else if is_sqlite_file(path) {
            Self::Database
        } else {
            Self::Archive
        }
    }
}

/// An open archive, another database, or a dataset.
pub(super) enum Input {
    Archive(Archive),
    Database(Box<EveryRecord>, u64),
    Dataset(Box<DatasetRecords>, u64),
}

impl Input {
    /// Opens a path.
    pub fn open(path: &Path, target: Target<'_>, stop: &Interrupt) -> Result<Self, ReadFailure> {
        let keys = target.keys;
        Ok(match InputKind::of(path) {
            InputKind::Archive => Self::Archive(archive::open_until(path, stop)?),
            InputKind::Database => {
                require_other(path, target.path)?;
                let records = EveryRecord::open(path, keys, stop)?;
                Self::Database(Box::new(records), file_bytes(path))
            }
            InputKind::Dataset => {
                let records = DatasetRecords::open(path, target.filter, keys.hash_table(), stop)?;
                let bytes = records.bytes();
                Self::Dataset(Box::new(records), bytes)
            }
        })
    }

    /// Returns the next item, or `None` at the end.
    pub fn next(&mut self) -> Option<Result<InputItem, ReadFailure>> {
        match self {
            Self::Archive(archive) => archive.next().map(|item| Ok(item?.into())),
            Self::Database(records, _) => next_of(records).transpose(),
            Self::Dataset(records, _) => match records.next_record() {
                Ok(found) => found.map(|found| Ok(found.into())),
                Err(error) => Some(Err(error.into())),
            },
        }
    }

    /// Returns the number of bytes read so far. A database or dataset counts by its records.
    pub fn bytes_read(&self) -> u64 {
        match self {
            Self::Archive(archive) => archive.progress().bytes_read(),
            Self::Database(records, bytes) => (records.progress() * *bytes as f64) as u64,
            Self::Dataset(records, bytes) => (records.progress() * *bytes as f64) as u64,
        }
    }

    /// Returns the number of bytes of the whole.
    pub fn total_bytes(&self) -> u64 {
        match self {
            Self::Archive(archive) => archive.progress().total_bytes(),
            Self::Database(_, bytes) | Self::Dataset(_, bytes) => *bytes,
        }
    }
}

/// Returns the next item of another database. Position files and files of analyses are none:
/// at the end, fails if there are any.
fn next_of(records: &mut EveryRecord) -> Result<Option<InputItem>, ReadFailure> {
    if let Some(found) = records.next_record()? {
        return Ok(Some(found.into()));
    }
    match (records.position_files()?, records.analysis_files()?) {
        (0, 0) => Ok(None),
        (positions, analyses) => Err(ReadFailure::OtherFiles {
            database: records.path().to_owned(),
            positions,
            analyses,
        }),
    }
}

/// Checks that a path can be opened, and that the conditions suit a dataset.
pub(super) fn check(path: &Path, target: &Path, table: &HashTable, options: &ImportOptions) -> Result<(), ReadFailure> {
    match InputKind::of(path) {
        InputKind::Archive => drop(archive::open_until(path, &options.stop)?),
        InputKind::Database => {
            require_other(path, target)?;
            EveryRecord::check(path)?;
        }
        InputKind::Dataset => DatasetRecords::check(path, &options.filter, table, &options.stop)?,
    }
    Ok(())
}

/// Returns the number of bytes of a path, if it can be opened.
pub(super) fn bytes(path: &Path, table: &HashTable, stop: &Interrupt) -> Option<u64> {
    match InputKind::of(path) {
        InputKind::Archive => Some(archive::open_until(path, stop).ok()?.progress().total_bytes()),
        InputKind::Database => Some(file_bytes(path)),
        InputKind::Dataset => DatasetRecords::bytes_of(path, table).ok(),
    }
}

fn require_other(path: &Path, target: &Path) -> Result<(), ReadFailure> {
    if resolved(path) == resolved(target) {
        return Err(ReadFailure::Itself(path.to_owned()));
    }
    Ok(())
}

fn file_bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}
