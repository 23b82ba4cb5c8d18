//! The index of positions: segments, blocks and lookup.

pub mod blocks;
pub mod halt;
pub mod lookup;
pub mod segment;
