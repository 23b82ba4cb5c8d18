//! Slow twins of what the features are made of, on random games on small boards: chains with their
//! liberties and kos, unconditional life as Benson's paper states it, and repeated boards.

mod engine_rows;
mod golden;
mod plain_ladders;
mod played_games;
mod rules;

use super::area::areas;
use super::chains::ChainBoard;
use super::points::{ArrayGrid, PointSet};
use super::repetition::PastBoards;
use super::rules::Ko;
use super::{KatagoGame, KatagoRow, RuleSet, rows};
use bgo::internal::go::{Board, BoardSize, Color, Move, Point};
use bgo::internal::record::game_trees;
use std::collections::HashSet;
use testkit::Rng;

const COLORS: [Color; 2] = [Color::Black, Color::White];

/// Plays random moves and passes on a small board, and calls `visit` before each with the next
/// player.
fn random_game(seed: u64, lines: u8, moves: usize, mut visit: impl FnMut(&mut ChainBoard<'_>, &Board, Color)) {
    let grid = ArrayGrid::new(usize::from(lines), usize::from(lines) + seed as usize % 3);
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

fn place(grid: &ArrayGrid, point: Point) -> usize {
    usize::from(point.y) * grid.side + usize::from(point.x)
}

fn set(grid: &ArrayGrid, points: impl IntoIterator<Item = Point>) -> PointSet {
    let mut set = PointSet::EMPTY;
    points.into_iter().for_each(|point| set.insert(place(grid, point)));
    set
}

fn beside(board: &Board, point: Point) -> Vec<Point> {
    let mut points: Vec<Point> = board.size().points().collect();
    points.retain(|other| point.x.abs_diff(other.x) + point.y.abs_diff(other.y) == 1);
    points
}

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

fn chains<'g>(grid: &'g ArrayGrid, board: &Board) -> ChainBoard<'g> {
    let stones = COLORS.map(|color| {
        let own = board.stones().filter(|(_, stone)| *stone == color);
        set(grid, own.map(|(point, _)| point))
    });
    ChainBoard::with_stones(grid, stones).expect("all chains have liberties")
}

/// Reads the game of a text, with arrays of 19 lines.
fn game(text: &str) -> KatagoGame {
    let record = game_trees(text).next().expect("a tree").game.expect("a game");
    KatagoGame::new(record, RuleSet::Japanese, 19).expect("a game to use")
}

/// Returns the rows of the positions with these numbers.
fn rows_where(game: &KatagoGame, chosen: impl Fn(usize) -> bool) -> Vec<KatagoRow> {
    rows(game, 19, chosen)
}

/// Checks all chains and their liberties against a search.
fn assert_chains(chains: &ChainBoard<'_>, board: &Board) {
    for (point, _) in board.stones() {
        let (stones, liberties) = chain_of(board, point);
        let chain = chains.chain(place(chains.grid, point));
        assert_eq!(chain.stones, set(chains.grid, stones));
        assert_eq!(chain.liberties, set(chains.grid, liberties));
    }
}

#[test]
fn chains_have_the_liberties_that_a_search_finds() {
    for seed in 0..60 {
        random_game(seed, 3 + (seed % 7) as u8, 150, |chains, board, _| {
            let grid = chains.grid;
            assert_eq!(chains.ko, board.ko().map(|point| place(grid, point)));
            for color in COLORS {
                let own = board.stones().filter(|(_, stone)| *stone == color);
                assert_eq!(chains.stones(color), set(grid, own.map(|(point, _)| point)));
            }
            assert_chains(chains, board);
        });
    }
}

#[test]
fn a_move_is_legal_where_the_board_says_so_and_can_be_taken_back() {
    for seed in 60..90 {
        random_game(seed, 3 + (seed % 4) as u8, 100, |chains, board, color| {
            for point in board.size().points() {
                let at = place(chains.grid, point);
                let mut after = board.clone();
                assert_eq!(chains.is_legal(at, color), after.play(Move::at(color, point)).is_ok());
                let mut after = board.clone();
                if after.replay(Move::at(color, point)).is_err() {
                    continue;
                }
                let before = (chains.both(), chains.ko);
                let captured = chains.captured_by(at, color);
                let taken = set(chains.grid, after.removed().iter().copied());
                assert!(captured == taken || captured.is_empty() && taken.has(at));
                let played = chains.play(at, color);
                assert_chains(chains, &after);
                chains.take_back(&played);
                assert_eq!((chains.both(), chains.ko), before);
            }
            assert_chains(chains, board);
        });
    }
}

type Points = HashSet<Point>;

fn connected(board: &Board, from: Point, is_in: &dyn Fn(Point) -> bool) -> Points {
    let mut found = Points::from([from]);
    let mut waiting = vec![from];
    while let Some(point) = waiting.pop() {
        for next in beside(board, point) {
            if is_in(next) && found.insert(next) {
                waiting.push(next);
            }
        }
    }
    found
}

fn around(board: &Board, points: &Points) -> Points {
    let around = points.iter().flat_map(|point| beside(board, *point));
    around.filter(|point| !points.contains(point)).collect()
}

