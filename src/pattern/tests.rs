//! Patterns for tests, and the tests of the parent module.

use super::condition::STEPS;
use super::*;
use crate::go::Color;
use proptest::prelude::*;

pub fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

pub fn pattern(text: &str) -> Pattern {
    Pattern::parse(text).expect(text)
}

/// Returns patterns of every kind with at most `lines` rows and columns: with stones or
/// a sequence, wildcards, and any edges. Half of them are symmetric in some way, as
/// random ones hardly ever are.
pub(crate) fn any_pattern(lines: u8) -> impl Strategy<Value = Pattern> {
    let condition = prop_oneof![
        4 => Just(Condition::Empty),
        2 => Just(Condition::Anything),
        1 => Just(Condition::AnyStone),
        2 => any::<bool>().prop_map(|black| Condition::Stone(color(black))),
        1 => any::<bool>().prop_map(|black| Condition::EmptyOr(color(black))),
    ];
    let conditions = (1..=lines, 1..=lines).prop_flat_map(move |(width, height)| {
        let area = usize::from(width) * usize::from(height);
        let conditions = prop::collection::vec(condition.clone(), area);
        (Just(width), Just(height), conditions)
    });
    let steps = prop_oneof![Just(0), 0..=STEPS.len()];
    let edges = prop_oneof![2 => Just([false; 4]), 3 => any::<[bool; 4]>()];
    (conditions, 0..4_u8, steps, any::<prop::sample::Index>(), edges).prop_map(
        |((width, height, mut conditions), symmetry, steps, first, [top, right, bottom, left])| {
            make_symmetric(&mut conditions, usize::from(width), symmetry);
            let first = first.index(conditions.len());
            for number in 0..steps.min(conditions.len()) {
                let index = (first + number) % conditions.len();
                conditions[index] = Condition::Step(number as u8);
            }
            let is_asked = |c: &Condition| matches!(c, Condition::Stone(_) | Condition::AnyStone | Condition::Step(_));
            if !conditions.iter().any(is_asked) {
                conditions[first] = Condition::AnyStone;
            }
            Pattern {
                width,
                height,
                conditions,
                edges: Edges {
                    top,
                    right,
                    bottom,
                    left,
                },
            }
        },
    )
}

fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// Copies one half of the points to the other: turned by 180 degrees (1), that with
/// the colours exchanged (2), or left to right (3).
fn make_symmetric(conditions: &mut [Condition], width: usize, symmetry: u8) {
    let last = conditions.len() - 1;
    for index in 0..conditions.len() {
        let (from, swapped) = match symmetry {
            1 | 2 => (last - index, symmetry == 2),
            3 => (index - index % width + (width - 1 - index % width), false),
            _ => return,
        };
        if from < index {
            conditions[index] = if swapped {
                conditions[from].swapped()
            } else {
                conditions[from]
            };
        }
    }
}

fn point(text: &str) -> Point {
    Point::from_sgf(text).expect("a point")
}

#[test]
fn an_area_of_a_board_is_a_pattern_with_the_edges_that_it_touches() {
    let corner = Area::corner(3, 2, size(9)).expect("an area");
    let stones = |p: Point| match p.to_string().as_str() {
        "hb" => Condition::Stone(Color::Black),
        "ga" => Condition::Anything,
        _ => Condition::Empty,
    };
    let read = Pattern::in_area(corner, size(9), stones).expect("a pattern");
    assert_eq!(read.to_string(), "---+/*..|/.X.|");
    assert_eq!(read.anchor(size(9)), "corner");
    assert_eq!(read.only_place(size(9)), Some(point("ga")));

    let board = Area::between(point("aa"), point("cc"));
    let whole = Pattern::in_area(board, size(3), |_| Condition::Empty).expect("a pattern");
    assert_eq!(whole.to_string(), "+---+/|...|/|...|/|...|/+---+");
    assert_eq!(whole.anchor(size(3)), "board");
}

