//! The games of a set, and their rows in the order of training.

use super::super::choice::{RowChoice, Split};
use super::super::options::check;
use super::super::record_file::miscounted;
use super::super::source::{GameSource, GameSpool, SourceFile};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::katago::{KatagoArrays, KatagoGame, KatagoRow, LONGEST, RuleSet, rows};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::record::{Rejection, decoded_trees, game_trees, parts};
use md5::{Digest, Md5};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

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

/// Games that give rows, on disk, divided into splits.
pub struct KatagoSet {
    pub(super) options: KatagoOptions,
    /// The games in the order of the inputs.
    pub(super) spool: GameSpool,
    /// The places of the games of each split in the order of their rows, each with the number of rows before it
    /// and after it.
    pub(super) splits: [Vec<(u32, Range<u64>)>; 2],
    /// The number of games that are left out because they have the moves of another one.
    pub(super) repeated: u64,
}

impl KatagoSet {
    /// Reads the games of a source. `scratch` is a folder with space for all of them. Games with the
    /// moves of an earlier one, also rotated or mirrored, are left out.
    pub fn read(
        source: &GameSource<'_>,
        options: &KatagoOptions,
        scratch: &Path,
        progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
    ) -> Result<Self, ResearchError> {
        options.verify()?;
        let mut spool = GameSpool::new(scratch)?;
        let (mut seen, mut repeated) = (HashSet::new(), 0);
        source.read(&options.stop, progress, |input, batches| {
            spool.begin(input);
            let index = spool.inputs.len() - 1;
            for batch in batches {
                let mut batch = batch?;
                batch.retain(|file| !file.is_other);
                spool.inputs[index].files += batch.len() as u64;
                let read: Vec<_> = batch.par_iter().map(|file| read_games(file, options)).collect();
                for (file, games) in batch.iter().zip(read) {
                    for game in games {
                        match game {
                            Ok((text, identity, rows)) if seen.insert(identity) => {
                                let digest = Md5::digest(&text).into();
                                spool.add(file, text.as_bytes(), rows, digest, identity)?;
                            }
                            Ok(_) => {
                                spool.inputs[index].games += 1;
                                repeated += 1;
                            }
                            Err(reason) => spool.skip(file.member.clone(), reason),
                        }
                    }
                }
            }
            Ok(())
        })?;
        Ok(Self {
            splits: divide(&spool, options),
            options: options.clone(),
            spool,
            repeated,
        })
    }

    /// Returns the number of games of a split.
    pub fn games(&self, split: Split) -> u64 {
        self.splits[split as usize].len() as u64
    }

    /// Returns the number of rows of a split, all of its batches being whole.
    pub fn rows(&self, split: Split) -> u64 {
        let batch = self.options.batch as u64;
        self.all_rows(split) / batch * batch
    }

    pub(super) fn all_rows(&self, split: Split) -> u64 {
        self.splits[split as usize].last().map_or(0, |(_, rows)| rows.end)
    }

    fn game_rows(&self, place: u32) -> Result<Vec<KatagoRow>, ResearchError> {
        let (game, options) = (&self.spool.games[place as usize], &self.options);
        let (_, text) = self.spool.read(place)?;
        let record = game_trees(&String::from_utf8_lossy(&text))
            .next()
            .and_then(|tree| tree.game.ok());
        let read = record.and_then(|record| KatagoGame::new(record, options.rules, options.side).ok());
        let read = read.ok_or_else(|| miscounted(game.records.into(), 0))?;
        let mut made = rows(&read, options.side, |ply| {
            options.choice.has_position(game.identity, ply)
        });
        if made.len() != game.records as usize {
            return Err(miscounted(game.records.into(), made.len() as u64));
        }
        let plies = (0..read.positions()).filter(|ply| options.choice.has_position(game.identity, *ply));
        for (row, ply) in made.iter_mut().zip(plies) {
            row.game = game.number;
            row.turn(options.choice.orientation(game.identity, ply), read.size, options.side);
        }
        Ok(made)
    }
}

