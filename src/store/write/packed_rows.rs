//! Writing the columns and corners of games, whose rows hold many games each.

use super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::codec::{
    Column, CornerList, GameColumns, PackedColumn, QUADRANTS, RowId, RunCounts, seal, write_corners,
};
use crate::store::games::{
    COLUMNS_SEAL, CORNERS_SEAL, GAMES_PER_RUN, column_row, corners_row, counts_row, expected_columns, expected_corners,
    placed, read_column, runs_up_to, stored_corners,
};
use rusqlite::params;
use std::collections::HashMap;

/// Writes the columns of games, given in ascending order, with `None` for games to
/// remove. Their numbers must have been assigned.
pub fn write_game_columns(transaction: &Transaction, games: &[(i64, Option<GameColumns>)]) -> Result<(), StoreError> {
    for chunk in games.chunk_by(|a, b| a.0 / GAMES_PER_RUN == b.0 / GAMES_PER_RUN) {
        let first = chunk[0].0;
        let run = first / GAMES_PER_RUN;
        // Games are numbered from 1.
        let is_new = first <= (run * GAMES_PER_RUN).max(1) && !has_run(transaction, run)?;
        let mut counted = [Vec::new(), Vec::new()];
        for column in Column::ALL {
            let mut numbers: Vec<u32> = Vec::new();
            if !is_new {
                let known = read_column(transaction, column, run)?;
                numbers.extend((0..known.len()).filter_map(|at| known.get(at)));
            }
            for (game, columns) in chunk {
                let at = (game % GAMES_PER_RUN) as usize;
                if numbers.len() <= at {
                    numbers.resize(at + 1, 0);
                }
                numbers[at] = columns.as_ref().map_or(0, |columns| columns.number(column));
            }
            write_row(transaction, column_row(column, run), PackedColumn::write(&numbers))?;
            match column {
                Column::BoardSize => counted[0] = numbers,
                Column::FirstDate => counted[1] = numbers,
                _ => {}
            }
        }
        let [sizes, dates] = counted;
        write_row(transaction, counts_row(run), RunCounts::of(&sizes, &dates).write())?;
    }
    Ok(())
}

fn write_row(transaction: &Transaction, row: i64, data: Vec<u8>) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO game_columns (id, data) VALUES (?1, ?2)";
    transaction
        .execute(sql, params![row, seal(data, &[row, COLUMNS_SEAL])])
        .map(drop)
}

fn has_run(transaction: &Transaction, run: i64) -> Result<bool, StoreError> {
    let row = column_row(Column::Exists, run);
    let found: Option<i64> = transaction.optional("SELECT 1 FROM game_columns WHERE id = ?1", [row])?;
    Ok(found.is_some())
}

/// Writes the corners of games, given in ascending order, with `None` for games to remove.
pub fn write_game_corners(
    transaction: &Transaction,
    games: &[(i64, Option<[CornerList; QUADRANTS]>)],
) -> Result<(), StoreError> {
    for chunk in games.chunk_by(|a, b| a.0 / GAMES_PER_RUN == b.0 / GAMES_PER_RUN) {
        let first = chunk[0].0;
        let run = first / GAMES_PER_RUN;
        let is_new = first <= (run * GAMES_PER_RUN).max(1) && !has_corners(transaction, run)?;
        let mut lists = if is_new {
            Vec::new()
        } else {
            stored_corners(transaction, run)?
        };
        let is_written = |place| {
            let game = run * GAMES_PER_RUN + place as i64;
            chunk.binary_search_by_key(&game, |(game, _)| *game).is_ok()
        };
        lists.retain(|list| !is_written(list.place()));
        for (game, corners) in chunk {
            lists.extend(corners.iter().flat_map(|corners| placed(*game, *corners)));
        }
        delete_corners(transaction, run)?;
        for (number, data) in write_corners(&mut lists).into_iter().enumerate() {
            let row = corners_row(run, number);
            let sql = "INSERT INTO game_corners (id, data) VALUES (?1, ?2)";
            transaction.execute(sql, params![row, seal(data, &[row, CORNERS_SEAL])])?;
        }
    }
    Ok(())
}

fn has_corners(transaction: &Transaction, run: i64) -> Result<bool, StoreError> {
    let found: Option<i64> = transaction.optional("SELECT 1 FROM game_corners WHERE id = ?1", [corners_row(run, 0)])?;
    Ok(found.is_some())
}

fn delete_corners(transaction: &Transaction, run: i64) -> Result<(), StoreError> {
    let (first, next) = (corners_row(run, 0), corners_row(run + 1, 0));
    let sql = "DELETE FROM game_corners WHERE id >= ?1 AND id < ?2";
    transaction.execute(sql, [first, next]).map(drop)
}

/// Rebuilds the corners of all games from their courses.
pub fn make_corners(transaction: &Transaction, last_game: i64) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM game_corners", [])?;
    for run in runs_up_to(last_game) {
        let games = expected_corners(transaction, run)?;
        let games = games.into_iter().map(|(game, corners)| (game, Some(corners)));
        // Runs without games must exist, too.
        let first = (run * GAMES_PER_RUN, None);
        write_game_corners(transaction, &std::iter::once(first).chain(games).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Rebuilds all rows from the game table. A game whose row is damaged gets no columns,
/// so reading them fails.
pub fn make_columns(
    transaction: &Transaction,
    last_game: i64,
    labels: &HashMap<String, RowId>,
) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM game_columns", [])?;
    for run in runs_up_to(last_game) {
        let games: Vec<(i64, Option<GameColumns>)> = expected_columns(transaction, run, labels)?
            .into_iter()
            .map(|(game, columns)| (game, columns.ok()))
            .collect();
        // Runs without games must exist, too.
        let first = (run * GAMES_PER_RUN, None);
        write_game_columns(transaction, &[&[first], games.as_slice()].concat())?;
    }
    Ok(())
}
