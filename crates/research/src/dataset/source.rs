//! The games of a source: they are read in batches, and kept in an unnamed file.

use super::options::{DatasetOptions, STOPPED, check, scratch_failed};
use crate::error::ResearchError;
use crate::formats::kgs::{Encoder, TrainingGame};
use crate::pipeline::pipeline;
use bgo::internal::archive::{self, ArchiveError, ArchiveFault, ArchiveItem, SkipReason};
use bgo::internal::go::Color;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{Choice, Sort};
use bgo::internal::record::sgf_bytes;
use bgo::internal::store::Snapshot;
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};

/// The number of files in a batch, unless they have more than [`BATCH_BYTES`].
const BATCH: usize = 256;

/// The number of bytes after which a batch ends, which bounds its memory.
const BATCH_BYTES: usize = 8 << 20;

/// The source of games.
#[derive(Clone, Copy)]
pub enum GameSource<'a> {
    /// Archives, folders and single files, as in imports.
    Archives(&'a [PathBuf]),
    /// Games of a database, in the order of their numbers.
    Database(&'a Snapshot, Choice<'a>),
}

/// The games of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct InputGames {
    /// The name of the archive or the database.
    pub input: String,
    /// The number of files of any kind, or of games in the database that meet the conditions.
    pub files: u64,
    /// The number of games read, among those that the sets need.
    pub games: u64,
    /// The number of games that give no records.
    pub skipped: u64,
}

/// A game that gives no records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedGame {
    /// The name of the archive or the database.
    pub input: String,
    /// The name of the file in the archive.
    pub member: String,
    /// The reason.
    pub reason: String,
}

pub(super) struct SourceFile {
    /// The number of the file in its archive, from 0, or of the game in the database.
    pub file: i64,
    /// The number of the game in arrays: its number in the database, or the number of its file,
    /// counted from 0 over all archives.
    pub number: i64,
    /// The name of the file in its archive.
    pub member: String,
    /// The bytes of the file as SGF, or the reason that it was skipped.
    pub content: Result<Vec<u8>, String>,
    /// True if the file does not have the name of a record.
    pub is_other: bool,
}

impl GameSource<'_> {
    /// Returns the name of the source in messages.
    pub(super) fn names(&self) -> String {
        match self {
            Self::Archives(paths) => {
                let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                names.join(", ")
            }
            Self::Database(snapshot, _) => snapshot.path().display().to_string(),
        }
    }

    /// Reads all files, and passes the name and the batches of each input to `take`. An archive is read on a
    /// thread of its own.
    pub(super) fn read(
        &self,
        stop: &Interrupt,
        progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
        mut take: impl FnMut(
            String,
            &mut dyn Iterator<Item = Result<Vec<SourceFile>, ResearchError>>,
        ) -> Result<(), ResearchError>,
    ) -> Result<(), ResearchError> {
        match self {
            Self::Archives(paths) => {
                let all: u64 = paths.iter().map(|path| known_bytes(path)).sum();
                let (mut before, mut first) = (0, 0);
                for path in *paths {
                    let mut files = 0;
                    pipeline(
                        1,
                        |send| {
                            read_archive(path, first, stop, send, &|done| {
                                progress(None, before + done, all.max(before + done));
                            })
                        },
                        |batches| {
                            let counted = batches.iter().inspect(|batch| files += batch.len() as i64);
                            take(path.display().to_string(), &mut counted.map(Ok))
                        },
                    )?;
                    first += files;
                    before += known_bytes(path);
                }
                Ok(())
            }
            Self::Database(snapshot, choice) => {
                let chosen = choice.games(snapshot, Sort::Number, false)?;
                let all = chosen.len() as u64;
                let mut chosen = (1..).zip(chosen.into_iter().map(|chosen| chosen.game));
                let mut batches = std::iter::from_fn(|| {
                    let (done, files) = match read_games(snapshot, &mut chosen, stop).transpose()? {
                        Ok(batch) => batch,
                        Err(error) => return Some(Err(error)),
                    };
                    progress(Some("games read"), done, all);
                    Some(Ok(files))
                });
                take(snapshot.path().display().to_string(), &mut batches)
            }
        }
    }
}

