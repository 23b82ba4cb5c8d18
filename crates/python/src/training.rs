//! Rows for training as arrays, batch by batch. A kind of rows is a way to make arrays of the files
//! of games; the reading of the files is the same for all.

use crate::arrays::Array;
use crate::error::Fault;
use crate::games::{Games, List};
use crate::interrupt::run_until;
use bgo::internal::archive::{self, ArchiveItem, Member};
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
    /// Makes the rows of the next batch, none at the end.
    next: Mutex<Box<dyn FnMut() -> Result<TrainingRows, Fault> + Send>>,
    layout: PlaneLayout,
    stop: Interrupt,
}

#[pymethods]
impl KgsRows {
    /// Begins with the first game of archives, or of a list of games.
    #[new]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
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
        let (batch, shuffle): (usize, usize) = (setting(settings, "batch")?, setting(settings, "shuffle")?);
        let layout = if setting(settings, "bits")? {
            PlaneLayout::Bits
        } else {
            PlaneLayout::Uint8
        };
        let stop = Interrupt::default();
        let files: Box<dyn FnMut() -> Result<_, Fault> + Send> = if let Ok(games) = source.cast::<Games>() {
            Box::new(game_files(games.get().list(), choice.clone(), stop.clone()))
        } else {
            let paths: Vec<PathBuf> = source.extract()?;
            run_until(py, &stop, || {
                Ok(paths
                    .iter()
                    .try_for_each(|path| archive::open_until(path, &stop).map(drop))?)
            })?;
            Box::new(archive_files(paths, choice.clone(), stop.clone()))
        };
        let rows = mixed(files, encoding, split, choice, shuffle);
        Ok(Self {
            next: Mutex::new(Box::new(batches(rows, batch.max(1)))),
            layout,
            stop,
        })
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<[Array; 4]>> {
        run_until(py, &self.stop, || {
            let rows = self.next.lock().unwrap_or_else(PoisonError::into_inner)()?;
            Ok((!rows.is_empty()).then(|| arrays(rows, self.layout)))
        })
    }
}

/// Returns a function that takes the rows of the next batch from those that `make` makes, none at the end.
fn batches(
    mut make: impl FnMut() -> Result<TrainingRows, Fault>,
    batch: usize,
) -> impl FnMut() -> Result<TrainingRows, Fault> {
    // The rows that were made last, and the number of those that were in a batch.
    let (mut made, mut taken) = (TrainingRows::default(), 0);
    move || {
        let mut rows = TrainingRows::default();
        while rows.len() < batch {
            if taken == made.len() {
                (made, taken) = (make()?, 0);
                if made.is_empty() {
                    break;
                }
            }
            let end = made.len().min(taken + batch - rows.len());
            rows.append(made.range(taken..end));
            taken = end;
        }
        Ok(rows)
    }
}

/// Returns a function that makes the rows of the next files, at least `shuffle` of them, which are mixed with one
/// another, or the rows of some games in their order if it is 0. There are none at the end.
fn mixed(
    mut files: impl FnMut() -> Result<Vec<(i64, Vec<u8>)>, Fault>,
    encoding: Encoding,
    split: Split,
    choice: RowChoice,
    shuffle: usize,
) -> impl FnMut() -> Result<TrainingRows, Fault> {
    let mut times = 0;
    move || {
        let mut rows = TrainingRows::default();
        while rows.len() < shuffle.max(1) {
            let files = files()?;
            if files.is_empty() {
                break;
            }
            rows.append(TrainingRows::of_files(&files, encoding, split, &choice));
        }
        if shuffle == 0 {
            return Ok(rows);
        }
        let order = choice.order(rows.len(), times);
        times += 1;
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

/// Returns a function that reads the next files of archives that are in the shard, each with its number, counted from
/// 0 over all archives; none at the end.
fn archive_files(
    paths: Vec<PathBuf>,
    choice: RowChoice,
    stop: Interrupt,
) -> impl FnMut() -> Result<Vec<(i64, Vec<u8>)>, Fault> {
    let (mut paths, mut open, mut next) = (paths.into_iter(), None, 0);
    move || {
        let mut files = Vec::with_capacity(GAMES);
        while files.len() < GAMES {
            let archive = match &mut open {
                Some(archive) => archive,
                None => match paths.next() {
                    Some(path) => open.insert(archive::open_until(&path, &stop)?),
                    None => break,
                },
            };
            match archive.next() {
                None => open = None,
                Some(item) => {
                    if let ArchiveItem::Record(Member { bytes, .. }) = item?
                        && choice.has_place(next as u64)
                    {
                        files.push((next, sgf_bytes(bytes)));
                    }
                    next += 1;
                }
            }
        }
        Ok(files)
    }
}

/// Returns a function that reads the next records of a list that are in the shard, each with the number of its game;
/// none at the end.
fn game_files(
    list: Arc<List>,
    choice: RowChoice,
    stop: Interrupt,
) -> impl FnMut() -> Result<Vec<(i64, Vec<u8>)>, Fault> {
    let mut at = 0;
    move || {
        let mut files = Vec::with_capacity(GAMES);
        let snapshot = list.snapshot(&stop)?;
        while files.len() < GAMES
            && let Some(&game) = list.numbers(at, 1).first()
        {
            if choice.has_place(at as u64) {
                files.push((game, sgf_bytes(record(&snapshot, game)?.bytes)));
            }
            at += 1;
        }
        Ok(files)
    }
}

/// Returns the record of a game of a list, which may have been removed since the list was made.
fn record(snapshot: &Snapshot, game: i64) -> Result<StoredRecord, Fault> {
    require_game(snapshot, game)?;
    Ok(snapshot.record(game)?)
}
