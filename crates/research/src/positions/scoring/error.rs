use crate::formats::gtp::AnswerError;
use bgo::interrupt::Stopped;
use std::io;
use thiserror::Error;

/// The number of lines of an engine's standard error in a message.
const MAX_LINES: usize = 3;

/// The first command to every engine.
pub(super) const FIRST_COMMAND: &str = "list_commands";

/// The error of an engine.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The engine could not be started.
    #[error("the engine {program} cannot be started: {source}")]
    NotStarted {
        /// The program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The engine lacks a required command.
    #[error("the engine knows neither of the commands {0}, one of which is needed")]
    Unable(&'static str),
    /// The engine ended.
    #[error(
        "the engine ended ({status}) instead of answering to \"{command}\"{}",
        said_text(said)
    )]
    Ended {
        /// The command.
        command: String,
        /// The exit status.
        status: String,
        /// The end of its standard error.
        said: String,
    },
    /// The engine did not answer in time.
    #[error(
        "the engine did not answer to \"{command}\" within {seconds} s{}{}",
        said_text(said),
        mode_hint(command)
    )]
    Hung {
        /// The command.
        command: String,
        /// The time limit, in seconds.
        seconds: u64,
        /// The end of its standard error.
        said: String,
    },
    /// The answer is to a different command.
    #[error("the engine gave an answer without the number of the command, as GTP 2 wants it, to \"{command}\"")]
    OtherAnswer {
        /// The command.
        command: String,
    },
    /// The output is not an answer.
    #[error("to \"{command}\" the engine did not answer: {reason}{}", mode_hint(command))]
    Nonsense {
        /// The command.
        command: String,
        /// The reason.
        reason: AnswerError,
    },
    /// The engine refused the command.
    #[error("to \"{command}\" the engine answered \"? {answer}\"")]
    Refused {
        /// The command.
        command: String,
        /// The reason, in the engine's words.
        answer: String,
    },
    /// The answer is not a score.
    #[error("to \"{command}\" the engine answered \"{answer}\", which is not a score of this board such as B+3.5")]
    NoScore {
        /// The command.
        command: String,
        /// The answer.
        answer: String,
    },
    /// The file of the position cannot be written.
    #[error("the position cannot be written for the engine: {0}")]
    Unwritable(io::Error),
    /// The work was stopped.
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

/// Returns a likely reason that an engine does not answer the first command.
fn mode_hint(command: &str) -> &'static str {
    match command {
        FIRST_COMMAND => "; does its command make it speak GTP, as in \"gnugo --mode gtp\"?",
        _ => "",
    }
}

impl EngineError {
    /// Returns whether the process can continue with other positions.
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }
}
