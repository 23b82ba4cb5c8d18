//! Chains with their liberties, kos, and moves that are taken back.

use super::{COLORS, chain_of, place, random_game, set};
use bgo::go::{Move, Point};

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
            for (point, _) in board.stones() {
                let (stones, liberties) = chain_of(board, point);
                let chain = chains.chain(place(grid, point));
                assert_eq!(
                    (chain.stones, chain.liberties),
                    (set(grid, stones), set(grid, liberties))
                );
            }
        });
    }
}

#[test]
fn a_move_is_legal_where_the_board_says_so_and_can_be_taken_back() {
    for seed in 60..90 {
        random_game(seed, 3 + (seed % 4) as u8, 100, |chains, board, color| {
            let lines = board.size().lines();
            let points = (0..lines).flat_map(|y| (0..lines).map(move |x| Point::new(x, y)));
            for point in points {
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
                for (stone, _) in after.stones() {
                    let (stones, liberties) = chain_of(&after, stone);
                    let chain = chains.chain(place(chains.grid, stone));
                    assert_eq!(
                        (chain.stones, chain.liberties),
                        (set(chains.grid, stones), set(chains.grid, liberties))
                    );
                }
                chains.take_back(&played);
                assert_eq!((chains.both(), chains.ko), before);
            }
            for (stone, _) in board.stones() {
                let (stones, liberties) = chain_of(board, stone);
                let chain = chains.chain(place(chains.grid, stone));
                assert_eq!(
                    (chain.stones, chain.liberties),
                    (set(chains.grid, stones), set(chains.grid, liberties))
                );
            }
        });
    }
}
