//! The names of players, and the labels of games: events, places, rules, overtimes and programs. Each distinct text
//! is stored once, together with the folded form used for comparison.

use crate::record::{fold, words};
use crate::store::codec::game_columns::RowId;
use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::snapshot::verify::miscounted;
use crate::store::sqlite::table::{LABEL, PLAYER, Table, intact};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A text as written and as compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Text {
    written: String,
    folded: String,
}

/// The most characters of a text that are suggested. A prefix is enough, as searches
/// match parts of texts.
const OFFERED: usize = 100;

/// Returns the part of a text that is suggested.
fn offered(text: &str) -> &str {
    let end = text.char_indices().nth(OFFERED).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// Returns whether a word of `text` begins with `prefix`.
pub fn has_word(text: &str, prefix: &str) -> bool {
    let mut places = text.match_indices(prefix);
    places.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// The rows of the player table or of the label table.
#[derive(Debug, Default)]
pub struct Texts {
    rows: Vec<Option<Text>>,
    /// The rank of each row in the order of the folded texts. Computed on first use.
    ranks: OnceLock<Vec<u32>>,
}

/// A set of rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSet(Vec<bool>);

impl RowSet {
    /// Returns whether the set contains `row`. No set contains `None`.
    #[must_use]
    pub fn contains(&self, row: Option<RowId>) -> bool {
        row.is_some_and(|row| self.0.get(row.get() as usize).copied().unwrap_or(false))
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    pub(crate) fn insert(&mut self, row: usize) {
        if self.0.len() <= row {
            self.0.resize(row + 1, false);
        }
        self.0[row] = true;
    }
}

impl FromIterator<String> for Texts {
    /// Collects texts as written, whose rows are in their order.
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        let text = |written: String| {
            let folded = fold(&written);
            Some(Text { written, folded })
        };
        Self {
            rows: texts.into_iter().map(text).collect(),
            ..Self::default()
        }
    }
}

impl Texts {
    /// Returns the text of a row as written.
    #[must_use]
    pub fn written(&self, row: RowId) -> Option<&str> {
        self.row(row).map(|text| text.written.as_str())
    }

    /// Returns the rank of a row in the order of the folded texts.
    #[must_use]
    pub fn rank(&self, row: RowId) -> Option<u32> {
        let ranks = self.ranks.get_or_init(|| {
            let mut order: Vec<usize> = (0..self.rows.len()).collect();
            order.sort_by_key(|&row| self.rows[row].as_ref().map(|text| (&text.folded, &text.written)));
            let mut ranks = vec![0; order.len()];
            for (rank, row) in (0..).zip(order) {
                ranks[row] = rank;
            }
            ranks
        });
        ranks.get(row.get() as usize).copied()
    }

    /// Returns the text of a row as it is compared.
    pub(crate) fn folded(&self, row: RowId) -> Option<&str> {
        self.row(row).map(|text| text.folded.as_str())
    }

    /// Returns the text of a row as written. A long text is shortened.
    pub(crate) fn offered(&self, row: RowId) -> Option<&str> {
        self.written(row).map(offered)
    }

    fn row(&self, row: RowId) -> Option<&Text> {
        self.rows.get(row.get() as usize)?.as_ref()
    }

    /// Returns the rows whose texts contain `part`, ignoring case and accents.
    #[must_use]
    pub fn containing(&self, part: &str) -> RowSet {
        let part = fold(part);
        self.rows_where(|text| text.folded.contains(&part))
    }

    /// Returns the rows whose texts are `name`, ignoring case and accents.
    #[must_use]
    pub fn equal_to(&self, name: &str) -> RowSet {
        let name = fold(name);
        self.rows_where(|text| text.folded == name)
    }

    /// Returns the rows whose texts contain a phrase, the result of [`words`].
    #[must_use]
    pub fn with_words(&self, phrase: &str) -> RowSet {
        // A text has a word only if it has its letters, which is quickly known.
        let first = phrase.split(' ').next().unwrap_or_default();
        let phrase = format!(" {phrase} ");
        self.rows_where(|text| text.folded.contains(first) && format!(" {} ", words(&text.written)).contains(&phrase))
    }

    fn rows_where(&self, is_wanted: impl Fn(&Text) -> bool) -> RowSet {
        let rows = self.rows.iter();
        RowSet(rows.map(|text| text.as_ref().is_some_and(&is_wanted)).collect())
    }

    /// Returns up to three texts that resemble `text`, the most similar first. Long
    /// texts are shortened.
    #[must_use]
    pub fn similar(&self, text: &str) -> Vec<String> {
        const LIKE: f64 = 0.85;
        const SHOWN: usize = 3;
        let text = fold(offered(text));
        let alike = |folded: &str| {
            let words = folded.split(' ').chain([folded]);
            words.map(|word| strsim::jaro_winkler(word, &text)).fold(0.0, f64::max)
        };
        let mut similar: Vec<(f64, &str)> = self
            .rows
            .iter()
            .flatten()
            .map(|row| (alike(offered(&row.folded)), row.written.as_str()))
            .filter(|(alike, _)| *alike >= LIKE)
            .collect();
        similar.sort_by(|a, b| b.0.total_cmp(&a.0));
        let shown = similar.into_iter().take(SHOWN);
        shown.map(|(_, text)| offered(text).to_owned()).collect()
    }
}

struct Players(Arc<Texts>);
struct Labels(Arc<Texts>);

/// Returns the names of all players.
pub fn players(snapshot: &Snapshot) -> Result<Arc<Texts>, StoreError> {
    let players = snapshot.remember(|| Ok(Players(texts(snapshot, PLAYER, "name")?.into())))?;
    Ok(Arc::clone(&players.0))
}

/// Returns all labels.
pub fn labels(snapshot: &Snapshot) -> Result<Arc<Texts>, StoreError> {
    let labels = snapshot.remember(|| Ok(Labels(texts(snapshot, LABEL, "text")?.into())))?;
    Ok(Arc::clone(&labels.0))
}

fn texts(snapshot: &Snapshot, table: Table, column: &str) -> Result<Texts, StoreError> {
    let sql = table.select(&format!("id, {column}, folded"), "ORDER BY id");
    let mut texts = Texts::default();
    let mut there = 0;
    for (intact, id, written, folded) in snapshot.rows(&sql, [], |row| {
        Ok((intact(row)?, row.get::<_, u32>(1)? as usize, row.get(2)?, row.get(3)?))
    })? {
        if !intact {
            return Err(snapshot.damaged(format!("row {id} of the table {} has a wrong checksum", table.name)));
        }
        texts.rows.resize(id, None);
        texts.rows.push(Some(Text { written, folded }));
        there += 1;
    }
    match snapshot.state()?.rows_of(table) {
        Some(expected) if there != expected => Err(snapshot.damaged(miscounted(table, there, expected))),
        _ => Ok(texts),
    }
}

/// Returns the row of each label.
pub fn label_rows(snapshot: &Snapshot) -> Result<HashMap<String, RowId>, StoreError> {
    let rows = snapshot.rows("SELECT text, id FROM label", [], |row| {
        Ok((row.get(0)?, row.get::<_, u32>(1)?))
    })?;
    Ok(rows
        .into_iter()
        .filter_map(|(text, id)| Some((text, RowId::new(id)?)))
        .collect())
}
