//! The index of positions: segments, blocks and lookup.

pub mod blocks;
pub mod lookup;
pub mod segment;
pub mod stop;
