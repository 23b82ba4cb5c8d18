//! The index's 64-bit position key.
//!
//! Sums of the table's 32-bit entries collide thousands of times over real
//! collections, so each entry is first widened to 64 bits:
//!
//! ```text
//! mix(z)   = z ^= z >> 30; z *= 0xbf58476d1ce4e5b9;
//!            z ^= z >> 27; z *= 0x94d049bb133111eb; z ^= z >> 31
//! wide(i)  = mix((T[i] as 32 unsigned bits | i << 32) + 0x9e3779b97f4a7c15)
//! sum_t    = sum over stones of +wide (black) or -wide (white) at the index
//!            (19 y + x) where transform t puts the stone; modulo 2^64
//! key      = mix(min over t of sum_t  XOR  mix(board size))
//! ```
//!
//! The mix is the output function of the SplitMix64 generator (Steele, Lea and
//! Flood, 2014), a bijection: two positions of the same size share a key exactly
//! when they share the smallest sum. The minimum is unsigned; without the final
//! mix, keys would cluster at small numbers.

use super::{Board, BoardSize, Color, HashTable, Illegal, Move, Point, Transform};
use std::fmt;
use std::iter::from_fn;
use std::sync::{Arc, LazyLock, OnceLock};

/// The increment of SplitMix64: 2^64 divided by the golden ratio.
pub const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64, a bijection on 64-bit numbers.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of a position in all eight orientations, by which the index is sorted.
/// Displays as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(pub u64);

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The widened entries for one board size and all eight transforms.
#[derive(Clone, Debug)]
pub struct KeyTable {
    size: BoardSize,
    /// For each point, the amount that a black stone there adds to each of the
    /// sums.
    wide: Vec<[u64; 8]>,
}

impl KeyTable {
    /// Widens the entries used by boards of `size`.
    pub fn new(table: &HashTable, size: BoardSize) -> Self {
        let wide = size
            .points()
            .map(|point| Transform::ALL.map(|t| widened(table, t.apply(point, size))))
            .collect();
        Self { size, wide }
    }

    /// Returns the board size of the table.
    pub const fn size(&self) -> BoardSize {
        self.size
    }
}

fn widened(table: &HashTable, point: Point) -> u64 {
    let index = point.index(BoardSize::MAX) as u64;
    let entry = u64::from(table.entry(point) as u32);
    mix((entry | index << 32).wrapping_add(GOLDEN_GAMMA))
}

/// The key tables of every board size, each made on first use.
#[derive(Debug)]
pub struct KeyTables {
    table: HashTable,
    sizes: [OnceLock<Arc<KeyTable>>; BoardSize::MAX.lines() as usize + 1],
}

impl KeyTables {
    /// Creates key tables from `table`.
    pub fn new(table: HashTable) -> Self {
        Self {
            table,
            sizes: [const { OnceLock::new() }; BoardSize::MAX.lines() as usize + 1],
        }
    }

    /// Returns the hash table that the key tables are made from.
    pub const fn hash_table(&self) -> &HashTable {
        &self.table
    }

    /// Returns the key of the position on a board, and its transforms.
    pub fn canonical(&self, board: &Board) -> CanonicalPosition {
        CanonicalPosition::of_sums(self.sums(board), board.size())
    }

    /// Does the same for the position with the colours exchanged.
    pub fn swapped_canonical(&self, board: &Board) -> CanonicalPosition {
        CanonicalPosition::of_sums(self.sums(board).map(u64::wrapping_neg), board.size())
    }

    fn sums(&self, board: &Board) -> [u64; 8] {
        let table = self.get(board.size());
        let mut sums = [0; 8];
        for (point, color) in board.stones() {
            add_stone(&mut sums, table, point, color);
        }
        sums
    }

    /// Returns the tables of the built-in hash table.
    pub fn built_in() -> &'static Self {
        static TABLES: LazyLock<KeyTables> = LazyLock::new(|| KeyTables::new(HashTable::built_in()));
        &TABLES
    }

    /// Returns the table for boards of `size`.
    pub fn get(&self, size: BoardSize) -> &Arc<KeyTable> {
        self.sizes[usize::from(size.lines())].get_or_init(|| KeyTable::new(&self.table, size).into())
    }
}

