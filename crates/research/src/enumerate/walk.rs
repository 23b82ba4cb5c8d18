use super::border::{Automaton, DEAD};
use super::grid::{Grid, power_of_three};
use crate::error::ResearchError;
use bgo::interrupt::Interrupt;
use std::ops::Range;

/// The largest number of points of a small board.
const MOST_POINTS: usize = 25;

/// The largest number of symmetries besides the identity.
const MOST_SYMMETRIES: usize = 7;

/// The number of serials that a thread takes at a time, which fill whole bytes of a file of bits.
pub(super) const CHUNK: u64 = 1 << 18;

/// Divides a range of serials into chunks.
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
    automaton: Automaton,
    /// For each symmetry except the identity, the point that is mapped to each point.
    sources: Vec<[u8; MOST_POINTS]>,
}

/// The comparison of a beginning with its images: the next point to compare, and the images that
/// are not known to be greater, a bit each.
#[derive(Clone, Copy)]
struct ImageComparison {
    next: [i8; MOST_SYMMETRIES],
    open: u8,
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
        Self {
            grid,
            automaton: Automaton::new(grid),
            sources,
        }
    }

    /// Returns the number of legal positions in a range of serials, reduced or not.
    pub fn count_legal(&self, serials: &Range<u64>) -> u64 {
        self.automaton.legal_below(serials.end) - self.automaton.legal_below(serials.start)
    }

    /// Visits the legal and reduced positions in a range of serials.
    pub fn visit(&self, serials: &Range<u64>, mut found: impl FnMut(u64)) {
        let compared = ImageComparison {
            next: [self.grid.points() as i8 - 1; MOST_SYMMETRIES],
            open: ((1_u16 << self.sources.len()) - 1) as u8,
        };
        let mut colors = [0; MOST_POINTS];
        self.descend(serials, 0, 0, 0, compared, &mut colors, &mut found);
    }

    #[allow(clippy::too_many_arguments, reason = "the state of a recursion")]
    fn descend(
        &self,
        serials: &Range<u64>,
        read: usize,
        state: u32,
        before: u64,
        compared: ImageComparison,
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
            let after = self.automaton.next(read, state, color);
            if after == DEAD || serial + weight <= serials.start {
                continue;
            }
            colors[point] = color as u8;
            let Some(compared) = self.compare(compared, point, colors) else {
                continue;
            };
            if point == 0 {
                found(serial);
            } else {
                self.descend(serials, read + 1, after, serial, compared, colors, found);
            }
        }
    }

    /// Continues the comparison with a newly decided point. Returns `None` if an image is smaller.
    fn compare(
        &self,
        mut compared: ImageComparison,
        point: usize,
        colors: &[u8; MOST_POINTS],
    ) -> Option<ImageComparison> {
        let mut open = compared.open;
        while open != 0 {
            let symmetry = open.trailing_zeros() as usize;
            open &= open - 1;
            let sources = &self.sources[symmetry];
            let mut next = compared.next[symmetry];
            // Points before this one are not decided yet.
            while next >= point as i8 {
                let source = usize::from(sources[next as usize]);
                if source < point {
                    break;
                }
                let (own, image) = (colors[next as usize], colors[source]);
                if own > image {
                    return None;
                }
                if own < image {
                    compared.open &= !(1 << symmetry);
                    break;
                }
                next -= 1;
            }
            compared.next[symmetry] = next;
        }
        Some(compared)
    }
}
