//! Questions as users ask them, in the shell and on the command line alike:
//! what each takes, and its answer as text or JSON.

mod duplicates;
mod export;
mod filter;
mod find;
mod form;
mod games;
mod hint;
mod players;
mod remove;
mod search;
mod sgf;
mod show;
mod sql;
mod tree;
mod years;

pub use duplicates::DuplicatesArgs;
pub use export::ExportArgs;
pub use filter::{FilterArgs, as_options};
pub use find::FindArgs;
pub use form::FormArgs;
pub use games::{GamesArgs, OrderArgs, PageArgs};
pub use hint::hint;
pub use players::PlayersArgs;
pub use remove::{RemoveArgs, RemoveError, removed_text};
pub use search::SearchArgs;
pub use sgf::{SgfArgs, game_number};
pub use show::ShowArgs;
pub use sql::SqlFormArgs;
pub use tree::TreeArgs;
pub use years::YearsArgs;

use crate::render::Text;
use bgo::query::{QueryError, Question};
use bgo::store::Snapshot;

/// A question about a position.
pub trait Ask: clap::Args {
    /// The form that the answer is wanted in.
    fn form(&self) -> &FormArgs;

    /// The answer, in that form.
    ///
    /// # Errors
    /// A name in the filter that none has; a database that is damaged or
    /// cannot be read.
    fn ask(&self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Text, QueryError>;
}

/// An answer as one line of JSON.
fn json(answer: &impl serde::Serialize) -> String {
    // Answers have no map with keys that are no strings, which is all that can
    // fail.
    let mut text = serde_json::to_string(answer).unwrap_or_default();
    text.push('\n');
    text
}
