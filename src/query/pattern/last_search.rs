use super::options::PatternOptions;
use super::scan::Hit;
use super::search::PatternSearch;
use crate::go::BoardSize;
use crate::pattern::{Pattern, Placement};
use crate::query::filter::CompiledFilter;
use std::sync::{Arc, Mutex, PoisonError};

/// The occurrences of the last search, because successive lists and games are often of
/// the same pattern.
#[derive(Default)]
pub struct LastSearch(Mutex<Option<KeptSearch>>);

/// The content of a search, and what it found.
struct KeptSearch {
    pattern: Pattern,
    size: BoardSize,
    placement: Placement,
    options: PatternOptions,
    filter: String,
    /// With the numbers of the games, in order.
    hits: Arc<[(u32, Hit)]>,
}

impl LastSearch {
    /// The most occurrences that are kept, 24 bytes each.
    pub const MAX_HITS: usize = 1 << 20;

    /// Returns the occurrences with the numbers of their games, in order, if the last search was the same.
    pub fn of(&self, search: &PatternSearch, filter: &CompiledFilter<'_>) -> Option<Arc<[(u32, Hit)]>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = last.as_ref()?;
        let is_same = last.is_for(search) && last.filter == filter.filter().to_string();
        is_same.then(|| Arc::clone(&last.hits))
    }

    /// Returns the occurrences in a game if the last search was for the same pattern and
    /// its filter let the game pass.
    pub fn in_game(&self, search: &PatternSearch, game: i64) -> Vec<Hit> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(KeptSearch { hits, .. }) = last.as_ref().filter(|last| last.is_for(search)) else {
            return Vec::new();
        };
        let from = hits.partition_point(|&(number, _)| i64::from(number) < game);
        let of_game = hits[from..]
            .iter()
            .take_while(|&&(number, _)| i64::from(number) == game);
        of_game.map(|&(_, hit)| hit).collect()
    }

    pub fn keep(&self, search: &PatternSearch, filter: &CompiledFilter<'_>, hits: Vec<(u32, Hit)>) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some(KeptSearch {
            pattern: search.pattern().clone(),
            size: search.size(),
            placement: *search.placement(),
            options: *search.options(),
            filter: filter.filter().to_string(),
            hits: hits.into(),
        });
    }
}

impl KeptSearch {
    /// Returns whether a search, under whatever filter, asks for the same occurrences.
    fn is_for(&self, search: &PatternSearch) -> bool {
        self.pattern == *search.pattern()
            && self.size == search.size()
            && self.placement == *search.placement()
            && self.options == *search.options()
    }
}
