//! Verification of a whole database: the rows by their checksums, files of
//! positions record by record, and the index by replaying every game.

mod blocks;
mod compare;
mod games;
mod item;
mod positions;
pub mod repair;
pub mod verify;
mod words;

use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use crate::store::sqlite::schema;
use crate::store::sqlite::table::Table;
use serde::Serialize;

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Games that were replayed.
    pub games: u64,
    /// Positions of these games, all of which were looked for in the index.
    pub positions: u64,
    /// What is wrong, a sentence each. There may be more of the same kind.
    pub problems: Vec<String>,
}

/// Problems of one kind that are told: a damaged page has a hundred.
const TOLD: usize = 10;

/// Statements that find nothing in a sound database, and what it means if
/// they find something: the first column names it.
const RULES: [(&str, &str); 6] = [
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE id NOT IN (SELECT game FROM record)",
        "the record of game {} is missing",
    ),
    (
        "SELECT CAST(game AS TEXT) FROM record WHERE game NOT IN (SELECT id FROM game)",
        "game {} is missing and its record is there",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE id NOT IN (SELECT game FROM source WHERE sgf IS NULL)",
        "game {} has no source that its record is from",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE id > (SELECT last_game FROM state)",
        "game {} has a number that was not given yet",
    ),
    (
        "SELECT CAST(id AS TEXT) FROM game WHERE NOT EXISTS
             (SELECT 1 FROM segment WHERE game.id BETWEEN first_game AND last_game)",
        "game {} is in no segment",
    ),
    (
        "SELECT a.id || ' and ' || b.id FROM segment AS a JOIN segment AS b
             ON a.id < b.id AND a.first_game <= b.last_game AND b.first_game <= a.last_game",
        "the segments {} have games in common",
    ),
];

impl Database {
    /// Verifies the database from top to bottom: SQLite's own structure, the
    /// checksum of every row, that no row is missing, that the records of
    /// position files are such, that columns and words are those of the games, and
    /// that the index has exactly the positions of the games, each of which is
    /// replayed.
    /// `progress` is told how many of the games are done.
    ///
    /// # Errors
    /// Only a database that cannot be read at all; damage is in the answer.
    pub fn check(&self, mut progress: impl FnMut(u64)) -> Result<Checked, StoreError> {
        let transaction = self.conn.unchecked_transaction().map_err(|e| self.error(e))?;
        let mut checked = Checked::default();
        checked.note(schema::compare(&self.conn, self.path()).map(|found| found.problems()))?;
        checked.note(self.check_structure())?;
        checked.note(self.check_references())?;
        for table in Table::ALL {
            checked.note(self.check_rows(table))?;
        }
        checked.note(self.check_counts())?;
        checked.note(self.state().and_then(|state| self.check_columns(state.last_game)))?;
        checked.note(self.check_words())?;
        for (sql, problem) in RULES {
            checked.note(self.check_rule(sql, problem))?;
        }
        checked.note(self.check_positions())?;
        match self.segments() {
            Err(error) => checked.note(Err(error))?,
            Ok(segments) => {
                let blocks = segments.iter().map(|segment| u64::from(segment.blocks())).sum();
                checked.note(self.check_block_count(blocks))?;
                for segment in &segments {
                    let found = self.check_segment(segment, &mut checked, &mut progress);
                    checked.note(found)?;
                }
            }
        }
        transaction.finish().map_err(|e| self.error(e))?;
        Ok(checked)
    }

    /// SQLite's pages, trees and indexes.
    pub(super) fn check_structure(&self) -> Result<Vec<String>, StoreError> {
        let mut found = self.rows("PRAGMA integrity_check", [], |row| row.get::<_, String>(0))?;
        found.retain(|line| line != "ok");
        let problem = |line: String| format!("the structure of the file: {}", line.replace('\n', " "));
        Ok(found.into_iter().map(problem).collect())
    }

    fn check_references(&self) -> Result<Vec<String>, StoreError> {
        self.rows("PRAGMA foreign_key_check", [], |row| {
            let (table, other): (String, String) = (row.get(0)?, row.get(2)?);
            Ok(format!(
                "a row of the table {table} refers to one of {other} that is missing"
            ))
        })
    }

    fn check_rows(&self, table: Table) -> Result<Vec<String>, StoreError> {
        let Table { name, columns } = table;
        let key = columns.split(',').next().unwrap_or("id");
        let sql = format!("SELECT {key} FROM {name} WHERE checksum IS NOT row_checksum({columns})");
        self.rows(&sql, [], |row| {
            let row: i64 = row.get(0)?;
            Ok(format!("row {row} of the table {name} has a wrong checksum"))
        })
    }

    fn check_counts(&self) -> Result<Vec<String>, StoreError> {
        let state = self.state()?;
        let mut problems = Vec::new();
        for table in Table::ALL {
            let Some(expected) = state.rows_of(table) else { continue };
            let table = table.name;
            let counted: u64 = self.number(&format!("SELECT count(*) FROM {table} NOT INDEXED"))?;
            if counted != expected {
                problems.push(format!(
                    "the table {table} has {counted} rows and should have {expected}"
                ));
            }
        }
        Ok(problems)
    }

    /// Blocks of segments that are gone would be looked up by nobody.
    fn check_block_count(&self, expected: u64) -> Result<Vec<String>, StoreError> {
        let counted: u64 = self.number("SELECT count(*) FROM position_block")?;
        Ok(if counted == expected {
            Vec::new()
        } else {
            vec![format!(
                "there are {counted} position blocks and there should be {expected}"
            )]
        })
    }

    /// Verifies a segment: its blocks, how many games it has, and that its index
    /// has what their records have.
    fn check_segment(
        &self,
        segment: &Segment,
        checked: &mut Checked,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Vec<String>, StoreError> {
        let facts = self.facts_of_games(segment.first_game, segment.last_game)?;
        let games = facts.iter().flatten().count();
        let mut problems = self.check_blocks(segment, &facts)?;
        if games != segment.games as usize {
            let Segment {
                id, games: expected, ..
            } = segment;
            problems.push(format!("segment {id} has {games} games and should have {expected}"));
        }
        self.check_games(segment, checked, progress)?;
        Ok(problems)
    }

    fn check_rule(&self, sql: &str, problem: &str) -> Result<Vec<String>, StoreError> {
        self.rows(sql, [], |row| {
            let name: String = row.get(0)?;
            Ok(problem.replace("{}", &name))
        })
    }
}

impl Checked {
    /// Takes what was found.
    fn note(&mut self, found: Result<Vec<String>, StoreError>) -> Result<(), StoreError> {
        let problems = problems(found)?;
        let more = problems.len().saturating_sub(TOLD);
        self.problems.extend(problems.into_iter().take(TOLD));
        if more > 0 {
            self.problems.push(format!("and {more} more of this kind"));
        }
        Ok(())
    }
}

/// What was found; damage that kept from looking is a problem too.
pub(super) fn problems(found: Result<Vec<String>, StoreError>) -> Result<Vec<String>, StoreError> {
    match found {
        Err(StoreError::Damaged { what, .. }) => Ok(vec![what]),
        // The schema itself is damaged, so that the question has no sense, or a
        // value is.
        Err(StoreError::Sqlite { error, .. })
            if matches!(error.sqlite_error_code(), None | Some(rusqlite::ErrorCode::Unknown)) =>
        {
            Ok(vec![error.to_string()])
        }
        found => found,
    }
}
