use super::game::Game;
use super::game_writer::GameWriter;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// A folder with one file for each game.
pub struct Folder(pub PathBuf);

impl GameWriter for Folder {
    fn add(&mut self, game: &Game) -> io::Result<()> {
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
    fn add(&mut self, game: &Game) -> io::Result<()> {
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
