//! Ladders: a reader that tries all moves on copies of the board, and known positions.

use super::super::chains::ChainBoard;
use super::super::ladders::{LadderPoints, Ladders, read_ladder};
use super::super::points::ArrayGrid;
use super::{beside, chain_of, chains, diagram, place, random_game, set};
use bgo::internal::archive::ArchiveItem;
use bgo::internal::go::{Board, BoardSize, Color, Move, Point};
use bgo::internal::record::{decode, game_trees};
use std::path::Path;
use testkit::FIXTURE;

fn atari_captures(board: &Board, stones: &[Point], attacker: Color) -> Vec<Point> {
    let around = stones.iter().flat_map(|stone| beside(board, *stone));
    let attackers = around.filter(|point| board.get(*point) == Some(attacker));
    let liberties = attackers.map(|stone| chain_of(board, stone).1);
    liberties.filter(|liberties| liberties.len() == 1).flatten().collect()
}

fn defend(board: &Board, ko: Option<Point>, stone: Point) -> bool {
    let defender = board.get(stone).expect("a stone");
    let (stones, liberties) = chain_of(board, stone);
    if liberties.len() > 1 || ko.is_some() {
        return false;
    }
    let mut moves = atari_captures(board, &stones, defender.opponent());
    moves.extend(liberties);
    moves
        .into_iter()
        .all(|point| match played(board, None, point, defender) {
            Some(after) => attack(&after, after.ko(), stone),
            None => true,
        })
}

fn attack(board: &Board, ko: Option<Point>, stone: Point) -> bool {
    let defender = board.get(stone).expect("a stone");
    let (_, liberties) = chain_of(board, stone);
    match liberties[..] {
        [a, b] if is_double_ko(board, stone, [a, b]) => true,
        [a, b] => [a, b].into_iter().any(|point| {
            played(board, ko, point, defender.opponent()).is_some_and(|after| defend(&after, after.ko(), stone))
        }),
        _ => liberties.len() < 2,
    }
}

/// Plays a move where a ko forbids none but `ko`.
fn played(board: &Board, ko: Option<Point>, point: Point, color: Color) -> Option<Board> {
    let mut after = board.clone();
    let is_suicide = after.replay(Move::at(color, point)).ok()?.contains(&point);
    (ko != Some(point) && !is_suicide).then_some(after)
}

fn is_double_ko(board: &Board, stone: Point, liberties: [Point; 2]) -> bool {
    let defender = board.get(stone).expect("a stone");
    let (stones, _) = chain_of(board, stone);
    let takes_one = |point: &Point| {
        let beside = beside(board, *point);
        let in_atari: Vec<_> = beside
            .iter()
            .filter(|stone| chain_of(board, **stone).1.len() == 1)
            .collect();
        beside.iter().all(|stone| board.get(*stone) == Some(defender))
            && in_atari.len() == 1
            && chain_of(board, *in_atari[0]).0.len() == 1
    };
    let stays_in_atari =
        |point: &Point| played(board, None, *point, defender).is_none_or(|after| chain_of(&after, *point).1.len() <= 2);
    liberties.iter().all(takes_one)
        && liberties.iter().all(stays_in_atari)
        && atari_captures(board, &stones, defender.opponent()).is_empty()
}

fn plain(board: &Board, grid: &ArrayGrid) -> LadderPoints {
    let mut points = LadderPoints::default();
    for (stone, color) in board.stones() {
        let (_, liberties) = chain_of(board, stone);
        match liberties[..] {
            [_] if defend(board, None, stone) => points.captured.insert(place(grid, stone)),
            [a, b] => {
                for point in [a, b] {
                    let after = played(board, board.ko(), point, color.opponent());
                    if after.is_some_and(|after| defend(&after, None, stone)) {
                        points.captured.insert(place(grid, stone));
                        points.captures[color as usize].insert(place(grid, point));
                    }
                }
            }
            _ => {}
        }
    }
    points
}

