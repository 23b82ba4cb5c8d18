use super::commands;
use super::engine::Engine;
use super::failure::Failure;
use super::line::{Line, lines};
use super::reply::Reply;
use super::reports::{MainLines, Reports};
use super::request::Request;
use anyhow::{Context, Result};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};

const UNWRITABLE: &str = "standard output cannot be written";

/// The lines of a session.
type Lines = Receiver<io::Result<Line>>;

/// Answers the commands of a program until it quits or its input ends.
pub fn converse(engine: &mut Engine, input: impl Read + Send + 'static, out: &mut impl Write) -> Result<()> {
    let lines = lines(input);
    let mut next = lines.recv().ok();
    while let Some(line) = next {
        let line = line.context("standard input cannot be read")?;
        let (id, answer) = match &line {
            Line::TooLong => (None, Err(Failure::saying(Line::TOO_LONG))),
            Line::Text(text) => match Request::read(text) {
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
) -> Result<Option<io::Result<Line>>> {
    let mut report = match Report::of(engine, reports, engine.quick_lines()) {
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
                    && let Ok(now) = Report::of(engine, reports, MainLines::Followed)
                {
                    report = now;
                }
            }
        }
    }
}

/// A report, and the state of the database that it is about.
struct Report {
    version: String,
    main_lines: MainLines,
    line: Option<String>,
}

impl Report {
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
