use super::engine::{EngineError, EngineOptions};
use super::queue::{Queue, ScoredFile, ScoredFileError};
use super::worker::{Event, work};
use crate::formats::positions::PositionReader;
use crate::go::BoardSize;
use crate::positions::PositionsError;
use serde::Serialize;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use thiserror::Error;

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
pub struct Scored {
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

/// Why positions were not scored.
#[derive(Debug, Error)]
pub enum ScoreError {
    /// The files.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// Another process writes to the file.
    #[error("{} is being written to by another process; wait for it, or write to another file", .0.display())]
    InUse(PathBuf),
    /// The queue is one of the files to score.
    #[error(
        "{} is the queue itself; leave it out, as what waits in it is scored anyway, or name another queue (--queue)",
        .0.display()
    )]
    QueueIsInput(PathBuf),
    /// The engine, before anything was scored.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file cannot be added to.
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Scores the positions of files and those that wait in the queue. A position that
/// has a score in the file for them is not scored again.
///
/// # Errors
/// Files that are damaged or cannot be written. What an engine does wrong is in
/// the answer; what was scored is in the file whatever happens.
pub fn score<R: Read>(
    files: impl IntoIterator<Item = (R, String)>,
    options: &ScoreOptions<'_>,
    mut progress: impl FnMut(ScoreProgress),
) -> Result<Scored, ScoreError> {
    let mut out = ScoredFile::open(options.out).map_err(|error| match error {
        ScoredFileError::Positions(error) => error.into(),
        ScoredFileError::InUse => ScoreError::InUse(options.out.to_owned()),
    })?;
    if out.cut > 0 {
        progress(ScoreProgress::Cut(out.cut));
    }
    let queue = Queue::new(options.queue, options.size);
    let waiting = queue.fill(files, &out.ids)?;
    let mut scored = Scored {
        positions: waiting.positions + waiting.scored,
        scored_before: waiting.scored,
        ..Scored::default()
    };
    let worked = ask_engines(options, &queue, waiting.positions, &mut out, &mut scored, &mut progress);
    // Whatever happened, the queue is to say what is left.
    let synced = out.sync().map_err(|source| unwritable(options, source));
    scored.left = queue.drain(&out.ids)?;
    worked.and(synced)?;
    scored.stopped = options.engine.stop.load(Ordering::Relaxed) && scored.left > 0;
    Ok(scored)
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
    out: &mut ScoredFile,
    scored: &mut Scored,
    progress: &mut impl FnMut(ScoreProgress),
) -> Result<(), ScoreError> {
    let name = options.queue.display().to_string();
    let reader = Mutex::new(PositionReader::new(queue.open()?, name, options.size));
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
                        ended = Err(unwritable(options, error));
                        options.engine.stop.store(true, Ordering::Relaxed);
                    }
                    scored.scored += u64::from(ended.is_ok());
                    if ended.is_ok() && scored.scored.is_multiple_of(SYNC) {
                        // What cannot be synced is told of at the end.
                        let _ = out.sync();
                    }
                }
                Event::Failed { id, why } => {
                    scored.failed += 1;
                    if scored.failures.len() < TOLD {
                        scored.failures.push(format!("position {id}: {why}"));
                    }
                }
                Event::GaveUp(error) => {
                    scored.gave_up.get_or_insert(error.to_string());
                }
                Event::Unreadable(error) => ended = Err(PositionsError::from(error).into()),
            }
            progress(ScoreProgress::Done(scored.scored + scored.failed, positions));
        }
        ended
    })
}
