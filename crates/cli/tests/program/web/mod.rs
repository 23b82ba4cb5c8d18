//! `bgo serve`, asked over the network.

mod answers;
mod clients;
mod documented;
mod finding;
mod names;
mod player;
mod served;
mod serving;

pub use served::Served;
