use super::global::Global;
use super::{interrupt, output};
use crate::args::{SqlArgs, Used};
use anyhow::{Context, Result};
use bgo::sql::SqlError;
use bgo::store::Access;
use std::io::{IsTerminal, Read, stdin};
use std::path::Path;
use std::process::ExitCode;

/// The most bytes that are read of a query: more than it may have, so that a longer one is refused.
const LONGEST_QUERY: u64 = 128 << 10;

/// Query the database in SQL (read-only)
///
/// The query may also come from standard input. Without one, prints the tables with their
/// columns, and the functions beside those of SQLite. docs/sql.md describes them and has
/// examples.
#[derive(Debug, clap::Args)]
pub(super) struct Sql {
    #[command(flatten)]
    args: SqlArgs,
}

pub(super) fn run(global: &Global, sql: &Sql) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    let mut args = sql.args.clone();
    if !args.has_query() && !stdin().is_terminal() {
        let mut query = String::new();
        let _waiting = interrupt::interrupt().wait();
        let read = stdin().take(LONGEST_QUERY).read_to_string(&mut query);
        read.context("the query on standard input cannot be read")?;
        args.set_query(query);
    }
    let out = args.out.begin(Path::to_owned, &Used::database(db.path()))?;
    match args.out.file() {
        None if args.is_for_people() => output::print(args.ask(&db)?)?,
        None => args.write(&db, &mut out.writer()?)?,
        Some(_) => match args.write(&db, &mut out.writer()?) {
            Err(SqlError::Output(error)) => return Err(out.failed(error).into()),
            written => written?,
        },
    }
    out.complete()?;
    Ok(ExitCode::SUCCESS)
}
