//! What the benchmarks share: the archives beside the checkout, and running
//! programs.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the memory of a program is looked at.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(5);

/// What a benchmark can fail with.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// An archive of the corpus, which is no part of the project; `None`, after
/// saying so, where it is missing.
pub fn corpus(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("../shared/corpus")
        .join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is missing", path.display());
    None
}

/// What a program took.
#[derive(Clone, Copy)]
pub struct Run {
    /// Wall time.
    pub time: Duration,
    /// The most memory at a time in kB; 0 where the system does not tell.
    pub peak: u64,
}

impl Run {
    /// Wall time.
    pub fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }
}

/// Runs a program to its end.
pub fn run(command: &mut Command) -> Result<Run> {
    let started = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn()?;
    let status_file = format!("/proc/{}/status", child.id());
    let (done, until_done) = mpsc::channel::<()>();
    let sampler = thread::spawn(move || {
        let mut peak = 0;
        while until_done.recv_timeout(SAMPLE_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            peak = peak.max(high_water_mark(&status_file).unwrap_or(0));
        }
        peak
    });
    let status = child.wait()?;
    let time = started.elapsed();
    drop(done);
    let peak = sampler.join().map_err(|_| "the memory could not be watched")?;
    if !status.success() {
        return Err(format!("{command:?} failed").into());
    }
    Ok(Run { time, peak })
}

fn high_water_mark(status_file: &str) -> Option<u64> {
    let status = fs::read_to_string(status_file).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Runs `bgo import` with `options` besides.
pub fn import(database: &Path, archive: &Path, options: &[&str]) -> Result<Run> {
    let mut bgo = Command::new(env!("CARGO_BIN_EXE_bgo"));
    bgo.args(["import", "--quiet", "--db"])
        .arg(database)
        .args(options)
        .arg(archive);
    run(&mut bgo)
}
