//! The list of games that a question chose, page by page or as a table.

use crate::arrow::{Batches, Source, Table, Watch, field, texts};
use crate::documents::document;
use crate::error::Fault;
use crate::interrupt::run;
use crate::process::Handle;
use crate::question::{Arguments, Asked};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use bgo::export::{Column, Game, Get, Row, columns};
use bgo::interrupt::Interrupt;
use bgo::query::{Choice, Chosen, Filter, Find, ListedGame, Sort};
use bgo::store::Snapshot;
use bgo_research::dataset::{DatasetError, GameSource};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// The number of games of a batch of the table.
const BATCH: usize = 4096;

/// The games of a list, by number, in its order.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct Games(Arc<List>);

/// The chosen games, and what chose them.
pub struct List {
    database: Handle,
    subject: Asking,
    games: Vec<Chosen>,
}

/// The choice of the games.
enum Asking {
    Position(Box<Asked>),
    Find(Box<Filter>),
}

impl Asking {
    fn with<T>(&self, then: impl FnOnce(&Choice<'_>) -> T) -> T {
        match self {
            Self::Position(asked) => then(&Choice::Position(&asked.question())),
            Self::Find(filter) => then(&Choice::Find(Find { filter, words: &[] })),
        }
    }
}

impl Games {
    /// Chooses the games of a question.
    pub fn choose(
        database: bgo::Database,
        mut arguments: Arguments,
        (sort, reverse): (Sort, bool),
        stop: &Interrupt,
    ) -> Result<Self, Fault> {
        let snapshot = database.snapshot_until(stop)?;
        let subject = match arguments.has_position() {
            true => Asking::Position(Box::new(arguments.asked(snapshot.keys())?)),
            false => {
                let filter = arguments.filter()?;
                arguments.finish()?;
                Asking::Find(Box::new(filter))
            }
        };
        let games = subject.with(|choice| choice.games(&snapshot, sort, reverse))?;
        drop(snapshot);
        Ok(Self(Arc::new(List {
            database: Handle::new(database),
            subject,
            games,
        })))
    }
}

impl Games {
    /// Returns the list.
    pub fn list(&self) -> Arc<List> {
        Arc::clone(&self.0)
    }
}

#[pymethods]
impl Games {
    fn __len__(&self) -> usize {
        self.0.games.len()
    }

    /// Returns the numbers of the games from `start` to `end`.
    fn numbers(&self, start: usize, end: usize) -> Vec<i64> {
        self.0.numbers(start, end.saturating_sub(start))
    }

    /// Returns the document of the games from `start` to `end`.
    fn page(&self, py: Python<'_>, start: usize, end: usize) -> PyResult<String> {
        let list = &self.0;
        run(py, |stop| {
            let snapshot = list.database.snapshot_until(stop)?;
            let games = list.games.get(start..end).unwrap_or_default();
            let listed: Result<Vec<ListedGame>, _> = list
                .subject
                .with(|choice| games.iter().map(|chosen| choice.listed(&snapshot, chosen)).collect());
            document(&listed?)
        })
    }

    /// Returns a table of everything that the database says of the games, which `made_by` makes in another
    /// process.
    fn table(&self, made_by: Py<PyTuple>) -> Table {
        Table::described(self.list(), made_by)
    }
}

impl Source for List {
    fn schema(&self) -> SchemaRef {
        let columns = self.subject.with(columns);
        let fields = columns.iter().map(|column| match column.get {
            Get::Whole(_) | Get::Maybe(_) => field(column.name, DataType::Int64),
            Get::Real(_) => field(column.name, DataType::Float64),
            Get::Text(_) => field(column.name, DataType::Utf8),
            Get::Truth(_) => field(column.name, DataType::Boolean),
        });
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }

    fn read(self: Arc<Self>, watch: Watch) -> Result<Batches, Fault> {
        let snapshot = self.database.snapshot_until(&watch.stop)?;
        let (schema, columns) = (self.schema(), self.subject.with(columns));
        let mut at = 0;
        Ok(Box::new(std::iter::from_fn(move || {
            let games = self.games[at..].chunks(BATCH).next()?;
            at += games.len();
            Some(self.batch(&snapshot, games, &columns, &schema))
        })))
    }
}

impl List {
    /// Returns the numbers of at most `count` games from `start` on.
    pub fn numbers(&self, start: usize, count: usize) -> Vec<i64> {
        let games = self.games.iter().skip(start).take(count);
        games.map(|chosen| chosen.game).collect()
    }

    /// Calls `make` with the games as a source of training data, in the order of their numbers.
    pub fn with_source<T>(
        &self,
        stop: &Interrupt,
        make: impl FnOnce(&GameSource<'_>) -> Result<T, DatasetError>,
    ) -> Result<T, Fault> {
        let snapshot = self.snapshot(stop)?;
        Ok(self
            .subject
            .with(|choice| make(&GameSource::Database(&snapshot, *choice)))?)
    }

    /// Begins a snapshot of the database.
    pub fn snapshot(&self, stop: &Interrupt) -> Result<Snapshot, Fault> {
        Ok(self.database.snapshot_until(stop)?)
    }

    fn batch(
        &self,
        snapshot: &Snapshot,
        games: &[Chosen],
        columns: &[Column],
        schema: &SchemaRef,
    ) -> Result<RecordBatch, ArrowError> {
        let rows: Result<Vec<Row>, _> = self.subject.with(|choice| {
            let row = |chosen| Ok(Game::read(snapshot, choice, chosen)?.to_row());
            games.iter().map(row).collect()
        });
        let rows = rows.map_err(Fault::Query)?;
        let arrays = columns
            .iter()
            .map(|column| array(column, &rows))
            .collect::<Result<_, _>>()?;
        RecordBatch::try_new(Arc::clone(schema), arrays)
    }
}

fn array(column: &Column, rows: &[Row]) -> Result<ArrayRef, ArrowError> {
    Ok(match column.get {
        Get::Whole(get) => Arc::new(rows.iter().map(get).collect::<Int64Array>()),
        Get::Maybe(get) => Arc::new(rows.iter().map(get).collect::<Int64Array>()),
        Get::Real(get) => Arc::new(rows.iter().map(get).collect::<Float64Array>()),
        Get::Text(get) => texts(rows.iter().map(get))?,
        Get::Truth(get) => Arc::new(rows.iter().map(get).collect::<BooleanArray>()),
    })
}
