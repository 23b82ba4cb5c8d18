//! The index of positions: its segments, their blocks, and looking a position up.

pub mod blocks;
pub mod lookup;
pub mod segment;
