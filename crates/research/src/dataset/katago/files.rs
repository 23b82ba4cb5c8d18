use super::super::arrays::{NpyArray, NpzFile, is_headed, one_line, undescribed};
use super::super::choice::Split;
use super::super::make::{SetFile, nothing_to_learn};
use super::super::options::{check, hash_file, unreadable, unwritable};
use super::super::record_file::WorkFile;
use super::super::source::{GameSource, InputGames, SkippedGame};
use super::set::{KatagoOptions, KatagoProgress, KatagoSet, RowPool};
use crate::error::{ErrorKind, ResearchError};
use bgo::files::{NewFile, create_folder, folder_of, hex, sync_folder};
use md5::{Digest, Md5};
use serde::Serialize;
use serde_json::json;
use std::fs;
use std::io;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The number of files that are made at the same time, at most: each takes some 100 MB.
const AT_ONCE: usize = 4;

/// The number of rows to write at a time.
const PIECE: usize = 1024;

/// The version of the content of rows. Other content must get another number, so that no file of an
/// interrupted run is continued with it.
const CONTENT: u32 = 2;

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
struct PlannedFile {
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
) -> Result<KatagoReport, ResearchError> {
    let set = KatagoSet::read(source, options, folder, &|reading| {
        progress(KatagoProgress::Reading(reading));
    })?;
    if set.rows(Split::Training) == 0 {
        return Err(nothing_to_learn(source, &set.inputs).unwrap_or_else(|| {
            ErrorKind::FewRows.error(format!(
                "the games give {} rows to learn from, less than a batch of {}; nothing was written",
                set.splits[0].rows, options.batch
            ))
        }));
    }
    let mut planned = Vec::new();
    for split in Split::ALL {
        let all = set.rows(split);
        for (number, start) in (0..all).step_by(options.file_rows).enumerate() {
            planned.push(PlannedFile {
                split,
                rows: start..all.min(start + options.file_rows as u64),
                path: folder.join(split.folder()).join(format!("data{number}.npz")),
            });
        }
    }
    let output = KatagoFolder {
        set: &set,
        is_continued: prepare(&set, folder, &planned, overwrite)?,
    };
    let files = output.make_all(&planned, progress)?;
    // This tells the training that the data are complete.
    let range = json!({ "range": [0, set.rows(Split::Training)] });
    write_json(&folder.join("train.json"), &range)?;
    Ok(KatagoReport {
        seed: options.choice.seed,
        left_over: Split::ALL
            .iter()
            .map(|split| set.splits[*split as usize].rows - set.rows(*split))
            .sum(),
        inputs: set.inputs,
        files,
        repeated: set.repeated,
        skipped: set.skipped,
    })
}

/// Prepares the folder. Fails if it has other training data, unless `overwrite` permits to remove
/// them. Returns whether there is training data of this set that may be kept.
fn prepare(set: &KatagoSet, folder: &Path, planned: &[PlannedFile], overwrite: bool) -> Result<bool, ResearchError> {
    let (list, ready) = (folder.join("games.tsv"), folder.join("train.json"));
    let head = format!("# katago {}", fingerprint(set));
    let is_this = is_headed(&list, &head);
    let old = old_files(folder)?;
    if !overwrite && !is_this {
        let mut there = [&list, &ready].into_iter().chain(&old);
        if let Some(path) = there.find(|path| fs::symlink_metadata(path).is_ok()) {
            return Err(undescribed(path, &list));
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
            create_folder(&path).map_err(unwritable(&path))?;
        }
    }
    Ok(is_continued)
}

/// The files of a set in a folder.
struct KatagoFolder<'s> {
    set: &'s KatagoSet,
    /// True if there is training data of this set that may be kept.
    is_continued: bool,
}

