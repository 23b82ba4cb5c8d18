use super::error::{EngineError, FIRST_COMMAND};
use super::process::Process;
use crate::formats::gtp::{ScoreAnswer, read_score, vertex};
use bgo::go::{Board, Color};
use bgo::interrupt::Interrupt;
use bgo::position_file::PositionId;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// How an engine is run.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// How long it may take for one answer.
    pub timeout: Duration,
    /// Whether a position is also played out where the engine can estimate it.
    pub play_out: bool,
    /// Set by whoever wants it to end.
    pub stop: Interrupt,
}

/// What an engine says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Opinion {
    /// Its estimate; what playing out gave if it makes none.
    pub estimate: ScoreAnswer,
    /// What playing out gave besides.
    pub played_out: Option<ScoreAnswer>,
}

/// An engine that scores positions.
pub(super) struct Engine<'a> {
    options: &'a EngineOptions,
    process: Process<'a>,
    commands: Vec<String>,
    /// Where positions are written for it to load, if it loads them.
    folder: Option<TempDir>,
}

impl<'a> Engine<'a> {
    /// Starts it and asks what it can do.
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
            // The protocol ends a name at the first blank.
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

    /// What it says of a position without komi. All chains must have liberties.
    pub fn judge(&mut self, board: &Board, id: PositionId) -> Result<Opinion, EngineError> {
        self.set_up(board, id.to_play)?;
        let estimate = match self.knows("estimate_score") {
            true => self.score("estimate_score", board),
            false => return self.played_out_only(board, id.to_play),
        };
        let estimate = match estimate {
            // Some know the command and cannot do it.
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
        // GNU Go's estimate of a position else depends on those before it: with what
        // it remembers of them one was B+18.8 instead of B+7.8.
        if self.knows("clear_cache") {
            self.process.ask("clear_cache")?;
        }
        if let Some(folder) = &self.folder {
            let path = folder.path().join("position.sgf");
            std::fs::write(&path, sgf(board, to_play)).map_err(EngineError::Unwritable)?;
            match self.process.ask(&format!("loadsgf {}", path.display())) {
                // One that reads no files of ours gets the stones one by one.
                Err(EngineError::Refused { .. }) if self.knows("play") => self.folder = None,
                loaded => return loaded.map(drop),
            }
        }
        self.process.ask(&format!("boardsize {}", board.size().lines()))?;
        self.process.ask("clear_board")?;
        if self.knows("komi") {
            self.process.ask("komi 0")?;
        }
        // Where all chains have liberties at the end they have some after every
        // stone, in whatever order: a part of a chain has the rest as liberties.
        for (point, color) in board.stones() {
            self.process
                .ask(&format!("play {color} {}", vertex(point, board.size())))?;
        }
        self.tell_turn(to_play)
    }

    /// Says whose turn it is: with a pass of the other one, as GNU Go takes Black
    /// to be next otherwise when it plays out, or whoever did not play last.
    fn tell_turn(&mut self, to_play: Color) -> Result<(), EngineError> {
        if !self.knows("play") {
            return Ok(());
        }
        match self.process.ask(&format!("play {} pass", to_play.opponent())) {
            Err(EngineError::Refused { .. }) => Ok(()),
            told => told.map(drop),
        }
    }

    /// Lets it play the position out, the same way every time if it can.
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

/// The position as a record of one node, without komi.
fn sgf(board: &Board, to_play: Color) -> String {
    let size = board.size();
    let mut sgf = format!("(;GM[1]FF[4]SZ[{}]KM[0]", size.lines());
    for (color, property) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let mut stones = board.stones().filter(|stone| stone.1 == color).peekable();
        if stones.peek().is_some() {
            sgf.push_str(property);
        }
        for (point, _) in stones {
            // A string can always be written to.
            let _ = write!(sgf, "[{point}]");
        }
    }
    let _ = write!(sgf, "PL[{}])", to_play.letter());
    sgf
}
