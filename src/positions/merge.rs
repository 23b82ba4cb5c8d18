use super::error::PositionsError;
use crate::formats::positions::{PositionReader, PositionRecord};
use crate::go::BoardSize;
use rayon::prelude::*;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most parts that the ids are divided into. Each is an open file.
const MAX_PARTS: u64 = 256;

/// Records whose ids are compared at a time, if the parts suffice for it.
const RECORDS_IN_PART: u64 = 1 << 18;

/// Bytes of each part that are written at a time.
const PART_BUFFER: usize = 16 << 10;

/// Bytes of the result that are written at a time.
const OUT_BUFFER: usize = 1 << 20;

/// Records after which progress is told.
const STEP: u64 = 1 << 16;

/// Differences between records of the same id that are told one by one.
const TOLD: usize = 10;

/// What a merger did. Serialised, it is the document that
/// `bgo positions merge --json` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// Records that were read.
    pub read: u64,
    /// Records that were written.
    pub written: u64,
    /// Records that were left out, as one with the same id came before.
    pub duplicates: u64,
    /// Records that have the id of another one and other stones. They are
    /// written, all of them.
    pub conflicts: u64,
    /// The first of these, a sentence each.
    pub conflicting: Vec<String>,
}

/// Writes the records of several files one after the other, of those with the
/// same id only the first. `scratch` is a folder with room for a fourth of the
/// files. `progress` is told how many bytes of how many are done; every byte is
/// read twice.
///
/// Memory does not grow with the files, but for one bit a record: the ids are
/// divided by some of their bits into parts on the disk, and one part after the
/// other is sorted in memory.
///
/// # Errors
/// A file that is damaged or cannot be read, and what cannot be written.
pub fn merge(
    paths: &[PathBuf],
    size: BoardSize,
    scratch: &Path,
    out: impl Write,
    mut progress: impl FnMut(u64, u64),
) -> Result<Merged, PositionsError> {
    let failed = |source| PositionsError::Scratch {
        folder: scratch.to_owned(),
        source,
    };
    let mut inputs = paths
        .iter()
        .map(|path| Input::open(path, scratch))
        .collect::<Result<Vec<_>, _>>()?;
    let bytes: u64 = inputs.iter().map(|input| input.length).sum();
    let mut done = 0;
    let mut tell = |records: u64, length: usize| {
        done += length as u64;
        if records.is_multiple_of(STEP) {
            progress(done, 2 * bytes);
        }
    };

    let most = bytes / PositionRecord::length(size, false) as u64;
    let count = most.div_ceil(RECORDS_IN_PART).next_power_of_two().min(MAX_PARTS);
    let mut parts = (0..count)
        .map(|_| Part::new(scratch))
        .collect::<io::Result<Vec<_>>>()
        .map_err(failed)?;
    let mut merged = Merged::default();
    for input in &mut inputs {
        input.visit(size, |_, record| {
            let key = Key::of(record);
            // The low bits: the high ones are those of the least of eight numbers.
            let part = &mut parts[(record.id().hash & (count - 1)) as usize];
            part.add(key, merged.read).map_err(failed)?;
            merged.read += 1;
            tell(merged.read, record.as_bytes().len());
            Ok(())
        })?;
    }

    let left_out = Marks::new(merged.read);
    let found = parts.into_par_iter().map(|part| part.compare(&left_out));
    let conflicts = found
        .try_reduce(Conflicts::default, |a, b| Ok(a.and(b)))
        .map_err(failed)?;
    merged.conflicts = conflicts.count;

    let mut out = BufWriter::with_capacity(OUT_BUFFER, out);
    let mut number = 0;
    for input in &mut inputs {
        let path = input.path.display().to_string();
        input.visit(size, |start, record| {
            if number >= merged.read {
                return Ok(());
            }
            if left_out.is_set(number) {
                merged.duplicates += 1;
            } else {
                record.write(&mut out).map_err(PositionsError::Unwritable)?;
                merged.written += 1;
            }
            if conflicts.first.contains(&number) {
                let id = record.id();
                merged.conflicting.push(format!(
                    "{path}: byte {start}: the record has the id {id} of another one and other stones; both are kept"
                ));
            }
            number += 1;
            tell(number, record.as_bytes().len());
            Ok(())
        })?;
    }
    if number != merged.read {
        return Err(PositionsError::Changed(paths.first().cloned().unwrap_or_default()));
    }
    out.flush().map_err(PositionsError::Unwritable)?;
    progress(2 * bytes, 2 * bytes);
    Ok(merged)
}

