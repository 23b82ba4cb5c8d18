use super::question::json;
use crate::info::Info;
use crate::render::{Text, counted, size_text};
use bgo::store::{Database, Inventory, StoreError};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Display;

/// With more years than this, the text counts games by decade.
const MAX_YEARS: usize = 25;

/// Rows of the text that are left out without position files.
const OF_POSITION_FILES: [&str; 2] = ["  positions", "imported"];

/// Rows of the text that are left out without analyses.
const OF_ANALYSES: [&str; 2] = ["  analyses", "analyses"];

/// Arguments for the question of what is in the database.
#[derive(Args, Clone, Copy, Debug)]
pub struct InfoArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl InfoArgs {
    /// Returns the counts of games, positions, players and so on.
    pub fn ask(&self, database: &Database) -> Result<Text, StoreError> {
        let inventory = database.snapshot()?.inventory()?;
        Ok(Text::from(if self.json {
            json(&Info::of_file(database, inventory))
        } else {
            table(database, &inventory)
        }))
    }
}

fn table(db: &Database, inventory: &Inventory) -> String {
    let Inventory {
        state,
        positions,
        bytes,
        parts,
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
    let rows: [(&str, &dyn Display); 21] = [
        ("database", &path),
        ("size", &size_text(*bytes)),
        ("  index", &size_text(parts.index)),
        ("  records", &size_text(parts.records)),
        ("  courses", &size_text(parts.courses)),
        ("  games", &size_text(parts.games)),
        ("  sources", &size_text(parts.sources)),
        ("  positions", &size_text(parts.position_files)),
        ("  analyses", &size_text(parts.analyses)),
        ("  free", &size_text(parts.free)),
        ("  other", &size_text(parts.other)),
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
    for (name, value) in rows {
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

/// Returns the first and the last year with games.
fn span(years: &BTreeMap<Option<u16>, u64>) -> String {
    let mut dated = years.keys().flatten();
    match (dated.clone().next(), dated.next_back()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "none known".to_owned(),
    }
}

/// Returns the games by year, or by decade if that would be a long list.
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
