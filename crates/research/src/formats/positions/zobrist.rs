use super::source_list::{read_text, wrong_line};
use crate::error::{ErrorKind, ResearchError};
use bgo::internal::go::{Board, BoardSize, Color, Point, Transform, mix};
use std::fmt::Write;
use std::path::Path;

/// The length of a code in bytes. Other lengths would not give ids of eight bytes.
const CODE_BYTES: usize = 8;

/// The number of columns: black, white, and the point forbidden by a ko.
const COLUMNS: usize = 3;

const KO: usize = 2;

/// The hash function of boards of one size, and the table of the numbers that it comes from. For 9x9, the table is the
/// file `zobrist_board_81.dat`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zobrist {
    size: BoardSize,
    /// The rows of the table: one for each point of the board, row by row from the upper left corner, possibly more.
    rows: Vec<[u64; COLUMNS]>,
    /// By point and column: the codes of the points to which the eight transforms move the point.
    codes: Vec<[[u64; 8]; COLUMNS]>,
}

impl Zobrist {
    /// Returns the name of the file for boards of this size.
    pub fn file_name(size: BoardSize) -> String {
        format!("zobrist_board_{}.dat", size.area())
    }

    /// Reads a file for boards of this size.
    pub fn from_file(path: &Path, size: BoardSize) -> Result<Self, ResearchError> {
        let name = format!("the Zobrist table {}", path.display());
        Self::parse(&read_text(path, &name)?, size, &name)
    }

    /// Parses the text of a file, whose rows must be enough for boards of this size. Errors call it `name`.
    /// Three lines state the length of a code (8), the number of columns (3) and the number of rows. Each row
    /// follows as hex digits, with commas between the columns.
    pub fn parse(text: &str, size: BoardSize, name: &str) -> Result<Self, ResearchError> {
        let mut lines = text.lines().map(str::trim_end);
        let (mut count, mut rows) = (0, Vec::new());
        for line in 1.. {
            let found = lines.next();
            let number = found.and_then(|found| found.parse::<usize>().ok());
            let expected = match (line, number) {
                (1, Some(CODE_BYTES)) | (2, Some(COLUMNS)) => continue,
                (1, _) => format!("{CODE_BYTES}, the bytes of a code"),
                (2, _) => format!("{COLUMNS}, the columns"),
                (3, Some(number)) if (1..=BoardSize::MAX.area()).contains(&number) => {
                    count = number;
                    continue;
                }
                (3, _) => "the number of rows, 1 to 361".to_owned(),
                _ if rows.len() < count => {
                    if let Some(row) = found.and_then(read_row) {
                        rows.push(row);
                        continue;
                    }
                    format!("row {} of {count}: three codes of 16 hex digits", rows.len() + 1)
                }
                _ if found.is_some_and(str::is_empty) => continue,
                _ if found.is_some() => "the end after the last row".to_owned(),
                _ => break,
            };
            let reason = match found {
                None => format!("the file ends; expected {expected}"),
                Some(text) => {
                    let text: String = text.chars().take(60).collect();
                    format!("\"{}\"; expected {expected}", text.escape_debug())
                }
            };
            return Err(wrong_line(name, line, &reason));
        }
        if rows.len() < size.area() {
            return Err(ErrorKind::Other.error(format!(
                "the Zobrist table has {} rows, and a {size} board has {} points",
                rows.len(),
                size.area()
            )));
        }
        Ok(Self::new(size, rows))
    }

    fn new(size: BoardSize, rows: Vec<[u64; COLUMNS]>) -> Self {
        let codes = size.points().map(|point| {
            let seen = Transform::ALL.map(|transform| rows[transform.apply(point, size).index(size)]);
            [0, 1, 2].map(|column| seen.map(|row| row[column]))
        });
        let codes = codes.collect();
        Self { size, rows, codes }
    }

    /// Makes a table for boards of this size, always the same. Its ids differ from those of the
    /// published table.
    pub fn generate(size: BoardSize) -> Self {
        // Any constant from which `hash_table.json` is not drawn would do.
        let mut drawn = 0x9_0b0a_4d5e_ed00;
        let rows = size.points().map(|_| {
            [(); COLUMNS].map(|()| {
                drawn += 1;
                mix(drawn)
            })
        });
        Self::new(size, rows.collect())
    }

