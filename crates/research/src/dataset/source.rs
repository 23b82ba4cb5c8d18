//! The games of a source: they are read in batches, and kept in an unnamed file.

use super::options::{DatasetOptions, ReadProgress, STOPPED, check, scratch_failed};
use crate::error::ResearchError;
use crate::formats::kgs::{RecordCounter, SetupRule, TrainingGame};
use crate::pipeline::pipeline;
use bgo::archive::{self, ArchiveError, ArchiveFault, ArchiveItem, SkipReason};
use bgo::go::Color;
use bgo::interrupt::Interrupt;
use bgo::query::{Choice, Sort};
use bgo::record::sgf_bytes;
use bgo::store::Snapshot;
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
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

impl InputGames {
    pub(super) fn named(input: String) -> Self {
        Self {
            input,
            ..Self::default()
        }
    }
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

/// A file that may have a game.
pub(super) struct SourceFile {
    /// The number of the file in its archive, from 0, or of the game in the database.
    pub number: i64,
    /// The name of the file in its archive.
    pub member: String,
    /// The bytes of the file as SGF, or the reason that it was skipped.
    pub content: Result<Vec<u8>, String>,
    /// True if the file does not have the name of a record.
    pub is_other: bool,
}

/// A receiver of files, input by input.
pub(super) trait FileSink {
    fn begin(&mut self, input: String);
    fn add(&mut self, batch: Vec<SourceFile>) -> io::Result<()>;
    fn end(&mut self, is_archive: bool);
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

    /// Reads all files. An archive is read on a thread of its own.
    pub(super) fn read(
        &self,
        stop: &Interrupt,
        scratch: &Path,
        progress: &(dyn Fn(ReadProgress) + Sync),
        sink: &mut impl FileSink,
    ) -> Result<(), ResearchError> {
        let failed = scratch_failed(scratch);
        match self {
            Self::Archives(paths) => {
                let all: u64 = paths.iter().map(|path| known_bytes(path)).sum();
                let mut before = 0;
                for path in *paths {
                    sink.begin(path.display().to_string());
                    pipeline(
                        1,
                        |send| {
                            read_archive(path, stop, send, &|done| {
                                progress(ReadProgress::Bytes(before + done, all.max(before + done)));
                            })
                        },
                        |batches| batches.iter().try_for_each(|batch| sink.add(batch).map_err(failed)),
                    )?;
                    sink.end(true);
                    before += known_bytes(path);
                }
            }
            Self::Database(snapshot, choice) => {
                sink.begin(snapshot.path().display().to_string());
                let chosen = choice.games(snapshot, Sort::Number, false)?;
                let all = chosen.len() as u64;
                let mut batch = FileBatch::default();
                for (done, chosen) in (1..).zip(chosen) {
                    let sgf = sgf_bytes(snapshot.record(chosen.game)?.bytes);
                    batch.bytes += sgf.len();
                    batch.files.push(SourceFile {
                        number: chosen.game,
                        member: format!("game {}", chosen.game),
                        content: Ok(sgf),
                        is_other: false,
                    });
                    if batch.is_full() || done == all {
                        check(stop)?;
                        sink.add(batch.take()).map_err(failed)?;
                        progress(ReadProgress::Games(done, all));
                    }
                }
                sink.end(false);
            }
        }
        Ok(())
    }
}

/// Files that are read together.
#[derive(Default)]
struct FileBatch {
    files: Vec<SourceFile>,
    bytes: usize,
}

impl FileBatch {
    const fn is_full(&self) -> bool {
        self.files.len() == BATCH || self.bytes >= BATCH_BYTES
    }

