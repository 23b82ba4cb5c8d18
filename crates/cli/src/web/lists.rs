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
    api.json(Effort::Long, &headers, NamedQuestions::counted).await
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
