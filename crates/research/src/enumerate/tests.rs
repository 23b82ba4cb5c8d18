//! The golden files and counts, and a slow reference implementation.

use super::ko::KoFinder;
use super::*;
use crate::{Strictness, unpacked};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::range::Range;
use std::fs;
use std::path::Path;

fn grid(text: &str) -> Grid {
    text.parse().expect("a board")
}

fn make(grid: Grid, part_size: u64, rule: Strictness, folder: &Path) -> (Vec<Part<LegalCounts>>, Vec<Part<KoContent>>) {
    let stop = Interrupt::default();
    let (mut legal, mut ko) = (Vec::new(), Vec::new());
    make_legal(
        grid,
        part_size,
        Range::default(),
        folder,
        &stop,
        |part| legal.push(part),
        |_, _| {},
    )
    .expect("is made");
    make_ko(rule, Range::default(), folder, &stop, |part| ko.push(part), |_, _| {}).expect("is made");
    (legal, ko)
}

#[test]
fn small_squares_are_those_of_the_reference_bit_for_bit() {
    let Some(golden) = testkit::golden("small-boards") else {
        return;
    };
    for board in ["2x2", "3x3"] {
        let folder = tempfile::tempdir().expect("a folder");
        make(grid(board), PART_SIZE, Strictness::Compat, folder.path());
        let legal = fs::read(folder.path().join("data.SparseLegalState.part00000")).expect("is made");
        let expected = unpacked(&golden.join(format!("legal-{board}.part00000.gz")));
        assert!(legal == expected[..legal.len()], "{board}");
        let ko = fs::read(folder.path().join("data.SparseKoBitState.part00000")).expect("is made");
        // The reference truncates its last buffer; missing bytes are zero.
        let mut expected = unpacked(&golden.join(format!("ko-{board}.part00000.gz")));
        expected.resize(expected.len().max(ko.len()), 0);
        assert!(ko == expected[..ko.len()], "{board}");
        for line in fs::read_to_string(golden.join(format!("reduced-{board}.tsv")))
            .expect("reads")
            .lines()
            .skip(1)
        {
            let fields: Vec<&str> = line.split('\t').collect();
            let serial: u64 = fields[0].parse().expect("a serial");
            let position = SmallPosition::new(grid(board), serial);
            let shown: String = (0..grid(board).points())
                .map(|point| ["-", "B", "W"][usize::from(position.digit(point))])
                .collect();
            assert_eq!((shown.as_str(), position.serial(grid(board))), (fields[1], serial));
            let place = serial as usize;
            assert!(legal[place / 8] & 0x80 >> (place % 8) != 0);
            assert_eq!(
                ko_points(grid(board), position, Strictness::Compat).to_string(),
                fields[2]
            );
        }
    }
}

#[test]
fn positions_of_4x4_are_those_of_the_reference() {
    let Some(golden) = testkit::golden("small-boards") else {
        return;
    };
    let sums = fs::read_to_string(golden.join("MD5SUMS.tsv")).expect("reads");
    let folder = tempfile::tempdir().expect("a folder");
    let (legal, ko) = make(grid("4x4"), PART_SIZE, Strictness::Compat, folder.path());
    for md5 in [&legal[0].md5, &ko[0].md5] {
        assert!(
            sums.lines()
                .any(|line| line.starts_with("4x4\t") && line.ends_with(md5)),
            "{md5}"
        );
    }
    assert_eq!(
        (legal[0].content.legal, legal[0].content.reduced),
        (24_318_165, 3_047_783)
    );
    let counts = &ko[0].content.ko;
    assert_eq!((counts.points, counts.positions), (167_000, 164_685));
    assert_eq!((counts.most, counts.first_with_most), (3, Some(10_546_976)));
}

/// Parts of any length are pieces of the whole.
#[test]
fn parts_of_4x4_are_pieces_of_the_whole() {
    let whole = tempfile::tempdir().expect("a folder");
    let parts = tempfile::tempdir().expect("a folder");
    make(grid("4x4"), PART_SIZE, Strictness::Strict, whole.path());
    let (legal, ko) = make(grid("4x4"), 1 << 24, Strictness::Strict, parts.path());
    assert_eq!((legal.len(), ko.len()), (3, 3));
    for stem in ["data.SparseLegalState", "data.SparseKoBitState"] {
        let joined: Vec<u8> = (0..3)
            .flat_map(|part| fs::read(parts.path().join(format!("{stem}.part{part:05}"))).expect("is made"))
            .collect();
        let whole = fs::read(whole.path().join(format!("{stem}.part00000")));
        assert!(joined == whole.expect("is made"), "{stem}");
    }
    let sum = sum_parts(parts.path(), &Interrupt::default(), |_, _| {}).expect("adds up");
    assert_eq!(
        (sum.legal, sum.reduced, sum.ko.points),
        (24_318_165, 3_047_783, 132_833)
    );
    assert_eq!((sum.legal_parts.finished, sum.legal_parts.missing), (3, vec![]));
}

/// A position that follows the text of the rules and finds strings stone by stone.
struct Plain {
    rows: i32,
    columns: i32,
    colors: Vec<u8>,
}

impl Plain {
    fn new(grid: Grid, serial: u64) -> Self {
        Self {
            rows: grid.rows() as i32,
            columns: grid.columns() as i32,
            colors: (0..grid.points())
                .map(|point| (serial / 3_u64.pow(point as u32) % 3) as u8)
                .collect(),
        }
    }

