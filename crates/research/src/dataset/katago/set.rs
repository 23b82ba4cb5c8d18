use super::super::choice::Split;
use super::super::error::DatasetError;
use super::super::options::ReadProgress;
use super::super::source::{Batch, GameFile, GameSource, known_bytes, read_archive, read_database};
use super::super::spool::{InputGames, SkippedGame};
use super::options::KatagoOptions;
use crate::formats::katago::KatagoGame;
use bgo::record::{Decoded, decoded_trees, parts};
use md5::{Digest, Md5};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Games that give rows, on disk, divided into splits.
pub struct KatagoSet {
    file: Mutex<File>,
    /// The folder of the file.
    scratch: PathBuf,
    /// The settings.
    pub(super) options: KatagoOptions,
    /// The games in the order of the inputs.
    pub(super) games: Vec<SetGame>,
    /// The games of each split by their places, in the order of their rows.
    pub(super) splits: [SplitGames; 2],
    /// The games of each input.
    pub inputs: Vec<InputGames>,
    /// The games that give no rows.
    pub skipped: Vec<SkippedGame>,
    /// The number of games that are left out because they have the moves of another one.
    pub repeated: u64,
}

/// A game of a set.
pub(super) struct SetGame {
    /// The number of its input.
    pub input: u32,
    /// Its number in the database, or the number of its file, counted from 0 over all inputs.
    pub number: i64,
    /// A number that rotated records of the same moves share.
    pub identity: u64,
    /// The number of its rows.
    pub rows: u32,
    /// The MD5 of its text.
    pub digest: [u8; 16],
    offset: u64,
    length: u32,
    name_length: u32,
}

/// The games of a split.
#[derive(Clone, Debug, Default)]
pub(super) struct SplitGames {
    /// The places of the games.
    pub games: Vec<u32>,
    /// The number of rows before each game.
    pub starts: Vec<u64>,
    /// The number of rows.
    pub rows: u64,
}

/// A game that was read.
struct ReadGame {
    text: String,
    identity: u64,
    rows: u32,
    digest: [u8; 16],
}

impl KatagoSet {
    /// Reads the games of a source. `scratch` is a folder with space for all of them. Games with the
    /// moves of an earlier one, also rotated or mirrored, are left out.
    pub fn read(
        source: &GameSource<'_>,
        options: &KatagoOptions,
        scratch: &Path,
        progress: &(dyn Fn(ReadProgress) + Sync),
    ) -> Result<Self, DatasetError> {
        options.verify()?;
        let failed = |source| DatasetError::scratch(scratch, source);
        let file = tempfile::tempfile_in(scratch).map_err(failed)?;
        let mut filler = Filler {
            out: BufWriter::new(file.try_clone().map_err(failed)?),
            offset: 0,
            first_number: 0,
            seen: HashSet::new(),
            set: Self {
                file: Mutex::new(file),
                scratch: scratch.to_owned(),
                options: options.clone(),
                games: Vec::new(),
                splits: [SplitGames::default(), SplitGames::default()],
                inputs: Vec::new(),
                skipped: Vec::new(),
                repeated: 0,
            },
        };
        match source {
            GameSource::Archives(paths) => {
                let all: u64 = paths.iter().map(|path| known_bytes(path)).sum();
                let mut before = 0;
                for path in *paths {
                    let told = |done: u64, _| progress(ReadProgress::Bytes(before + done, all.max(before + done)));
                    filler.archive(path, scratch, &told)?;
                    before += known_bytes(path);
                }
            }
            GameSource::Database(snapshot, choice) => {
                filler.begin(snapshot.path().display().to_string());
                let add = |batch| filler.add(batch).map_err(failed);
                read_database(snapshot, *choice, &options.stop, add, &mut |done, all| {
                    progress(ReadProgress::Games(done, all));
                })?;
            }
        }
        filler.out.flush().map_err(failed)?;
        let mut set = filler.set;
        set.divide();
        Ok(set)
    }

    /// Returns the number of games of a split.
    pub fn games(&self, split: Split) -> u64 {
        self.splits[split as usize].games.len() as u64
    }

    /// Returns the number of rows of a split, all of its batches being whole.
    pub fn rows(&self, split: Split) -> u64 {
        let batch = self.options.batch as u64;
        self.splits[split as usize].rows / batch * batch
    }

    /// Returns the number of rows that do not fill a batch.
    pub fn left_over(&self) -> u64 {
        let rows = |split: Split| self.splits[split as usize].rows - self.rows(split);
        Split::ALL.into_iter().map(rows).sum()
    }

    /// Divides the games into splits, in random order if wanted.
    fn divide(&mut self) {
        let options = &self.options;
        let mut order: Vec<u32> = (0..self.games.len() as u32).collect();
        if !options.in_order {
            order.sort_by_key(|place| options.choice.rank(self.games[*place as usize].identity));
        }
        let shard = (0..).zip(order).filter(|(number, _)| options.choice.has_place(*number));
        for (_, place) in shard {
            let game = &self.games[place as usize];
            let split = &mut self.splits[options.choice.split_of(game.identity) as usize];
            split.games.push(place);
            split.starts.push(split.rows);
            split.rows += u64::from(game.rows);
        }
    }

