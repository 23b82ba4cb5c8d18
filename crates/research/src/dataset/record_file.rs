//! Encodes the games of a set, and writes them to a file of records that is continued after an
//! interruption, or compares them with one.

use super::options::{DatasetOptions, check, unreadable, unwritable};
use super::sets::TrainingSet;
use super::source::{GameSpool, SpooledGame};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::kgs::{END, Encoder, TrainingGame, header};
use crate::pipeline::pipeline;
use bgo::internal::files::{FileId, NewFile, destination, give_name, hash, hex};
use bgo::internal::interrupt::Interrupt;
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The number of games to encode between two checks for a stop.
const BATCH: usize = 64;

/// The number of games that a thread takes at a time.
const SHARE: usize = 8;

/// The number of batches that may wait to be written.
const QUEUED: usize = 3;

/// The number of bytes between two flushes, so that the disk and the processor work in parallel.
const FLUSH: usize = 16 << 20;

const CHECKPOINT: Duration = Duration::from_secs(5);

/// Encodes the games of a set, beginning with number `first`, on all cores. `then` turns the
/// records of some games into a value. `take` receives the values in the order of the games, with
/// the number of games so far, and returns whether to continue.
pub(super) fn encode<T: Send>(
    spool: &GameSpool,
    set: &TrainingSet,
    first: usize,
    options: &DatasetOptions,
    then: impl Fn(Vec<u8>, &[&SpooledGame]) -> Result<T, ResearchError> + Sync,
    mut take: impl FnMut(Vec<T>, usize) -> bool,
) -> Result<(), ResearchError> {
    let mut done = first;
    for games in set.games[first..].chunks(BATCH) {
        check(&options.stop)?;
        let mut files = Vec::with_capacity(games.len());
        for game in games {
            files.push((&spool.games[*game as usize], spool.read(*game)?.1));
        }
        let encoded: Result<Vec<T>, ResearchError> = files
            .par_chunks(SHARE)
            .map_init(
                || Encoder::new(options.encoding),
                |encoder, files| {
                    let games: Vec<&SpooledGame> = files.iter().map(|(game, _)| *game).collect();
                    then(encode_games(encoder, files, options)?, &games)
                },
            )
            .collect();
        done += games.len();
        if !take(encoded?, done) {
            break;
        }
    }
    Ok(())
}

/// Returns the records of some games, whose number must match the earlier count.
fn encode_games(
    encoder: &mut Encoder,
    files: &[(&SpooledGame, Vec<u8>)],
    options: &DatasetOptions,
) -> Result<Vec<u8>, ResearchError> {
    let record = options.encoding.format.record_length();
    let expected = files.iter().map(|(game, _)| game.records as usize * record).sum();
    let mut records = Vec::with_capacity(expected);
    for (_, sgf) in files {
        // Faulty games were skipped when games were counted; new faults change the number of bytes.
        if let Ok(game) = TrainingGame::read(sgf, options.encoding.setup) {
            let _ = encoder.encode(&game, &mut records);
        }
    }
    if records.len() == expected {
        return Ok(records);
    }
    Err(miscounted(expected as u64, records.len() as u64))
}

/// Makes the error of games that give another number of records than were counted.
pub(super) fn miscounted(expected: u64, found: u64) -> ResearchError {
    ErrorKind::Other.error(format!(
        "some games gave {found} bytes of records in place of {expected}; nothing was written"
    ))
}

