//! Sources, games with several sources, games with equal contents, and records that the user joined to games.

use super::archives::{ArchiveCounts, FoundArchive};
use super::records::{Frame, StoredRecord};
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ARCHIVE, GAME, JOINED, SOURCE, intact};
use rusqlite::{Row, params};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A source of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceKey {
    /// The number of the game.
    pub game: i64,
    /// The id of the archive.
    pub archive: i64,
    /// The file within the archive.
    pub member: String,
    /// The game's index in that file, from 0.
    pub member_game: i64,
}

impl SourceKey {
    /// Reads the columns `game`, `archive`, `member` and `member_game`, the first of which is `first`.
    pub(crate) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        Ok(Self {
            game: row.get(first)?,
            archive: row.get(first + 1)?,
            member: row.get(first + 2)?,
            member_game: row.get(first + 3)?,
        })
    }
}

/// A row of the source table.
pub struct StoredSource {
    pub key: SourceKey,
    /// Its number in the order of all imports.
    pub number: i64,
    /// The content of the record, if the user joined the source to the game.
    pub joined: Option<i64>,
    /// The record of this source if it differs from the game's.
    pub own: Option<Frame>,
}

/// A record of another database or of a dataset, and the place where it was found.
#[derive(Clone, Debug)]
pub struct FoundRecord {
    /// The source there.
    pub source: SourceKey,
    pub archive: Arc<FoundArchive>,
    /// True if no other game is known of that file, so that the record is the whole file.
    pub is_alone: bool,
    /// The record as it was found there, or a sentence about its damage.
    pub record: Result<StoredRecord, String>,
    /// The record of the game to which the user joined this one.
    pub into: Option<StoredRecord>,
}

impl FoundRecord {
    pub fn member_game(&self) -> usize {
        usize::try_from(self.source.member_game).unwrap_or_default()
    }
}

impl Snapshot {
    /// Fails if a source or an archive is damaged or missing, because no row says which others are missing.
    pub(crate) fn verify_sources(&self) -> Result<(), StoreError> {
        self.verify(ARCHIVE)?;
        self.verify(SOURCE)?;
        self.verify(JOINED)
    }

    /// Visits the sources of an archive that have the records of their games, with the file and the index in it.
    pub(crate) fn visit_places_of_records(
        &self,
        archive: i64,
        mut visit: impl FnMut(i64, &str, i64),
    ) -> Result<(), StoreError> {
        let ArchiveCounts {
            first_game, last_game, ..
        } = self.archive_counts(archive)?;
        let sql = "SELECT game, member, member_game FROM source
                   WHERE game BETWEEN ?1 AND ?2 AND archive = ?3 AND sgf IS NULL";
        self.rows(sql, [first_game, last_game, archive], |row| {
            visit(row.get(0)?, row.get_ref(1)?.as_str()?, row.get(2)?);
            Ok(())
        })
        .map(drop)
    }

    /// Returns the sources of a game in the order of their imports, none if it does not exist.
    pub(crate) fn all_sources_of(&self, game: i64) -> Result<Vec<StoredSource>, StoreError> {
        let sources = self.sources_of_games(game..=game)?;
        self.require_sources(game, sources.len())?;
        Ok(sources)
    }

    /// Fails if a game has another number of sources.
    pub(crate) fn require_sources(&self, game: i64, found: usize) -> Result<(), StoreError> {
        let expected = if self.has_game(game)? {
            self.columns().read(game, |game| game.sources())?
        } else {
            0
        };
        if expected as usize == found {
            return Ok(());
        }
        Err(self.damaged(wrong_sources(game, found as i64, i64::from(expected))))
    }

    /// Returns the sources of games in the order of these and of their imports.
    pub(crate) fn sources_of_games(&self, games: RangeInclusive<i64>) -> Result<Vec<StoredSource>, StoreError> {
        let sql = SOURCE.select(
            "game, archive, member, member_game, number, encoding, dictionary, sgf,
             (SELECT content FROM joined WHERE joined.game = source.game AND joined.archive = source.archive
              AND joined.member = source.member AND joined.member_game = source.member_game)",
            "WHERE game BETWEEN ?1 AND ?2 ORDER BY game, number",
        );
        let rows = self.rows(&sql, [games.start(), games.end()], |row| {
            let source = StoredSource {
                key: SourceKey::read(row, 1)?,
                number: row.get(5)?,
                joined: row.get(9)?,
                own: Frame::read(row, 6)?,
            };
            Ok((intact(row)?, source))
        })?;
        rows.into_iter()
            .map(|(intact, source)| {
                let SourceKey { game, .. } = source.key;
                let damaged = || self.damaged(format!("a source of game {game} has a wrong checksum"));
                intact.then_some(source).ok_or_else(damaged)
            })
            .collect()
    }

