use super::choice::{RowChoice, Split};
use super::options::PlaneLayout;
use crate::formats::katago::{KatagoGame, LONGEST, RuleSet};
use crate::formats::kgs::{Encoder, Encoding, LINES, RecordFormat, TrainingGame, TrainingRecord, first_game};
use bgo::internal::go::Color;
use rayon::prelude::*;
use std::ops::Range;

/// The number of games that a thread takes at a time.
const SHARE: usize = 8;

/// The number of rows that a thread unpacks at a time, at least.
const UNPACKED: usize = 64;

/// The rows of some games in memory, as bytes of little-endian numbers in the order of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrainingRows {
    /// The packed planes of the positions.
    pub planes: Vec<u8>,
    /// The moves, 16 bits each: `19 * row + column`, rows counted from the bottom.
    pub labels: Vec<u8>,
    /// The players to move: 1 for Black, 2 for White.
    pub colors: Vec<u8>,
    /// The numbers of the games, 64 bits each.
    pub games: Vec<u8>,
}

impl PlaneLayout {
    /// Returns the shape of a position's planes, in bytes.
    pub fn row(self, format: RecordFormat) -> Vec<usize> {
        match (self, format) {
            (Self::Uint8, _) => vec![format.planes(), LINES, LINES],
            (Self::Bits, RecordFormat::V1) => vec![LINES, LINES],
            (Self::Bits, _) => vec![format.packed_length()],
        }
    }

    /// Returns packed planes of positions in this layout, made on all cores.
    pub fn of_packed(self, format: RecordFormat, packed: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Bits => packed,
            Self::Uint8 => {
                let rows = packed.par_chunks_exact(format.packed_length());
                let mut planes = vec![0; rows.len() * format.unpacked_length()];
                let out = planes.par_chunks_exact_mut(format.unpacked_length());
                let both = rows.zip(out).with_min_len(UNPACKED);
                both.for_each(|(row, out)| format.unpack(row, out));
                planes
            }
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
    /// Makes the rows of files, each with the number of its game, on all cores: of the games of a split, as chosen.
    /// Shards are left to the caller. A file that is no game of 19 lines gives none.
    pub fn of_files(files: &[(i64, Vec<u8>)], encoding: Encoding, split: Split, choice: &RowChoice) -> Self {
        files
            .par_chunks(SHARE)
            .map_init(
                || Encoder::new(encoding),
                |encoder, files| {
                    let mut rows = Self::default();
                    for (number, sgf) in files {
                        if let Ok(game) = TrainingGame::read(sgf, encoding.setup) {
                            let identity = if choice.wants_moves() { identity(sgf) } else { 0 };
                            if choice.split_of(identity) == split {
                                rows.add(encoder, *number, &game, encoding.format, choice, identity);
                            }
                        }
                    }
                    rows
                },
            )
            .collect::<Vec<Self>>()
            .into_iter()
            .fold(Self::default(), |mut rows, part| {
                rows.append(part);
                rows
            })
    }

    /// Returns the number of rows.
    pub const fn len(&self) -> usize {
        self.colors.len()
    }

    /// Returns whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.colors.is_empty()
    }

    /// Adds the rows of others.
    pub fn append(&mut self, mut other: Self) {
        self.planes.append(&mut other.planes);
        self.labels.append(&mut other.labels);
        self.colors.append(&mut other.colors);
        self.games.append(&mut other.games);
    }

    /// Returns a copy of some of the rows.
    #[must_use]
    pub fn range(&self, rows: Range<usize>) -> Self {
        self.each_array(|bytes, row| bytes.get(rows.start * row..rows.end * row).unwrap_or_default().to_vec())
    }

    /// Returns the rows in another order.
    #[must_use]
    pub fn in_order(&self, order: &[u32]) -> Self {
        self.each_array(|bytes, row| {
            let mut mixed = Vec::with_capacity(bytes.len());
            for place in order {
                mixed.extend_from_slice(&bytes[*place as usize * row..][..row]);
            }
            mixed
        })
    }

    /// Makes rows from each array and the length of one of its rows.
    fn each_array(&self, make: impl Fn(&[u8], usize) -> Vec<u8>) -> Self {
        let arrays = [&self.planes, &self.labels, &self.colors, &self.games];
        let [planes, labels, colors, games] = arrays.map(|bytes| make(bytes, bytes.len() / self.len().max(1)));
        Self {
            planes,
            labels,
            colors,
            games,
        }
    }

    fn add(
        &mut self,
        encoder: &mut Encoder,
        number: i64,
        game: &TrainingGame,
        format: RecordFormat,
        choice: &RowChoice,
        identity: u64,
    ) {
        let mut records = Vec::new();
        // A game with an error gives no records.
        let _ = encoder.encode(game, &mut records);
        let records = records.chunks_exact(format.record_length()).zip(game.colors());
        for (ply, (record, color)) in records.enumerate() {
            if choice.has_position(identity, ply) {
                let mut record = TrainingRecord::new(format, record.to_vec());
                if choice.symmetry {
                    record = record.turned(choice.orientation(identity, ply));
                }
                PlaneLayout::Bits.write(&record, &mut self.planes, &mut self.labels);
                self.colors.push(if color == Color::Black { 1 } else { 2 });
                self.games.extend(number.to_le_bytes());
            }
        }
    }
}

