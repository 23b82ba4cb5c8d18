//! Unconditional life by sets of points, as Benson's paper states it.

use super::super::area::areas;
use super::super::points::Grid;
use super::{COLORS, beside, chain_of, chains, diagram, random_game, set};
use bgo::go::{Board, Color, Point};
use std::collections::HashSet;

type Points = HashSet<Point>;

fn group(board: &Board, from: Point, is_in: &dyn Fn(Point) -> bool) -> Points {
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
            regions.push(group(board, point, &is_other));
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

fn plain(board: &Board, suicide: bool) -> [Points; 2] {
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
                let plain = plain(board, suicide);
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
    let grid = Grid::new(9, 19);
    let [black, white] = areas(&chains(&grid, &board), false);
    assert!(black.has(0) && black.has(2) && black.has(3), "{black:?}");
    assert!(white.has(4 * 19 + 5) && white.len() == 1);
    assert!(!black.has(3 * 19 + 3));
}
