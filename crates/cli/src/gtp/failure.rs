use bgo::query::QueryError;
use bgo::store::StoreError;
use bgo_research::ResearchError;

use crate::hints::hint;
use std::error::Error;

/// The reason of a failed command, which the response gives after `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

impl Failure {
    /// Returns the failure of an argument that cannot be read, in the words of the protocol.
    pub fn syntax() -> Self {
        Self::saying("syntax error")
    }

    /// Returns a failure with this text.
    pub fn saying(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    fn of(error: &(dyn Error + 'static)) -> Self {
        Self(format!("{error}{}", hint(error)))
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        Self::of(&error)
    }
}

impl From<ResearchError> for Failure {
    fn from(error: ResearchError) -> Self {
        Self::of(&error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::of(&error)
    }
}
