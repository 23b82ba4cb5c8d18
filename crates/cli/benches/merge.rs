//! The time to merge four position files of a million records each, compared with `cat`
//! of the same files to a file or to nowhere, and the memory for three times as many.
//!
//!     cargo bench --bench merge

mod common;

use bgo::internal::go::{Board, BoardSize, Color, Point, mix};
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo_research::formats::positions::Zobrist;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const FILES: u64 = 4;
const RECORDS: u64 = 1_000_000;

/// The number of distinct records: one in five is a repetition.
const DIFFERENT: u64 = FILES * RECORDS * 4 / 5;

/// The number of pairs of runs; the median of the ratios counts.
const PAIRS: usize = 5;

/// The maximum ratio to the time of `cat`.
const MAX_RATIO: f64 = 20.0;

/// The maximum of peak memory in kB.
const MAX_MEMORY: u64 = 300_000;

fn main() -> common::Result<()> {
    let folder = tempfile::tempdir()?;
    let size = BoardSize::new(9).ok_or("no size")?;
    let zobrist = Zobrist::generate(size);
    let files = (0..FILES)
        .map(|file| write(&folder.path().join(format!("{file}.dat")), file, &zobrist))
        .collect::<common::Result<Vec<_>>>()?;
    let merged = folder.path().join("merged.dat");
    let copied = folder.path().join("copied.dat");

    let (mut ratios, mut nowhere) = (Vec::new(), Vec::new());
    let mut peak = 0;
    for _ in 0..PAIRS {
        let copying = cat(&files, File::create(&copied)?.into())?;
        let run = merge(&files, Some(&merged))?;
        peak = peak.max(run.peak);
        ratios.push(run.seconds() / copying);
        let reading = cat(&files, Stdio::null())?;
        let without_file = merge(&files, None)?;
        nowhere.push(without_file.seconds() / reading);
        println!(
            "to a file: merge {:.2} s, cat {copying:.2} s; to nowhere: merge {:.2} s, cat {reading:.2} s; at most {} kB",
            run.seconds(),
            without_file.seconds(),
            run.peak
        );
    }
    let bytes: u64 = files
        .iter()
        .map(|file| file.metadata().map_or(0, |data| data.len()))
        .sum();
    println!(
        "{FILES} files of {RECORDS} records, {bytes} bytes, become {} records",
        merged.metadata()?.len() / 92
    );
    report("times of cat to a file", common::median(ratios), MAX_RATIO);
    report("times of cat to nowhere", common::median(nowhere), MAX_RATIO);
    report("memory in kB", peak as f64, MAX_MEMORY as f64);

    // Each file twice, and a copy of all files in one.
    let mut larger = files.clone();
    larger.extend(files.iter().cloned());
    larger.push(copied);
    let run = merge(&larger, Some(&merged))?;
    println!(
        "three times as much: {:.2} s, at most {} kB, {:.2} of the memory",
        run.seconds(),
        run.peak,
        run.peak as f64 / peak as f64
    );
    Ok(())
}

fn report(what: &str, measured: f64, limit: f64) {
    let verdict = common::verdict(measured <= limit);
    println!("{what}: {measured:.1} of at most {limit:.1}: {verdict}");
}

/// Writes a file of positions of 10 to 40 stones each.
fn write(path: &Path, file: u64, zobrist: &Zobrist) -> common::Result<PathBuf> {
    let size = zobrist.size();
    let mut out = BufWriter::new(File::create(path)?);
    for record in 0..RECORDS {
        let mut state = mix(file * RECORDS + record + 1) % DIFFERENT + 1;
        let mut draw = |below: u64| {
            state = mix(state);
            state % below
        };
        let mut board = Board::new(size);
        for n in 0..10 + draw(31) {
            let point = Point::new(draw(9) as u8, draw(9) as u8);
            board.set(point, Some(if n % 2 == 0 { Color::Black } else { Color::White }));
        }
        let id = PositionId::new(zobrist.hash_of(&board), Color::Black);
        PositionRecord::new(id, &board, None).write(&mut out)?;
    }
    out.flush()?;
    Ok(path.to_owned())
}

/// Concatenates files and returns the seconds taken.
fn cat(files: &[PathBuf], to: Stdio) -> common::Result<f64> {
    let started = Instant::now();
    let status = Command::new("cat").args(files).stdout(to).status()?;
    if !status.success() {
        return Err("cat failed".into());
    }
    Ok(started.elapsed().as_secs_f64())
}

/// Merges files into a file, or discards the result.
fn merge(files: &[PathBuf], to: Option<&Path>) -> common::Result<common::Run> {
    let mut bgo = common::bgo();
    bgo.args(["positions", "merge", "--quiet"]).args(files);
    if let Some(path) = to {
        bgo.args(["--overwrite", "--out"]).arg(path);
    }
    common::run(&mut bgo)
}
