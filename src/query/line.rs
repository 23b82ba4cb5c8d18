use crate::go::{BoardSize, Color, HashTable, Illegal, KeyTable, Move, Position};
use thiserror::Error;

/// A move that could not be played.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{color} cannot play {target}: {reason}", color = mv.color, target = mv.target())]
pub struct PlayError {
    /// The move.
    pub mv: Move,
    /// The rule that forbids it.
    pub reason: Illegal,
}

/// The moves on a search board: a line of legal moves from the empty board,
/// with every position on the way.
#[derive(Clone, Debug)]
pub struct Line {
    keys: KeyTable,
    moves: Vec<Move>,
    /// One more than there are moves; the first is the empty board.
    positions: Vec<Position>,
}

impl Line {
    /// An empty board.
    #[must_use]
    pub fn new(table: &HashTable, size: BoardSize) -> Self {
        Self {
            keys: KeyTable::new(table, size),
            moves: Vec::new(),
            positions: vec![Position::new(size)],
        }
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> &Position {
        // The empty board is never taken away.
        &self.positions[self.positions.len() - 1]
    }

    /// The board size.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.keys.size()
    }

    /// Whose turn it is: Black's at first, then the other colour after each
    /// move.
    #[must_use]
    pub fn to_play(&self) -> Color {
        self.moves.last().map_or(Color::Black, |mv| mv.color.opponent())
    }

    /// Plays a move by the rules.
    ///
    /// # Errors
    /// The move and the rule that forbids it; the line is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let mut position = self.position().clone();
        position
            .play(&self.keys, mv)
            .map_err(|reason| PlayError { mv, reason })?;
        self.positions.push(position);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes back up to `count` moves and says how many were taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.moves.len());
        let left = self.moves.len() - count;
        self.moves.truncate(left);
        self.positions.truncate(left + 1);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &str) -> Line {
        let mut line = Line::new(&HashTable::built_in().expect("the table"), BoardSize::MAX);
        for word in moves.split_whitespace() {
            let mv = Move::parse(word, line.to_play(), line.size()).expect("a move");
            line.play(mv).expect("legal");
        }
        line
    }

    #[test]
    fn undo_returns_to_the_earlier_position() {
        let mut a = line("pd dp pp dd");
        assert_eq!(a.undo(3), 3);
        assert_eq!(a.position().board(), line("pd").position().board());
        assert_eq!(a.to_play(), Color::White);
        assert_eq!(a.undo(9), 1);
        assert_eq!(a.undo(1), 0);
        assert_eq!(a.position().orientation(), line("").position().orientation());
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let mut a = line("pd");
        let error = a
            .play(Move::parse("pd", Color::White, a.size()).expect("a move"))
            .expect_err("occupied");
        assert_eq!(error.to_string(), "white cannot play pd: the point is occupied");
        assert_eq!(a.moves().len(), 1);
    }

    #[test]
    fn a_pass_changes_the_turn_and_not_the_position() {
        let a = line("pd pass");
        assert_eq!(a.to_play(), Color::Black);
        assert_eq!(a.position().board(), line("pd").position().board());
    }
}
