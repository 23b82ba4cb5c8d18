use super::error::PositionsError;
use bgo::go::{BoardSize, Color};
use bgo::position_file::PositionReader;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;

/// How many positions have how many stones. Serialised, it is the document that
/// `bgo positions histogram --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Histogram {
    /// Lines of the board.
    pub board_size: u8,
    /// How many positions there are.
    pub positions: u64,
    /// By number of stones, in order; numbers that no position has are left out.
    pub stones: Vec<StoneCount>,
}

/// The positions with so many stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StoneCount {
    /// Of both colours.
    pub stones: u16,
    /// How many have them.
    pub positions: u64,
    /// In how many of these it is Black's turn.
    pub black_to_play: u64,
}

/// Counts the positions of files, which errors call by their names, by number of
/// stones.
///
/// # Errors
/// The first that is damaged or cannot be read.
pub fn histogram<R: Read>(
    files: impl IntoIterator<Item = Result<(R, String), PositionsError>>,
    size: BoardSize,
) -> Result<Histogram, PositionsError> {
    let mut counts: BTreeMap<u16, StoneCount> = BTreeMap::new();
    for file in files {
        let (file, name) = file?;
        PositionReader::new(file, name, size).visit(|_, record| {
            let stones = record.stone_counts().iter().sum();
            let count = counts.entry(stones).or_insert(StoneCount {
                stones,
                positions: 0,
                black_to_play: 0,
            });
            count.positions += 1;
            count.black_to_play += u64::from(record.id().to_play == Color::Black);
            Ok::<_, PositionsError>(())
        })?;
    }
    Ok(Histogram {
        board_size: size.lines(),
        positions: counts.values().map(|count| count.positions).sum(),
        stones: counts.into_values().collect(),
    })
}
