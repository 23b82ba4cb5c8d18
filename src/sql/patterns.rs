//! The table `pattern`, a virtual table with an argument: the diagram. It is not part of
//! the file, and exists on connections for which [`add`] was called.

use super::index::SharedIndex;
use super::positions::whole;
use crate::go::{BoardSize, ParseError};
use crate::pattern::Pattern;
use crate::query::{PARAMETERS, PatternOccurrence, PatternOptions, PatternSearch, QueryError, QuestionError};
use rusqlite::types::ValueRef;
use rusqlite::vtab::{
    Context, Filters, IndexConstraintOp, IndexInfo, Module, VTab, VTabConnection, VTabCursor, sqlite3_vtab,
    sqlite3_vtab_cursor,
};
use rusqlite::{Connection, Error, Result};
use std::borrow::Cow;
use std::ffi::{CStr, c_int};
use std::sync::{Arc, PoisonError};
use thiserror::Error;

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

/// An error that prevents the rows of a pattern.
#[derive(Debug, Error)]
pub enum PatternTableError {
    /// There is no diagram.
    #[error("pattern needs a diagram, in parentheses after its name: from pattern('|.X/|1O')")]
    NoDiagram,
    /// An argument is a number or bytes.
    #[error("{0} of pattern must be a text")]
    NoText(&'static str),
    /// The diagram cannot be read.
    #[error("the diagram, {0}")]
    Diagram(ParseError),
    /// There is no such option.
    #[error(
        "\"{0}\" is not an option of pattern: write fixed-colors, in-place, touching, next=X, at=10..60, stood=4.., \
         direct, strict, size=13, with blanks between them"
    )]
    Option(String),
    /// An option is given again.
    #[error("the option {0} of pattern is given twice")]
    Twice(String),
    /// The value of an option cannot be read.
    #[error(transparent)]
    Value(#[from] QuestionError),
    /// The board size cannot be read.
    #[error(transparent)]
    Size(#[from] ParseError),
    /// The pattern cannot be searched.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The time of the query is over.
    #[error("the query took too long")]
    Late,
}

impl From<PatternTableError> for Error {
    fn from(error: PatternTableError) -> Self {
        Self::ModuleError(error.to_string())
    }
}

/// Returns the search for a diagram, with options such as `fixed-colors next=X size=13`.
pub fn search(diagram: &str, words: &str) -> std::result::Result<PatternSearch, PatternTableError> {
    let mut size = BoardSize::MAX;
    let mut options = Vec::new();
    // Anything that is no option ends this, so that the list is short.
    let mut given: Vec<&str> = Vec::new();
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        if given.contains(&name) {
            return Err(PatternTableError::Twice(name.to_owned()));
        }
        given.push(name);
        let option = PARAMETERS.iter().find(|option| option.option_name() == name);
        match option {
            Some(option) if option.name == "size" => size = value.parse()?,
            Some(option) if option.option.is_some() && option.value.is_some() => options.push((option.name, value)),
            Some(option) if option.option.is_some() && value.is_empty() => options.push((option.name, "true")),
            _ => return Err(PatternTableError::Option(word.to_owned())),
        }
    }
    let options = PatternOptions::parse(options)?;
    let pattern = Pattern::parse(diagram).map_err(PatternTableError::Diagram)?;
    Ok(PatternSearch::of_diagram(pattern, size, options)?)
}

/// Registers the table with a connection.
pub fn add(conn: &Connection, index: SharedIndex) -> Result<()> {
    const MODULE: &Module<'_, PatternTable> = &Module::eponymous_only_module();
    conn.create_module("pattern", MODULE, Some(index))
}

#[repr(C)]
struct PatternTable {
    base: sqlite3_vtab,
    index: SharedIndex,
}

#[expect(unsafe_code, reason = "SQLite needs the base to be the first field, as it is")]
unsafe impl VTab<'_> for PatternTable {
    type Aux = SharedIndex;
    type Cursor = PatternCursor;

    fn connect(
        _: &mut VTabConnection,
        index: Option<&SharedIndex>,
        _: &[u8],
        _: &[u8],
        _: &[u8],
        _: &[&[u8]],
    ) -> Result<(Cow<'static, CStr>, Self)> {
        let index = index.ok_or_else(|| Error::ModuleError("the table has no games".to_owned()))?;
        let table = Self {
            base: sqlite3_vtab::default(),
            index: SharedIndex::clone(index),
        };
        Ok((SCHEMA.into(), table))
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
            index: SharedIndex::clone(&self.index),
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
    index: SharedIndex,
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

    /// Reads parts until there is a row.
    fn go_on(&mut self) -> std::result::Result<(), PatternTableError> {
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
            return Err(PatternTableError::NoDiagram.into());
        }
        let mut values = arguments.iter();
        let mut value = |bit| (plan & bit != 0).then(|| values.next()).flatten();
        let (diagram, options, game) = (value(BY_DIAGRAM), value(BY_OPTIONS), value(BY_GAME));
        let diagram = diagram.map(|value| text("the diagram", value)).transpose()?.flatten();
        let diagram = diagram.ok_or(PatternTableError::NoText("the diagram"))?;
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
        Ok(self.go_on()?)
    }

    fn next(&mut self) -> Result<()> {
        self.at += 1;
        Ok(self.go_on()?)
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
fn text<'a>(what: &'static str, value: ValueRef<'a>) -> Result<Option<&'a str>> {
    match value {
        ValueRef::Null => Ok(None),
        ValueRef::Text(_) => Ok(Some(value.as_str()?)),
        _ => Err(PatternTableError::NoText(what).into()),
    }
}
