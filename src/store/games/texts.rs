//! The names of players, and the labels of games: events, places, rules, overtimes and programs. Each distinct text
//! is stored once, together with the folded form used for comparison.

use super::aliases::Aliases;
use crate::record::{fold, words};
use crate::store::StoreError;
use crate::store::codec::{FoldedText, Malformed, RowId, read_text_run, unseal};
use crate::store::snapshot::{Remembered, Snapshot, miscounted};
use crate::store::sqlite::{ARCHIVE, LABEL, PLAYER, Table};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The most characters of a text that are suggested. A prefix is enough, as searches
/// match parts of texts.
const OFFERED: usize = 100;

fn offered(text: &str) -> &str {
    let end = text.char_indices().nth(OFFERED).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

pub fn has_word(text: &str, prefix: &str) -> bool {
    let mut places = text.match_indices(prefix);
    places.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// The rows of the player table or of the label table.
#[derive(Debug, Default)]
pub struct Texts {
    /// All texts, each as written, followed by the form that is compared.
    all: String,
    rows: Vec<Option<TextPlace>>,
    /// The rank of each row in the order of the folded texts. Computed on first use.
    ranks: OnceLock<Vec<u32>>,
    /// The players' spellings that are one.
    pub(super) aliases: Aliases,
}

/// The place of a text among all.
#[derive(Clone, Copy, Debug)]
struct TextPlace {
    start: usize,
    written: u32,
    folded: u32,
}

/// A set of rows of a table of texts, or of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSet(Vec<bool>);

impl RowSet {
    #[must_use]
    pub fn contains(&self, row: Option<RowId>) -> bool {
        row.is_some_and(|row| self.0.get(row.get() as usize).copied().unwrap_or(false))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = RowId> {
        let rows = (0..).zip(&self.0).filter(|(_, is_in)| **is_in);
        rows.filter_map(|(row, _)| RowId::new(row))
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().filter(|is_in| **is_in).count()
    }

    pub(crate) fn has(&self, number: i64) -> bool {
        usize::try_from(number).is_ok_and(|number| self.0.get(number) == Some(&true))
    }

    /// Adds the rows of another set.
    pub(crate) fn insert_all(&mut self, other: Self) {
        let Self(mut longer) = other;
        if longer.len() < self.0.len() {
            std::mem::swap(&mut longer, &mut self.0);
        }
        longer.iter_mut().zip(&self.0).for_each(|(is_in, also)| *is_in |= also);
        self.0 = longer;
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        let rows = (0..).zip(&other.0).filter(|(_, is_in)| **is_in);
        rows.for_each(|(row, _)| self.insert(row));
    }

    pub(crate) fn insert(&mut self, row: usize) {
        if self.0.len() <= row {
            self.0.resize(row + 1, false);
        }
        self.0[row] = true;
    }
}

impl FromIterator<usize> for RowSet {
    fn from_iter<I: IntoIterator<Item = usize>>(rows: I) -> Self {
        let mut set = Self::default();
        rows.into_iter().for_each(|row| set.insert(row));
        set
    }
}

impl FromIterator<String> for Texts {
    /// Collects texts as written, whose rows are in their order.
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        let mut all = Self::default();
        for written in texts {
            let folded = fold(&written);
            all.push(Some(FoldedText {
                written: &written,
                folded: &folded,
            }));
        }
        all
    }
}

impl Texts {
    fn push(&mut self, text: Option<FoldedText<'_>>) {
        let place = text.map(|FoldedText { written, folded }| {
            let start = self.all.len();
            self.all.push_str(written);
            self.all.push_str(folded);
            TextPlace {
                start,
                written: written.len() as u32,
                folded: folded.len() as u32,
            }
        });
        self.rows.push(place);
    }

    fn at(&self, place: TextPlace) -> FoldedText<'_> {
        let text = &self.all[place.start..place.start + (place.written + place.folded) as usize];
        let (written, folded) = text.split_at(place.written as usize);
        FoldedText { written, folded }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = Option<FoldedText<'_>>> {
        self.rows.iter().map(|place| place.map(|place| self.at(place)))
    }

    /// Returns the text of a row as written.
    #[must_use]
    pub fn written(&self, row: RowId) -> Option<&str> {
        self.row(row).map(|text| text.written)
    }

    /// Returns the rank of a row in the order of the folded texts.
    #[must_use]
    pub fn rank(&self, row: RowId) -> Option<u32> {
        let ranks = self.ranks.get_or_init(|| {
            let texts: Vec<_> = self
                .texts()
                .enumerate()
                .map(|(row, text)| text.map(|text| self.aliases.order(row, text)))
                .collect();
            let mut order: Vec<usize> = (0..texts.len()).collect();
            order.sort_by_key(|&row| texts[row]);
            let mut ranks = vec![0; order.len()];
            for (rank, row) in (0..).zip(order) {
                ranks[row] = rank;
            }
            ranks
        });
        ranks.get(row.get() as usize).copied()
    }

    pub(crate) fn folded(&self, row: RowId) -> Option<&str> {
        self.row(row).map(|text| text.folded)
    }

    /// Returns the shown text of a row. A long text is shortened.
    pub(crate) fn offered(&self, row: RowId) -> Option<&str> {
        self.written(row).map(|_| offered(self.shown(row)))
    }

    fn row(&self, row: RowId) -> Option<FoldedText<'_>> {
        let place = *self.rows.get(row.get() as usize)?;
        place.map(|place| self.at(place))
    }

    /// Returns the rows whose texts, or aliases of these, contain `part`, ignoring case and accents.
    #[must_use]
    pub fn containing(&self, part: &str) -> RowSet {
        let part = fold(part);
        self.rows_spelled(|folded| folded.contains(&part))
    }

    /// Returns the rows whose texts, or aliases of these, are `name`, ignoring case and accents.
    #[must_use]
    pub fn equal_to(&self, name: &str) -> RowSet {
        let name = fold(name);
        self.rows_spelled(|folded| folded == name)
    }

    /// Returns the rows whose texts contain a phrase, the result of `words`.
    #[must_use]
    pub fn with_words(&self, phrase: &str) -> RowSet {
        // A text has a word only if it has its letters, which is quickly known.
        let first = phrase.split(' ').next().unwrap_or_default();
        let phrase = format!(" {phrase} ");
        self.rows_where(|written, folded| folded.contains(first) && format!(" {} ", words(written)).contains(&phrase))
    }

    pub(super) fn rows_where(&self, is_wanted: impl Fn(&str, &str) -> bool) -> RowSet {
        let rows = self
            .texts()
            .map(|text| text.is_some_and(|text| is_wanted(text.written, text.folded)));
        RowSet(rows.collect())
    }

    /// Returns up to three texts that resemble `text`, the most similar first. Long
    /// texts are shortened.
    #[must_use]
    pub fn similar(&self, text: &str) -> Vec<String> {
        const LIKE: f64 = 0.85;
        const SHOWN: usize = 3;
        let text = fold(offered(text));
        let mut similar: Vec<(f64, &str)> = self
            .texts()
            .flatten()
            .map(|FoldedText { written, folded }| {
                let folded = offered(folded);
                let words = folded.split(' ').chain([folded]);
                let alike = words.map(|word| strsim::jaro_winkler(word, &text)).fold(0.0, f64::max);
                (alike, written)
            })
            .filter(|(alike, _)| *alike >= LIKE)
            .collect();
        similar.sort_by(|a, b| b.0.total_cmp(&a.0));
        let shown = similar.into_iter().take(SHOWN);
        shown.map(|(_, text)| offered(text).to_owned()).collect()
    }
}

