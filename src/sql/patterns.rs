//! The table `pattern`, a virtual table with an argument: the diagram. It is not part of
//! the file, and exists on connections for which [`add`] was called.

use super::index::{Index, IndexTable, failure, whole};
use crate::query::{PatternOccurrence, PatternSearch};
use rusqlite::types::ValueRef;
use rusqlite::vtab::{
    Context, Filters, IndexConstraintOp, IndexInfo, Module, VTab, VTabConnection, VTabCursor, sqlite3_vtab_cursor,
};
use rusqlite::{Connection, Error, Result};
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::sync::{Arc, Mutex, PoisonError};

/// The hidden columns are the arguments.
const SCHEMA: &CStr = c"CREATE TABLE pattern(
    game INTEGER NOT NULL, from_ply INTEGER NOT NULL, to_ply INTEGER NOT NULL,
    transform INTEGER NOT NULL, swapped INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    answer TEXT, answer_color TEXT, answer_ply INTEGER,
    diagram TEXT HIDDEN, options TEXT HIDDEN
)";

/// The columns that can be looked up, with their bits in a query plan. The arguments of
/// [`PatternCursor::filter`] are in this order.
const LOOKED_UP: [(c_int, c_int); 3] = [(DIAGRAM, BY_DIAGRAM), (OPTIONS, BY_OPTIONS), (GAME, BY_GAME)];

const GAME: c_int = 0;
const DIAGRAM: c_int = 10;
const OPTIONS: c_int = 11;

const BY_DIAGRAM: c_int = 1;
const BY_OPTIONS: c_int = 2;
const BY_GAME: c_int = 4;

pub fn add(conn: &Connection, index: Arc<Mutex<Index>>) -> Result<()> {
    const MODULE: &Module<'_, IndexTable<PatternCursor>> = &Module::eponymous_only_module();
    conn.create_module("pattern", MODULE, Some(index))
}

#[expect(unsafe_code, reason = "SQLite needs the base to be the first field, as it is")]
unsafe impl VTab<'_> for IndexTable<PatternCursor> {
    type Aux = Arc<Mutex<Index>>;
    type Cursor = PatternCursor;

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
        let mut usable = [None; LOOKED_UP.len()];
        for (number, constraint) in info.constraints().enumerate() {
            if constraint.operator() != IndexConstraintOp::SQLITE_INDEX_CONSTRAINT_EQ {
                continue;
            }
            let column = constraint.column();
            let Some(place) = LOOKED_UP.iter().position(|&(looked_up, _)| looked_up == column) else {
                continue;
            };
            if constraint.is_usable() {
                usable[place].get_or_insert(number);
            } else if column != GAME {
                // There are no rows without the arguments: another order of tables must
                // supply them.
                return Ok(false);
            }
        }
        let mut plan = 0;
        let mut arguments = 0;
        for (number, (_, bit)) in usable.into_iter().zip(LOOKED_UP) {
            if let Some(number) = number {
                plan |= bit;
                arguments += 1;
                let mut usage = info.constraint_usage(number);
                usage.set_argv_index(arguments);
                usage.set_omit(true);
            }
        }
        // These rough estimates make a join begin with the pattern, unless few games are
        // asked for.
        let (cost, rows) = match plan & BY_GAME {
            0 => (100_000.0, 10_000),
            _ => (100.0, 2),
        };
        info.set_idx_num(plan);
        info.set_estimated_cost(cost);
        info.set_estimated_rows(rows);
        Ok(true)
    }

    fn open(&mut self) -> Result<PatternCursor> {
        Ok(PatternCursor {
            base: sqlite3_vtab_cursor::default(),
            index: Arc::clone(&self.index),
            search: None,
            arguments: (String::new(), None),
            rows: Vec::new(),
            at: 0,
            before: 0,
            next_part: None,
        })
    }
}

