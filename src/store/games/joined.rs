//! Records that the user joined to games.

use crate::store::error::StoreError;
use crate::store::games::records::{Frame, StoredRecord, unpack};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::table::{JOINED, SOURCE, intact};
use rusqlite::params;

/// Returns the records with this content that were joined to games, each with its game,
/// in the order of their imports.
pub fn joined_with_content(snapshot: &Snapshot, content: u64) -> Result<Vec<(i64, StoredRecord)>, StoreError> {
    if snapshot.state()?.joined == 0 {
        return Ok(Vec::new());
    }
    let sql = JOINED.select("game, archive, member, member_game", "WHERE content = ?1");
    let places = snapshot.rows(&sql, [content as i64], |row| {
        let place: (i64, i64, String, i64) = (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
        Ok((intact(row)?, place))
    })?;
    let sql = SOURCE.select(
        "number, encoding, dictionary, sgf",
        "WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4 AND sgf IS NOT NULL",
    );
    let mut found = Vec::new();
    for (is_intact, (game, archive, member, member_game)) in places {
        let rows = snapshot.rows(&sql, params![game, archive, member, member_game], |row| {
            let frame = Frame {
                encoding: row.get(2)?,
                dictionary: row.get(3)?,
                bytes: row.get(4)?,
            };
            Ok((intact(row)?, row.get::<_, i64>(1)?, frame))
        })?;
        match rows.into_iter().next() {
            Some((true, number, frame)) if is_intact => found.push((number, game, unpack(snapshot, game, &frame)?)),
            _ => return Err(snapshot.damaged(format!("a record that was joined to game {game} is damaged"))),
        }
    }
    found.sort_by_key(|(number, ..)| *number);
    Ok(found.into_iter().map(|(_, game, record)| (game, record)).collect())
}
