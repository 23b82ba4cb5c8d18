use super::game::Game;
use std::io;

/// Bytes that are written at a time.
pub const BUFFER: usize = 256 << 10;

/// A form of output that takes games one after another.
pub trait GameWriter {
    /// Writes a game.
    fn add(&mut self, game: &Game) -> io::Result<()>;

    /// Writes what follows the last game, and flushes.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
