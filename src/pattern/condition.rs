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

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn which_stones_a_condition_permits() {
        let permitted = |sign: char| {
            let condition = Condition::from_sign(sign).expect("a sign");
            [None, Some(Black), Some(White)].map(|stone| condition.permits(stone))
        };
        assert_eq!(permitted('*'), [true, true, true]);
        assert_eq!(permitted('?'), [true, true, true]);
        assert_eq!(permitted('.'), [true, false, false]);
        assert_eq!(permitted('X'), [false, true, false]);
        assert_eq!(permitted('O'), [false, false, true]);
        assert_eq!(permitted('x'), [true, true, false]);
        assert_eq!(permitted('o'), [true, false, true]);
        assert_eq!(permitted('#'), [false, true, true]);
        assert_eq!(permitted('1'), [true, false, false]);
        assert_eq!(permitted('z'), [true, false, false]);
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
}