    /// Returns the text of a file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{CODE_BYTES}\n{COLUMNS}\n{}\n", self.rows.len());
        for [black, white, ko] in &self.rows {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{black:016x},{white:016x},{ko:016x}");
        }
        text
    }

    /// Returns the size of the boards.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Hashes the stones of a board and, if given, the point forbidden by a ko: the smallest hash of the eight
    /// orientations.
    pub fn hash(&self, stones: impl Iterator<Item = (Point, Color)>, ko: Option<Point>) -> u64 {
        self.oriented(stones, ko).0
    }

    /// Returns the hash, and the transform that takes the board to the orientation with that hash. Of several
    /// transforms, it is the one with the lowest number.
    pub fn oriented(&self, stones: impl Iterator<Item = (Point, Color)>, ko: Option<Point>) -> (u64, Transform) {
        let mut hashes = self.hashes(stones);
        if let Some(point) = ko {
            self.add(&mut hashes, point, KO);
        }
        let mut smallest = (hashes[0], Transform::IDENTITY);
        for (hash, transform) in hashes.into_iter().zip(Transform::ALL) {
            if hash < smallest.0 {
                smallest = (hash, transform);
            }
        }
        smallest
    }

    /// Returns whether `hash` is the hash of these stones and some empty point forbidden by a ko.
    pub fn is_with_ko(&self, stones: impl Iterator<Item = (Point, Color)> + Clone, hash: u64) -> bool {
        let hashes = self.hashes(stones.clone());
        let mut empty = vec![true; self.size.area()];
        stones.for_each(|(point, _)| empty[point.index(self.size)] = false);
        let mut points = self.size.points().filter(|point| empty[point.index(self.size)]);
        points.any(|point| {
            let mut with_ko = hashes;
            self.add(&mut with_ko, point, KO);
            with_ko.iter().min() == Some(&hash)
        })
    }

    fn hashes(&self, stones: impl Iterator<Item = (Point, Color)>) -> [u64; 8] {
        let mut hashes = [0; 8];
        for (point, color) in stones {
            self.add(&mut hashes, point, usize::from(color == Color::White));
        }
        hashes
    }

    fn add(&self, hashes: &mut [u64; 8], point: Point, column: usize) {
        let codes = &self.codes[point.index(self.size)][column];
        for (hash, code) in hashes.iter_mut().zip(codes) {
            *hash ^= code;
        }
    }

    /// Hashes the stones of a board.
    pub fn hash_of(&self, board: &Board) -> u64 {
        self.hash(board.stones(), None)
    }
}