impl KatagoFolder<'_> {
    /// Makes the files, some at the same time. Calls `progress` with the number of rows so far and in
    /// all.
    fn make_all(
        &self,
        planned: &[PlannedFile],
        progress: &(dyn Fn(KatagoProgress) + Sync),
    ) -> Result<Vec<KatagoFile>, ResearchError> {
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        // Threads of their own: one of rayon's that waits for the rows of a file would begin to make
        // another file, and the first would wait for that.
        let made: Result<Vec<_>, ResearchError> = thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..AT_ONCE.min(rayon::current_num_threads()) {
                workers.push(scope.spawn(|| self.make_next(planned, &next, &done, progress)));
            }
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        let mut files: Vec<(usize, KatagoFile)> = made?.into_iter().flatten().collect();
        files.sort_by_key(|(place, _)| *place);
        Ok(files.into_iter().map(|(_, file)| file).collect())
    }

    /// Makes the next file until there are no more.
    fn make_next(
        &self,
        planned: &[PlannedFile],
        next: &AtomicUsize,
        done: &AtomicU64,
        progress: &(dyn Fn(KatagoProgress) + Sync),
    ) -> Result<Vec<(usize, KatagoFile)>, ResearchError> {
        let all = planned.iter().map(|file| file.rows.end - file.rows.start).sum();
        let mut files = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = planned.get(place) else {
                return Ok(files);
            };
            // After an error, nobody begins another file.
            let made = self
                .make(file)
                .inspect_err(|_| next.store(planned.len(), Ordering::Relaxed))?;
            let rows = done.fetch_add(made.rows, Ordering::Relaxed) + made.rows;
            progress(KatagoProgress::Writing(rows, all));
            files.push((place, made));
        }
    }

    fn make(&self, planned: &PlannedFile) -> Result<KatagoFile, ResearchError> {
        let is_there = self.is_continued && planned.path.is_file();
        if !is_there {
            let pool = RowPool::new(self.set, planned.split, planned.rows.clone())?;
            let work = WorkFile::open(&planned.path, false)?;
            let written = self.write(&pool, &work);
            work.finish(written)?;
        }
        let rows = planned.rows.end - planned.rows.start;
        // The training takes the number of rows from `data0.json` beside `data0.npz`
        // (`get_npz_num_rows` in KataGo's `python/train.py`).
        write_json(&planned.path.with_extension("json"), &json!({ "num_rows": rows }))?;
        Ok(KatagoFile {
            split: planned.split,
            rows,
            file: SetFile::new(
                &planned.path,
                hash_file(&planned.path, &self.set.options.stop)?,
                is_there,
            ),
        })
    }

    fn write(&self, pool: &RowPool, work: &WorkFile) -> Result<(), ResearchError> {
        let shape = self.set.options.shape();
        let mut file = NpzFile::new(work.begin_anew()?);
        let mut bytes = Vec::new();
        for (array, name, kind, row) in shape.arrays() {
            check(&self.set.options.stop)?;
            file.add(&NpyArray::new(name, kind, row), pool.len() as u64, |out| {
                for start in (0..pool.len()).step_by(PIECE) {
                    bytes.clear();
                    array.write(pool.rows(start, PIECE), shape, &mut bytes);
                    out.write_all(&bytes)?;
                }
                Ok(())
            })
            .map_err(unwritable(&work.target))?;
        }
        file.finish().map_err(unwritable(&work.target))
    }
}

/// Returns the MD5 of all data that determine the files.
fn fingerprint(set: &KatagoSet) -> String {
    let options = &set.options;
    let mut md5 = Md5::new();
    md5.update(CONTENT.to_le_bytes());
    md5.update(options.rules.name());
    for number in [
        options.side,
        options.file_rows,
        options.batch,
        usize::from(options.in_order),
    ] {
        md5.update((number as u64).to_le_bytes());
    }
    let choice = &options.choice;
    md5.update(choice.seed.to_le_bytes());
    md5.update(choice.sample.to_le_bytes());
    md5.update(choice.validation.to_le_bytes());
    let (shard, shards) = choice.shard;
    for number in [choice.epoch, shard, shards, u64::from(choice.symmetry)] {
        md5.update(number.to_le_bytes());
    }
    set.games.iter().for_each(|game| md5.update(game.digest));
    hex(md5)
}

/// Returns the list of games, with split, input, file and rows separated by tabs.
fn list_of_games(set: &KatagoSet, head: &str) -> Result<String, ResearchError> {
    let mut list = format!("{head}\nsplit\tinput\tfile\trows\n");
    for split in Split::ALL {
        for place in &set.splits[split as usize].games {
            let game = &set.games[*place as usize];
            let (member, _) = set.texts.read(&game.text)?;
            let input = one_line(&set.inputs[game.input as usize].input);
            let (folder, member) = (split.folder(), one_line(&member));
            list.push_str(&format!("{folder}\t{input}\t{member}\t{}\n", game.rows));
        }
    }
    Ok(list)
}

fn write_json(path: &Path, value: &serde_json::Value) -> Result<(), ResearchError> {
    Ok(NewFile::write(path, true, value.to_string().as_bytes())?)
}

/// Returns the paths of training data in a folder.
fn old_files(folder: &Path) -> Result<Vec<PathBuf>, ResearchError> {
    let mut found = Vec::new();
    for split in Split::ALL {
        let folder = folder.join(split.folder());
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(unreadable(&folder))?,
        };
        for entry in entries {
            let name = entry.map_err(unreadable(&folder))?.file_name();
            let name = name.to_string_lossy();
            let number = name
                .strip_prefix("data")
                .and_then(|name| name.strip_suffix(".npz").or_else(|| name.strip_suffix(".json")));
            if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
                found.push(folder.join(&*name));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn remove(path: &Path) -> Result<(), ResearchError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed
            .and_then(|()| sync_folder(folder_of(path)))
            .map_err(unwritable(path)),
    }
}
