//! The records of position files: an id, a board, and where the position was
//! found, as files and the database hold them. `docs/positions.md` describes
//! each byte.

mod error;
mod frames;
mod id;
mod record;

pub use error::{Damage, PositionFileError};
pub use frames::Frames;
pub use id::{ParsePositionIdError, PositionId};
pub use record::{ExtraInfo, PositionReader, PositionRecord};
