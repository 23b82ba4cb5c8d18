use crate::go::{PositionKey, mix};
use crate::store::codec::block::{Block, Repeated, ShortKey};
use crate::store::codec::posting::Posting;
use std::fmt;

/// One thing that a block says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A game has a position with this short key.
    Single {
        /// The short key.
        key: ShortKey,
        /// The game, counted from the first of the segment.
        game: u32,
    },
    /// A game passes a position.
    Posting {
        /// The position.
        key: PositionKey,
        /// When, and what followed.
        posting: Posting,
    },
}

impl Item {
    /// Everything that a block says.
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

    /// The game that it is about.
    pub const fn game(&self) -> u32 {
        match self {
            Self::Single { game, .. } => *game,
            Self::Posting { posting, .. } => posting.game,
        }
    }

    /// A number that differs for nearly all other items, and is not 0 for the
    /// one of zeros. Sums of it tell
    /// apart sets of items whatever their order.
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

/// A number for a position of a game.
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