/// A file that can be read twice.
struct Input {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Input {
    /// Opens a file; of what is no file, such as a pipe, a copy is made first.
    fn open(path: &Path, scratch: &Path) -> Result<Self, PositionsError> {
        let unreadable = |source| PositionsError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut file = File::open(path).map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        let mut length = metadata.len();
        if !metadata.is_file() {
            let failed = |source| PositionsError::Scratch {
                folder: scratch.to_owned(),
                source,
            };
            let mut copy = tempfile::tempfile_in(scratch).map_err(failed)?;
            length = io::copy(&mut file, &mut copy).map_err(unreadable)?;
            file = copy;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
        })
    }

    /// Visits all records, each with the place where it begins.
    fn visit(
        &mut self,
        size: BoardSize,
        mut visit: impl FnMut(u64, &PositionRecord) -> Result<(), PositionsError>,
    ) -> Result<(), PositionsError> {
        self.file
            .seek(SeekFrom::Start(0))
            .map_err(|source| PositionsError::Unreadable {
                path: self.path.clone(),
                source,
            })?;
        let mut reader = PositionReader::new(&self.file, self.path.display().to_string(), size);
        let mut record = reader.room();
        while reader.read_into(&mut record)? {
            visit(reader.start(), &record)?;
        }
        Ok(())
    }
}

/// What tells records apart: the ten bytes of the id, and the numbers of black
/// and white stones, which differ if one of two equal ids is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key([u8; Self::BYTES]);

impl Key {
    const BYTES: usize = 14;

    fn of(record: &PositionRecord) -> Self {
        let mut key = [0; Self::BYTES];
        key[..10].copy_from_slice(&record.as_bytes()[..10]);
        let [black, white] = record.stone_counts();
        key[10..12].copy_from_slice(&black.to_be_bytes());
        key[12..].copy_from_slice(&white.to_be_bytes());
        Self(key)
    }

    fn id(&self) -> &[u8] {
        &self.0[..10]
    }
}

/// Some of the keys, each with the number of its record, in a file without a
/// name.
struct Part {
    file: BufWriter<File>,
    keys: usize,
}

/// Records that have the id of another one and other stones.
#[derive(Default)]
struct Conflicts {
    count: u64,
    /// The numbers of the first of them.
    first: Vec<u64>,
}

impl Conflicts {
    fn and(mut self, other: Self) -> Self {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.sort_unstable();
        self.first.truncate(TOLD);
        self
    }
}

impl Part {
    const ENTRY: usize = Key::BYTES + 8;

    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(PART_BUFFER, tempfile::tempfile_in(folder)?),
            keys: 0,
        })
    }

    fn add(&mut self, key: Key, number: u64) -> io::Result<()> {
        let mut entry = [0; Self::ENTRY];
        entry[..Key::BYTES].copy_from_slice(&key.0);
        entry[Key::BYTES..].copy_from_slice(&number.to_be_bytes());
        self.keys += 1;
        self.file.write_all(&entry)
    }

    /// Sets the marks of those to leave out.
    fn compare(self, left_out: &Marks) -> io::Result<Conflicts> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        let mut file = BufReader::with_capacity(PART_BUFFER, file);
        let mut entries: Vec<(Key, u64)> = Vec::with_capacity(self.keys);
        let mut entry = [0; Self::ENTRY];
        for _ in 0..self.keys {
            file.read_exact(&mut entry)?;
            let (key, number) = entry.split_at(Key::BYTES);
            let (mut bytes, mut numbers) = ([0; Key::BYTES], [0; 8]);
            bytes.copy_from_slice(key);
            numbers.copy_from_slice(number);
            entries.push((Key(bytes), u64::from_be_bytes(numbers)));
        }
        entries.sort_unstable();
        let mut conflicts = Conflicts::default();
        for same_id in entries.chunk_by(|(a, _), (b, _)| a.id() == b.id()) {
            let mut kept: Vec<u64> = Vec::new();
            for same in same_id.chunk_by(|(a, _), (b, _)| a == b) {
                kept.push(same[0].1);
                same[1..].iter().for_each(|(_, number)| left_out.set(*number));
            }
            let first = kept.iter().min().copied();
            kept.retain(|number| Some(*number) != first);
            let here = Conflicts {
                count: kept.len() as u64,
                first: kept,
            };
            if here.count > 0 {
                conflicts = conflicts.and(here);
            }
        }
        Ok(conflicts)
    }
}

/// A bit for each record, which several threads may set.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn new(records: u64) -> Self {
        Self((0..records.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn set(&self, record: u64) {
        self.0[(record / 64) as usize].fetch_or(1 << (record % 64), Ordering::Relaxed);
    }

    fn is_set(&self, record: u64) -> bool {
        self.0[(record / 64) as usize].load(Ordering::Relaxed) >> (record % 64) & 1 == 1
    }
}
