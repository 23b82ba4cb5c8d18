use super::dat::expected_bytes;
use super::error::DatasetFailure;
use super::numpy::{ARRAYS, NumpyFormat, array_bytes};
use super::sets::GameSet;
use super::spool::Spool;
use crate::formats::kgs::{Encoder, Encoding, TrainingGame};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// Games of a file that is there whose records are compared.
const COMPARED: usize = 64;

/// Whether the file of a set is there already: one of the right length, of which the
/// records of some games are the right ones.
///
/// # Errors
/// A file that is there and is not the set.
pub(super) fn is_made(
    spool: &mut Spool,
    set: &GameSet,
    path: &Path,
    encoding: Encoding,
) -> Result<bool, DatasetFailure> {
    let records = set.records(spool);
    let failed = |source| DatasetFailure::unwritable(path, source);
    let Some(mut file) = open(path)? else { return Ok(false) };
    let found = file.metadata().map_err(failed)?.len();
    let expected = expected_bytes(encoding, records);
    if found != expected {
        let why = format!("it has {found} bytes, and the set {expected}");
        return Err(other(path, why));
    }
    let wrong = compare(spool, set, &mut file, encoding).map_err(failed)?;
    match wrong {
        Some(game) => Err(other(path, format!("the records of {game} are others"))),
        None => Ok(true),
    }
}

/// Compares the records of games here and there in a file; which game has others.
fn compare(spool: &mut Spool, set: &GameSet, file: &mut File, encoding: Encoding) -> io::Result<Option<String>> {
    let version = encoding.version;
    let mut encoder = Encoder::new(encoding);
    let mut offset = version.header_length() as u64;
    let step = set.games.len().div_ceil(COMPARED);
    for (place, game) in set.games.iter().enumerate() {
        let length = u64::from(spool.games[*game as usize].records) * version.record_length() as u64;
        if place % step == 0 || place + 1 == set.games.len() {
            let spooled = spool.read(*game as usize)?;
            let mut records = Vec::new();
            if let Ok(game) = TrainingGame::read(&spooled.sgf) {
                // What cannot be played is not here.
                let _ = encoder.encode(&game, &mut records);
            }
            let mut there = vec![0; length as usize];
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(&mut there)?;
            if there != records {
                return Ok(Some(spooled.member));
            }
        }
        offset += length;
    }
    Ok(None)
}

/// Whether the arrays of a set are there already, by their lengths.
///
/// # Errors
/// Files that are there and have other lengths.
pub(super) fn are_arrays_made(
    records: u64,
    paths: &[PathBuf],
    format: NumpyFormat,
    encoding: Encoding,
) -> Result<bool, DatasetFailure> {
    let expected = ARRAYS.map(|array| array_bytes(array, encoding.version, format.planes(), records));
    let mut found = Vec::new();
    for path in paths {
        let Some(file) = open(path)? else { return Ok(false) };
        let failed = |source| DatasetFailure::unwritable(path, source);
        match format {
            NumpyFormat::Npy(_) => found.push((path, file.metadata().map_err(failed)?.len())),
            NumpyFormat::Npz(_) => {
                let lengths = lengths(file).unwrap_or_default();
                found.extend(lengths.into_iter().map(|length| (path, length)));
            }
        }
    }
    if found.iter().map(|(_, length)| *length).eq(expected) {
        return Ok(true);
    }
    let wrong = found
        .iter()
        .zip(expected)
        .find(|((_, found), expected)| found != expected);
    let path = wrong.map_or(&paths[0], |((path, _), _)| path);
    Err(other(path, format!("it is not of these games' {records} records")))
}

/// Lengths of the files in an archive.
fn lengths(file: File) -> Option<Vec<u64>> {
    let mut archive = ZipArchive::new(file).ok()?;
    ARRAYS
        .iter()
        .map(|array| Some(archive.by_name(&format!("{array}.npy")).ok()?.size()))
        .collect()
}

fn open(path: &Path) -> Result<Option<File>, DatasetFailure> {
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|data| data.is_file()) => Ok(Some(file)),
        Ok(_) => Err(other(path, "it is no file".to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DatasetFailure::unwritable(path, error)),
    }
}

fn other(path: &Path, why: String) -> DatasetFailure {
    DatasetFailure::Other {
        path: path.to_owned(),
        why,
    }
}
