use crate::error::{ErrorKind, ResearchError};
use crate::formats::positions::PositionReader;
use bgo::files::FileError;
use bgo::go::BoardSize;
use bgo::interrupt::Interrupt;
use bgo::position_file::{PositionId, PositionRecord};
use bgo::query::QueryError;
use bgo::store::StoreError;
use rayon::prelude::*;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of shares. Each is an open file.
const MAX_SHARES: u64 = 256;

/// The number of records in a share, unless there are too many for [`MAX_SHARES`].
const RECORDS_IN_SHARE: u64 = 1 << 18;

/// The number of bytes of a share to write at a time.
const SHARE_BUFFER: usize = 16 << 10;

/// The number of bytes of the result to write at a time.
const OUT_BUFFER: usize = 1 << 20;

/// The number of records between two reports of progress.
const STEP: u64 = 1 << 16;

/// The number of conflicts to describe.
const DESCRIBED: usize = 10;

const STOPPED: ResearchError = ResearchError::Stopped("nothing was written");

pub(super) fn check(stop: &Interrupt) -> Result<(), ResearchError> {
    stop.check().map_err(|_| STOPPED)
}

/// Says what is kept if the database was stopped.
pub(super) fn said_stopped(error: ResearchError) -> ResearchError {
    match error {
        ResearchError::Query(QueryError::Store(StoreError::Stopped)) => STOPPED,
        error => error,
    }
}

pub(super) fn scratch_failed(folder: &Path) -> impl Fn(io::Error) -> ResearchError + Copy + '_ {
    move |source| ResearchError::Stream {
        what: format!("a temporary file in {} cannot be written", folder.display()),
        source,
    }
}

/// The result of merging.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// The records that were read.
    pub read: u64,
    /// The records that were written.
    pub written: u64,
    /// The records that were left out because an earlier one has the same id.
    pub duplicates: u64,
    /// The records with the id of another record but a different number of stones. They are all
    /// written.
    pub conflicts: u64,
    /// A sentence for each of the first conflicts.
    pub conflicting: Vec<String>,
}

/// Writes the records of several files in order, keeping only the first of those with the same id.
/// `scratch` is a folder with space for a quarter of the files. Calls `progress` with the number of
/// bytes so far and in all files. Setting `stop` makes the merger fail with
/// [`ResearchError::Stopped`].
///
/// Memory hardly grows with the files: each record takes one bit, and the ids are divided by some
/// of their bits into shares on disk. One share per core is sorted in memory at a time. Shares grow
/// if there are more than about 60 million different positions.
pub fn merge(
    paths: &[PathBuf],
    size: BoardSize,
    scratch: &Path,
    out: impl Write,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<Merged, ResearchError> {
    let failed = scratch_failed(scratch);
    let mut inputs = Vec::with_capacity(paths.len());
    for path in paths {
        inputs.push(MergeInput::new(path, scratch)?);
    }
    let bytes: u64 = inputs.iter().map(|input| input.length).sum();
    let mut steps = MergeSteps {
        done: 0,
        records: 0,
        bytes,
        stop,
        progress: &mut progress,
    };
    let most = bytes / PositionRecord::length(size, false) as u64;
    let mut shares = Shares::new(most, scratch).map_err(failed)?;
    for input in &mut inputs {
        (input.records, input.checksum) = input.visit(size, |_, record| {
            steps.tell(record)?;
            shares.add(record).map_err(failed)
        })?;
    }
    let read = shares.keys;
    let (left_out, conflicts) = shares.compare().map_err(failed)?;
    let mut merged = Merged {
        read,
        conflicts: conflicts.count,
        ..Merged::default()
    };
    let mut out = BufWriter::with_capacity(OUT_BUFFER, out);
    let mut first = 0;
    for input in &inputs {
        let mut number = first;
        let found = input.visit(size, |start, record| {
            if number - first == input.records {
                return Err(input.changed());
            }
            steps.tell(record)?;
            if left_out.is_set(number) {
                merged.duplicates += 1;
            } else {
                record.write(&mut out).map_err(ResearchError::unwritable_records)?;
                merged.written += 1;
            }
            if conflicts.first.contains(&number) {
                merged.conflicting.push(conflict(&input.path, start, record));
            }
            number += 1;
            Ok(())
        })?;
        if found != (input.records, input.checksum) {
            return Err(input.changed());
        }
        first = number;
    }
    out.flush().map_err(ResearchError::unwritable_records)?;
    progress(bytes, bytes);
    Ok(merged)
}

/// Reports while all files are read, twice.
struct MergeSteps<'a> {
    /// The bytes that were read.
    done: u64,
    records: u64,
    bytes: u64,
    stop: &'a Interrupt,
    progress: &'a mut dyn FnMut(u64, u64),
}

