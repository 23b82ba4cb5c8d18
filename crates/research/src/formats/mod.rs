//! Files of other systems around Go that are no game records, as types with
//! readers and writers that stream. Nothing here knows of the database.

pub mod gtp;
pub mod kgs;
pub mod positions;
