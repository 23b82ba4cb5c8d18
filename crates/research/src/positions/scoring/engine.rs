//! A worker that scores positions with an engine, and the confidence in its scores.

use super::ScoreOptions;
use super::process::{EngineFault, FIRST_COMMAND, ScoringEngine};
use crate::error::DamagedFile;
use crate::formats::gtp::read_score;
use crate::formats::positions::{PositionReader, Score, ScoredPosition};
use bgo::internal::go::{Board, Color};
use bgo::internal::position_file::{PositionId, PositionRecord};
use std::fmt::Write;
use std::fs::File;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

/// The number of attempts for a position, each with a new process.
const TRIES: usize = 2;

/// The number of failed positions in a row after which a worker gives up.
const PATIENCE: usize = 3;

/// The number of points by which an engine without bounds may be wrong in either direction.
const MARGIN: f64 = 8.0;

/// Scores positions of the queue until it is empty, the worker gives up on the engine, or the work
/// is stopped. Sends each score, or a position that failed, which stays in the queue, and why. Returns why the worker
/// gave up, if it did.
pub(super) fn work(
    options: &ScoreOptions<'_>,
    queue: &Mutex<PositionReader<File>>,
    scores: &Sender<Result<ScoredPosition, (PositionId, String)>>,
) -> Result<Option<String>, DamagedFile> {
    let mut engine = None;
    let mut failed_in_turn = 0;
    while !options.stop.is_set() {
        // A lock that is poisoned or a queue that ends is the end of the work.
        let Some(record) = queue.lock().ok().and_then(|mut queue| queue.next()).transpose()? else {
            break;
        };
        let scored = match judge(options, &mut engine, &record) {
            Err(EngineFault::Stopped) => break,
            Err(EngineFault::NotStarted(why)) => return Ok(Some(why)),
            Err(EngineFault::Impossible(why)) => Err(why),
            Err(EngineFault::Refused(why) | EngineFault::Broken(why)) => {
                failed_in_turn += 1;
                Err(why)
            }
            Ok(scored) => {
                failed_in_turn = 0;
                Ok(scored)
            }
        };
        // Scores are lost only if their receiver has ended.
        let _ = scores.send(scored.clone().map_err(|why| (record.id(), why)));
        if let Err(why) = scored
            && failed_in_turn == PATIENCE
        {
            return Ok(Some(why));
        }
    }
    Ok(None)
}

/// Asks the engine, and after a failure a new process of it.
fn judge<'a>(
    options: &'a ScoreOptions<'a>,
    engine: &mut Option<ScoringEngine<'a>>,
    record: &PositionRecord,
) -> Result<ScoredPosition, EngineFault> {
    let board = record.board();
    if let Some(stone) = board.chain_without_liberties() {
        let why = format!("the chain at {stone} has no liberty, which no position of a game has");
        return Err(EngineFault::Impossible(why));
    }
    let mut tries = 0;
    loop {
        tries += 1;
        let here = match engine {
            Some(engine) => engine,
            None => engine.insert(ScoringEngine::start(options).map_err(|fault| match fault {
                EngineFault::Refused(why) | EngineFault::Broken(why) => EngineFault::NotStarted(why),
                fault => fault,
            })?),
        };
        match here.judge(&board, record.id()) {
            Ok(scored) => return Ok(scored),
            // The process can continue with other positions.
            Err(EngineFault::Refused(why)) => return Err(EngineFault::Refused(why)),
            Err(fault) => {
                *engine = None;
                if tries == TRIES {
                    return Err(fault);
                }
            }
        }
    }
}

