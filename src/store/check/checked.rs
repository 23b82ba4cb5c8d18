use crate::store::error::StoreError;
use serde::Serialize;

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The number of replayed games.
    pub games: u64,
    /// The number of positions of these games, each of which was looked for in the
    /// index.
    pub positions: u64,
    /// The problems found, a sentence each. There may be more of the same kind.
    pub problems: Vec<String>,
}

/// The most problems of one kind that are listed. A damaged page alone has about a
/// hundred.
const TOLD: usize = 10;

impl Checked {
    /// Adds the problems found by one check.
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

/// Returns the problems found. Damage that prevented the check is a problem, too.
pub fn problems(found: Result<Vec<String>, StoreError>) -> Result<Vec<String>, StoreError> {
    found.or_else(|error| Ok(vec![damage(error)?]))
}

/// Returns whether an operation failed because of damage.
pub fn is_damaged(done: Result<(), StoreError>) -> Result<bool, StoreError> {
    done.map_or_else(|error| damage(error).map(|_| true), |()| Ok(false))
}

/// Returns the description of damage. Passes other errors on.
fn damage(error: StoreError) -> Result<String, StoreError> {
    match error {
        StoreError::Damaged { what, .. } => Ok(what),
        // The schema itself is damaged, so that the query is not valid, or a value is
        // damaged.
        StoreError::Sqlite { error, .. }
            if matches!(error.sqlite_error_code(), None | Some(rusqlite::ErrorCode::Unknown)) =>
        {
            Ok(error.to_string())
        }
        error => Err(error),
    }
}