/// Accounts for a stone that was added to the board in the sums of a position in the eight
/// orientations. Removing a stone equals adding one of the other colour.
fn add_stone(sums: &mut [u64; 8], table: &KeyTable, point: Point, color: Color) {
    add(sums, &table.wide[point.index(table.size)], color);
}

fn add(sums: &mut [u64; 8], wide: &[u64; 8], color: Color) {
    for (sum, &entry) in sums.iter_mut().zip(wide) {
        *sum = match color {
            Color::Black => sum.wrapping_add(entry),
            Color::White => sum.wrapping_sub(entry),
        };
    }
}

/// The key of a position, and the transforms that take it to its canonical
/// orientation: the one with the smallest sum. A symmetric position has several
/// such transforms, and the index stores points that its symmetries make equal as
/// one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CanonicalPosition {
    /// The position's key.
    pub key: PositionKey,
    size: BoardSize,
    /// A bit for each of the transforms, by its number.
    transforms: u8,
}

impl CanonicalPosition {
    fn of_sums(sums: [u64; 8], size: BoardSize) -> Self {
        let smallest = sums.iter().copied().fold(u64::MAX, u64::min);
        let mut transforms = 0;
        for (t, &sum) in sums.iter().enumerate() {
            transforms |= u8::from(sum == smallest) << t;
        }
        Self {
            key: PositionKey(mix(smallest ^ mix(u64::from(size.lines())))),
            size,
            transforms,
        }
    }

    /// Returns the number of transforms that leave the position unchanged: 1, 2, 4
    /// or 8.
    pub const fn symmetries(&self) -> u32 {
        self.transforms.count_ones()
    }

    /// Returns the board size.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the transforms that take the position to its canonical orientation, in the order of their
    /// numbers.
    pub fn transforms(&self) -> impl Iterator<Item = Transform> {
        let mut left = self.transforms;
        from_fn(move || {
            let number = left.trailing_zeros();
            // Clears the lowest bit; the list ends when none is set.
            left &= left.wrapping_sub(1);
            Transform::ALL.get(number as usize).copied()
        })
    }

    /// Converts a point of the position to the point that the index stores: in the
    /// canonical orientation, the first (row by row) of the points that symmetry
    /// makes equal.
    pub(crate) fn stored_point(&self, point: Point) -> Point {
        // Nearly every position is without symmetry.
        if self.transforms.is_power_of_two() {
            let only = Transform::ALL[self.transforms.trailing_zeros() as usize];
            return only.apply(point, self.size);
        }
        self.transforms()
            .map(|t| t.apply(point, self.size))
            .min_by_key(|p| (p.y, p.x))
            .unwrap_or(point)
    }

    /// Converts a point of the index to the point of the position at which it is
    /// shown: of those that symmetry makes equal the one with the larger x, then
    /// the larger y; on a position with all eight symmetries the larger x, then the
    /// smaller y, so that a first move is in the upper right, as players write it.
    pub(crate) fn shown_point(&self, point: Point) -> Point {
        let all = self.symmetries() == 8;
        self.transforms()
            .map(|t| t.inverse().apply(point, self.size))
            .max_by_key(|p| (p.x, if all { u8::MAX - p.y } else { p.y }))
            .unwrap_or(point)
    }
}

/// A board with its sums in the eight orientations, which every change updates.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    sums: [u64; 8],
}

