//! What the benchmarks share: running programs.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use testkit::Usage;

/// How often the memory of a program is looked at.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(5);

/// What a benchmark can fail with.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

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
    let process = child.id();
    let (done, until_done) = mpsc::channel::<()>();
    let sampler = thread::spawn(move || {
        let mut peak = 0;
        while until_done.recv_timeout(SAMPLE_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            peak = peak.max(Usage::of(process).map_or(0, |usage| usage.peak));
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

/// Runs `bgo import` with `options` besides.
pub fn import(database: &Path, archive: &Path, options: &[&str]) -> Result<Run> {
    let mut bgo = Command::new(env!("CARGO_BIN_EXE_bgo"));
    bgo.args(["import", "--quiet", "--db"])
        .arg(database)
        .args(options)
        .arg(archive);
    run(&mut bgo)
}
