use bgo::internal::go::Color;
use std::sync::LazyLock;

/// A board as a plain list of points; a point is its index `y * lines + x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub lines: usize,
    cells: Vec<Option<Color>>,
    black: usize,
    white: usize,
}

impl Board {
    pub fn new(lines: usize) -> Self {
        Self {
            lines,
            cells: vec![None; lines * lines],
            black: 0,
            white: 0,
        }
    }

    pub fn area(&self) -> usize {
        self.cells.len()
    }

    pub fn get(&self, at: usize) -> Option<Color> {
        self.cells[at]
    }

    pub fn stones(&self) -> impl Iterator<Item = (usize, Color)> {
        self.cells
            .iter()
            .enumerate()
            .filter_map(|(at, cell)| cell.map(|color| (at, color)))
    }

    pub fn exchanged(&self) -> Self {
        let mut board = Self::new(self.lines);
        for (at, color) in self.stones() {
            board.set(at, Some(color.opponent()));
        }
        board
    }

    pub fn census(&self) -> (usize, usize, usize) {
        (self.lines, self.black, self.white)
    }

    /// Puts a stone on a point or removes it, without captures.
    pub fn set(&mut self, at: usize, stone: Option<Color>) {
        let old = std::mem::replace(&mut self.cells[at], stone);
        for (cell, by) in [(old, -1), (stone, 1)] {
            match cell {
                Some(Color::Black) => self.black = self.black.wrapping_add_signed(by),
                Some(Color::White) => self.white = self.white.wrapping_add_signed(by),
                None => {}
            }
        }
    }

    /// Plays a stone on an empty point and returns the number of captured stones of
    /// either colour. Dead stones of the opponent are captured first; if there are none,
    /// the player's own.
    pub fn play(&mut self, at: usize, color: Color) -> usize {
        assert_eq!(self.cells[at], None, "the point is not empty");
        self.set(at, Some(color));
        let mut taken = 0;
        for next in self.neighbours(at) {
            if self.cells[next] == Some(color.opponent()) {
                taken += self.take_if_dead(next);
            }
        }
        if taken == 0 {
            taken = self.take_if_dead(at);
        }
        taken
    }

    fn take_if_dead(&mut self, at: usize) -> usize {
        let chain = self.dead_chain(at).unwrap_or_default();
        for &stone in &chain {
            self.set(stone, None);
        }
        chain.len()
    }

    /// Returns the chain of the stone at a point, or `None` if it has a liberty.
    fn dead_chain(&self, at: usize) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.area()];
        seen[at] = true;
        let mut chain = vec![at];
        let mut done = 0;
        while done < chain.len() {
            for next in self.neighbours(chain[done]) {
                // An empty neighbour is a liberty.
                let color = self.cells[next]?;
                if Some(color) == self.cells[at] && !seen[next] {
                    seen[next] = true;
                    chain.push(next);
                }
            }
            done += 1;
        }
        Some(chain)
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let lines = self.lines;
        let (x, y) = (at % lines, at / lines);
        let left = (x > 0).then(|| at - 1);
        let right = (x + 1 < lines).then(|| at + 1);
        let above = (y > 0).then(|| at - lines);
        let below = (y + 1 < lines).then(|| at + lines);
        [left, right, above, below].into_iter().flatten()
    }
}

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
    pub fn of(lines: usize) -> &'static Self {
        static ALL: LazyLock<Vec<Turns>> = LazyLock::new(|| (0..=19).map(Turns::new).collect());
        &ALL[lines]
    }

    fn new(lines: usize) -> Self {
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

    pub fn to(&self, turn: usize, at: usize) -> usize {
        self.to[turn][at]
    }

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

    pub fn takes(&self, turn: usize, from: &Board, to: &Board) -> bool {
        from.census() == to.census()
            && from
                .stones()
                .all(|(at, color)| to.get(self.to(turn, at)) == Some(color))
    }

    pub fn same(&self, a: &Board, b: &Board) -> bool {
        a.census() == b.census() && (0..8).any(|turn| self.takes(turn, a, b))
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn after(lines: usize, moves: &[(usize, Color)]) -> String {
        let mut board = Board::new(lines);
        for &(at, color) in moves {
            board.play(at, color);
        }
        (0..board.area())
            .map(|at| match board.get(at) {
                Some(Black) => 'X',
                Some(White) => 'O',
                None => '.',
            })
            .collect()
    }

    #[test]
    fn a_chain_is_taken_whole() {
        let moves = [(0, Black), (1, Black), (3, White), (4, White), (2, White)];
        assert_eq!(after(3, &moves), "..OOO....");
    }

    #[test]
    fn a_move_that_takes_is_no_suicide() {
        assert_eq!(after(2, &[(0, Black), (1, White), (3, White), (2, Black)]), "X.X.");
        assert_eq!(after(3, &[(1, White), (3, White), (0, Black)]), ".O.O.....");
    }

    #[test]
    fn stones_are_counted() {
        let mut board = Board::new(3);
        for (at, color) in [(1, White), (3, White), (0, Black), (4, Black)] {
            board.play(at, color);
        }
        assert_eq!(board.census(), (3, 1, 2));
        board.set(4, None);
        assert_eq!(board.census(), (3, 0, 2));
    }

    #[test]
    fn the_eight_differ() {
        let turns = Turns::of(3);
        let images: std::collections::BTreeSet<_> = (0..8)
            .map(|turn| (0..9).map(|at| turns.to(turn, at)).collect::<Vec<_>>())
            .collect();
        assert_eq!(images.len(), 8);
        let turns = Turns::of(5);
        let images: std::collections::BTreeSet<_> = (0..8).map(|turn| turns.to(turn, 5 + 2)).collect();
        assert_eq!(images.len(), 4, "the point is on an axis");
        let images: std::collections::BTreeSet<_> = (0..8).map(|turn| turns.to(turn, 1)).collect();
        assert_eq!(images.len(), 8);
    }
}
