//! The numbers of sources, of a game in its columns and of an archive in its row, by which a missing source is
//! noticed.

use super::packed_rows::{change_source_counts, stored_source_count};
use super::transaction::Transaction;
use crate::store::StoreError;
use crate::store::games::{ArchiveCounts, SourceKey, wrong_sources};
use crate::store::sqlite::ARCHIVE;
use rusqlite::params;
use std::collections::BTreeMap;
use std::path::Path;

/// The changes to sources since a transaction began.
#[derive(Default)]
pub struct SourceChanges {
    /// The change in each game's number of sources.
    games: BTreeMap<i64, i64>,
    archives: BTreeMap<i64, ArchiveCounts>,
}

impl SourceChanges {
    /// Notes the first source of a new game.
    pub fn add_first(&mut self, game: i64, archive: i64, number: i64) {
        let counts = self.archives.entry(archive).or_default();
        counts.add_source(game, number);
        counts.games += 1;
    }
}

impl Transaction {
    /// Notes a source that was added to a game.
    pub fn note_added_source(&self, game: i64, archive: i64, number: i64) -> Result<(), StoreError> {
        let is_only = self.sources_in_archive(game, archive)? == 1;
        let mut changes = self.source_changes();
        *changes.games.entry(game).or_default() += 1;
        let counts = changes.archives.entry(archive).or_default();
        counts.add_source(game, number);
        counts.games += i64::from(is_only);
        Ok(())
    }

    /// Notes a source that was deleted.
    pub fn note_deleted_source(&self, source: &SourceKey, number: i64) -> Result<(), StoreError> {
        let is_last = self.sources_in_archive(source.game, source.archive)? == 0;
        let mut changes = self.source_changes();
        *changes.games.entry(source.game).or_default() -= 1;
        let counts = changes.archives.entry(source.archive).or_default();
        counts.remove_source(number);
        counts.games -= i64::from(is_last);
        Ok(())
    }

    /// Returns how many sources a game has in an archive, at most two: it may have very many.
    fn sources_in_archive(&self, game: i64, archive: i64) -> Result<i64, StoreError> {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM source WHERE game = ?1 AND archive = ?2 LIMIT 2)";
        Ok(self.optional(sql, [game, archive])?.unwrap_or(0))
    }

    /// Fails if a game has another number of sources than its columns say and the changes since.
    pub fn require_sources_now(&self, game: i64, found: usize) -> Result<(), StoreError> {
        let more = self.source_changes().games.get(&game).copied().unwrap_or(0);
        let expected = i64::from(stored_source_count(self, game)?) + more;
        if found as i64 == expected {
            return Ok(());
        }
        Err(self.damaged(wrong_sources(game, found as i64, expected)))
    }

    /// Notes a hash of what an archive was like when its records agreed with the database.
    pub(crate) fn note_listing(&self, archive: &Path, listing: i64) -> Result<(), StoreError> {
        let columns = ARCHIVE.columns.replace("listing", "?2");
        let sql = format!("UPDATE archive SET listing = ?2, checksum = row_checksum({columns}) WHERE path = ?1");
        self.execute(&sql, params![archive.to_string_lossy(), listing])
            .map(drop)
    }

    /// Writes the numbers of sources that changed.
    pub fn close_sources(&self) -> Result<(), StoreError> {
        let SourceChanges { games, archives } = std::mem::take(&mut *self.source_changes());
        change_source_counts(self, &games)?;
        for (id, change) in archives {
            let sql = "INSERT OR REPLACE INTO archive
                       SELECT id, path, imported_at, ?2, ?3, ?4, ?5, ?6, listing,
                           row_checksum(id, path, imported_at, ?2, ?3, ?4, ?5, ?6, listing)
                       FROM archive WHERE id = ?1";
            let ArchiveCounts {
                games,
                sources,
                source_numbers,
                first_game,
                last_game,
            } = self.archive_counts(id)?.changed(&change);
            self.execute(sql, [id, games, sources, source_numbers, first_game, last_game])?;
        }
        Ok(())
    }
}
