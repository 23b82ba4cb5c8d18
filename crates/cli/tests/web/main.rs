//! `bgo serve`, asked over the network.

#[path = "../cli/world.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod world;

mod answers;
mod clients;
mod documented;
mod served;
mod serving;
