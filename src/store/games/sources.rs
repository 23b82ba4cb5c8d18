//! Sources and their archives, games with several sources, and games with equal contents.

use crate::store::error::StoreError;
use crate::store::games::paths::own_ends;
use crate::store::games::records::{Frame, StoredRecord, record, unpack};
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::{ARCHIVE, GAME, JOINED, SOURCE, intact};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

/// An archive as another database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundArchive {
    /// The absolute path.
    pub path: String,
    /// The time at which it was first imported, in the form of RFC 3339.
    pub imported_at: String,
}

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

/// A source with what it has of its own.
#[derive(Clone, Debug)]
pub struct FoundSource {
    /// The game and the place.
    pub key: SourceKey,
    /// The number in the order of the imports.
    pub number: i64,
    /// The record there, if it differs from the game's.
    pub record: Option<StoredRecord>,
    /// True if the user joined the record to the game.
    pub joined: bool,
}

/// Verifies the tables of sources and archives, because no row says which others are missing.
pub fn verify_sources(snapshot: &Snapshot) -> Result<(), StoreError> {
    verify(snapshot, ARCHIVE)?;
    verify(snapshot, SOURCE)?;
    verify(snapshot, JOINED)
}

/// Returns the archives by their rows, which are in the order of the first imports.
pub fn found_archives(snapshot: &Snapshot) -> Result<BTreeMap<i64, FoundArchive>, StoreError> {
    let archives = snapshot.rows("SELECT id, path, imported_at FROM archive", [], |row| {
        let (path, imported_at) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, FoundArchive { path, imported_at }))
    })?;
    Ok(archives.into_iter().collect())
}

/// Calls `visit` with the game, the archive, the file and the index in the file of each place whose record
/// is the one that the game is stored with.
pub fn visit_places_of_records(
    snapshot: &Snapshot,
    mut visit: impl FnMut(i64, i64, &str, i64),
) -> Result<(), StoreError> {
    let sql = "SELECT game, archive, member, member_game FROM source WHERE sgf IS NULL";
    snapshot.rows(sql, [], |row| {
        visit(row.get(0)?, row.get(1)?, row.get_ref(2)?.as_str()?, row.get(3)?);
        Ok(())
    })?;
    Ok(())
}

/// Returns the number of sources from a folder and what is below it, and the sum of their numbers.
pub fn sources_below(snapshot: &Snapshot, folder: &Path) -> Result<(i64, i64), StoreError> {
    let below = folder.join("");
    let sql = "SELECT count(*), coalesce(sum(number), 0) FROM source WHERE archive IN
               (SELECT id FROM archive WHERE path = ?1 OR substr(path, 1, length(?2)) = ?2)";
    let paths = [folder.to_string_lossy(), below.to_string_lossy()];
    let found = snapshot.rows(sql, paths, |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.into_iter().next().unwrap_or_default())
}

/// Returns the sources of these games, by game and number.
pub fn sources_of_games(snapshot: &Snapshot, games: RangeInclusive<i64>) -> Result<Vec<FoundSource>, StoreError> {
    let sql = "SELECT game, archive, member, member_game, number, content IS NOT NULL, encoding, dictionary, sgf
               FROM source LEFT JOIN joined USING (game, archive, member, member_game)
               WHERE game BETWEEN ?1 AND ?2 ORDER BY game, number";
    let rows = snapshot.rows(sql, [games.start(), games.end()], |row| {
        let key = SourceKey {
            game: row.get(0)?,
            archive: row.get(1)?,
            member: row.get(2)?,
            member_game: row.get(3)?,
        };
        let (encoding, dictionary) = (row.get(6)?, row.get(7)?);
        let own = row.get::<_, Option<Vec<u8>>>(8)?.map(|bytes| Frame {
            encoding,
            dictionary,
            bytes,
        });
        Ok((key, row.get(4)?, row.get(5)?, own))
    })?;
    let found = |(key, number, joined, own): (SourceKey, i64, bool, Option<Frame>)| {
        Ok(FoundSource {
            record: own.map(|frame| unpack(snapshot, key.game, &frame)).transpose()?,
            key,
            number,
            joined,
        })
    };
    rows.into_iter().map(found).collect()
}

