//! The list of games that a question chose, page by page or as a table.

use crate::arrow::{Table, batch, fields};
use crate::documents::document;
use crate::error::Fault;
use crate::interrupt::{Handle, run};
use crate::question::{GamesQuestion, QuestionArguments};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use bgo::internal::export::{ExportGame, ExportRow, MOVES, columns};
use bgo::internal::facts::Column;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{Chosen, ListedGame, Sort};
use bgo::internal::store::Snapshot;
use bgo_research::ResearchError;
use bgo_research::dataset::GameSource;
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
    subject: GamesQuestion,
    games: Vec<Chosen>,
}

impl Games {
    /// Chooses the games of a question.
    pub fn choose(
        database: bgo::Database,
        arguments: &QuestionArguments,
        (sort, reverse): (Sort, bool),
        stop: &Interrupt,
    ) -> Result<Self, Fault> {
        let snapshot = database.snapshot_until(stop)?;
        let subject = GamesQuestion::read(arguments, true)?;
        let games = subject.with(|choice| choice.games(&snapshot, sort, reverse))?;
        drop(snapshot);
        Ok(Self(Arc::new(List {
            database: Handle::new(database),
            subject,
            games,
        })))
    }

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
            let snapshot = list.snapshot(stop)?;
            let games = list.games.get(start..end).unwrap_or_default();
            let listed: Result<Vec<ListedGame>, _> = list
                .subject
                .with(|choice| games.iter().map(|chosen| choice.listed(&snapshot, chosen)).collect());
            document(&listed?)
        })
    }

    /// Returns a table of the games, which `made_by` makes in another process: of the columns with these
    /// names, or of the facts and the place of the position.
    fn table(&self, made_by: Py<PyTuple>, names: Option<Vec<String>>) -> PyResult<Table> {
        let facts = self.0.subject.with(columns);
        let columns = match names {
            None => facts,
            Some(names) if names.is_empty() => return Err(Fault::usage("a table has at least one column").into()),
            Some(names) => {
                let all = [facts, vec![MOVES]].concat();
                let mut columns = Vec::with_capacity(names.len());
                for name in &names {
                    let found = all.iter().find(|column| column.name == name).copied();
                    columns.push(found.ok_or_else(|| no_column(name, &all))?);
                }
                columns
            }
        };
        let schema = Arc::new(Schema::new(fields(&columns)));
        let (list, columns) = (self.list(), Arc::new(columns));
        Ok(Table::new(schema, Some(made_by), move |watch| {
            let snapshot = list.snapshot(&watch.stop)?;
            let (list, columns) = (Arc::clone(&list), Arc::clone(&columns));
            let mut at = 0;
            Ok(std::iter::from_fn(move || {
                let games = list.games[at..].chunks(BATCH).next()?;
                at += games.len();
                Some(list.batch(&snapshot, &columns, games))
            }))
        }))
    }
}

fn no_column(name: &str, all: &[Column<ExportRow>]) -> Fault {
    let names: Vec<&str> = all.iter().map(|column| column.name).collect();
    Fault::Usage(format!("there is no column \"{name}\"; there are {}", names.join(", ")))
}

impl List {
    fn batch(
        &self,
        snapshot: &Snapshot,
        columns: &[Column<ExportRow>],
        games: &[Chosen],
    ) -> Result<RecordBatch, ArrowError> {
        let has_moves = columns.iter().any(|column| column.name == MOVES.name);
        let rows: Result<Vec<ExportRow>, _> = self.subject.with(|choice| {
            let games = games.iter();
            games
                .map(|chosen| {
                    if has_moves {
                        Ok(ExportGame::read(snapshot, choice, chosen)?.to_row())
                    } else {
                        ExportRow::read(snapshot, choice, chosen)
                    }
                })
                .collect()
        });
        batch(columns, &rows.map_err(Fault::Query)?)
    }

    /// Returns the numbers of at most `count` games from `start` on.
    pub fn numbers(&self, start: usize, count: usize) -> Vec<i64> {
        let games = self.games.iter().skip(start).take(count);
        games.map(|chosen| chosen.game).collect()
    }

    /// Calls `make` with the games as a source of training data, in the order of their numbers.
    pub fn with_source<T>(
        &self,
        stop: &Interrupt,
        make: impl FnOnce(&GameSource<'_>) -> Result<T, ResearchError>,
    ) -> Result<T, Fault> {
        let snapshot = self.snapshot(stop)?;
        Ok(self
            .subject
            .with(|choice| make(&GameSource::Database(&snapshot, *choice)))?)
    }

    /// Begins a snapshot of the database.
    pub fn snapshot(&self, stop: &Interrupt) -> Result<Snapshot, Fault> {
        Ok(self.database.get().snapshot_until(stop)?)
    }
}
