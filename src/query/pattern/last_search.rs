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
pub struct LastSearch(Mutex<Option<(SearchContent, Arc<[(u32, Hit)]>)>>);

/// The content of a search.
struct SearchContent {
    pattern: Pattern,
    size: BoardSize,
    placement: Placement,
    options: PatternOptions,
    filter: String,
}

impl LastSearch {
    /// The most occurrences that are kept, 24 bytes each.
    pub const MAX_HITS: usize = 1 << 20;

    /// Returns the occurrences with the numbers of their games, in order, if the last search was the same.
    pub fn of(&self, search: &PatternSearch, filter: &CompiledFilter<'_>) -> Option<Arc<[(u32, Hit)]>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (asked, hits) = last.as_ref()?;
        let is_same = asked.is_for(search) && asked.filter == filter.filter().to_string();
        is_same.then(|| Arc::clone(hits))
    }

    /// Returns the occurrences in a game if the last search was for the same pattern and
    /// its filter let the game pass.
    pub fn in_game(&self, search: &PatternSearch, game: i64) -> Vec<Hit> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((asked, hits)) = last.as_ref() else {
            return Vec::new();
        };
        if !asked.is_for(search) {
            return Vec::new();
        }
        let from = hits.partition_point(|&(number, _)| i64::from(number) < game);
        let of_game = hits[from..]
            .iter()
            .take_while(|&&(number, _)| i64::from(number) == game);
        of_game.map(|&(_, hit)| hit).collect()
    }

    pub fn keep(&self, search: &PatternSearch, filter: &CompiledFilter<'_>, hits: Vec<(u32, Hit)>) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((SearchContent::of(search, filter), hits.into()));
    }
}

impl SearchContent {
    /// Returns whether a search, under whatever filter, asks for the same occurrences.
    fn is_for(&self, search: &PatternSearch) -> bool {
        self.pattern == *search.pattern()
            && self.size == search.size()
            && self.placement == *search.placement()
            && self.options == *search.options()
    }

    fn of(search: &PatternSearch, filter: &CompiledFilter<'_>) -> Self {
        Self {
            pattern: search.pattern().clone(),
            size: search.size(),
            placement: *search.placement(),
            options: *search.options(),
            filter: filter.filter().to_string(),
        }
    }
}
