//! Forms of output that hold the records of games.

use super::game::ExportGame;
use crate::record::{UTF_8_MARK, needs_mark};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// The number of bytes to write at a time.
pub const BUFFER: usize = 256 << 10;

/// A form of output that receives games one after another.
pub trait GameWriter {
    fn add(&mut self, game: &ExportGame) -> io::Result<()>;

    /// Writes the rest after the last game, and flushes.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A folder with one file for each game.
pub struct Folder(pub PathBuf);

impl GameWriter for Folder {
    fn add(&mut self, game: &ExportGame) -> io::Result<()> {
        File::create_new(self.0.join(game.file_name()))?.write_all(&game.stored.file())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

/// A compressed archive of the same files. It stores no times or owners, so the
/// same games always give the same bytes.
pub struct Tgz<W: Write>(tar::Builder<GzEncoder<W>>);

impl<W: Write> Tgz<W> {
    pub fn new(out: W) -> Self {
        Self(tar::Builder::new(GzEncoder::new(out, Compression::default())))
    }
}

impl<W: Write> GameWriter for Tgz<W> {
    fn add(&mut self, game: &ExportGame) -> io::Result<()> {
        let sgf = game.stored.file();
        let mut header = tar::Header::new_gnu();
        header.set_mode(0o644);
        header.set_size(sgf.len() as u64);
        self.0.append_data(&mut header, game.file_name(), &sgf[..])
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.0.into_inner()?.finish()?.flush()
    }
}

/// One SGF file with all games.
pub struct Collection {
    out: BufWriter<File>,
    /// True if a game has a character that requires a byte order mark.
    needs_mark: bool,
}

impl Collection {
    pub const fn new(out: BufWriter<File>) -> Self {
        Self { out, needs_mark: false }
    }
}

impl GameWriter for Collection {
    fn add(&mut self, game: &ExportGame) -> io::Result<()> {
        let text = game.portable();
        self.needs_mark |= needs_mark(&text);
        writeln!(self.out, "{text}")
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()?;
        // Some programs cannot read a file with a mark, and few games need one.
        if self.needs_mark {
            insert(self.out.get_mut(), &UTF_8_MARK)?;
        }
        Ok(())
    }
}

/// Inserts bytes at the start of a file.
fn insert(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let mut block = vec![0; BUFFER];
    let mut carried = bytes.to_vec();
    let mut at = 0;
    loop {
        file.seek(SeekFrom::Start(at))?;
        let read = file.read(&mut block)?;
        file.seek(SeekFrom::Start(at))?;
        if read == 0 {
            return file.write_all(&carried);
        }
        carried.extend(&block[..read]);
        file.write_all(&carried[..read])?;
        carried.drain(..read);
        at += read as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_before_those_of_a_file_of_any_length() {
        for length in [0, 1, 3, BUFFER - 1, BUFFER, 2 * BUFFER + 7] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let mut file = tempfile::tempfile().expect("a file");
            file.write_all(&bytes).expect("room");
            insert(&mut file, b"abc").expect("room");
            let mut found = Vec::new();
            file.seek(SeekFrom::Start(0)).expect("seeks");
            file.read_to_end(&mut found).expect("reads");
            assert!(found == [b"abc", &bytes[..]].concat(), "{length}");
        }
    }
}
