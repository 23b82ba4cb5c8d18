//! Unconditional life (D. B. Benson, "Life in the game of Go", 1976), and the area that each player
//! would get if the game ended now.

use super::chains::{Chain, ChainBoard};
use super::points::PointSet;
use bgo::internal::go::Color;

/// Returns the points that count for Black and for White: chains that cannot be captured with what
/// they surround, empty regions that only one colour borders, and all other stones for their owner.
/// If `suicide` is true, several stones may be given up by suicide.
pub(super) fn areas(board: &ChainBoard<'_>, suicide: bool) -> [PointSet; 2] {
    let [(black, black_loose), (white, white_loose)] =
        [Color::Black, Color::White].map(|color| surrounded(board, color, suicide));
    // The stones around a loose region may be dead in the opponent's safe one.
    let mut areas = [black | (black_loose - white), white | (white_loose - black)];
    for color in [Color::Black, Color::White] {
        let other = areas[color.opponent() as usize];
        areas[color as usize] |= board.stones(color) - other;
    }
    areas
}

/// Returns the points of `areas` without those in seki, where only stones count, each for its owner:
/// an area is in seki if it touches an empty point of nobody, or if a chain of it is in atari.
pub(super) fn without_seki(board: &ChainBoard<'_>, areas: [PointSet; 2]) -> [PointSet; 2] {
    let [black, white] = areas;
    let beside_neutral = board.grid.around(board.empty() - black - white);
    [Color::Black, Color::White].map(|color| {
        let area = areas[color as usize];
        let counted = board.stones(color) & area;
        let mut in_seki = area & beside_neutral;
        for chain in board.chains_of(counted).filter(|chain| chain.liberties.len() == 1) {
            in_seki |= chain.stones;
        }
        (area - board.grid.connected(in_seki, area)) | counted
    })
}

/// Returns the area of a colour without the stones that may be captured: chains that cannot be
/// captured, with what only they surround, and empty regions that other chains of the colour border,
/// too.
fn surrounded(board: &ChainBoard<'_>, color: Color, suicide: bool) -> (PointSet, PointSet) {
    let grid = board.grid;
    let own = board.stones(color);
    let opponents = board.stones(color.opponent());
    let beside = grid.around(own);
    let chains: Vec<Chain> = board.chains_of(own).copied().collect();
    let mut regions = regions(board, color, &chains, suicide);
    let (alive, safe) = unconditional(&chains, &regions, board);
    regions.retain(|(points, _)| points.meets(beside));
    let (mut area, mut loose) = (alive, PointSet::EMPTY);
    for (points, _) in regions {
        let inner = (points - beside).len();
        let is_empty = !points.meets(opponents);
        if points.is_within(safe) && (inner <= 1 || is_empty) {
            area |= points;
        } else if is_empty {
            loose |= points;
        }
    }
    (area, loose)
}

/// Returns the regions without stones of one colour that have an empty point, each with the places of the chains
/// for which it is vital: each point that the opponent must leave empty is a liberty of the chain.
fn regions(board: &ChainBoard<'_>, color: Color, chains: &[Chain], suicide: bool) -> Vec<(PointSet, Vec<usize>)> {
    let grid = board.grid;
    let others = grid.board - board.stones(color);
    let mut left = board.empty();
    let mut regions = Vec::new();
    while let Some(first) = left.first() {
        let points = grid.connected(PointSet::of(first), others);
        left -= points;
        let needed = if suicide { points } else { points & board.empty() };
        let borders = grid.around(PointSet::of(first));
        let vital = (0..chains.len())
            .filter(|place| {
                let stones = chains[*place].stones;
                stones.meets(borders) && needed.is_within(grid.around(stones))
            })
            .collect();
        regions.push((points, vital));
    }
    regions
}

/// Returns the stones of the chains that are alive unconditionally, and the points of the regions
/// that only such chains border.
fn unconditional(chains: &[Chain], regions: &[(PointSet, Vec<usize>)], board: &ChainBoard<'_>) -> (PointSet, PointSet) {
    let mut alive = vec![true; chains.len()];
    loop {
        let mut dead = PointSet::EMPTY;
        for (chain, _) in chains.iter().zip(&alive).filter(|(_, alive)| !**alive) {
            dead |= chain.stones;
        }
        let beside_dead = board.grid.around(dead);
        let mut eyes = vec![0; chains.len()];
        let mut safe = PointSet::EMPTY;
        for (points, vital) in regions.iter().filter(|(points, _)| !points.meets(beside_dead)) {
            vital.iter().for_each(|chain| eyes[*chain] += 1);
            safe |= *points;
        }
        let mut is_changed = false;
        for (alive, eyes) in alive.iter_mut().zip(eyes) {
            is_changed |= *alive && eyes < 2;
            *alive &= eyes >= 2;
        }
        if !is_changed {
            let mut stones = PointSet::EMPTY;
            for (chain, _) in chains.iter().zip(&alive).filter(|(_, alive)| **alive) {
                stones |= chain.stones;
            }
            return (stones, safe);
        }
    }
}
