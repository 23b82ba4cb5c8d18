//! Files and protocols of other Go programs, except game records: types, and readers and
//! writers that stream. This module does not use the database.

pub mod gtp;
pub mod kgs;
pub mod positions;
