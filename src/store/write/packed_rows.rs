//! Writing what holds many games or texts in a row: the columns and corners of games, names and labels.

use super::transaction::Transaction;
use crate::record::fold;
use crate::store::StoreError;
use crate::store::codec::{
    Column, CornerList, FoldedText, GameColumns, GameCounts, Malformed, PackedColumn, QUADRANTS, RowId, read_text_run,
    seal, write_corners, write_text_run,
};
use crate::store::games::{
    COLUMNS_SEAL, CORNERS_SEAL, COUNTS_ROW, GAMES_PER_RUN, MAX_TEXT_RUN, TEXTS_PER_RUN, TEXTS_SEAL, column_row,
    corners_row, expected_columns, expected_corners, malformed_row, placed, read_column, read_counts, runs_up_to,
    stored_corners, text_row, text_run, wrong_sources,
};
use crate::store::sqlite::Table;
use rusqlite::params;
use std::collections::{BTreeMap, HashMap};

/// Writes the columns of games, given in ascending order, with `None` for games to
/// remove. Their numbers must have been assigned.
pub fn write_game_columns(transaction: &Transaction, games: &[(i64, Option<GameColumns>)]) -> Result<(), StoreError> {
    let mut counts = match has_columns(transaction, 0)? {
        true => read_counts(transaction)?,
        false => GameCounts::default(),
    };
    for chunk in games.chunk_by(|a, b| a.0 / GAMES_PER_RUN == b.0 / GAMES_PER_RUN) {
        let first = chunk[0].0;
        let run = first / GAMES_PER_RUN;
        // Games are numbered from 1.
        let is_new = first <= (run * GAMES_PER_RUN).max(1) && !has_columns(transaction, run)?;
        let (mut before, mut after) = (CountedColumns::default(), CountedColumns::default());
        for column in Column::ALL {
            let mut numbers: Vec<u32> = Vec::new();
            if !is_new {
                let known = read_column(transaction, column, run)?;
                numbers.extend((0..known.len()).filter_map(|at| known.get(at)));
            }
            before.keep(column, &numbers);
            for (game, columns) in chunk {
                let at = (game % GAMES_PER_RUN) as usize;
                if numbers.len() <= at {
                    numbers.resize(at + 1, 0);
                }
                numbers[at] = columns.as_ref().map_or(0, |columns| columns.number(column));
            }
            write_row(transaction, column_row(column, run), PackedColumn::write(&numbers))?;
            after.keep(column, &numbers);
        }
        counts
            .subtract(&before.board_sizes, &before.first_dates)
            .map_err(|Malformed| malformed_row(transaction, COUNTS_ROW))?;
        counts.add(&after.board_sizes, &after.first_dates);
    }
    if games.is_empty() {
        return Ok(());
    }
    write_row(transaction, COUNTS_ROW, counts.write())
}

/// Changes the numbers of sources of games. Fails if a game has another number of them then.
pub fn change_source_counts(transaction: &Transaction, changes: &BTreeMap<i64, i64>) -> Result<(), StoreError> {
    let changes: Vec<(i64, i64)> = changes.iter().map(|(game, more)| (*game, *more)).collect();
    for chunk in changes.chunk_by(|a, b| a.0 / GAMES_PER_RUN == b.0 / GAMES_PER_RUN) {
        let run = chunk[0].0 / GAMES_PER_RUN;
        let [facts, known] = [Column::Facts, Column::Sources].map(|column| read_column(transaction, column, run));
        let (facts, known) = (facts?, known?);
        let mut numbers: Vec<u32> = (0..known.len()).filter_map(|at| known.get(at)).collect();
        for &(game, more) in chunk {
            let at = (game % GAMES_PER_RUN) as usize;
            if facts.get(at).is_some_and(|facts| facts > 0) {
                let sql = "SELECT count(*) FROM source WHERE game = ?1";
                let found: i64 = transaction.optional(sql, [game])?.unwrap_or(0);
                let expected = i64::from(numbers[at]) + more;
                if found != expected {
                    return Err(transaction.damaged(wrong_sources(game, found, expected)));
                }
                numbers[at] = found as u32;
            }
        }
        write_row(
            transaction,
            column_row(Column::Sources, run),
            PackedColumn::write(&numbers),
        )?;
    }
    Ok(())
}

