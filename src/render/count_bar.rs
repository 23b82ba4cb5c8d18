use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Shows how many of something are done: a bar on a terminal, nothing else.
pub struct CountBar {
    bar: ProgressBar,
    unit: &'static str,
}

impl CountBar {
    /// A bar for what `unit` names, if `visible`.
    #[must_use]
    pub fn new(visible: bool, unit: &'static str) -> Self {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}") {
            bar.set_style(style);
        }
        Self { bar, unit }
    }

    /// So many of all are done.
    pub fn tell(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.set_message(text(done, all, self.unit, self.bar.elapsed()));
    }
}

impl Drop for CountBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How many are done, how many a second, and the time left at that speed.
fn text(done: u64, all: u64, unit: &str, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let per_second = done as f64 / seconds.max(0.001);
    let rest = all.saturating_sub(done);
    format!(
        "{done} of {all} {unit}, {per_second:.0}/s, {} left",
        time_left(seconds, done, rest)
    )
}

/// The time that the rest takes at the speed so far.
pub(super) fn time_left(seconds: f64, done: u64, rest: u64) -> String {
    let left = Duration::try_from_secs_f64(seconds * rest as f64 / done as f64).ok();
    left.map_or("?".to_owned(), |left| format!("{:#}", HumanDuration(left)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_bar() {
        let text = |done, elapsed| text(done, 100_000, "games", Duration::from_secs(elapsed));
        assert_eq!(text(8192, 2), "8192 of 100000 games, 4096/s, 22s left");
        assert_eq!(text(100_000, 20), "100000 of 100000 games, 5000/s, 0s left");
        assert_eq!(text(0, 0), "0 of 100000 games, 0/s, ? left");
    }
}
