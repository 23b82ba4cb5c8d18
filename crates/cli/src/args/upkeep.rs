//! The database file: its check, its index, and queries in SQL.

use super::{OutArgs, STANDARD, file_in, seconds};
use crate::render::{CountBar, SheetForm, TableSheet, Text, counted, json, schema_text, size_text};
use bgo::internal::sql::{Parameters, Sheet, SqlError, SqlSession};
use bgo::internal::store::{Checked, Database, StoreError};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

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

pub fn check_database(database: &Database, quiet: bool) -> Result<CheckReport, StoreError> {
    let bar = CountBar::new(!quiet, "games");
    let all = database
        .snapshot()
        .and_then(|snapshot| snapshot.state())
        .map_or(0, |state| state.games);
    Ok(CheckReport {
        checked: database.check(|games| bar.tell(games, all))?,
        repaired: None,
    })
}

impl CheckReport {
    pub fn require_sound(&self, path: &Path) -> Result<(), String> {
        let problems = match self.checked.problems.len() {
            0 => return Ok(()),
            1 => "1 problem was".to_owned(),
            problems => format!("{problems} problems were"),
        };
        Err(format!("{} is damaged: {problems} found", path.display()))
    }

    pub fn text(&self, is_json: bool, quiet: bool) -> Text {
        if is_json {
            return json(self).into();
        }
        let repaired = self.repaired.iter().flatten();
        let mut text: String = repaired.map(|part| format!("repaired: {part}\n")).collect();
        let Checked {
            games,
            positions,
            problems,
        } = &self.checked;
        text.extend(problems.iter().map(|problem| format!("{problem}\n")));
        if problems.is_empty() && !quiet {
            let (games, positions) = (counted(*games, "game"), counted(*positions, "position"));
            text.push_str(&format!("no problems: {games}, {positions}\n"));
        }
        text.into()
    }
}

#[derive(Serialize)]
struct Summary {
    segments_before: u64,
    segments: u64,
    bytes_before: u64,
    bytes: u64,
    seconds: f64,
}

/// Merges the index into one segment, shows progress, and returns what became of it.
pub fn optimize(database: &Database, is_json: bool, quiet: bool) -> Result<Text, StoreError> {
    let started = Instant::now();
    let (segments_before, bytes_before) = size(database)?;
    let bar = CountBar::new(!quiet, "positions");
    database.optimize(|done, all| bar.tell(done, all))?;
    drop(bar);
    let (segments, bytes) = size(database)?;
    let seconds = started.elapsed().as_secs_f64();
    if is_json {
        return Ok(Text::from(json(&Summary {
            segments_before,
            segments,
            bytes_before,
            bytes,
            seconds,
        })));
    }
    if quiet {
        return Ok(Text::default());
    }
    let (segments_before, bytes_before) = (counted(segments_before, "segment"), size_text(bytes_before));
    let bytes = size_text(bytes);
    Ok(Text::from(format!(
        "{segments_before} became {segments}, {bytes_before} became {bytes}, in {seconds:.1} s\n"
    )))
}

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
