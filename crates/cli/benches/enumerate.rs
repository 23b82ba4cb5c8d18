//! The time to write the legal positions and the kos of 4x4, and an estimate of the time
//! for 5x5, from samples.
//!
//!     cargo bench --bench enumerate

mod common;

use bgo_research::enumerate::{Grid, Walk};
use std::fs;
use std::thread;
use std::time::Instant;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of runs of each command; the median counts.
const RUNS: usize = 5;

/// The minimum of serials per second, for legal positions and for kos.
const LEAST: [f64; 2] = [100e6, 20e6];

/// Serials per second of the reference on one thread, for legal positions and for kos.
const REFERENCE: [f64; 2] = [1.68e6, 6.9e6];

/// The number of samples of 5x5, and the number of serials of each.
const PIECES: u64 = 400;
const PIECE: u64 = 1 << 22;

fn main() -> common::Result<()> {
    let grid = Grid::new(4, 4).ok_or("a board")?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path")?;
    let mut speeds = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        for (speeds, command) in speeds.iter_mut().zip([&["legal", "--size", "4x4"][..], &["ko"]]) {
            let mut bgo = common::bgo();
            bgo.arg("enumerate").args(command).args(["--out", path, "--quiet"]);
            speeds.push(grid.serials() as f64 / common::run(&mut bgo)?.seconds());
        }
        for entry in fs::read_dir(folder.path())? {
            fs::remove_file(entry?.path())?;
        }
    }
    for (((speeds, least), reference), what) in speeds.into_iter().zip(LEAST).zip(REFERENCE).zip(["legal", "ko"]) {
        let speed = common::median(speeds);
        let verdict = common::verdict(speed >= least);
        println!(
            "4x4 {what}: {:.0} million serials per second of at least {:.0}: {verdict}; {:.0} times the reference",
            speed / 1e6,
            least / 1e6,
            speed / reference
        );
    }
    extrapolate()
}

/// Visits evenly spaced samples of 5x5 on two threads and prints the estimate.
fn extrapolate() -> common::Result<()> {
    let grid = Grid::new(5, 5).ok_or("a board")?;
    let walk = Walk::new(grid);
    let started = Instant::now();
    let reduced: u64 = thread::scope(|scope| {
        let threads = [0, 1].map(|thread| {
            let walk = &walk;
            scope.spawn(move || {
                let mut reduced = 0_u64;
                for piece in (thread..PIECES).step_by(2) {
                    let first = grid.serials() / PIECES * piece;
                    walk.visit(&(first..first + PIECE), |_| reduced += 1);
                }
                reduced
            })
        });
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_default())
            .sum()
    });
    let seconds = started.elapsed().as_secs_f64();
    let share = grid.serials() as f64 / (PIECES * PIECE) as f64;
    println!(
        "5x5 legal: {:.0} million serials per second in {PIECES} samples, so all of it without writing takes {:.1} hours; \
         estimated {:.1} thousand million reduced positions of 51.8",
        (PIECES * PIECE) as f64 / seconds / 1e6,
        seconds * share / 3600.0,
        reduced as f64 * share / 1e9
    );
    Ok(())
}
