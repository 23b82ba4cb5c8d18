use super::FormArgs;
use crate::render::{Text, excluded_text, filter_text};
use bgo::query::{Choice, QueryError, Question};
use bgo::store::Snapshot;

/// A question about a position.
pub trait PositionQuestion: clap::Args {
    /// Returns the form that the answer is wanted in.
    fn form(&self) -> &FormArgs;

    /// Returns the answer, in that form.
    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError>;
}

/// Returns the lines about the conditions of an answer: those that are set, and if it has no games,
/// what excludes them.
pub(super) fn about_conditions(snapshot: &Snapshot, choice: &Choice<'_>, games: u64) -> Result<Text, QueryError> {
    let excluded = match games {
        0 => excluded_text(&choice.excluded(snapshot)?),
        _ => String::new(),
    };
    Ok(Text::from(filter_text(choice.filter())) + Text::wrapped(excluded))
}

/// Returns an answer as one line of JSON.
pub(super) fn json(answer: &impl serde::Serialize) -> String {
    // Answers have no map with keys that are no strings, which is all that can
    // fail.
    let mut text = serde_json::to_string(answer).unwrap_or_default();
    text.push('\n');
    text
}
