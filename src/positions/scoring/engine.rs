use crate::formats::gtp::{Answer, AnswerError, ScoreAnswer, read_answer, read_score, vertex};
use crate::formats::positions::PositionId;
use crate::go::{Board, Color};
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use thiserror::Error;

/// How often somebody who waits for an answer looks whether to stop.
const STEP: Duration = Duration::from_millis(50);

/// How much of what an engine wrote to standard error is kept.
const MAX_SAID: usize = 400;

/// Lines of that that are told.
const MAX_LINES: usize = 3;

/// What every engine is asked first.
const FIRST_COMMAND: &str = "list_commands";

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
    pub stop: Arc<AtomicBool>,
}

/// What went wrong with an engine.
#[derive(Debug, Error)]
pub enum EngineError {
    /// It could not be started.
    #[error("the engine {program} cannot be started: {source}")]
    NotStarted {
        /// The program.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// It cannot do what is needed.
    #[error("the engine knows neither of the commands {0}, one of which is needed")]
    Unable(&'static str),
    /// It is gone.
    #[error(
        "the engine ended ({status}) instead of answering to \"{command}\"{}",
        said_text(said)
    )]
    Ended {
        /// What it was asked.
        command: String,
        /// How it ended.
        status: String,
        /// The end of what it wrote to standard error.
        said: String,
    },
    /// It does not answer.
    #[error(
        "the engine did not answer to \"{command}\" within {seconds} s{}{}",
        said_text(said),
        mode_hint(command)
    )]
    Hung {
        /// What it was asked.
        command: String,
        /// How long it had.
        seconds: u64,
        /// The end of what it wrote to standard error.
        said: String,
    },
    /// What it wrote is no answer.
    #[error("to \"{command}\" the engine did not answer: {reason}{}", mode_hint(command))]
    Nonsense {
        /// What it was asked.
        command: String,
        /// What it wrote.
        reason: AnswerError,
    },
    /// It answered that it could not do it.
    #[error("to \"{command}\" the engine answered \"? {answer}\"")]
    Refused {
        /// What it was asked.
        command: String,
        /// Why, in its words.
        answer: String,
    },
    /// Its answer is no score.
    #[error("to \"{command}\" the engine answered \"{answer}\", which is no score such as B+3.5")]
    NoScore {
        /// What it was asked.
        command: String,
        /// Its answer.
        answer: String,
    },
    /// The position cannot be handed over.
    #[error("the position cannot be written for the engine: {0}")]
    Unwritable(io::Error),
    /// Somebody wants it to stop.
    #[error("stopped")]
    Stopped,
}

fn said_text(said: &str) -> String {
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    match &lines[lines.len().saturating_sub(MAX_LINES)..] {
        [] => String::new(),
        lines => format!("; it said: {}", lines.join(" / ")),
    }
}

/// What may be wrong with an engine that does not answer to the first command.
fn mode_hint(command: &str) -> &'static str {
    match command {
        FIRST_COMMAND => "; does its command make it speak GTP, as in \"gnugo --mode gtp\"?",
        _ => "",
    }
}

impl EngineError {
    /// Whether the same process can be asked about other positions.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Refused { .. } | Self::NoScore { .. })
    }
}

/// What an engine says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Opinion {
    /// Its estimate; what playing out gave if it makes none.
    pub estimate: ScoreAnswer,
    /// What playing out gave besides.
    pub played_out: Option<ScoreAnswer>,
}

/// A process that speaks GTP.
pub(super) struct Engine<'a> {
    options: &'a EngineOptions,
    child: Child,
    input: ChildStdin,
    answers: Receiver<Result<Answer, AnswerError>>,
    said: Arc<Mutex<String>>,
    commands: Vec<String>,
    /// Where positions are written for it to load.
    folder: Option<TempDir>,
}

