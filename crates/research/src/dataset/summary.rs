use super::options::{hash_file, unreadable};
use super::published::published_md5;
use crate::error::{DamagedFile, ResearchError};
use crate::formats::kgs::{DatasetReader, POINTS};
use bgo::internal::interrupt::Interrupt;
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

/// The number of planes that differ from record to record.
const PLANES: usize = 7;

/// The number of records between two reports of progress.
const STEP: u64 = 10_000;

/// The summary of a training set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DatasetSummary {
    /// The MD5 of the file, as 32 hex digits.
    pub md5: String,
    /// The MD5 that was published for a file of this name.
    pub published_md5: Option<&'static str>,
    /// The version of the format, 1 or 2.
    pub version: u8,
    /// The number of records.
    pub records: u64,
    /// True if planes 2 and 5 have all stones, as before December 2015.
    pub legacy: bool,
    /// The number of points of each plane that are set, over all records.
    pub plane_points: [u64; PLANES],
    /// The number of times that each of the 361 points is the move, row by row from the bottom.
    pub labels: Vec<u64>,
}

/// Reads, verifies and summarises a training set. Calls `progress` with the records so far and
/// in all.
pub fn summarise(path: &Path, mut progress: impl FnMut(u64, u64)) -> Result<DatasetSummary, ResearchError> {
    let file = File::open(path).map_err(unreadable(path))?;
    let mut reader = DatasetReader::new(file, path.display().to_string())?;
    let records = reader.records()?;
    let stop = Interrupt::default();
    let (summary, hashed) = thread::scope(|scope| {
        let hasher = scope.spawn(|| hash_file(path, &stop));
        let summary = read(reader, |done| progress(done, records)).inspect_err(|_| stop.set());
        (summary, hasher.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    let summary = summary?;
    let (_, md5) = hashed?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(DatasetSummary {
        md5,
        published_md5: published_md5(&name),
        ..summary
    })
}

fn read<R: Read>(mut reader: DatasetReader<R>, mut progress: impl FnMut(u64)) -> Result<DatasetSummary, DamagedFile> {
    let mut summary = DatasetSummary {
        md5: String::new(),
        published_md5: None,
        version: reader.format().version(),
        records: 0,
        legacy: false,
        plane_points: [0; PLANES],
        labels: vec![0; POINTS],
    };
    let mut planes = Vec::new();
    while let Some(record) = reader.next() {
        let record = record?;
        summary.records += 1;
        summary.labels[usize::from(record.label())] += 1;
        planes.clear();
        record.write_planes(&mut planes);
        match find_contradiction(&planes, record.label()) {
            Ok(is_legacy) => summary.legacy |= is_legacy,
            Err(what) => return Err(reader.contradiction(what)),
        }
        for (points, plane) in summary.plane_points.iter_mut().zip(planes.chunks_exact(POINTS)) {
            *points += plane.iter().map(|set| u64::from(*set)).sum::<u64>();
        }
        if summary.records.is_multiple_of(STEP) {
            progress(summary.records);
        }
    }
    Ok(summary)
}

/// Returns whether planes 2 and 5 have stones of the planes before them, as before December
/// 2015, or else a sentence about planes that contradict each other.
fn find_contradiction(planes: &[u8], label: u16) -> Result<bool, &'static str> {
    let mut is_legacy = false;
    for point in 0..POINTS {
        let [one, two, more, other_one, other_two, other_more] =
            [0, 1, 2, 3, 4, 5].map(|plane| planes[plane * POINTS + point]);
        if (one | two | more) & (other_one | other_two | other_more) == 1 {
            return Err("a point has stones of both colours");
        }
        if (one | other_one) & (two | other_two) == 1 {
            return Err("a stone has one liberty and two");
        }
        is_legacy |= (one | two | other_one | other_two) & (more | other_more) == 1;
    }
    if (0..6).any(|plane| planes[plane * POINTS + usize::from(label)] == 1) {
        return Err("the move is on a stone");
    }
    Ok(is_legacy)
}
