use bgo::internal::go::{BoardSize, Point, Transform};
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// The number of words of a set, enough for 361 points.
const WORDS: usize = 6;

pub(crate) const LONGEST: usize = 19;

pub(super) const MAX_POINTS: usize = LONGEST * LONGEST;

/// A set of points, a bit for each: the lowest bit of the first word is point 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PointSet([u64; WORDS]);

impl PointSet {
    pub const EMPTY: Self = Self([0; WORDS]);

    pub const fn of(point: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[point / 64] |= 1 << (point % 64);
        set
    }

    pub const fn has(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 == 1
    }

    pub const fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    pub const fn remove(&mut self, point: usize) {
        self.0[point / 64] &= !(1 << (point % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    pub fn is_within(&self, other: Self) -> bool {
        (*self - other).is_empty()
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(place, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(place * 64 + bit)
            })
        })
    }

    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Appends the first `bytes` bytes of the set, the highest bit of a byte first.
    pub fn pack(&self, bytes: usize, out: &mut Vec<u8>) {
        let mut packed = [0; 8 * WORDS];
        for (word, place) in self.0.iter().zip(packed.chunks_exact_mut(8)) {
            place.copy_from_slice(&word.reverse_bits().to_be_bytes());
        }
        out.extend_from_slice(&packed[..bytes]);
    }

    fn moved_on(self, by: usize) -> Self {
        let mut moved = Self::EMPTY;
        moved.0[0] = self.0[0] << by;
        for place in 1..WORDS {
            moved.0[place] = self.0[place] << by | self.0[place - 1] >> (64 - by);
        }
        moved
    }

    fn moved_back(self, by: usize) -> Self {
        let mut moved = Self::EMPTY;
        moved.0[WORDS - 1] = self.0[WORDS - 1] >> by;
        for place in 0..WORDS - 1 {
            moved.0[place] = self.0[place] >> by | self.0[place + 1] << (64 - by);
        }
        moved
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl Sub for PointSet {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
    }
}

/// Returns the point to which a transform takes a point of a board of a size in the upper left corner of
/// arrays of a side.
pub(super) const fn turned(point: usize, transform: Transform, size: BoardSize, side: usize) -> usize {
    let to = transform.apply(Point::new((point % side) as u8, (point / side) as u8), size);
    to.y as usize * side + to.x as usize
}

/// A board of some lines in the upper left corner of arrays that may be larger. A point is
/// `y * side + x`, where `side` is the side of the arrays.
#[derive(Clone, Debug)]
pub(crate) struct ArrayGrid {
    pub side: usize,
    /// The points of the board.
    pub board: PointSet,
    not_first_column: PointSet,
    not_last_column: PointSet,
    neighbours: Vec<([u16; 4], u8)>,
}

impl ArrayGrid {
    /// Creates the grid of a board with `lines` lines, at most `side`.
    pub fn new(lines: usize, side: usize) -> Self {
        let mut grid = Self {
            side,
            board: PointSet::EMPTY,
            not_first_column: PointSet::EMPTY,
            not_last_column: PointSet::EMPTY,
            neighbours: vec![([0; 4], 0); side * side],
        };
        for y in 0..lines {
            for x in 0..lines {
                let point = y * side + x;
                grid.board.insert(point);
                if x > 0 {
                    grid.not_first_column.insert(point);
                }
                if x + 1 < lines {
                    grid.not_last_column.insert(point);
                }
                let sides = [
                    (y > 0).then(|| point - side),
                    (x > 0).then(|| point - 1),
                    (x + 1 < lines).then(|| point + 1),
                    (y + 1 < lines).then(|| point + side),
                ];
                let (list, count) = &mut grid.neighbours[point];
                for neighbour in sides.into_iter().flatten() {
                    list[usize::from(*count)] = neighbour as u16;
                    *count += 1;
                }
            }
        }
        grid
    }

    /// Returns the neighbours of a point of the board.
    pub fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        let (list, count) = self.neighbours[point];
        list.into_iter().take(usize::from(count)).map(usize::from)
    }

    /// Returns the neighbours of all points of a set, which may be points of the set.
    pub fn around(&self, set: PointSet) -> PointSet {
        let beside = set.moved_on(1) & self.not_first_column | set.moved_back(1) & self.not_last_column;
        let above_and_below = set.moved_on(self.side) | set.moved_back(self.side);
        beside | above_and_below & self.board
    }

    /// Returns the points of `among` that are connected with a point of `seed` within `among`.
    pub fn connected(&self, seed: PointSet, among: PointSet) -> PointSet {
        let mut found = seed & among;
        loop {
            let more = found | self.around(found) & among;
            if more == found {
                return found;
            }
            found = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_around_a_set_is_next_to_one_of_its_points(
            (lines, side) in (2_usize..=19).prop_flat_map(|side| (2..=side, Just(side))),
            points in prop::collection::vec((0_usize..19, 0_usize..19), 0..40),
        ) {
            let grid = ArrayGrid::new(lines, side);
            let points: Vec<_> = points.into_iter().filter(|(x, y)| *x.max(y) < lines).collect();
            let mut set = PointSet::EMPTY;
            points.iter().for_each(|(x, y)| set.insert(y * side + x));
            for y in 0..side {
                for x in 0..side {
                    let is_around = x.max(y) < lines && points.iter().any(|(a, b)| a.abs_diff(x) + b.abs_diff(y) == 1);
                    prop_assert_eq!(grid.around(set).has(y * side + x), is_around);
                }
            }
            let mut one_by_one = PointSet::EMPTY;
            set.iter().flat_map(|point| grid.neighbours(point)).for_each(|point| one_by_one.insert(point));
            prop_assert_eq!(one_by_one, grid.around(set));
            prop_assert_eq!(set.len() as usize, set.iter().count());
            prop_assert_eq!(set.first(), set.iter().next());
        }
    }

    #[test]
    fn packed_bits_begin_with_the_highest() {
        let mut set = PointSet::of(0);
        set.insert(9);
        set.insert(360);
        let mut packed = Vec::new();
        set.pack(46, &mut packed);
        assert_eq!((packed.len(), packed[0], packed[1], packed[45]), (46, 0x80, 0x40, 0x80));
    }
}
