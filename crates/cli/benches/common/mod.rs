//! Helpers of the benchmarks: running programs and summarizing times.

#![allow(dead_code, reason = "each benchmark uses a part of this module")]

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use testkit::usage;

/// The interval at which the memory of a program is sampled.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(5);

/// The result of a benchmark.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The time and memory that a program took.
#[derive(Clone, Copy)]
pub struct Run {
    /// Wall-clock time.
    pub time: Duration,
    /// Peak memory in kB, or 0 if the system does not report it.
    pub peak: u64,
}

impl Run {
    /// Returns the wall-clock time in seconds.
    pub fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }
}

/// Returns a command that runs the program.
pub fn bgo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bgo"))
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
            peak = peak.max(usage(process).map_or(0, |(peak, _)| peak));
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

/// Runs `bgo import` with further options.
pub fn import(database: &Path, archive: &Path, options: &[&str]) -> Result<Run> {
    let mut bgo = bgo();
    bgo.args(["import", "--quiet", "--db"]).arg(database);
    run(bgo.args(options).arg(archive))
}

/// Returns the time of the second of two calls.
pub fn warm(ask: &mut dyn FnMut() -> Result<()>) -> Result<Duration> {
    ask()?;
    let started = Instant::now();
    ask()?;
    Ok(started.elapsed())
}

/// Returns the median, the 99th percentile and the maximum, in milliseconds.
pub fn percentiles(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort_unstable();
    [0.5, 0.99, 1.0].map(|share| {
        let at = (times.len().saturating_sub(1) as f64 * share) as usize;
        times.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0
    })
}

/// Returns the median.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the word for a limit that is met or missed.
pub const fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}
