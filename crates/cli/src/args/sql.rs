use super::{OutArgs, STANDARD, seconds};
use crate::render::{SheetForm, schema_text};
use bgo::sql::{SqlError, SqlSession};
use bgo::store::Database;
use clap::Args;
use std::io::Write;
use std::time::Duration;

/// A query in SQL, and the form of its rows.
#[derive(Args, Clone, Debug)]
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

    /// Writes the answer to `out`, a table in at most `columns` columns of the terminal;
    /// without a query, the tables and functions.
    pub fn ask(&self, db: &Database, columns: usize, out: &mut impl Write) -> Result<(), SqlError> {
        let questions = SqlSession::open(db, !self.unverified)?;
        if self.query.is_empty() {
            out.write_all(schema_text(&questions)?.as_bytes())?;
            return Ok(out.flush()?);
        }
        questions.ask(&self.query.join(" "), self.timeout, &mut *self.form(columns).sheet(out))
    }

    const fn form(&self, columns: usize) -> SheetForm {
        match (self.csv, self.json) {
            (true, _) => SheetForm::Csv {
                for_spreadsheet: self.spreadsheet,
            },
            (_, true) => SheetForm::Json,
            _ => SheetForm::Table { columns },
        }
    }
}