/// Makes or continues the file of a set. Returns its length and MD5, and the number of games that an earlier run
/// had written. Calls `progress` with the number of games so far.
pub(super) fn make(
    spool: &GameSpool,
    set: &TrainingSet,
    out: &Path,
    options: &DatasetOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<((u64, String), u64), ResearchError> {
    let mut work = WorkFile::open(out, options.overwrite)?;
    let made = write(spool, set, &mut work, options, progress);
    work.finish(made)
}

fn write(
    spool: &GameSpool,
    set: &TrainingSet,
    work: &mut WorkFile,
    options: &DatasetOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<((u64, String), u64), ResearchError> {
    let target = work.target.clone();
    let failed = unwritable(&target);
    let fingerprint = set.fingerprint(spool, options.encoding);
    let (file, resumed) = work.begin(&fingerprint, &options.stop).map_err(failed)?;
    let (checkpoint, md5, head) = match resumed {
        Some((checkpoint, md5)) => (checkpoint, md5, Vec::new()),
        None => (
            Checkpoint {
                fingerprint,
                games: 0,
                bytes: 0,
                md5: String::new(),
            },
            Md5::new(),
            header(options.encoding.format, set.records(spool)),
        ),
    };
    let first = checkpoint.games;
    let flushed = file.try_clone().map_err(failed)?;
    thread::scope(|scope| {
        let (flush, due) = mpsc::sync_channel(1);
        // The system reports a failed flush only once, so this thread keeps the error.
        let flusher = scope.spawn(move || due.iter().try_for_each(|()| flushed.sync_data()));
        let mut writer = RecordWriter {
            file,
            flush,
            unflushed: 0,
            state: &work.state,
            checkpoint,
            marked: Instant::now(),
            md5,
        };
        let mut written = writer.write(&[head], first);
        let mut encoded = Ok(());
        if written.is_ok() {
            encoded = pipeline(
                QUEUED,
                |send| {
                    encode(
                        spool,
                        set,
                        first,
                        options,
                        |records, _| Ok(records),
                        |blocks, games| {
                            progress(games as u64);
                            send.send((blocks, games)).is_ok()
                        },
                    )
                },
                |batches| {
                    written = batches
                        .iter()
                        .try_for_each(|(blocks, games)| writer.write(&blocks, games));
                    Ok(())
                },
            );
        }
        written = written.and_then(|()| match &encoded {
            Ok(()) => writer.write(&[END.to_vec()], set.games.len()),
            // The next run need not repeat these games.
            Err(_) => writer.save(),
        });
        let made = ((writer.checkpoint.bytes, hex(writer.md5)), first as u64);
        drop(writer.flush);
        written.map_err(failed)?;
        let flushed = flusher
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("a thread ended")));
        flushed.map_err(failed)?;
        encoded.map(|()| made)
    })
}

struct RecordWriter<'a> {
    file: File,
    /// Makes another thread flush the file.
    flush: SyncSender<()>,
    unflushed: usize,
    /// The path of the checkpoint.
    state: &'a Path,
    /// What is written so far. Its checksum is filled in when it is saved.
    checkpoint: Checkpoint,
    /// The time of the last checkpoint.
    marked: Instant,
    md5: Md5,
}

impl RecordWriter<'_> {
    /// Writes blocks, after which the file has this number of games.
    fn write(&mut self, blocks: &[Vec<u8>], games: usize) -> io::Result<()> {
        let (written, ()) = rayon::join(
            || blocks.iter().try_for_each(|block| self.file.write_all(block)),
            || blocks.iter().for_each(|block| self.md5.update(block)),
        );
        written?;
        let bytes: usize = blocks.iter().map(Vec::len).sum();
        self.checkpoint.bytes += bytes as u64;
        self.checkpoint.games = games;
        self.unflushed += bytes;
        if self.unflushed >= FLUSH && self.flush.try_send(()).is_ok() {
            self.unflushed = 0;
        }
        if self.marked.elapsed() >= CHECKPOINT {
            self.save()?;
            self.marked = Instant::now();
        }
        Ok(())
    }

    fn save(&mut self) -> io::Result<()> {
        self.file.sync_data()?;
        self.checkpoint.md5 = hex(self.md5.clone());
        let text = serde_json::to_vec(&self.checkpoint)?;
        NewFile::write(self.state, true, &text).map_err(io::Error::other)
    }
}

/// Compares an existing file with the records of a set, and returns its MD5. A file that differs is
/// an error. Calls `progress` with the number of games so far.
pub(super) fn compare(
    spool: &GameSpool,
    set: &TrainingSet,
    path: &Path,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<Option<String>, ResearchError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(unreadable(path))?,
    };
    let data = file.metadata().map_err(unreadable(path))?;
    if !data.is_file() {
        return Err(not_this_set(path, "it is not a regular file"));
    }
    let (format, records) = (options.encoding.format, set.records(spool));
    let (found, expected) = (data.len(), format.file_length(records));
    if found != expected {
        return Err(not_this_set(
            path,
            &format!("it has {found} bytes, and the set {expected}"),
        ));
    }
    let (mut file, mut md5) = (BufReader::new(file), Md5::new());
    compare_next(path, &mut file, &mut md5, &header(format, records), 0)?;
    let mut offset = format.header_length();
    let mut compared: Result<(), ResearchError> = Ok(());
    encode(
        spool,
        set,
        0,
        options,
        |records, _| Ok(records),
        |blocks, games| {
            compared = blocks.iter().try_for_each(|block| {
                compare_next(path, &mut file, &mut md5, block, offset)?;
                offset += block.len();
                Ok(())
            });
            progress(games as u64);
            compared.is_ok()
        },
    )?;
    compared?;
    compare_next(path, &mut file, &mut md5, END, offset)?;
    Ok(Some(hex(md5)))
}

pub(super) fn not_this_set(path: &Path, why: &str) -> ResearchError {
    ErrorKind::NotThisSet.error(format!("{} already exists and is not this set: {why}", path.display()))
}

