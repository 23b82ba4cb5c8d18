use bgo::query::QueryError;
use std::error::Error;

/// Returns the options of the program that help where the library failed, as the
/// end of a message.
#[must_use]
pub fn hint(error: &(dyn Error + 'static)) -> &'static str {
    match error.downcast_ref() {
        Some(QueryError::LargeTree(_)) => " (--depth, --min-games)",
        _ => "",
    }
}
