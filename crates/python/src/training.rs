//! Rows for training as arrays, batch by batch. A kind of rows is a way to make arrays of the files
//! of games; the reading of the files is the same for all.

use crate::arrays::Array;
use crate::error::Fault;
use crate::games::{Games, List};
use crate::interrupt::run_until;
use bgo::internal::archive::{self, Archive, ArchiveItem, Member};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::require_game;
use bgo::internal::record::sgf_bytes;
use bgo::internal::store::{Snapshot, StoredRecord};
use bgo_research::Strictness;
use bgo_research::dataset::{PlaneLayout, RowChoice, Split, TrainingRows};
use bgo_research::formats::kgs::{Encoding, RecordFormat};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::vec::IntoIter;

/// The number of games whose rows are made together.
const GAMES: usize = 64;

/// Returns a setting of a dictionary in Python.
pub fn setting<'py, T: FromPyObjectOwned<'py>>(settings: &Bound<'py, PyDict>, name: &str) -> PyResult<T> {
    settings.as_any().get_item(name)?.extract().map_err(Into::into)
}

/// Reads the split and the choice of games and positions from settings.
pub fn choice(settings: &Bound<'_, PyDict>) -> PyResult<(Split, RowChoice)> {
    let choice = RowChoice {
        sample: setting(settings, "sample")?,
        validation: setting(settings, "validation")?,
        seed: setting(settings, "seed")?,
        epoch: setting(settings, "epoch")?,
        shard: setting(settings, "shard")?,
        symmetry: setting(settings, "symmetry")?,
    };
    let split: String = setting(settings, "split")?;
    let split = named(&Split::ALL, Split::folder, &split, "a split of the games")?;
    if split == Split::Validation && choice.validation == 0.0 {
        let why =
            "split=\"val\" is for a share of the games, which is none; also write validation=0.05, for both splits";
        return Err(Fault::usage(why).into());
    }
    choice.verify().map_err(Fault::usage)?;
    Ok((split, choice))
}

/// Returns the value with a name.
pub fn named<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str, wanted: &str, what: &str) -> Result<T, Fault> {
    let names: Vec<&str> = all.iter().map(|&value| name(value)).collect();
    let found = all.iter().zip(&names).find(|(_, name)| **name == wanted);
    found
        .map(|(&value, _)| value)
        .ok_or_else(|| Fault::Usage(format!("\"{wanted}\" is not {what}, which are {}", names.join(", "))))
}

/// The rows of games in version 2 of the KGS data set preprocessor, as an iterator of batches: the planes,
/// the moves, the numbers of the games and the players to move.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct KgsRows {
    state: Mutex<KgsState>,
    stop: Interrupt,
}

struct KgsState {
    files: GameFiles,
    encoding: Encoding,
    split: Split,
    choice: RowChoice,
    layout: PlaneLayout,
    batch: usize,
    /// The number of rows that are mixed with one another, 0 for their order.
    shuffle: usize,
    /// The rows that were made last, and the number of those that were in a batch.
    rows: TrainingRows,
    taken: usize,
    /// The number of times that rows were mixed.
    mixed: u64,
}

