//! The games of a set, and their rows in the order of training.

use super::super::choice::{RowChoice, Split};
use super::super::options::{ReadProgress, check};
use super::super::record_file::miscounted;
use super::super::source::{FileSink, GameSource, InputGames, SkippedGame, SourceFile, SpooledText, TextSpool};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::katago::{ArrayGrid, KatagoArrays, KatagoGame, KatagoRow, LONGEST, RowShape, RuleSet, rows};
use bgo::interrupt::Interrupt;
use bgo::record::{Rejection, decoded_trees, game_trees, parts};
use md5::{Digest, Md5};
use rayon::prelude::*;
use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

/// The number of blocks that may wait to be taken.
const QUEUED: usize = 4;

/// The settings of training data for KataGo.
#[derive(Clone, Debug)]
pub struct KatagoOptions {
    /// The side of the board in the arrays, 2 to 19. Larger boards are left out.
    pub side: usize,
    /// The rules of records that name no known rules.
    pub rules: RuleSet,
    /// The games and positions that give rows.
    pub choice: RowChoice,
    /// If true, rows are in the order of the games and moves.
    pub in_order: bool,
    /// The number of rows that are mixed with one another, and the number of rows of a file.
    pub file_rows: usize,
    /// The number of rows in a batch. The number of rows in each file is a multiple of it.
    pub batch: usize,
    /// Stops the work when set.
    pub stop: Interrupt,
}

impl Default for KatagoOptions {
    fn default() -> Self {
        Self {
            side: LONGEST,
            rules: RuleSet::Japanese,
            choice: RowChoice::default(),
            in_order: false,
            file_rows: 1 << 16,
            batch: 256,
            stop: Interrupt::default(),
        }
    }
}

impl KatagoOptions {
    pub(super) const fn shape(&self) -> RowShape {
        RowShape { side: self.side }
    }

    /// Fails if a setting is out of its range.
    fn verify(&self) -> Result<(), ResearchError> {
        if !(2..=LONGEST).contains(&self.side) {
            return Err(
                ErrorKind::Setting.error(format!("arrays have boards of 2 to {LONGEST} lines, not {}", self.side))
            );
        }
        if self.batch == 0 || self.file_rows == 0 || !self.file_rows.is_multiple_of(self.batch) {
            return Err(ErrorKind::Setting.error(format!(
                "files of {} rows do not divide into batches of {}; the rows of a file are a multiple of a batch",
                self.file_rows, self.batch
            )));
        }
        self.choice.verify()
    }
}

/// A report while training data are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KatagoProgress {
    /// Games are read and counted.
    Reading(ReadProgress),
    /// The rows that are written so far, and all of them.
    Writing(u64, u64),
}

/// Games that give rows, on disk, divided into splits.
pub struct KatagoSet {
    pub(super) texts: TextSpool,
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
    number: i64,
    /// A number that rotated records of the same moves share.
    identity: u64,
    /// The number of its rows.
    pub rows: u32,
    /// The MD5 of its text.
    pub digest: [u8; 16],
    pub text: SpooledText,
}

/// The games of a split.
#[derive(Clone, Debug, Default)]
pub(super) struct SplitGames {
    /// The places of the games.
    pub games: Vec<u32>,
    /// The number of rows before each game.
    starts: Vec<u64>,
    /// The number of rows.
    pub rows: u64,
}

