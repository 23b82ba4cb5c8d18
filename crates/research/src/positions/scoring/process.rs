use super::error::EngineError;
use super::options::EngineOptions;
use super::orphans::Family;
use crate::formats::gtp::{Answer, AnswerError, read_answer};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two checks for a stop while waiting for an answer.
const STEP: Duration = Duration::from_millis(50);

/// The number of bytes of standard error to keep.
const MAX_SAID: usize = 400;

/// The flag of Windows for a process that Ctrl-C does not reach (`CREATE_NEW_PROCESS_GROUP`).
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// A process that speaks GTP.
pub(super) struct Process<'a> {
    options: &'a EngineOptions,
    child: Child,
    family: Family,
    input: ChildStdin,
    answers: Receiver<Result<Answer, AnswerError>>,
    said: Arc<Mutex<String>>,
    /// The thread that reads standard error to its end.
    listener: JoinHandle<()>,
    /// The number of the last command.
    number: u32,
}

impl<'a> Process<'a> {
    /// Starts the engine.
    pub fn start(options: &'a EngineOptions) -> Result<Self, EngineError> {
        let program = options.words.first().cloned().unwrap_or_default();
        let not_started = |source| EngineError::NotStarted {
            program: program.clone(),
            source,
        };
        let mut command = Command::new(&program);
        command
            .args(options.words.iter().skip(1))
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
        let mut family = Family::of(&mut command);
        let mut child = command.spawn().map_err(not_started)?;
        family.add(&child);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(not_started(io::ErrorKind::BrokenPipe.into()));
        };
        // An engine can be at most one answer ahead.
        let (send, answers) = mpsc::sync_channel(1);
        thread::spawn(move || send_answers(output, &send));
        let said = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&said);
        let listener = thread::spawn(move || keep_end(errors, &kept));
        Ok(Self {
            options,
            child,
            family,
            input,
            answers,
            said,
            listener,
            number: 0,
        })
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        self.number += 1;
        let line = format!("{} {command}\n", self.number);
        // If the engine has ended, so has its output, which is noticed below. At most one command
        // is pending, so the pipe never fills.
        drop(self.input.write_all(line.as_bytes()));
        let answer = match self.wait(command)? {
            Ok(answer) => answer,
            Err(AnswerError::Ended) => return Err(self.ended(command)),
            Err(reason) => {
                return Err(EngineError::Nonsense {
                    command: command.to_owned(),
                    reason,
                });
            }
        };
        // Otherwise a surplus answer would be taken for the answer to the next command.
        if answer.number != Some(self.number) {
            return Err(EngineError::OtherAnswer {
                command: line.trim().to_owned(),
            });
        }
        answer.result.map_err(|answer| EngineError::Refused {
            command: command.to_owned(),
            answer: answer.chars().take(MAX_SAID).collect(),
        })
    }

    fn wait(&self, command: &str) -> Result<Result<Answer, AnswerError>, EngineError> {
        let started = Instant::now();
        loop {
            self.options.stop.check()?;
            match self.answers.recv_timeout(STEP) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Ok(Err(AnswerError::Ended)),
                Err(RecvTimeoutError::Timeout) if started.elapsed() < self.options.timeout => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(EngineError::Hung {
                        command: command.to_owned(),
                        seconds: self.options.timeout.as_secs(),
                        said: self.said(),
                    });
                }
            }
        }
    }

    fn ended(&mut self, command: &str) -> EngineError {
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

impl Drop for Process<'_> {
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
        self.family.end();
    }
}

/// Sends answers until the output ends or is not an answer.
fn send_answers(output: ChildStdout, send: &SyncSender<Result<Answer, AnswerError>>) {
    let mut output = BufReader::new(output);
    loop {
        let answer = read_answer(&mut output);
        let ended = answer.is_err();
        if send.send(answer).is_err() || ended {
            break;
        }
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
