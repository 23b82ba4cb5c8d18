use super::game::Game;
use std::io;

/// The number of bytes to write at a time.
pub const BUFFER: usize = 256 << 10;

/// A form of output that receives games one after another.
pub trait GameWriter {
    /// Writes a game.
    fn add(&mut self, game: &Game) -> io::Result<()>;

    /// Writes the rest after the last game, and flushes.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
