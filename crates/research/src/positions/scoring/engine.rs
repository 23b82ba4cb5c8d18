use super::error::{EngineError, FIRST_COMMAND};
use super::options::EngineOptions;
use super::process::Process;
use crate::formats::gtp::{ScoreAnswer, read_score};
use bgo::go::{Board, Color};
use bgo::position_file::PositionId;
use std::fmt::Write;
use std::path::Path;
use tempfile::TempDir;

/// An engine's opinion of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Opinion {
    /// The estimate, or the score of playing out if the engine has no estimates.
    pub estimate: ScoreAnswer,
    /// The score of playing out, in addition to the estimate.
    pub played_out: Option<ScoreAnswer>,
}

/// An engine that scores positions.
pub(super) struct Engine<'a> {
    options: &'a EngineOptions,
    process: Process<'a>,
    commands: Vec<String>,
    /// The folder of the files to load, if the engine loads files.
    folder: Option<TempDir>,
}

impl<'a> Engine<'a> {
    /// Starts the engine and asks for a list of its commands.
    pub fn start(options: &'a EngineOptions) -> Result<Self, EngineError> {
        let mut process = Process::start(options)?;
        let commands = process.ask(FIRST_COMMAND)?;
        let mut engine = Self {
            options,
            process,
            commands: commands.split_whitespace().map(str::to_owned).collect(),
            folder: None,
        };
        if !engine.knows("loadsgf") && !engine.knows("play") {
            return Err(EngineError::Unable("loadsgf and play"));
        }
        if !engine.knows("estimate_score") && !engine.knows("final_score") {
            return Err(EngineError::Unable("estimate_score and final_score"));
        }
        if engine.knows("loadsgf") {
            let folder = tempfile::Builder::new().prefix("bgo-score-").tempdir();
            let folder = folder.map_err(EngineError::Unwritable)?;
            // In GTP, a name ends at the first blank.
            let can_be_named = |path: &Path| path.to_str().is_some_and(|path| !path.contains(char::is_whitespace));
            if can_be_named(folder.path()) || !engine.knows("play") {
                engine.folder = Some(folder);
            }
        }
        Ok(engine)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Asks for an opinion of a position without komi. All chains must have liberties.
    pub fn judge(&mut self, board: &Board, id: PositionId) -> Result<Opinion, EngineError> {
        self.set_up(board, id.to_play)?;
        let estimate = match self.knows("estimate_score") {
            true => self.score("estimate_score", board),
            false => return self.played_out_only(board, id.to_play),
        };
        let estimate = match estimate {
            // Some engines list the command but refuse it.
            Err(EngineError::Refused { .. }) if self.knows("final_score") => {
                return self.played_out_only(board, id.to_play);
            }
            estimate => estimate?,
        };
        let can_play_out = self.options.play_out && self.knows("final_score");
        let played_out = can_play_out.then(|| self.play_out(board, id.to_play)).transpose()?;
        Ok(Opinion { estimate, played_out })
    }

    fn played_out_only(&mut self, board: &Board, to_play: Color) -> Result<Opinion, EngineError> {
        Ok(Opinion {
            estimate: self.play_out(board, to_play)?,
            played_out: None,
        })
    }

    fn set_up(&mut self, board: &Board, to_play: Color) -> Result<(), EngineError> {
        // Otherwise GNU Go's estimate depends on earlier positions: remembered results once
        // made it B+18.8 instead of B+7.8.
        if self.knows("clear_cache") {
            self.process.ask("clear_cache")?;
        }
        if let Some(folder) = &self.folder {
            let path = folder.path().join("position.sgf");
            std::fs::write(&path, sgf(board, to_play)).map_err(EngineError::Unwritable)?;
            match self.process.ask(&format!("loadsgf {}", path.display())) {
                // An engine that cannot read our files is given the stones one by one.
                Err(EngineError::Refused { .. }) if self.knows("play") => self.folder = None,
                loaded => return loaded.map(drop),
            }
        }
        self.process.ask(&format!("boardsize {}", board.size().lines()))?;
        self.process.ask("clear_board")?;
        if self.knows("komi") {
            self.process.ask("komi 0")?;
        }
        // If all chains have liberties at the end, they have some after every stone, in any order:
        // the missing stones of a chain are liberties of its other stones.
        for (point, color) in board.stones() {
            self.process
                .ask(&format!("play {color} {}", point.vertex(board.size())))?;
        }
        self.tell_turn(to_play)
    }

    /// Tells the engine the colour to play by passing for the other colour. Otherwise GNU Go plays
    /// out with Black to play, or with the opposite of the colour that played last.
    fn tell_turn(&mut self, to_play: Color) -> Result<(), EngineError> {
        if !self.knows("play") {
            return Ok(());
        }
        match self.process.ask(&format!("play {} pass", to_play.opponent())) {
            Err(EngineError::Refused { .. }) => Ok(()),
            told => told.map(drop),
        }
    }

    /// Makes the engine play out the position, the same way every time if possible.
    fn play_out(&mut self, board: &Board, to_play: Color) -> Result<ScoreAnswer, EngineError> {
        if self.folder.is_some() {
            self.tell_turn(to_play)?;
        }
        if self.knows("set_random_seed") {
            self.process.ask("set_random_seed 1")?;
        }
        self.score("final_score", board)
    }

    fn score(&mut self, command: &str, board: &Board) -> Result<ScoreAnswer, EngineError> {
        let answer = self.process.ask(command)?;
        let score = read_score(&answer).filter(|score| score.lead.abs() <= board.size().area() as f64);
        score.ok_or_else(|| EngineError::NoScore {
            command: command.to_owned(),
            answer,
        })
    }
}

/// Returns the position as a record of one node, without komi.
fn sgf(board: &Board, to_play: Color) -> String {
    let size = board.size();
    let mut sgf = format!("(;GM[1]FF[4]SZ[{}]KM[0]", size.lines());
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
