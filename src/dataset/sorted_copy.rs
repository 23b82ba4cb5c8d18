use super::columns::{GAMES, SOURCES};
use super::error::DatasetError;
use super::layout::Table;
use super::manifest::Manifest;
use super::table_reader::TableReader;
use crate::facts::{Column, Kind};
use crate::interrupt::Interrupt;
use crate::record::TextEncoding;
use rusqlite::{Connection, params_from_iter};
use std::path::Path;

/// A copy of games and sources of a dataset, sorted in a temporary database.
pub struct SortedCopy<'a> {
    pub dataset: &'a Path,
    pub manifest: &'a Manifest,
    pub sorted: &'a Connection,
    pub stop: &'a Interrupt,
}

/// The number of SQLite's instructions between two looks at a request to stop.
const STEPS: i32 = 10_000;

/// The columns of the games that make up a record.
const RECORD: [&str; 3] = ["game", "encoding", "record"];

/// The columns of a source that a condition can be about.
const SOURCE: [&str; 2] = ["game", "archive"];

impl SortedCopy<'_> {
    /// Copies the games that meet a condition in SQL, or all, and their sources. The table `place` has the
    /// sources in the order of the imports, `found` their rows, and `record` the games.
    pub fn run(&self, condition: Option<&str>) -> Result<(), DatasetError> {
        let stop = self.stop.clone();
        self.sorted.progress_handler(STEPS, Some(move || stop.is_set()))?;
        let copied = self.copy_all(condition);
        self.sorted.progress_handler(0, None::<fn() -> bool>)?;
        // A statement that was interrupted only says so.
        self.stop.check()?;
        copied
    }

    fn copy_all(&self, condition: Option<&str>) -> Result<(), DatasetError> {
        // Nobody needs the copy once the process is gone.
        self.sorted.execute_batch(
            "PRAGMA journal_mode = OFF;
             PRAGMA synchronous = OFF;
             BEGIN;
             CREATE TABLE record (game INTEGER PRIMARY KEY, encoding TEXT, record BLOB);
             CREATE TABLE found (id INTEGER PRIMARY KEY, game INTEGER, number INTEGER, archive TEXT, member TEXT,
                                 member_game INTEGER, encoding TEXT, record BLOB, joined INTEGER);
             CREATE TABLE place (id INTEGER PRIMARY KEY, found INTEGER);",
        )?;
        let only = match condition {
            Some(condition) => {
                self.choose(condition)?;
                "WHERE ?1 IN (SELECT game FROM chosen)"
            }
            None => "",
        };
        let sql = format!("INSERT INTO record SELECT ?1, ?2, ?3 {only}");
        self.copy(Table::Games, &GAMES, &sql, |name| RECORD.contains(&name), |_| Ok(()))?;
        let sql = format!("INSERT INTO found SELECT NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 {only}");
        self.copy(Table::Sources, SOURCES, &sql, |_| true, |_| Ok(()))?;
        self.sorted.execute_batch(
            "INSERT INTO place (found) SELECT id FROM found ORDER BY joined, number;
             COMMIT;",
        )?;
        self.check()
    }

    /// Puts the numbers of the games that meet a condition into the table `chosen`. One file
    /// of games is evaluated at a time, which bounds the temporary table.
    fn choose(&self, condition: &str) -> Result<(), DatasetError> {
        self.sorted.execute_batch(&format!(
            "CREATE TABLE chosen (game INTEGER PRIMARY KEY);
             CREATE TABLE games ({});
             CREATE TABLE sources ({});",
            definitions(&GAMES, |name| name != "record"),
            definitions(SOURCES, |name| SOURCE.contains(&name)),
        ))?;
        let insert = |table, columns: usize| {
            let values = vec!["?"; columns].join(", ");
            format!("INSERT INTO {table} VALUES ({values})")
        };
        let sql = insert("sources", SOURCE.len());
        self.copy(Table::Sources, SOURCES, &sql, |name| SOURCE.contains(&name), |_| Ok(()))?;
        self.sorted
            .execute_batch("CREATE INDEX sources_by_game ON sources (game)")?;
        let choose = format!(
            "INSERT INTO chosen SELECT game FROM games WHERE {condition};
             DELETE FROM games;"
        );
        let sql = insert("games", GAMES.len() - 1);
        let after = |sorted: &Connection| sorted.execute_batch(&choose);
        self.copy(Table::Games, &GAMES, &sql, |name| name != "record", after)?;
        self.sorted.execute_batch(
            "DROP TABLE games;
             DROP TABLE sources;",
        )?;
        let sql = "SELECT EXISTS (SELECT 1 FROM chosen)";
        match self.sorted.query_row(sql, [], |row| row.get(0))? {
            true => Ok(()),
            false => Err(DatasetError::NoGames(self.dataset.to_owned())),
        }
    }

    /// Runs `insert` with each row of a table, and `after_group` after each row group.
    fn copy<R>(
        &self,
        table: Table,
        columns: &[Column<R>],
        insert: &str,
        is_wanted: impl Fn(&str) -> bool,
        after_group: impl Fn(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), DatasetError> {
        let mut insert = self.sorted.prepare(insert)?;
        for file in self.manifest.tables.of(table) {
            let reader = TableReader::open(self.dataset, file, columns, &is_wanted)?;
            for group in 0..reader.groups() {
                self.stop.check()?;
                reader.read_group(group, |values| {
                    insert.execute(params_from_iter(values))?;
                    Ok::<_, DatasetError>(())
                })?;
                after_group(self.sorted)?;
            }
        }
        Ok(())
    }

    /// Fails if a source has no game, a game has no source, or an encoding has an unknown name.
    fn check(&self) -> Result<(), DatasetError> {
        let damaged = |reason| DatasetError::Damaged {
            path: self.dataset.to_owned(),
            reason,
        };
        let lost = "SELECT game FROM found WHERE game NOT IN (SELECT game FROM record) LIMIT 1";
        let mut lost = self.sorted.prepare(lost)?;
        if let Some(game) = lost.query_map([], |row| row.get::<_, i64>(0))?.next().transpose()? {
            return Err(damaged(format!("game {game} has a source and is missing")));
        }
        let unfound = "SELECT game FROM record WHERE game NOT IN (SELECT game FROM found) LIMIT 1";
        let mut unfound = self.sorted.prepare(unfound)?;
        if let Some(game) = unfound.query_map([], |row| row.get::<_, i64>(0))?.next().transpose()? {
            return Err(damaged(format!("game {game} has no source")));
        }
        let encodings = "SELECT encoding FROM record WHERE encoding IS NOT NULL
                         UNION SELECT encoding FROM found WHERE encoding IS NOT NULL";
        let mut encodings = self.sorted.prepare(encodings)?;
        for name in encodings.query_map([], |row| row.get::<_, String>(0))? {
            let name = name?;
            if TextEncoding::from_name(&name).is_none() {
                return Err(damaged(format!("a record has the unknown encoding {name}")));
            }
        }
        Ok(())
    }
}

