//! An engine of the Go Text Protocol, version 2 (Gunnar Farnebäck, "Specification of the Go
//! Text Protocol, version 2, draft 2", 2002, <https://www.lysator.liu.se/~gunnar/gtp/>), that
//! plays and shows what was played in the games of a database.

mod analysis;
mod commands;
mod engine;
mod game;
mod request;
mod session;

pub(crate) use engine::{Engine, EngineArgs};
pub(crate) use session::converse;
