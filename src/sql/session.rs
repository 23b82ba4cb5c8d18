use super::index::Index;
use super::limits::{Allowance, QueryWatch, is_long_value};
use super::{Parameters, ResultColumn, Sheet, SqlError, functions, limits, patterns, positions};
use crate::interrupt::Interrupt;
use crate::store::{Access, Database, Snapshot, StoreError};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;
use rusqlite::{OptionalExtension, Row};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The documented tables: the views, and the tables `positions` and `pattern`; see
/// `docs/sql.md`.
pub const TABLES: [&str; 7] = [
    "games",
    "players",
    "archives",
    "sources",
    "position_files",
    "positions",
    "pattern",
];

/// The functions added to those of SQLite, and their results.
pub const FUNCTIONS: [(&str, &str); 4] = [
    ("pattern('.X/1O')", "a table: where games have this part of the board"),
    ("position_key('pd dp')", "the key of the position after these moves"),
    ("shown(next_move, 'pd dp')", "a move of it, as a search shows it"),
    ("fold(name)", "a text as names are compared: no case, no accents"),
];

/// The pragmas that only read.
const PRAGMAS: [&str; 3] = ["table_info", "table_xinfo", "table_list"];

/// A connection that answers SQL queries about one state of a database.
pub struct SqlSession {
    snapshot: Snapshot,
    index: Arc<Mutex<Index>>,
    /// The tables and views that SQLite requested permission to read since the last query.
    read: Arc<Mutex<BTreeSet<String>>>,
    allowance: Arc<Allowance>,
    /// True if tables are verified before a query reads them.
    verified: bool,
}

impl SqlSession {
    /// Opens the file of `database` for queries, which cannot change it. Others may
    /// write to it meanwhile; all answers are about its current state. If `verified` is
    /// set, each table is verified before a query reads it, once for each state of
    /// `database`.
    pub fn open(database: &Database, verified: bool) -> Result<Self, SqlError> {
        Self::open_until(database, verified, database.stop())
    }

