use super::error::PositionsError;
use crate::formats::positions::{PositionId, PositionReader, PositionRecord};
use crate::go::BoardSize;
use rayon::prelude::*;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
/// files. `progress` is told how many bytes of how many are done. Whoever sets `stop`
/// makes it fail with [`PositionsError::Stopped`].
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
    stop: &AtomicBool,
    mut progress: impl FnMut(u64, u64),
) -> Result<Merged, PositionsError> {
    let failed = |source| PositionsError::Scratch {
        folder: scratch.to_owned(),
        source,
    };
    let open = |path: &PathBuf| Input::open(path, scratch);
    let mut inputs = paths.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let bytes: u64 = inputs.iter().map(|input| input.length).sum();
    let (mut done, mut steps) = (0, 0_u64);
    let mut tell = |record: &PositionRecord| {
        done += record.as_bytes().len() as u64;
        steps += 1;
        if !steps.is_multiple_of(STEP) {
            return Ok(());
        }
        progress(done / 2, bytes);
        if stop.load(Ordering::Relaxed) {
            return Err(PositionsError::Stopped);
        }
        Ok(())
    };
    let most = bytes / PositionRecord::length(size, false) as u64;
    let mut parts = Parts::new(most, scratch).map_err(failed)?;
    for input in &mut inputs {
        input.records = input.visit(size, |_, record| {
            tell(record)?;
            parts.add(record).map_err(failed)
        })?;
    }
    let read = parts.keys;
    let left_out = Marks::new(read);
    let conflicts = parts.compare(&left_out).map_err(failed)?;
    let mut merged = Merged {
        read,
        conflicts: conflicts.count,
        ..Merged::default()
    };
    let mut out = BufWriter::with_capacity(OUT_BUFFER, out);
    let mut first = 0;
    for input in &mut inputs {
        let (path, expected) = (input.path.clone(), input.records);
        let changed = || PositionsError::Changed(path.clone());
        let mut number = first;
        let records = input.visit(size, |start, record| {
            if number - first == expected {
                return Err(changed());
            }
            tell(record)?;
            if left_out.is_set(number) {
                merged.duplicates += 1;
            } else {
                record.write(&mut out).map_err(PositionsError::Unwritable)?;
                merged.written += 1;
            }
            if conflicts.first.contains(&number) {
                merged.conflicting.push(conflict(&path, start, record));
            }
            number += 1;
            Ok(())
        })?;
        if records != expected {
            return Err(changed());
        }
        first = number;
    }
    out.flush().map_err(PositionsError::Unwritable)?;
    progress(bytes, bytes);
    Ok(merged)
}

fn conflict(path: &Path, start: u64, record: &PositionRecord) -> String {
    let (path, id) = (path.display(), record.id());
    format!("{path}: byte {start}: the record has the id {id} of another one and other stones; both are kept")
}

/// A file that can be read twice.
struct Input {
    path: PathBuf,
    file: File,
    length: u64,
    /// How many it had the first time.
    records: u64,
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
            records: 0,
        })
    }

    /// Visits all records, each with the place where it begins. How many there are.
    fn visit(
        &mut self,
        size: BoardSize,
        mut visit: impl FnMut(u64, &PositionRecord) -> Result<(), PositionsError>,
    ) -> Result<u64, PositionsError> {
        let rewound = self.file.seek(SeekFrom::Start(0));
        rewound.map_err(|source| PositionsError::Unreadable {
            path: self.path.clone(),
            source,
        })?;
        let mut records = 0;
        PositionReader::new(&self.file, self.path.display().to_string(), size).visit(|start, record| {
            records += 1;
            visit(start, record)
        })?;
        Ok(records)
    }
}

/// What tells records apart: the ten bytes of the id, and the numbers of black
/// and white stones, which differ if one of two equal ids is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key([u8; Self::BYTES]);

impl Key {
    const BYTES: usize = PositionId::BYTES + 4;

    fn of(record: &PositionRecord) -> Self {
        let mut key = [0; Self::BYTES];
        let (id, stones) = key.split_at_mut(PositionId::BYTES);
        id.copy_from_slice(&record.as_bytes()[..PositionId::BYTES]);
        for (bytes, count) in stones.chunks_exact_mut(2).zip(record.stone_counts()) {
            bytes.copy_from_slice(&count.to_be_bytes());
        }
        Self(key)
    }

    fn id(&self) -> &[u8] {
        &self.0[..PositionId::BYTES]
    }
}

/// The keys of all records, divided.
struct Parts {
    parts: Vec<Part>,
    keys: u64,
}

impl Parts {
    /// Room for so many keys or more.
    fn new(keys: u64, folder: &Path) -> io::Result<Self> {
        let count = keys.div_ceil(RECORDS_IN_PART).next_power_of_two().min(MAX_PARTS);
        let parts = (0..count).map(|_| Part::new(folder)).collect::<io::Result<_>>()?;
        Ok(Self { parts, keys: 0 })
    }

    /// Adds the key of the next record.
    fn add(&mut self, record: &PositionRecord) -> io::Result<()> {
        // The low bits: the high ones are those of the least of eight numbers.
        let part = record.id().hash as usize & (self.parts.len() - 1);
        self.parts[part].add(Key::of(record), self.keys)?;
        self.keys += 1;
        Ok(())
    }

    /// Sets the marks of the records to leave out.
    fn compare(self, left_out: &Marks) -> io::Result<Conflicts> {
        let found = self.parts.into_par_iter().map(|part| part.compare(left_out));
        found.try_reduce(Conflicts::default, |a, b| Ok(a.and(b)))
    }
}

/// Some of the keys, each with the number of its record, in a file without a
/// name.
struct Part {
    file: BufWriter<File>,
    keys: usize,
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

    fn compare(self, left_out: &Marks) -> io::Result<Conflicts> {
        let mut conflicts = Conflicts::default();
        for same_id in self.sorted()?.chunk_by(|(a, _), (b, _)| a.id() == b.id()) {
            let mut kept: Vec<u64> = Vec::new();
            for same in same_id.chunk_by(|(a, _), (b, _)| a == b) {
                kept.push(same[0].1);
                same[1..].iter().for_each(|(_, number)| left_out.set(*number));
            }
            if kept.len() > 1 {
                kept.sort_unstable();
                conflicts = conflicts.and(Conflicts {
                    count: kept.len() as u64 - 1,
                    first: kept.split_off(1),
                });
            }
        }
        Ok(conflicts)
    }

    fn sorted(self) -> io::Result<Vec<(Key, u64)>> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        let mut file = BufReader::with_capacity(PART_BUFFER, file);
        let mut keys = Vec::with_capacity(self.keys);
        let (mut key, mut number) = ([0; Key::BYTES], [0; 8]);
        for _ in 0..self.keys {
            file.read_exact(&mut key)?;
            file.read_exact(&mut number)?;
            keys.push((Key(key), u64::from_be_bytes(number)));
        }
        keys.sort_unstable();
        Ok(keys)
    }
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
