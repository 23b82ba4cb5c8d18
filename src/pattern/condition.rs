//! The conditions on the points of a pattern, and the sequence that some of them make.

use crate::go::Color;

/// The condition of a pattern on one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// Anything, `*`.
    Anything,
    /// No stone, `.`.
    Empty,
    /// A stone of this colour, `X` or `O`.
    Stone(Color),
    /// No stone, or one of this colour, `x` or `o`.
    EmptyOr(Color),
    /// A stone of either colour, `#`.
    AnyStone,
    /// No stone, until the step of the sequence with this number, 0 to 32, is played here.
    /// The colour that begins plays the steps with even numbers.
    Step(u8),
}

/// The signs of the steps in their order. `o` and `x` are conditions of their own.
pub(super) const STEPS: [char; 33] = [
    '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'y', 'z',
];

impl Condition {
    /// Returns the condition with the colours exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Stone(color) => Self::Stone(color.opponent()),
            Self::EmptyOr(color) => Self::EmptyOr(color.opponent()),
            same => same,
        }
    }

    /// Returns whether the point may hold `stone`; `None` stands for an empty point.
    /// A step permits only an empty point, as before the sequence begins.
    pub fn permits(self, stone: Option<Color>) -> bool {
        match self {
            Self::Anything => true,
            Self::Empty | Self::Step(_) => stone.is_none(),
            Self::Stone(color) => stone == Some(color),
            Self::EmptyOr(color) => stone.is_none_or(|stone| stone == color),
            Self::AnyStone => stone.is_some(),
        }
    }

    /// Returns the sign in diagrams, or `None` for a step that no sequence has.
    pub fn sign(self) -> Option<char> {
        Some(match self {
            Self::Anything => '*',
            Self::Empty => '.',
            Self::Stone(Color::Black) => 'X',
            Self::Stone(Color::White) => 'O',
            Self::EmptyOr(Color::Black) => 'x',
            Self::EmptyOr(Color::White) => 'o',
            Self::AnyStone => '#',
            Self::Step(number) => return STEPS.get(usize::from(number)).copied(),
        })
    }

    /// Returns the condition with this sign, or `None` if there is none.
    pub fn from_sign(sign: char) -> Option<Self> {
        Some(match sign {
            '*' | '?' => Self::Anything,
            '.' => Self::Empty,
            'X' => Self::Stone(Color::Black),
            'O' => Self::Stone(Color::White),
            'x' => Self::EmptyOr(Color::Black),
            'o' => Self::EmptyOr(Color::White),
            '#' => Self::AnyStone,
            step => {
                return (0..)
                    .zip(STEPS)
                    .find(|&(_, sign)| sign == step)
                    .map(|(n, _)| Self::Step(n));
            }
        })
    }
}

/// Returns the length of the sequence in `conditions`, or what is wrong with it and the
/// index of the condition that shows it.
pub(super) fn sequence_length(conditions: &[Condition]) -> Result<usize, (usize, String)> {
    let mut found = [None; STEPS.len()];
    for (index, condition) in conditions.iter().enumerate() {
        let Condition::Step(number) = *condition else { continue };
        let number = usize::from(number);
        let Some(place) = found.get_mut(number) else {
            return Err((index, format!("a sequence has at most {} steps", STEPS.len())));
        };
        if place.replace(index).is_some() {
            let sign = STEPS[number];
            return Err((
                index,
                format!("\"{sign}\" is there already: every step of a sequence has one point"),
            ));
        }
    }
    let length = found.iter().take_while(|place| place.is_some()).count();
    let after_gap = STEPS
        .into_iter()
        .zip(found)
        .skip(length)
        .find_map(|(sign, place)| Some((sign, place?)));
    match after_gap {
        Some((sign, index)) => {
            let missing = STEPS[length];
            let fault =
                format!("\"{sign}\" has no \"{missing}\" before it: a sequence begins with 1 and leaves out no step");
            Err((index, fault))
        }
        None => Ok(length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};
    use Condition::{Empty, Step};

    #[test]
    fn which_stones_a_condition_permits() {
        for (signs, expected) in [
            ("*?", [true, true, true]),
            (".1z", [true, false, false]),
            ("X", [false, true, false]),
            ("O", [false, false, true]),
            ("x", [true, true, false]),
            ("o", [true, false, true]),
            ("#", [false, true, true]),
        ] {
            for sign in signs.chars() {
                let condition = Condition::from_sign(sign).expect("a sign");
                let permitted = [None, Some(Black), Some(White)].map(|stone| condition.permits(stone));
                assert_eq!(permitted, expected, "{sign}");
            }
        }
    }

    #[test]
    fn exchanged_colours_permit_the_exchanged_stones() {
        for sign in "*.XOxo#1z".chars() {
            let condition = Condition::from_sign(sign).expect("a sign");
            for stone in [None, Some(Black), Some(White)] {
                let exchanged = stone.map(Color::opponent);
                assert_eq!(
                    condition.swapped().permits(exchanged),
                    condition.permits(stone),
                    "{sign}"
                );
            }
            assert_eq!(condition.swapped().swapped(), condition);
        }
    }

    #[test]
    fn every_sign_is_read_and_written() {
        let letters = ('a'..='z').filter(|c| !"ox".contains(*c));
        assert!(('1'..='9').chain(letters).eq(STEPS));
        for (number, sign) in (0..).zip(STEPS) {
            assert_eq!(Condition::from_sign(sign), Some(Condition::Step(number)));
        }
        for sign in "*.XOxo#".chars().chain(STEPS) {
            assert_eq!(Condition::from_sign(sign).and_then(Condition::sign), Some(sign));
        }
        for sign in "0ABZ,_@+-|/ é".chars() {
            assert_eq!(Condition::from_sign(sign), None, "{sign}");
        }
        assert_eq!(Condition::Step(33).sign(), None);
    }

    #[test]
    fn steps_follow_each_other_from_the_first() {
        assert_eq!(sequence_length(&[Empty, Empty]), Ok(0));
        assert_eq!(sequence_length(&[Step(1), Empty, Step(2), Step(0)]), Ok(3));
        let all: Vec<Condition> = (0..33).rev().map(Step).collect();
        assert_eq!(sequence_length(&all), Ok(33));
    }

    #[test]
    fn gaps_repetitions_and_steps_without_a_sign_are_found() {
        for (conditions, index, fault) in [
            (&[Step(1)][..], 0, "\"2\" has no \"1\" before it"),
            (&[Step(9), Step(4), Empty, Step(0)], 1, "\"5\" has no \"2\" before it"),
            (&[Step(0), Step(0)], 1, "\"1\" is there already"),
            (&[Step(0), Step(33)], 1, "a sequence has at most 33 steps"),
        ] {
            let (at, said) = sequence_length(conditions).expect_err(fault);
            assert!(at == index && said.starts_with(fault), "{at}: {said}");
        }
    }
}
