//! The time to prepare a game for the writer, stage by stage on one thread, compared
//! with unpacking its archive.
//!
//!     cargo bench --bench prepare

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use bgo::internal::archive::ArchiveItem;
use bgo::internal::go::{HashTable, KeyTables, PositionKey};
use bgo::internal::record::{CanonicalMoves, GameRecord, decode, game_trees, replay};
use bgo::internal::store::NextCode;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of runs. The fastest counts, for each stage of each group of files,
/// because other programs can only slow it down.
const RUNS: usize = 15;

/// The number of files in a group. A stage takes one group at a time, so that it uses
/// as little memory as in an import.
const FILES: usize = 16;

const STAGES: [&str; 4] = ["decode", "game_trees", "replay", "content"];

const ARCHIVE: &str = "tygem-5k.tgz";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(archive) = testkit::corpus(ARCHIVE) else {
        return Ok(());
    };
    let files = unpack(&archive)?;
    let keys = KeyTables::new(HashTable::built_in());
    let mut unpacking = Clock::default();
    let mut clocks: Vec<Clock> = files.chunks(FILES).map(|_| Clock::default()).collect();
    let (mut games, mut steps) = (0, 0);
    for _ in 0..RUNS {
        unpacking.start();
        black_box(unpack(&archive)?);
        unpacking.stop(0);
        (games, steps) = (0, 0);
        for (files, clock) in files.chunks(FILES).zip(&mut clocks) {
            clock.start();
            let texts: Vec<_> = files.iter().map(|bytes| decode(bytes)).collect();
            clock.stop(0);
            let trees = texts.iter().flat_map(|decoded| game_trees(&decoded.text));
            let records: Vec<GameRecord> = trees.filter_map(|tree| tree.game.ok()).collect();
            clock.stop(1);
            let indexed: Vec<_> = records.iter().map(|record| index(record, &keys)).collect();
            clock.stop(2);
            for (record, entries) in records.iter().zip(&indexed) {
                black_box(CanonicalMoves::new(record, entries.len() - 1).hash(&[]));
            }
            clock.stop(3);
            games += records.len();
            steps += indexed.iter().map(|entries| entries.len() - 1).sum::<usize>();
        }
    }
    let bytes: usize = files.iter().map(Vec::len).sum();
    println!("{ARCHIVE}: {games} games, {steps} steps, {bytes} bytes; the fastest of {RUNS} runs on one thread");
    let unpacking = unpacking.best[0];
    let line = |stage: &str, time: Duration| {
        let each = time.as_secs_f64() * 1e6 / games as f64;
        let ratio = time.as_secs_f64() / unpacking.as_secs_f64();
        println!("{stage:12}{each:8.2} us per game   {ratio:.2} of unpacking");
    };
    line("unpacking", unpacking);
    for (i, stage) in STAGES.iter().enumerate() {
        line(stage, clocks.iter().map(|clock| clock.best[i]).sum());
    }
    line("all four", clocks.iter().flat_map(|clock| clock.best).sum());
    Ok(())
}

/// The shortest time of each stage.
struct Clock {
    best: [Duration; STAGES.len()],
    last: Instant,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            best: [Duration::MAX; STAGES.len()],
            last: Instant::now(),
        }
    }
}

impl Clock {
    fn start(&mut self) {
        self.last = Instant::now();
    }

    /// Ends a stage, which began at the start or at the end of the stage before.
    fn stop(&mut self, stage: usize) {
        self.best[stage] = self.best[stage].min(self.last.elapsed());
        self.start();
    }
}

fn unpack(archive: &Path) -> Result<Vec<Vec<u8>>, Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for item in bgo::internal::archive::open(archive)? {
        if let ArchiveItem::Record(member) = item? {
            files.push(member.bytes);
        }
    }
    Ok(files)
}

/// Returns the key, ply and next move of each position of a game.
fn index(game: &GameRecord, keys: &KeyTables) -> Vec<(PositionKey, u16, NextCode)> {
    let mut entries = Vec::with_capacity(game.steps.len() + 1);
    replay(game, keys.get(game.size), |visit| {
        let next = NextCode::new(visit.next, &visit.canonical);
        entries.push((visit.canonical.key, visit.ply, next));
    });
    entries
}
