use super::error::ImportError;
use super::intake::Intake;
use super::pipeline::{self, BytesRead};
use super::report::{Outcome, Progress, ReadFailure, Reporter};
use crate::archive::{self, Archive, Item};
use crate::store::{Database, RecordCompressor, Writer, train};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Members that are looked at for samples to make a dictionary of; twice as
/// many gain nothing.
const SAMPLES: usize = 1000;

/// Bytes of a sample; more than nearly all records have.
const SAMPLE_BYTES: usize = 4 << 10;

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Imports archives, folders and single records into a database.
///
/// What cannot be read is in the outcome; everything that can is imported.
///
/// # Errors
/// A database or a report that cannot be written.
pub fn import(db: &mut Database, paths: &[PathBuf], reporter: &mut dyn Reporter) -> Result<Outcome, ImportError> {
    let started = Instant::now();
    let keys = Arc::clone(db.keys());
    let mut writer = Writer::new(db)?;
    if writer.dictionary().is_empty() {
        let samples = samples(paths);
        let samples: Vec<&[u8]> = samples.iter().map(Vec::as_slice).collect();
        if let Some(dictionary) = train(&samples) {
            writer.add_dictionary(dictionary)?;
        }
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let compressors = (0..workers)
        .map(|_| RecordCompressor::new(writer.dictionary()))
        .collect::<Result<_, _>>()
        .map_err(ImportError::Compress)?;
    let bytes_read = BytesRead::default();
    let total_bytes = opened(paths).map(|archive| archive.progress().total_bytes()).sum();
    let mut intake = Intake::new(writer, paths, reporter)?;
    let mut told = started;
    pipeline::run(paths, &keys, compressors, &bytes_read, |batch| {
        intake.take(batch)?;
        if told.elapsed() >= PROGRESS_INTERVAL {
            told = Instant::now();
            intake.tell(Progress {
                games: intake.games(),
                bytes: bytes_read.get(),
                total_bytes,
            });
        }
        Ok::<(), ImportError>(())
    })?;
    let mut outcome = intake.finish()?;
    outcome.summary.seconds = started.elapsed().as_secs_f64();
    Ok(outcome)
}

/// Makes sure that everything named can be read at all, so that a misspelt
/// name is noticed before a long import and not after it.
///
/// # Errors
/// The first of `paths` that cannot be opened.
pub fn check_paths(paths: &[PathBuf]) -> Result<(), ReadFailure> {
    for path in paths {
        archive::open(path)?;
    }
    Ok(())
}

fn opened(paths: &[PathBuf]) -> impl Iterator<Item = Archive> {
    paths.iter().filter_map(|path| archive::open(path).ok())
}

/// The starts of the first records of what is named.
fn samples(paths: &[PathBuf]) -> Vec<Vec<u8>> {
    opened(paths)
        .flatten()
        .take(SAMPLES)
        .filter_map(|item| match item {
            Ok(Item::Record(mut member)) => {
                member.bytes.truncate(SAMPLE_BYTES);
                Some(member.bytes)
            }
            _ => None,
        })
        .collect()
}
