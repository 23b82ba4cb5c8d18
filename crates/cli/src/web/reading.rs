use super::api::{Api, Effort, turn};
use super::error::ApiError;
use super::parameters::Parameters;
use crate::reading::{Kind, Reading, read};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use bgo::internal::go::Move;
use serde::Serialize;
use std::sync::Arc;

/// The maximum size of a text or a file with a position, in bytes.
pub const MAX_TEXT: usize = 32 << 20;

/// The position in a text, as the parameters of questions have it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReadPosition {
    kind: Kind,
    /// The number of lines of the board.
    size: u8,
    /// The stones before the first move, such as Bpd,Wdp.
    stones: String,
    /// The colour of the first move.
    #[cfg_attr(test, schemars(with = "bgo::internal::query::json::ColorLetter"))]
    to_play: char,
    /// The moves: SGF letters or pass.
    moves: Vec<String>,
    /// The corners of the part of the board that the text draws, such as aa,cc; null if that is all of it.
    area: Option<String>,
    /// The points that may have anything.
    wildcards: Vec<String>,
}

impl From<Reading> for ReadPosition {
    fn from(Reading { kind, board, area }: Reading) -> Self {
        let mut stones: Vec<_> = board
            .start()
            .stones()
            .map(|(point, color)| (point.to_string(), color))
            .collect();
        stones.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let stones: Vec<String> = stones
            .iter()
            .map(|(point, color)| format!("{}{point}", color.letter()))
            .collect();
        let mut wildcards: Vec<String> = board.wildcards().map(|point| point.to_string()).collect();
        wildcards.sort_unstable();
        Self {
            kind,
            size: board.size().lines(),
            stones: stones.join(","),
            to_play: board.first().letter(),
            moves: board.moves().iter().map(Move::target).collect(),
            area: area.map(|area| area.to_string()),
            wildcards,
        }
    }
}

/// Returns the route that reads the position in the body of a request.
pub fn route() -> MethodRouter<Arc<Api>> {
    post(answer)
        .layer(DefaultBodyLimit::max(MAX_TEXT))
        .fallback(async || ApiError::only_posts())
}

async fn answer(State(api): State<Arc<Api>>, mut parameters: Parameters, text: Bytes) -> Result<Response, ApiError> {
    let size = parameters.size()?.unwrap_or_default();
    parameters.finish()?;
    // A long record takes a while.
    let turn = turn(api.turns(Effort::Medium)).await?;
    let reading = tokio::task::spawn_blocking(move || {
        let reading = read(&text, size);
        drop(turn);
        reading
    });
    let position = reading.await.map_err(|error| ApiError::failed(&error))??;
    let position = ReadPosition::from(position);
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(position)).into_response())
}
