//! Sources and their archives, games with several sources, games with equal contents, records that the user
//! joined to games, and the paths of imported files and folders.

use super::records::{Frame, StoredRecord};
use super::texts::RowSet;
use crate::files::canonical;
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ANALYSIS_FILE, ARCHIVE, GAME, JOINED, POSITION_FILE, SOURCE, Table, intact};
use rusqlite::{Row, params};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An archive as another database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundArchive {
    /// The absolute path.
    pub path: String,
    /// The time at which it was first imported, in the form of RFC 3339.
    pub imported_at: String,
}

/// An archive whose games were imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedArchive {
    /// The name, or as much of the end of the path as no other archive's path has.
    pub name: String,
    /// The absolute path, or the name of an archive that had none.
    pub path: String,
    /// The number of games.
    pub games: u64,
    /// The time at which it was first imported, in the form of RFC 3339.
    pub imported_at: String,
}

impl ImportedArchive {
    /// Returns whether it is a folder of this computer that is still there.
    #[must_use]
    pub fn is_folder(&self) -> bool {
        let path = Path::new(&self.path);
        path.is_absolute() && path.is_dir()
    }
}

/// The counts in the row of an archive, or changes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArchiveCounts {
    /// The number of games.
    pub games: i64,
    pub sources: i64,
    /// The sum of the numbers of the sources.
    pub source_numbers: i64,
    /// A range that has the numbers of all games, 0 to 0 if there never were any.
    pub first_game: i64,
    pub last_game: i64,
}

impl ArchiveCounts {
    /// Reads the columns from `games` to `last_game`, the first of which is `first`.
    pub(crate) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Self> {
        Ok(Self {
            games: row.get(first)?,
            sources: row.get(first + 1)?,
            source_numbers: row.get(first + 2)?,
            first_game: row.get(first + 3)?,
            last_game: row.get(first + 4)?,
        })
    }

    pub const fn add_source(&mut self, game: i64, number: i64) {
        self.sources += 1;
        self.source_numbers = self.source_numbers.wrapping_add(number);
        self.widen(game, game);
    }

    pub const fn remove_source(&mut self, number: i64) {
        self.sources -= 1;
        self.source_numbers = self.source_numbers.wrapping_sub(number);
    }

    /// Returns the counts after changes.
    pub const fn changed(mut self, change: &Self) -> Self {
        self.games = self.games.saturating_add(change.games);
        self.sources = self.sources.saturating_add(change.sources);
        self.source_numbers = self.source_numbers.wrapping_add(change.source_numbers);
        self.widen(change.first_game, change.last_game);
        self
    }

    const fn widen(&mut self, first: i64, last: i64) {
        if self.last_game == 0 || last > 0 && first < self.first_game {
            self.first_game = first;
        }
        if last > self.last_game {
            self.last_game = last;
        }
    }
}

/// The state of each archive in the database, by its path.
#[derive(Clone, Debug, Default)]
pub struct ArchiveSources(BTreeMap<String, ArchiveState>);

#[derive(Clone, Copy, Debug)]
struct ArchiveState {
    /// The id, the number of sources, and the sum of their numbers.
    counts: [i64; 3],
    listing: Option<i64>,
}

impl ArchiveSources {
    /// Returns the listing that was noted of an archive.
    pub fn listing(&self, archive: &Path) -> Option<i64> {
        self.0.get(&*archive.to_string_lossy())?.listing
    }

