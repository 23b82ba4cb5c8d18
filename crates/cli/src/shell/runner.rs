use super::{Session, ShellError, Status, split};
use crate::render::{RawOutput, Stream, error_text, stderr, stdout};
use bgo::store::StoreError;
use std::io::{self, BufRead, Write};

/// A run of lines, which writes their output to `out` and errors to `err`.
pub(super) struct Runner<'a, O: RawOutput, E: RawOutput> {
    pub(super) session: &'a mut Session,
    pub(super) out: Stream<O>,
    pub(super) err: Stream<E>,
    /// The status of the worst command so far.
    pub(super) worst: Status,
    /// True if the user has stopped a command.
    pub(super) stopped: bool,
}

impl<O: RawOutput, E: RawOutput> Runner<'_, O, E> {
    /// Runs the commands of a line, with `place` before each error, and returns whether
    /// the session goes on.
    pub(super) fn line(&mut self, line: &str, place: &str) -> io::Result<bool> {
        let stop = self.session.database().stop().clone();
        for statement in split::statements(line) {
            let _running = stop.start();
            let done = self.session.eval(statement);
            let shown = done
                .as_ref()
                .map_or_else(ShellError::shown, |output| Some(&output.text));
            if let Some(shown) = shown {
                self.out.show_until(shown, &stop)?;
                self.out.flush()?;
            }
            let leaves = done.as_ref().is_ok_and(|output| output.leave);
            // The signal may have come after the command was done.
            let failed = done
                .err()
                .or_else(|| stop.check().err().map(|stopped| StoreError::from(stopped).into()));
            if let Some(error) = failed {
                self.err.show(&error_text(&format!("{place}{error}")))?;
                self.worst = self.worst.max(error.status());
                if error.is_stop() {
                    // The user does not want the rest either.
                    self.stopped = true;
                    break;
                }
            }
            if leaves {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn script(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        for number in 1_u64.. {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            if !self.line(line.trim_end(), &format!("line {number}: "))? || self.stopped {
                break;
            }
        }
        Ok(())
    }
}

/// Runs the commands of `input`, separated by line ends or `;`, up to the end, `exit`, or
/// a command that the user stops, and returns the status of the worst one. Errors go to
/// standard error with the number of their line. A closed pipe ends the run without an
/// error.
pub fn run_script(session: &mut Session, input: impl BufRead) -> io::Result<Status> {
    let mut runner = Runner {
        session,
        out: stdout(),
        err: stderr(),
        worst: Status::Done,
        stopped: false,
    };
    match runner.script(input) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(runner.worst),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::session;
    use super::*;

    fn run(script: &[u8]) -> (String, String, Status) {
        let mut session = session(&["pd dp pp dd"]);
        let mut runner = Runner {
            session: &mut session,
            out: Stream::with(Vec::new(), false, false),
            err: Stream::with(Vec::new(), false, false),
            worst: Status::Done,
            stopped: false,
        };
        runner.script(script).expect("no I/O error");
        let text = |stream: Stream<Vec<u8>>| String::from_utf8(stream.into_written()).expect("UTF-8");
        (text(runner.out), text(runner.err), runner.worst)
    }

    #[test]
    fn errors_name_their_line_and_the_rest_runs() {
        let (out, err, status) = run(b"play pd; play pd\n\n# a comment; with more\nserach\nundo\r\n");
        assert_eq!(
            err,
            "line 1: white cannot play pd: the point is occupied\n\
             line 4: there is no command \"serach\"; the nearest is \"search\"\n"
        );
        assert_eq!(status, Status::WrongUsage);
        // After the first move, with the refused move, and after undo.
        assert_eq!(out.matches("Total count: 1\n").count(), 3);
    }

    #[test]
    fn whatever_asks_can_be_stopped_and_loses_nothing() {
        let mut session = session(&["1990 pd dp pp dd", "1991 pd dd"]);
        for line in ["play pd dp", "where year=1990", "open 1"] {
            session.eval(line).expect("is done");
        }
        for line in [
            "search",
            "search full",
            "years",
            "players",
            "games",
            "tree",
            "find year=1990",
            "show 1",
            "sgf 1",
            "duplicates --cut-short",
            "export x.csv",
            "export all.csv --all",
            "remove --game 1 --yes",
            "sql select count(*) from games",
            "open 2",
            "where player=0",
        ] {
            session.database().stop().set();
            let error = session.eval(line).expect_err(line);
            assert!(error.is_stop(), "{line}: {error}");
            drop(session.database().stop().start());
            assert_eq!(session.board().moves().len(), 2, "{line}");
            assert_eq!(session.filter().conditions(), ["year=1990"], "{line}");
            assert_eq!(session.replay().map(|replay| replay.game.game), Some(1), "{line}");
            let state = session.snapshot().and_then(|snapshot| snapshot.state());
            assert_eq!(state.expect("a state").games, 2, "{line}");
        }
        session.eval("search").expect("an answer");
    }

    #[test]
    fn exit_ends_a_script() {
        let (out, err, status) = run(b"cwd; exit; search\nsearch");
        assert_eq!((err.as_str(), status), ("", Status::Done));
        assert!(!out.contains("Total"));
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error_like_any_other() {
        let (_, err, status) = run(b"\xff\x00\n\"\nboard");
        assert_eq!(err.lines().count(), 2, "{err}");
        assert_eq!(status, Status::WrongUsage);
    }

    #[test]
    fn what_was_typed_does_not_steer_the_terminal() {
        let (_, err, _) = run(b"play \x1b[2J\nyear ..\x07");
        assert!(err.contains("\"?[2J\" is not a move"), "{err}");
        assert!(err.contains("\"..?\" is not a range"), "{err}");
    }

    #[test]
    fn the_worst_status_counts() {
        assert_eq!(run(b"board").2, Status::Done);
        assert_eq!(run(b"undo\nboard").2, Status::Failed);
        assert_eq!(run(b"marks 0\nundo").2, Status::WrongUsage);
    }
}