/// Divides the games into splits, in random order if wanted.
fn divide(spool: &GameSpool, options: &KatagoOptions) -> [Vec<(u32, Range<u64>)>; 2] {
    let choice = &options.choice;
    let mut order: Vec<u32> = (0..spool.games.len() as u32).collect();
    if !options.in_order {
        order.sort_by_key(|place| choice.rank(spool.games[*place as usize].identity));
    }
    let mut splits = [Vec::new(), Vec::new()];
    let shard = (0..).zip(order).filter(|(number, _)| choice.has_place(*number));
    for (_, place) in shard {
        let game = &spool.games[place as usize];
        let split: &mut Vec<(u32, Range<u64>)> = &mut splits[choice.split_of(game.identity) as usize];
        let start = split.last().map_or(0, |(_, rows)| rows.end);
        split.push((place, start..start + u64::from(game.records)));
    }
    splits
}

/// Reads the games of a file: the text, the identity and the number of rows of each, or the reason if it gives none.
fn read_games(file: &SourceFile, options: &KatagoOptions) -> Vec<Result<(String, u64, u32), String>> {
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
                let plies = 0..game.positions();
                let rows = plies.filter(|ply| options.choice.has_position(game.identity, *ply));
                (text.to_owned(), game.identity, rows.count() as u32)
            }));
        }
    }
    if games.is_empty() {
        games.push(Err(Rejection::NoGame.to_string()));
    }
    games
}

/// Makes the rows of a range of a split, in all its games in turn, and their order in the training: mixed, if wanted.
pub(super) fn ordered_rows(
    set: &KatagoSet,
    split: Split,
    range: Range<u64>,
) -> Result<(Vec<KatagoRow>, Vec<u32>), ResearchError> {
    let games = &set.splits[split as usize];
    let first = games
        .partition_point(|(_, rows)| rows.start <= range.start)
        .saturating_sub(1);
    let last = games.partition_point(|(_, rows)| rows.start < range.end);
    let made: Result<Vec<Vec<KatagoRow>>, ResearchError> = games[first..last]
        .par_iter()
        .map(|(place, rows)| {
            check(&set.options.stop)?;
            let mut made = set.game_rows(*place)?;
            let after = range.end.saturating_sub(rows.start).min(made.len() as u64);
            made.truncate(after as usize);
            let before = range.start.saturating_sub(rows.start).min(made.len() as u64);
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
    Ok((rows, order))
}

/// Makes the rows of a split in the background on all cores, `block` at a time; the last block may have fewer.
/// Dropping the blocks ends the work.
pub fn katago_blocks(
    set: Arc<KatagoSet>,
    split: Split,
    block: usize,
) -> impl Iterator<Item = Result<KatagoArrays, ResearchError>> + Send {
    let (send, blocks) = mpsc::sync_channel(QUEUED);
    let worker = thread::spawn(move || {
        if let Err(error) = send_blocks(&set, split, block.max(1), &send) {
            let _ = send.send(Err(error));
        }
    });
    let mut worker = Some(worker);
    std::iter::from_fn(move || {
        let next = blocks.recv().ok();
        if next.is_none()
            && let Some(worker) = worker.take()
            && let Err(panic) = worker.join()
        {
            // A worker that failed must not look like the end of the rows.
            resume_unwind(panic);
        }
        next
    })
}

/// Sends blocks until there are no more or nobody receives them.
fn send_blocks(
    set: &KatagoSet,
    split: Split,
    block: usize,
    send: &SyncSender<Result<KatagoArrays, ResearchError>>,
) -> Result<(), ResearchError> {
    let all = set.rows(split);
    for start in (0..all).step_by(set.options.file_rows) {
        let (rows, order) = ordered_rows(set, split, start..all.min(start + set.options.file_rows as u64))?;
        let blocks: Vec<&[u32]> = order.chunks(block).collect();
        for blocks in blocks.chunks(rayon::current_num_threads()) {
            check(&set.options.stop)?;
            let made: Vec<KatagoArrays> = blocks
                .par_iter()
                .map(|block| KatagoArrays::new(block.iter().map(|place| &rows[*place as usize]), set.options.side))
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
