use super::engine::EngineOptions;
use super::error::ScoreError;
use super::orphans::Adoption;
use super::queue::Queue;
use super::scored_file::ScoredFile;
use super::worker::{Event, work};
use crate::positions::PositionsError;
use bgo::files::resolved;
use bgo::go::BoardSize;
use serde::Serialize;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread;

/// Failures that are told one by one.
const TOLD: usize = 10;

/// Scores after which it is made sure that they are on the disk.
const SYNC: u64 = 256;

/// What is to be scored, by what, and where to.
#[derive(Clone, Debug)]
pub struct ScoreOptions<'a> {
    /// The board of the positions.
    pub size: BoardSize,
    /// The file that scores are appended to.
    pub out: &'a Path,
    /// The file of what is left.
    pub queue: &'a Path,
    /// How the engine is run.
    pub engine: EngineOptions,
    /// How many processes of it.
    pub engines: NonZeroUsize,
}

/// What was scored. Serialised, it is the document that
/// `bgo positions score --json` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScoreReport {
    /// Positions that were to be scored, each once, those that wait since an
    /// earlier time among them.
    pub positions: u64,
    /// Positions that had a score already.
    pub scored_before: u64,
    /// Positions that got one.
    pub scored: u64,
    /// Positions that could not be scored and stay in the queue.
    pub failed: u64,
    /// Positions in the queue now, those among them.
    pub left: u64,
    /// The first failures, a sentence each.
    pub failures: Vec<String>,
    /// Why the engine was given up, if it was.
    pub gave_up: Option<String>,
    /// Whether somebody wanted it to stop.
    pub stopped: bool,
}

/// What can be told while positions are scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreProgress {
    /// So many of so many are done.
    Done(u64, u64),
    /// A score was cut off at the end of the scored file, so many bytes of it, and
    /// was taken away.
    Cut(u64),
}

/// The queue beside a scored file: `gnugo_chinese_queue.dat`.
#[must_use]
pub fn queue_beside(out: &Path) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push("_queue.");
    name.push(out.extension().unwrap_or("dat".as_ref()));
    out.with_file_name(name)
}

impl ScoreOptions<'_> {
    /// Refuses files that would be lost by it: the queue gets shorter as positions
    /// are scored.
    ///
    /// # Errors
    /// A file that is the queue or the scored file, and no file where nothing waits.
    pub fn check_paths(&self, paths: &[PathBuf]) -> Result<(), ScoreError> {
        let same = |a: &Path, b: &Path| resolved(a) == resolved(b);
        if same(self.queue, self.out) {
            return Err(ScoreError::QueueIsOut(self.queue.to_owned()));
        }
        for path in paths {
            if same(path, self.queue) {
                return Err(ScoreError::QueueIsInput(path.clone()));
            }
            if same(path, self.out) {
                return Err(ScoreError::OutIsInput(path.clone()));
            }
        }
        if paths.is_empty() && !self.queue.exists() && !self.out.exists() {
            return Err(ScoreError::Nothing(self.queue.to_owned()));
        }
        Ok(())
    }
}

/// Scores the positions of files, which [`ScoreOptions::check_paths`] has nothing
/// against, and those that wait in the queue. A position that
/// has a score in the file for them is not scored again.
///
/// # Errors
/// Files that are damaged or cannot be written. What an engine does wrong is in
/// the answer; what was scored is in the file whatever happens.
pub fn score<R: Read>(
    files: impl IntoIterator<Item = Result<(R, String), PositionsError>>,
    options: &ScoreOptions<'_>,
    mut progress: impl FnMut(ScoreProgress),
) -> Result<ScoreReport, ScoreError> {
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
    // Whatever happened, the queue is to say what is left; but what may not be on the
    // disk stays in it.
    let synced = out.sync().map_err(|source| unwritable(options, source));
    let left = synced.and_then(|()| Ok(queue.drain(&out.ids)?));
    worked?;
    report.left = left?;
    report.stopped = options.engine.stop.is_set() && report.left > 0;
    Ok(report)
}

fn unwritable(options: &ScoreOptions<'_>, source: io::Error) -> ScoreError {
    ScoreError::Unwritable {
        path: options.out.to_owned(),
        source,
    }
}

fn ask_engines(
    options: &ScoreOptions<'_>,
    queue: &Queue<'_>,
    positions: u64,
    out: &mut ScoredFile<'_>,
    report: &mut ScoreReport,
    progress: &mut impl FnMut(ScoreProgress),
) -> Result<(), ScoreError> {
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
        // The first thing that ends it all; the others are made to stop.
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
                        // What cannot be synced is told of at the end.
                        let _ = out.sync();
                    }
                }
                Event::Failed { id, why } => {
                    report.failed += 1;
                    if report.failures.len() < TOLD {
                        report.failures.push(format!("position {id}: {why}"));
                    }
                }
                Event::GaveUp(error) => {
                    report.gave_up.get_or_insert(error.to_string());
                }
                Event::Unreadable(error) => ended = Err(PositionsError::from(error).into()),
            }
            progress(ScoreProgress::Done(report.scored + report.failed, positions));
        }
        ended
    })
}
