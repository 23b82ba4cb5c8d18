//! Repair of what can be derived from other parts of a database: the views, indexes and
//! triggers of the schema, SQLite's indexes, the columns, corners and labels
//! of games, and the sums over the analyses. Games, records, sources and analyses are left
//! unchanged, damaged or not.

use super::tables::{check_columns, check_corners, check_texts, repair_analyses};
use super::{is_damaged, problems};
use crate::store::StoreError;
use crate::store::snapshot::{Pool, Snapshot};
use crate::store::sqlite::schema::{Object, SCHEMAS, SchemaDifferences};
use crate::store::sqlite::{Connection, GAME, LABEL, PLAYER, RECORD, SOURCE};
use crate::store::write::{Transaction, derive_columns, derive_texts, make_corners};
use std::sync::Arc;

/// Repairs the schema version, views, indexes and triggers. Leaves tables alone, as
/// they may hold data that somebody wants to keep. Returns a list of the repairs.
pub fn repair_schema(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut repaired = Vec::new();
    if SCHEMAS.repair_version(connection)? {
        repaired.push("wrote the number of the schema anew".to_owned());
    }
    let SchemaDifferences { foreign, missing } = SCHEMAS.compare(connection)?;
    let transaction = connection.run(rusqlite::Connection::unchecked_transaction)?;
    for Object { kind, name, sql, .. } in &foreign {
        // An automatic index of SQLite is dropped with its table.
        if kind != "table" && !sql.is_empty() {
            let sql = format!("DROP {kind} \"{}\"", name.replace('"', "\"\""));
            connection.run(|sqlite| sqlite.execute_batch(&sql))?;
            repaired.push(format!("took out the {kind} {name}"));
        }
    }
    let lost_tables: Vec<&str> = missing
        .iter()
        .filter(|object| object.kind == "table")
        .map(|object| object.name.as_str())
        .collect();
    for Object { kind, name, table, sql } in &missing {
        if kind != "table" && !sql.is_empty() && !lost_tables.contains(&table.as_str()) {
            connection.run(|sqlite| sqlite.execute_batch(sql))?;
            repaired.push(format!("made the {kind} {name} anew"));
        }
    }
    transaction.commit().map_err(|error| connection.error(error))?;
    Ok(repaired)
}

/// Rebuilds damaged indexes of SQLite, and damaged columns, corners, labels and sums if
/// the tables that they derive from are sound. Returns a list of the repairs.
pub fn repair_contents(pool: &Arc<Pool>) -> Result<Vec<String>, StoreError> {
    let mut repaired = Vec::new();
    let connection = Snapshot::idle(pool)?;
    connection.connection().obey(pool.stop())?;
    if repair_indexes(&connection)? {
        repaired.push("made the indexes of SQLite anew".to_owned());
    }
    let transaction = Transaction::begin_whole(pool)?;
    let derived = repair_derived(&transaction)?;
    if !derived.is_empty() {
        transaction.commit()?;
        repaired.extend(derived.iter().map(|what| format!("made the {what} anew")));
    }
    drop(transaction);
    let transaction = Transaction::begin_whole(pool)?;
    if repair_analyses(&transaction)? {
        transaction.commit()?;
        repaired.push("made the sums over the analyses anew".to_owned());
    }
    Ok(repaired)
}

fn repair_indexes(connection: &Snapshot) -> Result<bool, StoreError> {
    let before = problems(connection.wrong_structure(None))?;
    if before.is_empty() {
        return Ok(false);
    }
    match connection.execute("REINDEX", []) {
        // The tables themselves are damaged.
        Err(StoreError::Damaged { .. } | StoreError::Sqlite { .. }) => Ok(false),
        done => {
            done?;
            Ok(problems(connection.wrong_structure(None))? != before)
        }
    }
}

/// Returns the names of what was made anew.
fn repair_derived(transaction: &Transaction) -> Result<Vec<&'static str>, StoreError> {
    let mut repaired = Vec::new();
    let is_sound = |table| Ok::<_, StoreError>(!is_damaged(transaction.verify(table))?);
    let are_texts_damaged = !problems(check_texts(transaction))?.is_empty();
    let last_game = transaction.state()?.last_game;
    if is_sound(GAME)? && is_sound(PLAYER)? && is_sound(SOURCE)? {
        if !is_sound(LABEL)? || are_texts_damaged || !problems(check_columns(transaction, last_game))?.is_empty() {
            derive_columns(transaction)?;
            repaired.push("columns and labels of games");
        }
    } else if are_texts_damaged && is_sound(PLAYER)? && is_sound(LABEL)? {
        derive_texts(transaction)?;
        repaired.push("packed texts");
    }
    if is_sound(RECORD)? && !problems(check_corners(transaction, last_game))?.is_empty() {
        make_corners(transaction, last_game)?;
        repaired.push("corners of games");
    }
    Ok(repaired)
}
