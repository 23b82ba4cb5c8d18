//! Targets and weights that a record gives. Whatever needs an engine has the weight 0.

use super::game::KatagoGame;
use super::points::{Grid, PointSet};
use super::row::Row;
use super::situation::Played;
use bgo::go::{Color, mix};

/// The version of rows with 64 targets.
const VERSION: f32 = 2.0;

/// The distances in moves from the position to the later boards of the targets.
const LATER: [usize; 2] = [8, 32];

/// A row hides each move of its history, with all moves before it, with a probability of 1 in
/// this number.
const FORGETTING: u64 = 50;

/// The moves of a game, and the stones of Black and White before each and at the end.
#[derive(Default)]
pub(super) struct Ahead {
    pub moves: Vec<Played>,
    pub boards: Vec<[PointSet; 2]>,
}

/// Fills in what follows from the moves after a position, and from the result.
pub(super) fn targets(row: &mut Row, game: &KatagoGame, grid: &Grid, ahead: &Ahead, ply: usize) {
    let played = ahead.moves[ply];
    let reply = ahead.moves.get(ply + 1);
    let number = |played: &Played| played.point.unwrap_or(grid.side * grid.side) as u16;
    row.moves = [Some(number(&played)), reply.map(number)];
    let last = ahead.boards.len() - 1;
    for (future, later) in row.future.iter_mut().zip(LATER) {
        let board = ahead.boards[last.min(ply + later)];
        *future = [played.color, played.color.opponent()].map(|color| board[color as usize]);
    }
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    let targets = &mut row.targets;
    row.score = result(targets, game, played.color);
    // The players agree to end the game where an engine would have to play on. So neither passes
    // nor answers to them are to be learned.
    let is_answer_to_pass = ply > 0 && ahead.moves[ply - 1].point.is_none();
    targets[25] = 1.0;
    targets[26] = flag(played.point.is_some() && !is_answer_to_pass);
    targets[28] = flag(played.point.is_some() && reply.is_some_and(|reply| reply.point.is_some()));
    targets[33] = 1.0;
    let random = mix(game.identity ^ mix(ply as u64));
    let mut remembers = true;
    for back in 0..5 {
        remembers &= !mix(random.wrapping_add(back)).is_multiple_of(FORGETTING);
        targets[36 + back as usize] = flag(remembers);
    }
    for (half, parts) in [(0, [41, 42, 43]), (1, [44, 45, 46])] {
        let hash = mix(game.identity.wrapping_add(half));
        targets[parts[0]] = (hash & 0x3f_ffff) as f32;
        targets[parts[1]] = (hash >> 22 & 0x3f_ffff) as f32;
        targets[parts[2]] = (hash >> 44 & 0xf_ffff) as f32;
    }
    targets[48] = flag(game.rules.is_area());
    targets[51] = ply as f32;
    targets[54] = game.handicap as f32;
    targets[62] = flag(game.outcome.white.is_some());
    targets[63] = VERSION;
}

/// Fills in the result, and returns the score, for the player to move.
fn result(targets: &mut [f32], game: &KatagoGame, to_move: Color) -> Option<f32> {
    let outcome = game.outcome;
    let score = outcome.score.map(|score| match to_move {
        Color::White => score + 0.0,
        Color::Black => -score + 0.0,
    });
    let (win, loss, none) = match outcome
        .white
        .map(|white| if to_move == Color::White { white } else { 1.0 - white })
    {
        Some(win) => (win, 1.0 - win, 0.0),
        None => (0.0, 0.0, 1.0),
    };
    // The result, and estimates of it later in the game at four distances, for which the result
    // stands in, with the weight 0.
    for four in targets[..20].chunks_exact_mut(4) {
        four.copy_from_slice(&[win, loss, none, score.unwrap_or_default()]);
    }
    targets[20] = score.unwrap_or_default();
    targets[24] = 1.0;
    targets[35] = 1.0 - outcome.weight;
    score
}
