//! An engine of the Go Text Protocol, version 2 (Gunnar Farnebäck, "Specification of the Go
//! Text Protocol, version 2, draft 2", 2002, <https://www.lysator.liu.se/~gunnar/gtp/>), that
//! plays and shows what was played in the games of a database.

mod commands;
mod engine;
mod failure;
mod game;
mod line;
mod preferences;
mod reply;
mod reports;
mod request;
mod session;

pub use engine::{Engine, Options, Otherwise, Pose};
pub use preferences::By;
pub use session::converse;
