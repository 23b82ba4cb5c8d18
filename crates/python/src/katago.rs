//! Rows as KataGo's training reads them, batch by batch.

use crate::arrays::Array;
use crate::interrupt::run_until;
use crate::training::{GamesOrPaths, choice, named, setting};
use bgo::internal::interrupt::Interrupt;
use bgo_research::ResearchError;
use bgo_research::dataset::GameSource;
use bgo_research::dataset::katago::{KatagoOptions, KatagoSet, katago_blocks};
use bgo_research::formats::katago::{KatagoArray, KatagoArrays, RuleSet};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::env::temp_dir;
use std::sync::{Arc, Mutex, PoisonError};

/// The rows of games, as an iterator of batches: the arrays by the names that they have in files.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct KatagoRows {
    blocks: Mutex<Box<dyn Iterator<Item = Result<KatagoArrays, ResearchError>> + Send>>,
    stop: Interrupt,
    side: usize,
    #[pyo3(get)]
    games: u64,
    #[pyo3(get)]
    rows: u64,
}

#[pymethods]
impl KatagoRows {
    /// Reads the games of archives or of a list, which takes most of the time, and begins to make rows.
    #[new]
    fn new(py: Python<'_>, source: GamesOrPaths<'_>, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (split, choice) = choice(settings)?;
        let (batch, shuffle): (usize, usize) = (setting(settings, "batch")?, setting(settings, "shuffle")?);
        let rules: String = setting(settings, "default_rules")?;
        let options = KatagoOptions {
            side: setting(settings, "board")?,
            rules: named(&RuleSet::ALL, RuleSet::name, &rules, "a set of rules")?,
            choice,
            in_order: shuffle == 0,
            file_rows: shuffle.max(batch).next_multiple_of(batch),
            // The last batch of all may have fewer rows.
            batch: 1,
            ..KatagoOptions::default()
        };
        let (scratch, stop) = (temp_dir(), options.stop.clone());
        let read = |source: &GameSource<'_>| KatagoSet::read(source, &options, &scratch, &|_, _, _| ());
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
            blocks: Mutex::new(Box::new(katago_blocks(Arc::new(set), split, batch))),
            side: options.side,
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
        Ok(next.map(|rows| arrays(rows, self.side)))
    }
}

impl Drop for KatagoRows {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// Returns the arrays without copying them.
fn arrays(rows: KatagoArrays, side: usize) -> Vec<(&'static str, Array)> {
    let count = rows.rows;
    let mut arrays = Vec::new();
    for (array, memory) in KatagoArray::ALL.into_iter().zip(rows.arrays) {
        let (name, kind, row) = array.layout(side);
        arrays.push((name, Array::new(memory, [vec![count], row].concat(), kind, Vec::new())));
    }
    arrays.push(("games", Array::new(rows.games, vec![count], "<i8", Vec::new())));
    arrays
}
