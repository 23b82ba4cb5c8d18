//! The database: questions on threads of their own, and imports.

use crate::analyses;
use crate::arrow::{Table, batch};
use crate::documents::{GameDocument, Search, document};
use crate::error::Fault;
use crate::games::Games;
use crate::import_report::{ImportReport, ImportReporter};
use crate::interrupt::{Handle, run, run_telling};
use crate::many::{COLUMNS, PositionMove};
use crate::question::{QuestionArguments, named, period, require_free, sort_named, tree_size};
use crate::sql::{SqlQuery, parameters};
use bgo::internal::go::HashTable;
use bgo::internal::import::{ImportOptions, ImportProgress, check_paths, import_with};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{
    Against, Conditions, NamePattern, NamedQuestions, NoveltyQuestion, Question, add_aliases, compare, near_duplicates,
    novelties, openings, player_card, player_named, players, proposed_aliases, require_game, score, tree, years,
};
use bgo::internal::store::{Access, Snapshot, StoreError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// An open database. Any number of threads may ask it.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct Database {
    database: Mutex<Option<Handle>>,
    path: PathBuf,
}

#[pymethods]
impl Database {
    /// Opens a database.
    #[new]
    fn new(py: Python<'_>, path: PathBuf, create: bool, read_only: bool) -> PyResult<Self> {
        let access = if read_only { Access::Read } else { Access::Write };
        let database = run(py, |stop| {
            if !create && fs::metadata(&path).is_err() {
                return Err(StoreError::Missing(path.clone()).into());
            }
            let table = HashTable::built_in();
            Ok(bgo::Database::open_with(&path, table, access, stop.clone())?)
        })?;
        Ok(Self {
            database: Mutex::new(Some(Handle::new(database))),
            path,
        })
    }

    /// Gives up the database; questions that are being answered go on.
    fn close(&self) {
        self.database.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    #[getter]
    const fn path(&self) -> &PathBuf {
        &self.path
    }

    #[getter]
    fn closed(&self) -> bool {
        self.open().is_err()
    }

    fn search(&self, py: Python<'_>, question: &Bound<'_, PyDict>, full: bool) -> PyResult<String> {
        self.ask(py, question, |snapshot, question| {
            document(&Search::ask(snapshot, question, full)?)
        })
    }

    /// Returns a table of the moves from each of several positions.
    fn search_many(&self, py: Python<'_>, questions: Vec<Bound<'_, PyDict>>) -> PyResult<Table> {
        let questions = questions
            .iter()
            .map(QuestionArguments::read)
            .collect::<PyResult<Vec<_>>>()?;
        let database = self.open()?;
        let batch = run(py, |stop| {
            let snapshot = database.snapshot_until(stop)?;
            let mut found = Vec::new();
            for (position, arguments) in (0..).zip(questions) {
                snapshot.check_stop()?;
                let question = arguments.question();
                let question = question.map_err(|fault| Fault::Usage(format!("position {position}: {fault}")))?;
                found.extend(PositionMove::all(&snapshot, &question, position)?);
            }
            Ok(batch(&COLUMNS, &found)?)
        })?;
        Ok(Table::of_batch(batch))
    }

    fn years(&self, py: Python<'_>, question: &Bound<'_, PyDict>, by: &str) -> PyResult<String> {
        let by = period(by)?;
        self.ask(py, question, |snapshot, question| {
            document(&years(snapshot, question, by)?)
        })
    }

    fn compare(&self, py: Python<'_>, question: &Bound<'_, PyDict>, filters: [String; 2]) -> PyResult<String> {
        self.ask(py, question, |snapshot, question| {
            let [first, second] = filters.map(|text| Conditions::parse(&text));
            let filters = [first, second].map(|read| read.map(|conditions| conditions.over(question.filter())));
            let [first, second] = filters.map(|read| read.map_err(|error| Fault::Usage(error.to_string())));
            document(&compare(snapshot, question, [first?, second?])?)
        })
    }

    fn players(&self, py: Python<'_>, question: &Bound<'_, PyDict>, limit: usize) -> PyResult<String> {
        self.ask(py, question, |snapshot, question| {
            document(&players(snapshot, question, limit)?)
        })
    }

    fn openings(&self, py: Python<'_>, question: &Bound<'_, PyDict>, limit: usize) -> PyResult<String> {
        self.ask(py, question, |snapshot, question| {
            document(&openings(snapshot, question, limit)?)
        })
    }

    /// Returns the document of a player's record and novelties.
    fn player(&self, py: Python<'_>, name: &str, limit: usize) -> PyResult<String> {
        self.read(py, |snapshot| {
            let name = player_named(snapshot, &name_pattern(name))?;
            document(&player_card(snapshot, &name, limit, |_, _| {})?)
        })
    }

    /// Returns the document of the score of two players.
    fn score(&self, py: Python<'_>, player: &str, opponent: &str, limit: usize) -> PyResult<String> {
        self.read(py, |snapshot| {
            let [player, opponent] = [
                player_named(snapshot, &name_pattern(player))?,
                player_named(snapshot, &name_pattern(opponent))?,
            ];
            document(&score(snapshot, &player, &opponent, 0, limit)?)
        })
    }

    /// Returns the document of the new moves in games.
    fn novelties(
        &self,
        py: Python<'_>,
        question: &Bound<'_, PyDict>,
        first: bool,
        min_games: u64,
        limit: usize,
    ) -> PyResult<String> {
        self.ask(py, question, |snapshot, question| {
            let asked = NoveltyQuestion {
                filter: question.filter(),
                against: if first { Against::Earlier } else { Against::All },
                min_games,
                limit,
                ..NoveltyQuestion::default()
            };
            document(&novelties(snapshot, &asked, |_, _| {})?)
        })
    }

    fn tree(&self, py: Python<'_>, question: &Bound<'_, PyDict>, depth: u64, min_games: u64) -> PyResult<String> {
        let size = tree_size(depth, min_games)?;
        self.ask(py, question, |snapshot, question| {
            document(&tree(snapshot, question, size)?)
        })
    }

    fn games(&self, py: Python<'_>, question: &Bound<'_, PyDict>, sort: &str, reverse: bool) -> PyResult<Games> {
        let arguments = QuestionArguments::read(question)?;
        let sort = sort_named(sort)?;
        let database = self.open()?;
        run(py, |stop| Games::choose(database, &arguments, (sort, reverse), stop))
    }

    /// Returns the document of a game.
    fn game(&self, py: Python<'_>, number: i64) -> PyResult<String> {
        self.read(py, |snapshot| document(&GameDocument::new(snapshot, number)?))
    }

    /// Returns the record of a game as a file.
    fn sgf<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyBytes>> {
        let file = self.read(py, |snapshot| {
            require_game(snapshot, number)?;
            Ok(snapshot.record(number)?.file().into_owned())
        })?;
        Ok(PyBytes::new(py, &file))
    }

    /// Returns the columns, their kinds and the rows of an answer to a query.
    fn sql<'py>(
        &self,
        py: Python<'py>,
        query: String,
        parameters: &Bound<'py, PyAny>,
        timeout: Option<f64>,
        verified: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let database = self.open()?;
        let query = new_query(query, parameters, timeout, verified)?;
        run(py, |stop| query.rows(&database, stop))?.into_python(py)
    }

