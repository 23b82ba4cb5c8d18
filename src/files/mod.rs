//! Files: new files and folders that appear only when complete and survive a power cut, ids of files,
//! paths, checksums and comma-separated values.

mod durable;
mod file_id;
mod new_file;
mod staging;

pub(crate) use durable::sync_tree;
pub use durable::{create_folder, sync_folder};
pub use file_id::FileId;
pub use new_file::{NewFile, NewFileError, destination, give_name, resolved};
pub(crate) use staging::{Staging, is_temporary, remove_left_behind};

use crate::interrupt::Interrupt;
use md5::{Digest, Md5};
use std::borrow::Cow;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The error of a file that cannot be read or written.
#[derive(Debug, Error)]
#[error("{} cannot be {action}: {}", path.display(), system_reason(source))]
pub struct FileError {
    /// The path of the file.
    pub path: PathBuf,
    /// The participle for the failed action: `read` or `written`.
    pub action: &'static str,
    /// The underlying error.
    pub source: io::Error,
}

impl FileError {
    pub fn reading(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        move |source| Self {
            path: path.to_owned(),
            action: "read",
            source,
        }
    }

    pub fn writing(path: &Path) -> impl Fn(io::Error) -> Self + Copy + '_ {
        move |source| Self {
            path: path.to_owned(),
            action: "written",
            source,
        }
    }
}

/// Returns the reason that the system gives for an error of a file.
pub(crate) fn system_reason(error: &io::Error) -> String {
    reason(error, cfg!(windows))
}

/// Returns the reason that a system gives. Windows says little of a file that another
/// program has open.
fn reason(error: &io::Error, is_windows: bool) -> String {
    match (is_windows, error.raw_os_error()) {
        // ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION.
        (true, Some(32 | 33)) => "another program holds it open; close it there".to_owned(),
        // ERROR_ACCESS_DENIED, also for a file that is to be replaced and is open elsewhere.
        (true, Some(5)) => "access is denied; another program may hold it open, or it is write-protected".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns the absolute path of an existing file or folder without symbolic links, as users write it:
/// on Windows without the prefix `\\?\`, unless the path is only valid with it.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Opens a file for reading. Fails for a pipe or a device, which may block when it is opened or
/// never end.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Otherwise, a pipe waits for a writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    let file = options.open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_file() || kind.is_dir() {
        Ok(file)
    } else {
        Err(io::Error::other("it is neither a file nor a folder"))
    }
}

/// Reads a file that `open_regular` opens.
pub fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

const BUFFER: usize = 1 << 20;

pub fn hex(md5: Md5) -> String {
    md5.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds all of `source` to a checksum and returns the number of bytes. If `stop` is
/// set, fails with [`io::ErrorKind::Interrupted`].
pub fn hash(source: &mut impl Read, md5: &mut Md5, stop: &Interrupt) -> io::Result<u64> {
    read_all(source, stop, |bytes| {
        md5.update(bytes);
        Ok(())
    })
}

/// Reads all of `source`, hands it on piece by piece, and returns the number of bytes. Once `stop` is
/// set, fails with [`io::ErrorKind::Interrupted`].
pub(crate) fn read_all(
    source: &mut impl Read,
    stop: &Interrupt,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        if stop.is_set() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match source.read(&mut buffer) {
            Ok(0) => return Ok(bytes),
            Ok(read) => {
                take(&buffer[..read])?;
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A writer that counts the bytes and computes their checksum.
pub(crate) struct CheckedWriter<W> {
    out: W,
    pub bytes: u64,
    pub crc32: crc32fast::Hasher,
}

impl<W> CheckedWriter<W> {
    pub fn new(out: W) -> Self {
        Self {
            out,
            bytes: 0,
            crc32: crc32fast::Hasher::new(),
        }
    }
}

impl<W: Write> Write for CheckedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        self.crc32.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A writer of comma-separated values.
pub struct CsvWriter<W: Write> {
    out: csv::Writer<W>,
    for_spreadsheet: bool,
}

impl<W: Write> CsvWriter<W> {
    /// Creates a writer that ends each line with `terminator`. With
    /// `for_spreadsheet`, text that a spreadsheet would interpret as a formula gets
    /// a leading apostrophe; without it, all text is written unchanged.
    pub fn new(out: W, terminator: csv::Terminator, for_spreadsheet: bool) -> Self {
        Self {
            out: csv::WriterBuilder::new().terminator(terminator).from_writer(out),
            for_spreadsheet,
        }
    }

    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let text = if self.for_spreadsheet {
            harmless(text)
        } else {
            text.into()
        };
        Ok(self.out.write_field(&*text)?)
    }

    pub fn value(&mut self, value: impl Display) -> io::Result<()> {
        Ok(self.out.write_field(value.to_string())?)
    }

    pub fn end_row(&mut self) -> io::Result<()> {
        Ok(self.out.write_record(None::<&[u8]>)?)
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prepends an apostrophe to text that a spreadsheet would interpret as a formula.
fn harmless(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']) {
        format!("'{text}").into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_another_program_holds_open_on_windows_has_a_sentence() {
        let said = |code| reason(&io::Error::from_raw_os_error(code), true);
        for code in [32, 33] {
            assert_eq!(said(code), "another program holds it open; close it there");
        }
        assert!(said(5).contains("another program may hold it open"));
        let elsewhere = reason(&io::Error::from_raw_os_error(5), false);
        assert!(!elsewhere.contains("another program"), "{elsewhere}");
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert_eq!(reason(&full, true), full.to_string());
    }

    #[test]
    fn a_path_is_one_that_users_write() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.sgf"), "").expect("a file");
        let file = canonical(&folder.path().join(".").join("a.sgf")).expect("is there");
        assert!(file.is_absolute() && file.ends_with("a.sgf"), "{}", file.display());
        assert!(!file.to_string_lossy().contains('?'), "{}", file.display());
        assert!(canonical(&folder.path().join("b.sgf")).is_err());
    }
}
