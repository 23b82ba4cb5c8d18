//! The contents of a database and the space that they take.

use crate::store::StoreError;
use crate::store::snapshot::{Snapshot, State};
use crate::store::sqlite::{GAME, intact};
use serde::Serialize;
use std::collections::BTreeMap;

/// The contents of a database and the space that they take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// The numbers of games, sources and so on.
    pub state: State,
    /// The number of positions of all games, repetitions included.
    pub positions: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The size of each part of the file.
    pub parts: Parts,
    /// The number of games by board size.
    pub board_sizes: BTreeMap<u8, u64>,
    /// The number of games by the year of their first date; `None` for undated
    /// games.
    pub years: BTreeMap<Option<u16>, u64>,
}

/// The sizes of the parts of the file in bytes. Their sum is the size of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Parts {
    /// The index of positions.
    pub index: u64,
    /// The records of games and their courses, in which patterns are searched.
    pub records: u64,
    /// Names, dates, results and indexes for finding games.
    pub games: u64,
    /// The sources of games.
    pub sources: u64,
    /// The position files, if there are any.
    pub position_files: u64,
    /// The analyses by engines, if there are any.
    pub analyses: u64,
    /// The unused pages, which the next import fills.
    pub free: u64,
    /// The schema and SQLite's own bookkeeping.
    pub other: u64,
}

impl Snapshot {
    /// Returns the contents of the database and their sizes.
    pub fn inventory(&self) -> Result<Inventory, StoreError> {
        let bytes = self.bytes()?;
        let state = self.state()?;
        let mut inventory = Inventory {
            state,
            positions: self.position_count()?,
            bytes,
            parts: parts(self, bytes, &state)?,
            ..Inventory::default()
        };
        count_games(self, &mut inventory)?;
        Ok(inventory)
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        self.value("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    }
}

fn count_games(snapshot: &Snapshot, inventory: &mut Inventory) -> Result<(), StoreError> {
    let mut games = 0;
    for (intact, board_size, year) in snapshot.rows(&GAME.select("board_size, year", ""), [], |row| {
        Ok((intact(row)?, row.get(1)?, row.get(2)?))
    })? {
        if !intact {
            return Err(snapshot.damaged("the row of a game has a wrong checksum"));
        }
        games += 1;
        *inventory.board_sizes.entry(board_size).or_default() += 1;
        *inventory.years.entry(year).or_default() += 1;
    }
    let expected = inventory.state.games;
    if games == expected {
        Ok(())
    } else {
        Err(snapshot.damaged(format!("{games} of its {expected} games are there")))
    }
}

fn parts(snapshot: &Snapshot, bytes: u64, state: &State) -> Result<Parts, StoreError> {
    let mut parts = Parts {
        free: snapshot.value("SELECT freelist_count * page_size FROM pragma_freelist_count(), pragma_page_size()")?,
        ..Parts::default()
    };
    // Tables and indexes each have their own tree. A row for each page, unlike one for
    // each tree, lets the interrupt be obeyed in between.
    let sql = "SELECT tbl_name, sum(bytes)
               FROM (SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE aggregate = FALSE GROUP BY name)
               JOIN sqlite_schema USING (name) GROUP BY tbl_name";
    for (table, bytes) in snapshot.rows(sql, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?)))? {
        match table.as_str() {
            "position_block" | "posting_list" | "segment" => parts.index += bytes,
            "record" | "dictionary" => parts.records += bytes,
            "game" | "player" | "label" | "game_columns" => parts.games += bytes,
            words if words.starts_with("game_words") || words.starts_with("label_words") => parts.games += bytes,
            "source" | "archive" => parts.sources += bytes,
            "position_file" | "position_record" if state.position_files > 0 => parts.position_files += bytes,
            "analysis" | "analysis_file" | "analysis_sums" if state.analyses > 0 => parts.analyses += bytes,
            _ => {}
        }
    }
    let known = [
        parts.index,
        parts.records,
        parts.games,
        parts.sources,
        parts.position_files,
        parts.analyses,
        parts.free,
    ];
    parts.other = bytes.saturating_sub(known.iter().sum());
    Ok(parts)
}