    /// Opens the file like [`SqlSession::open`], for queries that `stop` stops in place of the
    /// interrupt of the database.
    pub fn open_until(database: &Database, verified: bool, stop: &Interrupt) -> Result<Self, SqlError> {
        // SQLite reads the table of positions while it runs a query, which occupies the
        // connection. The index is therefore read over another connection.
        let (path, table) = (database.path(), database.hash_table().clone());
        let own = Database::open_with(path, table, Access::Read, stop.clone())?;
        let (snapshot, index) = same_state(&own, database, stop)?;
        let keys = Arc::clone(snapshot.keys());
        let allowance = Arc::new(Allowance::new(stop.clone()));
        let index = Arc::new(Mutex::new(Index::new(index, Arc::clone(&allowance))));
        let conn = snapshot.sqlite();
        let read = Arc::<Mutex<BTreeSet<String>>>::default();
        let noted = Arc::clone(&read);
        functions::add(conn, &keys)
            .and_then(|()| positions::add(conn, Arc::clone(&index)))
            .and_then(|()| patterns::add(conn, Arc::clone(&index)))
            .and_then(|()| limits::set(conn))
            .and_then(|()| conn.pragma_update(None, "query_only", true))
            .and_then(|()| {
                conn.authorizer(Some(move |context: AuthContext<'_>| {
                    if let AuthAction::Read { table_name, .. } = context.action {
                        let mut names = noted.lock().unwrap_or_else(PoisonError::into_inner);
                        if !names.contains(table_name) {
                            names.insert(table_name.to_owned());
                        }
                    }
                    permission(&context)
                }))
            })
            .map_err(|error| snapshot.error(error))?;
        Ok(Self {
            snapshot,
            index,
            read,
            allowance,
            verified,
        })
    }

    /// Writes the answer to one query with the values of its parameters to `sheet`. Fails if it takes longer than
    /// `timeout`, or once the interrupt of the database is set.
    pub fn ask(
        &self,
        query: &str,
        parameters: &Parameters,
        timeout: Option<Duration>,
        sheet: &mut dyn Sheet,
    ) -> Result<(), SqlError> {
        limits::check_length(query)?;
        let conn = self.snapshot.sqlite();
        self.take_read();
        let watch = QueryWatch::begin(conn, timeout, &self.allowance).map_err(|error| self.snapshot.error(error))?;
        let mut statement = conn
            .prepare(query)
            .map_err(|error| watch.cause_or(SqlError::preparing(&self.snapshot, query, error)))?;
        if !statement.readonly() {
            return Err(SqlError::NotReading);
        }
        let columns = statement.columns().into_iter();
        let columns: Vec<(String, Option<String>)> = columns
            .map(|column| (column.name().to_owned(), column.decl_type().map(str::to_owned)))
            .collect();
        // A query of only blanks and comments has no columns.
        if columns.is_empty() {
            return Err(SqlError::Nothing);
        }
        if self.verified {
            let index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
            verify(index.snapshot(), self.take_read())?;
        }
        parameters.bind(&mut statement)?;
        let columns = columns.iter();
        let columns: Vec<ResultColumn<'_>> = columns
            .map(|(name, declared)| ResultColumn::new(name, declared.as_deref()))
            .collect();
        let longest = limits::limit_values(conn, query)
            .map_err(|error| watch.cause_or(SqlError::preparing(&self.snapshot, query, error)))?;
        let mut rows = statement.raw_query();
        // The head is written after the first row is computed, as most errors occur
        // before that.
        let mut next = rows.next().map_err(|error| self.running(&watch, longest, error))?;
        sheet.head(&columns)?;
        while let Some(row) = next {
            if sheet
                .row(&values(row, columns.len()).map_err(|error| self.running(&watch, longest, error))?)?
                .is_break()
            {
                break;
            }
            next = rows.next().map_err(|error| self.running(&watch, longest, error))?;
        }
        Ok(sheet.end()?)
    }

    /// Returns the column names of a table or view.
    pub fn columns(&self, table: &str) -> Result<Vec<String>, SqlError> {
        let conn = self.snapshot.sqlite();
        let statement = conn.prepare("SELECT name FROM pragma_table_info(?1)");
        let names = statement.and_then(|mut statement| statement.query_map([table], |row| row.get(0))?.collect());
        names.map_err(|error| SqlError::running(&self.snapshot, error))
    }

    fn take_read(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.read.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn running(&self, watch: &QueryWatch<'_>, longest: usize, error: rusqlite::Error) -> SqlError {
        if is_long_value(&error) {
            return SqlError::LongValue(longest);
        }
        watch.cause_or(SqlError::running(&self.snapshot, error))
    }
}

fn values<'row>(row: &'row Row<'_>, columns: usize) -> rusqlite::Result<Vec<ValueRef<'row>>> {
    (0..columns).map(|column| row.get_ref(column)).collect()
}

/// The number of attempts to begin two snapshots between two commits of other
/// processes.
const ATTEMPTS: usize = 100;

/// Begins a snapshot of each database, both of the same state. If the file was
/// replaced, `own` has the new one, and both snapshots are of `own`.
fn same_state(own: &Database, database: &Database, stop: &Interrupt) -> Result<(Snapshot, Snapshot), StoreError> {
    for _ in 0..ATTEMPTS {
        let (one, other) = (own.snapshot()?, database.snapshot_until(stop)?);
        if one.state()? == other.state()? {
            return Ok((one, other));
        }
    }
    loop {
        let one = own.snapshot()?;
        if let Some(other) = one.sibling()? {
            return Ok((one, other));
        }
    }
}

/// Returns whether a query may perform an action. SQLite calls this while it prepares
/// the query, which matters for pragmas: some take effect at that point.
fn permission(context: &AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Function { .. } | AuthAction::Recursive => {
            Authorization::Allow
        }
        AuthAction::Pragma { pragma_name, .. } if PRAGMAS.contains(&pragma_name.to_ascii_lowercase().as_str()) => {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }
}

/// Verifies the tables of the file among `names`. SQLite names the tables that a view
/// reads, too, and virtual tables verify what they read themselves.
fn verify(snapshot: &Snapshot, names: BTreeSet<String>) -> Result<(), SqlError> {
    for name in names {
        let is_table = snapshot
            .sqlite()
            .query_row(
                "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
                [&name],
                |_| Ok(()),
            )
            .optional()
            .map_err(|error| snapshot.error(error))?;
        if is_table.is_some() {
            snapshot.verify_table(&name)?;
        }
    }
    Ok(())
}
