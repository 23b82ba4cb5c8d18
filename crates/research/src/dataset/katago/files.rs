use super::super::arrays::{add_array, finish_npz, is_headed, npy_header, one_line, undescribed};
use super::super::choice::Split;
use super::super::make::{SetFile, nothing_to_learn};
use super::super::options::{check, hash_file, unreadable, unwritable};
use super::super::record_file::WorkFile;
use super::super::source::{GameSource, InputGames, SkippedGame};
use super::set::{KatagoOptions, KatagoSet, ordered_rows};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::katago::{KatagoArray, KatagoRow};
use bgo::internal::files::{NewFile, create_folder, folder_of, hex, sync_folder};
use md5::{Digest, Md5};
use rawzip::ZipArchiveWriter;
use serde::Serialize;
use serde_json::json;
use std::fs;
use std::io::{self, BufWriter};
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The number of files that are made at the same time, at most: each takes some 100 MB.
const AT_ONCE: usize = 4;

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
    pub files: Vec<SetFile>,
    /// The number of rows that are left out because they do not fill a batch.
    pub left_over: u64,
    /// The number of games that are left out because they have the moves of another one.
    pub repeated: u64,
    /// The games that give no rows.
    pub skipped: Vec<SkippedGame>,
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
    progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
) -> Result<KatagoReport, ResearchError> {
    let set = KatagoSet::read(source, options, folder, progress)?;
    if set.rows(Split::Training) == 0 {
        return Err(nothing_to_learn(source, &set.spool.inputs).unwrap_or_else(|| {
            ErrorKind::FewRows.error(format!(
                "the games give {} rows to learn from, less than a batch of {}; nothing was written",
                set.all_rows(Split::Training),
                options.batch
            ))
        }));
    }
    // The split, the rows and the path of each file.
    let mut planned = Vec::new();
    for split in Split::ALL {
        let all = set.rows(split);
        for (number, start) in (0..all).step_by(options.file_rows).enumerate() {
            let path = folder.join(split.folder()).join(format!("data{number}.npz"));
            planned.push((split, start..all.min(start + options.file_rows as u64), path));
        }
    }
    let is_continued = prepare(&set, folder, overwrite)?;
    let files = make_files(&set, &planned, is_continued, progress)?;
    // This tells the training that the data are complete.
    let range = json!({ "range": [0, set.rows(Split::Training)] });
    write_json(&folder.join("train.json"), &range)?;
    Ok(KatagoReport {
        seed: options.choice.seed,
        left_over: Split::ALL
            .iter()
            .map(|split| set.all_rows(*split) - set.rows(*split))
            .sum(),
        inputs: set.spool.inputs,
        files,
        repeated: set.repeated,
        skipped: set.spool.skipped,
    })
}

/// Prepares the folder. Fails if it has other training data, unless `overwrite` permits to remove
/// them. Returns whether there is training data of this set that may be kept.
fn prepare(set: &KatagoSet, folder: &Path, overwrite: bool) -> Result<bool, ResearchError> {
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
        if set.rows(split) > 0 {
            create_folder(&path).map_err(unwritable(&path))?;
        }
    }
    Ok(is_continued)
}

/// Makes files, some at the same time. Those that are there are kept if `is_continued`. Calls `progress` with the
/// number of rows so far and in all.
fn make_files(
    set: &KatagoSet,
    planned: &[(Split, Range<u64>, PathBuf)],
    is_continued: bool,
    progress: &(dyn Fn(Option<&'static str>, u64, u64) + Sync),
) -> Result<Vec<SetFile>, ResearchError> {
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let all = planned.iter().map(|(_, rows, _)| rows.end - rows.start).sum();
    // Threads of their own: one of rayon's that waits for the rows of a file would begin to make
    // another file, and the first would wait for that.
    let made: Result<Vec<_>, ResearchError> = thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..AT_ONCE.min(rayon::current_num_threads()) {
            workers.push(scope.spawn(|| {
                let mut files = Vec::new();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some((split, rows, path)) = planned.get(place) else {
                        return Ok(files);
                    };
                    // After an error, nobody begins another file.
                    let made = make_file(set, *split, rows.clone(), path, is_continued)
                        .inspect_err(|_| next.store(planned.len(), Ordering::Relaxed))?;
                    let count = rows.end - rows.start;
                    let rows = done.fetch_add(count, Ordering::Relaxed) + count;
                    progress(Some("rows"), rows, all);
                    files.push((place, made));
                }
            }));
        }
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let mut files: Vec<(usize, SetFile)> = made?.into_iter().flatten().collect();
    files.sort_by_key(|(place, _)| *place);
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

fn make_file(
    set: &KatagoSet,
    split: Split,
    rows: Range<u64>,
    path: &Path,
    is_continued: bool,
) -> Result<SetFile, ResearchError> {
    let count = rows.end - rows.start;
    let is_there = is_continued && path.is_file();
    if !is_there {
        let (rows, order) = ordered_rows(set, split, rows)?;
        let rows: Vec<&KatagoRow> = order.iter().map(|place| &rows[*place as usize]).collect();
        let work = WorkFile::open(path, false)?;
        let written = write_rows(set, &rows, &work);
        work.finish(written)?;
    }
    // The training takes the number of rows from `data0.json` beside `data0.npz`
    // (`get_npz_num_rows` in KataGo's `python/train.py`).
    write_json(&path.with_extension("json"), &json!({ "num_rows": count }))?;
    Ok(SetFile {
        split: Some(split),
        rows: Some(count),
        ..SetFile::new(path, hash_file(path, &set.options.stop)?, is_there)
    })
}

fn write_rows(set: &KatagoSet, rows: &[&KatagoRow], work: &WorkFile) -> Result<(), ResearchError> {
    let side = set.options.side;
    let mut archive = ZipArchiveWriter::new(BufWriter::with_capacity(1 << 16, work.begin_anew()?));
    let mut bytes = Vec::new();
    for array in KatagoArray::ALL {
        check(&set.options.stop)?;
        let (name, kind, row) = array.layout(side);
        let header = npy_header(kind, &row, rows.len() as u64);
        add_array(&mut archive, name, &header, |out| {
            for piece in rows.chunks(PIECE) {
                bytes.clear();
                array.write(piece.iter().copied(), side, &mut bytes);
                out.write_all(&bytes)?;
            }
            Ok(())
        })
        .map_err(unwritable(&work.target))?;
    }
    finish_npz(archive).map_err(unwritable(&work.target))
}

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
    set.spool.games.iter().for_each(|game| md5.update(game.digest));
    hex(md5)
}

/// Returns the list of games, with split, input, file and rows separated by tabs.
fn list_of_games(set: &KatagoSet, head: &str) -> Result<String, ResearchError> {
    let mut list = format!("{head}\nsplit\tinput\tfile\trows\n");
    for split in Split::ALL {
        for (place, _) in &set.splits[split as usize] {
            let game = &set.spool.games[*place as usize];
            let (member, _) = set.spool.read(*place)?;
            let input = one_line(&set.spool.inputs[game.input as usize].input);
            let (folder, member) = (split.folder(), one_line(&member));
            list.push_str(&format!("{folder}\t{input}\t{member}\t{}\n", game.records));
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
