//! The time to make training sets from five thousand games, a million positions,
//! compared with a copy of the file that is synced to disk, and the memory for twenty
//! times as many games. Rows for KataGo, in memory and as files, beside version 2.
//!
//!     cargo bench --bench dataset

mod common;

use bgo_research::dataset::katago::{KatagoOptions, KatagoSet, katago_blocks};
use bgo_research::dataset::{GameSource, Split};
use std::fs::{self, File};
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// The number of runs of each version; the median counts.
const RUNS: usize = 7;

/// The minimum of positions per second.
const LEAST: f64 = 1_000_000.0;

/// The minimum of rows for KataGo per second.
const LEAST_ROWS: f64 = 20_000.0;

/// Positions per second of the reference on one thread, for versions 1 and 2.
const REFERENCE: [f64; 2] = [2_800.0, 980.0];

/// The additional memory in kB that many games may take.
const MORE_MEMORY: u64 = 60_000;

fn main() -> common::Result<()> {
    let Some(archive) = testkit::corpus("tygem-5k.tgz") else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let mut small_peak = 0;
    for ((version, file), reference) in [("kgs-v1", "kgsgo-all.dat"), ("kgs-v2", "kgsgo-all-v2.dat")]
        .into_iter()
        .zip(REFERENCE)
    {
        let (mut speeds, mut ratios) = (Vec::new(), Vec::new());
        let made = folder.path().join(file);
        for _ in 0..RUNS {
            let run = make(version, &archive, folder.path())?;
            small_peak = small_peak.max(run.peak);
            let records = fs::metadata(&made)?.len() / if version == "kgs-v1" { 365 } else { 322 };
            let copy = folder.path().join("copy");
            let copying = copy_to_disk(&made, &copy)?;
            fs::remove_file(&copy)?;
            fs::remove_file(&made)?;
            speeds.push(records as f64 / run.seconds());
            ratios.push(run.seconds() / copying);
        }
        let speed = common::median(speeds);
        let verdict = common::verdict(speed >= LEAST);
        println!(
            "{version}: {speed:.0} positions per second of at least {LEAST:.0}: {verdict}; {:.0} times the reference, {:.1} \
             times a synced copy, {small_peak} kB",
            speed / reference,
            common::median(ratios)
        );
    }
    katago(&archive, folder.path())?;
    let Some(large) = testkit::corpus("tygem-100k.tgz") else {
        return Ok(());
    };
    let run = make("kgs-v2", &large, folder.path())?;
    let made = folder.path().join("kgsgo-all-v2.dat");
    let bytes = fs::metadata(&made)?.len();
    let copy = folder.path().join("copy");
    let copying = copy_to_disk(&made, &copy)?;
    let verdict = common::verdict(run.peak <= small_peak + MORE_MEMORY);
    println!(
        "twenty times the games: {:.0} positions per second, {:.1} times a synced copy; {} kB of at most {}: {verdict}",
        bytes as f64 / 322.0 / run.seconds(),
        run.seconds() / copying,
        run.peak,
        small_peak + MORE_MEMORY
    );
    Ok(())
}

/// Makes rows for KataGo: 200 blocks of all positions in memory, and files of a fifth of them.
fn katago(archive: &Path, folder: &Path) -> common::Result<()> {
    let paths = [archive.to_owned()];
    let (mut in_memory, mut in_files, mut records) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS.div_ceil(2) {
        let set = KatagoSet::read(
            &GameSource::Archives(&paths),
            &KatagoOptions::default(),
            folder,
            &|_, _, _| {},
        )?;
        let started = Instant::now();
        let mut rows = 0;
        for block in katago_blocks(Arc::new(set), Split::Training, 1024).take(200) {
            rows += black_box(block?).rows;
        }
        in_memory.push(rows as f64 / started.elapsed().as_secs_f64());
        let made = folder.join("katago");
        fs::create_dir(&made)?;
        let run = common::run(
            common::bgo()
                .args(["dataset", "katago", "--quiet", "--sample", "0.2", "--dir"])
                .args([&made, archive]),
        )?;
        let ready = fs::read_to_string(made.join("train.json"))?;
        let ready: serde_json::Value = serde_json::from_str(&ready)?;
        in_files.push(ready["range"][1].as_f64().unwrap_or_default() / run.seconds());
        fs::remove_dir_all(&made)?;
        let run = make("kgs-v2", archive, folder)?;
        let made = folder.join("kgsgo-all-v2.dat");
        records.push(fs::metadata(&made)?.len() as f64 / 322.0 / run.seconds());
        fs::remove_file(&made)?;
    }
    let records = common::median(records);
    for (what, rates) in [("in memory", in_memory), ("as files", in_files)] {
        let rate = common::median(rates);
        println!(
            "rows for KataGo {what}: {rate:.0} per second of at least {LEAST_ROWS:.0}: {}; {:.3} of version 2",
            common::verdict(rate >= LEAST_ROWS),
            rate / records
        );
    }
    Ok(())
}

fn make(version: &str, archive: &Path, folder: &Path) -> common::Result<common::Run> {
    let mut bgo = common::bgo();
    bgo.args(["dataset", version, "--sets", "all", "--quiet", "--dir"])
        .args([folder, archive]);
    common::run(&mut bgo)
}

/// Copies a file, syncs it and returns the seconds taken.
fn copy_to_disk(from: &Path, to: &Path) -> common::Result<f64> {
    let started = Instant::now();
    let mut copy = File::create(to)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.sync_all()?;
    Ok(started.elapsed().as_secs_f64())
}
