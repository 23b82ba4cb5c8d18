//! The names in games, in the order of how many games have them.

use super::columns::visit_columns;
use super::texts::{Texts, has_word, labels, players};
use crate::record::fold;
use crate::store::codec::game_columns::RowId;
use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::ARCHIVE;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// The names in the games of a database.
#[derive(Debug)]
pub struct GameNames {
    /// Of players, of either colour.
    pub players: Names,
    /// Of events.
    pub events: Names,
    /// Of rules.
    pub rules: Names,
    /// Of archives.
    pub archives: ArchiveNames,
}

/// The paths of archives, in the order of their texts.
#[derive(Debug)]
pub struct ArchiveNames(Vec<String>);

impl ArchiveNames {
    /// Returns the archives of which `prefix` begins the name, which is the last part of the
    /// path, or else those of which it begins the path. An archive is returned by its name if
    /// no other has that name, and by its path otherwise.
    #[must_use]
    pub fn beginning(&self, prefix: &str) -> Vec<&str> {
        let mut named: HashMap<&str, usize> = HashMap::new();
        for path in &self.0 {
            *named.entry(last_part(path)).or_default() += 1;
        }
        let by_name = self.0.iter().filter(|path| last_part(path).starts_with(prefix));
        let found: Vec<&str> = by_name
            .map(|path| match named.get(last_part(path)) {
                Some(1) => last_part(path),
                _ => path,
            })
            .collect();
        if found.is_empty() {
            let paths = self.0.iter().map(String::as_str);
            return paths.filter(|path| path.starts_with(prefix)).collect();
        }
        found
    }
}

fn last_part(path: &str) -> &str {
    let name = Path::new(path).file_name().and_then(OsStr::to_str);
    name.unwrap_or(path)
}

/// Names of one kind, those of the most games first, and names of as many games in the order of
/// their folded texts.
#[derive(Debug)]
pub struct Names {
    texts: Arc<Texts>,
    rows: Vec<(u32, RowId)>,
}

/// A name and the number of games that have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameCount<'a> {
    /// The name. A long name is shortened.
    pub name: &'a str,
    /// The number of games.
    pub games: u32,
}

impl Names {
    /// Returns the names that begin with `prefix`, ignoring case and accents. If none does,
    /// returns those with a word that begins with `prefix`. Long names are shortened.
    #[must_use]
    pub fn beginning(&self, prefix: &str) -> Vec<&str> {
        let prefix = fold(prefix);
        let names = |begins: fn(&str, &str) -> bool| -> Vec<&str> {
            let found = self.where_folded(|folded| begins(folded, &prefix));
            found.map(|count| count.name).collect()
        };
        match names(|folded, prefix| folded.starts_with(prefix)) {
            none if none.is_empty() => names(has_word),
            found => found,
        }
    }

    /// Returns the first `limit` names in which a word begins with `prefix`, ignoring case and
    /// accents.
    #[must_use]
    pub fn with_word(&self, prefix: &str, limit: usize) -> Vec<NameCount<'_>> {
        let prefix = fold(prefix);
        let found = self.where_folded(|folded| has_word(folded, &prefix));
        found.take(limit).collect()
    }

    fn where_folded(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = NameCount<'_>> {
        self.rows.iter().filter_map(move |&(games, row)| {
            let is_wanted = self.texts.folded(row).is_some_and(&is_wanted);
            let name = self.texts.offered(row).filter(|_| is_wanted)?;
            Some(NameCount { name, games })
        })
    }
}

/// Numbers of games by row.
#[derive(Default)]
struct Counts(Vec<u32>);

impl Counts {
    fn add(&mut self, row: Option<RowId>) {
        let Some(row) = row else { return };
        let at = row.get() as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] += 1;
    }

    fn names(self, texts: &Arc<Texts>) -> Names {
        let counted = (0..).zip(self.0).filter(|(_, games)| *games > 0);
        let mut rows: Vec<(u32, RowId)> = counted
            .filter_map(|(row, games)| Some((games, RowId::new(row)?)))
            .collect();
        rows.sort_by_key(|&(games, row)| (Reverse(games), texts.rank(row)));
        Names {
            texts: Arc::clone(texts),
            rows,
        }
    }
}

/// Returns the names in the games of a database.
pub fn game_names(snapshot: &Snapshot) -> Result<Arc<GameNames>, StoreError> {
    snapshot.remember(|| {
        let mut counts: [Counts; 3] = Default::default();
        let [of_players, of_events, of_rules] = &mut counts;
        visit_columns(snapshot, |_, game| {
            of_players.add(game.black);
            of_players.add(game.white.filter(|_| game.white != game.black));
            of_events.add(game.event);
            of_rules.add(game.rules);
        })?;
        verify(snapshot, ARCHIVE)?;
        let archives = snapshot.rows("SELECT path FROM archive ORDER BY path", [], |row| row.get(0))?;
        let (players, labels) = (players(snapshot)?, labels(snapshot)?);
        let [of_players, of_events, of_rules] = counts;
        Ok(GameNames {
            players: of_players.names(&players),
            events: of_events.names(&labels),
            rules: of_rules.names(&labels),
            archives: ArchiveNames(archives),
        })
    })
}
