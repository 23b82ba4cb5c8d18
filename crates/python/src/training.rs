//! Rows for training as arrays, batch by batch. A kind of rows is a way to make arrays of the files
//! of games; the reading of the files is the same for all.

use crate::arrays::Array;
use crate::error::Fault;
use crate::games::{Games, List};
use crate::interrupt::run_until;
use bgo::archive::{self, Archive, Item, Member};
use bgo::interrupt::Interrupt;
use bgo::record::sgf_bytes;
use bgo_research::dataset::{PlaneLayout, TrainingRows};
use bgo_research::formats::kgs::{Encoding, KoPlane, RecordFormat, SetupRule};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::IntoIter;

/// The number of games whose rows are made together.
const GAMES: usize = 64;

/// The encoding of the rows: version 2 of the KGS data set preprocessor.
const ENCODING: Encoding = Encoding {
    format: RecordFormat::V2,
    ko: KoPlane::Compat,
    setup: SetupRule::Strict,
};

/// The rows of games, as an iterator of batches: the planes, the moves and the numbers of the games.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct KgsRows {
    state: Mutex<State>,
    stop: Interrupt,
}

struct State {
    files: GameFiles,
    layout: PlaneLayout,
    batch: usize,
    /// The rows that were made last, and the number of those that were in a batch.
    rows: TrainingRows,
    taken: usize,
}

#[pymethods]
impl KgsRows {
    /// Begins with the first game of archives, or of a list of games.
    #[new]
    fn new(py: Python<'_>, source: Source<'_>, batch: usize, bits: bool) -> PyResult<Self> {
        if batch == 0 {
            return Err(Fault::usage("a batch has at least 1 row").into());
        }
        let stop = Interrupt::default();
        let files = match source {
            Source::Games(games) => GameFiles::of_games(games.get()),
            Source::Paths(paths) => {
                run_until(py, &stop, || {
                    Ok(paths
                        .iter()
                        .try_for_each(|path| archive::open_until(path, &stop).map(drop))?)
                })?;
                GameFiles::of_archives(paths)
            }
        };
        Ok(Self {
            state: Mutex::new(State {
                files,
                layout: if bits { PlaneLayout::Bits } else { PlaneLayout::Uint8 },
                batch,
                rows: TrainingRows::default(),
                taken: 0,
            }),
            stop,
        })
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(Array, Array, Array)>> {
        run_until(py, &self.stop, || {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(state.next(&self.stop)?.map(|rows| arrays(rows, state.layout)))
        })
    }
}

/// The source of games: a list of them, or archives.
#[derive(FromPyObject)]
pub enum Source<'py> {
    Games(Bound<'py, Games>),
    Paths(Vec<PathBuf>),
}

impl State {
    fn next(&mut self, stop: &Interrupt) -> Result<Option<TrainingRows>, Fault> {
        let mut batch = TrainingRows::default();
        while batch.len() < self.batch {
            if self.taken == self.rows.len() {
                let files = self.files.take(GAMES, stop)?;
                if files.is_empty() {
                    break;
                }
                self.rows = TrainingRows::of_files(&files, ENCODING, self.layout);
                self.taken = 0;
            }
            let end = self.rows.len().min(self.taken + self.batch - batch.len());
            batch.append(self.rows.range(self.taken..end));
            self.taken = end;
        }
        Ok(Some(batch).filter(|batch| !batch.is_empty()))
    }
}

fn arrays(rows: TrainingRows, layout: PlaneLayout) -> (Array, Array, Array) {
    let count = rows.len();
    let shape = [vec![count], layout.row(ENCODING.version())].concat();
    (
        Array::new(rows.planes, shape, "|u1", Vec::new()),
        Array::new(rows.labels, vec![count], "<i2", Vec::new()),
        Array::new(rows.games, vec![count], "<i8", Vec::new()),
    )
}

/// The files of games, each with the number of its game: in a database its number, in archives the
/// number of the file, counted from 0 over all of them.
enum GameFiles {
    Archives {
        paths: IntoIter<PathBuf>,
        open: Option<Archive>,
        next: i64,
    },
    Games(Arc<List>, usize),
}

impl GameFiles {
    fn of_archives(paths: Vec<PathBuf>) -> Self {
        Self::Archives {
            paths: paths.into_iter(),
            open: None,
            next: 0,
        }
    }

    fn of_games(games: &Games) -> Self {
        Self::Games(games.list(), 0)
    }

    /// Returns the next files, none at the end.
    fn take(&mut self, count: usize, stop: &Interrupt) -> Result<Vec<(i64, Vec<u8>)>, Fault> {
        let mut files = Vec::with_capacity(count);
        match self {
            Self::Games(list, at) => {
                let games = list.numbers(*at, count);
                *at += games.len();
                let snapshot = list.snapshot(stop)?;
                for game in games {
                    files.push((game, sgf_bytes(snapshot.record(game)?.bytes)));
                }
            }
            Self::Archives { paths, open, next } => {
                while files.len() < count {
                    let archive = match open {
                        Some(archive) => archive,
                        None => match paths.next() {
                            Some(path) => open.insert(archive::open_until(&path, stop)?),
                            None => break,
                        },
                    };
                    match archive.next() {
                        None => *open = None,
                        Some(item) => {
                            if let Item::Record(Member { bytes, .. }) = item? {
                                files.push((*next, sgf_bytes(bytes)));
                            }
                            *next += 1;
                        }
                    }
                }
            }
        }
        Ok(files)
    }
}
