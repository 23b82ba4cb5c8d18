//! `bgo serve`, asked over the network.

mod answers;
mod areas;
mod busy;
mod changes;
mod clients;
mod diagrams;
mod documented;
mod downloads;
#[cfg(unix)]
mod ending;
mod finding;
mod hosts;
mod names;
mod opened_games;
mod player;
mod replaced;
mod served;
mod serving;
mod transfer;

pub use served::Served;
