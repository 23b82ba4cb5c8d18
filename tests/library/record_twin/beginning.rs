//! The beginning of a game: its handicap stones, whichever way they are written.

use super::line::{TwinLine, ascii_digits};
use crate::twin::board::Board;
use crate::twin::games::index;
use bgo::internal::go::Color::{self, Black, White};
use bgo::internal::go::{Move, Point};
use bgo::internal::record::{Action, RepairKind};
use std::collections::{BTreeMap, BTreeSet};

pub fn settle(line: &mut TwinLine) -> Option<u8> {
    join_setup(line);
    if !take_moves(line) && !give_back(line) {
        place_missing(line);
    }
    if !occupied(&line.setup, line).is_empty() {
        line.repairs.insert(RepairKind::OccupiedPoint);
    }
    count(line)
}

fn said(line: &TwinLine) -> Option<usize> {
    let text = ascii_digits(line.text("HA"));
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

fn only_black(setup: &BTreeMap<Point, Option<Color>>) -> Option<usize> {
    setup.values().all(|stone| *stone == Some(Black)).then_some(setup.len())
}

/// Setup before the first move belongs to the beginning. Without a move it may be a problem that
/// someone made step by step, so it must look like a handicap.
fn join_setup(line: &mut TwinLine) {
    let first = line.steps.iter().position(|step| matches!(step, Action::Move(_)));
    let mut stones = Vec::new();
    for step in &line.steps[..first.unwrap_or(line.steps.len())] {
        if let Action::Setup(changes) = step {
            stones.extend(changes);
        }
    }
    let is_handicap = || said(line) >= Some(2) && stones.iter().all(|(_, stone)| *stone == Some(Black));
    if first.is_none() && !is_handicap() {
        return;
    }
    line.setup.extend(stones);
    line.setup.retain(|_, stone| stone.is_some());
    line.steps.drain(..first.unwrap_or(line.steps.len()));
}

/// Black moves at the start may be the handicap.
fn take_moves(line: &mut TwinLine) -> bool {
    let Some(standing) = only_black(&line.setup) else {
        return false;
    };
    // The black stones and white passes at the start.
    let mut stones = Vec::new();
    let mut steps = 0;
    for step in &line.steps {
        match step {
            Action::Move(Move {
                color: Black,
                point: Some(point),
            }) => stones.push(*point),
            Action::Move(Move {
                color: White,
                point: None,
            }) => {}
            _ => break,
        }
        steps += 1;
    }
    let then_white = matches!(line.steps.get(steps), Some(Action::Move(mv)) if mv.color == White && mv.point.is_some());
    // Whether White moves twice in turn up to its second move on the board.
    let white_in_turn = line.steps[..line.steps.len().min(steps + 2)]
        .windows(2)
        .any(|two| two.iter().all(is_white));
    let direct = standing == 0 && then_white && !white_in_turn && (2..=9).contains(&stones.len());
    let is_told = said(line).is_some_and(|told| told >= 2 && told == standing + stones.len());
    let ends = then_white || steps == line.steps.len() && steps == stones.len();
    let distinct: BTreeSet<&Point> = stones.iter().chain(line.setup.keys()).collect();
    let are_distinct = distinct.len() == standing + stones.len();
    if stones.is_empty() || !are_distinct || !(direct || is_told && ends) {
        return false;
    }
    line.setup.extend(stones.into_iter().map(|point| (point, Some(Black))));
    line.steps.drain(..steps);
    true
}

fn is_white(step: &Action) -> bool {
    matches!(step, Action::Move(mv) if mv.color == White)
}

fn give_back(line: &mut TwinLine) -> bool {
    let is_one = only_black(&line.setup) == Some(1) && matches!(said(line), Some(0 | 1));
    if !is_one || !line.steps.first().is_some_and(is_white) {
        return false;
    }
    let (point, _) = line.setup.pop_first().expect("a stone");
    line.steps.insert(0, Action::Move(Move::at(Black, point)));
    true
}

/// Places the stones of which only HA tells.
fn place_missing(line: &mut TwinLine) {
    let white_begins = matches!(line.steps.first(), Some(Action::Move(mv)) if mv.color == White && mv.point.is_some());
    let Some(stones) = said(line).filter(|_| line.setup.is_empty() && white_begins) else {
        return;
    };
    let is_fox = is_fox(line);
    // Others may have either.
    let layouts: &[bool] = match (is_fox, matches!(stones, 6 | 7)) {
        (true, true) => &[is_before_2018(line)],
        (false, true) => &[false, true],
        _ => &[false],
    };
    for sides_above in layouts {
        let Some(places) = usual_places(line.lines, stones, *sides_above) else {
            return;
        };
        let placed = places.into_iter().map(|point| (point, Some(Black))).collect();
        let hit = occupied(&placed, line);
        let may = if is_fox {
            hit.is_subset(&occupied(&BTreeMap::new(), line))
        } else {
            hit.is_empty()
        };
        if may {
            line.setup = placed;
            line.repairs.insert(RepairKind::HandicapPlaced);
            return;
        }
    }
}

fn is_fox(line: &TwinLine) -> bool {
    let programs = line.texts.get("AP").map(|texts| &texts[..]).unwrap_or_default();
    let is = |program: &String| program.starts_with("foxwq") || program == "GNU Go:3.8" && line.text("GN").is_empty();
    programs.iter().any(is)
}

fn is_before_2018(line: &TwinLine) -> bool {
    let year = line.text("DT").get(..4).and_then(|year| year.parse::<u16>().ok());
    year.is_some_and(|year| year < 2018)
}

/// Returns the usual places of a handicap, if the board has them: corners, sides, the centre.
fn usual_places(lines: usize, stones: usize, sides_above: bool) -> Option<Vec<Point>> {
    let most = match lines {
        9.. if lines % 2 == 1 => 9,
        7.. => 4,
        _ => 0,
    };
    if stones < 2 || stones > most {
        return None;
    }
    let near = if lines < 13 { 2 } else { 3 };
    let (far, middle) = (lines - 1 - near, lines / 2);
    let mut places = vec![(near, far), (far, near), (near, near), (far, far)];
    let beside = [(near, middle), (far, middle)];
    let above = [(middle, near), (middle, far)];
    places.extend(if sides_above { [above, beside] } else { [beside, above] }.concat());
    let has_centre = stones % 2 == 1 && stones > 3;
    places.truncate(stones - usize::from(has_centre));
    places.extend(has_centre.then_some((middle, middle)));
    Some(places.into_iter().map(|(x, y)| Point::new(x as u8, y as u8)).collect())
}

fn occupied(setup: &BTreeMap<Point, Option<Color>>, line: &TwinLine) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    replay(setup, line, |number| {
        found.insert(number);
    });
    found
}

/// Returns the board at the end of a line, and tells of each move on a point with a stone.
pub fn replay(setup: &BTreeMap<Point, Option<Color>>, line: &TwinLine, mut is_occupied: impl FnMut(usize)) -> Board {
    let mut board = Board::new(line.lines);
    for (point, stone) in setup {
        board.set(index(*point, line.lines), *stone);
    }
    for (number, step) in line.steps.iter().enumerate() {
        match step {
            Action::Setup(stones) => {
                for (point, stone) in stones {
                    board.set(index(*point, line.lines), *stone);
                }
            }
            Action::Move(mv) => {
                let Some(at) = mv.point.map(|point| index(point, line.lines)) else {
                    continue;
                };
                if board.get(at).is_some() {
                    is_occupied(number);
                    board.set(at, None);
                }
                board.play(at, mv.color);
            }
        }
    }
    board
}

fn count(line: &TwinLine) -> Option<u8> {
    let standing = only_black(&line.setup).filter(|stones| *stones > 0);
    let told = said(line).map(|told| if told == 1 { 0 } else { told });
    let none = || (line.setup.is_empty() && line.text("HA").is_empty()).then_some(0);
    standing
        .or(told)
        .or_else(none)
        .and_then(|stones| u8::try_from(stones).ok())
}
