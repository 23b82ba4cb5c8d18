//! The columns of games, computed from other tables, for comparison and repair.

use super::columns::GAMES_PER_RUN;
use crate::go::BoardSize;
use crate::record::{GameDate, GameResult, Komi, Rank, TimeLimit};
use crate::store::StoreError;
use crate::store::codec::{GameColumns, Malformed, RowId};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{GAME, column, intact};
use rusqlite::Row;
use std::collections::HashMap;

/// The columns of the game table from which the columns follow.
const COLUMNS: &str = "id, board_size, moves, content, first_date, last_date, result_value, black, white, black_rank_value, \
                       white_rank_value, komi_half_points, handicap_stones, rules, event, place, \
                       time_limit_seconds, overtime, program, repair";

/// Returns the row of each label.
pub fn label_rows(snapshot: &Snapshot) -> Result<HashMap<String, RowId>, StoreError> {
    let rows = snapshot.rows("SELECT text, id FROM label", [], |row| {
        Ok((row.get(0)?, row.get::<_, u32>(1)?))
    })?;
    Ok(rows
        .into_iter()
        .filter_map(|(text, id)| Some((text, RowId::new(id)?)))
        .collect())
}

/// Computes from the tables of games and sources the columns of a run, with an error for each damaged game.
#[expect(clippy::type_complexity, reason = "a list of pairs")]
pub fn expected_columns(
    snapshot: &Snapshot,
    run: i64,
    labels: &HashMap<String, RowId>,
) -> Result<Vec<(i64, Result<GameColumns, Malformed>)>, StoreError> {
    let (first, last) = (run * GAMES_PER_RUN, (run + 1) * GAMES_PER_RUN - 1);
    let sql = "SELECT game, count(*) FROM source WHERE game BETWEEN ?1 AND ?2 GROUP BY game";
    let sources = snapshot.rows(sql, [first, last], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let sources: HashMap<i64, u32> = sources.into_iter().collect();
    let sql = GAME.select(COLUMNS, "WHERE id BETWEEN ?1 AND ?2 ORDER BY id");
    snapshot.rows(&sql, [first, last], |row| {
        let game = row.get(const { column(COLUMNS, "id") })?;
        let sources = sources.get(&game).copied().unwrap_or(0);
        let columns = if intact(row)? {
            from_row(row, labels, sources)?
        } else {
            None
        };
        Ok((game, columns.ok_or(Malformed)))
    })
}

fn from_row(row: &Row<'_>, labels: &HashMap<String, RowId>, sources: u32) -> rusqlite::Result<Option<GameColumns>> {
    macro_rules! get {
        ($name:literal) => {
            row.get(const { column(COLUMNS, $name) })?
        };
    }
    let (board_size, moves, handicap) = (get!("board_size"), get!("moves"), get!("handicap_stones"));
    let content: i64 = get!("content");
    let [black, white]: [Option<u32>; 2] = [get!("black"), get!("white")];
    let [black_rank, white_rank]: [Option<i16>; 2] = [get!("black_rank_value"), get!("white_rank_value")];
    let dates: [Option<String>; 2] = [get!("first_date"), get!("last_date")];
    let (result, komi): (Option<String>, Option<i16>) = (get!("result_value"), get!("komi_half_points"));
    let time_limit: Option<u32> = get!("time_limit_seconds");
    let texts: [Option<String>; 5] = [
        get!("rules"),
        get!("event"),
        get!("place"),
        get!("overtime"),
        get!("program"),
    ];
    let repair: Option<String> = get!("repair");
    let texts = texts.map(|text| optional(text, |text| labels.get(&text).copied()));
    let columns = || {
        let [rules, event, place, overtime, program] = texts;
        Some(GameColumns {
            board_size: BoardSize::new(board_size)?,
            moves,
            content: content as u32,
            date: game_date(&dates)?,
            result: optional(result, |result| GameResult::parse(&result))?,
            black: black.and_then(RowId::new),
            white: white.and_then(RowId::new),
            black_rank: optional(black_rank, Rank::from_value)?,
            white_rank: optional(white_rank, Rank::from_value)?,
            komi: optional(komi, Komi::from_half_points)?,
            handicap,
            rules: rules?,
            event: event?,
            place: place?,
            time_limit: optional(time_limit, TimeLimit::from_seconds)?,
            overtime: overtime?,
            program: program?,
            repaired: repair.is_some(),
            sources,
        })
    };
    Ok(columns())
}

/// Reads a value that may be missing. Returns `None` if it is there and malformed.
fn optional<T, U>(value: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match value {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

/// Returns the date of a game from its first and its last one.
fn game_date(dates: &[Option<String>; 2]) -> Option<Option<GameDate>> {
    match dates {
        [None, None] => Some(None),
        [Some(first), Some(last)] => GameDate::new(first.parse().ok()?, last.parse().ok()?).map(Some),
        _ => None,
    }
}