impl<'a> Engine<'a> {
    /// Starts it and asks what it can do.
    pub fn start(options: &'a EngineOptions) -> Result<Self, EngineError> {
        let program = options.words.first().cloned().unwrap_or_default();
        let not_started = |source| EngineError::NotStarted {
            program: program.clone(),
            source,
        };
        let mut command = Command::new(&program);
        command
            .args(options.words.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is meant for us, and we end the engine when we are done.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(not_started)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(not_started(io::ErrorKind::BrokenPipe.into()));
        };
        let (send, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = read_answer(&mut output);
                let ended = answer.is_err();
                if send.send(answer).is_err() || ended {
                    break;
                }
            }
        });
        let said = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&said);
        thread::spawn(move || keep_end(errors, &kept));
        let mut engine = Self {
            options,
            child,
            input,
            answers,
            said,
            commands: Vec::new(),
            folder: None,
        };
        let commands = engine.ask(FIRST_COMMAND)?;
        engine.commands = commands.split_whitespace().map(str::to_owned).collect();
        engine.prepare()?;
        Ok(engine)
    }

    fn prepare(&mut self) -> Result<(), EngineError> {
        if !self.knows("loadsgf") && !self.knows("play") {
            return Err(EngineError::Unable("loadsgf and play"));
        }
        if !self.knows("estimate_score") && !self.knows("final_score") {
            return Err(EngineError::Unable("estimate_score and final_score"));
        }
        if self.knows("loadsgf") {
            let folder = tempfile::Builder::new().prefix("bgo-score-").tempdir();
            let folder = folder.map_err(EngineError::Unwritable)?;
            // The protocol ends a name at the first blank.
            let can_be_named = |path: &Path| path.to_str().is_some_and(|path| !path.contains(char::is_whitespace));
            if can_be_named(folder.path()) || !self.knows("play") {
                self.folder = Some(folder);
            }
        }
        Ok(())
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// What it says of a position without komi. All chains must have liberties.
    pub fn judge(&mut self, board: &Board, id: PositionId) -> Result<Opinion, EngineError> {
        self.set_up(board, id.to_play)?;
        if !self.knows("estimate_score") {
            let estimate = self.play_out()?;
            return Ok(Opinion {
                estimate,
                played_out: None,
            });
        }
        let estimate = self.score("estimate_score")?;
        let can_play_out = self.options.play_out && self.knows("final_score");
        let played_out = can_play_out.then(|| self.play_out()).transpose()?;
        Ok(Opinion { estimate, played_out })
    }

    fn set_up(&mut self, board: &Board, to_play: Color) -> Result<(), EngineError> {
        // GNU Go's estimate of a position else depends on those before it: with what
        // it remembers of them one was B+18.8 instead of B+7.8.
        if self.knows("clear_cache") {
            self.ask("clear_cache")?;
        }
        if let Some(folder) = &self.folder {
            let path = folder.path().join("position.sgf");
            std::fs::write(&path, sgf(board, to_play)).map_err(EngineError::Unwritable)?;
            return self.ask(&format!("loadsgf {}", path.display())).map(drop);
        }
        self.ask(&format!("boardsize {}", board.size().lines()))?;
        self.ask("clear_board")?;
        self.ask("komi 0")?;
        // Where all chains have liberties at the end they have some after every
        // stone, in whatever order: a part of a chain has the rest as liberties.
        for (point, color) in board.stones() {
            self.ask(&format!("play {color} {}", vertex(point, board.size())))?;
        }
        Ok(())
    }

    /// Lets it play the position out, the same way every time if it can.
    fn play_out(&mut self) -> Result<ScoreAnswer, EngineError> {
        if self.knows("set_random_seed") {
            self.ask("set_random_seed 1")?;
        }
        self.score("final_score")
    }

    fn score(&mut self, command: &str) -> Result<ScoreAnswer, EngineError> {
        let answer = self.ask(command)?;
        read_score(&answer).ok_or_else(|| EngineError::NoScore {
            command: command.to_owned(),
            answer: answer.chars().take(MAX_SAID).collect(),
        })
    }

    fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        let sent = self.input.write_all(format!("{command}\n").as_bytes());
        // An engine that is gone is told of by its output, which has ended.
        drop(sent);
        let started = Instant::now();
        let answer = loop {
            if self.options.stop.load(Ordering::Relaxed) {
                return Err(EngineError::Stopped);
            }
            match self.answers.recv_timeout(STEP) {
                Ok(answer) => break answer,
                Err(RecvTimeoutError::Disconnected) => break Err(AnswerError::Ended),
                Err(RecvTimeoutError::Timeout) if started.elapsed() < self.options.timeout => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(EngineError::Hung {
                        command: command.to_owned(),
                        seconds: self.options.timeout.as_secs(),
                        said: self.said(),
                    });
                }
            }
        };
        match answer {
            Ok(Answer::Done(text)) => Ok(text),
            Ok(Answer::Failed(answer)) => Err(EngineError::Refused {
                command: command.to_owned(),
                answer: answer.chars().take(MAX_SAID).collect(),
            }),
            Err(AnswerError::Ended) => Err(self.ended(command)),
            Err(reason) => Err(EngineError::Nonsense {
                command: command.to_owned(),
                reason,
            }),
        }
    }

    fn ended(&mut self, command: &str) -> EngineError {
        // Its output ends a little before it does.
        let until = Instant::now() + Duration::from_secs(1);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                _ if Instant::now() > until => break "its output at least".to_owned(),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        };
        EngineError::Ended {
            command: command.to_owned(),
            status,
            said: self.said(),
        }
    }

    fn said(&self) -> String {
        self.said.lock().map_or_else(|_| String::new(), |said| said.clone())
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        // It may be gone already, and has nothing that it could lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the end of what an engine writes to standard error.
fn keep_end(mut errors: ChildStderr, said: &Mutex<String>) {
    let mut bytes = [0; 1024];
    while let Ok(read @ 1..) = errors.read(&mut bytes) {
        let Ok(mut said) = said.lock() else { return };
        said.push_str(&String::from_utf8_lossy(&bytes[..read]));
        let mut cut = said.len().saturating_sub(MAX_SAID);
        while !said.is_char_boundary(cut) {
            cut += 1;
        }
        said.drain(..cut);
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
