use super::board::Board;

/// The eight ways to turn and mirror a board of one size, as lists of the image of each
/// point. In the number of a turn, bit 0 is a flip left to right, bit 1 a flip top to
/// bottom, and bit 2 a swap of the axes after the flips. The library numbers its
/// transforms differently.
pub struct Turns {
    pub lines: usize,
    to: [Vec<usize>; 8],
    back: [Vec<usize>; 8],
}

impl Turns {
    pub fn new(lines: usize) -> Self {
        let to = std::array::from_fn(|turn| {
            (0..lines * lines)
                .map(|at| {
                    let (mut x, mut y) = (at % lines, at / lines);
                    if turn & 1 != 0 {
                        x = lines - 1 - x;
                    }
                    if turn & 2 != 0 {
                        y = lines - 1 - y;
                    }
                    if turn & 4 != 0 {
                        (x, y) = (y, x);
                    }
                    y * lines + x
                })
                .collect::<Vec<_>>()
        });
        let back = to.each_ref().map(|to| {
            let mut back = vec![0; to.len()];
            for (at, &there) in to.iter().enumerate() {
                back[there] = at;
            }
            back
        });
        Self { lines, to, back }
    }

    /// Returns the image of a point under a turn.
    pub fn to(&self, turn: usize, at: usize) -> usize {
        self.to[turn][at]
    }

    /// Returns the point whose image under a turn is `there`.
    pub fn back(&self, turn: usize, there: usize) -> usize {
        self.back[turn][there]
    }

    pub fn board(&self, turn: usize, board: &Board) -> Board {
        let mut image = Board::new(self.lines);
        for (at, color) in board.stones() {
            image.set(self.to(turn, at), Some(color));
        }
        image
    }

    /// Returns true if a turn takes one board to the other.
    pub fn takes(&self, turn: usize, from: &Board, to: &Board) -> bool {
        from.census() == to.census()
            && from
                .stones()
                .all(|(at, color)| to.get(self.to(turn, at)) == Some(color))
    }

    /// Returns true if two boards are equal in some orientation.
    pub fn same(&self, a: &Board, b: &Board) -> bool {
        a.census() == b.census() && (0..8).any(|turn| self.takes(turn, a, b))
    }

    /// Returns the turns that leave a board unchanged.
    pub fn symmetries(&self, board: &Board) -> Vec<usize> {
        (0..8).filter(|&turn| self.takes(turn, board, board)).collect()
    }

    /// Returns the point that represents equivalent points of a symmetric position: the
    /// one with the largest x, then with the largest y, or with the smallest y if the
    /// position has all eight symmetries.
    pub fn shown(&self, equal: impl Iterator<Item = usize>, symmetries: usize) -> Option<usize> {
        equal.max_by_key(|at| {
            let (x, y) = (at % self.lines, at / self.lines);
            (x, if symmetries == 8 { self.lines - y } else { y })
        })
    }
}

/// The turns for boards of every size.
pub struct AllTurns(Vec<Turns>);

impl AllTurns {
    pub fn new() -> Self {
        Self((0..=19).map(Turns::new).collect())
    }

    pub fn of(&self, board: &Board) -> &Turns {
        self.lines(board.lines)
    }

    pub fn lines(&self, lines: usize) -> &Turns {
        &self.0[lines]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_differ() {
        let turns = Turns::new(3);
        let images: std::collections::BTreeSet<_> = (0..8)
            .map(|turn| (0..9).map(|at| turns.to(turn, at)).collect::<Vec<_>>())
            .collect();
        assert_eq!(images.len(), 8);
        let turns = Turns::new(5);
        let images: std::collections::BTreeSet<_> = (0..8).map(|turn| turns.to(turn, 5 + 2)).collect();
        assert_eq!(images.len(), 4, "the point is on an axis");
        let images: std::collections::BTreeSet<_> = (0..8).map(|turn| turns.to(turn, 1)).collect();
        assert_eq!(images.len(), 8);
    }
}
