//! Commands about time. They have no effect, because an answer takes milliseconds.

use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::reply::{Reply, done};
use crate::gtp::request::Arguments;

pub(super) fn time_settings(_: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    numbers(&mut words, 3)
}

pub(super) fn time_left(_: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    words.color()?;
    numbers(&mut words, 2)
}

pub(super) fn kgs_time_settings(_: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let count = match words.word()? {
        "none" => 0,
        "absolute" => 1,
        "byoyomi" | "canadian" => 3,
        _ => return Err(Failure::syntax()),
    };
    numbers(&mut words, count)
}

/// Reads numbers. Some programs send fractions, and the time left may be negative.
fn numbers(words: &mut Arguments<'_>, count: usize) -> Result<Reply, Failure> {
    for _ in 0..count {
        if !words.value::<f64>()?.is_finite() {
            return Err(Failure::syntax());
        }
    }
    done()
}