/// Returns the number of sources in the columns of a game as they are in the file now.
pub fn stored_source_count(transaction: &Transaction, game: i64) -> Result<u32, StoreError> {
    let known = read_column(transaction, Column::Sources, game / GAMES_PER_RUN)?;
    Ok(known.get((game % GAMES_PER_RUN) as usize).unwrap_or(0))
}

/// The numbers of the columns by which games are counted.
#[derive(Default)]
struct CountedColumns {
    board_sizes: Vec<u32>,
    first_dates: Vec<u32>,
}

impl CountedColumns {
    fn keep(&mut self, column: Column, numbers: &[u32]) {
        match column {
            Column::BoardSize => self.board_sizes = numbers.to_vec(),
            Column::FirstDate => self.first_dates = numbers.to_vec(),
            _ => {}
        }
    }
}

fn write_row(transaction: &Transaction, row: i64, data: Vec<u8>) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO game_columns (id, data) VALUES (?1, ?2)";
    transaction
        .execute(sql, params![row, seal(data, &[row, COLUMNS_SEAL])])
        .map(drop)
}

fn has_columns(transaction: &Transaction, run: i64) -> Result<bool, StoreError> {
    let row = column_row(Column::Facts, run);
    let found: Option<i64> = transaction.optional("SELECT 1 FROM game_columns WHERE id = ?1", [row])?;
    Ok(found.is_some())
}

/// Writes texts of a table, players or labels, by their rows.
pub fn write_texts(transaction: &Transaction, table: Table, texts: &BTreeMap<u32, String>) -> Result<(), StoreError> {
    let texts: Vec<(usize, &String)> = texts.iter().map(|(row, text)| (*row as usize, text)).collect();
    for chunk in texts.chunk_by(|a, b| a.0 / TEXTS_PER_RUN == b.0 / TEXTS_PER_RUN) {
        let run = chunk[0].0 / TEXTS_PER_RUN;
        let known = text_run(transaction, table, run)?.unwrap_or_default();
        let mut all = match known[..] {
            [] => Vec::new(),
            _ => read_text_run(&known, TEXTS_PER_RUN).map_err(|Malformed| {
                transaction.damaged(format!("row {} of the texts cannot be read", text_row(table, run)))
            })?,
        };
        let folded: Vec<String> = chunk.iter().map(|(_, written)| fold(written)).collect();
        for ((row, written), folded) in chunk.iter().zip(&folded) {
            let at = row % TEXTS_PER_RUN;
            if all.len() <= at {
                all.resize(at + 1, None);
            }
            all[at] = Some(FoldedText { written, folded });
        }
        let row = text_row(table, run);
        let data = seal(write_text_run(all.into_iter()), &[row, TEXTS_SEAL]);
        transaction.execute(
            "INSERT OR REPLACE INTO text_run (id, data) VALUES (?1, ?2)",
            params![row, data],
        )?;
    }
    Ok(())
}

/// Writes all texts of a table anew.
pub fn make_texts(transaction: &Transaction, table: Table) -> Result<(), StoreError> {
    transaction.forget_added_texts(table);
    let (first, last) = (text_row(table, 0), text_row(table, MAX_TEXT_RUN));
    transaction.execute("DELETE FROM text_run WHERE id BETWEEN ?1 AND ?2", [first, last])?;
    let text = table.columns.split(", ").nth(1).unwrap_or_default();
    let rows = transaction.rows(&format!("SELECT id, {text} FROM {}", table.name), [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    write_texts(transaction, table, &rows.into_iter().collect())
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