impl<'a> ScoringEngine<'a> {
    /// Starts the engine and asks for a list of its commands.
    fn start(options: &'a ScoreOptions<'a>) -> Result<Self, EngineFault> {
        let mut engine = Self::spawn(options)?;
        let commands = engine.ask(FIRST_COMMAND)?;
        engine.commands = commands.split_whitespace().map(str::to_owned).collect();
        for (one, other) in [("loadsgf", "play"), ("estimate_score", "final_score")] {
            if !engine.knows(one) && !engine.knows(other) {
                return Err(EngineFault::Broken(format!(
                    "the engine knows neither of the commands {one} and {other}, one of which is needed"
                )));
            }
        }
        if engine.knows("loadsgf") {
            let folder = tempfile::Builder::new().prefix("bgo-score-").tempdir();
            let folder = folder.map_err(unwritable)?;
            // In GTP, a name ends at the first blank.
            let path = folder.path().to_str();
            if path.is_some_and(|path| !path.contains(char::is_whitespace)) || !engine.knows("play") {
                engine.folder = Some(folder);
            }
        }
        Ok(engine)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Scores a position without komi, whose chains all have liberties, by an estimate and by playing
    /// it out. If the engine has no estimates, the latter stands in.
    fn judge(&mut self, board: &Board, id: PositionId) -> Result<ScoredPosition, EngineFault> {
        self.set_up(board, id.to_play)?;
        let scored = |lead, bounds, played_out| ScoredPosition {
            id,
            score: Score::of_lead(lead),
            confidence: confidence(lead, bounds, played_out),
        };
        let estimate = if self.knows("estimate_score") {
            match self.score("estimate_score", board) {
                // Some engines list the command but refuse it.
                Err(EngineFault::Refused(_)) if self.knows("final_score") => None,
                estimate => Some(estimate?),
            }
        } else {
            None
        };
        let Some((lead, bounds)) = estimate else {
            let (lead, bounds) = self.play_out(board, id.to_play)?;
            return Ok(scored(lead, bounds, None));
        };
        let can_play_out = self.options.play_out && self.knows("final_score");
        let played_out = can_play_out.then(|| self.play_out(board, id.to_play)).transpose()?;
        Ok(scored(lead, bounds, played_out.map(|(lead, _)| lead)))
    }

    fn set_up(&mut self, board: &Board, to_play: Color) -> Result<(), EngineFault> {
        // Otherwise GNU Go's estimate depends on earlier positions: remembered results once
        // made it B+18.8 instead of B+7.8.
        if self.knows("clear_cache") {
            self.ask("clear_cache")?;
        }
        if let Some(folder) = &self.folder {
            let path = folder.path().join("position.sgf");
            std::fs::write(&path, sgf(board, to_play)).map_err(unwritable)?;
            match self.ask(&format!("loadsgf {}", path.display())) {
                // An engine that cannot read our files is given the stones one by one.
                Err(EngineFault::Refused(_)) if self.knows("play") => self.folder = None,
                loaded => return loaded.map(drop),
            }
        }
        self.ask(&format!("boardsize {}", board.size().lines()))?;
        self.ask("clear_board")?;
        if self.knows("komi") {
            self.ask("komi 0")?;
        }
        // If all chains have liberties at the end, they have some after every stone, in any order:
        // the missing stones of a chain are liberties of its other stones.
        for (point, color) in board.stones() {
            self.ask(&format!("play {color} {}", point.vertex(board.size())))?;
        }
        self.tell_turn(to_play)
    }

    /// Tells the engine the colour to play by passing for the other colour. Otherwise GNU Go plays
    /// out with Black to play, or with the opposite of the colour that played last.
    fn tell_turn(&mut self, to_play: Color) -> Result<(), EngineFault> {
        if !self.knows("play") {
            return Ok(());
        }
        match self.ask(&format!("play {} pass", to_play.opponent())) {
            Err(EngineFault::Refused(_)) => Ok(()),
            told => told.map(drop),
        }
    }

    /// Makes the engine play out the position, the same way every time if possible.
    fn play_out(&mut self, board: &Board, to_play: Color) -> Result<(f64, Option<(f64, f64)>), EngineFault> {
        if self.folder.is_some() {
            self.tell_turn(to_play)?;
        }
        if self.knows("set_random_seed") {
            self.ask("set_random_seed 1")?;
        }
        self.score("final_score", board)
    }

    /// Returns Black's lead and the engine's bounds on it.
    fn score(&mut self, command: &str, board: &Board) -> Result<(f64, Option<(f64, f64)>), EngineFault> {
        let answer = self.ask(command)?;
        let score = read_score(&answer).filter(|(lead, _)| lead.abs() <= board.size().area() as f64);
        score.ok_or_else(|| {
            EngineFault::Broken(format!(
                "to \"{command}\" the engine answered \"{answer}\", which is not a score of this board such as B+3.5"
            ))
        })
    }
}

fn unwritable(error: std::io::Error) -> EngineFault {
    EngineFault::Broken(format!("the position cannot be written for the engine: {error}"))
}

fn sgf(board: &Board, to_play: Color) -> String {
    let mut sgf = format!("(;GM[1]FF[4]SZ[{}]KM[0]", board.size().lines());
    for (color, property) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let mut stones = board.stones().filter(|stone| stone.1 == color).peekable();
        if stones.peek().is_some() {
            sgf.push_str(property);
        }
        for (point, _) in stones {
            // Writing to a string cannot fail.
            let _ = write!(sgf, "[{point}]");
        }
    }
    let _ = write!(sgf, "PL[{}])", to_play.letter());
    sgf
}

