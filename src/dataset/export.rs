mod writer;

use super::columns::POSITIONS;
use super::layout::{ROWS_PER_GROUP, Table, file_of, partition_bits, positions_path};
use super::manifest::{ArchiveEntry, FileEntry, Files, Manifest};
use super::new_dataset::NewDataset;
use super::rows::{GameRows, PositionRow, SourceRow};
use super::spool::Spool;
use super::table_writer::TableWriter;
use crate::export::ExportError;
use crate::files::FileError;
use crate::interrupt::Interrupt;
use crate::store::{FoundArchive, FoundSource, Snapshot, SourceKey, StoreError};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use writer::{Batch, Writer};

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
///
/// # Errors
/// Fails if the database is damaged, if the folder holds anything else, and if it cannot be
/// written.
pub fn export_dataset(
    snapshot: &Snapshot,
    folder: &Path,
    overwrite: bool,
    mut progress: impl FnMut(Phase, u64, u64),
) -> Result<ExportedDataset, ExportError> {
    let new = NewDataset::begin(folder, overwrite)?;
    let stop = snapshot.stop();
    let last_game = snapshot.state()?.last_game;
    let bits = partition_bits(snapshot.position_count()?);
    let files = new.folder();
    let mut spool = Spool::new(&files, bits).map_err(|error| new.failed(FileError::writing(folder)(error)))?;
    let mut tables = Files::default();
    snapshot.verify_sources()?;
    let archives = snapshot.found_archives()?;
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        let writer = Writer {
            folder: &files,
            tables: &mut tables,
            spool: &mut spool,
        };
        let writer = scope.spawn(move || writer.write(&receiver));
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
    new.complete(&manifest)?;
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
    sender: &SyncSender<Batch>,
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
        let batch = Batch {
            file: file_of(first),
            games,
            sources: sources(snapshot, archives, numbers)?,
        };
        if sender.send(batch).is_err() {
            break;
        }
        progress(last_game.min(first + GAMES_AT_ONCE - 1));
    }
    Ok(())
}

/// Returns the rows of the sources of these games.
fn sources(
    snapshot: &Snapshot,
    archives: &BTreeMap<i64, FoundArchive>,
    games: RangeInclusive<i64>,
) -> Result<Vec<SourceRow>, StoreError> {
    let rows = snapshot.sources_of_games(games)?;
    let row = |source: FoundSource| {
        let SourceKey {
            game,
            archive,
            member,
            member_game,
        } = source.key;
        let archive = archives.get(&archive);
        let lacks = || snapshot.damaged(format!("archive {} of a source is missing", source.key.archive));
        Ok(SourceRow {
            game,
            number: source.number,
            archive: archive.ok_or_else(lacks)?.path.clone(),
            member,
            member_game: i32::try_from(member_game)
                .map_err(|_| snapshot.damaged(format!("a source of game {game} has a wrong index")))?,
            record: source.record,
            joined: source.joined,
        })
    };
    rows.into_iter().map(row).collect()
}

/// Fails unless every game, source and position of the database was written.
fn check_counts(snapshot: &Snapshot, tables: &Files, spool: &Spool) -> Result<(), StoreError> {
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
    new: &NewDataset,
    spool: &mut Spool,
    bits: u32,
    stop: &Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<Vec<FileEntry>, ExportError> {
    let failed = |error| new.failed(FileError::reading(&new.folder())(error));
    let mut files = Vec::new();
    let partitions = 1 << bits;
    let at_once = rayon::current_num_threads().min(PARTITIONS_AT_ONCE);
    for first in (0..partitions).step_by(at_once) {
        let numbers = first..partitions.min(first + at_once as u32);
        let read = |partition| Ok((partition, spool.read(partition)?));
        let spooled: Vec<(u32, Vec<PositionRow>)> = numbers.map(read).collect::<io::Result<_>>().map_err(failed)?;
        let write = |(partition, mut rows): (u32, Vec<PositionRow>)| {
            stop.check()?;
            // The rows of a key are in the order of games and plies.
            rows.sort_by_key(|row| row.key);
            let path = positions_path(partition);
            let mut file = TableWriter::create(&new.folder(), path, POSITIONS).map_err(|error| new.failed(error))?;
            for rows in rows.chunks(ROWS_PER_GROUP) {
                stop.check()?;
                file.write_group(rows).map_err(|error| new.failed(error))?;
            }
            file.finish().map_err(|error| new.failed(error))
        };
        let written: Vec<FileEntry> = spooled.into_par_iter().map(write).collect::<Result<_, ExportError>>()?;
        files.extend(written);
        progress(files.len() as u64);
    }
    Ok(files)
}
