//! The index of positions as a virtual table. It is not part of the file, and exists on
//! connections for which [`add`] was called.

use super::index::{Index, IndexTable, OccurrenceRow, failure, target, whole};
use crate::go::PositionKey;
use crate::store::{NextCode, Occurrence, StoreError};
use rusqlite::vtab::{
    Context, Filters, IndexConstraintOp, IndexInfo, Module, VTab, VTabConnection, VTabCursor, sqlite3_vtab_cursor,
};
use rusqlite::{Connection, Result};
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// A game may reach a position twice, even at the same ply if setup follows a move. The
/// hidden column makes such rows distinct.
const SCHEMA: &CStr = c"CREATE TABLE positions(
    key INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, next_move TEXT, next_color TEXT,
    number INTEGER HIDDEN NOT NULL,
    PRIMARY KEY (game, number, key)
) WITHOUT ROWID";

/// The columns that can be looked up.
const KEY: c_int = 0;
const GAME: c_int = 1;

/// The bits of a query plan: the columns that are constrained.
const BY_KEY: c_int = 1;
const BY_GAME: c_int = 2;

pub fn add(conn: &Connection, index: Arc<Mutex<Index>>) -> Result<()> {
    const MODULE: &Module<'_, IndexTable<PositionsCursor>> = &Module::eponymous_only_module().without_rowid();
    conn.create_module("positions", MODULE, Some(index))
}

#[expect(unsafe_code, reason = "SQLite needs the base to be the first field, as it is")]
unsafe impl VTab<'_> for IndexTable<PositionsCursor> {
    type Aux = Arc<Mutex<Index>>;
    type Cursor = PositionsCursor;

    fn connect(
        _: &mut VTabConnection,
        index: Option<&Arc<Mutex<Index>>>,
        _: &[u8],
        _: &[u8],
        _: &[u8],
        _: &[&[u8]],
    ) -> Result<(Cow<'static, CStr>, Self)> {
        Ok((SCHEMA.into(), Self::new(index)?))
    }

    fn best_index(&self, info: &mut IndexInfo) -> Result<bool> {
        let mut usable = [None; 2];
        for (number, constraint) in info.constraints().enumerate() {
            if constraint.is_usable()
                && constraint.operator() == IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_EQ
                && let Some(usable) = usable.get_mut(constraint.column() as usize)
            {
                usable.get_or_insert(number);
            }
        }
        let mut plan = 0;
        let mut arguments = 0;
        for (column, bit) in [(KEY, BY_KEY), (GAME, BY_GAME)] {
            if let Some(number) = usable[column as usize] {
                plan |= bit;
                arguments += 1;
                let mut usage = info.constraint_usage(number);
                usage.set_argv_index(arguments);
                usage.set_omit(true);
            }
        }
        // These rough estimates make a join begin with the key, and scan all games only
        // if neither column is known.
        let (cost, rows) = match plan {
            0 => (1e9, 100_000_000),
            BY_KEY => (100.0, 100),
            BY_GAME => (500.0, 250),
            _ => (20.0, 1),
        };
        info.set_idx_num(plan);
        info.set_estimated_cost(cost);
        info.set_estimated_rows(rows);
        Ok(true)
    }

    fn open(&mut self) -> Result<PositionsCursor> {
        Ok(PositionsCursor {
            base: sqlite3_vtab_cursor::default(),
            index: Arc::clone(&self.index),
            rows: Arc::default(),
            range: 0..0,
            scanned: None,
        })
    }
}

/// A cursor over rows of the table.
#[repr(C)]
struct PositionsCursor {
    base: sqlite3_vtab_cursor,
    index: Arc<Mutex<Index>>,
    rows: Arc<[OccurrenceRow]>,
    /// The remaining rows, beginning with the current row.
    range: Range<usize>,
    /// The game of these rows if the cursor scans all games.
    scanned: Option<i64>,
}

impl PositionsCursor {
    fn row(&self) -> Option<&OccurrenceRow> {
        self.rows.get(self.range.clone())?.first()
    }

    fn scan(&mut self) -> std::result::Result<(), StoreError> {
        while let (Some(game), None) = (self.scanned, self.row()) {
            let index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
            self.scanned = index.snapshot().game_after(game)?;
            (self.rows, self.range) = match self.scanned {
                Some(game) => index.of_game(game)?,
                None => Default::default(),
            };
        }
        Ok(())
    }
}

#[expect(unsafe_code, reason = "SQLite needs the base to be the first field, as it is")]
unsafe impl VTabCursor for PositionsCursor {
    fn filter(&mut self, plan: c_int, _: Option<&str>, arguments: &Filters<'_>) -> Result<()> {
        (self.rows, self.range) = Default::default();
        self.scanned = None;
        let columns = [("key", BY_KEY), ("game", BY_GAME)].into_iter();
        let given = columns.filter(|(_, bit)| plan & bit != 0);
        let mut numbers = Vec::with_capacity(2);
        for ((name, _), value) in given.zip(arguments.iter()) {
            match whole(name, value)? {
                Some(number) => numbers.push(number),
                // Nothing equals NULL.
                None => return Ok(()),
            }
        }
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = match (plan, &numbers[..]) {
            (BY_KEY, &[key]) => index.of_position(PositionKey(key as u64)),
            (BY_GAME, &[game]) => index.of_game(game),
            (_, &[key, game]) => index.of_position_in(PositionKey(key as u64), game),
            _ => {
                self.scanned = Some(0);
                Ok(Default::default())
            }
        };
        drop(index);
        (self.rows, self.range) = rows.map_err(failure)?;
        self.scan().map_err(failure)
    }

    fn next(&mut self) -> Result<()> {
        self.range.start += 1;
        self.scan().map_err(failure)
    }

    fn eof(&self) -> bool {
        self.row().is_none()
    }

    fn column(&self, context: &mut Context, column: c_int) -> Result<()> {
        let Some(&OccurrenceRow(key, Occurrence { game, ply, next, .. }, size)) = self.row() else {
            return Ok(());
        };
        match column {
            KEY => context.set_result(&(key.0 as i64)),
            GAME => context.set_result(&game),
            2 => context.set_result(&ply),
            3 => context.set_result(&target(next, size)),
            4 => context.set_result(&next.color().map(|color| color.letter().to_string())),
            _ => context.set_result(&number(ply, next)),
        }
    }

    /// Never called, as the table has no row ids.
    fn rowid(&self) -> Result<i64> {
        Ok(0)
    }
}

/// Returns a number that distinguishes the rows of a game at one ply.
fn number(ply: u16, NextCode(next): NextCode) -> i64 {
    i64::from(ply) << 16 | i64::from(next)
}
