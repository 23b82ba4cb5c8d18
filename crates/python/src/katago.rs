//! Rows as KataGo's training reads them, batch by batch.

use crate::arrays::Array;
use crate::error::Fault;
use crate::interrupt::run_until;
use crate::training::{GamesOrPaths, choice, named};
use bgo::interrupt::Interrupt;
use bgo_research::dataset::katago::{KatagoBlocks, KatagoOptions, KatagoSet};
use bgo_research::dataset::{GameSource, RowChoice};
use bgo_research::formats::katago::{KatagoArray, KatagoArrays, RowShape, RuleSet};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::env::temp_dir;
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of games, as an iterator of batches: the arrays by the names that they have in files.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct KatagoRows {
    blocks: Mutex<KatagoBlocks>,
    stop: Interrupt,
    shape: RowShape,
    #[pyo3(get)]
    games: u64,
    #[pyo3(get)]
    rows: u64,
}

/// The form and order of the rows, part of a dictionary in Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct KatagoSettings {
    batch: usize,
    board: usize,
    default_rules: String,
    shuffle: usize,
}

#[pymethods]
impl KatagoRows {
    /// Reads the games of archives or of a list, which takes most of the time, and begins to make rows.
    #[new]
    fn new(py: Python<'_>, source: GamesOrPaths<'_>, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (split, choice) = choice(settings)?;
        let settings: KatagoSettings = settings.extract()?;
        let options = settings.options(choice)?;
        let (scratch, stop) = (temp_dir(), options.stop.clone());
        let read = |source: &GameSource<'_>| KatagoSet::read(source, &options, &scratch, &|_| ());
        let set = match source {
            GamesOrPaths::Games(games) => {
                let list = games.get().list();
                run_until(py, &stop, || list.with_source(&stop, read))?
            }
            GamesOrPaths::Paths(paths) => run_until(py, &stop, || Ok(read(&GameSource::Archives(&paths))?))?,
        };
        Ok(Self {
            games: set.games(split),
            rows: set.rows(split),
            blocks: Mutex::new(KatagoBlocks::new(Arc::new(set), split, settings.batch)),
            shape: RowShape { side: options.side },
            stop,
        })
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<(&'static str, Array)>>> {
        let next = run_until(py, &self.stop, || {
            let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(blocks.next().transpose()?)
        })?;
        Ok(next.map(|rows| arrays(rows, self.shape)))
    }
}

impl Drop for KatagoRows {
    fn drop(&mut self) {
        self.stop.set();
    }
}

impl KatagoSettings {
    fn options(&self, choice: RowChoice) -> Result<KatagoOptions, Fault> {
        let rules = named(&RuleSet::ALL, RuleSet::name, &self.default_rules, "a set of rules")?;
        Ok(KatagoOptions {
            side: self.board,
            rules,
            choice,
            in_order: self.shuffle == 0,
            file_rows: self.shuffle.max(self.batch).next_multiple_of(self.batch),
            // The last batch of all may have fewer rows.
            batch: 1,
            ..KatagoOptions::default()
        })
    }
}

/// Returns the arrays without copying them.
fn arrays(rows: KatagoArrays, shape: RowShape) -> Vec<(&'static str, Array)> {
    let count = rows.rows;
    let [
        binary_input,
        global_input,
        policy,
        global_targets,
        score,
        value,
        metadata,
    ] = shape.arrays();
    vec![
        array(count, binary_input, rows.binary_input),
        array(count, global_input, rows.global_input),
        array(count, policy, rows.policy),
        array(count, global_targets, rows.global_targets),
        array(count, score, rows.score_distribution),
        array(count, value, rows.value_targets),
        array(count, metadata, rows.metadata_input),
        ("games", Array::new(rows.games, vec![count], "<i8", Vec::new())),
    ]
}

fn array<T: Send + Sync + 'static>(
    rows: usize,
    (_, name, kind, row): (KatagoArray, &'static str, &str, Vec<usize>),
    memory: Vec<T>,
) -> (&'static str, Array) {
    (name, Array::new(memory, [vec![rows], row].concat(), kind, Vec::new()))
}
