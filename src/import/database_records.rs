//! The records of a database, for another database that takes them over.

use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::store::{Database, FoundArchive, FoundRecord, Snapshot, SourceKey, StoreError};
use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

const PLACES_AT_ONCE: i64 = 256;

/// All records of a database, one for each source of a game, in the order of the
/// imports; those that the user joined to games come last. The file is not changed, and its hash table does not matter.
pub struct DatabaseRecords {
    snapshot: Snapshot,
    stop: Interrupt,
    archives: HashMap<i64, Arc<FoundArchive>>,
    /// The next sources: whether the record there differs from the game's, whether the user joined it to the
    /// game, and whether its file has no other game.
    ahead: VecDeque<(SourceKey, bool, bool, bool)>,
    /// The number of places read so far, and of all.
    read: i64,
    all: i64,
}

impl DatabaseRecords {
    /// Begins to read a database, or a file of a development version. Verifies the tables of archives and
    /// sources, because no row says which others are missing.
    pub fn open(path: &Path, keys: &Arc<KeyTables>, stop: &Interrupt) -> Result<Self, StoreError> {
        Self::of(Database::snapshot_to_import(path, keys, stop)?, None, stop)
    }

    /// Begins to read the records that a database has from a folder and what is below it.
    pub fn below(db: &Database, folder: &Path, stop: &Interrupt) -> Result<Self, StoreError> {
        Self::of(db.snapshot()?, Some(folder), stop)
    }

    pub fn all(db: &Database, stop: &Interrupt) -> Result<Self, StoreError> {
        Self::of(db.snapshot()?, None, stop)
    }

    fn of(snapshot: Snapshot, folder: Option<&Path>, stop: &Interrupt) -> Result<Self, StoreError> {
        snapshot.verify_sources()?;
        let archives = snapshot.found_archives()?;
        let archives = archives.into_iter().map(|(row, archive)| (row, Arc::new(archive)));
        let folder = folder.map(Path::to_string_lossy);
        let below = folder.as_ref().map(|folder| Path::new(&**folder).join(""));
        let below = below.as_ref().map(|below| below.to_string_lossy());
        // Sources have no index by their numbers.
        snapshot.execute(
            "CREATE TEMP TABLE place (id INTEGER PRIMARY KEY, game, archive, member, member_game, differs, is_joined,
              is_alone)",
            [],
        )?;
        let all = snapshot.execute(
            "INSERT INTO temp.place (game, archive, member, member_game, differs, is_joined, is_alone)
             SELECT game, archive, member, member_game, sgf IS NOT NULL, content IS NOT NULL,
                    max(member_game) OVER (PARTITION BY archive, member) = 0
             FROM source LEFT JOIN joined USING (game, archive, member, member_game)
             WHERE ?1 IS NULL OR archive IN (SELECT id FROM archive WHERE path = ?1 OR substr(path, 1, length(?2)) = ?2)
             ORDER BY content IS NOT NULL, number",
            [&folder, &below],
        )?;
        Ok(Self {
            archives: archives.collect(),
            snapshot,
            stop: stop.clone(),
            ahead: VecDeque::new(),
            read: 0,
            all: all as i64,
        })
    }

    /// Returns the share of the records that were read, 0 to 1.
    pub fn progress(&self) -> f64 {
        (self.read - self.ahead.len() as i64) as f64 / self.all.max(1) as f64
    }

    /// Returns the numbers of position files and of files of analyses of the database.
    pub fn other_files(&self) -> Result<(u64, u64), StoreError> {
        let state = self.snapshot.state()?;
        Ok((state.position_files, state.analysis_files))
    }

    pub fn next_record(&mut self) -> Result<Option<FoundRecord>, StoreError> {
        self.stop.check()?;
        if self.ahead.is_empty() {
            self.read_ahead()?;
        }
        let Some((source, differs, is_joined, is_alone)) = self.ahead.pop_front() else {
            return Ok(None);
        };
        let into = if is_joined {
            self.snapshot.record(source.game).ok()
        } else {
            None
        };
        let record = if differs {
            self.snapshot.own_record(&source)
        } else {
            self.snapshot.record(source.game)
        };
        let record = match record {
            Ok(record) => Ok(record),
            // The other records may be intact.
            Err(StoreError::Damaged { what, .. }) => Err(what),
            Err(error) => return Err(error),
        };
        let Some(archive) = self.archives.get(&source.archive) else {
            return Err(self.snapshot.damaged(format!("archive {} is missing", source.archive)));
        };
        Ok(Some(FoundRecord {
            source,
            archive: Arc::clone(archive),
            is_alone,
            record,
            into,
        }))
    }

    fn read_ahead(&mut self) -> Result<(), StoreError> {
        let sql = "SELECT game, archive, member, member_game, differs, is_joined, is_alone FROM temp.place
             WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
        let places = self
            .snapshot
            .rows(sql, [self.read + 1, self.read + PLACES_AT_ONCE], |row| {
                Ok((SourceKey::read(row, 0)?, row.get(4)?, row.get(5)?, row.get(6)?))
            })?;
        self.read += places.len() as i64;
        self.ahead = places.into();
        Ok(())
    }
}
