use super::gzip::Gunzip;
use super::progress::{Counted, Progress};
use crate::interrupt::Interrupt;
use encoding_rs_io::DecodeReaderBytesBuilder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Opens a file for reading, and unpacks gzip. A byte order mark is skipped; UTF-16 with a byte
/// order mark, as PowerShell on Windows writes it, becomes UTF-8. Also returns the progress of
/// reading.
pub(crate) fn open_text(path: &Path) -> io::Result<(Box<dyn BufRead>, Progress)> {
    let file = File::open(path)?;
    let progress = Progress::new(file.metadata()?.len());
    let mut reader = Counted {
        inner: BufReader::new(file),
        progress: progress.clone(),
        stop: Interrupt::default(),
    };
    let is_packed = reader.fill_buf()?.starts_with(b"\x1F\x8B");
    let bytes: Box<dyn Read> = match is_packed {
        true => Box::new(Gunzip::new(reader)),
        false => Box::new(reader),
    };
    let text = DecodeReaderBytesBuilder::new()
        .utf8_passthru(true)
        .strip_bom(true)
        .build(bytes);
    Ok((Box::new(BufReader::new(text)), progress))
}
