//! Progress on standard error.

use bgo::internal::query::Watch;
use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The time that work may take before anybody wants to know how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// Progress on standard error: a bar on a terminal, a line every ten seconds anywhere
/// else. Dropping it takes the bar away.
pub struct CountBar {
    /// The bar, if progress is shown on a terminal.
    bar: Option<ProgressBar>,
    /// The number of intervals that have passed, if progress is shown as lines of a log.
    intervals: Option<Cell<u64>>,
    unit: Option<&'static str>,
    started: Instant,
    /// The time before anything is shown.
    patience: Duration,
}

impl CountBar {
    /// Returns a bar that counts what `unit` names, and shows nothing unless `visible`.
    pub fn new(visible: bool, unit: &'static str) -> Self {
        Self::with(visible, Some(unit))
    }

    /// Returns a bar that counts bytes, and shows nothing unless `visible`.
    pub fn of_bytes(visible: bool) -> Self {
        Self::with(visible, None)
    }

    /// Returns a bar that counts what `unit` names, and shows nothing during the first second:
    /// for work that usually takes no longer.
    pub fn after_a_second(unit: &'static str) -> Self {
        let mut bar = Self::new(true, unit);
        bar.patience = PATIENCE;
        bar
    }

    fn with(visible: bool, unit: Option<&'static str>) -> Self {
        if visible && io::stderr().is_terminal() {
            return Self::on(ProgressDrawTarget::stderr(), unit);
        }
        Self {
            bar: None,
            intervals: visible.then(Cell::default),
            unit,
            started: Instant::now(),
            patience: Duration::ZERO,
        }
    }

    pub(super) fn on(terminal: ProgressDrawTarget, unit: Option<&'static str>) -> Self {
        let bar = ProgressBar::with_draw_target(None, terminal);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}") {
            bar.set_style(style);
        }
        let mut shown = Self::with(false, unit);
        shown.bar = Some(bar);
        shown
    }

    pub fn tell(&self, done: u64, all: u64) {
        self.tell_as(done, all, |elapsed| text(done, all, self.unit, elapsed));
    }

    /// Shows how much is done, in words of the caller's own.
    pub(super) fn tell_as(&self, done: u64, all: u64, text: impl FnOnce(Duration) -> String) {
        let elapsed = self.started.elapsed();
        if elapsed < self.patience {
            return;
        }
        if let Some(bar) = &self.bar {
            bar.set_length(all);
            bar.set_position(done);
            bar.set_message(text(elapsed));
        } else if self.intervals.as_ref().is_some_and(|passed| is_due(passed, elapsed)) {
            // If nobody can read it there, nothing is lost.
            let _ = writeln!(super::stderr(), "{}", text(elapsed));
        }
    }
}

impl Drop for CountBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns whether it is time for a line of a log: another interval has passed.
fn is_due(intervals: &Cell<u64>, elapsed: Duration) -> bool {
    let now = elapsed.as_secs() / LINE_INTERVAL.as_secs();
    intervals.replace(now) < now
}

/// Returns how many are done, how many a second, and the time left at that speed; bytes
/// if there is no unit.
fn text(done: u64, all: u64, unit: Option<&str>, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let per_second = done as f64 / seconds.max(0.001);
    let left = time_left(seconds, done, all.saturating_sub(done));
    match unit {
        Some(unit) => format!("{done} of {all} {unit}, {per_second:.0}/s, {left} left"),
        None => format!("{} of {}, {left} left", HumanBytes(done), HumanBytes(all)),
    }
}

pub(super) fn time_left(seconds: f64, done: u64, rest: u64) -> String {
    let left = Duration::try_from_secs_f64(seconds * rest as f64 / done as f64).ok();
    left.map_or("?".to_owned(), |left| format!("{:#}", HumanDuration(left)))
}

/// The progress of searches for patterns on standard error.
#[derive(Default)]
pub struct SearchProgress {
    /// The number of games that the last search has gone through, and the bar of one that is running.
    search: Mutex<(usize, Option<CountBar>)>,
}

impl Watch for SearchProgress {
    fn searched(&self, games: usize, of: usize) {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let (searched, bar) = &mut *search;
        let begins_again = games <= *searched;
        *searched = games;
        if games == of || begins_again {
            *bar = None;
        }
        if games < of {
            let bar = bar.get_or_insert_with(|| CountBar::after_a_second("games"));
            bar.tell(games as u64, of as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::InMemoryTerm;

    #[test]
    fn a_log_has_a_line_every_ten_seconds_and_none_of_a_short_import() {
        let intervals = Cell::default();
        let due: Vec<u64> = (0..4000)
            .map(|tick| tick * 10)
            // A long commit reports no progress.
            .filter(|millis| !(19_000..25_000).contains(millis))
            .filter(|millis| is_due(&intervals, Duration::from_millis(*millis)))
            .collect();
        assert_eq!(due, [10_000, 25_000, 30_000]);
    }

    #[test]
    fn a_bar_for_short_work_comes_after_a_second() {
        let terminal = InMemoryTerm::new(5, 80);
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let mut bar = CountBar::on(target, Some("games"));
        bar.patience = CountBar::after_a_second("games").patience;
        bar.tell(512, 2048);
        assert_eq!(terminal.contents(), "");
        bar.started -= PATIENCE;
        bar.tell(1024, 2048);
        assert!(
            terminal.contents().contains("1024 of 2048 games"),
            "{}",
            terminal.contents()
        );
    }

    #[test]
    fn the_text_of_a_bar() {
        let text = |done, elapsed| text(done, 100_000, Some("games"), Duration::from_secs(elapsed));
        assert_eq!(text(8192, 2), "8192 of 100000 games, 4096/s, 22s left");
        assert_eq!(text(100_000, 20), "100000 of 100000 games, 5000/s, 0s left");
        assert_eq!(text(0, 0), "0 of 100000 games, 0/s, ? left");
        let bytes = super::text(20 << 20, 40 << 20, None, Duration::from_secs(2));
        assert_eq!(bytes, "20.00 MiB of 40.00 MiB, 2s left");
    }

    #[test]
    fn a_bar_goes_with_its_search() {
        let progress = SearchProgress::default();
        let has_bar = || progress.search.lock().expect("the state").1.is_some();
        for (searched, has_bar_then) in [(1024, true), (2048, false), (512, true), (1024, true), (2048, false)] {
            progress.searched(searched, 2048);
            assert_eq!(has_bar(), has_bar_then, "{searched}");
        }
    }
}
