use super::confidence::confidence;
use super::engine::{Engine, EngineOptions};
use super::error::EngineError;
use crate::formats::positions::{Score, ScoredPosition};
use bgo::position_file::{PositionFileError, PositionId, PositionReader, PositionRecord};
use std::fs::File;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

/// How often a position is tried, each time with a new process.
const TRIES: usize = 2;

/// After so many positions one after the other that could not be scored no more
/// are tried.
const PATIENCE: usize = 3;

/// What a worker has to tell.
pub(super) enum Event {
    /// A score.
    Scored(ScoredPosition),
    /// A position that stays in the queue.
    Failed { id: PositionId, why: String },
    /// The engine is given up.
    GaveUp(EngineError),
    /// The queue cannot be read.
    Unreadable(PositionFileError),
}

/// Why a position got no score.
enum Failure {
    /// No engine would.
    Impossible(String),
    /// The engine did not.
    Position(EngineError),
    /// There is no engine.
    Start(EngineError),
}

/// Scores what is in the queue until it is empty, the engine is given up or
/// somebody wants it to stop.
pub(super) fn work(options: &EngineOptions, queue: &Mutex<PositionReader<File>>, events: &Sender<Event>) {
    let mut engine = None;
    let mut failed_in_turn = 0;
    // Events are lost only where nobody is left to hear them.
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

/// Asks the engine, or a new process of it if it fails.
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