/// Reads some games of a database, given with the numbers of games so far. Returns that number, unless there are
/// no more.
fn read_games(
    snapshot: &Snapshot,
    games: &mut impl Iterator<Item = (u64, i64)>,
    stop: &Interrupt,
) -> Result<Option<(u64, Vec<SourceFile>)>, ResearchError> {
    let (mut files, mut bytes, mut last) = (Vec::new(), 0, 0);
    while files.len() < BATCH
        && bytes < BATCH_BYTES
        && let Some((done, game)) = games.next()
    {
        let sgf = sgf_bytes(snapshot.record(game)?.bytes);
        bytes += sgf.len();
        last = done;
        files.push(SourceFile {
            file: game,
            number: game,
            member: format!("game {game}"),
            content: Ok(sgf),
            is_other: false,
        });
    }
    if files.is_empty() {
        return Ok(None);
    }
    check(stop)?;
    Ok(Some((last, files)))
}

/// Reads an archive whose files have numbers from `first` on, and sends them in batches. Calls `progress` with the
/// number of bytes so far.
fn read_archive(
    path: &Path,
    first: i64,
    stop: &Interrupt,
    send: &SyncSender<Vec<SourceFile>>,
    progress: &dyn Fn(u64),
) -> Result<(), ResearchError> {
    let archive = archive::open_until(path, stop).map_err(archive_error)?;
    let read = archive.progress();
    let (mut files, mut bytes) = (Vec::new(), 0);
    for (file, item) in (0..).zip(archive) {
        let item = item.map_err(archive_error)?;
        bytes += item.bytes();
        let (member, content, is_other) = match item {
            ArchiveItem::Record(member) => (member.path, Ok(sgf_bytes(member.bytes)), false),
            ArchiveItem::Skipped { path, reason } => {
                let is_other = reason == SkipReason::OtherFile;
                (path, Err(reason.to_string()), is_other)
            }
        };
        files.push(SourceFile {
            file,
            number: first + file,
            member,
            content,
            is_other,
        });
        if files.len() == BATCH || bytes >= BATCH_BYTES {
            bytes = 0;
            progress(read.bytes_read());
            if send.send(std::mem::take(&mut files)).is_err() {
                return Ok(());
            }
        }
    }
    progress(read.bytes_read());
    let _ = send.send(files);
    Ok(())
}

fn archive_error(error: ArchiveError) -> ResearchError {
    match error.fault {
        ArchiveFault::Stopped => STOPPED,
        _ => ResearchError::Archive(error),
    }
}

/// Returns the length of a file, or 0 for a folder, whose length is not known in advance.
fn known_bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| if data.is_file() { data.len() } else { 0 })
}

/// A game in the spool. There may be millions, so the name is on disk.
#[derive(Clone, Debug)]
pub(super) struct SpooledGame {
    /// The index of its input.
    pub input: u32,
    /// The numbers of [`SourceFile`].
    pub file: i64,
    pub number: i64,
    /// The number of its records or rows.
    pub records: u32,
    /// The MD5 of its stones and moves, which is the same for equal games, or for KataGo of its text.
    pub digest: [u8; 16],
    /// A number that rotated records of the same moves share, for KataGo.
    pub identity: u64,
    /// The place of its name and text in the spool.
    offset: u64,
    name_length: u32,
    text_length: u32,
}

/// The games of training sets, with their texts in an unnamed file. They are read when all have been written.
pub(super) struct GameSpool {
    out: Mutex<BufWriter<File>>,
    offset: u64,
    folder: PathBuf,
    pub games: Vec<SpooledGame>,
    /// The games that give no records, in the order of the inputs.
    pub skipped: Vec<SkippedGame>,
    pub inputs: Vec<InputGames>,
}

impl GameSpool {
    /// Makes the file in a folder that has space for all texts.
    pub fn new(folder: &Path) -> Result<Self, ResearchError> {
        let file = tempfile::tempfile_in(folder).map_err(scratch_failed(folder))?;
        Ok(Self {
            out: Mutex::new(BufWriter::new(file)),
            offset: 0,
            folder: folder.to_owned(),
            games: Vec::new(),
            skipped: Vec::new(),
            inputs: Vec::new(),
        })
    }