impl Snapshot {
    fn texts(&self, table: Table) -> Result<Arc<Texts>, StoreError> {
        let known = self.shared::<Remembered<&'static str, Texts>>();
        known.get(table.name, || self.texts_with_aliases(table).map(Arc::new))
    }

    /// Reads the names of all players.
    pub(crate) fn read_players(&self) -> Result<Texts, StoreError> {
        read_texts(self, PLAYER)
    }

    /// Reads all labels.
    pub(crate) fn read_labels(&self) -> Result<Texts, StoreError> {
        read_texts(self, LABEL)
    }

    /// Returns the names of all players.
    pub fn players(&self) -> Result<Arc<Texts>, StoreError> {
        self.texts(PLAYER)
    }

    /// Returns the names of players, events and rules, those of the most games first, and of archives. The
    /// first call for a state of the file counts the games of each.
    pub fn game_names(&self) -> Result<Arc<GameNames>, StoreError> {
        self.remember(|| {
            let mut counts: [Vec<u32>; 3] = Default::default();
            let [of_players, of_events, of_rules] = &mut counts;
            let (players, labels) = (self.players()?, self.labels()?);
            self.visit_columns(|_, game| {
                let [black, white] = [game.black(), game.white()].map(|row| row.map(|row| players.one(row)));
                count_row(of_players, black);
                count_row(of_players, white.filter(|_| white != black));
                count_row(of_events, game.event());
                count_row(of_rules, game.rules());
            })?;
            self.verify(ARCHIVE)?;
            let archives = self.rows("SELECT path FROM archive ORDER BY path", [], |row| row.get(0))?;
            let [of_players, of_events, of_rules] = counts;
            Ok(GameNames {
                players: Names::counted(&players, of_players),
                events: Names::counted(&labels, of_events),
                rules: Names::counted(&labels, of_rules),
                archives,
            })
        })
    }

