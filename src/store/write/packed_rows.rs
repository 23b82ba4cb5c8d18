//! Writing the columns and the courses of games, whose rows hold many games each.

use super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::codec::{GameColumns, NO_GAME, RowId, seal, write_columns, write_row};
use crate::store::games::{
    COLUMNS_SEAL, COURSES_SEAL, GAMES_PER_ROW, expected_columns, read_columns_row, row_slots, rows_up_to,
};
use rusqlite::params;
use std::collections::HashMap;

/// Writes the columns of games, given in ascending order, with `None` for games to
/// remove. Their numbers must have been assigned.
pub fn write_game_columns(transaction: &Transaction, games: &[(i64, Option<GameColumns>)]) -> Result<(), StoreError> {
    for chunk in games.chunk_by(|a, b| a.0 / GAMES_PER_ROW == b.0 / GAMES_PER_ROW) {
        let row = chunk[0].0 / GAMES_PER_ROW;
        // Games are numbered from 1.
        let begins = chunk[0].0 <= (row * GAMES_PER_ROW).max(1);
        let mut columns = if begins && !has_row(transaction, "game_columns", row)? {
            Vec::new()
        } else {
            read_columns_row(transaction, row)?
        };
        for &(game, of_game) in chunk {
            let at = (game % GAMES_PER_ROW) as usize;
            if columns.len() <= at {
                columns.resize(at + 1, None);
            }
            columns[at] = of_game;
        }
        let data = seal(write_columns(&columns), &[row, COLUMNS_SEAL]);
        transaction.execute(
            "INSERT OR REPLACE INTO game_columns (id, data) VALUES (?1, ?2)",
            params![row, data],
        )?;
    }
    Ok(())
}

fn has_row(transaction: &Transaction, table: &str, row: i64) -> Result<bool, StoreError> {
    let sql = format!("SELECT 1 FROM {table} WHERE id = ?1");
    Ok(transaction.optional::<i64>(&sql, [row])?.is_some())
}

/// Rebuilds all rows from the game table. A game whose row is damaged gets no columns,
/// so reading them fails.
pub fn make_columns(
    transaction: &Transaction,
    last_game: i64,
    labels: &HashMap<String, RowId>,
) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM game_columns", [])?;
    for row in rows_up_to(last_game) {
        let games: Vec<(i64, Option<GameColumns>)> = expected_columns(transaction, row, labels)?
            .into_iter()
            .map(|(game, columns)| (game, columns.ok()))
            .collect();
        // Rows without games must exist, too.
        let first = (row * GAMES_PER_ROW, None);
        write_game_columns(transaction, &[&[first], games.as_slice()].concat())?;
    }
    Ok(())
}

/// Writes the courses of games, given in ascending order, with `None` for games to
/// remove. Their numbers must have been assigned.
pub fn write_courses(transaction: &Transaction, games: &[(i64, Option<&[u8]>)]) -> Result<(), StoreError> {
    for chunk in games.chunk_by(|a, b| a.0 / GAMES_PER_ROW == b.0 / GAMES_PER_ROW) {
        let row = chunk[0].0 / GAMES_PER_ROW;
        // Games are numbered from 1. A game to remove is in a row, or the row is lost.
        let begins = chunk[0].0 <= (row * GAMES_PER_ROW).max(1) && chunk[0].1.is_some();
        let known = if begins && !has_row(transaction, "game_courses", row)? {
            Vec::new()
        } else {
            row_slots(transaction, row)?
        };
        let mut slots: Vec<&[u8]> = known.iter().map(Vec::as_slice).collect();
        for &(game, course) in chunk {
            let at = (game % GAMES_PER_ROW) as usize;
            if slots.len() <= at {
                slots.resize(at + 1, &NO_GAME);
            }
            slots[at] = course.unwrap_or(&NO_GAME);
        }
        write_slots(transaction, row, &slots)?;
    }
    Ok(())
}

pub fn write_slots(transaction: &Transaction, row: i64, slots: &[&[u8]]) -> Result<(), StoreError> {
    let data = seal(write_row(slots), &[row, COURSES_SEAL]);
    transaction.execute(
        "INSERT OR REPLACE INTO game_courses (id, data) VALUES (?1, ?2)",
        params![row, data],
    )?;
    Ok(())
}
