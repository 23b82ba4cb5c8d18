//! Lists about the database: names of players and events, archives, aliases, named questions, openings and near
//! duplicates.

use super::answers::{Archives, Events, Names};
use super::api::{Api, Effort};
use super::error::ApiError;
use super::parameters::{MAX_OFFSET, Parameters};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bgo::internal::query::{NamedQuestions, near_duplicates, openings};
use bgo::internal::store::AliasedPlayer;
use serde::Serialize;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// The players with several spellings.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Aliases {
    /// The players in the order of their names.
    players: Vec<AliasedPlayer>,
}

pub async fn names(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (prefix, limit) = (parameters.prefix()?, parameters.limit(20)?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        Ok(Names::beginning(snapshot, &prefix, limit)?)
    })
    .await
}

pub async fn events(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (prefix, limit) = (parameters.prefix()?, parameters.limit(20)?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        Ok(Events::beginning(snapshot, &prefix, limit)?)
    })
    .await
}

pub async fn archives(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    parameters.finish()?;
    api.json(Effort::Medium, &headers, |snapshot| Ok(Archives::all(snapshot)?))
        .await
}

pub async fn aliases(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    parameters.finish()?;
    api.json(Effort::Medium, &headers, |snapshot| {
        Ok(Aliases {
            players: snapshot.aliases()?,
        })
    })
    .await
}

pub async fn named_questions(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    parameters.finish()?;
    // A named question may search for a pattern.
    api.json(Effort::Long, &headers, |snapshot| {
        let mut answer = NamedQuestions::counted(snapshot)?;
        for counted in &mut answer.names {
            counted.named.question = without_folders(&counted.named.question);
        }
        Ok(answer)
    })
    .await
}

/// Returns a question without the folders of its archives, so that clients do not learn the operator's.
fn without_folders(question: &str) -> String {
    let words = shell_words::split(question).unwrap_or_default();
    let words = words.iter().filter_map(|word| word.split_once('='));
    let words = words.map(|(name, value)| {
        let file = Path::new(value).file_name().filter(|_| name == "archive");
        let value = file.map_or(value.into(), OsStr::to_string_lossy);
        format!("{name}={}", shell_words::quote(&value))
    });
    words.collect::<Vec<_>>().join(" ")
}

pub async fn openings_of_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (question, limit) = (parameters.question()?, parameters.limit(20)?);
    parameters.finish()?;
    api.json(Effort::Long, &headers, move |snapshot| {
        openings(snapshot, &question, limit)
    })
    .await
}

pub async fn near_duplicates_of_all(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let offset = parameters.number("offset", 0..=MAX_OFFSET)?.unwrap_or(0);
    let limit = parameters.limit(20)?;
    parameters.finish()?;
    api.json(Effort::Long, &headers, move |snapshot| {
        near_duplicates(snapshot, offset, limit, |_, _| {})
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_keep_all_but_the_folders_of_archives() {
        for (question, shown) in [
            ("moves=pd,dp year=1990..", "moves=pd,dp year=1990.."),
            (
                "archive='/home/ada/my games.tgz' player='a b'",
                "archive='my games.tgz' player='a b'",
            ),
            ("archive=games.tgz event=a/b", "archive=games.tgz event=a/b"),
        ] {
            assert_eq!(without_folders(question), shown);
        }
    }
}
