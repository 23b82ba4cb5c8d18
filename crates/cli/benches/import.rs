//! The time of an import, compared with unpacking the archive by gzip and with filling
//! a plain table of positions, its growth with the database, the peak memory and the
//! size of the database.
//!
//!     cargo bench --bench import
//!
//! Takes some minutes, 2 GB of memory (for the plain table) and 2 GB of temporary files.

mod common;

use bgo::internal::record::replay;
use bgo::internal::store::{Access, Database, NextCode};
use common::{Result, Run, import, median, run};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read};
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

    let text = text_bytes(&first)?;
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
    first_members(&second, ADDED, &archive)?;
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
    let positions = positions(&base)?;
    let started = Instant::now();
    let bytes = fill(&plain, &positions)?;
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

/// Opens an archive without the library.
fn open_archive(archive: &Path) -> Result<tar::Archive<impl Read>> {
    let file = BufReader::new(File::open(archive)?);
    Ok(tar::Archive::new(BufReader::with_capacity(
        1 << 18,
        GzDecoder::new(file),
    )))
}

/// Returns the total size of all files.
fn text_bytes(archive: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in open_archive(archive)?.entries()? {
        let entry = entry?;
        if entry.header().entry_type().is_file() {
            bytes += entry.size();
        }
    }
    Ok(bytes)
}

/// Writes an archive of the first `count` files.
fn first_members(archive: &Path, count: usize, to: &Path) -> Result<()> {
    let gzip = GzEncoder::new(BufWriter::new(File::create(to)?), Compression::default());
    let mut small = tar::Builder::new(gzip);
    let mut left = count;
    for entry in open_archive(archive)?.entries()? {
        let mut entry = entry?;
        if left == 0 {
            break;
        }
        if entry.header().entry_type().is_file() {
            let path = entry.path()?.into_owned();
            let mut header = entry.header().clone();
            small.append_data(&mut header, path, &mut entry)?;
            left -= 1;
        }
    }
    small.into_inner()?.finish()?;
    Ok(())
}

/// A row of a plain table of positions, the alternative to the index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlainRow {
    key: i64,
    game: u32,
    ply: u16,
    next: u16,
}

/// Returns all positions of the games of a database, sorted.
fn positions(database: &Path) -> Result<Vec<PlainRow>> {
    let numbers: Vec<u32> = Connection::open(database)?
        .prepare("SELECT game FROM record")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let db = Database::open(database, Access::Read)?.snapshot()?;
    let mut rows = Vec::new();
    for game in numbers {
        let Some(record) = db.record(game.into())?.read() else {
            continue;
        };
        replay(&record, db.keys().get(record.size), |visit| {
            rows.push(PlainRow {
                key: visit.canonical.key.0.cast_signed(),
                game,
                ply: visit.ply,
                next: NextCode::new(visit.next, &visit.canonical).0,
            });
        });
    }
    rows.sort_unstable();
    Ok(rows)
}

/// Creates the table with the settings of a database of games. Returns its size in bytes.
fn fill(path: &Path, rows: &[PlainRow]) -> Result<u64> {
    let mut conn = Connection::open(path)?;
    conn.execute_batch("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")?;
    conn.execute_batch(
        "CREATE TABLE positions (
             key INTEGER, game INTEGER, ply INTEGER, next INTEGER, PRIMARY KEY (key, game, ply)
         ) WITHOUT ROWID",
    )?;
    let transaction = conn.transaction()?;
    {
        let mut insert = transaction.prepare("INSERT INTO positions VALUES (?1, ?2, ?3, ?4)")?;
        for row in rows {
            insert.execute((row.key, row.game, row.ply, row.next))?;
        }
    }
    transaction.commit()?;
    conn.close().map_err(|(_, error)| error)?;
    Ok(fs::metadata(path)?.len())
}
