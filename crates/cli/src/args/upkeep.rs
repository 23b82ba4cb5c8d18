//! The database file: its check, its index, and queries in SQL.

use super::{OutArgs, STANDARD, file_in, seconds};
use crate::render::{CountBar, SheetForm, TableSheet, Text, counted, json, schema_text, size_text};
use bgo::sql::{Parameters, Sheet, SqlError, SqlSession};
use bgo::store::{Checked, Database, StoreError};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Arguments for verifying the database.
#[derive(Args, Clone, Copy, Debug)]
pub struct CheckArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress, and nothing if there are no problems
    #[arg(long, short)]
    quiet: bool,
}

/// The result of a check.
#[derive(Serialize)]
pub struct CheckReport {
    /// The numbers of games and positions that were verified, and the problems.
    #[serde(flatten)]
    pub checked: Checked,
    /// The repaired parts, if damage was to be repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<Vec<String>>,
}

/// A database with problems, at least one.
#[derive(Debug, Error)]
#[error("{} is damaged: {} found", path.display(), match problems {
    1 => "1 problem was".to_owned(),
    _ => format!("{problems} problems were"),
})]
pub struct DamagedDatabase {
    path: PathBuf,
    problems: usize,
}

impl CheckArgs {
    pub fn check(&self, database: &Database) -> Result<Checked, StoreError> {
        let bar = CountBar::new(!self.quiet, "games");
        let all = database
            .snapshot()
            .and_then(|snapshot| snapshot.state())
            .map_or(0, |state| state.games);
        database.check(|games| bar.tell(games, all))
    }

    pub fn text(&self, report: &CheckReport) -> Text {
        Text::from(if self.json {
            json(report)
        } else {
            report.lines(self.quiet)
        })
    }
}

impl CheckReport {
    pub fn require_sound(&self, path: &Path) -> Result<(), DamagedDatabase> {
        match self.checked.problems.len() {
            0 => Ok(()),
            problems => Err(DamagedDatabase {
                path: path.to_owned(),
                problems,
            }),
        }
    }

    fn lines(&self, quiet: bool) -> String {
        let Self { checked, repaired } = self;
        let mut lines: Vec<String> = repaired
            .iter()
            .flatten()
            .map(|part| format!("repaired: {part}"))
            .collect();
        let Checked {
            games,
            positions,
            problems,
        } = checked;
        lines.extend_from_slice(problems);
        if problems.is_empty() && !quiet {
            let (games, positions) = (counted(*games, "game"), counted(*positions, "position"));
            lines.push(format!("no problems: {games}, {positions}"));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Arguments for merging the index into one segment.
#[derive(Args, Clone, Copy, Debug)]
pub struct OptimizeArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Serialize)]
struct Summary {
    segments_before: u64,
    segments: u64,
    bytes_before: u64,
    bytes: u64,
    seconds: f64,
}

impl OptimizeArgs {
    /// Merges the index, shows progress, and returns what became of it.
    pub fn optimize(&self, database: &Database) -> Result<Text, StoreError> {
        let started = Instant::now();
        let (segments_before, bytes_before) = size(database)?;
        let bar = CountBar::new(!self.quiet, "positions");
        database.optimize(|done, all| bar.tell(done, all))?;
        drop(bar);
        let (segments, bytes) = size(database)?;
        let summary = Summary {
            segments_before,
            segments,
            bytes_before,
            bytes,
            seconds: started.elapsed().as_secs_f64(),
        };
        Ok(Text::from(match self {
            Self { json: true, .. } => json(&summary),
            Self { quiet: true, .. } => String::new(),
            _ => summary.text(),
        }))
    }
}

impl Summary {
    fn text(&self) -> String {
        let Self {
            segments_before,
            segments,
            bytes_before,
            bytes,
            seconds,
        } = self;
        format!(
            "{} became {segments}, {} became {}, in {seconds:.1} s\n",
            counted(*segments_before, "segment"),
            size_text(*bytes_before),
            size_text(*bytes)
        )
    }
}

/// Returns how many segments the index has, and the bytes of the file.
fn size(database: &Database) -> Result<(u64, u64), StoreError> {
    let snapshot = database.snapshot()?;
    Ok((snapshot.state()?.segments, snapshot.bytes()?))
}

/// A query in SQL, and the form of its rows.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["csv", "json"]))))]
pub struct SqlArgs {
    /// One SELECT statement; on a command line in double quotes, because texts in it are in single quotes. Without it, the tables are listed
    #[arg(value_name = "QUERY")]
    query: Vec<String>,
    /// Write all rows as CSV, after a line of column names
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// In CSV, write ' before text that a spreadsheet would take for a formula: that begins with =, +, -, @
    #[arg(long, requires = "csv")]
    spreadsheet: bool,
    /// Write all rows as one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub out: OutArgs,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Do not verify the tables that the query reads: damage may give wrong rows
    #[arg(long)]
    unverified: bool,
}

impl SqlArgs {
    /// Returns whether there is a query. `-` is that on standard input.
    pub fn has_query(&self) -> bool {
        !self.query.is_empty() && self.query != [STANDARD]
    }

    /// Sets the query. A blank text is none.
    pub fn set_query(&mut self, text: String) {
        // Blanks at the end count for the length, lest a text that was cut there passes.
        self.query = Some(text).filter(|text| !text.trim().is_empty()).into_iter().collect();
    }

    /// Returns whether the answer is for people, not CSV or JSON.
    pub fn is_for_people(&self) -> bool {
        self.form().is_none()
    }

    /// Returns the rows as a table; without a query, the tables and functions.
    pub fn ask(&self, db: &Database) -> Result<Text, SqlError> {
        let questions = SqlSession::open(db, !self.unverified)?;
        if self.query.is_empty() {
            return Ok(schema_text(&questions)?.into());
        }
        let mut table = TableSheet::default();
        self.answer(&questions, &mut table)?;
        Ok(table.into_text())
    }

    /// Writes the answer to `out` in the form that is wanted.
    pub fn write(&self, db: &Database, out: &mut impl Write) -> Result<(), SqlError> {
        match self.form() {
            Some(form) if !self.query.is_empty() => {
                self.answer(&SqlSession::open(db, !self.unverified)?, &mut *form.sheet(out))
            }
            _ => {
                out.write_all(self.ask(db)?.without_styles().as_bytes())?;
                Ok(out.flush()?)
            }
        }
    }

    fn answer(&self, questions: &SqlSession, sheet: &mut dyn Sheet) -> Result<(), SqlError> {
        questions.ask(&self.query.join(" "), &Parameters::NONE, self.timeout, sheet)
    }

    fn form(&self) -> Option<SheetForm> {
        // What is asked for by an option, whatever the name of the file is
        let by_name = !self.csv && !self.json;
        if self.csv || by_name && self.out.ends_in("csv") {
            Some(SheetForm::Csv {
                for_spreadsheet: self.spreadsheet,
            })
        } else if self.json || by_name && self.out.ends_in("json") {
            Some(SheetForm::Json)
        } else {
            None
        }
    }
}
