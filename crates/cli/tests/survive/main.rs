//! What becomes of a database when an import, a merge, a removal or an
//! optimization does not run to its end, when others use the file meanwhile,
//! and when the file is damaged. Whatever happens, what was committed is
//! there, every game in the file is fully indexed, and nothing wrong is
//! presented as right.
//!
//! How much is tried is set by variables of the environment: `BGO_KILLS`,
//! `BGO_FAULTS` and `BGO_FLIPS`, and `BGO_SEED` for other random choices.

mod bombs;
mod damage;
mod faults;
mod games;
mod history;
mod hostile;
mod job;
mod kill;
mod place;
mod questions;
mod stop;
mod together;

use testkit::Rng;

/// A number from the environment.
fn setting(name: &str, default: usize) -> usize {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text}")),
        Err(_) => default,
    }
}

/// Random choices, the same in every run unless another seed is set.
fn random() -> Rng {
    let seed = setting("BGO_SEED", 1);
    println!("BGO_SEED={seed}");
    Rng::new(seed as u64)
}
