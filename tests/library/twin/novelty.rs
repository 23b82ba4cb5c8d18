use super::Wrong;
use super::board::Board;
use super::known::Known;
use super::lists::transformed;
use super::sift::Sieve;
use bgo::internal::go::Color;
use bgo::internal::query::OpenGame;
use bgo::internal::store::Snapshot;
use std::collections::{HashMap, HashSet};
use testkit::Rng;

/// Checks where games leave the others, `times` for random games and conditions. Returns how
/// many of the games have a position in common with another one after move 0.
pub fn check_novelties(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], times: usize) -> usize {
    let positions: Vec<Vec<(usize, Board)>> = games.iter().map(positions).collect();
    let mut with: HashMap<_, HashSet<usize>> = HashMap::new();
    for (game, positions) in positions.iter().enumerate() {
        for (_, board) in positions {
            with.entry(form(board)).or_default().insert(game);
        }
    }
    let mut wrong = Wrong::default();
    let mut in_common = 0;
    for _ in 0..times {
        let game = rng.below(games.len());
        let sieve = if rng.one_in(2) {
            Sieve::default()
        } else {
            Sieve::draw(rng, games)
        };
        let swap = rng.one_in(2);
        if !sieve.is_known(games) {
            continue;
        }
        let others = |board: &Board| {
            let mut forms = vec![form(board)];
            forms.extend(swap.then(|| form(&board.exchanged())));
            let with: HashSet<usize> = forms
                .iter()
                .filter_map(|form| with.get(form))
                .flatten()
                .copied()
                .collect();
            let others = with
                .iter()
                .filter(|&&other| other != game && sieve.passes(&games[other]));
            others.count() as u64
        };
        let last = positions[game].iter().enumerate().rev();
        let right = last
            .map(|(at, (ply, board))| (at, *ply, others(board)))
            .find(|(_, _, others)| *others > 0);
        in_common += usize::from(right.is_some_and(|(at, _, _)| at > 0));
        let opened = OpenGame::as_recorded(snapshot, games[game].number).expect("a game");
        let common = opened.last_common(snapshot, &sieve.filter, swap).expect("an answer");
        let says = common.map(|(at, others)| (at, usize::from(opened.scenes()[at].move_number), others));
        let what = format!("novelty of game {}, {}, swap {swap}", games[game].number, sieve.filter);
        wrong.check(&what, says, right);
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0.join("\n"));
    in_common
}

fn positions(known: &Known<'_>) -> Vec<(usize, Board)> {
    let mut positions = Vec::new();
    known.game.replay(|seen| positions.push((seen.ply, seen.board.clone())));
    positions
}

/// Returns a position in the least of its orientations: the size of the board, and the stones.
fn form(board: &Board) -> (usize, Vec<(usize, Color)>) {
    let turned = (0..8).map(|turn| {
        let mut stones: Vec<_> = board
            .stones()
            .map(|(at, color)| (transformed(turn, at, board.lines), color))
            .collect();
        stones.sort_unstable();
        stones
    });
    (board.lines, turned.min().unwrap_or_default())
}
