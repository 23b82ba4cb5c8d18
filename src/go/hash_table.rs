use super::mix::{GOLDEN_GAMMA, mix};
use super::{BoardSize, Color, Point, Transform, board::Board};
use crate::files::open_regular;
use std::io::Read;
use std::path::Path;
use thiserror::Error;

/// The number of entries: one for each point of a 19x19 board.
const ENTRIES: usize = BoardSize::MAX.area();

/// An error of reading a hash table.
#[derive(Debug, Error)]
pub enum HashTableError {
    /// The file could not be opened or read.
    #[error("cannot read the hash table {path}: {source}")]
    Unreadable {
        /// The file that was named.
        path: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not a JSON array of integers.
    #[error("{path} is not a hash table: {reason}; expected a JSON array of 361 integers of 32 bits")]
    Malformed {
        /// The file that was named.
        path: String,
        /// The place and the reason.
        reason: String,
    },
}

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
    pub fn from_file(path: &Path) -> Result<Self, HashTableError> {
        let name = path.display().to_string();
        let mut text = String::new();
        let read = open_regular(path).and_then(|mut file| file.read_to_string(&mut text));
        read.map_err(|source| HashTableError::Unreadable {
            path: name.clone(),
            source,
        })?;
        Self::from_json(&text, &name)
    }

    fn from_json(text: &str, path: &str) -> Result<Self, HashTableError> {
        let malformed = |reason| HashTableError::Malformed {
            path: path.to_owned(),
            reason,
        };
        let entries: Vec<i32> = serde_json::from_str(text).map_err(|error| malformed(error.to_string()))?;
        if entries.len() != ENTRIES {
            return Err(malformed(format!("it has {} numbers", entries.len())));
        }
        Ok(Self { entries })
    }

    /// Generates a table from `seed`. The hashes published with the first version
    /// of the program are valid for every seed: T\[dd\], T\[pp\], T\[fq\] and
    /// T\[pd\] - T\[dp\] are fixed.
    pub fn generate(seed: u64) -> Self {
        let mut state = seed;
        let mut draw = || {
            state = state.wrapping_add(GOLDEN_GAMMA);
            (mix(state) >> 32) as i32
        };
        let mut entries: Vec<i32> = (0..ENTRIES).map(|_| draw()).collect();
        let mut fix = |x, y, value| entries[Point::new(x, y).index(BoardSize::MAX)] = value;
        fix(3, 3, 228_439_338);
        fix(15, 15, 1_029_165_885);
        fix(5, 16, -258_019_807);
        // Half the range keeps the sum with the difference within 32 bits.
        let dp = draw() / 2;
        fix(3, 15, dp);
        fix(15, 3, dp - 69_487_331);
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
        assert_eq!(HashTable::from_json(file, "x").expect("reads"), built_in);
        assert_eq!(built_in.to_json(), file);
        assert_ne!(HashTable::generate(1).fingerprint(), built_in.fingerprint());
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        for text in ["", "{}", "[1, 2, 3]", "[1.5]", "[4294967296]", "[\"a\"]"] {
            let error = HashTable::from_json(text, "other.json").expect_err("no table");
            assert!(
                error.to_string().starts_with("other.json is not a hash table"),
                "{error}"
            );
        }
    }
}
