//! The moves of an analysis as they are stored: a JSON array with an array of four for each
//! move: its place, which is the index of its point or 361 for a pass, Black's win rate,
//! Black's lead in points, and the visits. Unknown numbers are null.

use super::bytes::Malformed;
use crate::evaluation::Evaluation;
use crate::go::{BoardSize, Point, mix};
use std::ops::RangeInclusive;

const PASS: u16 = 361;

pub fn write_moves(moves: &[(Option<Point>, Evaluation)], size: BoardSize) -> String {
    let stored = moves.iter().map(|(point, evaluation)| {
        let place = point.map_or(PASS, |point| point.index(size) as u16);
        (place, evaluation.win_rate, evaluation.score_lead, evaluation.visits)
    });
    // Numbers that are finite always serialise.
    serde_json::to_string(&stored.collect::<Vec<_>>()).unwrap_or_else(|_| "[]".to_owned())
}

pub fn read_moves(text: &str, size: BoardSize) -> Result<Vec<(Option<Point>, Evaluation)>, Malformed> {
    let stored: Vec<(u16, f64, Option<f64>, Option<u64>)> = serde_json::from_str(text).map_err(|_| Malformed)?;
    let mut moves = Vec::with_capacity(stored.len());
    for (place, win_rate, score_lead, visits) in stored {
        let point = match place {
            PASS => None,
            index => Some(Point::from_index(usize::from(index), size).ok_or(Malformed)?),
        };
        let evaluation = Evaluation {
            win_rate,
            score_lead,
            visits,
        };
        moves.push((point, evaluation));
    }
    Ok(moves)
}

/// The number of prefixes. With a million analyses, each prefix has some 250.
const PREFIXES: usize = 1 << PREFIX_BITS;
const PREFIX_BITS: u32 = 12;
const OTHER_BITS: u32 = u64::BITS - PREFIX_BITS;

/// Returns the prefix of a position, whose key is given as the database stores it.
pub const fn prefix_of(position: i64) -> u16 {
    (position.cast_unsigned() >> OTHER_BITS) as u16
}

/// Returns the positions with a prefix below 4,096, as the database stores them.
pub const fn positions_of(prefix: u16) -> RangeInclusive<i64> {
    let first = ((prefix as u64) << OTHER_BITS).cast_signed();
    first..=first | ((1 << OTHER_BITS) - 1)
}

/// For each prefix, the sum of the mixed checksums of the entries of the index of analyses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisSums(Vec<u64>);

impl Default for AnalysisSums {
    fn default() -> Self {
        Self(vec![0; PREFIXES])
    }
}

impl AnalysisSums {
    pub fn add(&mut self, position: i64, checksum: u32) {
        let sum = &mut self.0[usize::from(prefix_of(position))];
        *sum = sum.wrapping_add(mix(checksum.into()));
    }

    pub fn take_out(&mut self, position: i64, checksum: u32) {
        let sum = &mut self.0[usize::from(prefix_of(position))];
        *sum = sum.wrapping_sub(mix(checksum.into()));
    }

    /// Adds changes, which are sums of what was added and taken out.
    pub fn change(&mut self, changes: &Self) {
        for (sum, change) in self.0.iter_mut().zip(&changes.0) {
            *sum = sum.wrapping_add(*change);
        }
    }

    pub fn agree(&self, other: &Self, prefix: u16) -> bool {
        let prefix = usize::from(prefix);
        self.0.get(prefix) == other.0.get(prefix)
    }

    /// Returns the prefixes whose sums differ, in ascending order.
    pub fn differing(&self, other: &Self) -> impl Iterator<Item = u16> {
        (0..PREFIXES as u16).filter(|prefix| !self.agree(other, *prefix))
    }

    pub fn write(&self) -> Vec<u8> {
        self.0.iter().flat_map(|sum| sum.to_le_bytes()).collect()
    }

    /// Reads the format of [`AnalysisSums::write`], or no bytes, which stand for zeros.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let (sums, []) = bytes.as_chunks() else {
            return Err(Malformed);
        };
        match sums.len() {
            0 => Ok(Self::default()),
            PREFIXES => Ok(Self(sums.iter().map(|sum| u64::from_le_bytes(*sum)).collect())),
            _ => Err(Malformed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    #[test]
    fn moves_are_read_as_they_were_written() {
        let size = BoardSize::new(9).expect("a size");
        let of = |lead, visits| Evaluation::of(Color::Black, 0.5, lead, visits).expect("an evaluation");
        let moves = [
            (Some(Point::new(8, 8)), of(Some(-1.5), Some(12))),
            (None, of(None, None)),
        ];
        let text = write_moves(&moves, size);
        assert_eq!(text, "[[80,0.5,-1.5,12],[361,0.5,null,null]]");
        assert_eq!(read_moves(&text, size).expect("is read"), moves);
    }

    #[test]
    fn anything_else_is_malformed() {
        let size = BoardSize::new(9).expect("a size");
        for text in [
            "",
            "[",
            "[[81,0.5,null,null]]",
            "[[0,0.5]]",
            "{}",
            "[[0,\"a\",null,null]]",
        ] {
            assert!(read_moves(text, size).is_err(), "{text}");
        }
    }

    #[test]
    fn a_prefix_is_the_first_bits_of_the_key() {
        for (key, prefix) in [(0, 0), (0x8015_ffff_0000_1234, 0x801), (u64::MAX, 0xfff)] {
            assert_eq!(prefix_of(key.cast_signed()), prefix);
            assert!(positions_of(prefix).contains(&key.cast_signed()));
        }
        let mut next = i64::MIN;
        for prefix in (0x800..=0xfff).chain(0..=0x7ff) {
            assert_eq!(*positions_of(prefix).start(), next);
            next = positions_of(prefix).end().wrapping_add(1);
        }
        assert_eq!(next, i64::MIN);
    }

    #[test]
    fn sums_are_read_as_they_were_written_and_do_not_depend_on_the_order() {
        let mut sums = AnalysisSums::default();
        for (position, checksum) in [(1, 1), (2, 0), (-1, 2)] {
            sums.add(position, checksum);
        }
        let mut changes = AnalysisSums::default();
        changes.take_out(2, 0);
        changes.add(-1, 3);
        changes.take_out(1, 1);
        let mut changed = AnalysisSums::read(&sums.write()).expect("is read");
        assert_eq!(changed, sums);
        changed.change(&changes);
        assert_eq!(sums.differing(&changed).collect::<Vec<_>>(), [0, 0xfff]);
        let mut again = AnalysisSums::default();
        again.add(-1, 3);
        again.add(-1, 2);
        assert_eq!(again, changed);
    }

    #[test]
    fn no_bytes_are_zeros_and_any_other_length_is_malformed() {
        assert_eq!(AnalysisSums::read(&[]).expect("is read"), AnalysisSums::default());
        for length in [1, 8, 8 * PREFIXES - 1, 8 * PREFIXES + 8] {
            assert!(AnalysisSums::read(&vec![0; length]).is_err(), "{length}");
        }
    }
}
