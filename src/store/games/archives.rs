//! Archives, and the paths of imported files and folders.

use super::texts::RowSet;
use crate::files::canonical;
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ANALYSIS_FILE, ARCHIVE, POSITION_FILE, Table, intact};
use rusqlite::Row;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

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

impl Snapshot {
    /// Returns the archives by their rows, which are in the order of the first imports.
    pub(crate) fn found_archives(&self) -> Result<BTreeMap<i64, FoundArchive>, StoreError> {
        let archives = self.rows("SELECT id, path, imported_at FROM archive", [], |row| {
            let (path, imported_at) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, FoundArchive { path, imported_at }))
        })?;
        Ok(archives.into_iter().collect())
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
