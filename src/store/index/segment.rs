use crate::store::codec::block::{self, BlockLayout};
use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::table::{SEGMENT, intact};
use rusqlite::Row;

/// The limit for the numbers of segments, which are the high bits of the numbers of
/// blocks.
const MAX_ID: i64 = 1 << (62 - block::MAX_PREFIX_BITS);

/// A row of the segment table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The number of the segment.
    pub id: i64,
    /// The first game, from which the games in blocks are counted.
    pub first_game: i64,
    /// The last game.
    pub last_game: i64,
    /// The number of games. It is less than the range of numbers if games were
    /// removed.
    pub games: u32,
    /// The number of positions of these games, repetitions included.
    pub positions: u64,
    /// The number of key bits that select a block.
    pub prefix_bits: u32,
}

impl Segment {
    /// Creates a segment for a number of positions in a range of games. Its number
    /// is assigned when it is written.
    #[must_use]
    pub fn new(first_game: i64, last_game: i64, games: u32, positions: u64) -> Self {
        Self {
            id: 0,
            first_game,
            last_game,
            games,
            positions,
            prefix_bits: BlockLayout::prefix_bits_for(positions),
        }
    }

    /// Returns SQL that reads all rows of the table for [`Segment::from_row`].
    pub fn select() -> String {
        let columns = "id, first_game, last_game, games, positions, prefix_bits";
        SEGMENT.select(columns, "ORDER BY first_game")
    }

    /// Reads a segment from a row of [`Segment::select`], whose first value tells
    /// whether the row is intact.
    pub fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(1)?,
            first_game: row.get(2)?,
            last_game: row.get(3)?,
            games: row.get(4)?,
            positions: row.get(5)?,
            prefix_bits: row.get(6)?,
        })
    }

    /// Returns whether the numbers of the segment are consistent. Inconsistent ones
    /// would cause blocks to be misread.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let span = self
            .last_game
            .checked_sub(self.first_game)
            .and_then(|n| n.checked_add(1));
        (1..MAX_ID).contains(&self.id)
            && self.first_game >= 1
            && span.is_some_and(|span| span >= i64::from(self.games) && span <= i64::from(u32::MAX))
            && self.prefix_bits <= block::MAX_PREFIX_BITS
    }

    /// Returns the number of game numbers from the first game to the last.
    #[must_use]
    pub const fn span(&self) -> u32 {
        (self.last_game - self.first_game + 1) as u32
    }

    /// Returns the offset of a game from the first.
    #[must_use]
    pub const fn offset(&self, game: i64) -> u32 {
        (game - self.first_game) as u32
    }

    /// Returns the layout of the blocks.
    #[must_use]
    pub const fn layout(&self) -> BlockLayout {
        BlockLayout {
            prefix_bits: self.prefix_bits,
            game_bits: BlockLayout::game_bits(self.span()),
        }
    }

    /// Returns the number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> u32 {
        1 << self.prefix_bits
    }

    /// Returns the row of the block with this prefix.
    #[must_use]
    pub const fn block_row(&self, prefix: u32) -> i64 {
        self.id << block::MAX_PREFIX_BITS | prefix as i64
    }
}

/// Returns the segments of the index, in the order of their games.
pub fn segments(snapshot: &Snapshot) -> Result<Vec<Segment>, StoreError> {
    let segments = snapshot.rows(&Segment::select(), [], |row| {
        Ok((intact(row)?, Segment::from_row(row)?))
    })?;
    let expected = snapshot.state()?.segments;
    if segments.len() as u64 != expected {
        return Err(snapshot.damaged(format!("{} of its {expected} segments are there", segments.len())));
    }
    segments
        .into_iter()
        .map(|(intact, segment)| {
            if intact && segment.is_possible() {
                Ok(segment)
            } else {
                Err(snapshot.damaged(format!("segment {} has wrong numbers", segment.id)))
            }
        })
        .collect()
}
