use crate::go::PositionKey;
use std::fmt;
use std::path::Path;

/// The name of the file that describes a dataset. It is written last.
pub const MANIFEST: &str = "_bgo.json";

/// The version of the layout that this program writes and reads.
pub const VERSION: u32 = 2;

/// The number of successive game numbers that share a file of the tables `games`, `sources` and
/// `courses`.
pub const GAMES_PER_FILE: i64 = 1 << 16;

/// The number of rows in a row group of positions, at most.
pub const ROWS_PER_GROUP: usize = 1 << 20;

/// The number of rows in a page, at most.
pub const ROWS_PER_PAGE: usize = 4096;

const POSITIONS_PER_PARTITION: u64 = 1 << 21;

const FEWEST_BITS: u32 = 4;
const MOST_BITS: u32 = 12;

/// A table of a dataset, which is a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// The games and their records.
    Games,
    /// The places where the records were found.
    Sources,
    /// The moves of the games.
    Courses,
    /// The positions of the games.
    Positions,
    /// The records that an import did not store as they were found.
    Report,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 5] = [Self::Games, Self::Sources, Self::Courses, Self::Positions, Self::Report];

    /// Returns the name of the table and its folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Sources => "sources",
            Self::Courses => "courses",
            Self::Positions => "positions",
            Self::Report => "report",
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns whether a folder has a dataset.
#[must_use]
pub fn is_dataset(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// Returns the number of key bits that select a partition of this many positions.
#[must_use]
pub const fn partition_bits(positions: u64) -> u32 {
    let mut bits = FEWEST_BITS;
    while bits < MOST_BITS && positions >> bits > POSITIONS_PER_PARTITION {
        bits += 1;
    }
    bits
}

/// Returns the partition of a key by its first `bits` bits, 1 to 32.
#[must_use]
pub const fn partition(key: PositionKey, bits: u32) -> u32 {
    (key.0 >> (u64::BITS - bits)) as u32
}

/// Returns the path of the file of the positions in a partition, within the dataset.
#[must_use]
pub fn positions_path(partition: u32) -> String {
    format!("{}/part={partition}/part-00000.parquet", Table::Positions)
}

/// Returns the number of the file that has a game.
#[must_use]
pub const fn file_of(game: i64) -> i64 {
    game / GAMES_PER_FILE
}

/// Returns the path of the file with this number in a table other than `positions`, within
/// the dataset.
#[must_use]
pub fn table_path(table: Table, file: i64) -> String {
    format!("{table}/part-{file:05}.parquet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_have_about_two_million_positions() {
        for (positions, bits) in [
            (0, 4),
            (16 << 21, 4),
            (17 << 21, 5),
            (32 << 21, 5),
            (60_000_000 * 220, 12),
            (u64::MAX, 12),
        ] {
            assert_eq!(partition_bits(positions), bits, "{positions}");
        }
    }

    #[test]
    fn the_first_bits_of_a_key_select_its_partition() {
        assert_eq!(partition(PositionKey(0xabc0_0000_0000_0000), 4), 0xa);
        assert_eq!(partition(PositionKey(0xabc0_0000_0000_0000), 12), 0xabc);
    }
}
