//! Points that superko forbids, against a list of all boards.

use super::super::repetition::PastBoards;
use super::super::rules::Repetition;
use super::{place, random_game};
use bgo::go::{Board, Color, Move};

#[test]
fn superko_forbids_the_moves_that_repeat_a_board() {
    for rule in [Repetition::Positional, Repetition::Situational] {
        let mut found = 0;
        for seed in 500..530 {
            let mut past = PastBoards::new(rule);
            let mut boards: Vec<(Board, Color)> = Vec::new();
            random_game(seed, 2 + (seed % 3) as u8, 120, |chains, board, to_move| {
                past.enter(chains, to_move);
                boards.push((board.clone(), to_move));
                let forbidden = past.forbidden(chains, to_move);
                for point in board.size().points() {
                    let mut after = board.clone();
                    let is_legal = after.play(Move::at(to_move, point)).is_ok();
                    let repeats = boards.iter().any(|(earlier, player)| {
                        *earlier == after && (rule == Repetition::Positional || *player != to_move)
                    });
                    assert_eq!(forbidden.has(place(chains.grid, point)), is_legal && repeats);
                    found += u32::from(is_legal && repeats);
                }
            });
        }
        assert!(found > 100, "{rule:?}: {found}");
    }
}
