use crate::go::{PositionKey, mix};
use crate::store::codec::block::{Block, Repeated, ShortKey};
use crate::store::codec::posting::Posting;
use std::fmt;

/// A fact stated by a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A game has a position with this short key.
    Single {
        key: ShortKey,
        /// The game, by its offset from the segment's first game.
        game: u32,
    },
    /// A game reaches a position.
    Posting {
        key: PositionKey,
        /// The ply and the next move.
        posting: Posting,
    },
}

impl Item {
    /// Returns all items of a block.
    pub fn of_block(block: &Block) -> impl Iterator<Item = Self> {
        let singles = block.singles.iter().map(|single| Self::Single {
            key: single.key,
            game: single.game,
        });
        let postings = block.repeated.iter().flat_map(|Repeated { key, postings }| {
            postings.iter().map(|&posting| Self::Posting { key: *key, posting })
        });
        singles.chain(postings)
    }

    /// Returns the game of the item, by its offset from the segment's first game.
    pub const fn game(&self) -> u32 {
        match self {
            Self::Single { game, .. } => *game,
            Self::Posting { posting, .. } => posting.game,
        }
    }

    /// Returns a number that differs for nearly all other items, and is not 0 for the
    /// item of zeros. Sums of fingerprints distinguish multisets of items.
    pub const fn fingerprint(&self) -> u64 {
        match self {
            Self::Single { key, game } => mix(mix(!key.0) ^ (*game as u64) << 1),
            Self::Posting { key, posting } => {
                let Posting { game, ply, next } = posting;
                mix(pair(*key, *game) ^ (*ply as u64) << 16 ^ next.0 as u64)
            }
        }
    }
}

/// Returns a hash of a position of a game.
pub const fn pair(key: PositionKey, game: u32) -> u64 {
    mix(key.0 ^ mix((game as u64) << 1 | 1))
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single { key, .. } => write!(f, "a position whose key begins with {:010x}", key.0),
            Self::Posting { key, posting } => write!(
                f,
                "the position {key} after move {} with the next move {}",
                posting.ply, posting.next.0
            ),
        }
    }
}
