//! What a verification found.

use crate::store::error::StoreError;
use serde::Serialize;

/// What a verification found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Games that were replayed.
    pub games: u64,
    /// Positions of these games, all of which were looked for in the index.
    pub positions: u64,
    /// What is wrong, a sentence each. There may be more of the same kind.
    pub problems: Vec<String>,
}

/// Problems of one kind that are told: a damaged page has a hundred.
const TOLD: usize = 10;

impl Checked {
    /// Takes what was found.
    pub fn note(&mut self, found: Result<Vec<String>, StoreError>) -> Result<(), StoreError> {
        let problems = problems(found)?;
        let more = problems.len().saturating_sub(TOLD);
        self.problems.extend(problems.into_iter().take(TOLD));
        if more > 0 {
            self.problems.push(format!("and {more} more of this kind"));
        }
        Ok(())
    }
}

/// Returns what was found; damage that kept from looking is a problem too.
pub fn problems(found: Result<Vec<String>, StoreError>) -> Result<Vec<String>, StoreError> {
    found.or_else(|error| Ok(vec![damage(error)?]))
}

/// Whether something could not be done for damage.
pub fn is_damaged(done: Result<(), StoreError>) -> Result<bool, StoreError> {
    done.map_or_else(|error| damage(error).map(|_| true), |()| Ok(false))
}

/// Returns the sentence about damage; other errors go on.
fn damage(error: StoreError) -> Result<String, StoreError> {
    match error {
        StoreError::Damaged { what, .. } => Ok(what),
        // The schema itself is damaged, so that the question has no sense, or a
        // value is.
        StoreError::Sqlite { error, .. }
            if matches!(error.sqlite_error_code(), None | Some(rusqlite::ErrorCode::Unknown)) =>
        {
            Ok(error.to_string())
        }
        error => Err(error),
    }
}
