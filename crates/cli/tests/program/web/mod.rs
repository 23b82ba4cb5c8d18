//! `bgo serve`, asked over the network.

mod answers;
mod busy;
mod clients;
mod documented;
mod finding;
mod hosts;
mod names;
mod player;
mod replaced;
mod served;
mod serving;

pub use served::Served;