impl KatagoSet {
    /// Reads the games of a source. `scratch` is a folder with space for all of them. Games with the
    /// moves of an earlier one, also rotated or mirrored, are left out.
    pub fn read(
        source: &GameSource<'_>,
        options: &KatagoOptions,
        scratch: &Path,
        progress: &(dyn Fn(ReadProgress) + Sync),
    ) -> Result<Self, ResearchError> {
        options.verify()?;
        let mut filler = KatagoFiller {
            files: 0,
            first_number: 0,
            seen: HashSet::new(),
            set: Self {
                texts: TextSpool::new(scratch)?,
                options: options.clone(),
                games: Vec::new(),
                splits: [SplitGames::default(), SplitGames::default()],
                inputs: Vec::new(),
                skipped: Vec::new(),
                repeated: 0,
            },
        };
        source.read(&options.stop, scratch, progress, &mut filler)?;
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

    /// Divides the games into splits, in random order if wanted.
    fn divide(&mut self) {
        let choice = &self.options.choice;
        let mut order: Vec<u32> = (0..self.games.len() as u32).collect();
        if !self.options.in_order {
            order.sort_by_key(|place| choice.rank(self.games[*place as usize].identity));
        }
        let shard = (0..).zip(order).filter(|(number, _)| choice.has_place(*number));
        for (_, place) in shard {
            let game = &self.games[place as usize];
            let split = &mut self.splits[choice.split_of(game.identity) as usize];
            split.games.push(place);
            split.starts.push(split.rows);
            split.rows += u64::from(game.rows);
        }
    }

    fn game_rows(&self, place: u32) -> Result<Vec<KatagoRow>, ResearchError> {
        let (game, options) = (&self.games[place as usize], &self.options);
        let (_, text) = self.texts.read(&game.text)?;
        let record = game_trees(&String::from_utf8_lossy(&text))
            .next()
            .and_then(|tree| tree.game.ok());
        let read = record.and_then(|record| KatagoGame::new(record, options.rules, options.side).ok());
        let read = read.ok_or_else(|| miscounted(game.rows.into(), 0))?;
        let grid = ArrayGrid::new(read.lines(), options.side);
        let mut made = Vec::with_capacity(game.rows as usize);
        rows(
            &read,
            &grid,
            &|ply| options.choice.has_position(game.identity, ply),
            &mut made,
        );
        if made.len() != game.rows as usize {
            return Err(miscounted(game.rows.into(), made.len() as u64));
        }
        let plies = (0..read.positions()).filter(|ply| options.choice.has_position(game.identity, *ply));
        for (row, ply) in made.iter_mut().zip(plies) {
            row.game = game.number;
            row.turn(options.choice.orientation(game.identity, ply), read.size, options.side);
        }
        Ok(made)
    }
}

/// A set that is being filled.
struct KatagoFiller {
    /// The number of files of the current input, and of its first file among all files.
    files: i64,
    first_number: i64,
    seen: HashSet<u64>,
    set: KatagoSet,
}

/// A game that was read.
struct ReadGame {
    text: String,
    identity: u64,
    rows: u32,
}

impl FileSink for KatagoFiller {
    fn begin(&mut self, input: String) {
        self.files = 0;
        self.set.inputs.push(InputGames::named(input));
    }

