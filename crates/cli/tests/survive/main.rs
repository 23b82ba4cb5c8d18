//! Databases that survive: imports, merges, removals and optimizations that are
//! cut short, other processes that use the file at the same time, and damage to the file.
//! In every case committed games are kept, every game in the file is fully indexed,
//! and no wrong answer is presented as right.
//!
//! Environment variables set the number of attempts, `BGO_KILLS`, `BGO_FAULTS`,
//! `BGO_FLIPS` and `BGO_CUTS`, and the seed of random choices, `BGO_SEED`.

mod bombs;
mod damage;
mod faults;
mod games;
mod history;
mod hostile;
mod job;
mod kill;
mod place;
mod power;
mod questions;
mod stop;
mod together;

use testkit::Rng;

/// Returns a number from the environment, or `default`.
fn setting(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text}")),
        Err(_) => default,
    }
}

/// Returns a generator seeded by `BGO_SEED`, and prints the seed.
fn random() -> Rng {
    let seed = setting("BGO_SEED", 1);
    println!("BGO_SEED={seed}");
    Rng::new(seed as u64)
}