/// Returns the confidence in a score, from 0 to 100.
///
/// Let the engine's bounds be the leads from `low` to `high`; without bounds, the lead minus and
/// plus 8 points. All leads from `low - 1/2` to `high + 1/2` (as leads are rounded) are taken as
/// equally likely, and the confidence is the share of them that rounds to the same score. Bounds of
/// a single point give 100, as do bounds entirely above 8 points or below 3.
///
/// If the engine also played out the position, an equal score halves the difference to 100, and a
/// score that differs by `d` points divides the confidence by `1 + d`.
pub fn confidence(lead: f64, bounds: Option<(f64, f64)>, played_out: Option<f64>) -> u8 {
    let score = Score::of_lead(lead);
    let (low, high) = bounds.unwrap_or((lead - MARGIN, lead + MARGIN));
    // The lead may be outside the engine's own bounds.
    let (low, high) = (low.min(lead) - 0.5, high.max(lead) + 0.5);
    let points = f64::from(score.points());
    let first = if score == Score::MIN {
        f64::NEG_INFINITY
    } else {
        points - 0.5
    };
    let last = if score == Score::MAX {
        f64::INFINITY
    } else {
        points + 0.5
    };
    let share = ((last.min(high) - first.max(low)) / (high - low)).clamp(0.0, 1.0);
    let share = match played_out.map(|lead| Score::of_lead(lead).points().abs_diff(score.points())) {
        None => share,
        Some(0) => (1.0 + share) / 2.0,
        Some(apart) => share / (1.0 + f64::from(apart)),
    };
    (100.0 * share).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_width_of_the_bounds_and_playing_out_make_sure() {
        for (lead, bounds, played_out, expected) in [
            (5.0, Some((5.0, 5.0)), None, 100),
            (5.0, Some((4.5, 5.5)), None, 50),
            (5.0, Some((3.0, 7.0)), None, 20),
            // All leads within the bounds are 8 or more, or 3 or less.
            (26.4, Some((9.0, 47.1)), None, 100),
            (-10.0, Some((-40.0, 2.9)), None, 100),
            (26.4, Some((5.7, 47.1)), None, 95),
            (0.0, Some((-40.0, 40.0)), None, 54),
            // An engine without bounds.
            (5.0, None, None, 6),
            (16.0, None, None, 100),
            (8.0, None, None, 53),
            (-6.0, None, None, 100),
            (5.0, Some((4.5, 5.5)), Some(5.0), 75),
            (5.0, Some((4.5, 5.5)), Some(6.0), 25),
            (5.0, Some((4.5, 5.5)), Some(40.0), 13),
        ] {
            assert_eq!(confidence(lead, bounds, played_out), expected, "{lead} {bounds:?}");
        }
    }

    proptest! {
        /// Leads are whole, and neither the lowest nor the highest score: around other leads, wider
        /// bounds may include more leads that round to the same score.
        #[test]
        fn narrower_bounds_never_make_it_less_sure(lead in 4_u8..=7, below in 0.0..40.0_f64, above in 0.0..40.0_f64, less in 0.0..1.0_f64) {
            let lead = f64::from(lead);
            let [narrow, wide] = [less, 1.0].map(|part| confidence(lead, Some((lead - below * part, lead + above * part)), None));
            prop_assert!(narrow >= wide);
        }

        #[test]
        fn it_is_a_percentage(lead in -81.0..81.0_f64, below in 0.0..40.0_f64, above in 0.0..40.0_f64) {
            prop_assert!(confidence(lead, Some((lead - below, lead + above)), None) <= 100);
        }
    }
}