    /// Returns the name of a game's file and its text.
    pub(super) fn text(&self, game: &SetGame) -> Result<(String, String), DatasetError> {
        let read = || {
            let mut bytes = vec![0; (game.name_length + game.length) as usize];
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(game.offset))?;
            file.read_exact(&mut bytes)?;
            Ok(bytes)
        };
        let mut bytes = read().map_err(|source| DatasetError::scratch(&self.scratch, source))?;
        let text = bytes.split_off(game.name_length as usize);
        let string = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Ok((string(bytes), string(text)))
    }
}

/// A set that is being filled.
struct Filler {
    out: BufWriter<File>,
    offset: u64,
    /// The number of the current input's first file among all files.
    first_number: i64,
    seen: HashSet<u64>,
    set: KatagoSet,
}

impl Filler {
    fn begin(&mut self, input: String) {
        self.set.inputs.push(InputGames {
            input,
            ..InputGames::default()
        });
    }

    fn archive(&mut self, path: &Path, scratch: &Path, told: &(dyn Fn(u64, u64) + Sync)) -> Result<(), DatasetError> {
        self.begin(path.display().to_string());
        let stop = self.set.options.stop.clone();
        thread::scope(|scope| {
            let (send, batches) = mpsc::sync_channel::<Result<Batch, DatasetError>>(1);
            scope.spawn(|| {
                let send = send;
                read_archive(path, &stop, &send, told);
            });
            let mut files = 0;
            for batch in batches {
                let mut batch = batch?;
                files += batch.len() as i64;
                batch.retain(|file| !file.is_other);
                self.add(batch)
                    .map_err(|source| DatasetError::scratch(scratch, source))?;
            }
            self.first_number += files;
            Ok(())
        })
    }

    fn add(&mut self, batch: Batch) -> io::Result<()> {
        let options = &self.set.options;
        let read: Vec<_> = batch.par_iter().map(|file| games_of(file, options)).collect();
        let input = self.set.inputs.len() - 1;
        for (file, games) in batch.iter().zip(read) {
            self.set.inputs[input].files += 1;
            for game in games {
                match game {
                    Ok(game) => self.add_game(input, file, &game)?,
                    Err(reason) => self.skip(input, &file.member, reason),
                }
            }
        }
        Ok(())
    }

    fn skip(&mut self, input: usize, member: &str, reason: String) {
        self.set.inputs[input].skipped += 1;
        self.set.skipped.push(SkippedGame {
            input: self.set.inputs[input].input.clone(),
            member: member.to_owned(),
            reason,
        });
    }

    fn add_game(&mut self, input: usize, file: &GameFile, game: &ReadGame) -> io::Result<()> {
        self.set.inputs[input].games += 1;
        if !self.seen.insert(game.identity) {
            self.set.repeated += 1;
            return Ok(());
        }
        self.out.write_all(file.member.as_bytes())?;
        self.out.write_all(game.text.as_bytes())?;
        self.set.games.push(SetGame {
            input: input as u32,
            number: self.first_number + file.number,
            identity: game.identity,
            rows: game.rows,
            digest: game.digest,
            offset: self.offset,
            length: game.text.len() as u32,
            name_length: file.member.len() as u32,
        });
        self.offset += (file.member.len() + game.text.len()) as u64;
        Ok(())
    }
}

/// Reads the games of a file, each with the reason if it gives no rows.
fn games_of(file: &GameFile, options: &KatagoOptions) -> Vec<Result<ReadGame, String>> {
    let bytes = match &file.content {
        Ok(bytes) => bytes,
        Err(reason) => return vec![Err(reason.clone())],
    };
    let games = parts(bytes).flat_map(|part| games_of_part(&part.decoded, options));
    let games: Vec<_> = games.collect();
    if games.is_empty() {
        return vec![Err(bgo::record::Rejection::NoGame.to_string())];
    }
    games
}

fn games_of_part(decoded: &Decoded<'_>, options: &KatagoOptions) -> Vec<Result<ReadGame, String>> {
    let trees = decoded_trees(decoded).map(|tree| {
        let record = tree.game.map_err(|rejection| rejection.to_string())?;
        let game = KatagoGame::new(record, options.rules, options.side).map_err(|unusable| unusable.to_string())?;
        let identity = game.identity();
        let chosen = (0..game.positions()).filter(|ply| options.choice.has_position(identity, *ply));
        let text = decoded.text[tree.span].to_owned();
        Ok(ReadGame {
            rows: chosen.count() as u32,
            digest: Md5::digest(&text).into(),
            identity,
            text,
        })
    });
    trees.collect()
}
