//! Games that the user removed, which an import leaves out.

use super::super::transaction::Transaction;
use super::super::writer::Writer;
use crate::record::GameDate;
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{GAME, REMOVED_GAME, intact};
use rusqlite::params;
use std::collections::BTreeSet;

impl Transaction {
    /// Remembers games that are about to be removed, and the records that were joined to them, whose dates do not
    /// count. A game whose row is damaged is forgotten.
    pub(super) fn remember_removed(&self, games: &BTreeSet<i64>) -> Result<(), StoreError> {
        let mut last: i64 = self.value("SELECT coalesce(max(id), 0) FROM removed_game")?;
        let (game_row, insert) = (
            GAME.select("content, date", "WHERE id = ?1"),
            REMOVED_GAME.insert("INSERT"),
        );
        let joined = "SELECT DISTINCT content, NULL FROM joined WHERE game = ?1";
        for game in games {
            let rows = self.rows(&game_row, [game], |row| Ok((intact(row)?, (row.get(1)?, row.get(2)?))))?;
            let mut removed: Vec<(i64, Option<String>)> =
                rows.into_iter().filter(|row| row.0).map(|row| row.1).collect();
            removed.extend(self.rows(joined, [game], |row| Ok((row.get(0)?, row.get(1)?)))?);
            for (content, date) in removed {
                last += 1;
                self.execute(&insert, params![last, content, date])?;
                self.change_state(|state| state.removed_games += 1);
            }
        }
        Ok(())
    }
}

impl Snapshot {
    /// Returns the rows of the removed games that a record with this content and date is the same game as.
    pub(crate) fn removed_games(&self, content: u64, date: Option<GameDate>) -> Result<Vec<i64>, StoreError> {
        if self.state()?.removed_games == 0 {
            return Ok(Vec::new());
        }
        let sql = REMOVED_GAME.select("id, date", "WHERE content = ?1");
        let rows = self.rows(&sql, [content as i64], |row| {
            Ok((intact(row)?, row.get::<_, i64>(1)?, row.get::<_, Option<String>>(2)?))
        })?;
        let mut found = Vec::new();
        for (is_intact, row, removed) in rows {
            if !is_intact {
                return Err(self.damaged(format!("row {row} of the table removed_game has a wrong checksum")));
            }
            let removed = removed.and_then(|text| GameDate::parse(&text));
            if !removed
                .zip(date)
                .is_some_and(|(removed, date)| removed.contradicts(&date))
            {
                found.push(row);
            }
        }
        Ok(found)
    }
}

impl Writer<'_> {
    /// Forgets removed games by their rows.
    pub(crate) fn forget_removed(&self, rows: &[i64]) -> Result<(), StoreError> {
        for row in rows {
            let deleted = self
                .transaction
                .execute("DELETE FROM removed_game WHERE id = ?1", [row])?;
            self.transaction.change_state(|state| state.removed_games -= deleted);
        }
        Ok(())
    }
}
