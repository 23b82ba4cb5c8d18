//! A plain table of positions, the alternative to the index.

use crate::common::Result;
use bgo::record::replay;
use bgo::store::{Access, Database, NextCode};
use rusqlite::Connection;
use std::fs;
use std::path::Path;

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row {
    key: i64,
    game: u32,
    ply: u16,
    next: u16,
}

/// Returns all positions of the games of a database, sorted.
pub fn positions(database: &Path) -> Result<Vec<Row>> {
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
            rows.push(Row {
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
pub fn fill(path: &Path, rows: &[Row]) -> Result<u64> {
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
