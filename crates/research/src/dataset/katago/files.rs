use super::super::arrays::is_headed;
use super::super::choice::Split;
use super::super::error::DatasetError;
use super::super::npy::{Array, NpzFile};
use super::super::options::ReadProgress;
use super::super::report::SetFile;
use super::super::source::GameSource;
use super::super::spool::{InputGames, SkippedGame};
use super::super::work_file::WorkFile;
use super::game_list::{fingerprint, list_of_games};
use super::options::{KatagoOptions, KatagoProgress};
use super::pool::Pool;
use super::set::KatagoSet;
use bgo::files::{NewFile, create_folder, folder_of, hash, hex, sync_folder};
use md5::{Digest, Md5};
use serde::Serialize;
use serde_json::json;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The number of files that are made at the same time, at most: each takes some 100 MB.
const AT_ONCE: usize = 4;

/// The number of rows to write at a time.
const PIECE: usize = 1024;

/// The report of training data that were made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KatagoReport {
    /// The seed of the sample, the division and the order.
    pub seed: u64,
    /// The games of each input.
    pub inputs: Vec<InputGames>,
    /// The files in their order.
    pub files: Vec<KatagoFile>,
    /// The number of rows that are left out because they do not fill a batch.
    pub left_over: u64,
    /// The number of games that are left out because they have the moves of another one.
    pub repeated: u64,
    /// The games that give no rows.
    pub skipped: Vec<SkippedGame>,
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KatagoFile {
    /// The split whose rows the file has.
    pub split: Split,
    /// The number of rows.
    pub rows: u64,
    /// The path, length and checksum.
    #[serde(flatten)]
    pub file: SetFile,
}

/// A file to make.
struct Planned {
    split: Split,
    rows: Range<u64>,
    path: PathBuf,
}

/// Makes training data in a folder, which must exist: `train/data0.npz` and so on, `val/data0.npz`
/// and so on, each with its number of rows in `data0.json`, `train.json` as the training wants it, and
/// the list of games. Files of an interrupted
/// run are kept. With `overwrite`, other training data there are replaced.
pub fn make_katago(
    source: &GameSource<'_>,
    folder: &Path,
    options: &KatagoOptions,
    overwrite: bool,
    progress: &(dyn Fn(KatagoProgress) + Sync),
) -> Result<KatagoReport, DatasetError> {
    let reading = |reading: ReadProgress| progress(KatagoProgress::Reading(reading));
    let set = KatagoSet::read(source, options, folder, &reading)?;
    if set.rows(Split::Training) == 0 {
        return Err(match set.inputs.iter().all(|input| input.games + input.skipped == 0) {
            true => DatasetError::NoGames(source.names()),
            false => DatasetError::FewRows {
                rows: set.splits[0].rows,
                batch: options.batch,
            },
        });
    }
    let planned = plan(&set, folder);
    let output = Output::begin(&set, folder, &planned, overwrite)?;
    let files = output.make_all(&planned, progress)?;
    output.complete()?;
    Ok(KatagoReport {
        seed: options.choice.seed,
        left_over: set.left_over(),
        inputs: set.inputs,
        files,
        repeated: set.repeated,
        skipped: set.skipped,
    })
}

fn plan(set: &KatagoSet, folder: &Path) -> Vec<Planned> {
    let mut files = Vec::new();
    for split in Split::ALL {
        let all = set.rows(split);
        for (number, start) in (0..all).step_by(set.options.file_rows).enumerate() {
            files.push(Planned {
                split,
                rows: start..all.min(start + set.options.file_rows as u64),
                path: folder.join(split.folder()).join(format!("data{number}.npz")),
            });
        }
    }
    files
}

/// The files of a set in a folder.
struct Output<'s> {
    set: &'s KatagoSet,
    folder: &'s Path,
    /// True if there is training data of this set that may be kept.
    is_continued: bool,
}

impl<'s> Output<'s> {
    /// Prepares the folder. Fails if it has other training data, unless `overwrite` permits to
    /// remove them.
    fn begin(set: &'s KatagoSet, folder: &'s Path, planned: &[Planned], overwrite: bool) -> Result<Self, DatasetError> {
        let (list, ready) = (folder.join("games.tsv"), folder.join("train.json"));
        let head = format!("# katago {}", fingerprint(set));
        let is_this = is_headed(&list, &head);
        let old = old_files(folder)?;
        if !overwrite && !is_this {
            let there = [&list, &ready].into_iter().chain(&old);
            if let Some(path) = there.into_iter().find(|path| fs::symlink_metadata(path).is_ok()) {
                return Err(DatasetError::NotThisSet {
                    path: path.clone(),
                    why: format!("{} does not say that it is", list.display()),
                });
            }
        }
        let is_continued = is_this && !overwrite;
        if !is_continued {
            // The training takes all files of a folder.
            for path in old.iter().chain([&ready]) {
                remove(path)?;
            }
            NewFile::write(&list, overwrite, list_of_games(set, &head)?.as_bytes())?;
        }
        for split in Split::ALL {
            let path = folder.join(split.folder());
            if planned.iter().any(|file| file.split == split) {
                create_folder(&path).map_err(|source| DatasetError::unwritable(&path, source))?;
            }
        }
        Ok(Self {
            set,
            folder,
            is_continued,
        })
    }