    fn add(&mut self, mut batch: Vec<SourceFile>) -> io::Result<()> {
        self.files += batch.len() as i64;
        batch.retain(|file| !file.is_other);
        let options = &self.set.options;
        let read: Vec<_> = batch.par_iter().map(|file| read_games(file, options)).collect();
        let input = self.set.inputs.len() - 1;
        for (file, games) in batch.iter().zip(read) {
            let counts = &mut self.set.inputs[input];
            counts.files += 1;
            for game in games {
                match game {
                    Ok(game) if self.seen.insert(game.identity) => {
                        counts.games += 1;
                        self.set.games.push(SetGame {
                            input: input as u32,
                            number: self.first_number + file.number,
                            identity: game.identity,
                            rows: game.rows,
                            digest: Md5::digest(&game.text).into(),
                            text: self.set.texts.add(&file.member, game.text.as_bytes())?,
                        });
                    }
                    Ok(_) => {
                        counts.games += 1;
                        self.set.repeated += 1;
                    }
                    Err(reason) => {
                        counts.skipped += 1;
                        self.set.skipped.push(SkippedGame {
                            input: counts.input.clone(),
                            member: file.member.clone(),
                            reason,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, is_archive: bool) {
        if is_archive {
            self.first_number += self.files;
        }
    }
}

/// Reads the games of a file, each with the reason if it gives no rows.
fn read_games(file: &SourceFile, options: &KatagoOptions) -> Vec<Result<ReadGame, String>> {
    let bytes = match &file.content {
        Ok(bytes) => bytes,
        Err(reason) => return vec![Err(reason.clone())],
    };
    let mut games = Vec::new();
    for part in parts(bytes) {
        for tree in decoded_trees(&part.decoded) {
            let text = &part.decoded.text[tree.span];
            let record = tree.game.map_err(|rejection| rejection.to_string());
            let game = record.and_then(|record| KatagoGame::new(record, options.rules, options.side));
            games.push(game.map(|game| {
                ReadGame {
                    rows: (0..game.positions())
                        .filter(|ply| options.choice.has_position(game.identity, *ply))
                        .count() as u32,
                    identity: game.identity,
                    text: text.to_owned(),
                }
            }));
        }
    }
    if games.is_empty() {
        games.push(Err(Rejection::NoGame.to_string()));
    }
    games
}

/// Rows in the order of training.
pub(super) struct RowPool {
    rows: Vec<KatagoRow>,
    order: Vec<u32>,
}

impl RowPool {
    /// Makes the rows of a range of a split, in all its games in turn, and mixes them if wanted.
    pub fn new(set: &KatagoSet, split: Split, range: Range<u64>) -> Result<Self, ResearchError> {
        let games = &set.splits[split as usize];
        let first = games
            .starts
            .partition_point(|start| *start <= range.start)
            .saturating_sub(1);
        let last = games.starts.partition_point(|start| *start < range.end);
        let made: Result<Vec<Vec<KatagoRow>>, ResearchError> = (first..last)
            .into_par_iter()
            .map(|place| {
                check(&set.options.stop)?;
                let mut made = set.game_rows(games.games[place])?;
                let start = games.starts[place];
                let after = range.end.saturating_sub(start).min(made.len() as u64);
                made.truncate(after as usize);
                let before = range.start.saturating_sub(start).min(made.len() as u64);
                made.drain(..before as usize);
                Ok(made)
            })
            .collect();
        let rows: Vec<KatagoRow> = made?.into_iter().flatten().collect();
        let order = if set.options.in_order {
            (0..rows.len() as u32).collect()
        } else {
            set.options.choice.order(rows.len(), range.start << 1 | split as u64)
        };
        Ok(Self { rows, order })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns at most `count` rows from a place on, in their order.
    pub fn rows(&self, start: usize, count: usize) -> impl ExactSizeIterator<Item = &KatagoRow> + Clone {
        let end = self.len().min(start + count);
        self.order[start..end].iter().map(|place| &self.rows[*place as usize])
    }
}

/// Blocks of rows, which are made in the background on all cores. Dropping it ends the work.
pub struct KatagoBlocks {
    blocks: Receiver<Result<KatagoArrays, ResearchError>>,
    worker: Option<JoinHandle<()>>,
}

impl KatagoBlocks {
    /// Begins to make the rows of a split, `block` at a time; the last block may have fewer.
    pub fn new(set: Arc<KatagoSet>, split: Split, block: usize) -> Self {
        let (send, blocks) = mpsc::sync_channel(QUEUED);
        let worker = thread::spawn(move || {
            if let Err(error) = send_blocks(&set, split, block.max(1), &send) {
                let _ = send.send(Err(error));
            }
        });
        Self {
            blocks,
            worker: Some(worker),
        }
    }
}

impl Iterator for KatagoBlocks {
    type Item = Result<KatagoArrays, ResearchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.blocks.recv().ok();
        if next.is_none()
            && let Some(worker) = self.worker.take()
            && let Err(panic) = worker.join()
        {
            // A worker that failed must not look like the end of the rows.
            resume_unwind(panic);
        }
        next
    }
}

/// Sends blocks until there are no more or nobody receives them.
fn send_blocks(
    set: &KatagoSet,
    split: Split,
    block: usize,
    send: &SyncSender<Result<KatagoArrays, ResearchError>>,
) -> Result<(), ResearchError> {
    let all = set.rows(split);
    let shape = set.options.shape();
    for start in (0..all).step_by(set.options.file_rows) {
        let pool = RowPool::new(set, split, start..all.min(start + set.options.file_rows as u64))?;
        let starts: Vec<usize> = (0..pool.len()).step_by(block).collect();
        for starts in starts.chunks(rayon::current_num_threads()) {
            check(&set.options.stop)?;
            let made: Vec<KatagoArrays> = starts
                .par_iter()
                .map(|start| KatagoArrays::new(pool.rows(*start, block), shape))
                .collect();
            for rows in made {
                if send.send(Ok(rows)).is_err() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
