//! The formats of what lies in the file's rows: bytes to values and back,
//! without SQLite.

pub mod block;
pub mod bytes;
pub mod checksum;
pub mod compress;
pub mod game_columns;
pub mod pack;
pub mod posting;
pub mod totals;
