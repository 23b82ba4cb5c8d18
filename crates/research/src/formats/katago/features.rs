//! The input of the network: planes and global numbers (version 7).

use super::area::{areas, without_seki};
use super::game::KatagoGame;
use super::ladders::LadderPoints;
use super::points::PointSet;
use super::row::{GLOBALS, PLANES};
use super::rules::{Ko, Rules, Tax};
use super::situation::{Played, Situation};

/// The limit of the komi is the area of the board plus these points.
const BEYOND: f32 = 20.0;

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
        let areas = match (areas(board, rules.suicide), rules.has_tax()) {
            (areas, false) => areas,
            (areas, true) => without_seki(board, areas),
        };
        planes[18] = areas[own as usize];
        planes[19] = areas[other as usize];
    }
    planes
}

/// Returns the global numbers of a position.
pub(super) fn globals(at: &Situation<'_, '_>, game: &KatagoGame) -> [f32; GLOBALS] {
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    let mut globals = [0.0; GLOBALS];
    for (global, played) in globals.iter_mut().zip(at.history()) {
        *global = flag(matches!(played, Played { point: None, .. }));
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
