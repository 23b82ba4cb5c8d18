//! Reads all paths of an import, which are archives, other databases and datasets, as one stream of
//! members. Reads the first members ahead, as samples.

use super::ImportOptions;
use super::database_records::DatabaseRecords;
use super::report::ReadFailure;
use crate::archive::{self, Archive, ArchiveItem, Member, SkipReason};
use crate::dataset::{DatasetRecords, is_dataset};
use crate::files::resolved;
use crate::go::HashTable;
use crate::store::{Database, FoundRecord, is_sqlite_file};
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of members to read ahead as samples for the dictionary. Twice as many
/// gain nothing.
const SAMPLES: usize = 1000;

/// The number of bytes of a sample, more than nearly all records have.
const SAMPLE_BYTES: usize = 4 << 10;

/// The number of bytes to read ahead, which the last member may exceed.
const AHEAD_BYTES: usize = 32 << 20;

/// The most archives that stay open from the time that their sizes are added up.
const OPEN_ARCHIVES: usize = 16;

pub(super) enum InputItem {
    File(Member),
    /// A record of another database or of a dataset: one game, whose encoding is known.
    Record(FoundRecord),
    Skipped(String, SkipReason),
}

impl InputItem {
    pub fn text(&self) -> &[u8] {
        match self {
            Self::File(member) => &member.bytes,
            Self::Record(found) => found.record.as_ref().map_or(&[], |record| &record.bytes),
            Self::Skipped(..) => &[],
        }
    }

    pub fn bytes(&self) -> usize {
        let path = match self {
            Self::File(member) => &member.path,
            Self::Record(found) => &found.source.member,
            Self::Skipped(path, _) => path,
        };
        path.len() + self.text().len()
    }
}

impl From<ArchiveItem> for InputItem {
    fn from(item: ArchiveItem) -> Self {
        match item {
            ArchiveItem::Record(member) => Self::File(member),
            ArchiveItem::Skipped { path, reason } => Self::Skipped(path, reason),
        }
    }
}

impl From<FoundRecord> for InputItem {
    fn from(found: FoundRecord) -> Self {
        match found.record {
            Ok(_) => Self::Record(found),
            Err(what) => Self::Skipped(
                format!("{} of {}", found.source.member, found.archive.path),
                SkipReason::Unreadable(what),
            ),
        }
    }
}

/// Checks that a path can be opened, and that the conditions suit a dataset.
pub(super) fn check(path: &Path, target: &Path, table: &HashTable, options: &ImportOptions) -> Result<(), ReadFailure> {
    if is_dataset(path) {
        DatasetRecords::check(path, &options.filter, table, &options.stop)?;
    } else if is_sqlite_file(path) {
        require_other(path, target)?;
        Database::check_to_import(path)?;
    } else {
        archive::open_until(path, &options.stop)?;
    }
    Ok(())
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

/// An open path; a database or dataset with its number of bytes.
enum OpenInput {
    Archive(Archive),
    Database(Box<DatabaseRecords>, u64),
    Dataset(Box<DatasetRecords>, u64),
}

impl OpenInput {
    /// Opens a path, whose content tells its kind.
    fn open(path: &Path, db: &Database, options: &ImportOptions) -> Result<Self, ReadFailure> {
        let stop = &options.stop;
        if is_dataset(path) {
            let records = DatasetRecords::open(path, &options.filter, db.keys().hash_table(), stop)?;
            let bytes = records.bytes();
            Ok(Self::Dataset(Box::new(records), bytes))
        } else if is_sqlite_file(path) {
            require_other(path, db.path())?;
            let records = DatabaseRecords::open(path, db.keys(), stop)?;
            Ok(Self::Database(Box::new(records), file_bytes(path)))
        } else {
            Ok(Self::Archive(archive::open_until(path, stop)?))
        }
    }

    /// Returns the next item, or `None` at the end. The position files and the files of analyses of another
    /// database are no items: at its end, fails if there are any.
    fn next(&mut self, path: &Path) -> Result<Option<InputItem>, ReadFailure> {
        Ok(match self {
            Self::Archive(archive) => archive.next().transpose()?.map(InputItem::from),
            Self::Dataset(records, _) => records.next_record()?.map(InputItem::from),
            Self::Database(records, _) => match records.next_record()? {
                Some(found) => Some(found.into()),
                None => match records.other_files()? {
                    (0, 0) => None,
                    (positions, analyses) => {
                        return Err(ReadFailure::OtherFiles {
                            database: path.to_owned(),
                            positions,
                            analyses,
                        });
                    }
                },
            },
        })
    }

    /// Returns the number of bytes read so far. A database or dataset counts by its records.
    fn bytes_read(&self) -> u64 {
        match self {
            Self::Archive(archive) => archive.progress().bytes_read(),
            Self::Database(records, bytes) => (records.progress() * *bytes as f64) as u64,
            Self::Dataset(records, bytes) => (records.progress() * *bytes as f64) as u64,
        }
    }

    fn total_bytes(&self) -> u64 {
        match self {
            Self::Archive(archive) => archive.progress().total_bytes(),
            Self::Database(_, bytes) | Self::Dataset(_, bytes) => *bytes,
        }
    }
}

/// A reader of the members of all paths of an import, one path after the other.
pub(super) struct MemberReader<'a> {
    paths: &'a [PathBuf],
    db: &'a Database,
    options: &'a ImportOptions,
    /// The number of bytes of the paths read so far, for other threads.
    bytes_read: &'a AtomicU64,
    bytes_before: u64,
    at: usize,
    /// The inputs of the current path and of some others, once they are open.
    open: Vec<Option<OpenInput>>,
    /// What was read ahead: the index of a path with an item, or `None` at its end, or the error that cut it
    /// short.
    ahead: VecDeque<(usize, Result<Option<InputItem>, ReadFailure>)>,
}

