//! Files and protocols of other Go programs, except game records: types, and streaming readers and
//! writers. This module does not use the database.

pub mod gtp;
pub mod katago;
pub mod kgs;
pub mod positions;
