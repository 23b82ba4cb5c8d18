use super::error::PositionsError;
use bgo::go::BoardSize;
use bgo::interrupt::Interrupt;
use bgo::position_file::{PositionId, PositionReader, PositionRecord};
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
    /// Records that have the id of another one and another number of stones. They are
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
/// Memory hardly grows with the files: there is one bit for each record, and the ids
/// are divided by some of their bits into parts on the disk, of which as many as there
/// are cores are sorted in memory at a time. With more than some 60 million different
/// positions the parts get larger.
///
/// # Errors
/// A file that is damaged or cannot be read, and what cannot be written.
pub fn merge(
    paths: &[PathBuf],
    size: BoardSize,
    scratch: &Path,
    out: impl Write,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<Merged, PositionsError> {
    let failed = |source| PositionsError::Scratch {
        folder: scratch.to_owned(),
        source,
    };
    let open = |path: &PathBuf| Input::new(path, scratch);
    let mut inputs = paths.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let bytes: u64 = inputs.iter().map(|input| input.length).sum();
    let (mut done, mut steps) = (0, 0_u64);
    let mut tell = |record: &PositionRecord| {
        done += record.as_bytes().len() as u64;
        steps += 1;
        if !steps.is_multiple_of(STEP) {
            return Ok::<_, PositionsError>(());
        }
        progress(done / 2, bytes);
        stop.check()?;
        Ok(())
    };
    let most = bytes / PositionRecord::length(size, false) as u64;
    let mut parts = Parts::new(most, scratch).map_err(failed)?;
    for input in &mut inputs {
        (input.records, input.checksum) = input.visit(size, |_, record| {
            tell(record)?;
            parts.add(record).map_err(failed)
        })?;
    }
    let read = parts.keys;
    let (left_out, conflicts) = parts.compare().map_err(failed)?;
    let mut merged = Merged {
        read,
        conflicts: conflicts.count,
        ..Merged::default()
    };
    let mut out = BufWriter::with_capacity(OUT_BUFFER, out);
    let mut first = 0;
    for input in &inputs {
        let changed = || PositionsError::Changed(input.path.clone());
        let mut number = first;
        let found = input.visit(size, |start, record| {
            if number - first == input.records {
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
                merged.conflicting.push(conflict(&input.path, start, record));
            }
            number += 1;
            Ok(())
        })?;
        if found != (input.records, input.checksum) {
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
    format!(
        "{path}: byte {start}: the record has the id {id} of another one and another number of stones; both are kept"
    )
}

/// A file that can be read twice.
struct Input {
    path: PathBuf,
    /// Of what is no file, such as a pipe.
    copy: Option<File>,
    /// As it was at first; what is added meanwhile does not count.
    length: u64,
    /// What the first reading found.
    records: u64,
    checksum: u32,
}

impl Input {
    fn new(path: &Path, scratch: &Path) -> Result<Self, PositionsError> {
        let unreadable = |source| PositionsError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let metadata = path.metadata().map_err(unreadable)?;
        let mut input = Self {
            path: path.to_owned(),
            copy: None,
            length: metadata.len(),
            records: 0,
            checksum: 0,
        };
        if !metadata.is_file() {
            let failed = |source| PositionsError::Scratch {
                folder: scratch.to_owned(),
                source,
            };
            let mut copy = tempfile::tempfile_in(scratch).map_err(failed)?;
            let mut pipe = File::open(path).map_err(unreadable)?;
            input.length = io::copy(&mut pipe, &mut copy).map_err(unreadable)?;
            input.copy = Some(copy);
        }
        Ok(input)
    }

    /// Visits all records, each with the place where it begins. How many there are,
    /// and a checksum of their ids.
    fn visit(
        &self,
        size: BoardSize,
        mut visit: impl FnMut(u64, &PositionRecord) -> Result<(), PositionsError>,
    ) -> Result<(u64, u32), PositionsError> {
        let open = || match &self.copy {
            None => File::open(&self.path),
            Some(copy) => {
                let mut copy = copy.try_clone()?;
                copy.seek(SeekFrom::Start(0)).map(|_| copy)
            }
        };
        let file = open().map_err(|source| PositionsError::Unreadable {
            path: self.path.clone(),
            source,
        })?;
        let mut records = 0;
        let mut ids = crc32fast::Hasher::new();
        let name = self.path.display().to_string();
        PositionReader::new(file.take(self.length), name, size).visit(|start, record| {
            records += 1;
            ids.update(&record.as_bytes()[..PositionId::BYTES]);
            visit(start, record)
        })?;
        Ok((records, ids.finalize()))
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
    /// Records that are known to be left out.
    left_out: Marks,
}

impl Parts {
    /// Room for so many keys or more.
    fn new(keys: u64, folder: &Path) -> io::Result<Self> {
        let count = keys.div_ceil(RECORDS_IN_PART).next_power_of_two().min(MAX_PARTS);
        let parts = (0..count).map(|_| Part::new(folder)).collect::<io::Result<_>>()?;
        Ok(Self {
            parts,
            keys: 0,
            left_out: Marks::new(keys),
        })
    }

    /// Adds the key of the next record.
    fn add(&mut self, record: &PositionRecord) -> io::Result<()> {
        // The low bits: the high ones are those of the least of eight numbers.
        let part = record.id().hash as usize & (self.parts.len() - 1);
        let (part, key) = (&mut self.parts[part], Key::of(record));
        // A file of nothing but repetitions would else be a part of its own.
        if part.last == Some(key) {
            self.left_out.set(self.keys);
        } else {
            part.add(key, self.keys)?;
        }
        self.keys += 1;
        Ok(())
    }

    /// Finds the records to leave out, and those that say something else.
    fn compare(self) -> io::Result<(Marks, Conflicts)> {
        let Self { parts, left_out, .. } = self;
        let found = parts.into_par_iter().map(|part| part.compare(&left_out));
        let conflicts = found.try_reduce(Conflicts::default, |a, b| Ok(a.and(b)))?;
        Ok((left_out, conflicts))
    }
}

/// Some of the keys, each with the number of its record, in a file without a
/// name.
struct Part {
    file: BufWriter<File>,
    keys: usize,
    last: Option<Key>,
}

impl Part {
    const ENTRY: usize = Key::BYTES + 8;

    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(PART_BUFFER, tempfile::tempfile_in(folder)?),
            keys: 0,
            last: None,
        })
    }

    fn add(&mut self, key: Key, number: u64) -> io::Result<()> {
        let mut entry = [0; Self::ENTRY];
        entry[..Key::BYTES].copy_from_slice(&key.0);
        entry[Key::BYTES..].copy_from_slice(&number.to_be_bytes());
        self.keys += 1;
        self.last = Some(key);
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

/// Records that have the id of another one and another number of stones.
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