    /// Returns the answer to a query as a table that is read batch by batch.
    fn sql_table(
        &self,
        py: Python<'_>,
        query: String,
        parameters: &Bound<'_, PyAny>,
        timeout: Option<f64>,
        verified: bool,
        made_by: Py<PyTuple>,
    ) -> PyResult<Table> {
        let database = self.open()?;
        let query = new_query(query, parameters, timeout, verified)?;
        let columns = run(py, |stop| query.columns(&database, stop))?;
        Ok(query.table(database, columns, made_by))
    }

    /// Imports archives, folders, records and other databases. Calls `progress` with the numbers of
    /// games, of bytes, of all bytes, and of seconds.
    fn import_(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        removed: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let database = self.open()?;
        let hear = |py: Python<'_>, done: ImportProgress| match &progress {
            Some(progress) => {
                let seconds = done.elapsed.as_secs_f64();
                progress
                    .call1(py, (done.games, done.bytes, done.total_bytes, seconds))
                    .map(drop)
            }
            None => Ok(()),
        };
        let stop = Interrupt::default();
        run_telling(py, &stop, hear, |tell| {
            let options = ImportOptions {
                stop: stop.clone(),
                // The report has a note about each game.
                read_unchanged: true,
                with_removed: removed,
                ..ImportOptions::default()
            };
            check_paths(&paths, database.path(), database.hash_table(), &options)?;
            let mut teller = ImportReporter {
                tell,
                notes: Vec::new(),
            };
            let imported = import_with(&database, &paths, &options, &mut teller)?;
            document(&ImportReport {
                summary: &imported.summary,
                failures: imported.failures.iter().map(ToString::to_string).collect(),
                notes: teller.notes,
            })
        })
    }

    /// Imports files of KataGo's analysis engine. Calls `progress` with the number of bytes read
    /// so far and the total.
    fn import_analyses(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        win_rates: &str,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let database = self.open()?;
        let perspective = analyses::perspective(win_rates)?;
        let hear = |py: Python<'_>, done: (u64, u64)| match &progress {
            Some(progress) => progress.call1(py, done).map(drop),
            None => Ok(()),
        };
        let stop = Interrupt::default();
        run_telling(py, &stop, hear, |tell| {
            document(&analyses::import(&database, &paths, perspective, &stop, &tell)?)
        })
    }

    /// Returns the document of the analyses.
    fn analyses(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |snapshot| document(&bgo::internal::query::analyses(snapshot)?))
    }

    /// Removes files of analyses. Returns the number of removed analyses.
    fn remove_analyses(&self, py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<u64> {
        let database = self.open()?;
        run(py, |stop| analyses::remove(&database, &paths, stop))
    }

    /// Returns the document of pairs of games that differ a little.
    fn near_duplicates(&self, py: Python<'_>, offset: usize, limit: usize) -> PyResult<String> {
        self.read(py, |snapshot| {
            document(&near_duplicates(snapshot, offset, limit, |_, _| {})?)
        })
    }

    /// Returns the document of the players with several spellings.
    fn aliases(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |snapshot| document(&snapshot.aliases()?))
    }

    /// Returns the document of names that may be of one player.
    fn proposed_aliases(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |snapshot| document(&proposed_aliases(snapshot, |_, _| {})?))
    }

    /// Makes names spellings of a player. Returns the document of the player.
    fn add_aliases(&self, py: Python<'_>, player: &str, names: Vec<String>) -> PyResult<String> {
        let database = self.open()?;
        run(py, |_| document(&add_aliases(&database, player, &names)?))
    }

    /// Removes an alias, or by the shown name all aliases of a player. Returns whether there were any.
    fn remove_alias(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        let database = self.open()?;
        run(py, |_| Ok(database.remove_alias(name)?))
    }

    /// Returns the document of the named questions.
    fn names(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, |snapshot| document(&NamedQuestions::counted(snapshot)?))
    }

    /// Gives a question a name. Takes it from another question only if `overwrite`.
    fn name(&self, py: Python<'_>, name: &str, question: &Bound<'_, PyDict>, overwrite: bool) -> PyResult<()> {
        let arguments = QuestionArguments::read(question)?;
        let database = self.open()?;
        run(py, |stop| {
            let question = arguments.question()?.to_text();
            require_free(&database.snapshot_until(stop)?, name, &question, overwrite)?;
            Ok(database.name_question(name.trim(), &question)?)
        })
    }

    /// Removes the name of a question.
    fn remove_name(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let database = self.open()?;
        run(py, |stop| {
            named(&database.snapshot_until(stop)?, name)?;
            Ok(database.remove_named_question(name).map(drop)?)
        })
    }

    /// Returns the document of the search that has a name.
    fn search_named(&self, py: Python<'_>, name: &str, full: bool) -> PyResult<String> {
        self.read(py, |snapshot| {
            let question = named(snapshot, name)?.question().map_err(Fault::usage)?;
            document(&Search::ask(snapshot, &question, full)?)
        })
    }
}

