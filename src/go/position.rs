use super::{Board, BoardSize, CanonicalPosition, Color, Illegal, KeySums, KeyTable, Move, Point};

/// A board with its key sums, which every change updates.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    sums: KeySums,
}

impl Position {
    /// Returns an empty board.
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: Board::new(size),
            sums: KeySums::default(),
        }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the key and the transforms to the canonical orientation.
    pub fn canonical(&self) -> CanonicalPosition {
        self.sums.canonical(self.board.size())
    }

    /// Does the same for the position with the colours exchanged.
    pub fn swapped_canonical(&self) -> CanonicalPosition {
        self.sums.swapped().canonical(self.board.size())
    }

    /// Puts a stone on a point, or removes one, as in setup.
    pub fn set(&mut self, keys: &KeyTable, point: Point, stone: Option<Color>) {
        if let Some(old) = self.board.get(point) {
            self.sums.remove(keys, point, old);
        }
        self.board.set(point, stone);
        if let Some(new) = self.board.get(point) {
            self.sums.add(keys, point, new);
        }
    }

    /// Plays a move by the rules, as [`Board::play`].
    pub fn play(&mut self, keys: &KeyTable, mv: Move) -> Result<(), Illegal> {
        let removed = self.board.play(mv)?;
        account(&mut self.sums, keys, mv, removed);
        Ok(())
    }

    /// Plays a move of a record, as [`Board::replay`].
    pub fn replay(&mut self, keys: &KeyTable, mv: Move) -> Result<(), Illegal> {
        let removed = self.board.replay(mv)?;
        account(&mut self.sums, keys, mv, removed);
        Ok(())
    }
}

fn account(sums: &mut KeySums, keys: &KeyTable, mv: Move, removed: &[Point]) {
    let Some(point) = mv.point else { return };
    sums.add(keys, point, mv.color);
    let suicide = removed.contains(&point);
    let color = if suicide { mv.color } else { mv.color.opponent() };
    for &point in removed {
        sums.remove(keys, point, color);
    }
}
