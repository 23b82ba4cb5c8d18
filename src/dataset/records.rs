use super::error::DatasetError;
use super::layout::Table;
use super::manifest::{ArchiveEntry, FileEntry, Manifest};
use super::predicate::{Dialect, Predicate};
use super::sorted_copy::SortedCopy;
use super::table_reader::verify_checksum;
use crate::go::HashTable;
use crate::interrupt::Interrupt;
use crate::query::Filter;
use crate::record::TextEncoding;
use crate::store::{FoundArchive, FoundRecord, SourceKey, StoredRecord};
use rusqlite::{Connection, Row};
use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// The number of sources that are read at a time, and of bytes of their records.
const SOURCES_AT_ONCE: i64 = 256;
const BYTES_AT_ONCE: usize = 1 << 20;

/// The records of a dataset, one for each source of a game, in the order of the imports; those
/// that the user joined to games come last. They are sorted in a temporary database, so that
/// damage anywhere in the dataset is found before the first record is returned.
pub struct DatasetRecords {
    sorted: Connection,
    stop: Interrupt,
    archives: HashMap<String, Arc<FoundArchive>>,
    /// The number of each archive, in the order of their first mention.
    numbers: HashMap<String, i64>,
    ahead: VecDeque<SourceRecord>,
    /// The number of sources read so far, and of all.
    read: i64,
    all: i64,
    bytes: u64,
    now: String,
    /// The folder of the temporary database.
    _folder: TempDir,
}

/// A source of a game.
struct SourceRecord {
    game: i64,
    archive: String,
    member: String,
    member_game: i64,
    record: StoredRecord,
    /// The game's record, if the user joined the other one to it.
    into: Option<StoredRecord>,
}

impl DatasetRecords {
    /// Begins to read the games of a dataset that meet a filter.
    ///
    /// # Errors
    /// Fails if there are no games, if none meets the filter, if the dataset is incomplete or damaged, if it has another
    /// version or hash table, and if there is no room for the temporary database.
    pub fn open(dataset: &Path, filter: &Filter, table: &HashTable, stop: &Interrupt) -> Result<Self, DatasetError> {
        let manifest = Manifest::open(dataset, table)?;
        if manifest.games == 0 {
            return Err(DatasetError::Empty(dataset.to_owned()));
        }
        let Predicate { condition, .. } = predicate(&manifest, filter)?;
        verify(dataset, &manifest, stop)?;
        let folder = tempfile::tempdir().map_err(|error| DatasetError::Copy(error.to_string()))?;
        let sorted = Connection::open(folder.path().join("sorted.sqlite"))?;
        SortedCopy {
            dataset,
            manifest: &manifest,
            sorted: &sorted,
            stop,
        }
        .run(condition.as_deref())?;
        let now = sorted.query_row("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", [], |row| row.get(0))?;
        let bytes = bytes(&manifest);
        let imported_at = |archive: ArchiveEntry| Some((archive.path, archive.imported_at?));
        let known = manifest.archives.into_iter().filter_map(imported_at);
        let archives = known.map(|(path, imported_at)| {
            let archive = FoundArchive {
                path: path.clone(),
                imported_at,
            };
            (path, Arc::new(archive))
        });
        Ok(Self {
            all: sorted.query_row("SELECT count(*) FROM place", [], |row| row.get(0))?,
            sorted,
            bytes,
            stop: stop.clone(),
            archives: archives.collect(),
            numbers: HashMap::new(),
            ahead: VecDeque::new(),
            read: 0,
            now,
            _folder: folder,
        })
    }

    /// Checks that a dataset can be read, and that the filter suits it.
    ///
    /// # Errors
    /// Fails like [`DatasetRecords::open`], except for faults that only reading the rows reveals.
    pub fn check(dataset: &Path, filter: &Filter, table: &HashTable, stop: &Interrupt) -> Result<(), DatasetError> {
        let manifest = Manifest::open(dataset, table)?;
        predicate(&manifest, filter)?;
        verify(dataset, &manifest, stop)
    }

    /// Returns the number of bytes of the files that are read of a dataset.
    ///
    /// # Errors
    /// Fails like [`Manifest::open`].
    pub fn bytes_of(dataset: &Path, table: &HashTable) -> Result<u64, DatasetError> {
        Ok(bytes(&Manifest::open(dataset, table)?))
    }

