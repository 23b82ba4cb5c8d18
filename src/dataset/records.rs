use super::columns::{GAMES, SOURCES};
use super::error::DatasetError;
use super::layout::Table;
use super::manifest::{FileEntry, Manifest};
use super::openings::find_openings;
use super::predicate::{Dialect, predicate};
use super::table_reader::{read_table, verify_checksum};
use crate::facts::{Column, Kind};
use crate::go::HashTable;
use crate::interrupt::Interrupt;
use crate::query::{Filter, NamePattern};
use crate::record::TextEncoding;
use crate::store::{FoundArchive, FoundRecord, SourceKey, StoredRecord};
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};
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
    /// The next records, each with the path of its archive, whose number is not known yet, and the game's
    /// record if the user joined the other one to it.
    ahead: VecDeque<(String, SourceKey, StoredRecord, Option<StoredRecord>)>,
    /// The number of sources read so far, and of all.
    read: i64,
    all: i64,
    bytes: u64,
    now: String,
    _folder: TempDir,
}

impl DatasetRecords {
    /// Begins to read the games of a dataset that meet a filter.
    pub fn open(dataset: &Path, filter: &Filter, table: &HashTable, stop: &Interrupt) -> Result<Self, DatasetError> {
        let manifest = Manifest::open(dataset, table)?;
        if manifest.games == 0 {
            return Err(DatasetError::Unusable(format!("{} has no games", dataset.display())));
        }
        let condition = condition_for(&manifest, filter)?;
        verify(dataset, &manifest, filter, stop)?;
        let folder = tempfile::tempdir().map_err(DatasetError::of_copy)?;
        let sorted = Connection::open(folder.path().join("sorted.sqlite"))?;
        SortedCopy {
            dataset,
            manifest: &manifest,
            sorted: &sorted,
            stop,
        }
        .run(condition.as_deref(), &filter.openings)?;
        let now = sorted.query_row("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')", [], |row| row.get(0))?;
        let bytes = bytes(&manifest);
        let archives = manifest.archives.into_iter();
        let known = archives.filter_map(|archive| Some((archive.path, archive.imported_at?)));
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
    pub fn check(dataset: &Path, filter: &Filter, table: &HashTable, stop: &Interrupt) -> Result<(), DatasetError> {
        let manifest = Manifest::open(dataset, table)?;
        condition_for(&manifest, filter)?;
        verify(dataset, &manifest, filter, stop)
    }

    /// Returns the number of bytes of the files that are read of a dataset.
    pub fn bytes_of(dataset: &Path, table: &HashTable) -> Result<u64, DatasetError> {
        Ok(bytes(&Manifest::open(dataset, table)?))
    }

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
        let Some((path, mut source, record, into)) = self.ahead.pop_front() else {
            return Ok(None);
        };
        let next = self.numbers.len() as i64 + 1;
        source.archive = *self.numbers.entry(path.clone()).or_insert(next);
        let archive = self.archives.entry(path).or_insert_with_key(|path| {
            Arc::new(FoundArchive {
                path: path.clone(),
                imported_at: self.now.clone(),
            })
        });
        Ok(Some(FoundRecord {
            source,
            archive: Arc::clone(archive),
            is_alone: false,
            record: Ok(record),
            into,
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
            let source = SourceKey {
                game: row.get(0)?,
                archive: 0,
                member: row.get(2)?,
                member_game: row.get(3)?,
            };
            Ok((row.get(1)?, source, record, into))
        })?;
        let mut room = BYTES_AT_ONCE;
        for place in places {
            let place: (_, _, StoredRecord, _) = place?;
            room = room.saturating_sub(place.2.bytes.len());
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

fn condition_for(manifest: &Manifest, filter: &Filter) -> Result<Option<String>, DatasetError> {
    // An import on a cluster may have been given an archive twice.
    let mut once = HashSet::new();
    let paths = manifest.archives.iter().map(|archive| archive.path.clone());
    let archives: Vec<String> = paths.filter(|path| once.insert(path.clone())).collect();
    predicate(filter, &archives, Dialect::Standard).map_err(DatasetError::Filter)
}

/// Computes the checksums of the files that an import reads.
fn verify(dataset: &Path, manifest: &Manifest, filter: &Filter, stop: &Interrupt) -> Result<(), DatasetError> {
    let courses = manifest.tables.of(Table::Courses);
    let mut files = files_to_read(manifest).chain(courses.iter().filter(|_| !filter.openings.is_empty()));
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

/// A copy of games and sources of a dataset, sorted in a temporary database.
pub struct SortedCopy<'a> {
    pub dataset: &'a Path,
    pub manifest: &'a Manifest,
    pub sorted: &'a Connection,
    pub stop: &'a Interrupt,
}

/// The number of SQLite's instructions between two looks at a request to stop.
const STEPS: i32 = 10_000;

/// The columns of the games that make up a record.
const RECORD: [&str; 3] = ["game", "encoding", "record"];

const SOURCE: [&str; 2] = ["game", "archive"];

impl SortedCopy<'_> {
    /// Copies the games that meet a condition in SQL, or all, and their sources. The table `place` has the
    /// sources in the order of the imports, `found` their rows, and `record` the games.
    pub fn run(&self, condition: Option<&str>, openings: &[NamePattern]) -> Result<(), DatasetError> {
        let stop = self.stop.clone();
        self.sorted.progress_handler(STEPS, Some(move || stop.is_set()))?;
        let copied = self.copy_all(condition, openings);
        self.sorted.progress_handler(0, None::<fn() -> bool>)?;
        // A statement that was interrupted only says so.
        self.stop.check()?;
        copied
    }

    fn copy_all(&self, condition: Option<&str>, openings: &[NamePattern]) -> Result<(), DatasetError> {
        // Nobody needs the copy once the process is gone.
        self.sorted.execute_batch(
            "PRAGMA journal_mode = OFF;
             PRAGMA synchronous = OFF;
             BEGIN;
             CREATE TABLE record (game INTEGER PRIMARY KEY, encoding TEXT, record BLOB);
             CREATE TABLE found (id INTEGER PRIMARY KEY, game INTEGER, number INTEGER, archive TEXT, member TEXT,
                                 member_game INTEGER, encoding TEXT, record BLOB, joined INTEGER);
             CREATE TABLE place (id INTEGER PRIMARY KEY, found INTEGER);",
        )?;
        let only = match condition {
            Some(condition) => {
                find_openings(self, openings)?;
                self.choose(condition)?;
                "WHERE ?1 IN (SELECT game FROM chosen)"
            }
            None => "",
        };
        let sql = format!("INSERT INTO record SELECT ?1, ?2, ?3 {only}");
        self.copy(Table::Games, &GAMES, &sql, |name| RECORD.contains(&name), |_| Ok(()))?;
        let sql = format!("INSERT INTO found SELECT NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 {only}");
        self.copy(Table::Sources, SOURCES, &sql, |_| true, |_| Ok(()))?;
        self.sorted.execute_batch(
            "INSERT INTO place (found) SELECT id FROM found ORDER BY joined, number;
             COMMIT;",
        )?;
        self.check()
    }

    /// Puts the numbers of the games that meet a condition into the table `chosen`. One file
    /// of games is evaluated at a time, which bounds the temporary table.
    fn choose(&self, condition: &str) -> Result<(), DatasetError> {
        self.sorted.execute_batch(&format!(
            "CREATE TABLE chosen (game INTEGER PRIMARY KEY);
             CREATE TABLE games ({});
             CREATE TABLE sources ({});",
            definitions(&GAMES, |name| name != "record"),
            definitions(SOURCES, |name| SOURCE.contains(&name)),
        ))?;
        let sql = insertion("sources", SOURCE.len());
        self.copy(Table::Sources, SOURCES, &sql, |name| SOURCE.contains(&name), |_| Ok(()))?;
        self.sorted
            .execute_batch("CREATE INDEX sources_by_game ON sources (game)")?;
        let choose = format!(
            "INSERT INTO chosen SELECT game FROM games WHERE {condition};
             DELETE FROM games;"
        );
        let sql = insertion("games", GAMES.len() - 1);
        self.copy(
            Table::Games,
            &GAMES,
            &sql,
            |name| name != "record",
            |sorted| sorted.execute_batch(&choose),
        )?;
        self.sorted.execute_batch(
            "DROP TABLE games;
             DROP TABLE sources;",
        )?;
        let sql = "SELECT EXISTS (SELECT 1 FROM chosen)";
        if !self.sorted.query_row(sql, [], |row| row.get(0))? {
            let reason = format!("no game of {} meets the conditions", self.dataset.display());
            return Err(DatasetError::Unusable(reason));
        }
        Ok(())
    }

    /// Runs `insert` with each row of a table, and `after_group` after each row group.
    fn copy<R>(
        &self,
        table: Table,
        columns: &[Column<R>],
        insert: &str,
        is_wanted: impl Fn(&str) -> bool,
        after_group: impl Fn(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), DatasetError> {
        let mut insert = self.sorted.prepare(insert)?;
        for file in self.manifest.tables.of(table) {
            self.stop.check()?;
            let insert = |values| Ok(insert.execute(params_from_iter(values)).map(drop)?);
            read_table::<_, DatasetError>(self.dataset, file, columns, &is_wanted, insert, || {
                after_group(self.sorted)?;
                Ok(self.stop.check()?)
            })?;
        }
        Ok(())
    }

    pub fn damaged(&self, reason: String) -> DatasetError {
        DatasetError::damaged(self.dataset, reason)
    }

    /// Fails if a source has no game, a game has no source, or an encoding has an unknown name.
    fn check(&self) -> Result<(), DatasetError> {
        let game_of = |sql: &str| self.sorted.query_row(sql, [], |row| row.get::<_, i64>(0)).optional();
        if let Some(game) = game_of("SELECT game FROM found WHERE game NOT IN (SELECT game FROM record) LIMIT 1")? {
            return Err(self.damaged(format!("game {game} has a source and is missing")));
        }
        if let Some(game) = game_of("SELECT game FROM record WHERE game NOT IN (SELECT game FROM found) LIMIT 1")? {
            return Err(self.damaged(format!("game {game} has no source")));
        }
        let encodings = "SELECT encoding FROM record WHERE encoding IS NOT NULL
                         UNION SELECT encoding FROM found WHERE encoding IS NOT NULL";
        let mut encodings = self.sorted.prepare(encodings)?;
        for name in encodings.query_map([], |row| row.get::<_, String>(0))? {
            let name = name?;
            if TextEncoding::from_name(&name).is_none() {
                return Err(self.damaged(format!("a record has the unknown encoding {name}")));
            }
        }
        Ok(())
    }
}

fn insertion(table: &str, columns: usize) -> String {
    format!("INSERT INTO {table} VALUES ({})", vec!["?"; columns].join(", "))
}

fn definitions<R>(columns: &[Column<R>], is_wanted: impl Fn(&str) -> bool) -> String {
    let wanted = columns.iter().filter(|column| is_wanted(column.name));
    let definitions = wanted.map(|column| {
        let kind = match column.kind() {
            Kind::Long | Kind::Int | Kind::Truth => "INTEGER",
            Kind::Real => "REAL",
            Kind::Text | Kind::Date => "TEXT",
            Kind::Bytes => "BLOB",
        };
        format!("{} {kind}", column.name)
    });
    definitions.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::export_dataset;
    use crate::testing::{TestDatabase, sgf};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_request_to_stop_interrupts_a_statement() {
        let sources = 5000;
        let database = TestDatabase::with(&[sgf("", "pd dp").repeat(sources)]);
        let dataset = database.path_of("dataset");
        let snapshot = database.snapshot();
        export_dataset(&snapshot, &dataset, false, |_, _, _| ()).expect("an export");
        let manifest = Manifest::open(&dataset, snapshot.hash_table()).expect("a manifest");
        let sorted = Connection::open_in_memory().expect("a database");
        let stop = Interrupt::default();
        let placed = Arc::new(AtomicUsize::new(0));
        let (request, count) = (stop.clone(), Arc::clone(&placed));
        let on_row = move |_, _: &str, table: &str, _| {
            if table == "place" {
                count.fetch_add(1, Ordering::Relaxed);
                request.set();
            }
        };
        sorted.update_hook(Some(on_row)).expect("a hook");
        let copy = SortedCopy {
            dataset: &dataset,
            manifest: &manifest,
            sorted: &sorted,
            stop: &stop,
        };
        let error = copy.run(None, &[]).expect_err("stops");
        assert!(matches!(error, DatasetError::Stopped), "{error}");
        let placed = placed.load(Ordering::Relaxed);
        assert!((1..sources).contains(&placed), "{placed} of {sources}");
    }
}
