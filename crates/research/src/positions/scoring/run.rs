use super::options::ScoreOptions;
use super::orphans::Adoption;
use super::queue::Queue;
use super::scored_file::ScoredFile;
use super::worker::{Event, work};
use crate::positions::PositionsError;
use bgo::files::FileError;
use serde::Serialize;
use std::io::Read;
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

/// The number of failures to describe.
const DESCRIBED: usize = 10;

/// The number of scores between two flushes to the disk.
const SYNC: u64 = 256;

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

/// A progress report of scoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreProgress {
    /// The number of positions so far and in all.
    Done(u64, u64),
    /// The number of bytes of a partial score that were removed from the end of the file.
    Cut(u64),
}

/// Scores the positions of the queue and of files, which [`ScoreOptions::check_paths`] must allow,
/// unless they have a score. Errors of an engine are part of the result. In any case, all scores so
/// far are in the file.
pub fn score<R: Read>(
    files: impl IntoIterator<Item = Result<(R, String), PositionsError>>,
    options: &ScoreOptions<'_>,
    mut progress: impl FnMut(ScoreProgress),
) -> Result<ScoreReport, PositionsError> {
    let mut out = ScoredFile::open(options.out)?;
    if out.cut > 0 {
        progress(ScoreProgress::Cut(out.cut));
    }
    let mut queue = Queue::new(options.queue, options.size)?;
    let waiting = queue.fill(files, &out.ids)?;
    let mut report = ScoreReport {
        positions: waiting.positions + waiting.scored_before,
        scored_before: waiting.scored_before,
        ..ScoreReport::default()
    };
    let worked = ask_engines(options, &queue, waiting.positions, &mut out, &mut report, &mut progress);
    // In any case, the queue must contain the remaining positions, including those whose scores may
    // not be on the disk.
    let synced = out.sync().map_err(FileError::writing(options.out));
    let left = synced
        .map_err(PositionsError::from)
        .and_then(|()| queue.drain(&out.ids));
    worked?;
    report.left = left?;
    report.stopped = options.engine.stop.is_set() && report.left > 0;
    Ok(report)
}

fn ask_engines(
    options: &ScoreOptions<'_>,
    queue: &Queue<'_>,
    positions: u64,
    out: &mut ScoredFile<'_>,
    report: &mut ScoreReport,
    progress: &mut impl FnMut(ScoreProgress),
) -> Result<(), PositionsError> {
    let reader = Mutex::new(queue.open()?);
    let _adoption = Adoption::begin();
    let engines = options
        .engines
        .get()
        .min(usize::try_from(positions).unwrap_or(usize::MAX));
    let (send, events) = mpsc::channel();
    progress(ScoreProgress::Done(0, positions));
    thread::scope(|scope| {
        for _ in 0..engines {
            let (send, reader) = (send.clone(), &reader);
            scope.spawn(move || work(&options.engine, reader, &send));
        }
        drop(send);
        // The first error stops the workers.
        let mut ended = Ok(());
        for event in events {
            match event {
                Event::Scored(position) => {
                    if let (Ok(()), Err(error)) = (&ended, out.append(position)) {
                        ended = Err(error);
                        options.engine.stop.set();
                    }
                    report.scored += u64::from(ended.is_ok());
                    if ended.is_ok() && report.scored.is_multiple_of(SYNC) {
                        // Errors are reported by the last flush.
                        let _ = out.sync();
                    }
                }
                Event::Failed { id, why } => {
                    report.failed += 1;
                    if report.failures.len() < DESCRIBED {
                        report.failures.push(format!("position {id}: {why}"));
                    }
                }
                Event::GaveUp(error) => {
                    report.gave_up.get_or_insert(error.to_string());
                }
                Event::Unreadable(error) => ended = Err(error.into()),
            }
            progress(ScoreProgress::Done(report.scored + report.failed, positions));
        }
        ended
    })
}
