//! Random patterns, cut out of games or invented.

use super::image::only_place;
use super::timeline::Timeline;
use bgo::internal::go::{Board, BoardSize, Color, Move, Point};
use bgo::internal::pattern::{Area, Condition, Pattern};
use bgo::internal::query::{Limits, PatternOptions};
use testkit::Rng;

pub struct Drawn {
    pub pattern: Pattern,
    pub size: BoardSize,
    pub options: PatternOptions,
    pub only: Option<Point>,
    /// What the pattern was cut out of, if it is asked about as an area of a board: the board, the
    /// points of the area that may have anything, and the area.
    pub cut: Option<(Board, Vec<Point>, Area)>,
}

const SIGNS: [char; 7] = ['.', 'X', 'O', 'x', 'o', '#', '*'];

pub fn draw(rng: &mut Rng, games: &[&Timeline]) -> Drawn {
    let mut drawn = loop {
        let game = *rng.pick(games);
        let drawn = if rng.one_in(4) {
            invented(rng, game.size)
        } else {
            cut_out(rng, game)
        };
        // What asks little is everywhere on large boards, and takes long.
        if demands(&drawn.pattern) >= 9 || game.size.lines() < 9 || rng.one_in(50) {
            break drawn;
        }
    };
    // Diagrams fit boards of several sizes.
    if drawn.cut.is_none() && rng.one_in(12) {
        drawn.size = rng.pick(games).size;
    }
    drawn.options = options(rng, drawn.pattern.steps() > 0);
    drawn.only = drawn.cut.as_ref().map_or_else(
        || only_place(&drawn.pattern, drawn.size),
        |(.., area)| Some(area.upper_left()),
    );
    drawn.options.in_place &= drawn.only.is_some();
    drawn
}

/// Draws a pattern of few points, each empty or with a stone.
pub fn draw_small(rng: &mut Rng, games: &[&Timeline]) -> Drawn {
    let size = rng.pick(games).size;
    let &(width, height) = rng.pick(&[(1, 1), (2, 1), (3, 1), (1, 4), (2, 2), (5, 1), (2, 3), (6, 1)]);
    let (width, height) = (size.lines().min(width), size.lines().min(height));
    let from = |rng: &mut Rng, length: u8| match rng.below(6) {
        0 => 0,
        1 => size.lines() - length,
        _ => 1.min(size.lines() - length),
    };
    let area = Area {
        left: from(rng, width),
        top: from(rng, height),
        width,
        height,
    };
    let mut signs: Vec<char> = area
        .points()
        .map(|_| *rng.pick(&['.', '.', '.', 'X', 'O', '#']))
        .collect();
    if signs.iter().all(|&sign| sign == '.') {
        signs[0] = 'X';
    }
    let points: Vec<Point> = area.points().collect();
    let sign = |point: Point| signs[points.iter().position(|&p| p == point).expect("a point")];
    let pattern = Pattern::in_area(area, size, |point| Condition::from_sign(sign(point)).expect("a sign"));
    Drawn {
        pattern: pattern.expect("a pattern"),
        size,
        options: PatternOptions {
            fixed_colors: rng.one_in(3),
            touching: rng.one_in(4),
            ..PatternOptions::default()
        },
        only: None,
        cut: None,
    }
}

fn demands(pattern: &Pattern) -> usize {
    let demand = |condition: &Condition| match condition {
        Condition::Anything => 0,
        Condition::Stone(_) => 3,
        Condition::AnyStone | Condition::Step(_) => 2,
        Condition::Empty | Condition::EmptyOr(_) => 1,
    };
    let stones = pattern.conditions().iter().filter(|condition| demand(condition) >= 2);
    if stones.count() == 0 {
        return 0;
    }
    pattern.conditions().iter().map(demand).sum()
}

/// Draws an area of a board: in the middle, at a side, in a corner, over the whole width
/// or height, or the whole board.
fn area(rng: &mut Rng, size: BoardSize, most: usize) -> Area {
    let lines = usize::from(size.lines());
    let mut length = |least: usize| {
        let most = most.min(lines);
        least.min(most) + rng.below(most - least.min(most) + 1)
    };
    let (mut width, mut height) = (length(1), length(1));
    if width * height < 4 {
        (width, height) = (length(3), length(2));
    }
    match rng.below(24) {
        0 => (width, height) = (lines, lines),
        1 => width = lines,
        2 => height = lines,
        _ => {}
    }
    // Corners are searched in a way of their own.
    let is_corner = rng.one_in(4);
    if is_corner {
        (width, height) = (width.min(lines.div_ceil(2)), height.min(lines.div_ceil(2)));
    }
    let mut from = |length: usize| match rng.below(if is_corner { 2 } else { 4 }) {
        0 => 0,
        1 => lines - length,
        _ => rng.below(lines - length + 1),
    };
    Area {
        left: from(width) as u8,
        top: from(height) as u8,
        width: width as u8,
        height: height as u8,
    }
}

