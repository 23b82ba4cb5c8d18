use super::Condition;
use super::condition::STEPS;
use thiserror::Error;

/// A fault in the steps of a sequence.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SequenceFault {
    /// Two points have the same step.
    #[error("\"{0}\" is there already: every step of a sequence has one point")]
    Repeated(char),
    /// A step is missing before this one.
    #[error("\"{sign}\" has no \"{missing}\" before it: a sequence begins with 1 and leaves out no step")]
    Missing {
        /// The first step after the gap.
        sign: char,
        /// The missing step.
        missing: char,
    },
    /// A step has no sign.
    #[error("a sequence has at most {} steps", STEPS.len())]
    TooLong,
}

/// Returns the length of the sequence in `conditions`, or what is wrong with it and the
/// index of the condition that shows it.
pub(super) fn length(conditions: &[Condition]) -> Result<usize, (usize, SequenceFault)> {
    let mut found = [None; STEPS.len()];
    for (index, condition) in conditions.iter().enumerate() {
        let Condition::Step(number) = *condition else { continue };
        let number = usize::from(number);
        let Some(place) = found.get_mut(number) else {
            return Err((index, SequenceFault::TooLong));
        };
        if place.replace(index).is_some() {
            return Err((index, SequenceFault::Repeated(STEPS[number])));
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
            Err((index, SequenceFault::Missing { sign, missing }))
        }
        None => Ok(length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Condition::{Empty, Step};

    #[test]
    fn steps_follow_each_other_from_the_first() {
        assert_eq!(length(&[Empty, Empty]), Ok(0));
        assert_eq!(length(&[Step(1), Empty, Step(2), Step(0)]), Ok(3));
        let all: Vec<Condition> = (0..33).rev().map(Step).collect();
        assert_eq!(length(&all), Ok(33));
    }

    #[test]
    fn gaps_repetitions_and_steps_without_a_sign_are_found() {
        let missing = |sign, missing| SequenceFault::Missing { sign, missing };
        assert_eq!(length(&[Step(1)]), Err((0, missing('2', '1'))));
        assert_eq!(length(&[Step(9), Step(4), Empty, Step(0)]), Err((1, missing('5', '2'))));
        assert_eq!(length(&[Step(0), Step(0)]), Err((1, SequenceFault::Repeated('1'))));
        assert_eq!(length(&[Step(0), Step(33)]), Err((1, SequenceFault::TooLong)));
    }
}
