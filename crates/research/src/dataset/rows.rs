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
                        rows.add(encoder, (*number, sgf), encoding.version(), layout);
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

    fn add(&mut self, encoder: &mut Encoder, (number, sgf): (i64, &[u8]), version: Version, layout: PlaneLayout) {
        let mut records = Vec::new();
        let Ok(game) = TrainingGame::read(sgf) else { return };
        // A game with an error gives no records.
        let _ = encoder.encode(&game, &mut records);
        for record in records.chunks_exact(version.record_length()) {
            let record = TrainingRecord::new(version, record.to_vec());
            match layout {
                PlaneLayout::Bits => self.planes.extend_from_slice(record.packed_planes()),
                PlaneLayout::Uint8 => record.write_planes(&mut self.planes),
            }
            self.labels.extend(record.label().to_le_bytes());
            self.games.extend(number.to_le_bytes());
        }
    }
}
