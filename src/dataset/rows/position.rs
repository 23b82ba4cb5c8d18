use super::Outcome;
use crate::go::PositionKey;
use crate::record::GamePosition;
use crate::store::NextCode;
use std::collections::HashMap;

/// A row of the table `positions`: a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// The key of the position.
    pub key: PositionKey,
    /// The number of the game.
    pub game: i64,
    /// The number of moves before the position.
    pub ply: u16,
    /// The [`NextCode`] of the next move, or [`PositionRow::END`] or [`PositionRow::SETUP`].
    pub next: i16,
    /// [`PositionRow::AGAIN`] and [`PositionRow::AGAIN_WITH_NEXT`], as far as they are true.
    pub again: u8,
    /// The year of the game.
    pub year: Option<u16>,
    /// The outcome of the game.
    pub outcome: Outcome,
}

impl PositionRow {
    /// The `next` of a position at which the game ends.
    pub const END: i16 = -1;
    /// The `next` of a position that setup follows.
    pub const SETUP: i16 = -2;
    /// The bit of `again` that is set if the game had the position before.
    pub const AGAIN: u8 = 1;
    /// The bit of `again` that is set if the game had the position before, with the same `next`.
    pub const AGAIN_WITH_NEXT: u8 = 2;

    /// Creates the rows of a game from all of its positions, in the order of the game.
    #[must_use]
    pub fn of_game(game: i64, positions: &[GamePosition], year: Option<u16>, outcome: Outcome) -> Vec<Self> {
        let mut before: HashMap<PositionKey, Vec<i16>> = HashMap::with_capacity(positions.len());
        let last = positions.len().saturating_sub(1);
        let row = |(at, position): (usize, &GamePosition)| {
            let key = position.canonical.key;
            let next = match NextCode::new(position.next, &position.canonical).number() {
                Some(code) => code as i16,
                None if at == last => Self::END,
                None => Self::SETUP,
            };
            let earlier = before.entry(key).or_default();
            let mut again = 0;
            if !earlier.is_empty() {
                again |= Self::AGAIN;
            }
            if earlier.contains(&next) {
                again |= Self::AGAIN_WITH_NEXT;
            } else {
                earlier.push(next);
            }
            Self {
                key,
                game,
                ply: position.ply,
                next,
                again,
                year,
                outcome,
            }
        };
        positions.iter().enumerate().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::rows::GameRows;
    use crate::go::{HashTable, KeyTables};
    use crate::record::TextEncoding;
    use crate::store::StoredRecord;

    /// Returns ply, next and again of each position of a game.
    fn rows(record: &str) -> Vec<(u16, i16, u8)> {
        let record = StoredRecord {
            bytes: record.as_bytes().to_vec(),
            encoding: TextEncoding::UTF_8,
        };
        let keys = KeyTables::new(HashTable::built_in());
        let rows = GameRows::new(7, &record, &keys).expect("a game").positions;
        assert!(rows.iter().all(|row| row.game == 7 && row.year == Some(1990)));
        rows.iter().map(|row| (row.ply, row.next, row.again)).collect()
    }

    /// The code of a pass by White.
    const WHITE_PASSES: i16 = 361 | 1 << 9;

    #[test]
    fn a_game_ends_once_and_setup_follows_elsewhere() {
        let rows = rows("(;SZ[9]DT[1990];B[bb];AB[cc];W[];AB[dd])");
        let next: Vec<(u16, i16)> = rows.iter().map(|(ply, next, _)| (*ply, *next)).collect();
        let expected = [
            (1, PositionRow::SETUP),
            (1, WHITE_PASSES),
            (2, PositionRow::SETUP),
            (2, PositionRow::END),
        ];
        assert_eq!(next[1..], expected);
    }

    #[test]
    fn a_move_on_a_stone_sets_the_board_up_anew() {
        let rows = rows("(;SZ[9]DT[1990];B[aa];W[aa];B[bb])");
        assert_eq!(rows[1].1, PositionRow::SETUP);
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn a_position_that_comes_again_says_so_and_whether_its_next_move_does() {
        // Passes keep the position: 361 by Black, then White, then Black, then Black at aa.
        let rows = rows("(;SZ[9]DT[1990];B[];W[];B[];B[aa])");
        let again: Vec<u8> = rows.iter().map(|row| row.2).collect();
        let both = PositionRow::AGAIN | PositionRow::AGAIN_WITH_NEXT;
        assert_eq!(again, [0, PositionRow::AGAIN, both, PositionRow::AGAIN, 0]);
    }

    #[test]
    fn setup_that_changes_nothing_comes_again_at_the_same_move() {
        let rows = rows("(;SZ[9]DT[1990]AB[cc];AB[cc];AB[cc])");
        let both = PositionRow::AGAIN | PositionRow::AGAIN_WITH_NEXT;
        let expected = [
            (0, PositionRow::SETUP, 0),
            (0, PositionRow::SETUP, both),
            (0, PositionRow::END, PositionRow::AGAIN),
        ];
        assert_eq!(rows, expected);
    }
}
