use super::game::Game;
use super::game_writer::{BUFFER, GameWriter};
use crate::record::{UTF_8_MARK, needs_mark};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

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
    fn add(&mut self, game: &Game) -> io::Result<()> {
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
