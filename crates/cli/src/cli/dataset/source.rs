use super::super::global::Global;
use crate::args::{FilterArgs, with_archives};
use anyhow::Result;
use bgo::query::{Choice, Filter, Find};
use bgo_research::dataset::{DatasetError, GameSource};
use clap::Args;
use std::path::{Path, PathBuf};

/// The games of the database as a source, beside the argument `inputs`.
#[derive(Args, Debug)]
pub(super) struct DatabaseArgs {
    /// Take games from the database: those that meet the conditions below
    #[arg(long, conflicts_with = "inputs")]
    database: bool,
    /// Games with this word; see find. Can be repeated
    #[arg(
        long,
        value_name = "WORD",
        requires = "database",
        help_heading = "Conditions on games"
    )]
    word: Vec<String>,
    #[command(flatten)]
    filter: FilterArgs,
}

impl DatabaseArgs {
    /// Fails if there are conditions and no database.
    pub fn verify(&self) -> Result<(), &'static str> {
        match !self.database && self.filter.filter() != Filter::default() {
            true => Err("conditions on games are for those of the database (--database); an archive has all its games"),
            false => Ok(()),
        }
    }

    /// Calls `make` with the games of the database, or with archives.
    pub fn with_source<T>(
        &self,
        global: &Global,
        archives: impl FnOnce() -> Result<Vec<PathBuf>>,
        make: impl FnOnce(&GameSource<'_>) -> Result<T, DatasetError>,
    ) -> Result<T> {
        if !self.database {
            return Ok(make(&GameSource::Archives(&archives()?))?);
        }
        let snapshot = global.snapshot()?;
        let filter = with_archives(self.filter.filter(), &snapshot, Path::to_path_buf)?;
        let find = Find {
            filter: &filter,
            words: &self.word,
        };
        Ok(make(&GameSource::Database(&snapshot, Choice::Find(find)))?)
    }
}
