use crate::files::{hash, hex};
use crate::interrupt::Interrupt;
use md5::{Digest, Md5};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The size of the buffer in bytes.
const BUFFER: usize = 256 << 10;

/// The number of hexadecimal digits of the content's checksum in the name.
const DIGITS: usize = 16;

/// A temporary copy of a stream. Archives are read more than once, and zip archives
/// from their end. The name of the file follows from its content, so the same content
/// always has the same name. If dropped, the file is deleted.
pub struct Spooled {
    _folder: TempDir,
    path: PathBuf,
}

impl Spooled {
    /// Copies a stream up to its end, to a file whose name begins with `name`. If
    /// `stop` is set, fails with [`io::ErrorKind::Interrupted`] after the next bytes.
    pub fn new(name: &str, mut stream: impl Read, stop: &Interrupt) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let begun = folder.path().join(name);
        let mut file = File::create_new(&begun)?;
        let mut buffer = vec![0; BUFFER];
        loop {
            if stop.is_set() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => file.write_all(&buffer[..read])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        drop(file);
        let mut file = File::open(&begun)?;
        let mut md5 = Md5::new();
        hash(&mut file, &mut md5, stop)?;
        drop(file);
        let path = folder.path().join(format!("{name}-{}", &hex(md5)[..DIGITS]));
        fs::rename(&begun, &path)?;
        Ok(Self { _folder: folder, path })
    }

    /// Returns the path of the copy.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
