use super::Global;
use super::output::print;
use crate::ask::SqlFormArgs;
use crate::render::{schema_text, stdout};
use anyhow::Result;
use bgo::sql::Questions;
use bgo::store::Access;
use std::io::BufWriter;
use std::process::ExitCode;

/// Ask in SQL; nothing can be changed
///
/// Without a query, what can be asked for: games, players, archives, sources,
/// files of positions and positions, their columns, and the functions beside those of
/// SQLite.
/// docs/sql.md describes them and has examples.
#[derive(Debug, clap::Args)]
pub(super) struct SqlArgs {
    /// One SELECT, in quotes; a text in it is in single quotes
    #[arg(value_name = "QUERY")]
    query: Option<String>,
    #[command(flatten)]
    form: SqlFormArgs,
    /// Do not verify the tables that the query reads: damage may give wrong rows
    #[arg(long)]
    unverified: bool,
}

pub(super) fn run(global: &Global, args: &SqlArgs) -> Result<ExitCode> {
    // An earlier schema is brought up to date here.
    let questions = Questions::open(&global.open(Access::Read)?, !args.unverified)?;
    match &args.query {
        None => print(schema_text(&questions)?)?,
        Some(query) => {
            let mut sheet = args.form.form().sheet(BufWriter::new(stdout()));
            questions.ask(query, args.form.timeout(), &mut *sheet)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
