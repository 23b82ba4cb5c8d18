use super::api::{Api, turn};
use super::error::ApiError;
use super::parameters::Parameters;
use crate::reading::{Kind, Reading, read};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use bgo::internal::go::Move;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The maximum size of a text or a file with a position, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

/// The maximum time that a client takes to send a text, which keeps a turn.
const SENDING_TIME: Duration = Duration::from_secs(10);

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

async fn answer(
    State(api): State<Arc<Api>>,
    mut parameters: Parameters,
    request: Request,
) -> Result<Response, ApiError> {
    let size = parameters.size()?.unwrap_or_default();
    parameters.finish()?;
    // A long record takes a while, and so does a client that sends it.
    let turn = turn(&api.reading_turns).await?;
    let text = received(request).await?;
    let reading = tokio::task::spawn_blocking(move || {
        let reading = read(&text, size);
        drop(turn);
        reading
    });
    let position = reading.await.map_err(|error| ApiError::failed(&error))??;
    let position = ReadPosition::from(position);
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(position)).into_response())
}

/// Returns the body of a request.
async fn received(request: Request) -> Result<Bytes, ApiError> {
    match timeout(SENDING_TIME, Bytes::from_request(request, &())).await {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(ApiError::large_body(MAX_TEXT)),
        Ok(Err(error)) => Err(ApiError::incomplete(error.body_text())),
        Err(_) => {
            let seconds = SENDING_TIME.as_secs();
            Err(ApiError::incomplete(format!(
                "the body did not arrive within {seconds} seconds"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::api::Effort;
    use super::*;
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use bgo::internal::store::{Access, Database};
    use hyper::body::Frame;
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use tower::ServiceExt;

    /// A body of which nothing arrives.
    struct Endless;

    impl hyper::body::Body for Endless {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }
    }

    async fn post_to(api: &Arc<Api>, body: Body) -> (StatusCode, serde_json::Value) {
        let routes = Router::new().route("/reading", route()).with_state(Arc::clone(api));
        let request = Request::post("/reading").body(body).expect("a request");
        let answer = routes.oneshot(request).await.expect("an answer");
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
        (status, serde_json::from_slice(&body).expect("JSON"))
    }

    #[tokio::test(start_paused = true)]
    async fn texts_have_turns_of_their_own_a_maximum_size_and_a_time_to_arrive() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let api = Arc::new(Api::new(database, "name".to_owned(), "nobody", None));
        let all = api.reading_turns.available_permits();
        for turns in [api.turns(Effort::Medium), api.turns(Effort::Long)] {
            turns.forget_permits(turns.available_permits());
        }
        let text = |length| {
            let record = "(;SZ[19];B[pd])";
            Body::from(record.to_owned() + &" ".repeat(length - record.len()))
        };
        let (status, read) = post_to(&api, text(MAX_TEXT)).await;
        assert_eq!((status, &read["moves"][0]), (StatusCode::OK, &"pd".into()));
        for (body, status, code) in [
            (text(MAX_TEXT + 1), StatusCode::PAYLOAD_TOO_LARGE, "too_long"),
            (Body::new(Endless), StatusCode::BAD_REQUEST, "incomplete"),
        ] {
            let (answered, error) = post_to(&api, body).await;
            assert_eq!((answered, &error["error"]["code"]), (status, &code.into()));
        }
        assert_eq!(api.reading_turns.available_permits(), all);
        api.reading_turns.forget_permits(all);
        let (status, _) = post_to(&api, Body::new(Endless)).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    }
}
