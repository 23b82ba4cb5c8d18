use super::answers::{Archives, Events, GameAnswer, Names, NoveltyAnswer, PositionAnswer, VariationsAnswer};
use super::error::ApiError;
use super::negotiation::{Encoded, encoded, has_already, has_any};
use super::parameters::Parameters;
use super::turns::{Effort, Turns};
use crate::info::Info;
use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bgo::query::{
    Choice, Find, Period, Place, QueryError, Question, Scope, player_record, players, require_game, tree, years,
};
use bgo::store::Snapshot;
use serde::Serialize;
use std::sync::Arc;

/// The description of the API.
const OPENAPI: &str = include_str!("openapi.json");

/// The source of the answers.
pub struct Api {
    turns: Arc<Turns>,
    /// A part of every validator, because another server may answer in another way.
    name: String,
}

type Pairs = Result<Query<Vec<(String, String)>>, QueryRejection>;

type Game = Result<Path<String>, PathRejection>;

impl Api {
    /// Returns an API that answers questions in these turns. `name` must be unique to the server.
    #[must_use]
    pub const fn new(turns: Arc<Turns>, name: String) -> Self {
        Self { turns, name }
    }

    /// Returns the routes below `/api/v1`.
    pub fn routes(self) -> Router {
        Router::new()
            .route("/position", get(position))
            .route("/position/players", get(players_of_position))
            .route("/years", get(years_of_position))
            .route("/tree", get(tree_of_position))
            .route("/games", get(games))
            .route("/find", get(find))
            .route("/games/{game}", get(game))
            .route("/games/{game}/novelty", get(novelty))
            .route("/games/{game}/variations", get(variations))
            .route("/games/{game}/sgf", get(sgf))
            .route("/players", get(names))
            .route("/player", get(player))
            .route("/events", get(events))
            .route("/archives", get(archives))
            .route("/info", get(info))
            .route("/openapi.json", get(openapi))
            .fallback(nothing)
            .method_not_allowed_fallback(no_writing)
            .with_state(Arc::new(self))
    }

    /// Answers with a JSON document.
    async fn json<T: Serialize>(
        &self,
        effort: Effort,
        headers: &HeaderMap,
        ask: impl FnOnce(&Snapshot) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let kind = HeaderValue::from_static("application/json");
        let ask = |snapshot: &Snapshot| {
            let document = ask(snapshot)?;
            // Fails only for a map whose keys are not strings; answers have none.
            Ok(serde_json::to_vec(&document).unwrap_or_default())
        };
        self.bytes(effort, headers, kind, ask).await
    }

    /// Answers with bytes, unless the client already has them.
    async fn bytes(
        &self,
        effort: Effort,
        headers: &HeaderMap,
        kind: HeaderValue,
        ask: impl FnOnce(&Snapshot) -> Result<Vec<u8>, QueryError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let name = self.name.clone();
        let headers = headers.clone();
        let ask = move |snapshot: &Snapshot| {
            let tag = format!("W/\"{name}-{}\"", snapshot.version()?);
            if has_already(&headers, &tag) {
                return Ok((tag, None));
            }
            let body = ask(snapshot)?;
            Ok((tag, (!has_any(&headers)).then(|| encoded(body, &headers))))
        };
        let (tag, body) = self.turns.ask(effort, ask).await?;
        Ok(answer(&tag, kind, body))
    }
}

/// Returns the effort to count the games and the next moves.
fn effort(question: &Question) -> Effort {
    if *question.scope() != Scope::Board {
        Effort::Long
    } else if question.swap() || !question.filter().is_empty() {
        Effort::Medium
    } else {
        // The index has the answer, so that hardly any game must be read.
        Effort::Short
    }
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

/// Returns an answer with its validator; without a body, the answer is "not modified".
fn answer(tag: &str, kind: HeaderValue, body: Option<Encoded>) -> Response {
    let mut response = match body {
        None => StatusCode::NOT_MODIFIED.into_response(),
        Some((body, encoding)) => {
            let mut response = ([(header::CONTENT_TYPE, kind)], body).into_response();
            if let Some(encoding) = encoding {
                response.headers_mut().insert(header::CONTENT_ENCODING, encoding);
            }
            response
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, value(tag));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

fn parameters(pairs: Pairs) -> Result<Parameters, ApiError> {
    match pairs {
        Ok(Query(pairs)) => Ok(Parameters::new(pairs)),
        Err(error) => Err(ApiError::unreadable("", error.body_text())),
    }
}

async fn position(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (question, full) = (parameters.question()?, parameters.flag("full")?);
    parameters.finish()?;
    let effort = effort(&question).max(if full { Effort::Medium } else { Effort::Short });
    api.json(effort, &headers, move |snapshot| {
        PositionAnswer::new(snapshot, &question, full)
    })
    .await
}

async fn players_of_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    pairs: Pairs,
) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (question, limit) = (parameters.question()?, parameters.limit(20)?);
    parameters.finish()?;
    api.json(effort(&question).max(Effort::Medium), &headers, move |snapshot| {
        players(snapshot, &question, limit)
    })
    .await
}

async fn years_of_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    pairs: Pairs,
) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let words = [("year", Period::Year), ("decade", Period::Decade)];
    let (question, by) = (parameters.question()?, parameters.choice("by", &words)?);
    parameters.finish()?;
    api.json(effort(&question).max(Effort::Medium), &headers, move |snapshot| {
        years(snapshot, &question, by.unwrap_or(Period::Year))
    })
    .await
}

