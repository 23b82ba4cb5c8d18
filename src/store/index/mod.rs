//! The index of positions: segments, blocks and lookup.

pub mod blocks;
pub mod draws;
pub mod halt;
mod known;
pub mod lookup;
pub mod segment;
