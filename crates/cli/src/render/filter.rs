use super::clean::printable;
use bgo::query::Filter;

/// Returns the line about the conditions on games; nothing without conditions.
#[must_use]
pub fn filter_text(filter: &Filter) -> String {
    if filter.is_empty() {
        String::new()
    } else if filter.has_only_years() {
        format!("Years: {}\n", filter.years.in_words())
    } else {
        format!("Filter: {}\n", printable(&filter.to_string()))
    }
}