/// The ladders that are kept from move to move, read anew, and read the plain way.
#[test]
fn ladders_are_those_of_a_reader_that_tries_all_moves() {
    let mut found = [0, 0];
    for seed in 200..320 {
        let mut kept = Ladders::default();
        random_game(seed, 4 + (seed % 4) as u8, 90, |chains, board, _| {
            let plain = plain(board, chains.grid);
            let ladders = kept.read(chains);
            assert_eq!(
                Ladders::default().read(chains),
                plain,
                "seed {seed}, anew: {}",
                shown(board)
            );
            assert_eq!(ladders, plain, "seed {seed}, kept: {}", shown(board));
            found[0] += plain.captured.len();
            found[1] += plain.captures[0].len();
        });
    }
    assert!(found.iter().all(|found| *found > 1000), "{found:?}");
}

fn shown(board: &Board) -> String {
    let lines = board.size().lines();
    let stone = |y| move |x| board.get(Point::new(x, y)).map_or('.', Color::letter);
    (0..lines)
        .map(|y| format!("\n{}", (0..lines).map(stone(y)).collect::<String>()))
        .collect()
}

fn captured(text: &str) -> Vec<(u8, u8)> {
    let board = diagram(text);
    let grid = ArrayGrid::new(usize::from(board.size().lines()), usize::from(board.size().lines()));
    let ladders = Ladders::default().read(&mut chains(&grid, &board));
    assert_eq!(ladders, plain(&board, &grid));
    let place = |point: usize| ((point % grid.side) as u8, (point / grid.side) as u8);
    ladders.captured.iter().map(place).collect()
}

#[test]
fn a_ladder_works_unless_a_stone_breaks_it() {
    let works = "
        .........
        .........
        ..XX.....
        .XO......
        ..X......
        .........
        .........
        .........
        .........";
    assert_eq!(captured(works), [(2, 3)]);
    let broken = works.replacen(
        ".........\n        .........\n        .........\n        .........",
        ".........\n        .........\n        ......O..\n        .........",
        1,
    );
    assert_ne!(broken, works);
    assert_eq!(captured(&broken), []);
}

#[test]
fn the_first_move_of_a_ladder_is_at_the_liberty_that_works() {
    let grid = ArrayGrid::new(9, 9);
    let stone = place(&grid, Point::new(2, 3));
    let open = diagram(
        "
        .........
        .........
        ..XX.....
        .XO......
        .........
        .........
        .........
        .........
        .........",
    );
    let mut chains = chains(&grid, &open);
    let ladder = read_ladder(&mut chains, stone, Color::White);
    assert!(ladder.is_captured);
    assert!(ladder.seen.has(stone));
    assert_eq!(ladder.captures, set(&grid, [Point::new(2, 4)]));
}

/// A capture of the chasing stone ends a ladder, and a snapback is one.
#[test]
fn captures_and_snapbacks_are_read() {
    let capture = "
        .O.......
        OX.......
        .XO......
        ..X......
        .........
        .........
        .........
        .........
        .........";
    let _ = captured(capture);
    let snapback = "
        .XO......
        X.XO.....
        OXXO.....
        .OO......
        .........
        .........
        .........
        .........
        .........";
    let _ = captured(snapback);
    let in_corner = "
        OX.
        .X.
        X..";
    assert_eq!(captured(in_corner), [(0, 0)]);
}

/// On large boards, too, the ladders that are kept are those that are read anew.
#[test]
fn kept_ladders_are_those_of_played_games() {
    let grid = ArrayGrid::new(19, 19);
    let (mut positions, mut found) = (0, 0);
    let archive = bgo::internal::archive::open(Path::new(FIXTURE)).expect("opens");
    for item in archive {
        let ArchiveItem::Record(member) = item.expect("is intact") else {
            continue;
        };
        let decoded = decode(&member.bytes);
        let record = game_trees(&decoded.text).next().expect("a tree").game.expect("a game");
        if record.size != BoardSize::MAX || !record.setup.is_empty() {
            continue;
        }
        let (mut board, mut kept) = (ChainBoard::new(&grid), Ladders::default());
        for mv in record.steps.iter().filter_map(|step| step.action.played()) {
            let ladders = kept.read(&mut board);
            assert_eq!(ladders, Ladders::default().read(&mut board), "{}", member.path);
            positions += 1;
            found += ladders.captured.len();
            if let Some(point) = mv.point {
                board.play(place(&grid, point), mv.color);
                board.settle();
            }
        }
    }
    assert!(positions > 10_000 && found > 1000, "{positions} {found}");
}
