//! The first two tests of a probe: which games may have an occurrence.

use super::Probe;
use super::bytes::Bytes;
use crate::go::Color;
use crate::query::pattern::batch::{Batch, LANES, LISTED, Lanes, NEVER};
use std::hint::black_box;

/// Memory in which candidates are collected, for one batch.
#[derive(Default)]
pub struct Candidates {
    /// The games that are left, each with the moment of its last stone.
    games: Vec<(u16, u8)>,
    lanes: Vec<u16>,
    /// The moments point by point, if they were needed.
    columns: Option<Columns>,
    /// The cycles that the moments point by point would have saved so far.
    lost: usize,
    /// The number of candidates so far.
    candidates: usize,
    is_fetched: bool,
}

/// The number of candidates in a batch from which on all of it is read at once.
const MANY_CANDIDATES: usize = 128;

/// The cost of the two ways to narrow candidates, roughly, in cycles of a processor: for a
/// game, and for each piece of its area.
const COST_OF_GAME: usize = 12;
const COST_OF_PIECE: usize = 6;
/// For a point of all games.
const COST_OF_COLUMN: usize = 96;
/// For laying out a batch by points. This is done once that much has been lost without it.
const COST_OF_COLUMNS: usize = 180_000;

/// The moments of a batch, point by point.
struct Columns(Vec<[[u8; 64]; LANES / 64]>);

impl Columns {
    fn of(batch: &Batch) -> Self {
        let area = batch.size().area();
        let mut columns = vec![[[NEVER; 64]; LANES / 64]; area];
        for lane in 0..batch.games().len() {
            for (column, &moment) in columns.iter_mut().zip(batch.moments(lane, 0)) {
                column[lane / 64][lane % 64] = moment;
            }
        }
        Self(columns)
    }

    /// Returns the moments of a point in 64 games.
    #[inline]
    fn games(&self, point: usize, word: usize) -> &[u8; 64] {
        &self.0[point][word]
    }
}

/// Returns the moment of a stone, or 0 if the point has a list.
#[inline(always)]
fn unless_listed(moment: u8) -> u8 {
    moment & u8::from(moment < LISTED).wrapping_neg()
}

/// Returns a bit for each byte, which is 0 or 1.
#[inline(always)]
fn bits(bytes: &[u8; 64]) -> u64 {
    let mut bits = 0;
    for (number, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // The product moves the lowest bit of each byte to the highest byte.
        let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= gathered << (8 * number);
    }
    bits
}

impl Probe {
    /// Returns the games among `lanes` in which all stones ever stood on their points,
    /// if the area lies at `at`, the index of its upper left point.
    fn candidates(&self, batch: &Batch, mut lanes: Lanes, at: usize) -> Lanes {
        for &(offset, color) in &self.stones {
            let Some(color) = color else {
                narrow_to_taken(&mut lanes, batch, at + offset);
                continue;
            };
            for (lanes, stood) in lanes.iter_mut().zip(batch.stood(color, at + offset)) {
                *lanes &= stood;
            }
        }
        for &offset in &self.steps {
            narrow_to_taken(&mut lanes, batch, at + offset);
        }
        lanes
    }

    /// Returns the games among `lanes` that may have an occurrence at `at`: in which all
    /// stones ever stood, and no point that must be empty was taken for good before the
    /// last of them.
    pub fn may_stand<'a>(&self, batch: &Batch, lanes: Lanes, at: usize, scratch: &'a mut Candidates) -> &'a [u16] {
        let candidates = self.candidates(batch, lanes, at);
        scratch.games.clear();
        let count: u32 = candidates.iter().map(|word| word.count_ones()).sum();
        scratch.candidates += count as usize;
        if scratch.candidates > MANY_CANDIDATES && !scratch.is_fetched {
            scratch.is_fetched = true;
            batch.fetch();
        }
        let one_by_one = count as usize * (COST_OF_GAME + COST_OF_PIECE * self.empties.len());
        let by_columns = COST_OF_COLUMN * (self.stones.len() + self.empty_points.len());
        scratch.lost += one_by_one.saturating_sub(by_columns);
        if one_by_one > by_columns && scratch.lost > COST_OF_COLUMNS {
            let columns = scratch.columns.get_or_insert_with(|| Columns::of(batch));
            let left = self.narrow_by_columns(columns, &candidates, at);
            each_lane(&left, |lane| scratch.games.push((lane as u16, 0)));
        } else {
            each_lane(&candidates, |lane| scratch.games.push((lane as u16, 0)));
            self.narrow_one_by_one(batch, at, &mut scratch.games);
        }
        scratch.lanes.clear();
        scratch.lanes.extend(scratch.games.iter().map(|&(lane, _)| lane));
        &scratch.lanes
    }

    /// Removes the games that cannot have an occurrence, one after another: for few of them.
    ///
    /// The time is spent in waiting for memory. So each loop does little for a game and has
    /// no branch that depends on it, and the processor reads for many games at once.
    fn narrow_one_by_one(&self, batch: &Batch, at: usize, games: &mut Vec<(u16, u8)>) {
        let mut fetched = 0;
        for (lane, last) in &mut *games {
            let moments = batch.moments((*lane).into(), at);
            for &(offset, _) in &self.stones {
                *last = (*last).max(unless_listed(moments[offset]));
            }
            for &offset in &self.lines {
                fetched |= moments[offset];
            }
        }
        black_box(fetched);
        let mut count = 0;
        for number in 0..games.len() {
            let (lane, last) = games[number];
            let moments = batch.moments(lane.into(), at);
            let mut taken = Bytes::NONE;
            for &(offset, empty) in &self.empties {
                taken = taken.or(Bytes::at(moments, offset).below(last).and(empty));
            }
            games[count] = (lane, last);
            count += usize::from(taken.is_empty());
        }
        games.truncate(count);
    }

    /// Returns the games that may have an occurrence, found point by point for 64 games at a
    /// time: for many of them.
    fn narrow_by_columns(&self, columns: &Columns, candidates: &Lanes, at: usize) -> Lanes {
        let mut left = *candidates;
        for (word, left) in left.iter_mut().enumerate().filter(|(_, left)| **left != 0) {
            let mut last = [0; 64];
            for &(offset, _) in &self.stones {
                for (last, &moment) in last.iter_mut().zip(columns.games(at + offset, word)) {
                    *last = (*last).max(unless_listed(moment));
                }
            }
            let mut taken = [0; 64];
            for &offset in &self.empty_points {
                let moments = columns.games(at + offset, word);
                for game in 0..64 {
                    taken[game] |= u8::from(moments[game] < last[game]);
                }
            }
            *left &= !bits(&taken);
        }
        left
    }
}

/// Takes out the games in which no stone ever stood on a point.
fn narrow_to_taken(lanes: &mut Lanes, batch: &Batch, point: usize) {
    let [black, white] = [Color::Black, Color::White].map(|color| batch.stood(color, point));
    for (lanes, (black, white)) in lanes.iter_mut().zip(black.iter().zip(white)) {
        *lanes &= black | white;
    }
}

/// Calls `visit` with each game of a set.
fn each_lane(lanes: &Lanes, mut visit: impl FnMut(usize)) {
    for (word, &lanes) in lanes.iter().enumerate() {
        let mut left = lanes;
        while left != 0 {
            visit(word * 64 + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}
