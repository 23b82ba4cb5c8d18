use super::confidence::confidence;
use super::engine::Engine;
use super::error::EngineError;
use super::options::EngineOptions;
use crate::formats::positions::{PositionFileError, PositionReader, Score, ScoredPosition};
use bgo::position_file::{PositionId, PositionRecord};
use std::fs::File;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

/// The number of attempts for a position, each with a new process.
const TRIES: usize = 2;

/// The number of failed positions in a row after which a worker gives up.
const PATIENCE: usize = 3;

/// A report of a worker.
pub(super) enum Event {
    /// A score.
    Scored(ScoredPosition),
    /// A failed position, which stays in the queue.
    Failed { id: PositionId, why: String },
    /// The worker has given up.
    GaveUp(EngineError),
    /// The queue cannot be read.
    Unreadable(PositionFileError),
}

/// The reason that a position has no score.
enum Failure {
    /// The position cannot be scored.
    Impossible(String),
    /// The engine failed.
    Position(EngineError),
    /// The engine did not start.
    Start(EngineError),
}

/// Scores positions of the queue until it is empty, the worker gives up on the engine, or the work
/// is stopped.
pub(super) fn work(options: &EngineOptions, queue: &Mutex<PositionReader<File>>, events: &Sender<Event>) {
    let mut engine = None;
    let mut failed_in_turn = 0;
    // Events are lost only if their receiver has ended.
    let tell = |event| events.send(event).unwrap_or_default();
    while let Some(record) = next(queue, options, events) {
        let id = record.id();
        match judge(options, &mut engine, &record) {
            Ok(scored) => {
                failed_in_turn = 0;
                tell(Event::Scored(scored));
            }
            Err(Failure::Impossible(why)) => tell(Event::Failed { id, why }),
            Err(Failure::Position(EngineError::Stopped) | Failure::Start(EngineError::Stopped)) => return,
            Err(Failure::Start(error)) => return tell(Event::GaveUp(error)),
            Err(Failure::Position(error)) => {
                failed_in_turn += 1;
                let why = error.to_string();
                tell(Event::Failed { id, why });
                if failed_in_turn == PATIENCE {
                    return tell(Event::GaveUp(error));
                }
            }
        }
    }
}

fn next(
    queue: &Mutex<PositionReader<File>>,
    options: &EngineOptions,
    events: &Sender<Event>,
) -> Option<PositionRecord> {
    if options.stop.is_set() {
        return None;
    }
    match queue.lock().ok()?.next()? {
        Ok(record) => Some(record),
        Err(error) => {
            let _ = events.send(Event::Unreadable(error));
            None
        }
    }
}

/// Asks the engine, and after a failure a new process of it.
fn judge<'a>(
    options: &'a EngineOptions,
    engine: &mut Option<Engine<'a>>,
    record: &PositionRecord,
) -> Result<ScoredPosition, Failure> {
    let board = record.board();
    if let Some(stone) = board.chain_without_liberties() {
        let why = format!("the chain at {stone} has no liberty, which no position of a game has");
        return Err(Failure::Impossible(why));
    }
    let mut tries = 0;
    loop {
        tries += 1;
        let here = match engine {
            Some(engine) => engine,
            None => engine.insert(Engine::start(options).map_err(Failure::Start)?),
        };
        match here.judge(&board, record.id()) {
            Ok(opinion) => {
                return Ok(ScoredPosition {
                    id: record.id(),
                    score: Score::of_lead(opinion.estimate.lead),
                    confidence: confidence(&opinion.estimate, opinion.played_out.as_ref()),
                });
            }
            Err(error) if error.is_answer() => return Err(Failure::Position(error)),
            Err(error) => {
                *engine = None;
                if tries == TRIES {
                    return Err(Failure::Position(error));
                }
            }
        }
    }
}
