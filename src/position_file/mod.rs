//! The records of position files, each with an id, a board, and optionally the
//! place where the position was found. `docs/positions.md` describes each byte.
//! The crate `bgo_research` reads and writes the files.

mod id;
mod record;

pub use id::{ParsePositionIdError, PositionId};
pub use record::{ExtraInfo, PositionRecord, RecordDamage};
