use super::encode::encode;
use super::error::DatasetError;
use super::options::DatasetOptions;
use super::sets::GameSet;
use super::spool::Spool;
use crate::formats::kgs::{END, header};
use bgo::files::hex;
use md5::{Digest, Md5};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Compares the file of a set, if one is there, with the records that the set has; its MD5
/// if it is the set. `progress` is told how many games are compared.
pub(super) fn compare(
    spool: &mut Spool,
    set: &GameSet,
    path: &Path,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<Option<String>, DatasetError> {
    let failed = |source| DatasetError::unreadable(path, source);
    let other = |why| DatasetError::NotThisSet {
        path: path.to_owned(),
        why,
    };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let data = file.metadata().map_err(failed)?;
    if !data.is_file() {
        return Err(other("it is no file".to_owned()));
    }
    let (version, records) = (options.encoding.version, set.records(spool));
    let (found, expected) = (data.len(), version.file_length(records));
    if found != expected {
        return Err(other(format!("it has {found} bytes, and the set {expected}")));
    }
    let mut md5 = Md5::new();
    let mut offset = 0;
    let mut there = Vec::new();
    let mut is_next = |bytes: &[u8]| {
        there.resize(bytes.len(), 0);
        file.read_exact(&mut there).map_err(failed)?;
        md5.update(&there);
        if let Some(place) = there.iter().zip(bytes).position(|(there, here)| there != here) {
            return Err(other(format!("from byte {} on it has others", offset + place)));
        }
        offset += bytes.len();
        Ok(())
    };
    is_next(&header(version, records))?;
    let mut compared = Ok(());
    encode(
        spool,
        set,
        0,
        options,
        |records, _| Ok(records),
        |blocks, games| {
            compared = blocks.iter().try_for_each(|block| is_next(block));
            progress(games as u64);
            compared.is_ok()
        },
    )?;
    compared?;
    is_next(END)?;
    Ok(Some(hex(md5)))
}