    /// Makes the files, some at the same time. Calls `progress` with the number of rows so far and in
    /// all.
    fn make_all(
        &self,
        planned: &[Planned],
        progress: &(dyn Fn(KatagoProgress) + Sync),
    ) -> Result<Vec<KatagoFile>, DatasetError> {
        let all = planned.iter().map(|file| file.rows.end - file.rows.start).sum();
        let (next, done, has_failed) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicBool::new(false));
        let work = || {
            let mut files = Vec::new();
            while !has_failed.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(file) = planned.get(place) else { break };
                let made = self
                    .make(file)
                    .inspect_err(|_| has_failed.store(true, Ordering::Relaxed))?;
                let rows = done.fetch_add(made.rows, Ordering::Relaxed) + made.rows;
                progress(KatagoProgress::Writing(rows, all));
                files.push((place, made));
            }
            Ok(files)
        };
        // Threads of their own: one of rayon's that waits for the rows of a file would begin to make
        // another file, and the first would wait for that.
        let made: Result<Vec<_>, DatasetError> = thread::scope(|scope| {
            let workers = AT_ONCE.min(rayon::current_num_threads());
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let joined = workers.into_iter().map(|worker| worker.join());
            joined
                .map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        let mut files: Vec<(usize, KatagoFile)> = made?.into_iter().flatten().collect();
        files.sort_by_key(|(place, _)| *place);
        Ok(files.into_iter().map(|(_, file)| file).collect())
    }

    /// Makes a file unless it is there.
    fn make(&self, planned: &Planned) -> Result<KatagoFile, DatasetError> {
        let is_there = self.is_continued && planned.path.is_file();
        if !is_there {
            let pool = Pool::new(self.set, planned.split, planned.rows.clone())?;
            let work = WorkFile::open(&planned.path, false)?;
            match self.write(&pool, &work) {
                Ok(()) => work.complete()?,
                Err(error) => {
                    work.give_up();
                    return Err(error);
                }
            }
        }
        let rows = planned.rows.end - planned.rows.start;
        write_json(&row_count(&planned.path), &json!({ "num_rows": rows }))?;
        let mut md5 = Md5::new();
        let bytes = File::open(&planned.path)
            .and_then(|mut file| hash(&mut file, &mut md5, &self.set.options.stop))
            .map_err(|error| DatasetError::unreadable(&planned.path, error))?;
        Ok(KatagoFile {
            split: planned.split,
            rows,
            file: SetFile::new(&planned.path, bytes, hex(md5), is_there),
        })
    }

    fn write(&self, pool: &Pool, work: &WorkFile) -> Result<(), DatasetError> {
        let failed = |source| DatasetError::unwritable(work.target(), source);
        let shape = self.set.options.shape();
        let mut file = NpzFile::new(work.begin_anew().map_err(failed)?);
        let mut bytes = Vec::new();
        for (array, name, kind, row) in shape.arrays() {
            self.set.options.stop.check()?;
            file.add(&Array::new(name, kind, row), pool.len() as u64, |out| {
                for start in (0..pool.len()).step_by(PIECE) {
                    bytes.clear();
                    array.write(pool.rows(start..pool.len().min(start + PIECE)), shape, &mut bytes);
                    out.write_all(&bytes)?;
                }
                Ok(())
            })
            .map_err(failed)?;
        }
        file.finish().map_err(failed)
    }

    /// Tells the training that the data are complete.
    fn complete(&self) -> Result<(), DatasetError> {
        let rows = self.set.rows(Split::Training);
        write_json(&self.folder.join("train.json"), &json!({ "range": [0, rows] }))
    }
}

/// Returns the path of the file that tells the training the number of rows of a file: `data0.json`
/// beside `data0.npz` (`get_npz_num_rows` in KataGo's `python/train.py`).
fn row_count(path: &Path) -> PathBuf {
    path.with_extension("json")
}

fn write_json(path: &Path, value: &serde_json::Value) -> Result<(), DatasetError> {
    Ok(NewFile::write(path, true, value.to_string().as_bytes())?)
}

/// Returns the paths of training data in a folder.
fn old_files(folder: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let mut found = Vec::new();
    for split in Split::ALL {
        let folder = folder.join(split.folder());
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(DatasetError::unreadable(&folder, error)),
        };
        for entry in entries {
            let name = entry
                .map_err(|error| DatasetError::unreadable(&folder, error))?
                .file_name();
            let name = name.to_string_lossy();
            let number = name.strip_prefix("data").and_then(|name| {
                let ends = [".npz", ".json"];
                ends.iter().find_map(|end| name.strip_suffix(end))
            });
            if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
                found.push(folder.join(&*name));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn remove(path: &Path) -> Result<(), DatasetError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed
            .and_then(|()| sync_folder(folder_of(path)))
            .map_err(|error| DatasetError::unwritable(path, error)),
    }
}
