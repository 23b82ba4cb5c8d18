//! Players among others: the record of one, the score of two, and new moves.

use super::api::{Api, Effort};
use super::error::ApiError;
use super::parameters::{MAX_MIN_GAMES, MAX_OFFSET, Parameters};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bgo::internal::query::{Against, Filter, NoveltyQuestion, novelties, player_record, score};
use std::sync::Arc;

pub async fn player(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (name, size, limit) = (parameters.name("name")?, parameters.size()?, parameters.limit(50)?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        player_record(snapshot, &name, size, limit)
    })
    .await
}

pub async fn score_of_players(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let [player, opponent] = [parameters.name("name")?, parameters.name("opponent")?];
    let offset = parameters.number("offset", 0..=MAX_OFFSET)?.unwrap_or(0);
    let limit = parameters.limit(50)?;
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        score(snapshot, &player, &opponent, offset, limit)
    })
    .await
}

pub async fn novelties_of_games(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let filter = parameters.filter()?;
    let against = match parameters.flag("first")? {
        true => Against::Earlier,
        false => Against::All,
    };
    let min_games = parameters.number("min_games", 1..=MAX_MIN_GAMES)?.unwrap_or(1);
    let offset = parameters.number("offset", 0..=MAX_OFFSET)?.unwrap_or(0);
    let limit = parameters.limit(20)?;
    parameters.finish()?;
    api.json(Effort::Long, &headers, move |snapshot| {
        let question = NoveltyQuestion {
            filter: &filter,
            others: &Filter::default(),
            against,
            min_games,
            offset,
            limit,
        };
        novelties(snapshot, &question, |_, _| {})
    })
    .await
}
