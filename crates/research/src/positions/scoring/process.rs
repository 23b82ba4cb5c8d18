//! An engine as a process that speaks GTP.

use super::ScoreOptions;
use super::orphans;
use crate::formats::gtp::{GtpAnswer, read_answer};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The first command to every engine.
pub(super) const FIRST_COMMAND: &str = "list_commands";

/// The time between two checks for a stop while waiting for an answer.
const STEP: Duration = Duration::from_millis(50);

/// The number of bytes of standard error to keep, and the number of its lines in a message.
const MAX_SAID: usize = 400;
const MAX_LINES: usize = 3;

/// The flag of Windows for a process that Ctrl-C does not reach (`CREATE_NEW_PROCESS_GROUP`).
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// The reason that an engine gives no score, as a sentence.
pub(super) enum EngineFault {
    /// No engine can score the position.
    Impossible(String),
    /// The engine cannot be started.
    NotStarted(String),
    /// The engine refuses a command, and can go on with others.
    Refused(String),
    /// The engine ended, hangs, or answers nonsense.
    Broken(String),
    /// The work was stopped.
    Stopped,
}

/// The process of an engine.
pub(super) struct ScoringEngine<'a> {
    pub(super) options: &'a ScoreOptions<'a>,
    child: Child,
    /// The mark of the processes that the engine starts, and the object that they belong to.
    mark: String,
    #[cfg(windows)]
    job: Option<win32job::Job>,
    input: ChildStdin,
    /// Answers, nothing more at the end, or the reason that something is no answer.
    answers: Receiver<Result<Option<GtpAnswer>, String>>,
    said: Arc<Mutex<String>>,
    /// The thread that reads standard error to its end.
    listener: JoinHandle<()>,
    /// The number of the last command.
    number: u32,
    pub(super) commands: Vec<String>,
    /// The folder of the files to load, if the engine loads files.
    pub(super) folder: Option<TempDir>,
}

impl<'a> ScoringEngine<'a> {
    pub(super) fn spawn(options: &'a ScoreOptions<'a>) -> Result<Self, EngineFault> {
        let program = options.engine.first().cloned().unwrap_or_default();
        let mut command = Command::new(&program);
        command
            .args(options.engine.iter().skip(1))
            // Numbers must have decimal points, not commas.
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is meant for us, and the processes of the engine must end with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mark = orphans::mark(&mut command);
        let mut child = command.spawn().map_err(|error| not_started(&program, &error))?;
        #[cfg(windows)]
        let job = orphans::job_of(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(not_started(&program, &io::ErrorKind::BrokenPipe.into()));
        };
        // An engine can be at most one answer ahead.
        let (send, answers) = mpsc::sync_channel(1);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = read_answer(&mut output);
                let is_last = !matches!(answer, Ok(Some(_)));
                if send.send(answer).is_err() || is_last {
                    break;
                }
            }
        });
        let said = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&said);
        let listener = thread::spawn(move || keep_end(errors, &kept));
        Ok(Self {
            options,
            child,
            mark,
            #[cfg(windows)]
            job,
            input,
            answers,
            said,
            listener,
            number: 0,
            commands: Vec::new(),
            folder: None,
        })
    }

    /// Sends a command and waits for its answer.
    pub(super) fn ask(&mut self, command: &str) -> Result<String, EngineFault> {
        self.number += 1;
        let line = format!("{} {command}\n", self.number);
        // If the engine has ended, so has its output, which is noticed below. At most one command
        // is pending, so the pipe never fills.
        drop(self.input.write_all(line.as_bytes()));
        let Some(GtpAnswer { number, result }) = self.wait(command)? else {
            return Err(self.ended(command));
        };
        // Otherwise a surplus answer would be taken for the answer to the next command.
        if number != Some(self.number) {
            return Err(EngineFault::Broken(format!(
                "the engine gave an answer without the number of the command, as GTP 2 wants it, to \"{}\"",
                line.trim()
            )));
        }
        result.map_err(|answer| {
            let answer: String = answer.chars().take(MAX_SAID).collect();
            EngineFault::Refused(format!("to \"{command}\" the engine answered \"? {answer}\""))
        })
    }

    /// Waits for an answer. Returns `None` if the engine has ended.
    fn wait(&self, command: &str) -> Result<Option<GtpAnswer>, EngineFault> {
        let started = Instant::now();
        loop {
            self.options.stop.check().map_err(|_| EngineFault::Stopped)?;
            match self.answers.recv_timeout(STEP) {
                Ok(sent) => {
                    return sent.map_err(|reason| {
                        let hint = mode_hint(command);
                        EngineFault::Broken(format!("to \"{command}\" the engine did not answer: {reason}{hint}"))
                    });
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if started.elapsed() < self.options.timeout => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(EngineFault::Broken(format!(
                        "the engine did not answer to \"{command}\" within {} s{}{}",
                        self.options.timeout.as_secs(),
                        self.said(),
                        mode_hint(command)
                    )));
                }
            }
        }
    }

    fn ended(&mut self, command: &str) -> EngineFault {
        // The output ends slightly before the process does.
        let until = Instant::now() + Duration::from_secs(1);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.to_string(),
                _ if Instant::now() > until => break "its output at least".to_owned(),
                _ => thread::sleep(Duration::from_millis(5)),
            }
        };
        // The end of standard error may still be in transit.
        while !self.listener.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        let said = self.said();
        EngineFault::Broken(format!(
            "the engine ended ({status}) instead of answering to \"{command}\"{said}"
        ))
    }

    /// Returns the end of standard error for a message.
    fn said(&self) -> String {
        let said = self.said.lock().map_or_else(|_| String::new(), |said| said.clone());
        let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        match &lines[lines.len().saturating_sub(MAX_LINES)..] {
            [] => String::new(),
            lines => format!("; it said: {}", lines.join(" / ")),
        }
    }
}

impl Drop for ScoringEngine<'_> {
    fn drop(&mut self) {
        // The process may have ended already, and has nothing to lose.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        orphans::end_marked(&self.mark);
        #[cfg(windows)]
        drop(self.job.take());
    }
}

fn not_started(program: &str, error: &io::Error) -> EngineFault {
    EngineFault::Broken(format!("the engine {program} cannot be started: {error}"))
}

/// Returns a likely reason that an engine does not answer the first command.
fn mode_hint(command: &str) -> &'static str {
    match command {
        FIRST_COMMAND => "; does its command make it speak GTP, as in \"gnugo --mode gtp\"?",
        _ => "",
    }
}

/// Keeps the end of standard error.
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