async fn tree_of_position(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (question, size) = (parameters.question()?, parameters.tree_size()?);
    parameters.finish()?;
    api.json(Effort::Long, &headers, move |snapshot| tree(snapshot, &question, size))
        .await
}

async fn games(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (question, page) = (parameters.question()?, parameters.page()?);
    parameters.finish()?;
    api.json(effort(&question).max(Effort::Medium), &headers, move |snapshot| {
        Choice::Position(&question).list(snapshot, page)
    })
    .await
}

async fn find(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (filter, page) = (parameters.filter()?, parameters.page()?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        let find = Find {
            filter: &filter,
            words: &[],
        };
        let mut found = Choice::Find(find).list(snapshot, page)?;
        // Each game is shown from its start, in a document like that of a position's games.
        for game in &mut found.list {
            game.place = Some(Place::START);
        }
        Ok(found)
    })
    .await
}

fn game_number(game: Game) -> Result<i64, ApiError> {
    let number = game.ok().and_then(|Path(text)| text.parse().ok());
    number.ok_or_else(ApiError::not_found)
}

async fn game(State(api): State<Arc<Api>>, game: Game, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let game = game_number(game)?;
    let mut parameters = parameters(pairs)?;
    let question = parameters.question()?;
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        GameAnswer::new(snapshot, game, &question)
    })
    .await
}

async fn novelty(
    State(api): State<Arc<Api>>,
    game: Game,
    headers: HeaderMap,
    pairs: Pairs,
) -> Result<Response, ApiError> {
    let game = game_number(game)?;
    let mut parameters = parameters(pairs)?;
    let question = parameters.question()?;
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        NoveltyAnswer::new(snapshot, game, &question)
    })
    .await
}

async fn variations(
    State(api): State<Arc<Api>>,
    game: Game,
    headers: HeaderMap,
    pairs: Pairs,
) -> Result<Response, ApiError> {
    let game = game_number(game)?;
    let mut parameters = parameters(pairs)?;
    let question = parameters.question()?;
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        VariationsAnswer::new(snapshot, game, &question)
    })
    .await
}

async fn sgf(State(api): State<Arc<Api>>, game: Game, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let game = game_number(game)?;
    parameters(pairs)?.finish()?;
    let kind = HeaderValue::from_static("application/x-go-sgf");
    let mut response = api
        .bytes(Effort::Medium, &headers, kind, move |snapshot| {
            require_game(snapshot, game)?;
            Ok(snapshot.record(game)?.file().into_owned())
        })
        .await?;
    let name: HeaderName = header::CONTENT_DISPOSITION;
    let file = value(&format!("attachment; filename=\"game-{game}.sgf\""));
    response.headers_mut().insert(name, file);
    Ok(response)
}

async fn names(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (prefix, limit) = (parameters.prefix()?, parameters.limit(20)?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        Ok(Names::beginning(snapshot, &prefix, limit)?)
    })
    .await
}

async fn player(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (name, size, limit) = (parameters.name()?, parameters.size()?, parameters.limit(50)?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        player_record(snapshot, &name, size, limit)
    })
    .await
}

async fn events(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    let mut parameters = parameters(pairs)?;
    let (prefix, limit) = (parameters.prefix()?, parameters.limit(20)?);
    parameters.finish()?;
    api.json(Effort::Medium, &headers, move |snapshot| {
        Ok(Events::beginning(snapshot, &prefix, limit)?)
    })
    .await
}

async fn archives(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    parameters(pairs)?.finish()?;
    api.json(Effort::Medium, &headers, |snapshot| Ok(Archives::all(snapshot)?))
        .await
}

async fn info(State(api): State<Arc<Api>>, headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    parameters(pairs)?.finish()?;
    api.json(Effort::Medium, &headers, |snapshot| Ok(Info::of_games(snapshot)?))
        .await
}

async fn nothing() -> ApiError {
    ApiError::not_found()
}

async fn no_writing() -> ApiError {
    ApiError::only_reads()
}

async fn openapi(headers: HeaderMap, pairs: Pairs) -> Result<Response, ApiError> {
    parameters(pairs)?.finish()?;
    let tag = format!("W/\"{:08x}\"", crc32fast::hash(OPENAPI.as_bytes()));
    let kind = HeaderValue::from_static("application/json");
    let is_known = has_already(&headers, &tag) || has_any(&headers);
    let body = (!is_known).then(|| encoded(OPENAPI.into(), &headers));
    Ok(answer(&tag, kind, body))
}
