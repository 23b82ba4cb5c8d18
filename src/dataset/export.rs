use super::columns::{COURSES, GAMES, POSITIONS, SOURCES};
use super::layout::{MANIFEST, ROWS_PER_GROUP, Table, file_of, partition_bits, positions_path, table_path};
use super::manifest::{ArchiveEntry, FileEntry, Files, Manifest, is_manifest};
use super::rows::{CourseRow, GameRow, GameRows, PositionRow, SourceRow};
use super::spool::PositionSpool;
use super::table_writer::TableWriter;
use crate::export::{ExportError, NewFolder, check_empty};
use crate::files::{FileError, read_regular};
use crate::interrupt::Interrupt;
use crate::store::{FoundArchive, Snapshot, SourceKey, StoreError, StoredSource};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::{fs, io, thread};

/// The number of games to replay at a time, a divisor of [`GAMES_PER_FILE`](super::layout::GAMES_PER_FILE).
const GAMES_AT_ONCE: i64 = 1024;

/// The most partitions to sort at a time. Each takes some hundred megabytes.
const PARTITIONS_AT_ONCE: usize = 8;

/// The outcome of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExportedDataset {
    /// The number of games.
    pub games: u64,
    /// The number of sources.
    pub sources: u64,
    /// The number of positions, with repetitions.
    pub positions: u64,
    /// The number of files without the manifest.
    pub files: u64,
    /// The number of bytes of these files.
    pub bytes: u64,
}

/// The phases of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Games are replayed and written; game numbers are counted.
    Games,
    /// Positions are sorted and written; partitions are counted.
    Positions,
}

/// Writes all games of a database as a dataset. Calls `progress` with the phase, and how much
/// of it is done and to do. With `overwrite`, replaces a dataset in the folder. A failed
/// export leaves what was there before.
pub fn export_dataset(
    snapshot: &Snapshot,
    folder: &Path,
    overwrite: bool,
    mut progress: impl FnMut(Phase, u64, u64),
) -> Result<ExportedDataset, ExportError> {
    let names = [MANIFEST].into_iter().chain(Table::ALL.map(Table::name)).collect();
    let new = NewFolder::begin(folder, names, |folder| check_free(folder, overwrite))?;
    let stop = snapshot.stop();
    let last_game = snapshot.state()?.last_game;
    let bits = partition_bits(snapshot.position_count()?);
    let files = new.path();
    let mut spool = PositionSpool::new(&files, bits).map_err(|error| new.failed(FileError::writing(folder)(error)))?;
    let mut tables = Files::default();
    snapshot.verify_sources()?;
    let archives = snapshot.found_archives()?;
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        let (files, tables, spool) = (&files, &mut tables, &mut spool);
        let writer = scope.spawn(move || write_batches(files, tables, spool, &receiver));
        let sent = replay(snapshot, last_game, &archives, &sender, |done| {
            progress(Phase::Games, done as u64, last_game as u64);
        });
        drop(sender);
        let written = writer.join().unwrap_or_else(|panic| resume_unwind(panic));
        written.map_err(|error| new.failed(error)).and(sent)
    })?;
    check_counts(snapshot, &tables, &spool)?;
    progress(Phase::Positions, 0, 1 << bits);
    tables.positions = write_positions(&new, &mut spool, bits, &stop, |done| {
        progress(Phase::Positions, done, 1 << bits);
    })?;
    // Windows moves no folder with an open file.
    drop(spool);
    let archives = archives.into_values().map(|archive| ArchiveEntry {
        path: archive.path,
        imported_at: Some(archive.imported_at),
        bytes: None,
        modified: None,
    });
    let manifest = Manifest::new(snapshot.hash_table(), bits, last_game, tables, archives.collect());
    stop.check()?;
    let path = new.path().join(MANIFEST);
    fs::write(&path, manifest.to_json()).map_err(|error| new.failed(FileError::writing(&path)(error)))?;
    new.complete(|folder| check_free(folder, overwrite))?;
    Ok(ExportedDataset {
        games: manifest.games,
        sources: manifest.sources,
        positions: manifest.positions,
        files: manifest.tables.all().count() as u64,
        bytes: manifest.tables.all().map(|file| file.bytes).sum(),
    })
}