#[pymethods]
impl KgsRows {
    /// Begins with the first game of archives, or of a list of games.
    #[new]
    fn new(py: Python<'_>, source: GamesOrPaths<'_>, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (split, choice) = choice(settings)?;
        let (ko, setup): (String, String) = (setting(settings, "ko")?, setting(settings, "setup")?);
        let encoding = Encoding {
            format: RecordFormat::V2,
            ko: named(&Strictness::ALL, Strictness::name, &ko, "a kind of ko planes")?,
            setup: named(
                &[Strictness::Strict, Strictness::Compat],
                Strictness::name,
                &setup,
                "a reading of setup",
            )?,
        };
        let stop = Interrupt::default();
        let files = match source {
            GamesOrPaths::Games(games) => GameFiles::of_games(games.get()),
            GamesOrPaths::Paths(paths) => {
                run_until(py, &stop, || {
                    Ok(paths
                        .iter()
                        .try_for_each(|path| archive::open_until(path, &stop).map(drop))?)
                })?;
                GameFiles::of_archives(paths)
            }
        };
        Ok(Self {
            state: Mutex::new(KgsState {
                files,
                encoding,
                split,
                choice,
                layout: if setting(settings, "bits")? {
                    PlaneLayout::Bits
                } else {
                    PlaneLayout::Uint8
                },
                batch: setting::<usize>(settings, "batch")?.max(1),
                shuffle: setting(settings, "shuffle")?,
                rows: TrainingRows::default(),
                taken: 0,
                mixed: 0,
            }),
            stop,
        })
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<[Array; 4]>> {
        run_until(py, &self.stop, || {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(state.next(&self.stop)?.map(|rows| arrays(rows, state.layout)))
        })
    }
}

/// The source of games: a list of them, or archives.
#[derive(FromPyObject)]
pub enum GamesOrPaths<'py> {
    Games(Bound<'py, Games>),
    Paths(Vec<PathBuf>),
}

impl KgsState {
    fn next(&mut self, stop: &Interrupt) -> Result<Option<TrainingRows>, Fault> {
        let mut batch = TrainingRows::default();
        while batch.len() < self.batch {
            if self.taken == self.rows.len() {
                self.rows = self.make(stop)?;
                self.taken = 0;
                if self.rows.is_empty() {
                    break;
                }
            }
            let end = self.rows.len().min(self.taken + self.batch - batch.len());
            batch.append(self.rows.range(self.taken..end));
            self.taken = end;
        }
        Ok(Some(batch).filter(|batch| !batch.is_empty()))
    }

    /// Makes the rows of some games, and mixes them if wanted. There are none at the end.
    fn make(&mut self, stop: &Interrupt) -> Result<TrainingRows, Fault> {
        let mut rows = TrainingRows::default();
        while rows.len() < self.shuffle.max(1) {
            let files = self.files.take(GAMES, &self.choice, stop)?;
            if files.is_empty() {
                break;
            }
            rows.append(TrainingRows::of_files(&files, self.encoding, self.split, &self.choice));
        }
        if self.shuffle == 0 {
            return Ok(rows);
        }
        let order = self.choice.order(rows.len(), self.mixed);
        self.mixed += 1;
        Ok(rows.in_order(&order))
    }
}

fn arrays(rows: TrainingRows, layout: PlaneLayout) -> [Array; 4] {
    let count = rows.len();
    let shape = [vec![count], layout.row(RecordFormat::V2)].concat();
    let planes = layout.of_packed(RecordFormat::V2, rows.planes);
    [
        Array::new(planes, shape, "|u1", Vec::new()),
        Array::new(rows.labels, vec![count], "<i2", Vec::new()),
        Array::new(rows.games, vec![count], "<i8", Vec::new()),
        Array::new(rows.colors, vec![count], "|i1", Vec::new()),
    ]
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

    /// Returns the next files of the shard, none at the end.
    fn take(&mut self, count: usize, choice: &RowChoice, stop: &Interrupt) -> Result<Vec<(i64, Vec<u8>)>, Fault> {
        let mut files = Vec::with_capacity(count);
        match self {
            Self::Games(list, at) => {
                let snapshot = list.snapshot(stop)?;
                while files.len() < count
                    && let Some(&game) = list.numbers(*at, 1).first()
                {
                    if choice.has_place(*at as u64) {
                        files.push((game, sgf_bytes(record(&snapshot, game)?.bytes)));
                    }
                    *at += 1;
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
                            if let ArchiveItem::Record(Member { bytes, .. }) = item?
                                && choice.has_place(*next as u64)
                            {
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

/// Returns the record of a game of a list, which may have been removed since the list was made.
fn record(snapshot: &Snapshot, game: i64) -> Result<StoredRecord, Fault> {
    require_game(snapshot, game)?;
    Ok(snapshot.record(game)?)
}
