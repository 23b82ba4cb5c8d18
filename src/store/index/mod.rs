//! The index of positions: segments, blocks and lookup.

mod lookup;
mod segment;

pub use lookup::*;
pub use segment::*;
