use super::execute::WantedGames;
use super::scan::Hit;
use super::search::PatternSearch;
use std::sync::{Arc, Mutex, PoisonError};

/// The last search, its filter and its occurrences with the numbers of their games, in order, because
/// successive lists and games are often of the same pattern.
#[derive(Default)]
#[expect(clippy::type_complexity, reason = "what is kept of a search")]
pub struct LastSearch(Mutex<Option<(PatternSearch, String, Arc<[(u32, Hit)]>)>>);

impl LastSearch {
    /// The most occurrences that are kept, 24 bytes each.
    pub const MAX_HITS: usize = 1 << 20;

    /// Returns the occurrences with the numbers of their games, in order, if the last search was the same.
    pub fn of(&self, search: &PatternSearch, filter: &dyn WantedGames) -> Option<Arc<[(u32, Hit)]>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, last_filter, hits) = last.as_ref()?;
        let is_same = last.finds_the_same(search) && *last_filter == filter.text();
        is_same.then(|| Arc::clone(hits))
    }

    /// Returns the occurrences in a game if the last search was for the same pattern and
    /// its filter let the game pass.
    pub fn in_game(&self, search: &PatternSearch, game: i64) -> Vec<Hit> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((.., hits)) = last.as_ref().filter(|(last, ..)| last.finds_the_same(search)) else {
            return Vec::new();
        };
        let from = hits.partition_point(|&(number, _)| i64::from(number) < game);
        let of_game = hits[from..]
            .iter()
            .take_while(|&&(number, _)| i64::from(number) == game);
        of_game.map(|&(_, hit)| hit).collect()
    }

    pub fn keep(&self, search: &PatternSearch, filter: &dyn WantedGames, hits: Vec<(u32, Hit)>) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((search.unwatched(), filter.text(), hits.into()));
    }
}