    /// Returns all labels: events, places, rules, overtimes and programs.
    pub fn labels(&self) -> Result<Arc<Texts>, StoreError> {
        self.texts(LABEL)
    }
}

/// The number of texts in a row of the table `text_run`.
pub const TEXTS_PER_RUN: usize = 4096;

/// The second value in the seal of a row of texts, after the row number.
pub const TEXTS_SEAL: i64 = -2;

/// The last run of the texts of a table, whose rows have numbers of 32 bits.
pub const MAX_TEXT_RUN: usize = u32::MAX as usize / TEXTS_PER_RUN;

/// Returns the row of a run of the texts of a table: players or labels.
pub fn text_row(table: Table, run: usize) -> i64 {
    i64::from(table.name == LABEL.name) << 32 | run as i64
}

/// Returns the rows of texts that are of no table.
pub fn foreign_texts(snapshot: &Snapshot) -> Result<Vec<i64>, StoreError> {
    let ranges = [PLAYER, LABEL].map(|table| format!("{} AND {}", text_row(table, 0), text_row(table, MAX_TEXT_RUN)));
    let sql = format!(
        "SELECT id FROM text_run WHERE id NOT BETWEEN {}",
        ranges.join(" AND id NOT BETWEEN ")
    );
    snapshot.rows(&sql, [], |row| row.get(0))
}

/// Reads a run of the texts of a table, without its seal. Returns `None` if there is none.
pub fn text_run(snapshot: &Snapshot, table: Table, run: usize) -> Result<Option<Vec<u8>>, StoreError> {
    let row = text_row(table, run);
    let sealed: Option<Vec<u8>> = snapshot.optional("SELECT data FROM text_run WHERE id = ?1", [row])?;
    let Some(sealed) = sealed else { return Ok(None) };
    let data = unseal(sealed, &[row, TEXTS_SEAL]);
    data.map(Some)
        .ok_or_else(|| snapshot.damaged(format!("row {row} of the texts has a wrong checksum")))
}

pub(super) fn read_texts(snapshot: &Snapshot, table: Table) -> Result<Texts, StoreError> {
    let mut texts = Texts::default();
    // A run whose texts were all removed has no row.
    let [first, last] = [0, MAX_TEXT_RUN].map(|run| text_row(table, run));
    let sql = "SELECT id FROM text_run WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
    for row in snapshot.rows(sql, [first, last], |row| row.get::<_, i64>(0))? {
        let run = (row - first) as usize;
        let Some(data) = text_run(snapshot, table, run)? else {
            continue;
        };
        let read = read_text_run(&data, TEXTS_PER_RUN).map_err(|Malformed| {
            snapshot.damaged(format!("row {} of the texts cannot be read", text_row(table, run)))
        })?;
        let last_text: u64 = snapshot.value(&format!("SELECT coalesce(max(id), 0) FROM {}", table.name))?;
        if (run * TEXTS_PER_RUN) as u64 > last_text {
            return Err(snapshot.damaged(format!("row {row} of the texts has texts after the last one")));
        }
        texts.rows.resize(run * TEXTS_PER_RUN, None);
        read.into_iter().for_each(|text| texts.push(text));
    }
    let there = texts.rows.iter().flatten().count() as u64;
    match snapshot.state()?.rows_of(table) {
        Some(expected) if there != expected => Err(snapshot.damaged(miscounted(table, there, expected))),
        _ => Ok(texts),
    }
}