/// Fails if the next bytes of a file, from an offset on, differ from these.
fn compare_next(
    path: &Path,
    file: &mut impl Read,
    md5: &mut Md5,
    bytes: &[u8],
    offset: usize,
) -> Result<(), ResearchError> {
    let mut there = vec![0; bytes.len()];
    file.read_exact(&mut there).map_err(unreadable(path))?;
    md5.update(&there);
    match there.iter().zip(bytes).position(|(there, here)| there != here) {
        None => Ok(()),
        Some(place) => {
            let why = format!("from byte {} on it has others", offset + place);
            Err(not_this_set(path, &why))
        }
    }
}

/// A file that is being made. Its name ends in `~`, and beside it is a checkpoint of the part that
/// is on disk. The file gets its name when it is complete, and is continued after an interruption.
pub(super) struct WorkFile {
    /// The path as given by the user.
    pub target: PathBuf,
    /// The path without links.
    resolved: PathBuf,
    path: PathBuf,
    state: PathBuf,
    file: File,
    overwrite: bool,
}

/// The part of a work file that is on disk.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Checkpoint {
    /// The fingerprint of all data that determine the file.
    fingerprint: String,
    games: usize,
    bytes: u64,
    /// The MD5 of these bytes.
    md5: String,
}

impl WorkFile {
    /// Opens the work file of `target`, which need not exist.
    pub fn open(target: &Path, overwrite: bool) -> Result<Self, ResearchError> {
        let resolved = destination(target, overwrite)?;
        let path = with_suffix(&resolved, "~");
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(unwritable(target))?;
        // Some file systems have no locks. Between opening and locking, another process may have
        // completed the file.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) || !is_same(&file, &path) {
            let target = target.display();
            return Err(ErrorKind::Other.error(format!("{target} is being made by another process")));
        }
        if let Err(error) = destination(target, overwrite) {
            let _ = fs::remove_file(&path);
            return Err(error.into());
        }
        Ok(Self {
            target: target.to_owned(),
            state: with_suffix(&resolved, ".state~"),
            resolved,
            path,
            file,
            overwrite,
        })
    }

    /// Returns the file. If there is a part with this fingerprint, the file is positioned after it,
    /// and the part's checkpoint and checksum are returned too. If stopped, the error is
    /// [`io::ErrorKind::Interrupted`].
    fn begin(&mut self, fingerprint: &str, stop: &Interrupt) -> io::Result<(File, Option<(Checkpoint, Md5)>)> {
        let resumed = self.resume(fingerprint, stop)?;
        let bytes = resumed.as_ref().map_or(0, |(checkpoint, _)| checkpoint.bytes);
        if resumed.is_none() {
            forget(&self.state);
        }
        self.file.set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok((self.file.try_clone()?, resumed))
    }

    /// Empties the file and returns it.
    pub fn begin_anew(&self) -> Result<File, ResearchError> {
        forget(&self.state);
        let emptied = self.file.set_len(0).and_then(|()| self.file.try_clone());
        emptied.map_err(unwritable(&self.target))
    }

    fn resume(&mut self, fingerprint: &str, stop: &Interrupt) -> io::Result<Option<(Checkpoint, Md5)>> {
        let text = fs::read(&self.state).ok();
        let checkpoint = text.and_then(|text| serde_json::from_slice::<Checkpoint>(&text).ok());
        let Some(checkpoint) = checkpoint.filter(|checkpoint| checkpoint.fingerprint == fingerprint) else {
            return Ok(None);
        };
        self.file.rewind()?;
        let mut md5 = Md5::new();
        let bytes = hash(&mut (&self.file).take(checkpoint.bytes), &mut md5, stop)?;
        let is_there = bytes == checkpoint.bytes && hex(md5.clone()) == checkpoint.md5;
        Ok(is_there.then_some((checkpoint, md5)))
    }

    /// Completes the file if it was made, and gives it up otherwise.
    pub fn finish<T>(self, made: Result<T, ResearchError>) -> Result<T, ResearchError> {
        if made.is_ok() {
            self.complete()?;
        } else {
            self.give_up();
        }
        made
    }

    /// Gives the file its name. If this fails, the content stays, which is worth keeping.
    pub fn complete(self) -> Result<(), ResearchError> {
        give_name(self.file, &self.path, &self.target, &self.resolved, self.overwrite)?;
        forget(&self.state);
        Ok(())
    }

    /// Removes the file, unless there is a checkpoint.
    pub fn give_up(self) {
        if !self.state.exists() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes a checkpoint, so that its file cannot be continued.
fn forget(state: &Path) {
    let _ = fs::remove_file(state);
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn is_same(file: &File, path: &Path) -> bool {
    matches!((FileId::of_open(file), FileId::of(path)), (Ok(open), Ok(found)) if open == found)
}
