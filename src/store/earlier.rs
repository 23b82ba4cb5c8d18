//! The files of development versions, whose schemas had the numbers 1 to 13. An import takes over their records
//! and sources, which are stored as today; nothing else is read.

use super::StoreError;
use super::snapshot::{Pool, Snapshot, State};
use super::sqlite::{ANALYSIS_FILE, ARCHIVE, DICTIONARY, JOINED, POSITION_FILE, RECORD, SOURCE, Table};
use crate::interrupt::Interrupt;
use std::sync::Arc;

/// Begins a snapshot of a file. Temporary tables and views stand in for what its schema lacks: SQLite looks for a
/// name without a database there first.
pub fn snapshot(pool: &Arc<Pool>, stop: &Interrupt) -> Result<Snapshot, StoreError> {
    let snapshot = Snapshot::begin_unverified(pool, stop)?;
    for table in [DICTIONARY, ARCHIVE, RECORD, SOURCE] {
        if columns(&snapshot, table)?.is_empty() {
            return Err(snapshot.damaged(format!("the table {} is missing", table.name)));
        }
    }
    // From schema 3 on, rows have checksums.
    let is_summed = columns(&snapshot, RECORD)?.iter().any(|column| column == "checksum");
    if !is_summed {
        for Table { name, columns } in [DICTIONARY, ARCHIVE, RECORD] {
            let sql =
                format!("CREATE TEMP VIEW {name} AS SELECT *, row_checksum({columns}) AS checksum FROM main.{name}");
            snapshot.execute(&sql, [])?;
        }
    }
    // From schema 4 on, sources are numbered.
    if !columns(&snapshot, SOURCE)?.iter().any(|column| column == "number") {
        number_sources(&snapshot, is_summed)?;
    }
    // From schema 9 on, sources may be joined to games.
    if columns(&snapshot, JOINED)?.is_empty() {
        snapshot.execute(&format!("CREATE TEMP TABLE joined ({}, checksum)", JOINED.columns), [])?;
    }
    // What the file says of the numbers of its rows is not read.
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

/// Returns the names of the columns of a table, none if there is no such table.
fn columns(snapshot: &Snapshot, table: Table) -> Result<Vec<String>, StoreError> {
    // Only of a table proper: a view or a virtual table could hold anything.
    let sql = "SELECT columns.name FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
               WHERE tables.name = ?1 AND tables.type = 'table'";
    snapshot.rows(sql, [table.name], |row| row.get(0))
}

/// Makes a table of the sources with numbers, in the order of their archives. A row that is damaged stays so.
fn number_sources(snapshot: &Snapshot, is_summed: bool) -> Result<(), StoreError> {
    let Table { columns, .. } = SOURCE;
    let earlier = columns.replace(", number", "");
    let is_intact = if is_summed {
        format!("checksum = row_checksum({earlier})")
    } else {
        "true".to_owned()
    };
    snapshot.execute(
        &format!("CREATE TEMP TABLE source ({columns}, checksum, PRIMARY KEY (game, archive, member, member_game))"),
        [],
    )?;
    let numbered =
        "SELECT *, row_number() OVER (ORDER BY archive, game, sgf IS NOT NULL, member, member_game) AS number
                    FROM main.source";
    snapshot.execute(
        &format!(
            "INSERT INTO temp.source SELECT {columns}, CASE WHEN {is_intact} THEN row_checksum({columns}) END
             FROM ({numbered})"
        ),
        [],
    )?;
    Ok(())
}
