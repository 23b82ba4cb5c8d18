use super::border::{DEAD, automaton};
use super::grid::{Grid, power_of_three};
use crate::error::ResearchError;
use bgo::internal::interrupt::Interrupt;
use std::ops::Range;

const MOST_POINTS: usize = 25;

const MOST_SYMMETRIES: usize = 7;

/// The number of serials that a thread takes at a time, which fill whole bytes of a file of bits.
pub(super) const CHUNK: u64 = 1 << 18;

pub(super) fn chunks(serials: &Range<u64>) -> Vec<Range<u64>> {
    let end = serials.end;
    serials
        .clone()
        .step_by(CHUNK as usize)
        .map(|first| first..(first + CHUNK).min(end))
        .collect()
}

pub(super) fn check(stop: &Interrupt) -> Result<(), ResearchError> {
    stop.check()
        .map_err(|_| ResearchError::Stopped("finished parts stay; rerun the command to continue"))
}

/// A walk through the legal and reduced positions of a small board, in the order of their serials.
/// It decides points from the last, which has the highest digit, to the first. It skips all ends of
/// a beginning that has no legal end or already exceeds a rotation or reflection of itself. Sets of
/// points are bits of a word, because no board in the library supports rectangles or is fast
/// enough.
pub struct Walk {
    grid: Grid,
    /// By number of points read, state and colour of the next point: the next state.
    next: Vec<Vec<[u32; 3]>>,
    /// By number of points read and state: the number of legal ends.
    ends: Vec<Vec<u64>>,
    /// For each symmetry except the identity, the point that is mapped to each point.
    sources: Vec<[u8; MOST_POINTS]>,
}

impl Walk {
    /// Prepares the walk of a small board.
    pub fn new(grid: Grid) -> Self {
        let sources = grid.symmetries()[1..]
            .iter()
            .map(|symmetry| {
                let mut sources = [0; MOST_POINTS];
                for (from, to) in symmetry.iter().enumerate() {
                    sources[*to] = from as u8;
                }
                sources
            })
            .collect();
        let (next, ends) = automaton(grid);
        Self {
            grid,
            next,
            ends,
            sources,
        }
    }

    /// Returns the number of legal positions in a range of serials, reduced or not.
    pub fn count_legal(&self, serials: &Range<u64>) -> u64 {
        self.legal_below(serials.end) - self.legal_below(serials.start)
    }

    fn legal_below(&self, serial: u64) -> u64 {
        let points = self.next.len();
        let (mut state, mut below, mut rest) = (0, 0, serial);
        for read in 0..points {
            let weight = power_of_three(points - 1 - read);
            let digit = (rest / weight) as usize;
            rest %= weight;
            if digit > 2 {
                return self.ends[0][0];
            }
            let states = self.next[read][state as usize];
            for after in &states[..digit] {
                if *after != DEAD {
                    below += self.ends[read + 1][*after as usize];
                }
            }
            state = states[digit];
            if state == DEAD {
                return below;
            }
        }
        below
    }

    /// Visits the legal and reduced positions in a range of serials.
    pub fn visit(&self, serials: &Range<u64>, mut found: impl FnMut(u64)) {
        let next = [self.grid.points() as i8 - 1; MOST_SYMMETRIES];
        let open = ((1_u16 << self.sources.len()) - 1) as u8;
        let mut colors = [0; MOST_POINTS];
        self.descend(serials, 0, 0, 0, (next, open), &mut colors, &mut found);
    }

    /// Decides the next point. `compared` is the comparison of the beginning with its images: the next point to
    /// compare with each, and the images that are not known to be greater, a bit each.
    #[allow(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn descend(
        &self,
        serials: &Range<u64>,
        read: usize,
        state: u32,
        before: u64,
        compared: ([i8; MOST_SYMMETRIES], u8),
        colors: &mut [u8; MOST_POINTS],
        found: &mut impl FnMut(u64),
    ) {
        let point = self.grid.points() - 1 - read;
        let weight = power_of_three(point);
        for color in 0..3 {
            let serial = before + color as u64 * weight;
            if serial >= serials.end {
                return;
            }
            let after = self.next[read][state as usize][color];
            if after == DEAD || serial + weight <= serials.start {
                continue;
            }
            colors[point] = color as u8;
            let (mut next, mut open) = compared;
            if self.is_greater(&mut next, &mut open, point, colors) {
                continue;
            }
            if point == 0 {
                found(serial);
            } else {
                self.descend(serials, read + 1, after, serial, (next, open), colors, found);
            }
        }
    }

    /// Goes on comparing with a newly decided point. Returns whether an image is smaller.
    fn is_greater(
        &self,
        next: &mut [i8; MOST_SYMMETRIES],
        open: &mut u8,
        point: usize,
        colors: &[u8; MOST_POINTS],
    ) -> bool {
        let mut left = *open;
        while left != 0 {
            let symmetry = left.trailing_zeros() as usize;
            left &= left - 1;
            let sources = &self.sources[symmetry];
            let mut at = next[symmetry];
            // Points before this one are not decided yet.
            while at >= point as i8 {
                let source = usize::from(sources[at as usize]);
                if source < point {
                    break;
                }
                let (own, image) = (colors[at as usize], colors[source]);
                if own > image {
                    return true;
                }
                if own < image {
                    *open &= !(1 << symmetry);
                    break;
                }
                at -= 1;
            }
            next[symmetry] = at;
        }
        false
    }
}
