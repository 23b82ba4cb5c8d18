//! The time of an import, compared with unpacking the archive by gzip and with filling
//! a plain table of positions, its growth with the database, the peak memory and the
//! size of the database.
//!
//!     cargo bench --bench import
//!
//! Takes some minutes, 2 GB of memory (for the plain table) and 2 GB of temporary files.

#[path = "../common/mod.rs"]
mod common;
mod members;
mod plain_table;

use common::{Result, Run, import, median, run};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use testkit::corpus;

const FIRST: &str = "tygem-100k.tgz";
const SECOND: &str = "tygem-200k.tgz";
/// The number of members of the second archive that are added on their own.
const ADDED: usize = 5000;

/// The number of pairs of runs; the median of the ratios counts.
const PAIRS: usize = 3;

/// The tables of the index of positions.
const INDEX: &str = "('segment', 'position_block', 'posting_list')";

fn main() -> Result<()> {
    let (Some(first), Some(second)) = (corpus(FIRST), corpus(SECOND)) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let [base, small, grown] = ["base", "small", "grown"].map(|name| folder.path().join(name).with_extension("bgo"));
    println!("{:<52}   value   must    aim", "");

    let (mut unpacked, mut imported) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        unpacked.push(run(Command::new("gzip").arg("-dc").arg(&first))?);
        remove(&base);
        imported.push(import(&base, &first, &[])?);
    }
    let how = format!("{} of {}, {FIRST}", spread(&imported), spread(&unpacked));
    row("import / gzip -dc", ratio(&imported, &unpacked), Some((5.0, 3.0)), &how);

    let text = members::text_bytes(&first)?;
    let size = fs::metadata(&base)?.len();
    let how = format!("{size} of {text} bytes");
    let bounds = Some((1.6, 1.1));
    row("database / SGF text", size as f64 / text as f64, bounds, &how);

    let ours = index(&base)?;
    let how = format!("{} bytes, {} positions", ours.bytes, ours.positions);
    row(
        "bytes of index per position",
        ours.per_position(),
        Some((7.0, 5.0)),
        &how,
    );

    remove(&grown);
    fs::copy(&base, &grown)?;
    let grew = import(&grown, &second, &[])?;
    let alone = median(imported.iter().map(Run::seconds).collect());
    let games = index(&grown)?.games;
    let per_game = (alone + grew.seconds()) / games as f64;
    let how = format!("{:.2} s more with {SECOND}, {games} games in all", grew.seconds());
    let bounds = Some((1.2, 1.0));
    let value = per_game / (alone / ours.games as f64);
    row("time per game at 300,000 games / at 100,000", value, bounds, &how);

    let archive = folder.path().join("added.tgz");
    members::first(&second, ADDED, &archive)?;
    let (mut alones, mut added) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        remove(&small);
        alones.push(import(&small, &archive, &[])?);
        remove(&grown);
        fs::copy(&base, &grown)?;
        added.push(import(&grown, &archive, &[])?);
    }
    let how = format!("{} of {}", spread(&added), spread(&alones));
    row(
        "5,000 games added / alone",
        ratio(&added, &alones),
        Some((2.0, 1.3)),
        &how,
    );

    let runs = imported.iter().chain([&grew]).chain(&alones).chain(&added);
    let peak = runs.map(|run| run.peak).max().unwrap_or(0) as f64 / 1000.0;
    let most = |runs: &[Run]| runs.iter().map(|run| run.peak / 1000).max().unwrap_or(0);
    let how = format!(
        "{} for {FIRST}, {} for {SECOND} added to it, {} for the 5,000 alone and {} added",
        most(&imported),
        most(&[grew]),
        most(&alones),
        most(&added)
    );
    row("peak memory, MB", peak, Some((1000.0, 500.0)), &how);

    let plain = folder.path().join("plain.sqlite");
    let positions = plain_table::positions(&base)?;
    let started = Instant::now();
    let bytes = plain_table::fill(&plain, &positions)?;
    let filled = started.elapsed().as_secs_f64();
    let how = format!("{filled:.2} s for its sorted positions, {alone:.2} s for the whole import");
    row("plain table: filling it / import", filled / alone, None, &how);
    let how = format!("{bytes} bytes, {} positions", positions.len());
    let value = bytes as f64 / ours.bytes as f64;
    row("plain table: bytes / bytes of index", value, None, &how);
    Ok(())
}

fn row(what: &str, value: f64, bounds: Option<(f64, f64)>, how: &str) {
    let bounds = bounds.map_or_else(
        || format!("{:>6} {:>6}", "", ""),
        |(must, aim)| format!("{must:>6} {aim:>6}"),
    );
    println!("{what:<52} {value:>7.2} {bounds}   {how}");
}

/// The size of the index of a database.
struct Index {
    games: u64,
    positions: u64,
    /// Counted in whole pages.
    bytes: u64,
}

impl Index {
    fn per_position(&self) -> f64 {
        self.bytes as f64 / self.positions as f64
    }
}

fn index(database: &Path) -> Result<Index> {
    let conn = Connection::open(database)?;
    let sql = "SELECT sum(games), sum(positions) FROM segment";
    let (games, positions) = conn.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let sql = format!(
        "SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE
         AND name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN {INDEX})"
    );
    let bytes = conn.query_row(&sql, [], |row| row.get(0))?;
    Ok(Index {
        games,
        positions,
        bytes,
    })
}

fn remove(database: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{suffix}", database.display()));
    }
}

/// Returns the median of the ratios of the pairs.
fn ratio(of: &[Run], to: &[Run]) -> f64 {
    median(of.iter().zip(to).map(|(of, to)| of.seconds() / to.seconds()).collect())
}

/// Returns the shortest and the longest time as text.
fn spread(runs: &[Run]) -> String {
    let shortest = runs.iter().map(Run::seconds).fold(f64::MAX, f64::min);
    let longest = runs.iter().map(Run::seconds).fold(0.0, f64::max);
    format!("{shortest:.2} to {longest:.2} s")
}
