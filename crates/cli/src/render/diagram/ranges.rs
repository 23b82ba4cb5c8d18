use std::num::NonZero;
use thiserror::Error;

/// The number of moves of a diagram, if nothing else is asked for.
const PER_DIAGRAM: u16 = 50;

/// The most diagrams of a game.
const MAX_DIAGRAMS: usize = 500;

/// The moves of a diagram: from the first to the last, counted from 1; 0 to 0 before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveRange {
    pub first: u16,
    pub last: u16,
}

/// The reason why moves cannot be shown.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum RangeError {
    #[error(
        "\"{0}\" is not a range of moves: write 1-50, 51- to the end, or 60 for one move, with commas between ranges"
    )]
    Unreadable(String),
    #[error("the range {0} ends before it begins")]
    Backwards(String),
    #[error("there is no move {0}: the last one is {1}")]
    Beyond(u16, u16),
    #[error("there would be {0} diagrams; the maximum is {MAX_DIAGRAMS}")]
    TooMany(usize),
}

/// Reads the moves of diagrams, such as `1-50,51-100`, and cuts each range into diagrams of `per` moves.
/// Without a text, all `moves` of the game are shown.
pub(crate) fn ranges(text: Option<&str>, per: Option<NonZero<u16>>, moves: u16) -> Result<Vec<MoveRange>, RangeError> {
    let (wanted, usual) = match text {
        Some(text) => (
            text.split(',')
                .map(|text| range(text, moves))
                .collect::<Result<Vec<_>, _>>()?,
            moves.max(1),
        ),
        None => (vec![whole(moves)], PER_DIAGRAM),
    };
    let per = per.map_or(usual, NonZero::get);
    let diagrams = wanted
        .iter()
        .map(|range| usize::from(range.last - range.first) / usize::from(per) + 1)
        .sum();
    if diagrams > MAX_DIAGRAMS {
        return Err(RangeError::TooMany(diagrams));
    }
    let parts = wanted.iter().flat_map(|&MoveRange { first, last }| {
        (first..=last).step_by(per.into()).map(move |first| MoveRange {
            first,
            last: last.min(first.saturating_add(per - 1)),
        })
    });
    Ok(parts.collect())
}

fn whole(moves: u16) -> MoveRange {
    MoveRange {
        first: moves.min(1),
        last: moves,
    }
}

fn range(text: &str, moves: u16) -> Result<MoveRange, RangeError> {
    let text = text.trim();
    let unreadable = || RangeError::Unreadable(text.to_owned());
    let number = |text: &str| text.trim().parse().map_err(|_| unreadable());
    let (first, last) = match text.split_once("..").or_else(|| text.split_once('-')) {
        None => (number(text)?, number(text)?),
        Some((first, "")) => (number(first)?, moves),
        Some((first, last)) => (number(first)?, number(last)?),
    };
    match first.max(last) {
        beyond if beyond > moves => Err(RangeError::Beyond(beyond, moves)),
        _ if first > last => Err(RangeError::Backwards(text.to_owned())),
        // Only the position before the first move has no move.
        _ => Ok(MoveRange {
            first: first.max(last.min(1)),
            last,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, per: u16, moves: u16) -> String {
        let text = (!text.is_empty()).then_some(text);
        match ranges(text, NonZero::new(per), moves) {
            Ok(ranges) => {
                let ranges = ranges.iter().map(|range| format!("{}-{}", range.first, range.last));
                ranges.collect::<Vec<_>>().join(" ")
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_game_is_cut_into_diagrams() {
        for (text, per, moves, expected) in [
            ("", 0, 120, "1-50 51-100 101-120"),
            ("", 100, 120, "1-100 101-120"),
            ("", 0, 0, "0-0"),
            ("1-50, 51..100", 0, 120, "1-50 51-100"),
            ("51-", 0, 120, "51-120"),
            ("60", 0, 120, "60-60"),
            ("0", 0, 120, "0-0"),
            ("0-9", 0, 120, "1-9"),
            ("11-40", 20, 120, "11-30 31-40"),
            ("1-", 0, 65535, "1-65535"),
        ] {
            assert_eq!(read(text, per, moves), expected, "{text} {per}");
        }
    }

    #[test]
    fn a_wrong_range_is_told_with_what_would_be_right() {
        for (text, per, expected) in [
            ("x", 0, "\"x\" is not a range of moves: write 1-50"),
            ("-50", 0, "\"-50\" is not a range"),
            ("1-2-3", 0, "\"1-2-3\" is not a range"),
            ("1-50,", 0, "\"\" is not a range"),
            ("70000", 0, "\"70000\" is not a range"),
            ("50-40", 0, "the range 50-40 ends before it begins"),
            ("1-121", 0, "there is no move 121: the last one is 120"),
            ("121-", 0, "there is no move 121: the last one is 120"),
        ] {
            let said = read(text, per, 120);
            assert!(said.starts_with(expected), "{text}: {said}");
        }
        assert_eq!(read("", 1, 501), "there would be 501 diagrams; the maximum is 500");
    }
}