/// The names in the games of a database.
#[derive(Debug)]
pub struct GameNames {
    /// Of players, of either colour.
    pub players: Names,
    /// Of events.
    pub events: Names,
    /// Of rules.
    pub rules: Names,
    /// The paths of archives, in the order of their texts.
    archives: Vec<String>,
}

impl GameNames {
    /// Returns the archives of which `prefix` begins the name, which is the last part of the
    /// path, or else those of which it begins the path. An archive is returned by its name if
    /// no other has that name, and by its path otherwise.
    #[must_use]
    pub fn archives_beginning(&self, prefix: &str) -> Vec<&str> {
        let mut named: HashMap<&str, usize> = HashMap::new();
        for path in &self.archives {
            *named.entry(last_part(path)).or_default() += 1;
        }
        let by_name = self.archives.iter().filter(|path| last_part(path).starts_with(prefix));
        let found: Vec<&str> = by_name
            .map(|path| match named.get(last_part(path)) {
                Some(1) => last_part(path),
                _ => path,
            })
            .collect();
        if found.is_empty() {
            let paths = self.archives.iter().map(String::as_str);
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

impl Names {
    fn counted(texts: &Arc<Texts>, games: Vec<u32>) -> Self {
        let counted = (0..).zip(games).filter(|(_, games)| *games > 0);
        let mut rows: Vec<(u32, RowId)> = counted
            .filter_map(|(row, games)| Some((games, RowId::new(row)?)))
            .collect();
        rows.sort_by_key(|&(games, row)| (Reverse(games), texts.rank(row)));
        Self {
            texts: Arc::clone(texts),
            rows,
        }
    }

    /// Returns the names that begin with `prefix`, ignoring case and accents. If none does,
    /// returns those with a word that begins with `prefix`. Long names are shortened.
    #[must_use]
    pub fn beginning(&self, prefix: &str) -> Vec<&str> {
        let prefix = fold(prefix);
        let mut found: Vec<(&str, u32)> = self.where_folded(|folded| folded.starts_with(&prefix)).collect();
        if found.is_empty() {
            found = self.where_folded(|folded| has_word(folded, &prefix)).collect();
        }
        found.into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the first `limit` names in which a word begins with `prefix`, ignoring case and
    /// accents, each with the number of its games. Long names are shortened.
    #[must_use]
    pub fn with_word(&self, prefix: &str, limit: usize) -> Vec<(&str, u32)> {
        let prefix = fold(prefix);
        let found = self.where_folded(|folded| has_word(folded, &prefix));
        found.take(limit).collect()
    }

    /// Returns the rows of the names with this text in them, ignoring case and accents, each with the number of
    /// its games. Names that this makes equal are one.
    #[must_use]
    pub fn containing(&self, part: &str) -> Vec<(RowId, u32)> {
        let part = fold(part);
        let mut names: Vec<(RowId, u32)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (row, games) in self.rows_where(|folded| folded.contains(&part)) {
            let place = *places.entry(fold(self.texts.shown(row))).or_insert(names.len());
            match names.get_mut(place) {
                Some(same) => same.1 += games,
                None => names.push((row, games)),
            }
        }
        names.sort_by_key(|&(_, games)| Reverse(games));
        names
    }

    fn where_folded(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = (&str, u32)> {
        let rows = self.rows_where(is_wanted);
        rows.filter_map(|(row, games)| Some((self.texts.offered(row)?, games)))
    }

    fn rows_where(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = (RowId, u32)> {
        let rows = self.rows.iter().map(|&(games, row)| (row, games));
        rows.filter(move |&(row, _)| self.texts.has_spelling(row, &is_wanted))
    }
}

fn count_row(games: &mut Vec<u32>, row: Option<RowId>) {
    let Some(row) = row else { return };
    let at = row.get() as usize;
    if games.len() <= at {
        games.resize(at + 1, 0);
    }
    games[at] += 1;
}