impl Position {
    /// Returns an empty board.
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: Board::new(size),
            sums: [0; 8],
        }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the key and the transforms to the canonical orientation.
    pub fn canonical(&self) -> CanonicalPosition {
        CanonicalPosition::of_sums(self.sums, self.board.size())
    }

    /// Does the same for the position with the colours exchanged.
    pub fn swapped_canonical(&self) -> CanonicalPosition {
        CanonicalPosition::of_sums(self.sums.map(u64::wrapping_neg), self.board.size())
    }

    /// Puts a stone on a point, or removes one, as in setup.
    pub fn set(&mut self, keys: &KeyTable, point: Point, stone: Option<Color>) {
        if let Some(old) = self.board.get(point) {
            add_stone(&mut self.sums, keys, point, old.opponent());
        }
        self.board.set(point, stone);
        if let Some(new) = self.board.get(point) {
            add_stone(&mut self.sums, keys, point, new);
        }
    }

    /// Plays a move by the rules, as [`Board::play`].
    pub fn play(&mut self, keys: &KeyTable, mv: Move) -> Result<(), Illegal> {
        let removed = self.board.play(mv)?;
        account(&mut self.sums, keys, mv, removed);
        Ok(())
    }

    /// Plays a move of a record, as [`Board::replay`].
    pub fn replay(&mut self, keys: &KeyTable, mv: Move) -> Result<(), Illegal> {
        let removed = self.board.replay(mv)?;
        account(&mut self.sums, keys, mv, removed);
        Ok(())
    }
}

/// Stones on a board without the rules: what a replay needs that knows what each move removes.
pub struct Stones<'k> {
    keys: &'k KeyTable,
    points: [Option<Color>; BoardSize::MAX.area()],
    sums: [u64; 8],
}

impl<'k> Stones<'k> {
    /// Returns an empty board of the size of the keys.
    pub const fn new(keys: &'k KeyTable) -> Self {
        Self {
            keys,
            points: [None; BoardSize::MAX.area()],
            sums: [0; 8],
        }
    }

    /// Returns the stone on the point with this index; `None` off the board.
    pub fn get(&self, index: usize) -> Option<Color> {
        self.points.get(index).copied().flatten()
    }

    /// Puts a stone on the point with this index, or removes one. Does nothing off the board.
    pub fn set(&mut self, index: usize, stone: Option<Color>) {
        if let (Some(wide), Some(known)) = (self.keys.wide.get(index), self.points.get_mut(index)) {
            let changes = [known.map(Color::opponent), stone];
            *known = stone;
            for color in changes.into_iter().flatten() {
                add(&mut self.sums, wide, color);
            }
        }
    }

    /// Returns the key and the transforms to the canonical orientation.
    pub fn canonical(&self) -> CanonicalPosition {
        CanonicalPosition::of_sums(self.sums, self.keys.size)
    }
}

