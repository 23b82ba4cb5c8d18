use crate::formats::gtp::AnswerError;
use crate::positions::PositionsError;
use bgo::interrupt::Stopped;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Lines of what an engine wrote to standard error that are told.
const MAX_LINES: usize = 3;

/// What every engine is asked first.
pub(super) const FIRST_COMMAND: &str = "list_commands";

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
    /// The scored file is one of the files to score.
    #[error("{} is the scored file; name a file of positions", .0.display())]
    OutIsInput(PathBuf),
    /// There is one file where two are needed.
    #[error("{} cannot be both the queue and the scored file", .0.display())]
    QueueIsOut(PathBuf),
    /// No files, and no queue.
    #[error("there is nothing to score: name position files; no queue {} is there", .0.display())]
    Nothing(PathBuf),
    /// The file cannot be added to.
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
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
    /// It answered without being asked, or to something else.
    #[error("the engine gave an answer without the number of the command, as GTP 2 wants it, to \"{command}\"")]
    OtherAnswer {
        /// What it was asked.
        command: String,
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
    #[error("to \"{command}\" the engine answered \"{answer}\", which is no score of this board such as B+3.5")]
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

impl From<Stopped> for EngineError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
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
        matches!(self, Self::Refused { .. })
    }
}
