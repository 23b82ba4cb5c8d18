//! Names of players, and events, places and rules: texts that many games
//! have, each stored once, with the form in which they are compared.

use crate::record::{GameInfo, fold};
use crate::store::codec::game_columns::{RowId, TextRows};
use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::sqlite::table::{LABEL, PLAYER, Table, intact};
use crate::store::write::transaction::Transaction;
use rusqlite::params;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A text as it was written and as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Text {
    written: String,
    folded: String,
}

/// Letters of a text that is offered to be asked for: what is asked for is a part.
const OFFERED: usize = 100;

/// What is offered of a text.
fn offered(text: &str) -> &str {
    let end = text.char_indices().nth(OFFERED).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// The rows of the player or of the label table.
#[derive(Debug, Default)]
pub struct Texts {
    rows: Vec<Option<Text>>,
    /// The place of each row in the order of what is compared; made when it is
    /// first needed.
    ranks: OnceLock<Vec<u32>>,
}

/// Some rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowSet(Vec<bool>);

impl RowSet {
    /// Whether a row is one of them; `None` is none.
    #[must_use]
    pub fn contains(&self, row: Option<RowId>) -> bool {
        row.is_some_and(|row| self.0.get(row.get() as usize).copied().unwrap_or(false))
    }

    /// Whether there are none.
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

impl Texts {
    /// The text of a row as it was written.
    #[must_use]
    pub fn written(&self, row: RowId) -> Option<&str> {
        self.row(row).map(|text| text.written.as_str())
    }

    /// The rank of a row in the order of the texts as they are compared.
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

    /// The first texts, in the order in which they are compared, of which a
    /// word begins with `prefix`, compared without case and accents. Of long ones
    /// it is the start.
    #[must_use]
    pub fn beginning(&self, prefix: &str, limit: usize) -> Vec<&str> {
        let prefix = fold(prefix);
        let begins = |text: &Text| {
            let words = text.folded.match_indices(&prefix);
            let is_start = |at: usize| !text.folded[..at].ends_with(char::is_alphanumeric);
            words.into_iter().any(|(at, _)| is_start(at))
        };
        let mut found: Vec<&Text> = self.rows.iter().flatten().filter(|text| begins(text)).collect();
        // Those that begin so themselves come before those of which a word does.
        found.sort_by(|a, b| {
            let is_later = |text: &Text| !text.folded.starts_with(&prefix);
            let order = is_later(a).cmp(&is_later(b));
            order.then_with(|| (&a.folded, &a.written).cmp(&(&b.folded, &b.written)))
        });
        found.truncate(limit);
        found.into_iter().map(|text| offered(&text.written)).collect()
    }

    fn row(&self, row: RowId) -> Option<&Text> {
        self.rows.get(row.get() as usize)?.as_ref()
    }

    /// The rows of which `part`, compared without case and accents, is a part.
    #[must_use]
    pub fn containing(&self, part: &str) -> RowSet {
        let part = fold(part);
        RowSet(
            self.rows
                .iter()
                .map(|text| text.as_ref().is_some_and(|text| text.folded.contains(&part)))
                .collect(),
        )
    }

    /// Up to three texts that are like one that none has in it, the most like
    /// it first. Of long ones it is the start.
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

    /// All texts as they were written, of long ones the start.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flatten().map(|text| offered(&text.written))
    }
}

impl Database {
    /// The names of all players.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn players(&self) -> Result<Arc<Texts>, StoreError> {
        let cached = self.cache.borrow().players.clone();
        match cached {
            Some(players) => Ok(players),
            None => {
                let players = Arc::new(self.texts(PLAYER, self.state()?.players)?);
                self.cache.borrow_mut().players = Some(Arc::clone(&players));
                Ok(players)
            }
        }
    }

    /// All events, places and rules.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn labels(&self) -> Result<Arc<Texts>, StoreError> {
        let cached = self.cache.borrow().labels.clone();
        match cached {
            Some(labels) => Ok(labels),
            None => {
                let labels = Arc::new(self.texts(LABEL, self.state()?.labels)?);
                self.cache.borrow_mut().labels = Some(Arc::clone(&labels));
                Ok(labels)
            }
        }
    }

    fn texts(&self, table: Table, expected: u64) -> Result<Texts, StoreError> {
        let column = if table.name == PLAYER.name { "name" } else { "text" };
        let sql = table.select(&format!("id, {column}, folded"), "ORDER BY id");
        let mut texts = Texts::default();
        let mut there = 0;
        for (intact, id, written, folded) in self.rows(&sql, [], |row| {
            Ok((intact(row)?, row.get::<_, u32>(1)? as usize, row.get(2)?, row.get(3)?))
        })? {
            if !intact {
                return Err(self.damaged(format!("row {id} of the table {} has a wrong checksum", table.name)));
            }
            texts.rows.resize(id, None);
            texts.rows.push(Some(Text { written, folded }));
            there += 1;
        }
        if there == expected {
            Ok(texts)
        } else {
            Err(self.damaged(format!(
                "the table {} has {there} rows and should have {expected}",
                table.name
            )))
        }
    }

    /// The row of each label.
    pub(crate) fn label_rows(&self) -> Result<HashMap<String, RowId>, StoreError> {
        let rows = self.rows("SELECT text, id FROM label", [], |row| {
            Ok((row.get(0)?, row.get::<_, u32>(1)?))
        })?;
        Ok(rows
            .into_iter()
            .filter_map(|(text, id)| Some((text, RowId::new(id)?)))
            .collect())
    }
}