fn cut_out(rng: &mut Rng, game: &Timeline) -> Drawn {
    let most = *rng.pick(&[3, 4, 5, 7, 9, 13]);
    let area = area(rng, game.size, most);
    let last = game.moves.len();
    let ply = match rng.below(3) {
        0 => rng.below(last.min(30) + 1),
        1 => rng.below(last.min(120) + 1),
        _ => rng.below(last + 1),
    };
    let points: Vec<Point> = area.points().collect();
    let stone = |point: &Point| game.stone(ply, *point);
    let mut conditions: Vec<Condition> = points
        .iter()
        .map(|point| stone(point).map_or(Condition::Empty, Condition::Stone))
        .collect();
    let anything = *rng.pick(&[0, 0, 10, 30, 60, 85]);
    let loosened = *rng.pick(&[0, 0, 10, 30]);
    for condition in &mut conditions {
        if rng.below(100) < anything {
            *condition = Condition::Anything;
        } else if rng.below(100) < loosened {
            *condition = match *condition {
                Condition::Stone(color) if rng.one_in(2) => Condition::EmptyOr(color),
                Condition::Stone(_) => Condition::AnyStone,
                _ => Condition::EmptyOr(*rng.pick(&[Color::Black, Color::White])),
            };
        }
    }
    let mut is_as_it_was = loosened == 0;
    if rng.one_in(3) {
        let is_inside = |mv: &&Move| mv.point.is_some_and(|point| points.contains(&point));
        let inside: Vec<Move> = game.moves[ply..].iter().filter(is_inside).copied().collect();
        // Perhaps some moves on wildcards come first.
        let skipped = if rng.one_in(4) { rng.below(3) } else { 0 };
        for (number, mv) in inside.iter().skip(skipped).take(1 + rng.below(6)).enumerate() {
            let at = points.iter().position(|&point| Some(point) == mv.point);
            let condition = &mut conditions[at.expect("a point of the area")];
            if stone(&mv.point.expect("a point")).is_some() || matches!(condition, Condition::Step(_)) {
                break;
            }
            *condition = Condition::Step(number as u8);
            is_as_it_was = false;
        }
    }
    let condition = |point: Point| conditions[points.iter().position(|&p| p == point).expect("a point")];
    let pattern = Pattern::in_area(area, game.size, condition).expect("a pattern");
    let cut = (is_as_it_was && rng.one_in(2)).then(|| {
        let wildcards = points.iter().copied().filter(|&p| condition(p) == Condition::Anything);
        let mut board = Board::new(game.size);
        for point in game.size.points() {
            board.set(point, stone(&point));
        }
        (board, wildcards.collect(), area)
    });
    Drawn {
        pattern: if cut.is_some() {
            pattern
        } else {
            written(rng, pattern, game.size)
        },
        size: game.size,
        options: PatternOptions::default(),
        only: None,
        cut,
    }
}

fn invented(rng: &mut Rng, size: BoardSize) -> Drawn {
    let area = area(rng, size, 6);
    let anything = *rng.pick(&[30, 60, 80, 90]);
    let mut conditions: Vec<Condition> = area
        .points()
        .map(|_| {
            let sign = if rng.below(100) < anything {
                '*'
            } else {
                *rng.pick(&SIGNS)
            };
            Condition::from_sign(sign).expect("a sign")
        })
        .collect();
    let steps = if rng.one_in(3) { 1 + rng.below(3) } else { 0 };
    let mut free: Vec<usize> = (0..conditions.len()).collect();
    for step in 0..steps.min(free.len()) {
        let at = free.swap_remove(rng.below(free.len()));
        conditions[at] = Condition::Step(step as u8);
    }
    let asks = |condition: &Condition| {
        matches!(
            condition,
            Condition::Stone(_) | Condition::AnyStone | Condition::Step(_)
        )
    };
    if !conditions.iter().any(asks) {
        let at = rng.below(conditions.len());
        conditions[at] = Condition::Stone(Color::Black);
    }
    let points: Vec<Point> = area.points().collect();
    let condition = |point: Point| conditions[points.iter().position(|&p| p == point).expect("a point")];
    let pattern = Pattern::in_area(area, size, condition).expect("a pattern");
    Drawn {
        pattern: written(rng, pattern, size),
        size,
        options: PatternOptions::default(),
        only: None,
        cut: None,
    }
}

fn written(rng: &mut Rng, pattern: Pattern, size: BoardSize) -> Pattern {
    let text = if rng.one_in(2) {
        format!("{pattern:#}")
    } else {
        pattern.to_string()
    };
    let Ok(read) = Pattern::parse(&text) else {
        return pattern;
    };
    assert_eq!(read, pattern, "{text}");
    let is_whole = pattern.width() == size.lines() && pattern.height() == size.lines();
    if is_whole && rng.one_in(2) {
        let bare = text.replace(['|', '+', '-'], "");
        return Pattern::parse(bare.trim_matches(['/', '\n', ' '])).expect("a diagram");
    }
    read
}

fn options(rng: &mut Rng, has_steps: bool) -> PatternOptions {
    let mut limits = Limits::default();
    if rng.one_in(4) {
        limits.next = Some(*rng.pick(&[Color::Black, Color::White]));
    }
    if rng.one_in(6) {
        let first = rng.below(150);
        limits.at = (first as u16, (first + rng.below(200)) as u16);
    }
    if rng.one_in(6) {
        limits.stood = 1 + rng.below(25) as u16;
    }
    limits.direct = rng.one_in(6);
    limits.strict = has_steps && rng.one_in(3);
    PatternOptions {
        fixed_colors: rng.one_in(3),
        in_place: rng.one_in(6),
        touching: rng.one_in(4),
        limits,
    }
}
