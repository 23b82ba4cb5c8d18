//! The files of development versions, whose schemas had the numbers 1 to 13. An import takes over their records
//! and sources, which are stored as today; nothing else is read.

use super::StoreError;
use super::snapshot::{Pool, Snapshot, State};
use super::sqlite::{ANALYSIS_FILE, ARCHIVE, DICTIONARY, JOINED, POSITION_FILE, RECORD, SOURCE, Table};
use crate::interrupt::Interrupt;
use std::sync::Arc;

/// Begins a snapshot of a file. Temporary tables and views stand in for what its schema lacks: SQLite looks for a
/// name there first.
pub fn snapshot(pool: &Arc<Pool>, stop: &Interrupt) -> Result<Snapshot, StoreError> {
    let snapshot = Snapshot::begin_unverified(pool, stop)?;
    for table in [DICTIONARY, ARCHIVE, RECORD, SOURCE] {
        if columns(&snapshot, table)?.is_empty() {
            return Err(snapshot.damaged(format!("the table {} is missing", table.name)));
        }
    }
    // From schema 3 on, rows have checksums.
    let is_summed = has(&snapshot, RECORD, "checksum")?;
    if !is_summed {
        let Table { name, columns } = DICTIONARY;
        let summed = format!("SELECT *, row_checksum({columns}) AS checksum FROM main.{name}");
        snapshot.execute(&format!("CREATE TEMP VIEW {name} AS {summed}"), [])?;
    }
    add_counts(&snapshot, is_summed)?;
    add_courses(&snapshot, is_summed)?;
    // From schema 4 on, sources are numbered.
    if !has(&snapshot, SOURCE, "number")? {
        number_sources(&snapshot, is_summed)?;
    }
    // From schema 9 on, sources may be joined to games.
    if columns(&snapshot, JOINED)?.is_empty() {
        snapshot.execute(&format!("CREATE TEMP TABLE joined ({}, checksum)", JOINED.columns), [])?;
    }
    // The row of the state differs in each schema. So rows that are missing stay unnoticed.
    let rows = |table: Table| match columns(&snapshot, table)?[..] {
        [] => Ok(0),
        _ => snapshot.value(&format!("SELECT count(*) FROM {}", table.name)),
    };
    snapshot.assume_state(State {
        sources: rows(SOURCE)?,
        joined: rows(JOINED)?,
        archives: rows(ARCHIVE)?,
        position_files: rows(POSITION_FILE)?,
        analysis_files: rows(ANALYSIS_FILE)?,
        ..State::default()
    });
    Ok(snapshot)
}

fn has(snapshot: &Snapshot, table: Table, column: &str) -> Result<bool, StoreError> {
    Ok(columns(snapshot, table)?.iter().any(|name| name == column))
}

/// Returns the names of the columns of a table, none if there is no such table.
fn columns(snapshot: &Snapshot, table: Table) -> Result<Vec<String>, StoreError> {
    // A view or a virtual table in its place could hold anything.
    let sql = "SELECT columns.name FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
               WHERE tables.name = ?1 AND tables.type = 'table'";
    snapshot.rows(sql, [table.name], |row| row.get(0))
}

/// Makes a view of the records, which have all of their moves and no courses. A row that is damaged stays so.
fn add_courses(snapshot: &Snapshot, is_summed: bool) -> Result<(), StoreError> {
    let Table { columns, .. } = RECORD;
    let without = columns.replace(", course", "");
    let condition = intact(&without, is_summed);
    let with = columns.replace("course", "NULL");
    let named = columns.replace("course", "NULL AS course");
    let made = format!(
        "CREATE TEMP VIEW record AS
         SELECT {named}, CASE WHEN {condition} THEN row_checksum({with}) ELSE -1 END AS checksum FROM main.record"
    );
    snapshot.execute(&made, []).map(drop)
}

/// Makes a view of the archives, which count nothing. A row that is damaged stays so.
fn add_counts(snapshot: &Snapshot, is_summed: bool) -> Result<(), StoreError> {
    let condition = intact("id, path, imported_at", is_summed);
    let nothing = "0 AS games, 0 AS sources, 0 AS source_numbers, 0 AS first_game, 0 AS last_game, NULL AS listing";
    let made = format!(
        "CREATE TEMP VIEW archive AS
         SELECT id, path, imported_at, {nothing},
             CASE WHEN {condition} THEN row_checksum(id, path, imported_at, 0, 0, 0, 0, 0, NULL) ELSE -1 END AS checksum
         FROM main.archive"
    );
    snapshot.execute(&made, []).map(drop)
}

/// Returns the condition that a row is intact, which only its checksum tells.
fn intact(columns: &str, is_summed: bool) -> String {
    match is_summed {
        true => format!("checksum = row_checksum({columns})"),
        false => "true".to_owned(),
    }
}

/// Makes a table of the sources with numbers, in the order of their archives. A row that is damaged stays so.
fn number_sources(snapshot: &Snapshot, is_summed: bool) -> Result<(), StoreError> {
    let Table { columns, .. } = SOURCE;
    let unnumbered = columns.replace(", number", "");
    let condition = intact(&unnumbered, is_summed);
    let made = format!(
        "CREATE TEMP TABLE source ({columns}, checksum, PRIMARY KEY (game, archive, member, member_game));
         INSERT INTO temp.source SELECT {columns}, CASE WHEN {condition} THEN row_checksum({columns}) END FROM (
             SELECT *, row_number() OVER (ORDER BY archive, game, sgf IS NOT NULL, member, member_game) AS number
             FROM main.source
         )"
    );
    snapshot.run(|sqlite| sqlite.execute_batch(&made))
}