/// Returns the number that KataGo's rows know the first game of a file by, so that the same seed
/// divides its games alike.
fn identity(sgf: &[u8]) -> u64 {
    let game = first_game(sgf).and_then(|tree| KatagoGame::new(tree.game.ok()?, RuleSet::Japanese, LONGEST).ok());
    game.map_or(0, |game| game.identity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strictness;
    use bgo::internal::go::Transform;
    use bgo::internal::record::game_trees;

    const ENCODING: Encoding = Encoding {
        format: RecordFormat::V2,
        ko: Strictness::Compat,
        setup: Strictness::Strict,
    };

    fn rows(choice: &RowChoice) -> TrainingRows {
        let files = [
            (7, "(;GM[1]SZ[19];B[pd];W[dp];B[as])"),
            (8, "(;GM[1]SZ[9];B[ee];W[cc])"),
            (9, "(;GM[1]SZ[19];B[aa];W[ss])"),
        ];
        TrainingRows::of_files(
            &files.map(|(number, text)| (number, text.into())),
            ENCODING,
            Split::Training,
            choice,
        )
    }

    #[test]
    fn the_rows_of_games_follow_each_other_and_other_files_give_none() {
        let rows = rows(&RowChoice::ALL);
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
        assert_eq!(rows.colors, [2, 1, 2]);
        let row: usize = PlaneLayout::Uint8.row(RecordFormat::V2).iter().product();
        let planes = PlaneLayout::Uint8.of_packed(RecordFormat::V2, rows.planes);
        assert_eq!(planes.len(), 3 * row);
        // White sees the stone of the opponent at pd, which has more than two liberties.
        let set: Vec<usize> = (0..row).filter(|&at| planes[at] == 1).collect();
        assert_eq!(set, [5 * 361 + 15 * 19 + 15]);
    }

    #[test]
    fn a_part_of_the_rows_is_a_copy_and_an_order_has_all_of_them() {
        let rows = rows(&RowChoice::ALL);
        let mut joined = rows.range(0..1);
        joined.append(rows.range(1..3));
        assert_eq!(joined, rows);
        assert!(rows.range(1..1).is_empty() && TrainingRows::default().range(0..0).is_empty());
        let mixed = rows.in_order(&[2, 0, 1]);
        assert_ne!(mixed, rows);
        assert_eq!(mixed.in_order(&[1, 2, 0]), rows);
        assert_eq!(TrainingRows::default().in_order(&[]), TrainingRows::default());
    }

    #[test]
    fn turned_rows_are_those_of_the_turned_game() {
        let symmetric = RowChoice {
            symmetry: true,
            ..RowChoice::ALL
        };
        let (plain, turned) = (rows(&RowChoice::ALL), rows(&symmetric));
        assert_eq!(
            (plain.len(), &plain.games, &plain.colors),
            (turned.len(), &turned.games, &turned.colors)
        );
        assert_ne!(plain.labels, turned.labels);
        let text = "(;GM[1]SZ[19]AB[ab][ba][cc]AW[bb];W[pd];B[dp];W[ca])";
        let record = |format| {
            let encoding = Encoding { format, ..ENCODING };
            let game = |transform: Transform| {
                let tree = game_trees(text).next().expect("a tree");
                let record = tree.game.expect("a game").transformed(transform, false);
                let game = TrainingGame::of_record(&record).expect("can be played");
                let mut records = Vec::new();
                Encoder::new(encoding)
                    .encode(&game, &mut records)
                    .expect("can be played");
                let records = records.chunks_exact(encoding.format.record_length());
                records
                    .map(|record| TrainingRecord::new(encoding.format, record.to_vec()))
                    .collect::<Vec<_>>()
            };
            for transform in Transform::ALL {
                let turned: Vec<_> = game(Transform::IDENTITY)
                    .iter()
                    .map(|record| record.turned(transform))
                    .collect();
                assert_eq!(turned, game(transform), "{transform:?}");
            }
        };
        record(RecordFormat::V1);
        record(RecordFormat::V2);
    }

    #[test]
    fn games_are_divided_and_sampled_as_the_rows_of_katago_are() {
        let text = |game: usize| {
            let letters = ['a', 'c', 'e', 'g', 'i', 'k', 'm', 'o'];
            let point = |place: usize| format!("{}{}", letters[place % 8], letters[place / 8 % 8]);
            let moves = (0..6).map(|mv| format!(";{}[{}]", ["B", "W"][mv % 2], point(game + 9 * mv)));
            format!("(;SZ[19]{})", moves.collect::<String>())
        };
        let files: Vec<(i64, Vec<u8>)> = (0..40).map(|game| (game as i64, text(game).into_bytes())).collect();
        let choice = RowChoice {
            validation: 0.5,
            ..RowChoice::default()
        };
        let games_of = |split| {
            let rows = TrainingRows::of_files(&files, ENCODING, split, &choice);
            rows.games.iter().copied().step_by(5 * 8).collect::<Vec<u8>>()
        };
        let [training, validation] = Split::ALL.map(games_of);
        assert_eq!(training.len() + validation.len(), 40);
        for (games, split) in [(training, Split::Training), (validation, Split::Validation)] {
            for game in games {
                let record = game_trees(&text(game.into()))
                    .next()
                    .expect("a tree")
                    .game
                    .expect("a game");
                let game = KatagoGame::new(record, RuleSet::Japanese, 19).expect("a game");
                assert_eq!(choice.split_of(game.identity), split);
            }
        }
        let half = RowChoice {
            sample: 0.5,
            ..RowChoice::ALL
        };
        let rows = TrainingRows::of_files(&files, ENCODING, Split::Training, &half);
        assert!((60..140).contains(&rows.len()), "{}", rows.len());
    }
}
