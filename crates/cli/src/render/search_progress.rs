use super::count_bar::CountBar;
use bgo::query::Watch;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time after which a search shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of searches for patterns on standard error.
#[derive(Default)]
pub struct SearchProgress(Mutex<Current>);

/// The search that is running, or was the last.
struct Current {
    searched: usize,
    started: Instant,
    bar: Option<CountBar>,
}

impl Default for Current {
    fn default() -> Self {
        Self {
            searched: usize::MAX,
            started: Instant::now(),
            bar: None,
        }
    }
}

impl Watch for SearchProgress {
    fn searched(&self, games: usize, of: usize) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if games <= current.searched {
            current.started = Instant::now();
            current.bar = None;
        }
        current.searched = games;
        if games == of {
            current.bar = None;
        } else if current.started.elapsed() >= PATIENCE {
            let bar = current.bar.get_or_insert_with(|| CountBar::new(true, "games"));
            bar.tell(games as u64, of as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_comes_after_a_second_and_goes_with_the_search() {
        let progress = SearchProgress::default();
        progress.searched(512, 2048);
        let has_bar = || progress.0.lock().expect("the state").bar.is_some();
        assert!(!has_bar());
        progress.0.lock().expect("the state").started -= PATIENCE;
        progress.searched(1024, 2048);
        assert!(has_bar());
        progress.searched(2048, 2048);
        assert!(!has_bar());
    }
}
