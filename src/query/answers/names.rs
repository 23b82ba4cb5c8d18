use super::{Detail, search};
use crate::query::QueryError;
use crate::query::ask::{Question, QuestionError};
use crate::record::fold;
use crate::store::{Snapshot, StoreError};
use serde::Serialize;

/// A question that the user gave a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedQuestion {
    /// The name.
    pub name: String,
    /// The question as text, such as `moves=pd,dp year=2001`.
    pub question: String,
}

/// All named questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedQuestions {
    /// The questions in the order of their names.
    pub names: Vec<CountedQuestion>,
}

/// A named question and its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountedQuestion {
    /// The number of games that the question finds, or `None` if it cannot be read, or names players or archives
    /// that are gone.
    pub games: Option<u64>,
    /// The name and the question.
    #[serde(flatten)]
    pub named: NamedQuestion,
}

impl NamedQuestions {
    /// Reads all named questions and counts their games.
    pub fn counted(snapshot: &Snapshot) -> Result<Self, QueryError> {
        let counted = |named: NamedQuestion| {
            Ok(CountedQuestion {
                games: named.games(snapshot)?,
                named,
            })
        };
        let all = NamedQuestion::all(snapshot)?.into_iter();
        Ok(Self {
            names: all.map(counted).collect::<Result<_, QueryError>>()?,
        })
    }
}

impl NamedQuestion {
    /// Returns all named questions in the order of their names.
    pub fn all(snapshot: &Snapshot) -> Result<Vec<Self>, StoreError> {
        let rows = snapshot.named_questions()?.into_iter();
        Ok(rows.map(|(name, question)| Self { name, question }).collect())
    }

    /// Returns the question with a name, ignoring case and accents.
    pub fn find(snapshot: &Snapshot, name: &str) -> Result<Option<Self>, StoreError> {
        let name = fold(name);
        let mut all = Self::all(snapshot)?.into_iter();
        Ok(all.find(|named| fold(&named.name) == name))
    }

    /// Returns the question.
    pub fn question(&self) -> Result<Question, QuestionError> {
        Question::from_text(&self.question)
    }

    fn games(&self, snapshot: &Snapshot) -> Result<Option<u64>, QueryError> {
        let Ok(question) = self.question() else {
            return Ok(None);
        };
        match search(snapshot, &question, Detail::Counts) {
            Ok(answer) => Ok(Some(answer.totals.games)),
            Err(error) if error.is_of_condition() => Ok(None),
            Err(error) => Err(error),
        }
    }
}
