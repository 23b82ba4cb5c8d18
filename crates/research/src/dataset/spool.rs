use super::error::DatasetError;
use super::options::{DatasetOptions, ReadProgress};
use super::source::{Batch, GameSource, known_bytes, read_archive, read_database};
use crate::formats::kgs::{OddGame, RecordCounter, SetupRule, TrainingGame};
use bgo::go::Color;
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::mpsc;
use std::thread;

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
    offset: u64,
    name_length: u32,
    length: u32,
}

/// The files of all games, in an unnamed file.
pub(super) struct Spool {
    file: File,
    pub games: Vec<SpooledGame>,
    /// The games that give no records, in the order of the inputs.
    pub skipped: Vec<SkippedGame>,
    pub inputs: Vec<InputGames>,
}

/// The files that the sets need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NeededFiles {
    /// True if all files that may be games are needed.
    pub all: bool,
    /// Other files, by the numbers of input and file.
    pub games: HashSet<(u32, i64)>,
}

/// The file of a game, with its name.
pub(super) struct SpooledFile {
    pub member: String,
    pub sgf: Vec<u8>,
}

impl Spool {
    /// Reads the games of a source, and counts the records of each. Games are in the order of the
    /// archives, and within an archive in the order of their names. The folder of the files has
    /// space for all of them.
    pub fn fill(
        source: &GameSource<'_>,
        needed: &NeededFiles,
        options: &DatasetOptions,
        progress: &(dyn Fn(ReadProgress) + Sync),
    ) -> Result<Self, DatasetError> {
        let stop = &options.stop;
        let failed = |source| DatasetError::scratch(&options.folder, source);
        let file = tempfile::tempfile_in(&options.folder).map_err(failed)?;
        let mut filler = Filler {
            out: BufWriter::new(file.try_clone().map_err(failed)?),
            offset: 0,
            names: Vec::new(),
            first: 0,
            first_number: 0,
            setup: options.encoding.setup,
            input: InputGames::default(),
            spool: Self {
                file,
                games: Vec::new(),
                skipped: Vec::new(),
                inputs: Vec::new(),
            },
        };
        match source {
            GameSource::Archives(paths) => {
                let all: u64 = paths.iter().map(|path| known_bytes(path)).sum();
                let mut before = 0;
                for (number, path) in (0..).zip(*paths) {
                    filler.begin(path.display().to_string());
                    let told = |done: u64, _| {
                        let done = before + done;
                        progress(ReadProgress::Bytes(done, all.max(done)));
                    };
                    thread::scope(|scope| {
                        let (send, batches) = mpsc::sync_channel::<Result<Batch, DatasetError>>(1);
                        scope.spawn(|| {
                            let send = send;
                            read_archive(path, stop, &send, &told);
                        });
                        for batch in batches {
                            let mut batch = batch?;
                            filler.input.files += batch.len() as u64;
                            batch.retain(|file| {
                                needed.all && !file.is_other || needed.games.contains(&(number, file.number))
                            });
                            filler.add(batch).map_err(failed)?;
                        }
                        Ok::<_, DatasetError>(())
                    })?;
                    filler.end(true);
                    before += known_bytes(path);
                }
            }
            GameSource::Database(snapshot, choice) => {
                filler.begin(snapshot.path().display().to_string());
                let add = |batch: Batch| {
                    filler.input.files += batch.len() as u64;
                    filler.add(batch).map_err(failed)
                };
                read_database(snapshot, *choice, stop, add, &mut |done, all| {
                    progress(ReadProgress::Games(done, all));
                })?;
                filler.end(false);
            }
        }
        filler.out.flush().map_err(failed)?;
        Ok(filler.spool)
    }

    /// Returns the file of a game.
    pub fn read(&mut self, game: usize) -> io::Result<SpooledFile> {
        let waiting = &self.games[game];
        let mut bytes = vec![0; (waiting.name_length + waiting.length) as usize];
        let name_length = waiting.name_length as usize;
        self.file.seek(SeekFrom::Start(waiting.offset))?;
        self.file.read_exact(&mut bytes)?;
        let sgf = bytes.split_off(name_length);
        let member = String::from_utf8_lossy(&bytes).into_owned();
        Ok(SpooledFile { member, sgf })
    }
}

/// A spool that is being filled, input by input.
struct Filler {
    out: BufWriter<File>,
    offset: u64,
    /// The names of the current input's games.
    names: Vec<String>,
    /// The index of the current input's first game.
    first: usize,
    /// The number of the current input's first file among all files.
    first_number: i64,
    /// The reading of the games.
    setup: SetupRule,
    /// The current input.
    input: InputGames,
    spool: Spool,
}

impl Filler {
    fn begin(&mut self, input: String) {
        self.first = self.spool.games.len();
        self.input = InputGames {
            input,
            ..InputGames::default()
        };
    }

    /// Ends an input. Sorts the games of an archive by name; the next archive continues their
    /// numbers.
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

    fn add(&mut self, batch: Batch) -> io::Result<()> {
        let setup = self.setup;
        let counted: Vec<Result<(u32, [u8; 16]), String>> = batch
            .par_iter()
            .map_init(RecordCounter::new, |counter, file| {
                let bytes = file.content.as_ref().map_err(Clone::clone)?;
                let mut count = |bytes| {
                    let game = TrainingGame::read(bytes, setup)?;
                    Ok((counter.count(&game)? as u32, digest(&game)))
                };
                count(bytes).map_err(|odd: OddGame| odd.to_string())
            })
            .collect();
        let input = self.spool.inputs.len() as u32;
        for (file, counted) in batch.into_iter().zip(counted) {
            match (file.content, counted) {
                (Ok(sgf), Ok((records, digest))) => {
                    self.out.write_all(file.member.as_bytes())?;
                    self.out.write_all(&sgf)?;
                    self.spool.games.push(SpooledGame {
                        input,
                        file: file.number,
                        number: self.first_number + file.number,
                        records,
                        digest,
                        offset: self.offset,
                        name_length: file.member.len() as u32,
                        length: sgf.len() as u32,
                    });
                    self.offset += (file.member.len() + sgf.len()) as u64;
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