    /// Returns a number that changes with the sources in a file or folder and below it.
    pub fn below(&self, folder: &Path) -> u64 {
        let (path, below) = (folder.to_string_lossy(), folder.join(""));
        let below = below.to_string_lossy();
        let inside = self
            .0
            .range(below.to_string()..)
            .take_while(|(path, _)| path.starts_with(&*below));
        let mut hasher = DefaultHasher::new();
        for state in self.0.get(&*path).into_iter().chain(inside.map(|(_, state)| state)) {
            if state.counts[1] > 0 {
                state.counts.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
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

    /// Returns the archives by their rows, which are in the order of the first imports.
    pub(crate) fn found_archives(&self) -> Result<BTreeMap<i64, FoundArchive>, StoreError> {
        let archives = self.rows("SELECT id, path, imported_at FROM archive", [], |row| {
            let (path, imported_at) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, FoundArchive { path, imported_at }))
        })?;
        Ok(archives.into_iter().collect())
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

    /// Returns what the row of an archive counts.
    pub(crate) fn archive_counts(&self, archive: i64) -> Result<ArchiveCounts, StoreError> {
        let sql = ARCHIVE.select("games, sources, source_numbers, first_game, last_game", "WHERE id = ?1");
        let rows = self.rows(&sql, [archive], |row| Ok((intact(row)?, ArchiveCounts::read(row, 1)?)))?;
        match rows.into_iter().next() {
            Some((true, counts)) => Ok(counts),
            Some((false, _)) => Err(self.damaged(format!("archive {archive} has a wrong checksum"))),
            None => Err(self.damaged(format!("archive {archive} is missing"))),
        }
    }

    /// Returns the games of an archive in ascending order.
    pub(crate) fn games_of_archive(&self, archive: i64) -> Result<Vec<i64>, StoreError> {
        let counts = self.archive_counts(archive)?;
        let sql = "SELECT game FROM source WHERE game BETWEEN ?1 AND ?2 AND archive = ?3 ORDER BY game";
        let values = [counts.first_game, counts.last_game, archive];
        let mut games: Vec<i64> = self.rows(sql, values, |row| row.get(0))?;
        if games.len() as i64 != counts.sources {
            let (found, expected) = (games.len(), counts.sources);
            return Err(self.damaged(format!(
                "archive {archive} has {found} sources and should have {expected}"
            )));
        }
        games.dedup();
        Ok(games)
    }

    /// Returns what the database has from each archive.
    pub(crate) fn archive_sources(&self) -> Result<ArchiveSources, StoreError> {
        let sql = ARCHIVE.select("path, id, sources, source_numbers, listing", "");
        let rows = self.rows(&sql, [], |row| {
            let counts = [row.get::<_, i64>(2)?, row.get(3)?, row.get(4)?];
            Ok((intact(row)?, row.get::<_, String>(1)?, counts, row.get(5)?))
        })?;
        let rows = rows
            .into_iter()
            .map(|(is_intact, path, counts, listing)| match is_intact {
                true => Ok((path, ArchiveState { counts, listing })),
                false => Err(self.damaged(format!("the row of the archive {path} has a wrong checksum"))),
            });
        Ok(ArchiveSources(rows.collect::<Result<_, _>>()?))
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

    /// Returns the archives in the order of their paths.
    pub fn archives(&self) -> Result<Vec<ImportedArchive>, StoreError> {
        self.verify(ARCHIVE)?;
        let sql = "SELECT path, games, imported_at FROM archive ORDER BY path";
        let mut archives = self.rows(sql, [], |row| {
            Ok(ImportedArchive {
                name: String::new(),
                path: row.get(0)?,
                games: row.get(1)?,
                imported_at: row.get(2)?,
            })
        })?;
        let paths: Vec<String> = archives.iter().map(|archive| archive.path.clone()).collect();
        for (archive, name) in archives.iter_mut().zip(own_ends(&paths)) {
            name.clone_into(&mut archive.name);
        }
        Ok(archives)
    }

    /// Returns the games with a source in one of these archives.
    pub(crate) fn games_of_archives(&self, archives: &BTreeSet<i64>) -> Result<RowSet, StoreError> {
        let last_game = self.state()?.last_game;
        let mut set = RowSet::default();
        for &archive in archives {
            let games = self.games_of_archive(archive)?.into_iter();
            games
                .filter(|game| (0..=last_game).contains(game))
                .for_each(|game| set.insert(game as usize));
        }
        Ok(set)
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

    /// Finds an archive by its path, or by its name if the name is unique. A relative path
    /// starts in the folder of the process.
    pub fn find_archive(&self, path: &Path) -> Result<i64, StoreError> {
        self.find_imported(ARCHIVE, "archive", path, &stored_path(path))
    }

    /// Finds an archive by its stored path, or by the end of it if that is unique, without
    /// a look at the files of the computer.
    pub fn find_stored_archive(&self, path: &Path) -> Result<i64, StoreError> {
        self.find_imported(ARCHIVE, "archive", path, path)
    }

    /// Finds a position file by its path, or by its name if the name is unique.
    pub fn find_position_file(&self, path: &Path) -> Result<i64, StoreError> {
        self.find_imported(POSITION_FILE, "position file", path, &stored_path(path))
    }

    /// Finds a file of analyses by its path, or by its name if the name is unique.
    pub fn find_analysis_file(&self, path: &Path) -> Result<i64, StoreError> {
        self.find_imported(ANALYSIS_FILE, "file of analyses", path, &stored_path(path))
    }

    fn find_imported(&self, table: Table, kind: &'static str, path: &Path, full: &Path) -> Result<i64, StoreError> {
        self.verify(table)?;
        let sql = format!("SELECT id, path FROM {} ORDER BY id", table.name);
        let imported = self.rows(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        find_among(&imported, kind, path, full).copied()
    }
}

pub fn wrong_sources(game: i64, found: i64, expected: i64) -> String {
    format!("game {game} has {found} sources and should have {expected}")
}

/// Returns the path under which a file or folder is stored: canonical if it exists,
/// otherwise absolute.
pub fn stored_path(path: &Path) -> PathBuf {
    canonical(path)
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}

/// Finds a path among known ones: itself or its absolute form, or the only known one of which it
/// is the end. `kind` is the word that error messages use for what has the paths.
pub fn find_among<'a, T>(
    known: &'a [(T, String)],
    kind: &'static str,
    path: &Path,
    absolute: &Path,
) -> Result<&'a T, StoreError> {
    let mut found: Vec<&(T, String)> = known
        .iter()
        .filter(|(_, stored)| Path::new(stored) == path || Path::new(stored) == absolute)
        .collect();
    if found.is_empty() {
        found = known
            .iter()
            .filter(|(_, stored)| Path::new(stored).ends_with(path))
            .collect();
    }
    match found[..] {
        [(only, _)] => Ok(only),
        [] => Err(StoreError::NotImported {
            kind,
            path: path.to_owned(),
            known: known.iter().map(|(_, path)| path.clone()).collect(),
        }),
        _ => Err(StoreError::SeveralImported {
            kind,
            path: path.to_owned(),
            found: found.into_iter().map(|(_, path)| path.clone()).collect(),
        }),
    }
}

/// Returns for each path the shortest end of it, in whole names, that is not an end of another
/// one, or the whole path if it is the end of another.
fn own_ends(paths: &[String]) -> Vec<&str> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for end in paths.iter().flat_map(|path| ends(path)) {
        *known.entry(end).or_default() += 1;
    }
    let own = paths
        .iter()
        .map(|path| ends(path).find(|end| known.get(end) == Some(&1)).unwrap_or(path));
    own.collect()
}

/// Returns the ends of a path in whole names, from the last name to the whole path. A database
/// may come from a system with other separators.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    let parts = path.rmatch_indices(['/', '\\']).map(|(at, _)| &path[at + 1..]);
    parts.filter(|end| !end.is_empty()).chain([path])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_named_by_the_end_of_its_path_that_no_other_has() {
        let names = [
            ("/a/x.tgz", "a/x.tgz"),
            ("/b/x.tgz", "b/x.tgz"),
            ("/b/y.tgz", "/b/y.tgz"),
            ("/x.tgz", "/x.tgz"),
            ("C:\\c\\z.zip", "z.zip"),
            ("stdin-0f", "stdin-0f"),
            ("/a/b/y.tgz", "a/b/y.tgz"),
            ("/", "/"),
        ];
        let paths = names.map(|(path, _)| path.to_owned());
        assert_eq!(own_ends(&paths), names.map(|(_, name)| name));
    }
}