/// Replays all games, and sends their rows. Ends early if nobody receives them.
fn replay(
    snapshot: &Snapshot,
    last_game: i64,
    archives: &BTreeMap<i64, FoundArchive>,
    sender: &SyncSender<(i64, Vec<GameRows>, Vec<SourceRow>)>,
    mut progress: impl FnMut(i64),
) -> Result<(), ExportError> {
    progress(0);
    for first in (0..=last_game).step_by(GAMES_AT_ONCE as usize) {
        let numbers = first..=first + GAMES_AT_ONCE - 1;
        let keys = snapshot.keys();
        let replayed = snapshot.map_records(numbers.clone(), |game, record| GameRows::new(game, record, keys).ok())?;
        let games = replayed
            .into_iter()
            .map(|(_, rows)| rows.map_err(|what| snapshot.damaged(what)))
            .collect::<Result<_, StoreError>>()?;
        let sources = sources(snapshot, archives, numbers)?;
        if sender.send((file_of(first), games, sources)).is_err() {
            break;
        }
        progress(last_game.min(first + GAMES_AT_ONCE - 1));
    }
    Ok(())
}

fn sources(
    snapshot: &Snapshot,
    archives: &BTreeMap<i64, FoundArchive>,
    games: RangeInclusive<i64>,
) -> Result<Vec<SourceRow>, StoreError> {
    let mut rows = Vec::new();
    for StoredSource {
        key,
        number,
        joined,
        own,
    } in snapshot.sources_of_games(games)?
    {
        let SourceKey {
            game,
            archive,
            member,
            member_game,
        } = key;
        let Some(archive) = archives.get(&archive) else {
            return Err(snapshot.damaged(format!("archive {archive} of a source is missing")));
        };
        rows.push(SourceRow {
            game,
            number,
            archive: archive.path.clone(),
            member,
            member_game: i32::try_from(member_game)
                .map_err(|_| snapshot.damaged(format!("a source of game {game} has a wrong index")))?,
            record: own.map(|frame| snapshot.unpack(game, &frame)).transpose()?,
            joined: joined.is_some(),
        });
    }
    Ok(rows)
}

fn check_counts(snapshot: &Snapshot, tables: &Files, spool: &PositionSpool) -> Result<(), StoreError> {
    let state = snapshot.state()?;
    for (what, found, expected) in [
        ("games", tables.rows(Table::Games), state.games),
        ("sources", tables.rows(Table::Sources), state.sources),
        ("positions", spool.positions(), snapshot.position_count()?),
    ] {
        if found != expected {
            return Err(snapshot.damaged(format!("{found} of its {expected} {what} are there")));
        }
    }
    Ok(())
}

