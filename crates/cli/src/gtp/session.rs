use super::analysis::Reports;
use super::commands;
use super::engine::Engine;
use super::request::{Failure, Reply, read_request};
use anyhow::{Context, Result};
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;

const UNWRITABLE: &str = "standard output cannot be written";

/// Answers the commands of a program until it quits or its input ends.
pub fn converse(engine: &mut Engine, input: impl Read + Send + 'static, out: &mut impl Write) -> Result<()> {
    let lines = lines(input);
    let mut next = lines.recv().ok();
    while let Some(line) = next {
        let line = line.context("standard input cannot be read")?;
        let (id, answer) = match &line {
            None => (None, Err(Failure::saying(TOO_LONG))),
            Some(text) => match read_request(text) {
                Some((id, name, rest)) => (id, commands::answer(engine, &name, &rest)),
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
    lines: &Receiver<io::Result<Option<String>>>,
    out: &mut impl Write,
) -> Result<Option<io::Result<Option<String>>>> {
    let mut follows = engine.follows_quickly();
    let (mut version, mut report) = match current(engine, reports, follows) {
        Ok(report) => report,
        Err(Failure(text)) => {
            respond(out, '?', id, &text)?;
            return Ok(lines.recv().ok());
        }
    };
    write(out, &(head('=', id) + "\n"))?;
    loop {
        if let Some(line) = &report {
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
                let has_changed = !follows
                    || engine
                        .snapshot()
                        .is_ok_and(|now| now.version().is_ok_and(|now| now != version));
                if has_changed && let Ok(now) = current(engine, reports, true) {
                    follows = true;
                    (version, report) = now;
                }
            }
        }
    }
}

fn current(engine: &Engine, reports: &Reports, follows: bool) -> Result<(String, Option<String>), Failure> {
    let snapshot = engine.snapshot()?;
    Ok((snapshot.version()?, reports.report(engine, &snapshot, follows)?))
}

/// The maximum length of a line, in bytes. The longest that programs send are lists of points
/// and paths of files, of a few thousand.
const LONGEST: usize = 64 << 10;

const WAITING: usize = 64;

const TOO_LONG: &str = "line too long: a command has at most 65536 bytes";

/// Reads lines in a thread of its own, so that a line can arrive while a command runs. A line that is
/// longer than any command is `None`. The lines end with the input, or with the error of reading it.
fn lines(input: impl Read + Send + 'static) -> Receiver<io::Result<Option<String>>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = io::BufReader::new(input);
        while let Some(line) = read(&mut input) {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Reads the next line, or `None` at the end of the input.
fn read(input: &mut impl BufRead) -> Option<io::Result<Option<String>>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    match input.take(limit).read_until(b'\n', &mut bytes) {
        Ok(0) => None,
        Ok(_) if bytes.len() as u64 == limit && bytes.last() != Some(&b'\n') => Some(skip_line(input).map(|()| None)),
        Ok(_) => Some(Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))),
        Err(error) => Some(Err(error)),
    }
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

    fn all(input: impl Read + Send + 'static) -> Vec<Option<String>> {
        lines(input).iter().map(|line| line.expect("is read")).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let texts = |texts: &[&str]| -> Vec<_> { texts.iter().map(|&text| Some(text.to_owned())).collect() };
        assert_eq!(all(&b"name\r\n\nquit"[..]), texts(&["name\r\n", "\n", "quit"]));
        assert_eq!(all(&b""[..]), []);
        assert_eq!(all(&b"a\xffb\n"[..]), texts(&["a\u{fffd}b\n"]));
    }

    #[test]
    fn a_line_without_end_takes_no_memory_and_the_next_one_is_read() {
        let endless = io::repeat(b'x').take(10 << 20).chain(&b"\nname\n"[..]);
        assert_eq!(all(endless), [None, Some("name\n".to_owned())]);
        let longest = io::repeat(b'x').take(LONGEST as u64).chain(&b"\n"[..]);
        assert!(matches!(&all(longest)[..], [Some(text)] if text.len() == LONGEST + 1));
        assert!(TOO_LONG.contains(&LONGEST.to_string()));
    }
}
