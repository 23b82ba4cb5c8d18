use super::error::PositionsError;
use crate::formats::positions::PositionReader;
use bgo::go::{BoardSize, Color};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;

/// The number of positions for each number of stones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Histogram {
    /// The lines of the board.
    pub board_size: u8,
    /// The number of positions.
    pub positions: u64,
    /// The positions by number of stones, in ascending order. Numbers without positions are
    /// omitted.
    pub stones: Vec<StoneCount>,
}

/// The positions with one number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StoneCount {
    /// The stones of both colours.
    pub stones: u16,
    /// The positions with this number.
    pub positions: u64,
    /// The positions among these with Black to play.
    pub black_to_play: u64,
}

/// Counts the positions of files by number of stones. Each file comes with its name.
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
