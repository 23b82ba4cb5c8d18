//! The summary of a database that `bgo info` and the API give.

use bgo::store::{Database, Inventory, Parts, Snapshot, State, StoreError};
use serde::Serialize;
use std::collections::BTreeMap;

/// The numbers of games, positions, players and so on in a database.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Info {
    /// The version of the program; only the API tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(required, with = "String"))]
    version: Option<&'static str>,
    /// Only `bgo info` tells of the file.
    #[serde(flatten)]
    #[cfg_attr(test, schemars(skip))]
    file: Option<FileInfo>,
    /// The number that tells the database from others, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(required, with = "String"))]
    identity: Option<String>,
    /// The number of the last change.
    generation: u64,
    /// The number of games.
    games: u64,
    /// The number of positions of all games.
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    segments: Option<u64>,
    /// The number of archives.
    archives: u64,
    /// The number of places where games were found.
    sources: u64,
    /// The number of names of players.
    players: u64,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(skip))]
    files: Option<ImportedFiles>,
    /// The earliest year of a dated game.
    first_year: Option<u16>,
    /// The latest year of a dated game.
    last_year: Option<u16>,
    /// The games by size of the board.
    board_sizes: Vec<GamesOfSize>,
    /// The games by year, undated ones first.
    years: Vec<GamesOfYear>,
}

/// The database file.
#[derive(Serialize)]
struct FileInfo {
    path: String,
    bytes: u64,
    parts: Parts,
    hash_table: String,
}

/// The numbers of imported files other than archives, and of their contents.
#[derive(Serialize)]
struct ImportedFiles {
    position_files: u64,
    position_records: u64,
    analysis_files: u64,
    /// The number of analyses, from these files and from records.
    analyses: u64,
}

/// The number of games on a size of board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GamesOfSize {
    /// The lines of the board.
    board_size: u8,
    /// The number of games.
    games: u64,
}

/// The number of games of a year, or of those without a date.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GamesOfYear {
    /// The year; `None` for games without a date.
    year: Option<u16>,
    /// The number of games.
    games: u64,
}

impl Info {
    /// Returns what `bgo info` tells.
    pub fn of_file(db: &Database, inventory: Inventory) -> Self {
        let Inventory {
            state,
            positions,
            bytes,
            parts,
            board_sizes,
            years,
        } = inventory;
        Self {
            file: Some(FileInfo {
                path: db.path().display().to_string(),
                bytes,
                parts,
                hash_table: format!("{:08x}", db.hash_table().fingerprint()),
            }),
            segments: Some(state.segments),
            files: Some(ImportedFiles {
                position_files: state.position_files,
                position_records: state.position_records,
                analysis_files: state.analysis_files,
                analyses: state.analyses,
            }),
            ..Self::new(&state, positions, board_sizes, years)
        }
    }

    /// Reads what the API tells, which is not where the file is.
    pub fn of_games(snapshot: &Snapshot) -> Result<Self, StoreError> {
        let mut sizes: BTreeMap<u8, u64> = BTreeMap::new();
        let mut years: BTreeMap<Option<u16>, u64> = BTreeMap::new();
        snapshot.visit_columns(|_, columns| {
            *sizes.entry(columns.board_size.lines()).or_default() += 1;
            *years.entry(columns.year()).or_default() += 1;
        })?;
        Ok(Self {
            version: Some(env!("CARGO_PKG_VERSION")),
            identity: Some(format!("{:016x}", snapshot.identity()?)),
            ..Self::new(&snapshot.state()?, snapshot.position_count()?, sizes, years)
        })
    }

    fn new(state: &State, positions: u64, sizes: BTreeMap<u8, u64>, years: BTreeMap<Option<u16>, u64>) -> Self {
        let mut dated = years.keys().flatten();
        let first_year = dated.next().copied();
        Self {
            version: None,
            identity: None,
            file: None,
            generation: state.generation,
            games: state.games,
            positions,
            segments: None,
            archives: state.archives,
            sources: state.sources,
            players: state.players,
            files: None,
            first_year,
            last_year: dated.next_back().copied().or(first_year),
            board_sizes: sizes
                .into_iter()
                .map(|(board_size, games)| GamesOfSize { board_size, games })
                .collect(),
            years: years
                .into_iter()
                .map(|(year, games)| GamesOfYear { year, games })
                .collect(),
        }
    }
}