    /// Reads the games of a source, and counts the records of each: of all files that may be games if `needs_all`,
    /// and of those in `needed`, by the numbers of input and file. Games are in the order of the
    /// archives, and within an archive in the order of their names.
    pub fn fill(
        source: &GameSource<'_>,
        needs_all: bool,
        needed: &HashSet<(u32, i64)>,
        options: &DatasetOptions,
        progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
    ) -> Result<Self, ResearchError> {
        let mut spool = Self::new(&options.folder)?;
        source.read(&options.stop, progress, |input, batches| {
            spool.begin(input);
            let (index, first) = (spool.inputs.len() - 1, spool.games.len());
            let mut names = Vec::new();
            for batch in batches {
                let mut batch = batch?;
                spool.inputs[index].files += batch.len() as u64;
                batch.retain(|file| needs_all && !file.is_other || needed.contains(&(index as u32, file.file)));
                let counted: Vec<Result<(u32, [u8; 16]), String>> = batch
                    .par_iter()
                    .map_init(Encoder::counter, |counter, file| {
                        let sgf = file.content.as_ref().map_err(Clone::clone)?;
                        let game = TrainingGame::read(sgf, options.encoding.setup)?;
                        Ok((counter.count(&game)? as u32, digest(&game)))
                    })
                    .collect();
                for (file, counted) in batch.into_iter().zip(counted) {
                    match (&file.content, counted) {
                        (Ok(sgf), Ok((records, digest))) => {
                            spool.add(&file, sgf, records, digest, 0)?;
                            names.push(file.member);
                        }
                        (Err(reason), _) => spool.skip(file.member, reason.clone()),
                        (_, Err(reason)) => spool.skip(file.member, reason),
                    }
                }
            }
            if let GameSource::Archives(_) = source {
                let games = spool.games.split_off(first);
                let mut named: Vec<(String, SpooledGame)> = names.into_iter().zip(games).collect();
                named.sort_by(|(a, _), (b, _)| a.cmp(b));
                spool.games.extend(named.into_iter().map(|(_, game)| game));
            }
            Ok(())
        })?;
        Ok(spool)
    }

    /// Begins another input.
    pub fn begin(&mut self, input: String) {
        self.inputs.push(InputGames {
            input,
            ..InputGames::default()
        });
    }

    /// Adds a game of a file of the current input.
    pub fn add(
        &mut self,
        file: &SourceFile,
        text: &[u8],
        records: u32,
        digest: [u8; 16],
        identity: u64,
    ) -> Result<(), ResearchError> {
        let name = file.member.as_bytes();
        let out = self.out.get_mut().unwrap_or_else(PoisonError::into_inner);
        out.write_all(name)
            .and_then(|()| out.write_all(text))
            .map_err(scratch_failed(&self.folder))?;
        self.games.push(SpooledGame {
            input: self.inputs.len() as u32 - 1,
            file: file.file,
            number: file.number,
            records,
            digest,
            identity,
            offset: self.offset,
            name_length: name.len() as u32,
            text_length: text.len() as u32,
        });
        self.offset += (name.len() + text.len()) as u64;
        if let Some(input) = self.inputs.last_mut() {
            input.games += 1;
        }
        Ok(())
    }

    /// Notes a game of the current input that gives no records.
    pub fn skip(&mut self, member: String, reason: String) {
        if let Some(input) = self.inputs.last_mut() {
            input.skipped += 1;
            self.skipped.push(SkippedGame {
                input: input.input.clone(),
                member,
                reason,
            });
        }
    }

    /// Reads the name and the text of a game.
    pub fn read(&self, game: u32) -> Result<(String, Vec<u8>), ResearchError> {
        let game = &self.games[game as usize];
        let mut bytes = vec![0; (game.name_length + game.text_length) as usize];
        {
            let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
            // Seeking writes what is still buffered.
            out.seek(SeekFrom::Start(game.offset))
                .and_then(|_| out.get_mut().read_exact(&mut bytes))
                .map_err(scratch_failed(&self.folder))?;
        }
        let text = bytes.split_off(game.name_length as usize);
        Ok((String::from_utf8_lossy(&bytes).into_owned(), text))
    }
}

/// Returns the MD5 of the stones and moves from which records are made.
fn digest(game: &TrainingGame) -> [u8; 16] {
    let mut md5 = Md5::new();
    // The order of the stones of setup is irrelevant.
    let stones = game.setup.iter().flatten();
    let mut stones: Vec<(u16, Color)> = stones.map(|(color, point, _)| (*point, *color)).collect();
    stones.sort_unstable_by_key(|(point, _)| *point);
    for (point, color) in stones {
        let letter = if color == Color::Black { b'H' } else { b'h' };
        md5.update([letter, point as u8, (point >> 8) as u8]);
    }
    if game.setup.is_some() {
        md5.update(b"-");
    }
    for (color, point, _) in &game.moves {
        md5.update([color.letter() as u8, *point as u8, (*point >> 8) as u8]);
    }
    md5.finalize().into()
}
