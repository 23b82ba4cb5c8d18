use crate::error::{ErrorKind, ResearchError};
use crate::formats::positions::PositionReader;
use bgo::internal::files::FileError;
use bgo::internal::go::BoardSize;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo::internal::query::QueryError;
use bgo::internal::store::StoreError;
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

const SHARE_BUFFER: usize = 16 << 10;

const OUT_BUFFER: usize = 1 << 20;

/// The number of records between two reports of progress.
const STEP: u64 = 1 << 16;

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
    let most = bytes / PositionRecord::length(size, false) as u64;
    let left_out: Vec<AtomicU64> = (0..most.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let mut shares = (0..most.div_ceil(RECORDS_IN_SHARE).next_power_of_two().min(MAX_SHARES))
        .map(|_| Share::new(scratch))
        .collect::<io::Result<Vec<_>>>()
        .map_err(failed)?;
    // The bytes and records that were read so far, of all files twice.
    let mut done = (0, 0);
    let mut merged = Merged::default();
    for input in &mut inputs {
        (input.records, input.checksum) = input.visit(size, |_, record| {
            tell(record, &mut done, bytes, stop, &mut progress)?;
            // The high bits are those of the smallest of eight numbers, and thus not uniform.
            let share = record.id().hash as usize & (shares.len() - 1);
            let (share, key) = (&mut shares[share], key_of(record));
            // Otherwise a file of one repeated record would fill one share.
            if share.last == Some(key) {
                mark(&left_out, merged.read);
            } else {
                share.add(key, merged.read).map_err(failed)?;
            }
            merged.read += 1;
            Ok(())
        })?;
    }
    let found = shares.into_par_iter().map(|share| share.compare(&left_out));
    let found = found.try_reduce(Default::default, |a, b| Ok(joined(a, b)));
    let (conflicts, first_conflicts) = found.map_err(failed)?;
    merged.conflicts = conflicts;
    let mut out = BufWriter::with_capacity(OUT_BUFFER, out);
    let mut first = 0;
    for input in &inputs {
        let mut number = first;
        let found = input.visit(size, |start, record| {
            if number - first == input.records {
                return Err(input.changed());
            }
            tell(record, &mut done, bytes, stop, &mut progress)?;
            if is_marked(&left_out, number) {
                merged.duplicates += 1;
            } else {
                record.write(&mut out).map_err(ResearchError::unwritable_records)?;
                merged.written += 1;
            }
            if first_conflicts.contains(&number) {
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

/// Reports while all files are read, twice. Counts a record among the bytes and records so far.
fn tell(
    record: &PositionRecord,
    (read, records): &mut (u64, u64),
    bytes: u64,
    stop: &Interrupt,
    progress: &mut impl FnMut(u64, u64),
) -> Result<(), ResearchError> {
    *read += record.as_bytes().len() as u64;
    *records += 1;
    if !records.is_multiple_of(STEP) {
        return Ok(());
    }
    progress(*read / 2, bytes);
    check(stop)
}

fn conflict(path: &Path, start: u64, record: &PositionRecord) -> String {
    let (path, id) = (path.display(), record.id());
    format!(
        "{path}: byte {start}: the record has the id {id} of another one and another number of stones; both are kept"
    )
}

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

/// The length of a key: the bytes that distinguish records. These are the id, and the numbers of black and white
/// stones, which usually differ if one of two equal ids is wrong.
const KEY: usize = PositionId::BYTES + 4;

fn key_of(record: &PositionRecord) -> [u8; KEY] {
    let mut key = [0; KEY];
    let (id, stones) = key.split_at_mut(PositionId::BYTES);
    id.copy_from_slice(&record.as_bytes()[..PositionId::BYTES]);
    for (bytes, count) in stones.chunks_exact_mut(2).zip(record.stone_counts()) {
        bytes.copy_from_slice(&count.to_be_bytes());
    }
    key
}

/// Some of the keys, each with the number of its record, in an unnamed file.
struct Share {
    file: BufWriter<File>,
    keys: usize,
    last: Option<[u8; KEY]>,
}

impl Share {
    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(SHARE_BUFFER, tempfile::tempfile_in(folder)?),
            keys: 0,
            last: None,
        })
    }

    fn add(&mut self, key: [u8; KEY], number: u64) -> io::Result<()> {
        let mut entry = [0; KEY + 8];
        entry[..KEY].copy_from_slice(&key);
        entry[KEY..].copy_from_slice(&number.to_be_bytes());
        self.keys += 1;
        self.last = Some(key);
        self.file.write_all(&entry)
    }

    /// Marks the records to leave out. Returns the number of conflicts, and the numbers of the first such records:
    /// those with the id of another record but a different number of stones.
    fn compare(self, left_out: &[AtomicU64]) -> io::Result<(u64, Vec<u64>)> {
        let mut conflicts = (0, Vec::new());
        let keys = self.sorted()?;
        for same_id in keys.chunk_by(|(a, _), (b, _)| a[..PositionId::BYTES] == b[..PositionId::BYTES]) {
            let mut kept: Vec<u64> = Vec::new();
            for same in same_id.chunk_by(|(a, _), (b, _)| a == b) {
                kept.push(same[0].1);
                same[1..].iter().for_each(|(_, number)| mark(left_out, *number));
            }
            if kept.len() > 1 {
                kept.sort_unstable();
                conflicts = joined(conflicts, (kept.len() as u64 - 1, kept.split_off(1)));
            }
        }
        Ok(conflicts)
    }

    fn sorted(self) -> io::Result<Vec<([u8; KEY], u64)>> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut file = BufReader::with_capacity(SHARE_BUFFER, file);
        let mut keys = Vec::with_capacity(self.keys);
        let (mut key, mut number) = ([0; KEY], [0; 8]);
        for _ in 0..self.keys {
            file.read_exact(&mut key)?;
            file.read_exact(&mut number)?;
            keys.push((key, u64::from_be_bytes(number)));
        }
        keys.sort_unstable();
        Ok(keys)
    }
}

/// Adds numbers of conflicts, and keeps the first records.
fn joined((count, mut first): (u64, Vec<u64>), (others, more): (u64, Vec<u64>)) -> (u64, Vec<u64>) {
    first.extend(more);
    first.sort_unstable();
    first.truncate(DESCRIBED);
    (count + others, first)
}

/// Sets the bit of a record, also while other threads set others.
fn mark(bits: &[AtomicU64], record: u64) {
    bits[(record / 64) as usize].fetch_or(1 << (record % 64), Ordering::Relaxed);
}

fn is_marked(bits: &[AtomicU64], record: u64) -> bool {
    bits[(record / 64) as usize].load(Ordering::Relaxed) >> (record % 64) & 1 == 1
}
