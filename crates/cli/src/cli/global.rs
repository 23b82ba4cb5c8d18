use super::interrupt;
use super::output::WrongUsage;
use crate::args::{self, explained};
use crate::program;
use crate::render::Coordinates;
use anstream::ColorChoice;
use anyhow::{Context, Result};
use bgo::internal::go::HashTable;
use bgo::internal::store::{Access, Database, Snapshot, StoreError};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// The heading of the options that every subcommand takes, which come last in help.
const GLOBAL: &str = "Global options";

/// Options that every subcommand takes.
#[derive(Debug, Args)]
pub(super) struct Global {
    /// The database [default: $BGO_DB, or else bgogames.sqlite beside the program or in the user's data
    /// folder; for demo, always demo.sqlite in that folder]
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// A hash table to use instead of the built-in one
    #[arg(long, global = true, help_heading = GLOBAL, value_name = "FILE")]
    hash_table: Option<PathBuf>,
    /// When to use colour
    #[arg(long, global = true, help_heading = GLOBAL, value_parser = explained(&COLOR_CHOICES), default_value = "auto")]
    pub color: ColorChoice,
    /// How points are named: sgf (pd) or western (Q16) [default: $BGO_COORDINATES, or else sgf]
    #[arg(long, global = true, help_heading = GLOBAL, value_enum)]
    #[arg(value_name = "NAMES", hide_possible_values = true)]
    coordinates: Option<Coordinates>,
}

const DATABASE: &str = "bgogames.sqlite";

const COLOR_CHOICES: [(&str, &str, ColorChoice); 3] = [
    ("auto", "On a terminal, unless NO_COLOR is set", ColorChoice::Auto),
    ("always", "Always", ColorChoice::Always),
    ("never", "Never", ColorChoice::Never),
];

impl Global {
    /// Returns how points are named, if an option or a variable says so.
    pub fn coordinates(&self) -> Result<Option<Coordinates>> {
        const NAME: &str = "BGO_COORDINATES";
        let variable = std::env::var_os(NAME).filter(|value| !value.is_empty());
        match (self.coordinates, variable) {
            (None, Some(value)) => match Coordinates::from_str(&value.to_string_lossy(), true) {
                Ok(coordinates) => Ok(Some(coordinates)),
                Err(_) => Err(WrongUsage::saying(format!(
                    "{NAME} is {value:?}: it must be sgf, western or empty"
                ))),
            },
            (option, _) => Ok(option),
        }
    }

    /// Returns the path of the database, which need not exist yet.
    pub fn database_path(&self) -> Result<PathBuf> {
        if let Some(path) = &self.db {
            return Ok(path.clone());
        }
        match std::env::var_os("BGO_DB").filter(|path| !path.is_empty()) {
            Some(path) => Ok(path.into()),
            None => match beside_program() {
                Some(path) => Ok(path),
                None => Ok(data_folder()?.join(DATABASE)),
            },
        }
    }

    pub fn hash_table(&self) -> Result<HashTable> {
        Ok(match &self.hash_table {
            Some(path) => HashTable::from_file(path)?,
            None => HashTable::built_in(),
        })
    }

    pub fn open_existing(&self) -> Result<Database> {
        let path = self.database_path()?;
        if !path.exists() {
            return Err(StoreError::Missing(path).into());
        }
        self.open(Access::Write)
    }

    pub fn snapshot(&self) -> Result<Snapshot> {
        Ok(self.open(Access::Read)?.snapshot()?)
    }

    pub fn open(&self, access: Access) -> Result<Database> {
        open(&self.database_path()?, self.hash_table()?, access)
    }
}

/// Returns the database in the folder of the program, if there is one, so that the folder can be carried along.
fn beside_program() -> Option<PathBuf> {
    Some(program::path().with_file_name(DATABASE)).filter(|path| path.exists())
}

/// Opens a database. Ctrl-C stops the work on it.
pub(super) fn open(path: &Path, table: HashTable, access: Access) -> Result<Database> {
    Ok(Database::open_with(
        path,
        table,
        access,
        interrupt::interrupt().clone(),
    )?)
}

pub(super) fn data_folder() -> Result<PathBuf> {
    args::data_folder().context("the user has no home folder; name a database with --db")
}
