use super::global::Global;
use crate::args::SqlArgs;
use crate::render::stdout;
use anyhow::Result;
use bgo::store::Access;
use std::io::BufWriter;
use std::process::ExitCode;

/// Query the database in SQL (read-only)
///
/// Without a query, prints the tables with their columns, and the functions beside those of
/// SQLite. docs/sql.md describes them and has examples.
#[derive(Debug, clap::Args)]
pub(super) struct Sql {
    #[command(flatten)]
    args: SqlArgs,
}

pub(super) fn run(global: &Global, sql: &Sql) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    sql.args.ask(&db, &mut BufWriter::new(stdout()))?;
    Ok(ExitCode::SUCCESS)
}