/// Returns the area of one player before the other stones are counted.
fn area_of(board: &Board, color: Color, suicide: bool) -> Points {
    let is_other = |point: Point| board.get(point) != Some(color);
    let mut chains: Vec<Points> = Vec::new();
    let mut regions: Vec<Points> = Vec::new();
    for point in board.size().points() {
        if !is_other(point) && !chains.iter().any(|chain| chain.contains(&point)) {
            chains.push(chain_of(board, point).0.into_iter().collect());
        } else if board.get(point).is_none() && !regions.iter().any(|region| region.contains(&point)) {
            regions.push(connected(board, point, &is_other));
        }
    }
    let all = regions.clone();
    let (mut alive, mut safe) = (chains.clone(), regions.clone());
    loop {
        let is_vital = |region: &Points, chain: &Points| {
            let needed = region.iter().filter(|point| suicide || board.get(**point).is_none());
            needed.clone().all(|point| around(board, chain).contains(point))
        };
        let before = (alive.len(), safe.len());
        alive.retain(|chain| safe.iter().filter(|region| is_vital(region, chain)).count() >= 2);
        safe.retain(|region| {
            let bordering = chains.iter().filter(|chain| !around(board, chain).is_disjoint(region));
            bordering.clone().all(|chain| alive.contains(chain))
        });
        if before == (alive.len(), safe.len()) {
            break;
        }
    }
    let mut area: Points = alive.into_iter().flatten().collect();
    for region in all {
        let borders = |point: &Point| beside(board, *point).into_iter().any(|point| !is_other(point));
        let inner = region.iter().filter(|point| !borders(point)).count();
        let is_empty = region.iter().all(|point| board.get(*point).is_none());
        let is_bordered = inner < region.len();
        if is_bordered && (is_empty || inner <= 1 && safe.contains(&region)) {
            area.extend(region);
        }
    }
    area
}

fn plain_areas(board: &Board, suicide: bool) -> [Points; 2] {
    let [black, white] = COLORS.map(|color| area_of(board, color, suicide));
    let mut areas = [black.difference(&white).copied().collect::<Points>(), white];
    for (point, color) in board.stones() {
        if !areas.iter().any(|area| area.contains(&point)) {
            areas[color as usize].insert(point);
        }
    }
    areas
}

#[test]
fn areas_are_those_of_plain_sets() {
    let mut dead = 0;
    for seed in 400..460 {
        random_game(seed, 3 + (seed % 4) as u8, 120, |chains, board, _| {
            for suicide in [false, true] {
                let plain = plain_areas(board, suicide);
                dead += board
                    .stones()
                    .filter(|(point, color)| plain[color.opponent() as usize].contains(point))
                    .count();
                let plain = plain.map(|points| set(chains.grid, points));
                assert_eq!(areas(chains, suicide), plain, "{board:?}");
            }
        });
    }
    assert!(dead > 100, "{dead}");
}

/// Two eyes make a corner alive, and the white stone in one of them dead.
#[test]
fn a_stone_in_an_eye_of_a_living_chain_is_dead() {
    let board = diagram(
        "
        .X.OX....
        XXX.X....
        ..XXX....
        .........
        .....O...
        .........
        .........
        .........
        .........",
    );
    let grid = ArrayGrid::new(9, 19);
    let [black, white] = areas(&chains(&grid, &board), false);
    assert!(black.has(0) && black.has(2) && black.has(3), "{black:?}");
    assert!(white.has(4 * 19 + 5) && white.len() == 1);
    assert!(!black.has(3 * 19 + 3));
}

#[test]
fn superko_forbids_the_moves_that_repeat_a_board() {
    for rule in [Ko::Positional, Ko::Situational] {
        let mut found = 0;
        for seed in 500..530 {
            let mut past = PastBoards::new(rule, false);
            let mut boards: Vec<(Board, Color)> = Vec::new();
            random_game(seed, 2 + (seed % 3) as u8, 120, |chains, board, to_move| {
                past.enter(chains, to_move);
                boards.push((board.clone(), to_move));
                let forbidden = past.forbidden(chains, to_move);
                for point in board.size().points() {
                    let mut after = board.clone();
                    let is_legal = after.play(Move::at(to_move, point)).is_ok();
                    let repeats = boards
                        .iter()
                        .any(|(earlier, player)| *earlier == after && (rule == Ko::Positional || *player != to_move));
                    assert_eq!(forbidden.has(place(chains.grid, point)), is_legal && repeats);
                    found += u32::from(is_legal && repeats);
                }
            });
        }
        assert!(found > 100, "{rule:?}: {found}");
    }
}

#[test]
fn superko_forbids_suicide_that_repeats_a_board_where_suicide_is_allowed() {
    let grid = ArrayGrid::new(3, 3);
    let white = [2, 3, 4]
        .into_iter()
        .fold(PointSet::EMPTY, |set, point| set | PointSet::of(point));
    let before = ChainBoard::with_stones(&grid, [PointSet::EMPTY, white]).expect("a board");
    let mut after = before.clone();
    after.play(0, Color::Black);
    for allows_suicide in [true, false] {
        let mut past = PastBoards::new(Ko::Positional, allows_suicide);
        past.enter(&before, Color::Black);
        past.enter(&after, Color::White);
        // White passed. Black's two stones in the corner would vanish again.
        past.enter(&after, Color::Black);
        assert_eq!(past.forbidden(&after, Color::Black).has(1), allows_suicide);
        // Suicide of a single stone is illegal without superko, too.
        let white = PointSet::of(1) | PointSet::of(3);
        let eye = ChainBoard::with_stones(&grid, [PointSet::EMPTY, white]).expect("a board");
        past.enter(&eye, Color::Black);
        assert!(!past.forbidden(&eye, Color::Black).has(0));
    }
}
