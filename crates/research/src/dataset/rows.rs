use super::options::PlaneLayout;
use crate::formats::kgs::{Encoder, Encoding, LINES, TrainingGame, TrainingRecord, Version};
use rayon::prelude::*;
use std::ops::Range;

/// The number of games that a thread takes at a time.
const SHARE: usize = 8;

/// The rows of some games in memory, as bytes of little-endian numbers in the order of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrainingRows {
    /// The planes of the positions, [`PlaneLayout::row`] bytes each.
    pub planes: Vec<u8>,
    /// The moves, 16 bits each: `19 * row + column`, rows counted from the bottom.
    pub labels: Vec<u8>,
    /// The numbers of the games, 64 bits each.
    pub games: Vec<u8>,
}

impl PlaneLayout {
    /// Returns the shape of a position's planes, in bytes.
    pub fn row(self, version: Version) -> Vec<usize> {
        match (self, version) {
            (Self::Uint8, _) => vec![version.planes(), LINES, LINES],
            (Self::Bits, Version::V1) => vec![LINES, LINES],
            (Self::Bits, Version::V2) => vec![version.packed_length()],
        }
    }

    /// Appends the planes and the move of a record, the move in 16 bits.
    pub(super) fn write(self, record: &TrainingRecord, planes: &mut Vec<u8>, labels: &mut Vec<u8>) {
        match self {
            Self::Bits => planes.extend_from_slice(record.packed_planes()),
            Self::Uint8 => record.write_planes(planes),
        }
        labels.extend(record.label().to_le_bytes());
    }
}

impl TrainingRows {
    /// Makes the rows of files, each with the number of its game, on all cores. A file that is no
    /// game of 19 lines without faults gives none.
    pub fn of_files(files: &[(i64, Vec<u8>)], encoding: Encoding, layout: PlaneLayout) -> Self {
        let parts: Vec<Self> = files
            .par_chunks(SHARE)
            .map_init(
                || Encoder::new(encoding),
                |encoder, files| {
                    let mut rows = Self::default();
                    for (number, sgf) in files {
                        rows.add(encoder, (*number, sgf), encoding, layout);
                    }
                    rows
                },
            )
            .collect();
        let mut rows = Self::default();
        for part in parts {
            rows.append(part);
        }
        rows
    }

    /// Returns the number of rows.
    pub const fn len(&self) -> usize {
        self.labels.len() / 2
    }

    /// Returns whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Adds the rows of others.
    pub fn append(&mut self, mut other: Self) {
        self.planes.append(&mut other.planes);
        self.labels.append(&mut other.labels);
        self.games.append(&mut other.games);
    }

    /// Returns a copy of some of the rows.
    #[must_use]
    pub fn range(&self, rows: Range<usize>) -> Self {
        let of = |bytes: &[u8], row: usize| bytes.get(rows.start * row..rows.end * row).unwrap_or_default().to_vec();
        Self {
            planes: of(&self.planes, self.planes.len() / self.len().max(1)),
            labels: of(&self.labels, 2),
            games: of(&self.games, 8),
        }
    }

    fn add(&mut self, encoder: &mut Encoder, (number, sgf): (i64, &[u8]), encoding: Encoding, layout: PlaneLayout) {
        let version = encoding.version();
        let mut records = Vec::new();
        let Ok(game) = TrainingGame::read(sgf, encoding.setup) else {
            return;
        };
        // A game with an error gives no records.
        let _ = encoder.encode(&game, &mut records);
        for record in records.chunks_exact(version.record_length()) {
            let record = TrainingRecord::new(version, record.to_vec());
            layout.write(&record, &mut self.planes, &mut self.labels);
            self.games.extend(number.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::kgs::{KoPlane, RecordFormat, SetupRule};

    const ENCODING: Encoding = Encoding {
        format: RecordFormat::V2,
        ko: KoPlane::Compat,
        setup: SetupRule::Strict,
    };

    fn rows(layout: PlaneLayout) -> TrainingRows {
        let file = |number, text: &str| (number, text.as_bytes().to_vec());
        let files = [
            file(7, "(;GM[1]SZ[19];B[pd];W[dp];B[as])"),
            file(8, "(;GM[1]SZ[9];B[ee];W[cc])"),
            file(9, "(;GM[1]SZ[19];B[aa];W[ss])"),
        ];
        TrainingRows::of_files(&files, ENCODING, layout)
    }

    #[test]
    fn the_rows_of_games_follow_each_other_and_other_files_give_none() {
        let rows = rows(PlaneLayout::Uint8);
        assert_eq!(rows.len(), 3);
        let labels: Vec<i16> = rows
            .labels
            .chunks(2)
            .map(|label| i16::from_le_bytes([label[0], label[1]]))
            .collect();
        // Rows are counted from the bottom.
        assert_eq!(labels, [3 * 19 + 3, 0, 18]);
        let games: Vec<u8> = rows.games.iter().copied().step_by(8).collect();
        assert_eq!(games, [7, 7, 9]);
        let row: usize = PlaneLayout::Uint8.row(Version::V2).iter().product();
        assert_eq!(rows.planes.len(), 3 * row);
        // White sees the stone of the opponent at pd, which has more than two liberties.
        let set: Vec<usize> = (0..row).filter(|&at| rows.planes[at] == 1).collect();
        assert_eq!(set, [5 * 361 + 15 * 19 + 15]);
    }

    #[test]
    fn a_part_of_the_rows_is_a_copy() {
        for layout in PlaneLayout::ALL {
            let rows = rows(layout);
            let mut joined = rows.range(0..1);
            joined.append(rows.range(1..3));
            assert_eq!(joined, rows);
            assert!(rows.range(1..1).is_empty() && TrainingRows::default().range(0..0).is_empty());
        }
    }
}
