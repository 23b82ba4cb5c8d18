use super::Global;
use super::output::{print, print_json};
use crate::store::{Access, Database, StoreError};
use anyhow::Result;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// Tell what is in the database: games, positions, players and so on
#[derive(Debug, clap::Args)]
pub(super) struct InfoArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    path: String,
    bytes: u64,
    hash_table: String,
    games: u64,
    positions: u64,
    segments: u64,
    archives: u64,
    sources: u64,
    players: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    board_sizes: Vec<SizeCount>,
}

#[derive(Serialize)]
struct SizeCount {
    board_size: u8,
    games: u64,
}

pub(super) fn run(global: &Global, args: &InfoArgs) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    let info = collect(&db)?;
    if args.json {
        print_json(&info)?
    } else {
        print(&table(&info)?)?
    }
    Ok(ExitCode::SUCCESS)
}

fn collect(db: &Database) -> Result<Info, StoreError> {
    let index = db.index_size()?;
    let (first_year, last_year) = db.years()?.unzip();
    Ok(Info {
        path: db.path().display().to_string(),
        bytes: db.byte_count()?,
        hash_table: format!("{:08x}", db.hash_table().fingerprint()),
        games: db.game_count()?,
        positions: index.positions,
        segments: index.segments,
        archives: db.archive_count()?,
        sources: db.source_count()?,
        players: db.player_count()?,
        first_year,
        last_year,
        board_sizes: db
            .games_by_size()?
            .into_iter()
            .map(|(board_size, games)| SizeCount { board_size, games })
            .collect(),
    })
}

fn table(info: &Info) -> Result<String, std::fmt::Error> {
    let years = match (info.first_year, info.last_year) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none known".to_owned(),
    };
    let mut out = String::new();
    let rows: [(&str, &dyn std::fmt::Display); 10] = [
        ("database", &info.path),
        ("bytes", &info.bytes),
        ("hash table", &info.hash_table),
        ("games", &info.games),
        ("positions", &info.positions),
        ("segments", &info.segments),
        ("archives", &info.archives),
        ("sources", &info.sources),
        ("players", &info.players),
        ("years", &years),
    ];
    for (name, value) in rows {
        writeln!(out, "{name:<11} {value}")?;
    }
    for SizeCount { board_size, games } in &info.board_sizes {
        let size = format!("{board_size}x{board_size}");
        writeln!(out, "{size:<11} {games} games")?;
    }
    Ok(out)
}