/// A cursor over the occurrences of a pattern, of which it holds those of some games.
#[repr(C)]
struct PatternCursor {
    base: sqlite3_vtab_cursor,
    index: Arc<Mutex<Index>>,
    search: Option<Arc<PatternSearch>>,
    /// The diagram and the options.
    arguments: (String, Option<String>),
    rows: Vec<PatternOccurrence>,
    /// The number of the current row among `rows`.
    at: usize,
    /// The number of rows before `rows`.
    before: usize,
    /// The number of the next part of the rows, if there may be one.
    next_part: Option<usize>,
}

impl PatternCursor {
    fn row(&self) -> Option<&PatternOccurrence> {
        self.rows.get(self.at)
    }

    fn go_on(&mut self) -> Result<()> {
        while let (Some(number), None, Some(search)) = (self.next_part, self.row(), &self.search) {
            let index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
            let part = index.part_of_pattern(search, number)?;
            drop(index);
            self.next_part = part.is_some().then_some(number + 1);
            self.before += self.rows.len();
            self.rows = part.unwrap_or_default();
            self.at = 0;
        }
        Ok(())
    }
}

#[expect(unsafe_code, reason = "SQLite needs the base to be the first field, as it is")]
unsafe impl VTabCursor for PatternCursor {
    fn filter(&mut self, plan: c_int, _: Option<&str>, arguments: &Filters<'_>) -> Result<()> {
        self.rows.clear();
        (self.at, self.before, self.next_part) = (0, 0, None);
        if plan & BY_DIAGRAM == 0 {
            return Err(failure(
                "pattern needs a diagram, in parentheses after its name: from pattern('|.X/|1O')",
            ));
        }
        let mut values = arguments.iter();
        let [diagram, options, game] =
            [BY_DIAGRAM, BY_OPTIONS, BY_GAME].map(|bit| (plan & bit != 0).then(|| values.next()).flatten());
        let diagram = diagram.map(|value| text("the diagram", value)).transpose()?.flatten();
        let diagram = diagram.ok_or_else(|| no_text("the diagram"))?;
        // NULL in place of the options is as if there were none.
        let options = options
            .map(|value| text("the text of options", value))
            .transpose()?
            .flatten();
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let search = index.pattern(diagram, options.unwrap_or_default())?;
        match game.map(|value| whole("game", value)).transpose()? {
            None => self.next_part = Some(0),
            Some(Some(game)) => self.rows = index.of_pattern_in(&search, game)?,
            // Nothing equals NULL.
            Some(None) => {}
        }
        drop(index);
        self.search = Some(search);
        self.arguments = (diagram.to_owned(), options.map(str::to_owned));
        self.go_on()
    }

    fn next(&mut self) -> Result<()> {
        self.at += 1;
        self.go_on()
    }

    fn eof(&self) -> bool {
        self.row().is_none()
    }

    fn column(&self, context: &mut Context, column: c_int) -> Result<()> {
        let Some(row) = self.row() else { return Ok(()) };
        match column {
            GAME => context.set_result(&row.game),
            1 => context.set_result(&row.ply),
            2 => context.set_result(&row.until),
            3 => context.set_result(&(row.transform.number() as i64)),
            4 => context.set_result(&row.swapped),
            5 => context.set_result(&row.place.x),
            6 => context.set_result(&row.place.y),
            7 => context.set_result(&row.answer.map(|answer| answer.mv.target())),
            8 => context.set_result(&row.answer.map(|answer| answer.mv.color.letter().to_string())),
            9 => context.set_result(&row.answer.map(|answer| answer.ply)),
            DIAGRAM => context.set_result(&self.arguments.0),
            _ => context.set_result(&self.arguments.1),
        }
    }

    fn rowid(&self) -> Result<i64> {
        Ok((self.before + self.at) as i64)
    }
}

/// Returns the text of an argument, or `None` for NULL.
fn text<'a>(what: &str, value: ValueRef<'a>) -> Result<Option<&'a str>> {
    match value {
        ValueRef::Null => Ok(None),
        ValueRef::Text(_) => Ok(Some(value.as_str()?)),
        _ => Err(no_text(what)),
    }
}

fn no_text(what: &str) -> Error {
    failure(format!("{what} of pattern must be a text"))
}
