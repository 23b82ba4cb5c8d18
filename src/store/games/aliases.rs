//! Spellings of players' names that the user made one.

use super::texts::{RowSet, Texts};
use crate::record::fold;
use crate::store::StoreError;
use crate::store::codec::{FoldedText, RowId};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ALIAS, PLAYER, Table};
use serde::Serialize;
use std::collections::HashMap;
use std::iter::once;

/// A player with several spellings, as the user gave them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AliasedPlayer {
    /// The name that statistics show.
    pub player: String,
    /// The other spellings.
    pub aliases: Vec<String>,
}

impl AliasedPlayer {
    /// Returns all spellings, the shown one first.
    pub fn spellings(&self) -> impl Iterator<Item = &String> {
        once(&self.player).chain(&self.aliases)
    }
}

/// The spellings that are one, by row of the player table.
#[derive(Debug, Default)]
pub struct Aliases {
    players: Vec<Aliased>,
    /// For each row, the index of its player, from 1, or 0.
    of_rows: Vec<usize>,
}

/// A player with several spellings.
#[derive(Debug)]
struct Aliased {
    shown: String,
    folded: Vec<String>,
    rows: Vec<RowId>,
}

impl Aliases {
    fn new(players: Vec<AliasedPlayer>, texts: &Texts) -> Self {
        let mut all = Self::default();
        let mut of_names = HashMap::new();
        for (at, player) in players.into_iter().enumerate() {
            let folded: Vec<String> = player.spellings().map(|name| fold(name)).collect();
            of_names.extend(folded.iter().map(|name| (name.clone(), at)));
            all.players.push(Aliased {
                shown: player.player,
                folded,
                rows: Vec::new(),
            });
        }
        for (row, text) in texts.texts().enumerate() {
            if let Some(text) = text
                && let Some(&at) = of_names.get(text.folded)
            {
                all.of_rows.resize(row + 1, 0);
                all.of_rows[row] = at + 1;
                all.players[at].rows.extend(RowId::new(row as u32));
            }
        }
        all
    }

    fn of(&self, row: RowId) -> Option<&Aliased> {
        self.at(row.get() as usize)
    }

    fn at(&self, row: usize) -> Option<&Aliased> {
        let player = self.of_rows.get(row)?.checked_sub(1)?;
        self.players.get(player)
    }

    /// Returns the texts by which a row is sorted: those of the shown name.
    pub(super) fn order<'a>(&'a self, row: usize, text: FoldedText<'a>) -> (&'a str, &'a str) {
        match self.at(row) {
            Some(player) => (&player.folded[0], &player.shown),
            None => (text.folded, text.written),
        }
    }
}

impl Texts {
    /// Returns one row for all spellings of a player.
    #[must_use]
    pub fn one(&self, row: RowId) -> RowId {
        let first = self.aliases.of(row).and_then(|player| player.rows.first());
        first.copied().unwrap_or(row)
    }

    /// Returns the name that is shown for a row: as written, or the first spelling that the user gave.
    #[must_use]
    pub fn shown(&self, row: RowId) -> &str {
        match self.aliases.of(row) {
            Some(player) => &player.shown,
            None => self.written(row).unwrap_or_default(),
        }
    }

    /// Returns whether any spelling of a row's text passes the test, which gets it folded.
    pub(crate) fn has_spelling(&self, row: RowId, is_wanted: impl Fn(&str) -> bool) -> bool {
        match self.aliases.of(row) {
            Some(player) => player.folded.iter().any(|folded| is_wanted(folded)),
            None => self.folded(row).is_some_and(is_wanted),
        }
    }

    /// Returns the rows of which any spelling passes the test, which gets it folded.
    pub(super) fn rows_spelled(&self, is_wanted: impl Fn(&str) -> bool) -> RowSet {
        let mut rows = self.rows_where(|_, folded| is_wanted(folded));
        for player in &self.aliases.players {
            if player.folded.iter().any(|folded| is_wanted(folded)) {
                player.rows.iter().for_each(|row| rows.insert(row.get() as usize));
            }
        }
        rows
    }
}

impl Snapshot {
    /// Returns the players with several spellings, in the order of the shown names.
    pub fn aliases(&self) -> Result<Vec<AliasedPlayer>, StoreError> {
        let mut players: Vec<AliasedPlayer> = Vec::new();
        if self.state()?.aliases == 0 {
            return Ok(players);
        }
        self.verify(ALIAS)?;
        let sql = "SELECT alias, player FROM alias ORDER BY player, id";
        for (alias, player) in self.rows(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))? {
            match players.last_mut() {
                Some(last) if last.player == player => last.aliases.push(alias),
                _ => players.push(AliasedPlayer {
                    player,
                    aliases: vec![alias],
                }),
            }
        }
        Ok(players)
    }

    /// Returns the games with a source whose record differs from the game's, in the order of their numbers.
    pub(crate) fn games_with_own_texts(&self) -> Result<Vec<i64>, StoreError> {
        self.rows(
            "SELECT DISTINCT game FROM source WHERE sgf IS NOT NULL ORDER BY game",
            [],
            |row| row.get(0),
        )
    }

    /// Reads the texts of a table, those of players with their aliases.
    pub(super) fn texts_with_aliases(&self, table: Table) -> Result<Texts, StoreError> {
        let mut texts = super::texts::read_texts(self, table)?;
        if table.name == PLAYER.name {
            texts.aliases = Aliases::new(self.aliases()?, &texts);
        }
        Ok(texts)
    }
}
