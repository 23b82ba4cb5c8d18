//! Random position records, for tests of merging here and in the program.

use bgo::internal::go::{Board, BoardSize, Color, Point, mix};
use bgo::internal::position_file::{ExtraInfo, PositionId, PositionRecord};
use bgo_research::formats::positions::Zobrist;

/// Returns records of random positions out of a thousand, about half of them
/// with extra information.
pub fn records(seed: u64, count: u64) -> Vec<PositionRecord> {
    let size = BoardSize::new(9).expect("a size");
    let zobrist = Zobrist::generate(size);
    (0..count)
        .map(|n| {
            let drawn = mix(seed + n);
            let mut board = Board::new(size);
            board.set(
                Point::new((drawn % 1000 / 9 % 9) as u8, (drawn % 9) as u8),
                Some(Color::Black),
            );
            board.set(
                Point::new((drawn % 7) as u8, (drawn % 1000 / 100 % 9) as u8),
                Some(Color::White),
            );
            let color = if drawn % 1000 < 500 { Color::Black } else { Color::White };
            let extra = (drawn >> 40 & 1 == 1).then_some(ExtraInfo {
                source: n as u32 + 1,
                variation: 0,
                move_number: 2,
            });
            PositionRecord::new(PositionId::new(zobrist.hash_of(&board), color), &board, extra)
        })
        .collect()
}

pub fn bytes(records: &[PositionRecord]) -> Vec<u8> {
    records.iter().flat_map(|record| record.as_bytes().to_vec()).collect()
}
