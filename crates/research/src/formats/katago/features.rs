//! Positions as the input of the network sees them (version 7): planes and global numbers, and the
//! targets and weights that a record gives. Whatever needs an engine has the weight 0.

use super::area::{areas, without_seki};
use super::chains::ChainBoard;
use super::game::KatagoGame;
use super::ladders::LadderPoints;
use super::points::{ArrayGrid, PointSet};
use super::repetition::PastBoards;
use super::row::{GLOBALS, KatagoRow, PLANES};
use super::rules::{Ko, Rules, Tax};
use bgo::go::{Color, mix};

/// The number of moves before a position that are part of it.
const HISTORY: usize = 5;

/// The limit of the komi is the area of the board plus these points.
const BEYOND: f32 = 20.0;

/// The version of rows with 64 targets.
const VERSION: f32 = 2.0;

/// The distances in moves from the position to the later boards of the targets.
const LATER: [usize; 2] = [8, 32];

/// A row hides each move of its history, with all moves before it, with a probability of 1 in
/// this number.
const FORGETTING: u64 = 50;

/// A move on a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridMove {
    pub color: Color,
    /// The point; none for a pass.
    pub point: Option<usize>,
}

/// A position of a game with the player to move.
pub(super) struct Situation<'w, 'g> {
    pub board: &'w ChainBoard<'g>,
    pub to_move: Color,
    /// The moves since the last setup, or from one with which the game should have ended.
    pub moves: &'w [GridMove],
    /// True if another pass would be the last of those in turn that end a game.
    pub is_after_pass: bool,
    /// True if there is a button and nobody has taken it.
    pub has_button: bool,
    pub past: &'w PastBoards,
    /// The points that the player to move has in advance.
    pub own_komi: f32,
}

impl Situation<'_, '_> {
    /// Returns the last moves, the last one first, as far as the players took turns.
    pub fn history(&self) -> Vec<GridMove> {
        let in_turn = [self.to_move.opponent(), self.to_move].into_iter().cycle();
        self.moves
            .iter()
            .rev()
            .take(HISTORY)
            .zip(in_turn)
            .take_while(|(played, expected)| played.color == *expected)
            .map(|(played, _)| *played)
            .collect()
    }
}

/// Returns the planes of a position. `ladders` are those of the board now, and one and two moves
/// ago.
pub(super) fn planes(at: &Situation<'_, '_>, rules: Rules, ladders: [&LadderPoints; 3]) -> [PointSet; PLANES] {
    let board = at.board;
    let (own, other) = (at.to_move, at.to_move.opponent());
    let mut planes = [PointSet::EMPTY; PLANES];
    planes[0] = board.grid.board;
    planes[1] = board.stones(own);
    planes[2] = board.stones(other);
    for chain in board.chains_of(board.stones(own) | board.stones(other)) {
        if let liberties @ 1..=3 = chain.liberties.len() as usize {
            planes[2 + liberties] |= chain.stones;
        }
    }
    planes[6] = at.past.forbidden(board, own);
    board.ko.into_iter().for_each(|point| planes[6].insert(point));
    let history = at.history();
    for (plane, played) in planes[9..14].iter_mut().zip(&history) {
        if let Some(point) = played.point {
            plane.insert(point);
        }
    }
    // Without a move before, the ladders were what they are.
    let [now, one_ago, two_ago] = ladders;
    planes[14] = now.captured;
    planes[15] = if history.is_empty() { now } else { one_ago }.captured;
    planes[16] = match history.len() {
        0 => now,
        1 => one_ago,
        _ => two_ago,
    }
    .captured;
    planes[17] = now.captures[other as usize];
    if rules.is_area() {
        let mut areas = areas(board, rules.suicide);
        if rules.has_tax() {
            areas = without_seki(board, areas);
        }
        planes[18] = areas[own as usize];
        planes[19] = areas[other as usize];
    }
    planes
}

pub(super) fn globals(at: &Situation<'_, '_>, game: &KatagoGame) -> [f32; GLOBALS] {
    let mut globals = [0.0; GLOBALS];
    for (global, played) in globals.iter_mut().zip(at.history()) {
        *global = flag(matches!(played, GridMove { point: None, .. }));
    }
    let rules = game.rules;
    let area = game.size.area() as f32;
    let komi = at.own_komi.clamp(-area - BEYOND, area + BEYOND);
    globals[5] = komi / 20.0;
    (globals[6], globals[7]) = match rules.ko {
        Ko::Simple => (0.0, 0.0),
        Ko::Positional | Ko::Spight => (1.0, 0.5),
        Ko::Situational => (1.0, -0.5),
    };
    globals[8] = flag(rules.suicide);
    globals[9] = flag(!rules.is_area());
    (globals[10], globals[11]) = match rules.tax {
        None | Some(Tax::None) => (0.0, 0.0),
        Some(Tax::Seki) => (1.0, 0.0),
        Some(Tax::All) => (1.0, 1.0),
    };
    globals[14] = flag(at.is_after_pass || at.past.has_passed(at.board, at.to_move));
    globals[17] = flag(at.has_button);
    if rules.is_area() {
        globals[18] = parity_wave(komi, game.size.area());
    }
    globals
}

/// Returns 1 for a flag that is set, and 0 otherwise.
pub(super) fn flag(is_set: bool) -> f32 {
    f32::from(u8::from(is_set))
}

/// Returns a triangle wave with a period of two points of komi, from -0.5 to 0.5. It rises through 0
/// at the komi with which a draw is possible: even numbers on boards with an even number of points.
fn parity_wave(komi: f32, points: usize) -> f32 {
    let odd = (points % 2) as f32;
    match (komi - odd).rem_euclid(2.0) {
        above if above < 0.5 => above,
        above if above < 1.5 => 1.0 - above,
        above => above - 2.0,
    }
}

/// The moves of a game, and the stones of Black and White before each and at the end.
#[derive(Default)]
pub(super) struct Ahead {
    pub moves: Vec<GridMove>,
    pub boards: Vec<[PointSet; 2]>,
}

/// Fills in what follows from the moves after a position, and from the result.
pub(super) fn targets(row: &mut KatagoRow, game: &KatagoGame, grid: &ArrayGrid, ahead: &Ahead, ply: usize) {
    let played = ahead.moves[ply];
    let reply = ahead.moves.get(ply + 1);
    row.moves = [Some(&played), reply].map(|mv| mv.map(|mv| mv.point.unwrap_or(grid.side * grid.side) as u16));
    let last = ahead.boards.len() - 1;
    for (future, later) in row.future.iter_mut().zip(LATER) {
        let board = ahead.boards[last.min(ply + later)];
        *future = [played.color, played.color.opponent()].map(|color| board[color as usize]);
    }
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

#[cfg(test)]
mod tests {
    use super::parity_wave;

    #[test]
    fn the_wave_rises_where_a_draw_is_possible() {
        for (komi, points, wave) in [
            (0.0, 36, 0.0),
            (0.5, 36, 0.5),
            (1.0, 36, 0.0),
            (1.5, 36, -0.5),
            (2.0, 36, 0.0),
            (-0.5, 36, -0.5),
            (7.0, 361, 0.0),
            (7.5, 361, 0.5),
            (6.5, 361, -0.5),
            (-7.5, 361, -0.5),
        ] {
            assert_eq!(parity_wave(komi, points), wave, "{komi} on {points}");
        }
    }
}
