use super::error::DatasetFailure;
use super::source::{Batch, GameSource, known_bytes, read_archive, read_database};
use crate::formats::kgs::{OddGame, PlayableGames, TrainingGame};
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

/// A game that gives no records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedGame {
    /// The archive, or the database.
    pub input: String,
    /// The file within it.
    pub member: String,
    /// Why.
    pub reason: String,
}

/// What was found in an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputGames {
    /// The archive, or the database.
    pub input: String,
    /// Files of any kind in it; of a database games that meet the conditions.
    pub files: u64,
    /// Games that were read, of those that the sets need.
    pub games: u64,
    /// Games that give no records.
    pub skipped: u64,
}

/// How far reading is: bytes of archives, or games of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// So many bytes of so many.
    Bytes(u64, u64),
    /// So many games of so many.
    Games(u64, u64),
}

/// A game that waits. There may be millions, so its name is with its file.
#[derive(Clone, Debug)]
pub(super) struct WaitingGame {
    /// Which of the inputs it is in.
    pub input: u32,
    /// Which of the files there; of a database the number of the game.
    pub file: i64,
    /// Its number among all, which arrays have: see [`Spool::number_games`].
    pub number: i64,
    /// Records that it gives.
    pub records: u32,
    /// Of what records are made of: equal games have equal ones.
    pub digest: [u8; 16],
    offset: u64,
    name_length: u32,
    length: u32,
}

/// The files of all games, in a file without a name.
pub(super) struct Spool {
    file: File,
    pub games: Vec<WaitingGame>,
    /// What gives no records, in the order of the inputs.
    pub skipped: Vec<SkippedGame>,
    pub inputs: Vec<InputGames>,
}

/// A file of a game, and what it is called.
pub(super) struct Spooled {
    pub member: String,
    pub sgf: Vec<u8>,
}

impl Spool {
    /// Reads the games of a source, and finds out of each how many records it gives.
    /// Games are in the order of the archives, and within each in that of their names.
    /// Of archives only those files are looked at that are `wanted`; without, all that
    /// are called like records. `scratch` is a folder with room for all of them.
    pub fn fill(
        source: &GameSource<'_>,
        wanted: Option<&HashSet<(u32, i64)>>,
        scratch: &Path,
        stop: &Arc<AtomicBool>,
        progress: &(dyn Fn(Reading) + Sync),
    ) -> Result<Self, DatasetFailure> {
        let failed = |source| DatasetFailure::scratch(scratch, source);
        let file = tempfile::tempfile_in(scratch).map_err(failed)?;
        let mut filler = Filler {
            out: BufWriter::new(file.try_clone().map_err(failed)?),
            offset: 0,
            names: Vec::new(),
            first: 0,
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
                        progress(Reading::Bytes(done, all.max(done)));
                    };
                    thread::scope(|scope| {
                        let (send, batches) = mpsc::sync_channel::<Result<Batch, DatasetFailure>>(2);
                        scope.spawn(|| {
                            let send = send;
                            read_archive(path, stop, &send, &told);
                        });
                        for batch in batches {
                            let mut batch = batch?;
                            filler.count(&batch);
                            batch.retain(|file| match wanted {
                                Some(wanted) => wanted.contains(&(number, file.number)),
                                None => !file.is_other,
                            });
                            filler.add(batch).map_err(failed)?;
                        }
                        Ok::<_, DatasetFailure>(())
                    })?;
                    filler.sort_by_name();
                    before += known_bytes(path);
                }
            }
            GameSource::Database(db, find) => {
                filler.begin(db.path().display().to_string());
                let add = |batch: Batch| {
                    filler.count(&batch);
                    filler.add(batch).map_err(failed)
                };
                read_database(db, *find, stop, add, &mut |done, all| {
                    progress(Reading::Games(done, all));
                })?;
            }
        }
        filler.out.flush().map_err(failed)?;
        Ok(filler.spool)
    }

    /// Numbers the games by what they are and their places among those that wait.
    pub fn number_games(&mut self, number: impl Fn(&WaitingGame, i64) -> i64) {
        for (place, game) in (0..).zip(&mut self.games) {
            game.number = number(game, place);
        }
    }

    /// The file of a game.
    pub fn read(&mut self, game: usize) -> io::Result<Spooled> {
        let waiting = &self.games[game];
        let mut bytes = vec![0; (waiting.name_length + waiting.length) as usize];
        let name_length = waiting.name_length as usize;
        self.file.seek(SeekFrom::Start(waiting.offset))?;
        self.file.read_exact(&mut bytes)?;
        let sgf = bytes.split_off(name_length);
        let member = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Spooled { member, sgf })
    }
}

