use super::Global;
use super::output::{print, print_json};
use crate::render::counted;
use anyhow::Result;
use bgo::store::{Access, Inventory, Parts};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// With more years than this the text tells games by decade.
const MAX_YEARS: usize = 25;

/// Rows of the text that are there with files of positions only.
const OF_POSITION_FILES: [&str; 2] = ["  positions", "imported"];

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
    parts: Parts,
    hash_table: String,
    generation: u64,
    games: u64,
    positions: u64,
    segments: u64,
    archives: u64,
    sources: u64,
    players: u64,
    position_files: u64,
    position_records: u64,
    first_year: Option<u16>,
    last_year: Option<u16>,
    board_sizes: Vec<SizeCount>,
    years: Vec<YearCount>,
}

#[derive(Serialize)]
struct SizeCount {
    board_size: u8,
    games: u64,
}

#[derive(Serialize)]
struct YearCount {
    year: Option<u16>,
    games: u64,
}

pub(super) fn run(global: &Global, args: &InfoArgs) -> Result<ExitCode> {
    let db = global.open(Access::Read)?;
    let hash_table = format!("{:08x}", db.hash_table().fingerprint());
    let info = Info::new(db.path().display().to_string(), hash_table, db.snapshot()?.inventory()?);
    if args.json {
        print_json(&info)?
    } else {
        print(table(&info)?)?
    }
    Ok(ExitCode::SUCCESS)
}

impl Info {
    fn new(path: String, hash_table: String, inventory: Inventory) -> Self {
        let Inventory {
            state,
            positions,
            bytes,
            parts,
            board_sizes,
            years,
        } = inventory;
        let mut dated = years.keys().flatten();
        let first_year = dated.next().copied();
        Self {
            path,
            bytes,
            parts,
            hash_table,
            generation: state.generation,
            games: state.games,
            positions,
            segments: state.segments,
            archives: state.archives,
            sources: state.sources,
            players: state.players,
            position_files: state.position_files,
            position_records: state.position_records,
            first_year,
            last_year: dated.next_back().copied().or(first_year),
            board_sizes: board_sizes
                .into_iter()
                .map(|(board_size, games)| SizeCount { board_size, games })
                .collect(),
            years: years
                .into_iter()
                .map(|(year, games)| YearCount { year, games })
                .collect(),
        }
    }
}

fn table(info: &Info) -> Result<String, std::fmt::Error> {
    let years = match (info.first_year, info.last_year) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none known".to_owned(),
    };
    let mut out = String::new();
    let imported = format!(
        "{} in {}",
        counted(info.position_records, "position"),
        counted(info.position_files, "file")
    );
    let rows: [(&str, &dyn std::fmt::Display); 18] = [
        ("database", &info.path),
        ("bytes", &info.bytes),
        ("  index", &info.parts.index),
        ("  records", &info.parts.records),
        ("  games", &info.parts.games),
        ("  sources", &info.parts.sources),
        ("  positions", &info.parts.position_files),
        ("  free", &info.parts.free),
        ("  other", &info.parts.other),
        ("hash table", &info.hash_table),
        ("games", &info.games),
        ("positions", &info.positions),
        ("imported", &imported),
        ("segments", &info.segments),
        ("archives", &info.archives),
        ("sources", &info.sources),
        ("players", &info.players),
        ("years", &years),
    ];
    for (name, value) in rows {
        if info.position_files > 0 || !OF_POSITION_FILES.contains(&name) {
            writeln!(out, "{name:<11} {value}")?;
        }
    }
    for SizeCount { board_size, games } in &info.board_sizes {
        let size = format!("{board_size}x{board_size}");
        writeln!(out, "{size:<11} {games} games")?;
    }
    for (years, games) in by_year(&info.years) {
        writeln!(out, "{years:<11} {games} games")?;
    }
    Ok(out)
}

/// Games by year, or by decade if that would be a long list.
fn by_year(years: &[YearCount]) -> Vec<(String, u64)> {
    let by_decade = years.len() > MAX_YEARS;
    let mut rows: Vec<(String, u64)> = Vec::new();
    for &YearCount { year, games } in years {
        let name = match year {
            None => "undated".to_owned(),
            Some(year) if by_decade => format!("{}s", year / 10 * 10),
            Some(year) => year.to_string(),
        };
        match rows.last_mut() {
            Some((last, sum)) if *last == name => *sum += games,
            _ => rows.push((name, games)),
        }
    }
    rows
}
