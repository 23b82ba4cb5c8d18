//! The random numbers from which the hashes of positions are computed.

use super::key::{GOLDEN_GAMMA, mix};
use super::{Board, BoardSize, Color, ParseError, Point, Transform};
use crate::files::open_regular;
use std::io::Read;
use std::path::Path;

/// The number of entries: one for each point of a 19x19 board.
const ENTRIES: usize = BoardSize::MAX.area();

/// The random numbers of the position hash (Zobrist hashing), not a hash map: a
/// table of 32-bit numbers, one for each point of the 19x19 board, from which all
/// hashes are computed. A smaller board uses the entries of its points at `y * 19 +
/// x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HashTable {
    entries: Vec<i32>,
}

impl HashTable {
    /// Returns the project's own table, the one in `hash_table.json`.
    pub fn built_in() -> Self {
        Self::generate(0)
    }

    /// Reads a table from a file.
    pub fn from_file(path: &Path) -> Result<Self, ParseError> {
        let path_text = path.display();
        let mut text = String::new();
        let read = open_regular(path).and_then(|mut file| file.read_to_string(&mut text));
        read.map_err(|error| ParseError::Unreadable(format!("cannot read the hash table {path_text}: {error}")))?;
        Self::from_json(&text).map_err(|reason| {
            ParseError::Unreadable(format!(
                "{path_text} is not a hash table: {reason}; expected a JSON array of 361 integers of 32 bits"
            ))
        })
    }

    fn from_json(text: &str) -> Result<Self, String> {
        let entries: Vec<i32> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if entries.len() != ENTRIES {
            return Err(format!("it has {} numbers", entries.len()));
        }
        Ok(Self { entries })
    }

    /// Generates a table from `seed`. The hashes published with the first version
    /// of the program are valid for every seed: T\[dd\], T\[pp\], T\[fq\] and
    /// T\[pd\] - T\[dp\] are fixed.
    pub fn generate(seed: u64) -> Self {
        let mut drawn = (1..).map(|n: u64| (mix(seed.wrapping_add(n.wrapping_mul(GOLDEN_GAMMA))) >> 32) as i32);
        let mut entries: Vec<i32> = drawn.by_ref().take(ENTRIES).collect();
        // Half the range keeps the sum with the difference within 32 bits.
        let dp = drawn.next().unwrap_or_default() / 2;
        for (x, y, value) in [
            (3, 3, 228_439_338),
            (15, 15, 1_029_165_885),
            (5, 16, -258_019_807),
            (3, 15, dp),
            (15, 3, dp - 69_487_331),
        ] {
            entries[Point::new(x, y).index(BoardSize::MAX)] = value;
        }
        Self { entries }
    }

    /// Returns the entry of `point`, which must be on a 19x19 board.
    pub fn entry(&self, point: Point) -> i32 {
        self.entries[point.index(BoardSize::MAX)]
    }

    /// Returns the hash of the board as transformed by `transform`: the sum of the
    /// entries under black stones minus those under white stones.
    pub fn board_hash(&self, board: &Board, transform: Transform) -> i64 {
        board
            .stones()
            .map(|(point, color)| {
                let entry = i64::from(self.entry(transform.apply(point, board.size())));
                if color == Color::Black { entry } else { -entry }
            })
            .sum()
    }

    /// Returns a checksum of the entries (CRC-32, little-endian).
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for entry in &self.entries {
            hasher.update(&entry.to_le_bytes());
        }
        hasher.finalize()
    }

    /// Returns the table as a JSON array with 19 numbers per line.
    pub fn to_json(&self) -> String {
        let rows: Vec<String> = self
            .entries
            .chunks(usize::from(BoardSize::MAX.lines()))
            .map(|row| row.iter().map(i32::to_string).collect::<Vec<_>>().join(", "))
            .collect();
        format!("[\n  {}\n]\n", rows.join(",\n  "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Move;

    fn hashes(moves: &str) -> Vec<i64> {
        let table = HashTable::built_in();
        let mut board = Board::new(BoardSize::MAX);
        let mut color = Color::Black;
        for word in moves.split_whitespace() {
            board
                .play(Move::parse(word, color, BoardSize::MAX).expect("a move"))
                .expect("legal");
            color = color.opponent();
        }
        Transform::ALL.iter().map(|&t| table.board_hash(&board, t)).collect()
    }

    #[test]
    fn the_published_hashes_hold() {
        assert_eq!(hashes("")[0], 0);
        assert_eq!(hashes("pd dp pp")[0], 959_678_554);
        assert_eq!(hashes("pd dp pp dd fq")[0], 473_219_409);
        assert_eq!(
            hashes("pd dp pp dd"),
            [
                731_239_216,
                -731_239_216,
                731_239_216,
                -870_213_878,
                -731_239_216,
                870_213_878,
                870_213_878,
                -870_213_878
            ]
        );
    }

    #[test]
    fn they_hold_for_every_seed() {
        for seed in 0..200 {
            let table = HashTable::generate(seed);
            let entry = |text| i64::from(table.entry(Point::from_sgf(text).expect("a point")));
            assert_eq!(entry("pd") - entry("dp"), -69_487_331);
            assert_eq!(entry("fq"), -258_019_807);
        }
    }

    #[test]
    fn the_file_in_the_repository_holds_the_built_in_table() {
        let file = include_str!("../../hash_table.json");
        let built_in = HashTable::built_in();
        assert_eq!(HashTable::from_json(file).expect("reads"), built_in);
        assert_eq!(built_in.to_json(), file);
        assert_ne!(HashTable::generate(1).fingerprint(), built_in.fingerprint());
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("other.json");
        let missing = HashTable::from_file(&path).expect_err("no file").to_string();
        assert!(missing.starts_with("cannot read the hash table "), "{missing}");
        for text in ["", "{}", "[1, 2, 3]", "[1.5]", "[4294967296]", "[\"a\"]"] {
            std::fs::write(&path, text).expect("is written");
            let error = HashTable::from_file(&path).expect_err("no table").to_string();
            assert!(
                error.starts_with(&format!("{} is not a hash table: ", path.display())),
                "{error}"
            );
        }
    }
}