/// Returns the definitions of columns in SQL.
fn definitions<R>(columns: &[Column<R>], is_wanted: impl Fn(&str) -> bool) -> String {
    let definition = |column: &Column<R>| {
        let kind = match column.kind() {
            Kind::Long | Kind::Int | Kind::Truth => "INTEGER",
            Kind::Real => "REAL",
            Kind::Text | Kind::Date => "TEXT",
            Kind::Bytes => "BLOB",
        };
        format!("{} {kind}", column.name)
    };
    let wanted = columns.iter().filter(|column| is_wanted(column.name));
    wanted.map(definition).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::export_dataset;
    use crate::testing::{TestDatabase, sgf};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_request_to_stop_interrupts_a_statement() {
        let sources = 5000;
        let database = TestDatabase::with(&[sgf("", "pd dp").repeat(sources)]);
        let dataset = database.path_of("dataset");
        let snapshot = database.snapshot();
        export_dataset(&snapshot, &dataset, false, |_, _, _| ()).expect("an export");
        let manifest = Manifest::open(&dataset, snapshot.hash_table()).expect("a manifest");
        let sorted = Connection::open_in_memory().expect("a database");
        let stop = Interrupt::default();
        let placed = Arc::new(AtomicUsize::new(0));
        let (request, count) = (stop.clone(), Arc::clone(&placed));
        let on_row = move |_, _: &str, table: &str, _| {
            if table == "place" {
                count.fetch_add(1, Ordering::Relaxed);
                request.set();
            }
        };
        sorted.update_hook(Some(on_row)).expect("a hook");
        let copy = SortedCopy {
            dataset: &dataset,
            manifest: &manifest,
            sorted: &sorted,
            stop: &stop,
        };
        let error = copy.run(None).expect_err("stops");
        assert!(matches!(error, DatasetError::Stopped), "{error}");
        let placed = placed.load(Ordering::Relaxed);
        assert!((1..sources).contains(&placed), "{placed} of {sources}");
    }
}