fn account(sums: &mut [u64; 8], keys: &KeyTable, mv: Move, removed: &[Point]) {
    let Some(point) = mv.point else { return };
    add_stone(sums, keys, point, mv.color);
    let suicide = removed.contains(&point);
    let color = if suicide { mv.color } else { mv.color.opponent() };
    for &point in removed {
        add_stone(sums, keys, point, color.opponent());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table() -> HashTable {
        HashTable::built_in()
    }

    fn slow_sums(board: &Board) -> [u64; 8] {
        let table = KeyTable::new(&table(), board.size());
        let mut sums = [0; 8];
        for (point, color) in board.stones() {
            add_stone(&mut sums, &table, point, color);
        }
        sums
    }

    fn transformed(board: &Board, t: Transform) -> Board {
        let mut image = Board::new(board.size());
        for (point, color) in board.stones() {
            image.set(t.apply(point, board.size()), Some(color));
        }
        image
    }

    fn canonical_of(moves: &str, lines: u8) -> CanonicalPosition {
        let size = BoardSize::new(lines).expect("a size");
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for word in moves.split_whitespace() {
            board
                .play(Move::parse(word, color, size).expect("a move"))
                .expect("legal");
            color = color.opponent();
        }
        CanonicalPosition::of_sums(slow_sums(&board), size)
    }

    #[test]
    fn transforms_are_gone_through_in_order() {
        let point = Point::new(2, 5);
        for transforms in 0..=u8::MAX {
            let position = CanonicalPosition {
                key: PositionKey(0),
                size: BoardSize::MAX,
                transforms,
            };
            let expected: Vec<Transform> = Transform::ALL
                .into_iter()
                .filter(|t| transforms >> t.number() & 1 == 1)
                .collect();
            assert_eq!(position.transforms().collect::<Vec<_>>(), expected);
            assert_eq!(position.symmetries() as usize, expected.len());
            let stored = expected.iter().map(|t| t.apply(point, BoardSize::MAX));
            let stored = stored.min_by_key(|point| (point.y, point.x));
            assert_eq!(position.stored_point(point), stored.unwrap_or(point));
        }
    }

    /// These values are in docs/format.md; changing them would make every database
    /// unreadable.
    #[test]
    fn the_key_of_a_position_never_changes() {
        let keys: Vec<String> = [
            ("", 19),
            ("pd", 19),
            ("pd dp pp dd", 19),
            ("pd dp pp dd fq", 19),
            ("", 9),
            ("ee", 9),
        ]
        .iter()
        .map(|(moves, lines)| canonical_of(moves, *lines).key.to_string())
        .collect();
        insta::assert_snapshot!(keys.join("\n"));
    }

    #[test]
    fn symmetries_of_well_known_positions() {
        for (moves, count) in [
            ("", 8),
            ("jj", 8),
            ("pd", 2),
            ("pd dp", 2),
            ("pd pass dp", 4),
            ("qd", 1),
            ("jd", 2),
            ("pd dd", 1),
            ("pd dp pp dd", 2),
        ] {
            assert_eq!(canonical_of(moves, 19).symmetries(), count, "{moves}");
        }
    }

    #[test]
    fn equal_points_are_shown_where_players_look_for_them() {
        let empty = canonical_of("", 19);
        for p in ["dd", "dp", "pp", "pd"] {
            let p = Point::from_sgf(p).expect("a point");
            assert_eq!(empty.shown_point(empty.stored_point(p)).to_string(), "pd");
        }
        for p in ["dc", "cd", "qp", "pq", "qd"] {
            let p = Point::from_sgf(p).expect("a point");
            assert_eq!(empty.shown_point(empty.stored_point(p)).to_string(), "qd");
        }
        let diagonal = canonical_of("pd pass dp", 19);
        let p = Point::from_sgf("dd").expect("a point");
        assert_eq!(diagonal.shown_point(diagonal.stored_point(p)).to_string(), "pp");
    }

    proptest! {
        #[test]
        fn incremental_sums_equal_sums_from_scratch_in_every_orientation(
            lines in 2_u8..=19,
            moves in prop::collection::vec((any::<bool>(), 0_u8..19, 0_u8..19), 0..150),
            t in 0_usize..8,
        ) {
            let size = BoardSize::new(lines).expect("a size");
            let t = Transform::ALL[t];
            let keys = KeyTable::new(&table(), size);
            let mut position = Position::new(size);
            for (black, x, y) in moves {
                let color = if black { Color::Black } else { Color::White };
                let _ = position.replay(&keys, Move::at(color, Point::new(x % lines, y % lines)));
            }
            let here = position.canonical();
            prop_assert_eq!(here, CanonicalPosition::of_sums(slow_sums(position.board()), size));
            let there = CanonicalPosition::of_sums(slow_sums(&transformed(position.board(), t)), size);
            prop_assert_eq!(here.key, there.key);
            prop_assert_eq!(here.symmetries(), there.symmetries());
            for point in size.points() {
                prop_assert_eq!(here.stored_point(point), there.stored_point(t.apply(point, size)));
                prop_assert_eq!(here.stored_point(here.shown_point(here.stored_point(point))), here.stored_point(point));
            }
        }

        #[test]
        fn the_mix_is_a_bijection(z in any::<u64>()) {
            // Undoes each step with the inverse multipliers.
            let unshift = |mut v: u64, by: u32| { let mut r = v; while v != 0 { v >>= by; r ^= v; } r };
            let mut v = unshift(mix(z), 31);
            v = unshift(v.wrapping_mul(0x3196_42b2_d24d_8ec3), 27);
            v = unshift(v.wrapping_mul(0x96de_1b17_3f11_9089), 30);
            prop_assert_eq!(v, z);
        }
    }
}