impl MergeSteps<'_> {
    fn tell(&mut self, record: &PositionRecord) -> Result<(), ResearchError> {
        self.done += record.as_bytes().len() as u64;
        self.records += 1;
        if !self.records.is_multiple_of(STEP) {
            return Ok(());
        }
        (self.progress)(self.done / 2, self.bytes);
        check(self.stop)
    }
}

fn conflict(path: &Path, start: u64, record: &PositionRecord) -> String {
    let (path, id) = (path.display(), record.id());
    format!(
        "{path}: byte {start}: the record has the id {id} of another one and another number of stones; both are kept"
    )
}

/// A file to read twice.
struct MergeInput {
    path: PathBuf,
    /// A copy of a file that is not regular, such as a pipe.
    copy: Option<File>,
    /// The length at the start. Anything appended later is ignored.
    length: u64,
    /// The number of records of the first pass, and the checksum of their ids.
    records: u64,
    checksum: u32,
}

impl MergeInput {
    fn new(path: &Path, scratch: &Path) -> Result<Self, ResearchError> {
        let unreadable = FileError::reading(path);
        let metadata = path.metadata().map_err(unreadable)?;
        let mut input = Self {
            path: path.to_owned(),
            copy: None,
            length: metadata.len(),
            records: 0,
            checksum: 0,
        };
        if !metadata.is_file() {
            let mut copy = tempfile::tempfile_in(scratch).map_err(scratch_failed(scratch))?;
            let mut pipe = File::open(path).map_err(unreadable)?;
            input.length = io::copy(&mut pipe, &mut copy).map_err(unreadable)?;
            input.copy = Some(copy);
        }
        Ok(input)
    }

    fn changed(&self) -> ResearchError {
        ErrorKind::Other.error(format!("{} has changed while it was read", self.path.display()))
    }

    /// Visits all records, each with its offset. Returns their number and a checksum of their
    /// ids.
    fn visit(
        &self,
        size: BoardSize,
        mut visit: impl FnMut(u64, &PositionRecord) -> Result<(), ResearchError>,
    ) -> Result<(u64, u32), ResearchError> {
        let file = match &self.copy {
            None => File::open(&self.path),
            Some(copy) => copy.try_clone().and_then(|mut copy| copy.rewind().map(|()| copy)),
        };
        let file = file.map_err(FileError::reading(&self.path))?;
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

/// The bytes that distinguish records: the id, and the numbers of black and white stones, which
/// usually differ if one of two equal ids is wrong.
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

/// The keys of all records, divided into shares.
struct Shares {
    shares: Vec<Share>,
    keys: u64,
    /// The records that are already known to be left out.
    left_out: Marks,
}

impl Shares {
    /// Prepares for at least `keys` keys.
    fn new(keys: u64, folder: &Path) -> io::Result<Self> {
        let count = keys.div_ceil(RECORDS_IN_SHARE).next_power_of_two().min(MAX_SHARES);
        let shares = (0..count).map(|_| Share::new(folder)).collect::<io::Result<_>>()?;
        Ok(Self {
            shares,
            keys: 0,
            left_out: Marks::new(keys),
        })
    }

    /// Adds the key of the next record.
    fn add(&mut self, record: &PositionRecord) -> io::Result<()> {
        // The high bits are those of the smallest of eight numbers, and thus not uniform.
        let share = record.id().hash as usize & (self.shares.len() - 1);
        let (share, key) = (&mut self.shares[share], Key::of(record));
        // Otherwise a file of one repeated record would fill one share.
        if share.last == Some(key) {
            self.left_out.set(self.keys);
        } else {
            share.add(key, self.keys)?;
        }
        self.keys += 1;
        Ok(())
    }

    /// Finds the records to leave out, and the conflicts.
    fn compare(self) -> io::Result<(Marks, Conflicts)> {
        let Self { shares, left_out, .. } = self;
        let found = shares.into_par_iter().map(|share| share.compare(&left_out));
        let conflicts = found.try_reduce(Conflicts::default, |a, b| Ok(a.and(b)))?;
        Ok((left_out, conflicts))
    }
}

/// Some of the keys, each with the number of its record, in an unnamed file.
struct Share {
    file: BufWriter<File>,
    keys: usize,
    last: Option<Key>,
}

impl Share {
    const ENTRY: usize = Key::BYTES + 8;

    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(SHARE_BUFFER, tempfile::tempfile_in(folder)?),
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
        file.rewind()?;
        let mut file = BufReader::with_capacity(SHARE_BUFFER, file);
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

/// The records with the id of another record but a different number of stones.
#[derive(Default)]
struct Conflicts {
    count: u64,
    /// The numbers of the first records.
    first: Vec<u64>,
}

impl Conflicts {
    fn and(mut self, other: Self) -> Self {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.sort_unstable();
        self.first.truncate(DESCRIBED);
        self
    }
}

/// A bit for each record, which several threads can set.
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