fn read_row(line: &str) -> Option<[u64; COLUMNS]> {
    let mut row = [0; COLUMNS];
    let mut codes = line.split(',');
    for code in &mut row {
        let digits = codes.next()?;
        let is_code = digits.len() == 2 * CODE_BYTES && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        *code = u64::from_str_radix(digits, 16).ok().filter(|_| is_code)?;
    }
    codes.next().is_none().then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::internal::go::Move;
    use proptest::prelude::*;

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    #[test]
    fn the_published_ids_hold() {
        let Some(path) = testkit::golden("positions9x9/zobrist_board_81.dat") else {
            return;
        };
        let zobrist = Zobrist::from_file(&path, size(9)).expect("the table");
        let mut board = Board::new(size(9));
        assert_eq!(zobrist.hash_of(&board), 0);
        // The row and column are those of the specification.
        for ((row, column), color, hash) in [
            ((3, 3), Color::Black, 0x3184_6ceb_8015_dc92),
            ((2, 6), Color::White, 0x1612_29a4_25c1_a6ab),
            ((5, 5), Color::Black, 0x0f6d_ba75_177f_4751),
            ((6, 2), Color::White, 0xc26f_db58_1789_00b1),
            ((5, 2), Color::Black, 0x56a2_92a1_5dcb_1e4b),
            ((6, 6), Color::White, 0x01aa_bb68_f67d_3dea_u64),
        ] {
            board.play(Move::at(color, Point::new(column, row))).expect("legal");
            assert_eq!(zobrist.hash_of(&board), hash, "{row},{column}");
        }
        assert_eq!(zobrist.to_text(), std::fs::read_to_string(path).expect("reads"));
    }

    #[test]
    fn a_table_reads_back_and_serves_smaller_boards() {
        let table = Zobrist::generate(size(9));
        let text = table.to_text();
        assert_eq!(Zobrist::parse(&text, size(9), "x").expect("reads"), table);
        let smaller = Zobrist::parse(&text, size(2), "x").expect("reads");
        assert_eq!((smaller.size(), smaller.to_text()), (size(2), text.clone()));
        let error = Zobrist::parse(&text, size(10), "x").expect_err("too few rows");
        assert_eq!(
            error.to_string(),
            "the Zobrist table has 81 rows, and a 10x10 board has 100 points"
        );
        let text = Zobrist::generate(BoardSize::MAX).to_text();
        assert!(Zobrist::parse(&text, BoardSize::MAX, "x").is_ok());
    }

    #[test]
    fn every_wrong_line_is_named() {
        let good = Zobrist::generate(size(2)).to_text();
        let lines: Vec<&str> = good.lines().collect();
        let with = |n: usize, line: &str| {
            let mut lines = lines.clone();
            lines[n - 1] = line;
            lines.join("\n")
        };
        for (line, wrong) in [
            (1, "4"),
            (2, "2"),
            (3, "-1"),
            (3, "362"),
            (4, "0,1,2"),
            (5, "0fc933595c22604g,0be1a16051d36c7c,4d21dae16c3be9b9"),
            (7, "0fc933595c226042,0be1a16051d36c7c"),
            (7, "0fc933595c226042,0be1a16051d36c7c,4d21dae16c3be9b9,4d21dae16c3be9b9"),
            (6, "+fc933595c226042,0be1a16051d36c7c,4d21dae16c3be9b9"),
            (3, "3"),
            (3, "5"),
        ] {
            let error = Zobrist::parse(&with(line, wrong), size(2), "the Zobrist table t.dat").expect_err(wrong);
            let told = match wrong {
                "3" => 7,
                "5" => 8,
                _ => line,
            };
            let start = format!("the Zobrist table t.dat: line {told}: ");
            assert!(error.to_string().starts_with(&start), "{error}");
        }
        assert!(Zobrist::parse("", size(2), "t.dat").is_err());
    }

    proptest! {
        #[test]
        fn orientations_share_a_hash_and_the_transform_leads_to_it(
            lines in 1_u8..=19,
            placed in prop::collection::vec((any::<u16>(), any::<bool>()), 0..60),
            ko in prop::option::of(any::<u16>()),
        ) {
            let size = size(lines);
            let zobrist = Zobrist::generate(size);
            let point = |n: u16| Point::from_index(usize::from(n) % size.area(), size).expect("a point");
            let mut board = Board::new(size);
            for (n, black) in placed {
                board.set(point(n), Some(if black { Color::Black } else { Color::White }));
            }
            let seen = |t: Transform| {
                let stones = board.stones().map(move |(p, color)| (t.apply(p, size), color));
                zobrist.oriented(stones, ko.map(|n| t.apply(point(n), size)))
            };
            let here = seen(Transform::IDENTITY);
            if let Some(point) = ko.map(point) {
                prop_assert!(board.get(point).is_some() || zobrist.is_with_ko(board.stones(), here.0));
            }
            for t in Transform::ALL {
                prop_assert_eq!(seen(t).0, here.0);
            }
            // The slow way hashes each orientation and takes the smallest.
            let plain = |t: Transform| {
                let column = |p: Point, column: usize| zobrist.codes[t.apply(p, size).index(size)][column][0];
                let stones = board.stones().map(|(p, color)| column(p, usize::from(color == Color::White)));
                stones.chain(ko.map(|n| column(point(n), 2))).fold(0, |all, code| all ^ code)
            };
            let all = Transform::ALL.map(plain);
            let smallest = all.iter().min().copied();
            prop_assert_eq!(Some(here.0), smallest);
            prop_assert_eq!(Some(here.1.number()), all.iter().position(|&h| Some(h) == smallest));
        }
    }
}
