//! The contents of a database and the space that they take.

use crate::store::StoreError;
use crate::store::snapshot::{Snapshot, State};
use serde::Serialize;
use std::collections::BTreeMap;

/// The contents of a database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// The numbers of games, sources and so on.
    pub state: State,
    /// The number of positions of all games, repetitions included.
    pub positions: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The version of the file's schema.
    pub schema: u32,
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
    /// The records of games, and their courses and corners, in which patterns are searched.
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
    /// Returns the contents of the database.
    pub fn inventory(&self) -> Result<Inventory, StoreError> {
        let mut inventory = Inventory {
            state: self.state()?,
            positions: self.position_count()?,
            bytes: self.bytes()?,
            schema: self.value("SELECT user_version FROM pragma_user_version()")?,
            ..Inventory::default()
        };
        for ((board_size, year), games) in self.game_counts()? {
            *inventory.board_sizes.entry(board_size).or_default() += games;
            *inventory.years.entry(year).or_default() += games;
        }
        Ok(inventory)
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        self.value("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    }

    /// Returns the sizes of the parts of the file. Reads all of it.
    pub fn parts(&self) -> Result<Parts, StoreError> {
        let state = self.state()?;
        let mut parts = Parts {
            free: self.value("SELECT freelist_count * page_size FROM pragma_freelist_count(), pragma_page_size()")?,
            ..Parts::default()
        };
        // Tables and indexes each have their own tree. A row for each page, unlike one for
        // each tree, lets the interrupt be obeyed in between.
        let sql = "SELECT tbl_name, sum(bytes)
                   FROM (SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE aggregate = FALSE GROUP BY name)
                   JOIN sqlite_schema USING (name) GROUP BY tbl_name";
        for (table, bytes) in self.rows(sql, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?)))? {
            match table.as_str() {
                "position_block" | "posting_list" | "segment" => parts.index += bytes,
                "record" | "dictionary" | "game_corners" => parts.records += bytes,
                "game" | "player" | "label" | "text_run" | "game_columns" => parts.games += bytes,
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
        parts.other = self.bytes()?.saturating_sub(known.iter().sum());
        Ok(parts)
    }
}
