//! The beginning of a game: its handicap stones, whichever way they are written.

use super::line::{PointAt, StoneChanges, TwinLine, TwinStep, ascii_digits};
use crate::twin::board::Board;
use bgo::internal::go::Color::{Black, White};
use bgo::internal::record::RepairKind;
use std::collections::BTreeSet;

/// Gives a line its beginning. Returns the number of its handicap stones, if known.
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

/// Returns the number that HA begins with.
fn said(line: &TwinLine) -> Option<usize> {
    let text = ascii_digits(line.text("HA"));
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

/// Returns the number of stones, if all are black.
fn only_black(setup: &StoneChanges) -> Option<usize> {
    setup.values().all(|stone| *stone == Some(Black)).then_some(setup.len())
}

/// Setup before the first move belongs to the beginning. Without a move it may be a problem that
/// someone made step by step, so it must look like a handicap.
fn join_setup(line: &mut TwinLine) {
    let first = line.steps.iter().position(|step| matches!(step, TwinStep::Move(..)));
    let before = line.steps[..first.unwrap_or(line.steps.len())].iter();
    let setups: Vec<&StoneChanges> = before
        .filter_map(|step| match step {
            TwinStep::Setup(stones) => Some(stones),
            TwinStep::Move(..) => None,
        })
        .collect();
    let is_handicap = || said(line) >= Some(2) && setups.iter().all(|stones| only_black(stones).is_some());
    if first.is_none() && !is_handicap() {
        return;
    }
    for stones in setups {
        line.setup.extend(stones);
    }
    line.setup.retain(|_, stone| stone.is_some());
    line.steps.retain({
        let mut number = 0;
        move |_| {
            number += 1;
            first.is_some_and(|first| number > first)
        }
    });
}

/// Black moves at the start may be the handicap.
fn take_moves(line: &mut TwinLine) -> bool {
    let Some(standing) = only_black(&line.setup) else {
        return false;
    };
    let opening = GameStart::of(line);
    let direct =
        standing == 0 && opening.then_white && !opening.white_in_turn && (2..=9).contains(&opening.stones.len());
    let is_told = said(line).is_some_and(|told| told >= 2 && told == standing + opening.stones.len());
    let ends = opening.then_white || opening.then_nothing && !opening.passes;
    let distinct: BTreeSet<&PointAt> = opening.stones.iter().chain(line.setup.keys()).collect();
    let are_distinct = distinct.len() == standing + opening.stones.len();
    if opening.stones.is_empty() || !are_distinct || !(direct || is_told && ends) {
        return false;
    }
    line.setup
        .extend(opening.stones.iter().map(|place| (*place, Some(Black))));
    line.steps.drain(..opening.steps);
    true
}

/// The black stones and white passes at the start of a line.
struct GameStart {
    steps: usize,
    stones: Vec<PointAt>,
    passes: bool,
    then_white: bool,
    /// Whether White moves twice in turn up to its second move on the board.
    white_in_turn: bool,
    then_nothing: bool,
}

impl GameStart {
    fn of(line: &TwinLine) -> Self {
        let mut stones = Vec::new();
        let mut steps = 0;
        for step in &line.steps {
            match step {
                TwinStep::Move(Black, Some(place)) => stones.push(*place),
                TwinStep::Move(White, None) => {}
                _ => break,
            }
            steps += 1;
        }
        Self {
            passes: steps > stones.len(),
            then_white: matches!(line.steps.get(steps), Some(TwinStep::Move(White, Some(_)))),
            white_in_turn: line.steps[..line.steps.len().min(steps + 2)]
                .windows(2)
                .any(|two| matches!(two, [TwinStep::Move(White, _), TwinStep::Move(White, _)])),
            then_nothing: steps == line.steps.len(),
            steps,
            stones,
        }
    }
}

/// A handicap of one stone is the first move.
fn give_back(line: &mut TwinLine) -> bool {
    let is_one = only_black(&line.setup) == Some(1) && matches!(said(line), Some(0 | 1));
    if !is_one || !matches!(line.steps.first(), Some(TwinStep::Move(White, _))) {
        return false;
    }
    let (place, _) = line.setup.pop_first().expect("a stone");
    line.steps.insert(0, TwinStep::Move(Black, Some(place)));
    true
}

/// Places the stones of which only HA tells.
fn place_missing(line: &mut TwinLine) {
    let white_begins = matches!(line.steps.first(), Some(TwinStep::Move(White, Some(_))));
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
        let placed: StoneChanges = places.into_iter().map(|place| (place, Some(Black))).collect();
        let hit = occupied(&placed, line);
        let may = if is_fox {
            hit.is_subset(&occupied(&StoneChanges::new(), line))
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

/// Returns whether the record is of Fox.
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
fn usual_places(lines: usize, stones: usize, sides_above: bool) -> Option<Vec<PointAt>> {
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
    Some(places)
}

/// Returns the numbers of the steps that play on a point with a stone.
fn occupied(setup: &StoneChanges, line: &TwinLine) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    replay(setup, line, |number| {
        found.insert(number);
    });
    found
}

/// Returns the board at the end of a line, and tells of each move on a point with a stone.
pub fn replay(setup: &StoneChanges, line: &TwinLine, mut is_occupied: impl FnMut(usize)) -> Board {
    let mut board = Board::new(line.lines);
    let at = |place: &PointAt| place.1 * line.lines + place.0;
    let place_all = |board: &mut Board, stones: &StoneChanges| {
        for (place, stone) in stones {
            board.set(at(place), *stone);
        }
    };
    place_all(&mut board, setup);
    for (number, step) in line.steps.iter().enumerate() {
        match step {
            TwinStep::Setup(stones) => place_all(&mut board, stones),
            TwinStep::Move(color, Some(place)) => {
                if board.get(at(place)).is_some() {
                    is_occupied(number);
                    board.set(at(place), None);
                }
                board.play(at(place), *color);
            }
            TwinStep::Move(_, None) => {}
        }
    }
    board
}

/// Returns the number of handicap stones.
fn count(line: &TwinLine) -> Option<u8> {
    let standing = only_black(&line.setup).filter(|stones| *stones > 0);
    let told = said(line).map(|told| if told == 1 { 0 } else { told });
    let none = || (line.setup.is_empty() && line.text("HA").is_empty()).then_some(0);
    standing
        .or(told)
        .or_else(none)
        .and_then(|stones| u8::try_from(stones).ok())
}
