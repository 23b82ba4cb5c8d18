//! Patterns for tests.

use super::condition::STEPS;
use super::{Condition, Edges, Pattern};
use crate::go::{BoardSize, Color};
use proptest::prelude::*;

/// Returns a board size, which must be valid.
pub fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Reads a diagram, which must be valid.
pub fn pattern(text: &str) -> Pattern {
    Pattern::parse(text).expect(text)
}

/// Returns patterns of every kind with at most `lines` rows and columns: with stones or
/// a sequence, wildcards, and any edges. Half of them are symmetric in some way, as
/// random ones hardly ever are.
pub fn any_pattern(lines: u8) -> impl Strategy<Value = Pattern> {
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
