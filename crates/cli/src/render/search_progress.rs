use super::count_bar::CountBar;
use bgo::query::Watch;
use std::sync::{Mutex, PoisonError};

/// The progress of searches for patterns on standard error.
#[derive(Default)]
pub struct SearchProgress(Mutex<Current>);

/// The search that is running, or was the last.
#[derive(Default)]
struct Current {
    searched: usize,
    bar: Option<CountBar>,
}

impl Watch for SearchProgress {
    fn searched(&self, games: usize, of: usize) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let begins_again = games <= current.searched;
        current.searched = games;
        if games == of || begins_again {
            current.bar = None;
        }
        if games < of {
            let bar = current.bar.get_or_insert_with(|| CountBar::after_a_second("games"));
            bar.tell(games as u64, of as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_goes_with_its_search() {
        let progress = SearchProgress::default();
        let has_bar = || progress.0.lock().expect("the state").bar.is_some();
        for (searched, has_bar_then) in [(1024, true), (2048, false), (512, true), (1024, true), (2048, false)] {
            progress.searched(searched, 2048);
            assert_eq!(has_bar(), has_bar_then, "{searched}");
        }
    }
}