/// Fills a spool, input by input.
struct Filler {
    out: BufWriter<File>,
    offset: u64,
    /// What the games of the input at hand are called.
    names: Vec<String>,
    /// The first of these games.
    first: usize,
    spool: Spool,
}

impl Filler {
    fn begin(&mut self, input: String) {
        self.first = self.spool.games.len();
        self.spool.inputs.push(InputGames {
            input,
            files: 0,
            games: 0,
            skipped: 0,
        });
    }

    fn count(&mut self, batch: &Batch) {
        if let Some(found) = self.spool.inputs.last_mut() {
            found.files += batch.len() as u64;
        }
    }

    fn add(&mut self, batch: Batch) -> io::Result<()> {
        let counted: Vec<Result<(u32, [u8; 16]), String>> = batch
            .par_iter()
            .map_init(PlayableGames::new, |playable, file| {
                let bytes = file.content.as_ref().map_err(Clone::clone)?;
                let mut count = |bytes| {
                    let game = TrainingGame::read(bytes)?;
                    Ok((playable.count(&game)? as u32, digest(&game)))
                };
                count(bytes).map_err(|odd: OddGame| odd.to_string())
            })
            .collect();
        let input = self.spool.inputs.len() as u32 - 1;
        let Some(found) = self.spool.inputs.last_mut() else {
            return Ok(());
        };
        for (file, counted) in batch.into_iter().zip(counted) {
            match (file.content, counted) {
                (Ok(sgf), Ok((records, digest))) => {
                    self.out.write_all(file.member.as_bytes())?;
                    self.out.write_all(&sgf)?;
                    self.spool.games.push(WaitingGame {
                        input,
                        file: file.number,
                        number: 0,
                        records,
                        digest,
                        offset: self.offset,
                        name_length: file.member.len() as u32,
                        length: sgf.len() as u32,
                    });
                    self.offset += (file.member.len() + sgf.len()) as u64;
                    self.names.push(file.member);
                    found.games += 1;
                }
                (Err(reason), _) | (_, Err(reason)) => {
                    found.skipped += 1;
                    self.spool.skipped.push(SkippedGame {
                        input: found.input.clone(),
                        member: file.member,
                        reason,
                    });
                }
            }
        }
        Ok(())
    }

    /// Brings the games of an archive in the order of their names.
    fn sort_by_name(&mut self) {
        let games = self.spool.games.split_off(self.first);
        let mut named: Vec<(String, WaitingGame)> = std::mem::take(&mut self.names).into_iter().zip(games).collect();
        named.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.spool.games.extend(named.into_iter().map(|(_, game)| game));
    }
}

/// MD5 of the stones and moves that records are made of.
fn digest(game: &TrainingGame) -> [u8; 16] {
    let mut md5 = Md5::new();
    for (point, _) in game.handicap.iter().flatten() {
        md5.update([b'H', *point as u8, (*point >> 8) as u8]);
    }
    if game.handicap.is_some() {
        md5.update(b"-");
    }
    for (color, point, _) in &game.moves {
        md5.update([color.letter() as u8, *point as u8, (*point >> 8) as u8]);
    }
    md5.finalize().into()
}
