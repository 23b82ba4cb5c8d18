use super::Global;
use crate::query::require_game;
use crate::store::{Access, StoredRecord};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the original record of a game, byte for byte
#[derive(Debug, clap::Args)]
pub(super) struct SgfArgs {
    /// The game's number
    #[arg(value_name = "GAME")]
    game: i64,
    /// Write it to a file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(global: &Global, args: &SgfArgs) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    let StoredRecord { sgf, .. } = db.read(|| {
        require_game(&db, args.game)?;
        Ok::<_, crate::query::QueryError>(db.record(args.game)?)
    })?;
    match &args.out {
        None => std::io::stdout()
            .lock()
            .write_all(&sgf)
            .context("standard output cannot be written")?,
        Some(path) => File::create_new(path)
            .and_then(|mut file| file.write_all(&sgf))
            .with_context(|| format!("{} cannot be written", path.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}
