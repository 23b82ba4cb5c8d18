//! The records of a database, for another database that takes them over.

use super::database::Database;
use super::error::StoreError;
use super::games::records::{Frame, StoredRecord, record, unpack};
use super::games::sources::{FoundArchive, SourceKey};
use super::snapshot::Snapshot;
use super::snapshot::pool::Pool;
use super::sqlite::connection::{Connection, Mode};
use super::sqlite::schema;
use crate::files::open_regular;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use rusqlite::params;
use std::collections::{HashMap, VecDeque};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// The first bytes of every SQLite file.
const SQLITE_HEADER: &[u8; 16] = b"SQLite format 3\0";

/// The number of places that are read at a time.
const PLACES_AT_ONCE: i64 = 256;

/// Returns whether a file is an SQLite database, by its first bytes.
#[must_use]
pub fn is_sqlite_file(path: &Path) -> bool {
    let mut head = [0; SQLITE_HEADER.len()];
    let read = open_regular(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *SQLITE_HEADER
}

/// A record of another database, and the place where it was found.
#[derive(Clone, Debug)]
pub struct FoundRecord {
    /// The source in that database.
    pub source: SourceKey,
    /// The archive.
    pub archive: Arc<FoundArchive>,
    /// The file within the archive.
    pub member: String,
    /// The game's index in that file, from 0.
    pub member_game: usize,
    /// True if no other game is known of that file, so that the record is the whole file.
    pub is_alone: bool,
    /// The record as it was found there, or a sentence about its damage.
    pub record: Result<StoredRecord, String>,
    /// The record of the game to which the user joined this one.
    pub into: Option<StoredRecord>,
}

/// All records of a database, one for each source of a game, in the order of the
/// imports; those that the user joined to games come last. The file is not changed, and its hash table does not matter.
pub struct EveryRecord {
    path: PathBuf,
    snapshot: Snapshot,
    stop: Interrupt,
    archives: HashMap<i64, Arc<FoundArchive>>,
    ahead: VecDeque<Place>,
    /// The number of places read so far, and of all.
    read: i64,
    all: i64,
    /// The folder of the migrated copy of a file with an earlier schema.
    _copy: Option<TempDir>,
}

/// A source of a game.
struct Place {
    game: i64,
    archive: i64,
    member: String,
    member_game: i64,
    /// True if the record there differs from the game's.
    differs: bool,
    is_joined: bool,
    is_alone: bool,
}

impl EveryRecord {
    /// Begins to read a database. Verifies the tables of archives and sources, because no
    /// row says which others are missing. A file with an earlier schema is copied to the
    /// system's folder for temporary files, and the copy is migrated.
    pub fn open(path: &Path, keys: &Arc<KeyTables>, stop: &Interrupt) -> Result<Self, StoreError> {
        let mut connection = connect(path)?;
        let mut copy = None;
        if !schema::check(&connection)? {
            let folder = tempfile::tempdir().map_err(|error| not_copied(path, &error))?;
            connection = migrated_copy(&connection, folder.path())?;
            copy = Some(folder);
        }
        let pool = Pool::new(connection, Mode::Read, Arc::clone(keys), stop.clone());
        let records = Self::of(Snapshot::begin(&pool, stop)?, None, stop)?;
        Ok(Self {
            path: path.to_owned(),
            _copy: copy,
            ..records
        })
    }

    /// Begins to read the records that a database has from a folder and what is below it.
    pub fn below(db: &Database, folder: &Path, stop: &Interrupt) -> Result<Self, StoreError> {
        Self::of(db.snapshot()?, Some(folder), stop)
    }

    /// Begins to read all records of an open database.
    pub fn all(db: &Database, stop: &Interrupt) -> Result<Self, StoreError> {
        Self::of(db.snapshot()?, None, stop)
    }

    fn of(snapshot: Snapshot, folder: Option<&Path>, stop: &Interrupt) -> Result<Self, StoreError> {
        snapshot.verify_sources()?;
        let archives = snapshot.found_archives()?;
        let archives = archives.into_iter().map(|(row, archive)| (row, Arc::new(archive)));
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
        let below = folder
            .as_ref()
            .map(|folder| Path::new(folder).join("").to_string_lossy().into_owned());
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
            path: snapshot.path().to_owned(),
            snapshot,
            stop: stop.clone(),
            archives: archives.collect(),
            ahead: VecDeque::new(),
            read: 0,
            all: all as i64,
            _copy: None,
        })
    }

    /// Checks that a file is a database that can be opened.
    pub fn check(path: &Path) -> Result<(), StoreError> {
        connect(path).map(drop)
    }

    /// Returns the share of the records that were read, 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        (self.read - self.ahead.len() as i64) as f64 / self.all.max(1) as f64
    }

    /// Returns the number of position files of the database.
    pub fn position_files(&self) -> Result<u64, StoreError> {
        Ok(self.snapshot.state()?.position_files)
    }

    /// Returns the number of files of analyses of the database.
    pub fn analysis_files(&self) -> Result<u64, StoreError> {
        Ok(self.snapshot.state()?.analysis_files)
    }

    /// Returns the path of the database.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the next record, or `None` at the end.
    pub fn next_record(&mut self) -> Result<Option<FoundRecord>, StoreError> {
        self.stop.check()?;
        if self.ahead.is_empty() {
            self.read_ahead()?;
        }
        let Some(place) = self.ahead.pop_front() else {
            return Ok(None);
        };
        let into = match place.is_joined {
            true => record(&self.snapshot, place.game).ok(),
            false => None,
        };
        let record = match self.record(&place) {
            Ok(record) => Ok(record),
            // The other records may be intact.
            Err(StoreError::Damaged { what, .. }) => Err(what),
            Err(error) => return Err(error),
        };
        let archive = self.archives.get(&place.archive);
        let archive = archive.ok_or_else(|| self.snapshot.damaged(format!("archive {} is missing", place.archive)))?;
        Ok(Some(FoundRecord {
            source: SourceKey {
                game: place.game,
                archive: place.archive,
                member: place.member.clone(),
                member_game: place.member_game,
            },
            archive: Arc::clone(archive),
            member: place.member,
            member_game: usize::try_from(place.member_game).unwrap_or_default(),
            is_alone: place.is_alone,
            record,
            into,
        }))
    }

    fn read_ahead(&mut self) -> Result<(), StoreError> {
        let sql = "SELECT game, archive, member, member_game, differs, is_joined, is_alone FROM temp.place
             WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
        let range = [self.read + 1, self.read + PLACES_AT_ONCE];
        let places = self.snapshot.rows(sql, range, |row| {
            Ok(Place {
                game: row.get(0)?,
                archive: row.get(1)?,
                member: row.get(2)?,
                member_game: row.get(3)?,
                differs: row.get(4)?,
                is_joined: row.get(5)?,
                is_alone: row.get(6)?,
            })
        })?;
        self.read += places.len() as i64;
        self.ahead = places.into();
        Ok(())
    }

    fn record(&self, place: &Place) -> Result<StoredRecord, StoreError> {
        if !place.differs {
            return record(&self.snapshot, place.game);
        }
        let sql = "SELECT encoding, dictionary, sgf FROM source
                   WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4";
        let key = params![place.game, place.archive, place.member, place.member_game];
        let frames = self.snapshot.rows(sql, key, |row| {
            Ok(Frame {
                encoding: row.get(0)?,
                dictionary: row.get(1)?,
                bytes: row.get(2)?,
            })
        })?;
        let lost = || {
            self.snapshot
                .damaged(format!("a source of game {} is missing", place.game))
        };
        unpack(&self.snapshot, place.game, frames.first().ok_or_else(lost)?)
    }
}

/// Opens a database of this program for reading, of any version up to the latest.
fn connect(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path, Mode::Read)?;
    schema::check(&connection)?;
    let problems = schema::compare(&connection)?.problems();
    if problems.is_empty() {
        return Ok(connection);
    }
    Err(StoreError::OtherSchema {
        path: path.to_owned(),
        problems,
    })
}

/// Copies a database into a folder and migrates the copy. Records and sources need no
/// more than that; the rest of the copy may be unfinished.
fn migrated_copy(connection: &Connection, folder: &Path) -> Result<Connection, StoreError> {
    let path = folder.join("copy.sqlite");
    connection.execute("VACUUM INTO ?1", [path.to_string_lossy()])?;
    let mut copy = Connection::open(&path, Mode::Write)?;
    schema::migrate(&mut copy)?;
    Ok(copy)
}

fn not_copied(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::NotCopied {
        path: path.to_owned(),
        why: error.to_string(),
    }
}
