use crate::store::error::StoreError;
use crate::store::games::columns::{GAMES_PER_ROW, expected_columns, read_columns_row, rows_up_to};
use crate::store::games::texts::label_rows;
use crate::store::snapshot::Snapshot;
use std::collections::HashMap;

/// Compares the columns of games with the game table.
pub fn check_columns(snapshot: &Snapshot, last_game: i64) -> Result<Vec<String>, StoreError> {
    let labels = label_rows(snapshot)?;
    let mut problems = Vec::new();
    for row in rows_up_to(last_game) {
        let columns = match read_columns_row(snapshot, row) {
            Ok(columns) => columns,
            Err(StoreError::Damaged { what, .. }) => {
                problems.push(what);
                continue;
            }
            Err(error) => return Err(error),
        };
        let mut expected: HashMap<i64, _> = expected_columns(snapshot, row, &labels)?.into_iter().collect();
        for (game, found) in (row * GAMES_PER_ROW..).zip(columns) {
            match (found, expected.remove(&game)) {
                (Some(_), None) => problems.push(format!("game {game} is in the columns and not in the game table")),
                (found, Some(Ok(columns))) if found != Some(columns) => {
                    problems.push(format!("the columns of game {game} are not what its row says"));
                }
                _ => {}
            }
        }
        let lost = expected.into_iter().filter(|(_, columns)| columns.is_ok());
        problems.extend(lost.map(|(game, _)| format!("the columns of game {game} are missing")));
    }
    let counted: i64 = snapshot.value("SELECT count(*) FROM game_columns")?;
    let expected = rows_up_to(last_game).count() as i64;
    if counted != expected {
        problems.push(format!(
            "there are {counted} rows of game columns and there should be {expected}"
        ));
    }
    Ok(problems)
}