/// Returns the game's record as each of its sources has it, in the order of
/// `Snapshot::source_places`.
pub fn source_records(snapshot: &Snapshot, game: i64) -> Result<Vec<StoredRecord>, StoreError> {
    verify(snapshot, SOURCE)?;
    let sql = SOURCE.select("encoding, dictionary, sgf", "WHERE game = ?1 ORDER BY number");
    let rows = snapshot.rows(&sql, [game], |row| {
        let (encoding, dictionary) = (row.get(1)?, row.get(2)?);
        let own = row.get::<_, Option<Vec<u8>>>(3)?.map(|bytes| Frame {
            encoding,
            dictionary,
            bytes,
        });
        Ok((intact(row)?, own))
    })?;
    let record = |own: Option<Frame>| match own {
        Some(frame) => unpack(snapshot, game, &frame),
        None => record(snapshot, game),
    };
    rows.into_iter()
        .map(|(intact, own)| {
            if intact {
                record(own)
            } else {
                Err(snapshot.damaged(format!("a source of game {game} has a wrong checksum")))
            }
        })
        .collect()
}

/// The games with a source in each archive, by the archive's row, in ascending order.
#[derive(Default)]
struct GamesByArchive(HashMap<i64, Vec<i64>>);

/// Returns the games of each archive. The first call for a state of the file reads the sources
/// of all games.
fn games_by_archive(snapshot: &Snapshot) -> Result<Arc<GamesByArchive>, StoreError> {
    snapshot.remember(|| {
        verify(snapshot, SOURCE)?;
        let mut games = GamesByArchive::default();
        let sql = "SELECT DISTINCT archive, game FROM source ORDER BY game";
        for (archive, game) in snapshot.rows(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))? {
            games.0.entry(archive).or_default().push(game);
        }
        Ok(games)
    })
}

/// An archive and the number of games that have a source in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveCount {
    /// The name, or as much of the end of the path as no other archive's path has.
    pub name: String,
    /// The number of games.
    pub games: u64,
}

/// Returns the archives in the order of their paths.
pub fn archives(snapshot: &Snapshot) -> Result<Vec<ArchiveCount>, StoreError> {
    let games = games_by_archive(snapshot)?;
    verify(snapshot, ARCHIVE)?;
    let archives: Vec<(i64, String)> = snapshot.rows("SELECT id, path FROM archive ORDER BY path", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    let (ids, paths): (Vec<i64>, Vec<String>) = archives.into_iter().unzip();
    let count = |(name, id): (&str, &i64)| ArchiveCount {
        name: name.to_owned(),
        games: games.0.get(id).map_or(0, |games| games.len() as u64),
    };
    Ok(own_ends(&paths).into_iter().zip(&ids).map(count).collect())
}

/// Returns the games with a source in one of these archives.
pub fn games_of_archives(snapshot: &Snapshot, archives: &BTreeSet<i64>) -> Result<GameSet, StoreError> {
    let games = games_by_archive(snapshot)?;
    let mut set = GameSet(vec![false; snapshot.state()?.last_game as usize + 1]);
    for game in archives.iter().filter_map(|archive| games.0.get(archive)).flatten() {
        if let Some(is_in) = set.0.get_mut(*game as usize) {
            *is_in = true;
        }
    }
    Ok(set)
}

/// A set of games.
#[derive(Clone, Debug)]
pub struct GameSet(Vec<bool>);

impl GameSet {
    /// Returns whether the set contains a game.
    #[must_use]
    pub fn contains(&self, game: i64) -> bool {
        self.0.get(game as usize).copied().unwrap_or(false)
    }
}

/// Returns the games with more than one source, in ascending order.
pub fn games_with_several_sources(snapshot: &Snapshot) -> Result<Vec<i64>, StoreError> {
    verify(snapshot, SOURCE)?;
    let sql = "SELECT game FROM source GROUP BY game HAVING count(*) > 1 ORDER BY game";
    snapshot.rows(sql, [], |row| row.get(0))
}

/// Returns groups of at least two games whose contents have the same hash, in ascending
/// order within each group. Games with fewer than `moves` moves are left out.
pub fn games_with_equal_hash(snapshot: &Snapshot, moves: u16) -> Result<Vec<Vec<i64>>, StoreError> {
    verify(snapshot, GAME)?;
    let sql = "SELECT id, content FROM game
               WHERE content IN (SELECT content FROM game GROUP BY content HAVING count(*) > 1) AND moves >= ?1
               ORDER BY content, id";
    let rows = snapshot.rows(sql, [moves], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
    let groups = rows.chunk_by(|a, b| a.1 == b.1).filter(|group| group.len() > 1);
    Ok(groups.map(|group| group.iter().map(|row| row.0).collect()).collect())
}