    fn take(&mut self) -> Vec<SourceFile> {
        std::mem::take(self).files
    }
}

/// Reads an archive and sends its files in batches. Calls `progress` with the number of bytes so
/// far.
fn read_archive(
    path: &Path,
    stop: &Interrupt,
    send: &SyncSender<Vec<SourceFile>>,
    progress: &dyn Fn(u64),
) -> Result<(), ResearchError> {
    let archive = archive::open_until(path, stop).map_err(archive_error)?;
    let read = archive.progress();
    let mut batch = FileBatch::default();
    for (number, item) in (0..).zip(archive) {
        let item = item.map_err(archive_error)?;
        batch.bytes += item.bytes();
        let (member, content, is_other) = match item {
            ArchiveItem::Record(member) => (member.path, Ok(sgf_bytes(member.bytes)), false),
            ArchiveItem::Skipped { path, reason } => {
                let is_other = reason == SkipReason::OtherFile;
                (path, Err(reason.to_string()), is_other)
            }
        };
        batch.files.push(SourceFile {
            number,
            member,
            content,
            is_other,
        });
        if batch.is_full() {
            progress(read.bytes_read());
            if send.send(batch.take()).is_err() {
                return Ok(());
            }
        }
    }
    progress(read.bytes_read());
    let _ = send.send(batch.take());
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

/// Texts with names, in an unnamed file. They are read when all have been written.
pub(super) struct TextSpool {
    out: Mutex<BufWriter<File>>,
    offset: u64,
    folder: PathBuf,
}

/// The place of a text.
#[derive(Clone, Debug)]
pub(super) struct SpooledText {
    offset: u64,
    name_length: u32,
    length: u32,
}

impl TextSpool {
    /// Makes the file in a folder that has space for all texts.
    pub fn new(folder: &Path) -> Result<Self, ResearchError> {
        let file = tempfile::tempfile_in(folder).map_err(scratch_failed(folder))?;
        Ok(Self {
            out: Mutex::new(BufWriter::new(file)),
            offset: 0,
            folder: folder.to_owned(),
        })
    }

    pub fn add(&mut self, name: &str, text: &[u8]) -> io::Result<SpooledText> {
        let out = self.out.get_mut().unwrap_or_else(PoisonError::into_inner);
        out.write_all(name.as_bytes())?;
        out.write_all(text)?;
        let place = SpooledText {
            offset: self.offset,
            name_length: name.len() as u32,
            length: text.len() as u32,
        };
        self.offset += (name.len() + text.len()) as u64;
        Ok(place)
    }

    pub fn read(&self, place: &SpooledText) -> Result<(String, Vec<u8>), ResearchError> {
        let mut bytes = vec![0; (place.name_length + place.length) as usize];
        {
            let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
            // Seeking writes what is still buffered.
            out.seek(SeekFrom::Start(place.offset))
                .and_then(|_| out.get_mut().read_exact(&mut bytes))
                .map_err(scratch_failed(&self.folder))?;
        }
        let text = bytes.split_off(place.name_length as usize);
        Ok((String::from_utf8_lossy(&bytes).into_owned(), text))
    }
}

/// A game in the spool. There may be millions, so the name is on disk.
#[derive(Clone, Debug)]
pub(super) struct SpooledGame {
    /// The index of its input.
    pub input: u32,
    /// The number of its file in the input, or of the game in the database.
    pub file: i64,
    /// The number of the game in arrays: its number in the database, or the number of its file,
    /// counted from 0 over all inputs, including files that the sets do not need.
    pub number: i64,
    /// The number of its records.
    pub records: u32,
    /// The MD5 of its stones and moves, which is the same for equal games.
    pub digest: [u8; 16],
    pub text: SpooledText,
}

/// The games of training sets.
pub(super) struct GameSpool {
    pub texts: TextSpool,
    pub games: Vec<SpooledGame>,
    /// The games that give no records, in the order of the inputs.
    pub skipped: Vec<SkippedGame>,
    pub inputs: Vec<InputGames>,
}

/// The files that the sets need.
pub(super) struct NeededFiles {
    /// True if all files that may be games are needed.
    pub all: bool,
    /// Other files, by the numbers of input and file.
    pub games: HashSet<(u32, i64)>,
}

impl GameSpool {
    /// Reads the games of a source, and counts the records of each. Games are in the order of the
    /// archives, and within an archive in the order of their names. The folder of the files has
    /// space for all of them.
    pub fn fill(
        source: &GameSource<'_>,
        needed: &NeededFiles,
        options: &DatasetOptions,
        progress: &(dyn Fn(ReadProgress) + Sync),
    ) -> Result<Self, ResearchError> {
        let mut filler = GameFiller {
            needed,
            setup: options.encoding.setup,
            names: Vec::new(),
            first: 0,
            first_number: 0,
            input: InputGames::default(),
            spool: Self {
                texts: TextSpool::new(&options.folder)?,
                games: Vec::new(),
                skipped: Vec::new(),
                inputs: Vec::new(),
            },
        };
        source.read(&options.stop, &options.folder, progress, &mut filler)?;
        Ok(filler.spool)
    }

    pub fn read(&self, game: u32) -> Result<(String, Vec<u8>), ResearchError> {
        self.texts.read(&self.games[game as usize].text)
    }
}

/// A spool that is being filled, input by input.
struct GameFiller<'a> {
    needed: &'a NeededFiles,
    setup: SetupRule,
    /// The names of the current input's games.
    names: Vec<String>,
    /// The index of the current input's first game.
    first: usize,
    /// The number of the current input's first file among all files.
    first_number: i64,
    input: InputGames,
    spool: GameSpool,
}

impl FileSink for GameFiller<'_> {
    fn begin(&mut self, input: String) {
        self.first = self.spool.games.len();
        self.input = InputGames::named(input);
    }

    fn add(&mut self, mut batch: Vec<SourceFile>) -> io::Result<()> {
        let (setup, input) = (self.setup, self.spool.inputs.len() as u32);
        self.input.files += batch.len() as u64;
        batch.retain(|file| self.needed.all && !file.is_other || self.needed.games.contains(&(input, file.number)));
        let counted: Vec<Result<(u32, [u8; 16]), String>> = batch
            .par_iter()
            .map_init(RecordCounter::new, |counter, file| {
                let game = TrainingGame::read(file.content.as_ref().map_err(Clone::clone)?, setup)?;
                Ok((counter.count(&game)? as u32, digest(&game)))
            })
            .collect();
        for (file, counted) in batch.into_iter().zip(counted) {
            match (file.content, counted) {
                (Ok(sgf), Ok((records, digest))) => {
                    self.spool.games.push(SpooledGame {
                        input,
                        file: file.number,
                        number: self.first_number + file.number,
                        records,
                        digest,
                        text: self.spool.texts.add(&file.member, &sgf)?,
                    });
                    self.names.push(file.member);
                    self.input.games += 1;
                }
                (Err(reason), _) | (_, Err(reason)) => {
                    self.input.skipped += 1;
                    self.spool.skipped.push(SkippedGame {
                        input: self.input.input.clone(),
                        member: file.member,
                        reason,
                    });
                }
            }
        }
        Ok(())
    }

    /// Sorts the games of an archive by name; the next archive continues their numbers.
    fn end(&mut self, is_archive: bool) {
        let names = std::mem::take(&mut self.names);
        if is_archive {
            let games = self.spool.games.split_off(self.first);
            let mut named: Vec<(String, SpooledGame)> = names.into_iter().zip(games).collect();
            named.sort_by(|(a, _), (b, _)| a.cmp(b));
            self.spool.games.extend(named.into_iter().map(|(_, game)| game));
            self.first_number += self.input.files as i64;
        }
        self.spool.inputs.push(std::mem::take(&mut self.input));
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