#[test]
fn an_area_off_the_board_or_with_a_broken_sequence_is_no_pattern() {
    let area = Area::between(point("ii"), point("jj"));
    let empty = |_| Condition::Empty;
    let off_board = Pattern::in_area(area, size(9), empty).expect_err("is off the board");
    assert_eq!(off_board.to_string(), "the area does not lie on the 9x9 board");
    let none = Area { width: 0, ..area };
    assert!(Pattern::in_area(none, size(19), empty).is_err());
    let second = |_| Condition::Step(1);
    let one = Area::between(point("aa"), point("aa"));
    let error = Pattern::in_area(one, size(9), second).expect_err("a step is missing");
    assert!(error.to_string().contains("\"2\" has no \"1\" before it"), "{error}");
}

#[test]
fn points_outside_a_pattern_have_no_condition() {
    let read = pattern("X.1/O#2");
    assert_eq!((read.width(), read.height(), read.steps()), (3, 2, 2));
    assert_eq!(read.at(0, 1), Some(Condition::Stone(Color::White)));
    assert_eq!(read.at(2, 1), Some(Condition::Step(1)));
    for (x, y) in [(3, 0), (0, 2), (255, 255)] {
        assert_eq!(read.at(x, y), None);
    }
}

#[test]
fn a_pattern_as_wide_or_high_as_the_board_touches_its_edges() {
    let wide = pattern("........./....X....");
    assert_eq!(wide.anchor(size(19)), "middle");
    assert_eq!(wide.anchor(size(9)), "fixed");
    let edges = wide.edges_on(size(9));
    assert!(edges.left && edges.right && !edges.top && !edges.bottom);
    assert_eq!(wide.edges(), Edges::default());
    assert_eq!(pattern("X./..").anchor(size(2)), "board");
    assert_eq!(pattern("---/X..").anchor(size(3)), "fixed");
}

#[test]
fn turning_moves_points_and_edges() {
    let corner = pattern("+---/|X.1/|.O.");
    for (transform, expected) in Transform::ALL.into_iter().zip([
        "+---/|X.1/|.O.",
        "---+/1.X|/.O.|",
        "|.O./|X.1/+---",
        "|1./|.O/|X./+--",
        ".O.|/1.X|/---+",
        "--+/.X|/O.|/.1|",
        "+--/|X./|.O/|1.",
        ".1|/O.|/.X|/--+",
    ]) {
        assert_eq!(corner.turned(transform).to_string(), expected);
    }
    assert_eq!(corner.swapped().to_string(), "+---/|O.1/|.X.");
}

#[test]
fn a_pattern_that_cannot_slide_has_one_place() {
    for (text, lines, place) in [
        ("+--/|X./|..", 19, Some("aa")),
        ("X.|/..|/--+", 19, Some("rr")),
        ("--/X./..", 19, None),
        ("X./..", 2, Some("aa")),
        ("---/X../...", 3, Some("aa")),
        // From edge to edge, but up and down it slides, except on the smallest board.
        ("|X...|", 4, None),
        ("|X..|", 3, Some("ab")),
        ("X..", 19, None),
        ("X..", 5, None),
        ("X../.../...", 5, Some("bb")),
        ("X../.../...", 4, None),
        ("X../.../...", 2, None),
    ] {
        let found = pattern(text).only_place(size(lines)).map(|point| point.to_string());
        assert_eq!(found.as_deref(), place, "{text}");
    }
}

proptest! {
    #[test]
    fn turning_there_and_back_changes_nothing(pattern in any_pattern(19), a in 0..8_usize, b in 0..8_usize) {
        let (a, b) = (Transform::ALL[a], Transform::ALL[b]);
        prop_assert_eq!(&pattern.turned(a).turned(a.inverse()), &pattern);
        prop_assert_eq!(pattern.turned(a).turned(b), pattern.turned(a.then(b)));
        prop_assert_eq!(&pattern.swapped().swapped(), &pattern);
        prop_assert_eq!(pattern.swapped().turned(a), pattern.turned(a).swapped());
        prop_assert_eq!(pattern.turned(a).edges_on(size(5)), pattern.edges_on(size(5)).transformed(a));
    }
}
