//! Slow twins of what the features are made of, on random games on small boards.

mod engine_rows;
mod golden;
mod liberties;
mod life;
mod plain_ladders;
mod played_games;
mod players;
mod repeated_boards;

use super::chains::ChainBoard;
use super::points::{Grid, PointSet};
use bgo::go::{Board, BoardSize, Color, Move, Point};
use testkit::Rng;

const COLORS: [Color; 2] = [Color::Black, Color::White];

/// Plays random moves and passes on a small board, and calls `visit` before each with the next
/// player.
fn random_game(seed: u64, lines: u8, moves: usize, mut visit: impl FnMut(&mut ChainBoard<'_>, &Board, Color)) {
    let grid = Grid::new(usize::from(lines), usize::from(lines) + seed as usize % 3);
    let mut rng = Rng::new(seed);
    let size = BoardSize::new(lines).expect("a size");
    let (mut chains, mut board) = (ChainBoard::new(&grid), Board::new(size));
    let mut to_move = Color::Black;
    for _ in 0..moves {
        visit(&mut chains, &board, to_move);
        let point = Point::new(rng.below(usize::from(lines)) as u8, rng.below(usize::from(lines)) as u8);
        if board.replay(Move::at(to_move, point)).is_ok() {
            chains.play(place(&grid, point), to_move);
            chains.settle();
        }
        // Some moves in a row of one colour make positions that turns do not.
        if !rng.one_in(8) {
            to_move = to_move.opponent();
        }
    }
}

fn place(grid: &Grid, point: Point) -> usize {
    usize::from(point.y) * grid.side + usize::from(point.x)
}

/// Returns the points of a board as a set.
fn set(grid: &Grid, points: impl IntoIterator<Item = Point>) -> PointSet {
    let mut set = PointSet::EMPTY;
    points.into_iter().for_each(|point| set.insert(place(grid, point)));
    set
}

/// Returns the neighbours of a point on a board.
fn beside(board: &Board, point: Point) -> Vec<Point> {
    let lines = board.size().lines();
    let near = |other: &Point| point.x.abs_diff(other.x) + point.y.abs_diff(other.y) == 1;
    let all = (0..lines).flat_map(|y| (0..lines).map(move |x| Point::new(x, y)));
    all.filter(near).collect()
}

/// Returns the stones of the chain of a stone, and its liberties, each in no order.
fn chain_of(board: &Board, stone: Point) -> (Vec<Point>, Vec<Point>) {
    let color = board.get(stone);
    let (mut stones, mut liberties) = (vec![stone], Vec::new());
    let mut next = 0;
    while let Some(&stone) = stones.get(next) {
        next += 1;
        for point in beside(board, stone) {
            let list = match board.get(point) {
                None => &mut liberties,
                other if other == color => &mut stones,
                _ => continue,
            };
            if !list.contains(&point) {
                list.push(point);
            }
        }
    }
    (stones, liberties)
}

/// Reads a diagram of lines of `X`, `O` and `.`.
fn diagram(text: &str) -> Board {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let mut board = Board::new(BoardSize::new(rows.len() as u8).expect("a size"));
    for (y, row) in (0..).zip(&rows) {
        for (x, letter) in (0..).zip(row.chars()) {
            let stone = match letter {
                'X' => Some(Color::Black),
                'O' => Some(Color::White),
                _ => None,
            };
            board.set(Point::new(x, y), stone);
        }
    }
    board
}

/// Returns the stones of a board on a grid.
fn chains<'g>(grid: &'g Grid, board: &Board) -> ChainBoard<'g> {
    let stones = COLORS.map(|color| {
        let own = board.stones().filter(|(_, stone)| *stone == color);
        set(grid, own.map(|(point, _)| point))
    });
    ChainBoard::with_stones(grid, stones).expect("all chains have liberties")
}