    /// Returns the record of a game from each of its sources, in the order of
    /// [`Snapshot::source_places`].
    pub(crate) fn source_records(&self, game: i64) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = SOURCE.select("encoding, dictionary, sgf", "WHERE game = ?1 ORDER BY number");
        let rows = self.rows(&sql, [game], |row| Ok((intact(row)?, Frame::read(row, 1)?)))?;
        self.require_sources(game, rows.len())?;
        rows.into_iter()
            .map(|source| match source {
                (false, _) => Err(self.damaged(format!("a source of game {game} has a wrong checksum"))),
                (true, Some(own)) => self.unpack(game, &own),
                (true, None) => self.record(game),
            })
            .collect()
    }

    /// Returns the record of a source that differs from the game's.
    pub(crate) fn own_record(&self, source: &SourceKey) -> Result<StoredRecord, StoreError> {
        let SourceKey {
            game,
            archive,
            member,
            member_game,
        } = source;
        let sql = "SELECT encoding, dictionary, sgf FROM source
                   WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4";
        let frames = self.rows(sql, params![game, archive, member, member_game], |row| {
            Frame::read(row, 0)
        })?;
        match frames.first() {
            Some(Some(frame)) => self.unpack(*game, frame),
            _ => Err(self.damaged(format!("a source of game {game} is missing"))),
        }
    }

    /// Returns the records with this content that the user joined to games, each with
    /// its game, in the order of their imports.
    pub(crate) fn joined_with_content(&self, hash: u64) -> Result<Vec<(i64, StoredRecord)>, StoreError> {
        if self.state()?.joined == 0 {
            return Ok(Vec::new());
        }
        let sql = JOINED.select("game, archive, member, member_game", "WHERE content = ?1");
        let places = self.rows(&sql, [hash as i64], |row| Ok((intact(row)?, SourceKey::read(row, 1)?)))?;
        let sql = SOURCE.select(
            "number, encoding, dictionary, sgf",
            "WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4 AND sgf IS NOT NULL",
        );
        let mut found = Vec::new();
        for (
            is_intact,
            SourceKey {
                game,
                archive,
                member,
                member_game,
            },
        ) in places
        {
            let rows = self.rows(&sql, params![game, archive, member, member_game], |row| {
                Ok((intact(row)?, row.get::<_, i64>(1)?, Frame::read(row, 2)?))
            })?;
            match rows.into_iter().next() {
                Some((true, number, Some(frame))) if is_intact => {
                    found.push((number, game, self.unpack(game, &frame)?));
                }
                _ => return Err(self.damaged(format!("a record that was joined to game {game} is damaged"))),
            }
        }
        found.sort_by_key(|(number, ..)| *number);
        Ok(found.into_iter().map(|(_, game, record)| (game, record)).collect())
    }

    /// Returns the games that were found in several places, in the order of their
    /// numbers.
    pub(crate) fn games_with_several_sources(&self) -> Result<Vec<i64>, StoreError> {
        let mut games = Vec::new();
        self.visit_columns(|game, columns| games.extend((columns.sources() > 1).then_some(game)))?;
        Ok(games)
    }

    /// Returns the games of at least `moves` moves whose contents have the same
    /// hash: groups of two or more, each in the order of the games' numbers.
    pub(crate) fn games_with_equal_hash(&self, moves: u16) -> Result<Vec<Vec<i64>>, StoreError> {
        self.verify(GAME)?;
        let sql = "SELECT id, content FROM game
                   WHERE content IN (SELECT content FROM game GROUP BY content HAVING count(*) > 1) AND moves >= ?1
                   ORDER BY content, id";
        let rows = self.rows(sql, [moves], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
        let groups = rows.chunk_by(|a, b| a.1 == b.1).filter(|group| group.len() > 1);
        Ok(groups.map(|group| group.iter().map(|row| row.0).collect()).collect())
    }
}

pub fn wrong_sources(game: i64, found: i64, expected: i64) -> String {
    format!("game {game} has {found} sources and should have {expected}")
}
