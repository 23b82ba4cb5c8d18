//! Repair of what follows from other parts of a database: views and indexes of
//! the schema, SQLite's indexes, and the columns, labels and words of games.
//! Games, records and sources are left as they are, damaged or not.

use crate::go::HashTable;
use crate::store::check::problems;
use crate::store::database::{Access, Database};
use crate::store::error::StoreError;
use crate::store::sqlite::schema::{self, Object};
use crate::store::sqlite::table::{GAME, LABEL, PLAYER, RECORD};
use crate::store::write::transaction::Transaction;
use std::path::Path;
use std::sync::Arc;

impl Database {
    /// Makes anew what is damaged and follows from what is not, and says what
    /// that was. What else is wrong [`Database::open`] and [`Database::check`]
    /// tell.
    ///
    /// # Errors
    /// A file that is no database, or that cannot be written.
    pub fn repair(path: &Path, table: HashTable) -> Result<Vec<String>, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let mut database = Self::open_unprepared(path, table, Access::Write)?;
        if schema::is_empty(&database.conn).map_err(|error| database.error(error))? {
            return Err(StoreError::Empty(path.to_owned()));
        }
        database.prepare_file()?;
        let mut repaired = Vec::new();
        if schema::repair_version(&database.conn).map_err(|error| database.error(error))? {
            repaired.push("wrote the number of the schema anew".to_owned());
        }
        repaired.extend(database.repair_schema()?);
        if !schema::compare(&database.conn, path)?.problems().is_empty() {
            return Ok(repaired);
        }
        database.prepare()?;
        if database.repair_indexes()? {
            repaired.push("made the indexes of SQLite anew".to_owned());
        }
        if database.repair_derived()? {
            repaired.push("made the columns, labels and words of games anew".to_owned());
        }
        Ok(repaired)
    }

    /// Puts views, indexes and triggers right. Tables may hold what somebody
    /// wants to keep.
    fn repair_schema(&self) -> Result<Vec<String>, StoreError> {
        let difference = schema::compare(&self.conn, self.path())?;
        let mut repaired = Vec::new();
        let run = |sql: &str| self.conn.execute_batch(sql).map_err(|error| self.error(error));
        let transaction = self.conn.unchecked_transaction().map_err(|e| self.error(e))?;
        for Object { kind, name, sql, .. } in &difference.foreign {
            // SQLite's own index of a table goes with that.
            if kind != "table" && !sql.is_empty() {
                run(&format!("DROP {kind} \"{}\"", name.replace('"', "\"\"")))?;
                repaired.push(format!("took out the {kind} {name}"));
            }
        }
        let lacks = |table: &str| {
            let mut tables = difference.missing.iter().filter(|object| object.kind == "table");
            tables.any(|object| object.name == table)
        };
        for Object { kind, name, table, sql } in &difference.missing {
            if kind != "table" && !sql.is_empty() && !lacks(table) {
                run(sql)?;
                repaired.push(format!("made the {kind} {name} anew"));
            }
        }
        transaction.commit().map_err(|e| self.error(e))?;
        Ok(repaired)
    }

    fn repair_indexes(&self) -> Result<bool, StoreError> {
        let before = problems(self.check_structure())?;
        if before.is_empty() {
            return Ok(false);
        }
        match self.execute("REINDEX", []) {
            // The tables themselves are damaged.
            Err(StoreError::Damaged { .. } | StoreError::Sqlite { .. }) => Ok(false),
            done => {
                done?;
                Ok(problems(self.check_structure())? != before)
            }
        }
    }

    /// Whether something of them was damaged and what they follow from is sound.
    fn repair_derived(&mut self) -> Result<bool, StoreError> {
        let mut transaction = Transaction::new(self, Arc::default())?;
        let db = transaction.database();
        let is_damaged = |found| problems(found).map(|problems| !problems.is_empty());
        for table in [GAME, RECORD, PLAYER] {
            if is_damaged(db.verify(table).map(|()| Vec::new()))? {
                return Ok(false);
            }
        }
        let damaged = is_damaged(db.verify(LABEL).map(|()| Vec::new()))?
            || is_damaged(db.check_columns(transaction.state.last_game))?
            || is_damaged(db.check_words())?;
        if damaged {
            transaction.derive()?;
        }
        transaction.finish()?;
        Ok(damaged)
    }
}
