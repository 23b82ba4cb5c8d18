use super::error::DatasetError;
use super::published::published_md5;
use crate::formats::kgs::{DatasetReader, POINTS, TrainingFileError};
use bgo::files::{hash, hex};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};
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
pub fn summarise(path: &Path, mut progress: impl FnMut(u64, u64)) -> Result<DatasetSummary, DatasetError> {
    let failed = |source| DatasetError::unreadable(path, source);
    let name = path.display().to_string();
    let mut reader = DatasetReader::new(File::open(path).map_err(failed)?, name)?;
    let records = reader.records()?;
    let mut file = File::open(path).map_err(failed)?;
    let stop = Interrupt::default();
    let (summary, md5) = thread::scope(|scope| {
        let hasher = scope.spawn(|| {
            let mut md5 = Md5::new();
            hash(&mut file, &mut md5, &stop).map(|_| hex(md5))
        });
        let summary = read(reader, |done| progress(done, records));
        if summary.is_err() {
            stop.set();
        }
        let md5 = hasher
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("a thread ended")));
        (summary, md5)
    });
    let summary = summary?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(DatasetSummary {
        md5: md5.map_err(failed)?,
        published_md5: published_md5(&name),
        ..summary
    })
}

fn read<R: Read>(
    mut reader: DatasetReader<R>,
    mut progress: impl FnMut(u64),
) -> Result<DatasetSummary, TrainingFileError> {
    let mut summary = DatasetSummary {
        md5: String::new(),
        published_md5: None,
        version: reader.version().number(),
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
    let plane = |plane: usize| &planes[plane * POINTS..(plane + 1) * POINTS];
    let stones = |first: usize, point: usize| (first..first + 3).fold(0, |any, at| any | plane(at)[point]);
    let mut is_legacy = false;
    for point in 0..POINTS {
        let [one, two, more] = [0, 1, 2].map(|at| plane(at)[point] | plane(at + 3)[point]);
        if stones(0, point) & stones(3, point) == 1 {
            return Err("a point has stones of both colours");
        }
        if one & two == 1 {
            return Err("a stone has one liberty and two");
        }
        is_legacy |= (one | two) & more == 1;
    }
    let move_at = usize::from(label);
    match stones(0, move_at) | stones(3, move_at) {
        0 => Ok(is_legacy),
        _ => Err("the move is on a stone"),
    }
}
