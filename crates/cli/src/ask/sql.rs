use crate::render::Form;
use clap::Args;
use std::time::Duration;

/// The form of a query's rows, and its time limit.
#[derive(Args, Clone, Debug)]
pub struct SqlFormArgs {
    /// Write all rows as CSV, after a line with the names of the columns
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// In CSV, write ' before texts that a spreadsheet would take for formulas: those that begin with =, +, -, @
    #[arg(long, requires = "csv")]
    spreadsheet: bool,
    /// Write all rows as one JSON document
    #[arg(long)]
    json: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds @ 1..) => Ok(Duration::from_secs(seconds)),
        _ => Err("the time is a number of seconds, 1 or more"),
    }
}

impl SqlFormArgs {
    /// Returns the form in which the rows are written.
    #[must_use]
    pub const fn form(&self) -> Form {
        match (self.csv, self.json) {
            (true, _) => Form::Csv {
                for_spreadsheet: self.spreadsheet,
            },
            (_, true) => Form::Json,
            _ => Form::Table,
        }
    }

    /// Returns the time after which the query is given up, if there is one.
    #[must_use]
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }
}
