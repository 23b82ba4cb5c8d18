//! The summary of a database that `bgo info` and the API give.

use crate::program::{self, Program};
use crate::render::{Text, counted, grouped, json, printable, size_text};
use bgo::internal::files::FileId;
use bgo::internal::store::{Database, Inventory, Parts, Snapshot, State, StoreError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;

/// The numbers of games, positions, players and so on in a database.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Info {
    /// The version of the program.
    version: &'static str,
    // Only `bgo info` tells of the rest of the program, and of the file.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    program: Option<Program>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    schema: Option<u32>,
    /// The permission to change the database: for nobody, for the server's own_page, or for whoever has the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(required, with = "String"))]
    changes: Option<&'static str>,
    /// True if the server ends after its last page is closed, or by /quit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(required, with = "bool"))]
    until_closed: Option<bool>,
    /// A name of the file on the server's computer, which says nothing of its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(required, with = "String"))]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    parts: Option<Parts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    hash_table: Option<String>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    position_files: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    position_records: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    analysis_files: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(skip))]
    analyses: Option<u64>,
    /// The earliest year of a dated game.
    first_year: Option<u16>,
    /// The latest year of a dated game.
    last_year: Option<u16>,
    /// The games by size of the board.
    board_sizes: Vec<GamesOfSize>,
    /// The games by year, undated ones first.
    years: Vec<GamesOfYear>,
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
    fn of_file(db: &Database, inventory: Inventory, parts: Option<Parts>) -> Self {
        let Inventory {
            state,
            positions,
            bytes,
            schema,
            board_sizes,
            years,
        } = inventory;
        Self {
            program: Some(Program::running()),
            schema: Some(schema),
            path: Some(db.path().display().to_string()),
            bytes: Some(bytes),
            parts,
            hash_table: Some(format!("{:08x}", db.hash_table().fingerprint())),
            segments: Some(state.segments),
            position_files: Some(state.position_files),
            position_records: Some(state.position_records),
            analysis_files: Some(state.analysis_files),
            analyses: Some(state.analyses),
            ..Self::new(&state, positions, board_sizes, years)
        }
    }

    /// Reads what the API tells, which is not where the file is. `changes` names the permission to change the database,
    /// and `is_until_closed` tells whether the server ends after its last page.
    pub fn of_games(snapshot: &Snapshot, changes: &'static str, is_until_closed: bool) -> Result<Self, StoreError> {
        let Inventory {
            state,
            positions,
            board_sizes,
            years,
            ..
        } = snapshot.inventory()?;
        let path = snapshot.path();
        let file = FileId::of(path).map_err(|_| StoreError::Missing(path.to_owned()))?;
        Ok(Self {
            changes: Some(changes),
            until_closed: Some(is_until_closed),
            file: Some(file.name()),
            identity: Some(format!("{:016x}", snapshot.identity()?)),
            ..Self::new(&state, positions, board_sizes, years)
        })
    }

    fn new(state: &State, positions: u64, sizes: BTreeMap<u8, u64>, years: BTreeMap<Option<u16>, u64>) -> Self {
        let mut dated = years.keys().flatten();
        let first_year = dated.next().copied();
        Self {
            version: program::VERSION,
            program: None,
            schema: None,
            changes: None,
            until_closed: None,
            file: None,
            identity: None,
            path: None,
            bytes: None,
            parts: None,
            hash_table: None,
            generation: state.generation,
            games: state.games,
            positions,
            segments: None,
            archives: state.archives,
            sources: state.sources,
            players: state.players,
            position_files: None,
            position_records: None,
            analysis_files: None,
            analyses: None,
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

/// Returns the games, the players and the years of a database on a line, as the first screen shows them.
pub(crate) fn summary_line(snapshot: &Snapshot) -> Result<String, StoreError> {
    let Inventory { state, years, .. } = snapshot.inventory()?;
    let name = snapshot.path().file_name().unwrap_or_default().to_string_lossy();
    let [games, players] = [(state.games, "game"), (state.players, "player")].map(|(number, one)| {
        let s = if number == 1 { "" } else { "s" };
        format!("{} {one}{s}", grouped(number))
    });
    let mut dated = years.keys().flatten();
    let span = match (dated.next(), dated.next_back()) {
        (Some(first), Some(last)) => format!(", {first} to {last}"),
        (Some(only), None) => format!(", {only}"),
        (None, _) => String::new(),
    };
    Ok(format!("{}: {games}, {players}{span}", printable(&name)))
}

/// With more years than this, the text counts games by decade.
const MAX_YEARS: usize = 25;

const OF_POSITION_FILES: [&str; 2] = ["  positions", "imported"];

const OF_ANALYSES: [&str; 2] = ["  analyses", "analyses"];

/// The arguments of `info`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct InfoArgs {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Also print how much room each part of the file takes, which reads all of it
    #[arg(long)]
    pub sizes: bool,
}

pub fn info_text(database: &Database, args: InfoArgs) -> Result<Text, StoreError> {
    let snapshot = database.snapshot()?;
    let inventory = snapshot.inventory()?;
    let parts = args.sizes.then(|| snapshot.parts()).transpose()?;
    Ok(Text::from(if args.json {
        json(&Info::of_file(database, inventory, parts))
    } else {
        table(database, &inventory, parts)
    }))
}

fn table(db: &Database, inventory: &Inventory, parts: Option<Parts>) -> String {
    let Inventory {
        state,
        positions,
        bytes,
        schema,
        board_sizes,
        years,
    } = inventory;
    let path = db.path().display();
    let hash_table = format!("{:08x}", db.hash_table().fingerprint());
    let imported = format!(
        "{} in {}",
        counted(state.position_records, "position"),
        counted(state.position_files, "file")
    );
    let mut out = String::new();
    let mut sizes = vec![("database", path.to_string()), ("size", size_text(*bytes))];
    if let Some(parts) = parts {
        sizes.extend([
            ("  index", size_text(parts.index)),
            ("  records", size_text(parts.records)),
            ("  games", size_text(parts.games)),
            ("  sources", size_text(parts.sources)),
            ("  positions", size_text(parts.position_files)),
            ("  analyses", size_text(parts.analyses)),
            ("  free", size_text(parts.free)),
            ("  other", size_text(parts.other)),
        ]);
    }
    let rows: [(&str, &dyn Display); 11] = [
        ("schema", schema),
        ("hash table", &hash_table),
        ("games", &state.games),
        ("positions", positions),
        ("imported", &imported),
        ("analyses", &state.analyses),
        ("segments", &state.segments),
        ("archives", &state.archives),
        ("sources", &state.sources),
        ("players", &state.players),
        ("years", &span(years)),
    ];
    let sizes = sizes.iter().map(|(name, size)| (*name, size as &dyn Display));
    for (name, value) in sizes.chain(rows) {
        let is_left_out = state.position_files == 0 && OF_POSITION_FILES.contains(&name)
            || state.analyses == 0 && OF_ANALYSES.contains(&name);
        if !is_left_out {
            out.push_str(&format!("{name:<11} {value}\n"));
        }
    }
    for (board_size, games) in board_sizes {
        let size = format!("{board_size}x{board_size}");
        out.push_str(&format!("{size:<11} {}\n", counted(*games, "game")));
    }
    for (years, games) in by_year(years) {
        out.push_str(&format!("{years:<11} {}\n", counted(games, "game")));
    }
    out
}

fn span(years: &BTreeMap<Option<u16>, u64>) -> String {
    let mut dated = years.keys().flatten();
    match (dated.clone().next(), dated.next_back()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none known".to_owned(),
    }
}

fn by_year(years: &BTreeMap<Option<u16>, u64>) -> Vec<(String, u64)> {
    let by_decade = years.len() > MAX_YEARS;
    let mut rows: Vec<(String, u64)> = Vec::new();
    for (year, games) in years {
        let name = match year {
            None => "undated".to_owned(),
            Some(year) if by_decade => format!("{}s", year / 10 * 10),
            Some(year) => year.to_string(),
        };
        match rows.last_mut() {
            Some((last, sum)) if *last == name => *sum += games,
            _ => rows.push((name, *games)),
        }
    }
    rows
}