impl<'a> MemberReader<'a> {
    /// Begins at the first of `paths`, which are imported into a database. Once the stop of the options is set,
    /// ends as if nothing more could be read.
    pub fn new(paths: &'a [PathBuf], db: &'a Database, options: &'a ImportOptions, bytes_read: &'a AtomicU64) -> Self {
        Self {
            paths,
            db,
            options,
            bytes_read,
            bytes_before: 0,
            at: 0,
            open: paths.iter().map(|_| None).collect(),
            ahead: VecDeque::new(),
        }
    }

    /// Reads ahead, and returns the beginnings of the first records.
    pub fn samples(&mut self) -> Vec<&[u8]> {
        let (mut records, mut bytes) = (0, 0);
        while records < SAMPLES
            && bytes < AHEAD_BYTES
            && let Some((path, event)) = self.read()
        {
            bytes += size_of_val(&event);
            if let Ok(Some(item)) = &event {
                records += usize::from(!matches!(item, InputItem::Skipped(..)));
                bytes += item.bytes();
            }
            self.ahead.push_back((path, event));
        }
        let items = self.ahead.iter().filter_map(|(_, event)| event.as_ref().ok()?.as_ref());
        items
            .filter(|item| !matches!(item, InputItem::Skipped(..)))
            .map(|item| &item.text()[..item.text().len().min(SAMPLE_BYTES)])
            .collect()
    }

    /// Returns the number of bytes of all paths that can be opened. The first archives stay open.
    pub fn total_bytes(&mut self) -> u64 {
        let mut total = self.bytes_before;
        for at in self.at..self.paths.len() {
            let path = &self.paths[at];
            total += match &mut self.open[at] {
                Some(input) => input.total_bytes(),
                None if is_dataset(path) => {
                    DatasetRecords::bytes_of(path, self.db.keys().hash_table()).unwrap_or_default()
                }
                None if is_sqlite_file(path) => file_bytes(path),
                open => {
                    let Ok(archive) = archive::open_until(path, &self.options.stop) else {
                        continue;
                    };
                    let bytes = archive.progress().total_bytes();
                    if at < self.at + OPEN_ARCHIVES {
                        *open = Some(OpenInput::Archive(archive));
                    }
                    bytes
                }
            };
        }
        total
    }

    /// Returns the index of a path, and an item of it, or `None` at its end, or the error that cut it short.
    pub fn next(&mut self) -> Option<(usize, Result<Option<InputItem>, ReadFailure>)> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    fn read(&mut self) -> Option<(usize, Result<Option<InputItem>, ReadFailure>)> {
        let at = self.at;
        let path = self.paths.get(at)?;
        let input = match &mut self.open[at] {
            Some(input) => input,
            closed => match OpenInput::open(path, self.db, self.options) {
                Ok(input) => closed.insert(input),
                Err(error) => {
                    self.at += 1;
                    return Some((at, Err(error)));
                }
            },
        };
        let event = input.next(path);
        let bytes = self.bytes_before + input.bytes_read();
        self.bytes_read.store(bytes, Ordering::Relaxed);
        if !matches!(event, Ok(Some(_))) {
            self.bytes_before += input.total_bytes();
            self.open[at] = None;
            self.at += 1;
        }
        Some((at, event))
    }
}