/// Bytes of texts whose rows a transaction remembers.
const KNOWN_BYTES: usize = 16 << 20;

/// The rows of texts that a transaction has met lately.
#[derive(Default)]
pub struct KnownTexts {
    players: HashMap<String, RowId>,
    labels: HashMap<String, RowId>,
    bytes: usize,
}

impl KnownTexts {
    /// Makes room for another text if there is none.
    fn reserve(&mut self, text: &str) {
        if self.bytes > KNOWN_BYTES {
            *self = Self::default();
        }
        self.bytes += size_of::<(String, RowId)>() + text.len();
    }
}

impl Transaction<'_> {
    /// The rows of the texts of a game, made where there are none.
    pub fn texts(&mut self, info: &GameInfo) -> Result<TextRows, StoreError> {
        Ok(TextRows {
            black: self.player(&info.black)?,
            white: self.player(&info.white)?,
            rules: self.label(&info.rules)?,
            event: self.label(&info.event)?,
            place: self.label(&info.place)?,
        })
    }

    fn player(&mut self, name: &str) -> Result<Option<RowId>, StoreError> {
        if name.is_empty() {
            return Ok(None);
        }
        if let Some(&id) = self.known.players.get(name) {
            return Ok(Some(id));
        }
        let (id, added) = self.row(PLAYER, "name", name)?;
        self.state.players += u64::from(added);
        self.known.reserve(name);
        self.known.players.insert(name.to_owned(), id);
        Ok(Some(id))
    }

    /// The row of an event, a place or rules.
    pub fn label(&mut self, text: &str) -> Result<Option<RowId>, StoreError> {
        if text.is_empty() {
            return Ok(None);
        }
        if let Some(&id) = self.known.labels.get(text) {
            return Ok(Some(id));
        }
        let (id, added) = self.row(LABEL, "text", text)?;
        if added {
            self.state.labels += 1;
            self.add_label_words(id.get(), text)?;
        }
        self.known.reserve(text);
        self.known.labels.insert(text.to_owned(), id);
        Ok(Some(id))
    }

    /// The row with this text, and whether it was added.
    fn row(&self, table: Table, column: &str, text: &str) -> Result<(RowId, bool), StoreError> {
        let db = self.database();
        let name = table.name;
        let sql = format!("SELECT id FROM {name} WHERE {column} = ?1");
        let found: Option<u32> = db.optional(&sql, [text])?;
        let id = match found {
            Some(id) => id,
            None => db.number(&format!("SELECT coalesce(max(id), 0) + 1 FROM {name}"))?,
        };
        let row = RowId::new(id).ok_or_else(|| db.damaged(format!("the table {name} has a row 0")))?;
        if found.is_none() {
            db.execute(&table.insert("INSERT"), params![id, text, fold(text)])?;
        }
        Ok((row, found.is_none()))
    }

    /// Deletes the texts that no game has any longer.
    pub(crate) fn delete_unused_texts(&mut self) -> Result<(), StoreError> {
        let db = self.database();
        db.execute(
            "DELETE FROM player WHERE id NOT IN (
                 SELECT black FROM game WHERE black IS NOT NULL UNION SELECT white FROM game WHERE white IS NOT NULL)",
            [],
        )?;
        self.state.players -= db.conn.changes();
        let unused: Vec<i64> = db.rows(
            "SELECT id FROM label WHERE text NOT IN (
                 SELECT rules FROM game WHERE rules IS NOT NULL
                 UNION SELECT event FROM game WHERE event IS NOT NULL
                 UNION SELECT place FROM game WHERE place IS NOT NULL)",
            [],
            |row| row.get(0),
        )?;
        for label in unused {
            self.delete_label_words(label)?;
            db.execute("DELETE FROM label WHERE id = ?1", [label])?;
            self.state.labels -= 1;
        }
        self.known = KnownTexts::default();
        Ok(())
    }
}
