use super::FormArgs;
use crate::render::Text;
use bgo::query::{QueryError, Question};
use bgo::store::Snapshot;

/// A question about a position.
pub trait PositionQuestion: clap::Args {
    /// Returns the form that the answer is wanted in.
    fn form(&self) -> &FormArgs;

    /// Returns the answer, in that form.
    fn ask(&self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Text, QueryError>;
}

/// Returns an answer as one line of JSON.
pub(super) fn json(answer: &impl serde::Serialize) -> String {
    // Answers have no map with keys that are no strings, which is all that can
    // fail.
    let mut text = serde_json::to_string(answer).unwrap_or_default();
    text.push('\n');
    text
}