    fn beside(&self, point: usize) -> Vec<usize> {
        let (row, column) = (point as i32 / self.columns, point as i32 % self.columns);
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .map(|(down, right)| (row + down, column + right))
            .filter(|(row, column)| (0..self.rows).contains(row) && (0..self.columns).contains(column))
            .map(|(row, column)| (row * self.columns + column) as usize)
            .collect()
    }

    fn string(&self, point: usize) -> Vec<usize> {
        let mut string = vec![point];
        let mut at = 0;
        while at < string.len() {
            for beside in self.beside(string[at]) {
                if self.colors[beside] == self.colors[point] && !string.contains(&beside) {
                    string.push(beside);
                }
            }
            at += 1;
        }
        string
    }

    fn liberties(&self, point: usize) -> Vec<usize> {
        let mut liberties: Vec<usize> = self
            .string(point)
            .iter()
            .flat_map(|stone| self.beside(*stone))
            .collect();
        liberties.retain(|point| self.colors[*point] == 0);
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    fn is_legal(&self) -> bool {
        let mut stones = (0..self.colors.len()).filter(|point| self.colors[*point] != 0);
        stones.all(|point| !self.liberties(point).is_empty())
    }

    fn images(&self, grid: Grid) -> Vec<u64> {
        let mut images = Vec::new();
        for symmetry in grid.symmetries() {
            let moved = self.colors.iter().zip(symmetry);
            images.push(moved.map(|(color, to)| u64::from(*color) * 3_u64.pow(to as u32)).sum());
        }
        images
    }

    fn ko(&self, is_strict: bool) -> u32 {
        let mut points = 0;
        for stone in (0..self.colors.len()).filter(|point| self.colors[*point] == 2) {
            let liberties = self.liberties(stone);
            let [liberty] = liberties[..] else { continue };
            let is_single = self.string(stone).len() == 1;
            let is_enclosed = self.beside(liberty).iter().all(|beside| self.colors[*beside] == 2);
            let others_live = self
                .beside(liberty)
                .iter()
                .all(|beside| *beside == stone || self.liberties(*beside).len() > 1);
            if is_single && is_enclosed && (others_live || !is_strict) {
                points |= 1 << liberty;
            }
        }
        points
    }
}

/// Checks the walk and the ko finders against the rules for some serials. Returns the number of
/// legal positions, and that of legal and reduced ones.
fn compare(grid: Grid, serials: std::ops::Range<u64>) -> (u64, u64) {
    let walk = Walk::new(grid);
    let finders = [Strictness::Compat, Strictness::Strict].map(|rule| KoFinder::new(grid, rule));
    let mut found = Vec::new();
    // In ranges of several lengths.
    let middle = serials.start + (serials.end - serials.start) / 3;
    for range in [
        serials.start..middle,
        middle..serials.end.min(middle + 100),
        serials.end.min(middle + 100)..serials.end,
    ] {
        walk.visit(&range, |serial| found.push(serial));
    }
    let (mut legal, mut next) = (0, found.iter());
    for serial in serials.clone() {
        let plain = Plain::new(grid, serial);
        if !plain.is_legal() {
            continue;
        }
        legal += 1;
        if plain.images(grid).iter().all(|image| *image >= serial) {
            assert_eq!(next.next(), Some(&serial), "{grid}");
            let ko = [false, true].map(|is_strict| plain.ko(is_strict));
            assert_eq!(
                finders.each_ref().map(|finder| finder.points(serial)),
                ko,
                "{grid} {serial}"
            );
        }
    }
    assert_eq!(next.next(), None, "{grid}");
    assert_eq!(walk.count_legal(&serials), legal, "{grid}");
    (legal, found.len() as u64)
}

#[test]
fn boards_of_all_shapes_are_those_of_the_slow_twin() {
    for rows in 1..=5 {
        for columns in 1..=5 {
            let grid = Grid::new(rows, columns).expect("a board");
            if grid.points() > 12 {
                continue;
            }
            let (legal, reduced) = compare(grid, 0..grid.serials());
            assert_eq!(u128::from(legal), count_legal(grid));
            let counts = count_visited(grid, &Interrupt::default(), |_, _| {}).expect("counts");
            assert_eq!(counts.0, reduced);
        }
    }
}

/// For 5x5, tests the first serials and some in between.
#[test]
fn pieces_of_5x5_are_those_of_the_slow_twin() {
    let grid = grid("5x5");
    for first in [0, 1 << 30, 300_000_000_000, 212_254_457_379 - 1000] {
        compare(grid, first..first + 60_000);
    }
    // This is the first serial with six points.
    let six = SmallPosition::new(grid, 212_254_457_379);
    assert_eq!(ko_points(grid, six, Strictness::Compat).count_ones(), 6);
}

#[test]
fn counts_of_squares_are_those_of_the_reference() {
    for (board, legal, reduced, ko, positions, strict) in [
        ("2x2", 57, 13, 0, 0, 0),
        ("3x3", 12_675, 1_824, 70, 68, 50),
        ("4x4", 24_318_165, 3_047_783, 167_000, 164_685, 132_833),
    ] {
        let grid = grid(board);
        let counts = count_visited(grid, &Interrupt::default(), |_, _| {}).expect("counts");
        let (visited, [compat, of_strict]) = counts;
        assert_eq!((count_legal(grid), visited), (legal, reduced));
        assert_eq!(
            (compat.points, compat.positions, of_strict.points),
            (ko, positions, strict)
        );
    }
}
