//! The database file: its check, its index, and queries in SQL.

use super::{OutArgs, STANDARD, file_in, seconds};
use crate::render::{CountBar, FileSheet, TableSheet, Text, counted, json, json_fields, schema_text, size_text};
use bgo::internal::sql::{Parameters, Sheet, SqlError, SqlSession};
use bgo::internal::store::{Checked, Database, StoreError};
use clap::Args;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs a check, which is given the database and a function to call with the number of verified games, and shows
/// its progress.
pub fn check_database(
    database: &Database,
    quiet: bool,
    check: impl FnOnce(&Database, &mut dyn FnMut(u64)) -> Result<Checked, StoreError>,
) -> Result<Checked, StoreError> {
    let bar = CountBar::new(!quiet, "games");
    let state = database.snapshot().and_then(|snapshot| snapshot.state());
    let all = state.map_or(0, |state| state.games);
    check(database, &mut |games| bar.tell(games, all))
}

/// Fails if a check of the database at `path` found problems.
pub fn require_sound(checked: &Checked, path: &Path) -> Result<(), String> {
    let problems = match checked.problems.len() {
        0 => return Ok(()),
        1 => "1 problem was".to_owned(),
        problems => format!("{problems} problems were"),
    };
    Err(format!("{} is damaged: {problems} found", path.display()))
}

/// Returns the numbers of games and positions that were verified and the problems, after the repaired parts if damage
/// was to be repaired.
pub fn checked_text(checked: &Checked, repaired: Option<&[String]>, is_json: bool, quiet: bool) -> Text {
    let Checked {
        games,
        positions,
        problems,
    } = checked;
    if is_json {
        let mut fields = vec![
            ("games", json(games)),
            ("positions", json(positions)),
            ("problems", json(problems)),
        ];
        fields.extend(repaired.map(|repaired| ("repaired", json(&repaired))));
        return json_fields(&fields).into();
    }
    let repaired = repaired.iter().copied().flatten();
    let mut text: String = repaired.map(|part| format!("repaired: {part}\n")).collect();
    text.extend(problems.iter().map(|problem| format!("{problem}\n")));
    if problems.is_empty() && !quiet {
        let (games, positions) = (counted(*games, "game"), counted(*positions, "position"));
        text.push_str(&format!("no problems: {games}, {positions}\n"));
    }
    text.into()
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
        return Ok(Text::from(json_fields(&[
            ("segments_before", json(&segments_before)),
            ("segments", json(&segments)),
            ("bytes_before", json(&bytes_before)),
            ("bytes", json(&bytes)),
            ("seconds", json(&seconds)),
        ])));
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
        !self.is_in("csv") && !self.is_in("json")
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
        if self.is_for_people() || self.query.is_empty() {
            out.write_all(self.ask(db)?.without_styles().as_bytes())?;
            return Ok(out.flush()?);
        }
        let session = SqlSession::open(db, !self.unverified)?;
        let mut sheet = if self.is_in("csv") {
            FileSheet::csv(out, self.spreadsheet)
        } else {
            FileSheet::json(out)
        };
        self.answer(&session, &mut sheet)
    }

    fn answer(&self, questions: &SqlSession, sheet: &mut dyn Sheet) -> Result<(), SqlError> {
        questions.ask(&self.query.join(" "), &Parameters::NONE, self.timeout, sheet)
    }

    /// Returns whether the rows are in a form: that of an option, whatever the name of the file is, or else that of its
    /// ending.
    fn is_in(&self, form: &str) -> bool {
        match (self.csv, self.json) {
            (false, false) => self.out.ends_in(form),
            (is_csv, _) => is_csv == (form == "csv"),
        }
    }
}
