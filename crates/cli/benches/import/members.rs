//! The members of an archive, read without the library.

use crate::common::Result;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read};
use std::path::Path;

fn open(archive: &Path) -> Result<tar::Archive<impl Read>> {
    let file = BufReader::new(File::open(archive)?);
    Ok(tar::Archive::new(BufReader::with_capacity(
        1 << 18,
        GzDecoder::new(file),
    )))
}

/// Returns the total size of all files.
pub fn text_bytes(archive: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in open(archive)?.entries()? {
        let entry = entry?;
        if entry.header().entry_type().is_file() {
            bytes += entry.size();
        }
    }
    Ok(bytes)
}

/// Writes an archive of the first `count` files.
pub fn first(archive: &Path, count: usize, to: &Path) -> Result<()> {
    let gzip = GzEncoder::new(BufWriter::new(File::create(to)?), Compression::default());
    let mut small = tar::Builder::new(gzip);
    let mut left = count;
    for entry in open(archive)?.entries()? {
        let mut entry = entry?;
        if left == 0 {
            break;
        }
        if entry.header().entry_type().is_file() {
            let path = entry.path()?.into_owned();
            let mut header = entry.header().clone();
            small.append_data(&mut header, path, &mut entry)?;
            left -= 1;
        }
    }
    small.into_inner()?.finish()?;
    Ok(())
}
