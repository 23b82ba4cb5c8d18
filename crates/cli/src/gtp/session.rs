use super::analysis::{MainLines, Reports};
use super::commands;
use super::engine::Engine;
use super::request::{Failure, Reply, Request};
use anyhow::{Context, Result};
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;

const UNWRITABLE: &str = "standard output cannot be written";

/// The lines of a session.
type Lines = Receiver<io::Result<InputLine>>;

/// Answers the commands of a program until it quits or its input ends.
pub fn converse(engine: &mut Engine, input: impl Read + Send + 'static, out: &mut impl Write) -> Result<()> {
    let lines = lines(input);
    let mut next = lines.recv().ok();
    while let Some(line) = next {
        let line = line.context("standard input cannot be read")?;
        let (id, answer) = match &line {
            InputLine::TooLong => (None, Err(Failure::saying(InputLine::TOO_LONG))),
            InputLine::Text(text) => match Request::read(text) {
                Some(request) => (request.id, commands::answer(engine, &request)),
                None => {
                    next = lines.recv().ok();
                    continue;
                }
            },
        };
        next = match answer {
            Ok(Reply::Reports(reports)) => report(engine, &reports, id, &lines, out)?,
            Ok(Reply::End) => return respond(out, '=', id, ""),
            Ok(Reply::Text(text)) => {
                respond(out, '=', id, &text)?;
                lines.recv().ok()
            }
            Err(Failure(text)) => {
                respond(out, '?', id, &text)?;
                lines.recv().ok()
            }
        };
    }
    Ok(())
}

/// Writes a response. An empty line would end it, so none is in it.
fn respond(out: &mut impl Write, sign: char, id: Option<u32>, text: &str) -> Result<()> {
    let mut response = head(sign, id);
    // A text of several lines may begin below the sign.
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if !first.is_empty() {
        response.push(' ');
    }
    response.push_str(first);
    for line in rest.lines().filter(|line| !line.trim().is_empty()) {
        response.push('\n');
        response.extend(line.trim_end().chars().filter(|c| !c.is_control()));
    }
    write(out, &(response + "\n\n"))
}

fn head(sign: char, id: Option<u32>) -> String {
    format!("{sign}{}", id.map(|id| id.to_string()).unwrap_or_default())
}

fn write(out: &mut impl Write, text: &str) -> Result<()> {
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context(UNWRITABLE)
}

/// Reports on the next moves until a line arrives, which may be empty, and returns that line,
/// or `None` at the end of the input. The first report comes at once. If main lines would take
/// long, they are in the second one; later, a report is made again only when the database has
/// changed.
fn report(
    engine: &Engine,
    reports: &Reports,
    id: Option<u32>,
    lines: &Lines,
    out: &mut impl Write,
) -> Result<Option<io::Result<InputLine>>> {
    let mut report = match CurrentReport::of(engine, reports, engine.quick_lines()) {
        Ok(report) => report,
        Err(Failure(text)) => {
            respond(out, '?', id, &text)?;
            return Ok(lines.recv().ok());
        }
    };
    write(out, &(head('=', id) + "\n"))?;
    loop {
        if let Some(line) = &report.line {
            write(out, &format!("{line}\n"))?;
        }
        match lines.recv_timeout(reports.interval) {
            Ok(line) => {
                write(out, "\n")?;
                return Ok(Some(line));
            }
            Err(RecvTimeoutError::Disconnected) => {
                write(out, "\n")?;
                return Ok(None);
            }
            // The response has begun, so that it cannot become an error.
            Err(RecvTimeoutError::Timeout) => {
                if let Ok(false) = report.is_complete(engine)
                    && let Ok(now) = CurrentReport::of(engine, reports, MainLines::Followed)
                {
                    report = now;
                }
            }
        }
    }
}

/// A report, and the state of the database that it is about.
struct CurrentReport {
    version: String,
    main_lines: MainLines,
    line: Option<String>,
}

impl CurrentReport {
    fn of(engine: &Engine, reports: &Reports, main_lines: MainLines) -> Result<Self, Failure> {
        let snapshot = engine.snapshot()?;
        Ok(Self {
            version: snapshot.version()?,
            main_lines,
            line: engine.report(reports, &snapshot, main_lines)?,
        })
    }

    /// Returns whether the database is still what it was, and the main lines are followed.
    fn is_complete(&self, engine: &Engine) -> Result<bool, Failure> {
        Ok(self.main_lines == MainLines::Followed && engine.snapshot()?.version()? == self.version)
    }
}

/// The maximum length of a line, in bytes. The longest that programs send are lists of points
/// and paths of files, of a few thousand.
const LONGEST: usize = 64 << 10;

/// The number of lines that may wait to be answered.
const WAITING: usize = 64;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// The text without the end of the line.
    Text(String),
    /// A line that is longer than any command.
    TooLong,
}

impl InputLine {
    /// The failure of a line that is too long.
    pub const TOO_LONG: &str = "line too long: a command has at most 65536 bytes";
}

/// Reads lines in a thread of its own, so that a line can arrive while a command runs. The
/// lines end with the input, or with the error of reading it.
pub fn lines(input: impl Read + Send + 'static) -> Receiver<io::Result<InputLine>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = io::BufReader::new(input);
        while let Some(line) = read(&mut input).transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Reads the next line, or `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    if input.take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == limit && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(InputLine::Text(String::from_utf8_lossy(&bytes).into_owned())))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let (used, is_over) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        input.consume(used);
        if is_over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static [u8]) -> Vec<InputLine> {
        lines(input).iter().map(|line| line.expect("is read")).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let text = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(all(b"name\r\n\nquit"), [text("name\r\n"), text("\n"), text("quit")]);
        assert_eq!(all(b""), []);
        assert_eq!(all(b"a\xffb\n"), [text("a\u{fffd}b\n")]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory_and_the_next_one_is_read() {
        let endless = io::repeat(b'x').take(10 << 20).chain(&b"\nname\n"[..]);
        let read: Vec<InputLine> = lines(endless).iter().map(|line| line.expect("is read")).collect();
        assert_eq!(read, [InputLine::TooLong, InputLine::Text("name\n".to_owned())]);
        let longest = io::repeat(b'x').take(LONGEST as u64).chain(&b"\n"[..]);
        let read: Vec<InputLine> = lines(longest).iter().map(|line| line.expect("is read")).collect();
        assert!(matches!(&read[..], [InputLine::Text(text)] if text.len() == LONGEST + 1));
        assert!(InputLine::TOO_LONG.contains(&LONGEST.to_string()));
    }
}
