use super::{OutArgs, STANDARD, file_in, seconds};
use crate::render::{SheetForm, TableSheet, Text, schema_text};
use bgo::sql::{Parameters, Sheet, SqlError, SqlSession};
use bgo::store::Database;
use clap::Args;
use std::io::Write;
use std::time::Duration;

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
        let by_name = |ending| !(self.csv || self.json) && self.out.ends_in(ending);
        match (self.csv || by_name("csv"), self.json || by_name("json")) {
            (true, _) => Some(SheetForm::Csv {
                for_spreadsheet: self.spreadsheet,
            }),
            (_, true) => Some(SheetForm::Json),
            _ => None,
        }
    }
}
