//! The legal positions of 4x4 with their files, the points of their kos, and how long 5x5
//! would take here, by pieces of it.
//!
//!     cargo bench --bench enumerate

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod common;

use bgo_research::enumerate::{Grid, Walk};
use std::fs;
use std::process::Command;
use std::thread;
use std::time::Instant;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs of each, of which the median counts.
const RUNS: usize = 5;

/// Serials a second that are allowed at least, for legal positions and for kos.
const LEAST: [f64; 2] = [100e6, 20e6];

/// Serials a second of the reference on one thread, for legal positions and for kos.
const REFERENCE: [f64; 2] = [1.68e6, 6.9e6];

/// Pieces of 5x5, and the serials of each.
const PIECES: u64 = 400;
const PIECE: u64 = 1 << 22;

fn main() -> common::Result<()> {
    let grid = Grid::new(4, 4).ok_or("a board")?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path")?;
    let mut speeds = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        for (speeds, command) in speeds.iter_mut().zip([&["legal", "--size", "4x4"][..], &["ko"]]) {
            let mut bgo = Command::new(env!("CARGO_BIN_EXE_bgo"));
            bgo.arg("enumerate").args(command).args(["--out", path, "--quiet"]);
            speeds.push(grid.serials() as f64 / common::run(&mut bgo)?.seconds());
        }
        for entry in fs::read_dir(folder.path())? {
            fs::remove_file(entry?.path())?;
        }
    }
    for (((mut speeds, least), reference), what) in speeds.into_iter().zip(LEAST).zip(REFERENCE).zip(["legal", "ko"]) {
        speeds.sort_by(f64::total_cmp);
        let speed = speeds[RUNS / 2];
        let verdict = if speed >= least { "met" } else { "MISSED" };
        println!(
            "4x4 {what}: {:.0} million serials a second of at least {:.0}: {verdict}; {:.0} times the reference",
            speed / 1e6,
            least / 1e6,
            speed / reference
        );
    }
    extrapolate()
}

/// Visits pieces of 5x5 that lie evenly, on two threads.
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
        "5x5 legal: {:.0} million serials a second in {PIECES} pieces, so all of it without writing takes {:.1} hours; \
         of {:.1} thousand million reduced positions, which are 51.8",
        (PIECES * PIECE) as f64 / seconds / 1e6,
        seconds * share / 3600.0,
        reduced as f64 * share / 1e9
    );
    Ok(())
}
