use super::count_bar::CountBar;
use bgo::interrupt::Interrupt;
use bgo::query::Watch;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after which a search shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of searches for patterns on standard error, and the way to stop them.
pub struct SearchProgress {
    stop: Option<Interrupt>,
    current: Mutex<Current>,
}

/// The search that is running, or was the last.
struct Current {
    searched: usize,
    started: Instant,
    bar: Option<CountBar>,
}

impl SearchProgress {
    /// Returns the progress of searches, which `stop` interrupts if it is given.
    #[must_use]
    pub fn new(stop: Option<Interrupt>) -> Self {
        Self {
            stop,
            current: Mutex::new(Current {
                searched: usize::MAX,
                started: Instant::now(),
                bar: None,
            }),
        }
    }
}

impl Watch for SearchProgress {
    fn searched(&self, games: usize, of: usize) -> bool {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if games <= current.searched {
            current.started = Instant::now();
            current.bar = None;
        }
        current.searched = games;
        let goes_on = !self.stop.as_ref().is_some_and(Interrupt::is_set);
        if games == of || !goes_on {
            current.bar = None;
        } else if current.started.elapsed() >= PATIENCE {
            let bar = current.bar.get_or_insert_with(|| CountBar::new(true, "games"));
            bar.tell(games as u64, of as u64);
        }
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_a_search_and_nothing_else_does() {
        let stop = Interrupt::default();
        let progress = SearchProgress::new(Some(stop.clone()));
        assert!(progress.searched(512, 1024));
        assert!(progress.searched(1024, 1024));
        let running = stop.start();
        assert!(progress.searched(512, 1024));
        stop.set();
        assert!(!progress.searched(1024, 1024));
        drop(running);
        assert!(SearchProgress::new(None).searched(512, 1024));
    }

    #[test]
    fn a_bar_comes_after_a_second_and_goes_with_the_search() {
        let progress = SearchProgress::new(None);
        assert!(progress.searched(512, 2048));
        let has_bar = || progress.current.lock().expect("the state").bar.is_some();
        assert!(!has_bar());
        progress.current.lock().expect("the state").started -= PATIENCE;
        assert!(progress.searched(1024, 2048));
        assert!(has_bar());
        assert!(progress.searched(2048, 2048));
        assert!(!has_bar());
    }
}