    /// Returns the number of bytes of the files that are read.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the share of the records that were read, 0 to 1.
    pub fn progress(&self) -> f64 {
        (self.read - self.ahead.len() as i64) as f64 / self.all.max(1) as f64
    }

    /// Returns the next record, or `None` at the end.
    pub fn next_record(&mut self) -> Result<Option<FoundRecord>, DatasetError> {
        self.stop.check()?;
        if self.ahead.is_empty() {
            self.read_ahead()?;
        }
        let Some(place) = self.ahead.pop_front() else {
            return Ok(None);
        };
        let next = self.numbers.len() as i64 + 1;
        let number = *self.numbers.entry(place.archive.clone()).or_insert(next);
        let archive = self.archives.entry(place.archive).or_insert_with_key(|path| {
            Arc::new(FoundArchive {
                path: path.clone(),
                imported_at: self.now.clone(),
            })
        });
        Ok(Some(FoundRecord {
            source: SourceKey {
                game: place.game,
                archive: number,
                member: place.member.clone(),
                member_game: place.member_game,
            },
            archive: Arc::clone(archive),
            member: place.member,
            member_game: usize::try_from(place.member_game).unwrap_or_default(),
            is_alone: false,
            record: Ok(place.record),
            into: place.into,
        }))
    }

    fn read_ahead(&mut self) -> Result<(), DatasetError> {
        let mut statement = self.sorted.prepare_cached(
            "SELECT game, archive, member, member_game, found.encoding, found.record, record.encoding, record.record,
                    joined
             FROM place CROSS JOIN found ON found.id = place.found CROSS JOIN record USING (game)
             WHERE place.id BETWEEN ?1 AND ?2 ORDER BY place.id",
        )?;
        let places = statement.query_map([self.read + 1, self.read + SOURCES_AT_ONCE], |row| {
            let is_joined: bool = row.get(8)?;
            let of_game = stored(row, 6)?;
            let (record, into) = match stored(row, 4)? {
                Some(own) => (Some(own), of_game.filter(|_| is_joined)),
                None => (of_game, None),
            };
            let record = record.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
            Ok(SourceRecord {
                game: row.get(0)?,
                archive: row.get(1)?,
                member: row.get(2)?,
                member_game: row.get(3)?,
                record,
                into,
            })
        })?;
        let mut room = BYTES_AT_ONCE;
        for place in places {
            let place = place?;
            room = room.saturating_sub(place.record.bytes.len());
            self.ahead.push_back(place);
            if room == 0 {
                break;
            }
        }
        self.read += self.ahead.len() as i64;
        Ok(())
    }
}

/// Reads a record from two columns of a row: the name of the encoding, and the bytes.
fn stored(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<StoredRecord>> {
    let encoding: Option<String> = row.get(first)?;
    // The names were checked.
    let encoding = encoding.and_then(|name| TextEncoding::from_name(&name));
    let bytes: Option<Vec<u8>> = row.get(first + 1)?;
    Ok(bytes.map(|bytes| StoredRecord {
        bytes,
        encoding: encoding.unwrap_or(TextEncoding::UTF_8),
    }))
}

/// Returns the filter as a condition on the games of a dataset.
fn predicate(manifest: &Manifest, filter: &Filter) -> Result<Predicate, DatasetError> {
    // An import on a cluster may have been given an archive twice.
    let mut once = HashSet::new();
    let paths = manifest.archives.iter().map(|archive| archive.path.clone());
    let archives: Vec<String> = paths.filter(|path| once.insert(path.clone())).collect();
    Predicate::new(filter, &archives, Dialect::Standard).map_err(DatasetError::Filter)
}

/// Computes the checksums of the files that an import reads.
fn verify(dataset: &Path, manifest: &Manifest, stop: &Interrupt) -> Result<(), DatasetError> {
    let mut files = files_to_read(manifest);
    files.try_for_each(|file| verify_checksum(dataset, file, stop))
}

fn bytes(manifest: &Manifest) -> u64 {
    files_to_read(manifest).map(|file| file.bytes).sum()
}

/// Returns the files that an import reads: the rest follows from the records.
fn files_to_read(manifest: &Manifest) -> impl Iterator<Item = &FileEntry> {
    let tables = [Table::Games, Table::Sources];
    tables.into_iter().flat_map(|table| manifest.tables.of(table))
}
