use super::gzip::Gunzip;
use super::progress::{Counted, Progress};
use crate::interrupt::Interrupt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Opens a file for reading, and unpacks it if it is compressed by gzip. Also returns the
/// progress of reading it.
pub(crate) fn open_text(path: &Path) -> io::Result<(Box<dyn BufRead>, Progress)> {
    let file = File::open(path)?;
    let progress = Progress::new(file.metadata()?.len());
    let mut reader = Counted {
        inner: BufReader::new(file),
        progress: progress.clone(),
        stop: Interrupt::default(),
    };
    if reader.fill_buf()?.starts_with(b"\x1F\x8B") {
        return Ok((Box::new(BufReader::new(Gunzip::new(reader))), progress));
    }
    Ok((Box::new(reader), progress))
}
