//! The queries of files of analyses, of which there may be more than fit into memory.

use super::analysis_files::AnalysesError;
use crate::evaluation::katago::AnalysisQuery;
use md5::{Digest, Md5};
use rusqlite::{Connection, OptionalExtension};
use tempfile::TempDir;

/// Queries by their ids and the numbers of their files, in a temporary database.
pub(super) struct Queries {
    database: Connection,
    /// The folder of the database.
    _folder: TempDir,
}

/// The queries that share an id.
pub(super) enum Known {
    None,
    One(AnalysisQuery),
    /// Queries that differ.
    Several,
}

impl Queries {
    pub fn new() -> Result<Self, AnalysesError> {
        let folder = tempfile::tempdir().map_err(|error| AnalysesError::Copy(error.to_string()))?;
        let database = Connection::open(folder.path().join("queries.sqlite"))?;
        // Nobody needs them once the process is gone.
        database.execute_batch(
            "PRAGMA journal_mode = OFF;
             PRAGMA synchronous = OFF;
             BEGIN;
             CREATE TABLE query (id BLOB, file INTEGER, query BLOB, PRIMARY KEY (id, file));",
        )?;
        Ok(Self {
            database,
            _folder: folder,
        })
    }

    /// Adds a query of a file. One with the id of another one that differs takes its place as NULL.
    pub fn add(&self, id: &str, file: usize, query: &AnalysisQuery) -> Result<(), AnalysesError> {
        let sql = "INSERT INTO query VALUES (?1, ?2, ?3)
                   ON CONFLICT DO UPDATE SET query = NULL WHERE query IS NOT excluded.query";
        let mut insert = self.database.prepare_cached(sql)?;
        insert.execute((key(id), file, query.to_bytes()))?;
        Ok(())
    }

    /// Returns the queries of an id in a file, or else in all others.
    pub fn of(&self, id: &str, file: usize) -> Result<Known, AnalysesError> {
        let own = "SELECT query FROM query WHERE id = ?1 AND file = ?2";
        let mut own = self.database.prepare_cached(own)?;
        if let Some(query) = own.query_row((key(id), file), |row| row.get(0)).optional()? {
            return Ok(Known::of(query));
        }
        let others = "SELECT DISTINCT query FROM query WHERE id = ?1 LIMIT 2";
        let mut others = self.database.prepare_cached(others)?;
        let found = others.query_map([key(id)], |row| row.get::<_, Option<Vec<u8>>>(0))?;
        Ok(match &mut found.collect::<rusqlite::Result<Vec<_>>>()?[..] {
            [] => Known::None,
            [query] => Known::of(query.take()),
            _ => Known::Several,
        })
    }
}

impl Known {
    fn of(query: Option<Vec<u8>>) -> Self {
        query
            .and_then(|bytes| AnalysisQuery::from_bytes(&bytes))
            .map_or(Self::Several, Self::One)
    }
}

/// Returns a key of the same length for every id.
fn key(id: &str) -> [u8; 16] {
    Md5::digest(id).into()
}
