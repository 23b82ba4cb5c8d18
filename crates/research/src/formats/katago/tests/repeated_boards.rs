//! Points that superko forbids, against a list of all boards.

use super::super::chains::ChainBoard;
use super::super::points::{Grid, PointSet};
use super::super::repetition::PastBoards;
use super::super::rules::Ko;
use super::{place, random_game};
use bgo::go::{Board, Color, Move};

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
    let grid = Grid::new(3, 3);
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
