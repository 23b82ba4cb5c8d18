//! Scores of positions by a GTP engine. Positions wait in a queue file, several processes of the
//! engine take them from there, and each score is appended to the scored file at once. Thus, even
//! if an engine or the program crashes, no score is lost and no position is scored twice.

mod engine;
mod orphans;
mod process;
mod queue;

pub use engine::confidence;

use crate::error::{ErrorKind, ResearchError};
use bgo::internal::files::{FileError, resolved};
use bgo::internal::go::BoardSize;
use bgo::internal::interrupt::Interrupt;
use engine::work;
use orphans::adopting;
use queue::{Queue, ScoredFile};
use serde::Serialize;
use std::io::Read;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

const DESCRIBED: usize = 10;

/// The number of scores between two flushes to the disk.
const SYNC: u64 = 256;

/// The settings of a run that scores positions.
#[derive(Clone, Debug)]
pub struct ScoreOptions<'a> {
    /// The board size of the positions.
    pub size: BoardSize,
    /// The file to append scores to.
    pub out: &'a Path,
    /// The file of the remaining positions.
    pub queue: &'a Path,
    /// The program of the engine and its arguments.
    pub engine: Vec<String>,
    /// The number of processes of the engine.
    pub engines: NonZeroUsize,
    /// The maximum time for an answer.
    pub timeout: Duration,
    /// True if positions that the engine can estimate are also played out.
    pub play_out: bool,
    /// Stops the engines when set.
    pub stop: Interrupt,
}

impl ScoreOptions<'_> {
    /// Fails if the run would change the files to read: the queue shrinks as positions are scored.
    pub fn check_paths(&self, paths: &[PathBuf]) -> Result<(), ResearchError> {
        let (queue, out) = (resolved(self.queue), resolved(self.out));
        let shown = self.queue.display();
        if queue == out {
            return Err(ErrorKind::Other.error(format!("{shown} cannot be both the queue and the scored file")));
        }
        for path in paths {
            let input = resolved(path);
            let path = path.display();
            if input == queue {
                return Err(ErrorKind::QueueIsInput.error(format!(
                    "{path} is the queue itself; leave it out, as its positions are scored anyway, or name another \
                     queue"
                )));
            }
            if input == out {
                return Err(ErrorKind::Other.error(format!("{path} is the scored file; name a file of positions")));
            }
        }
        if paths.is_empty() && !self.queue.exists() && !self.out.exists() {
            return Err(ErrorKind::Other.error(format!(
                "there is nothing to score: name position files; the queue {shown} does not exist"
            )));
        }
        Ok(())
    }
}

/// Returns the default path of the queue of a scored file: `gnugo_chinese_queue.dat`.
pub fn queue_beside(out: &Path) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push("_queue.");
    name.push(out.extension().unwrap_or("dat".as_ref()));
    out.with_file_name(name)
}

/// The result of a run that scores positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScoreReport {
    /// The number of different positions, including those in the queue from earlier runs.
    pub positions: u64,
    /// The number of positions that already had a score.
    pub scored_before: u64,
    /// The number of positions scored by this run.
    pub scored: u64,
    /// The number of positions that failed and remain in the queue.
    pub failed: u64,
    /// The number of positions left in the queue, including failed ones.
    pub left: u64,
    /// A sentence for each of the first failures.
    pub failures: Vec<String>,
    /// The reason for giving up on the engine, if any.
    pub gave_up: Option<String>,
    /// True if the run was stopped.
    pub stopped: bool,
}

/// Scores the positions of the queue and of files, which [`ScoreOptions::check_paths`] must allow,
/// unless they have a score. Errors of an engine are part of the result. In any case, all scores so
/// far are in the file. Calls `cut` with the number of bytes of a partial score that were removed from the end of the
/// file, if there were some, and `progress` with the number of positions so far and in all.
pub fn score<R: Read>(
    files: impl IntoIterator<Item = Result<(R, String), ResearchError>>,
    options: &ScoreOptions<'_>,
    cut: impl FnOnce(u64),
    mut progress: impl FnMut(u64, u64),
) -> Result<ScoreReport, ResearchError> {
    let mut out = ScoredFile::open(options.out)?;
    if out.cut > 0 {
        cut(out.cut);
    }
    let mut queue = Queue::new(options.queue, options.size)?;
    let (waiting, scored_before) = queue.fill(files, &out.ids)?;
    let mut report = ScoreReport {
        positions: waiting + scored_before,
        scored_before,
        ..ScoreReport::default()
    };
    let worked = adopting(|| ask_engines(options, &queue, waiting, &mut out, &mut report, &mut progress));
    // In any case, the queue must contain the remaining positions, including those whose scores may
    // not be on the disk.
    let synced = out.sync().map_err(FileError::writing(options.out));
    let left = synced.map_err(ResearchError::from).and_then(|()| queue.drain(&out.ids));
    worked?;
    report.left = left?;
    report.stopped = options.stop.is_set() && report.left > 0;
    Ok(report)
}

/// Runs the engines, each on a thread that waits for it, and writes the scores here.
fn ask_engines(
    options: &ScoreOptions<'_>,
    queue: &Queue<'_>,
    positions: u64,
    out: &mut ScoredFile<'_>,
    report: &mut ScoreReport,
    progress: &mut impl FnMut(u64, u64),
) -> Result<(), ResearchError> {
    let reader = Mutex::new(queue.open()?);
    let engines = options
        .engines
        .get()
        .min(usize::try_from(positions).unwrap_or(usize::MAX));
    let (send, scores) = mpsc::channel();
    progress(0, positions);
    thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..engines {
            let (send, reader) = (send.clone(), &reader);
            workers.push(scope.spawn(move || work(options, reader, &send)));
        }
        drop(send);
        // The first error stops the workers.
        let mut ended = Ok(());
        for scored in scores {
            match scored {
                Ok(position) => {
                    if let (Ok(()), Err(error)) = (&ended, out.append(position)) {
                        ended = Err(error);
                        options.stop.set();
                    }
                    report.scored += u64::from(ended.is_ok());
                    if ended.is_ok() && report.scored.is_multiple_of(SYNC) {
                        // Errors are reported by the last flush.
                        let _ = out.sync();
                    }
                }
                Err((id, why)) => {
                    report.failed += 1;
                    if report.failures.len() < DESCRIBED {
                        report.failures.push(format!("position {id}: {why}"));
                    }
                }
            }
            progress(report.scored + report.failed, positions);
        }
        for worker in workers {
            let gave_up = worker.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            report.gave_up = report.gave_up.take().or(gave_up);
        }
        ended
    })
}