impl Database {
    /// Returns the library's handle, which keeps the database open while it is used.
    pub fn open(&self) -> Result<bgo::Database, Fault> {
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let handle = database.as_ref().ok_or(Fault::Closed)?;
        Ok(handle.get().clone())
    }

    /// Reads one state of the database.
    fn read<T: Send>(&self, py: Python<'_>, answer: impl FnOnce(&Snapshot) -> Result<T, Fault> + Send) -> PyResult<T> {
        let database = self.open()?;
        run(py, |stop| answer(&database.snapshot_until(stop)?))
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: &Bound<'_, PyDict>,
        answer: impl FnOnce(&Snapshot, &Question) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let arguments = QuestionArguments::read(question)?;
        self.read(py, |snapshot| answer(snapshot, &arguments.question()?))
    }
}

fn name_pattern(text: &str) -> NamePattern {
    let Ok(pattern) = text.parse();
    pattern
}

fn new_query(text: String, given: &Bound<'_, PyAny>, timeout: Option<f64>, verified: bool) -> PyResult<SqlQuery> {
    let timeout = timeout.map(Duration::try_from_secs_f64).transpose();
    Ok(SqlQuery {
        text,
        parameters: parameters(given)?,
        timeout: timeout.map_err(|_| Fault::usage("timeout is a number of seconds"))?,
        verified,
    })
}