/// Sorts and writes the positions, some partitions at a time. Returns the files in the order
/// of the partitions.
fn write_positions(
    new: &NewFolder,
    spool: &mut PositionSpool,
    bits: u32,
    stop: &Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<Vec<FileEntry>, ExportError> {
    let mut files = Vec::new();
    let partitions = 1 << bits;
    let at_once = rayon::current_num_threads().min(PARTITIONS_AT_ONCE);
    for first in (0..partitions).step_by(at_once) {
        let numbers = first..partitions.min(first + at_once as u32);
        let spooled: io::Result<Vec<(u32, Vec<PositionRow>)>> = numbers
            .map(|partition| Ok((partition, spool.read(partition)?)))
            .collect();
        let spooled = spooled.map_err(|error| new.failed(FileError::reading(&new.path())(error)))?;
        let written: Vec<FileEntry> = spooled
            .into_par_iter()
            .map(|(partition, rows)| write_partition(new, partition, rows, stop))
            .collect::<Result<_, ExportError>>()?;
        files.extend(written);
        progress(files.len() as u64);
    }
    Ok(files)
}

fn write_partition(
    new: &NewFolder,
    partition: u32,
    mut rows: Vec<PositionRow>,
    stop: &Interrupt,
) -> Result<FileEntry, ExportError> {
    stop.check()?;
    // The rows of a key are in the order of games and plies.
    rows.sort_by_key(|row| row.key);
    let path = positions_path(partition);
    let mut file = TableWriter::create(&new.path(), path, POSITIONS).map_err(|error| new.failed(error))?;
    for rows in rows.chunks(ROWS_PER_GROUP) {
        stop.check()?;
        file.write_group(rows).map_err(|error| new.failed(error))?;
    }
    file.finish().map_err(|error| new.failed(error))
}

const GROUP_BYTES: usize = 16 << 20;

/// Writes everything but the positions, which go to the spool. A batch is the rows of successive games, all
/// of the file with this number.
fn write_batches(
    folder: &Path,
    tables: &mut Files,
    spool: &mut PositionSpool,
    batches: &Receiver<(i64, Vec<GameRows>, Vec<SourceRow>)>,
) -> Result<(), FileError> {
    let mut open: Option<OpenFiles> = None;
    for (file, games, sources) in batches {
        let files = match open.take() {
            Some(files) if files.number == file => open.insert(files),
            earlier => {
                if let Some(earlier) = earlier {
                    earlier.finish(tables)?;
                }
                open.insert(OpenFiles::create(folder, file)?)
            }
        };
        for game in &games {
            spool.add(&game.positions).map_err(FileError::writing(folder))?;
        }
        files.add(games, sources)?;
    }
    open.map_or(Ok(()), |files| files.finish(tables))
}

struct OpenFiles {
    number: i64,
    games: TableWriter<GameRow>,
    sources: TableWriter<SourceRow>,
    courses: TableWriter<CourseRow>,
    next_games: Vec<GameRow>,
    next_courses: Vec<CourseRow>,
    next_sources: Vec<SourceRow>,
    next_bytes: usize,
}

impl OpenFiles {
    fn create(folder: &Path, number: i64) -> Result<Self, FileError> {
        Ok(Self {
            number,
            games: TableWriter::create(folder, table_path(Table::Games, number), &GAMES)?,
            sources: TableWriter::create(folder, table_path(Table::Sources, number), SOURCES)?,
            courses: TableWriter::create(folder, table_path(Table::Courses, number), COURSES)?,
            next_games: Vec::new(),
            next_courses: Vec::new(),
            next_sources: Vec::new(),
            next_bytes: 0,
        })
    }

    fn add(&mut self, games: Vec<GameRows>, sources: Vec<SourceRow>) -> Result<(), FileError> {
        for GameRows { game, course, .. } in games {
            let words = game.words.as_ref().map_or(0, String::len);
            self.next_bytes += game.record.len() + words + course.course.len();
            self.next_games.push(game);
            self.next_courses.push(course);
        }
        let records = sources.iter().filter_map(|source| source.record.as_ref());
        self.next_bytes += records.map(|record| record.bytes.len()).sum::<usize>();
        self.next_sources.extend(sources);
        if self.next_bytes >= GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), FileError> {
        self.games.write_group(&self.next_games)?;
        self.sources.write_group(&self.next_sources)?;
        self.courses.write_group(&self.next_courses)?;
        self.next_games.clear();
        self.next_sources.clear();
        self.next_courses.clear();
        self.next_bytes = 0;
        Ok(())
    }

    fn finish(mut self, tables: &mut Files) -> Result<(), FileError> {
        self.write_group()?;
        tables.games.push(self.games.finish()?);
        tables.sources.push(self.sources.finish()?);
        tables.courses.push(self.courses.finish()?);
        Ok(())
    }
}

/// Fails if an existing folder is not empty, unless it has a dataset that may be replaced.
fn check_free(folder: &Path, overwrite: bool) -> Result<(), ExportError> {
    let manifest = folder.join(MANIFEST);
    let is_dataset = match read_regular(&manifest) {
        Ok(json) => is_manifest(&json),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(ExportError::File(FileError::reading(&manifest)(error).into())),
    };
    match (is_dataset, overwrite) {
        (true, true) => Ok(()),
        (true, false) => Err(ExportError::HasDataset(folder.to_owned())),
        (false, _) => check_empty(folder),
    }
}
