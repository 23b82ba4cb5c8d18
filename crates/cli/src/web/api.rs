use super::OnDrop;
use super::answers::{GameAnswer, NoveltyAnswer, PositionAnswer, VariationsAnswer};
use super::diagrams::{diagrams_of_game, diagrams_of_position};
use super::download::{as_file, export_find, export_games};
use super::error::ApiError;
use super::lists::{aliases, archives, events, named_questions, names, near_duplicates_of_all, openings_of_position};
use super::negotiation::{encoded, has_already, has_any};
use super::parameters::Parameters;
use super::presence::Presence;
use super::reading;
use super::rivals::{novelties_of_games, player, score_of_players};
use crate::info::Info;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use bgo::internal::export::single_file_name;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{
    Choice, Detail, Filter, Find, MoveOrder, Period, Place, QueryError, Question, Scope, compare, players,
    require_game, tree, years,
};
use bgo::internal::store::{Database, Snapshot};
use serde::Serialize;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

const OPENAPI: &str = include_str!("openapi.json");

/// The maximum time that a question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum time that a client then waits for the answer.
pub const ANSWER_TIME: Duration = Duration::from_secs(20);

/// The effort to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Always a fraction of a millisecond: moving it to another thread would take longer.
    Short,
    /// Some games or a part of the index: milliseconds.
    Medium,
    /// Possibly all moves of all games, or many positions: seconds.
    Long,
}

/// The source of the answers: a database and the turns of the questions about it. They limit how many
/// questions are answered at the same time; each question has its own snapshot.
pub struct Api {
    pub(super) database: Database,
    turns: Arc<Semaphore>,
    /// The turns of [`Effort::Long`], each of which keeps all processors busy. They are apart, so
    /// that no other question waits for one of them.
    long_turns: Arc<Semaphore>,
    /// The turns of downloads, which last as long as their clients read.
    pub(super) download_turns: Arc<Semaphore>,
    /// The turns of texts that clients send, which are in memory as long as they last.
    pub(super) reading_turns: Arc<Semaphore>,
    /// A part of every validator, because another server may answer in another way.
    name: String,
    /// The name of the permission to change the database.
    changes: &'static str,
    pub(super) presence: Option<Arc<Presence>>,
}

impl Api {
    /// Returns an API for questions about a database. `name` must be unique to the server, `changes`
    /// names the permission to change the database, and `presence` is that of a server that ends after
    /// its last page.
    pub fn new(database: Database, name: String, changes: &'static str, presence: Option<Arc<Presence>>) -> Self {
        let processors = available_parallelism().map_or(2, NonZero::get);
        Self {
            database,
            turns: Semaphore::new(processors).into(),
            long_turns: Semaphore::new((processors / 2).max(1)).into(),
            download_turns: Semaphore::new(2 * processors).into(),
            reading_turns: Semaphore::new(processors).into(),
            name,
            changes,
            presence,
        }
    }

    pub fn routes(self) -> Router {
        Arc::new(self).shared_routes()
    }

    fn shared_routes(self: Arc<Self>) -> Router {
        Router::new()
            .route("/position", get(position))
            .route("/position/diagrams", get(diagrams_of_position))
            .route("/position/players", get(players_of_position))
            .route("/years", get(years_of_position))
            .route("/compare", get(compare_at_position))
            .route("/tree", get(tree_of_position))
            .route("/games", get(games))
            .route("/games/export", get(export_games))
            .route("/find", get(find))
            .route("/find/export", get(export_find))
            .route("/games/{game}", of_game(GameAnswer::new, alone))
            .route("/games/{game}/novelty", of_game(NoveltyAnswer::new, among_others))
            .route("/games/{game}/variations", of_game(VariationsAnswer::new, alone))
            .route("/games/{game}/diagrams", get(diagrams_of_game))
            .route("/games/{game}/sgf", get(sgf))
            .route("/players", get(names))
            .route("/player", get(player))
            .route("/player/score", get(score_of_players))
            .route("/novelties", get(novelties_of_games))
            .route("/events", get(events))
            .route("/archives", get(archives))
            .route("/aliases", get(aliases))
            .route("/names", get(named_questions))
            .route("/openings", get(openings_of_position))
            .route("/duplicates/near", get(near_duplicates_of_all))
            .route("/info", get(info))
            .route("/reading", reading::route())
            .route("/openapi.json", get(openapi))
            .fallback(nothing)
            .method_not_allowed_fallback(no_writing)
            .with_state(self)
    }

    /// Returns the turns of questions of an effort.
    pub(super) const fn turns(&self, effort: Effort) -> &Arc<Semaphore> {
        match effort {
            Effort::Short | Effort::Medium => &self.turns,
            Effort::Long => &self.long_turns,
        }
    }

    /// Answers a question. One that may take a while waits for its turn, and is answered on a
    /// thread where it delays no other request. The question is stopped when nobody waits
    /// for the answer any more: the client left, or the time is over.
    pub(super) async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        effort: Effort,
        ask: impl FnOnce(&Snapshot) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        if effort == Effort::Short {
            // It ends before it could be stopped, also while the server finishes open requests.
            return ask(&self.database.snapshot_until(&Interrupt::default())?);
        }
        let turn = turn(self.turns(effort)).await?;
        let api = Arc::clone(self);
        let stop = Interrupt::default();
        let stopped = stop.clone();
        let _stops = OnDrop(move || stopped.set());
        let answer = tokio::task::spawn_blocking(move || {
            let answer = api.database.snapshot_until(&stop);
            let answer = answer.map_err(ApiError::from).and_then(|snapshot| ask(&snapshot));
            // The turn lasts until the question has been stopped.
            drop(turn);
            answer
        });
        match timeout(ANSWER_TIME, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(ApiError::failed(&error)),
            Err(_) => Err(ApiError::busy()),
        }
    }

    pub(super) async fn json<T: Serialize>(
        self: &Arc<Self>,
        effort: Effort,
        headers: &HeaderMap,
        ask: impl FnOnce(&Snapshot) -> Result<T, QueryError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let kind = HeaderValue::from_static("application/json");
        let ask = |snapshot: &Snapshot| {
            let document = ask(snapshot)?;
            // Fails only for a map whose keys are not strings; answers have none.
            Ok::<_, ApiError>(serde_json::to_vec(&document).unwrap_or_default())
        };
        self.bytes(effort, headers, kind, ask).await
    }

    /// Answers with bytes, unless the client already has them.
    pub(super) async fn bytes<E>(
        self: &Arc<Self>,
        effort: Effort,
        headers: &HeaderMap,
        kind: HeaderValue,
        ask: impl FnOnce(&Snapshot) -> Result<Vec<u8>, E> + Send + 'static,
    ) -> Result<Response, ApiError>
    where
        ApiError: From<E>,
    {
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
        let (tag, body) = self.ask(effort, ask).await?;
        Ok(answer(&tag, kind, body))
    }
}

/// Waits for a turn.
pub async fn turn(turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    match timeout(PATIENCE, Arc::clone(turns).acquire_owned()).await {
        Ok(Ok(turn)) => Ok(turn),
        _ => Err(ApiError::busy()),
    }
}

pub(super) fn effort(question: &Question) -> Effort {
    if *question.scope() != Scope::Board {
        Effort::Long
    } else if question.swap() {
        effort_of_filter(question.filter()).max(Effort::Medium)
    } else {
        effort_of_filter(question.filter())
    }
}

/// Returns the effort to look up the games of a filter.
pub(super) fn effort_of_filter(filter: &Filter) -> Effort {
    if !filter.openings.is_empty() {
        // The patterns of openings are looked for in all games.
        Effort::Long
    } else if !filter.is_empty() {
        Effort::Medium
    } else {
        // The index has the answer, so that hardly any game must be read.
        Effort::Short
    }
}

pub fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

/// Returns an answer with its validator; without a body, the answer is "not modified".
fn answer(tag: &str, kind: HeaderValue, body: Option<(Vec<u8>, Option<HeaderValue>)>) -> Response {
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

async fn position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (question, full) = (parameters.question()?, parameters.flag("full")?);
    let orders = MoveOrder::ALL.map(|order| (order.name(), order));
    let order = parameters.choice("sort", &orders)?.unwrap_or_default();
    parameters.finish()?;
    let effort = effort(&question).max(if full { Effort::Medium } else { Effort::Short });
    api.json(effort, &headers, move |snapshot| {
        PositionAnswer::new(snapshot, &question, Detail::full_if(full), order)
    })
    .await
}

async fn players_of_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
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
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let words = [("year", Period::Year), ("decade", Period::Decade)];
    let (question, by) = (parameters.question()?, parameters.choice("by", &words)?);
    parameters.finish()?;
    api.json(effort(&question).max(Effort::Medium), &headers, move |snapshot| {
        years(snapshot, &question, by.unwrap_or(Period::Year))
    })
    .await
}

async fn compare_at_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let [first, second] = [parameters.conditions("first")?, parameters.conditions("second")?];
    let question = parameters.question()?;
    parameters.finish()?;
    let filters = [first, second].map(|conditions| conditions.over(question.filter()));
    let efforts = filters.each_ref().map(effort_of_filter);
    let effort = efforts
        .into_iter()
        .fold(effort(&question).max(Effort::Medium), Effort::max);
    api.json(effort, &headers, move |snapshot| compare(snapshot, &question, filters))
        .await
}

async fn tree_of_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (question, size) = (parameters.question()?, parameters.tree_size()?);
    parameters.finish()?;
    api.json(Effort::Long, &headers, move |snapshot| tree(snapshot, &question, size))
        .await
}

async fn games(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (question, page) = (parameters.question()?, parameters.page()?);
    parameters.finish()?;
    api.json(effort(&question).max(Effort::Medium), &headers, move |snapshot| {
        Choice::Position(&question).list(snapshot, page)
    })
    .await
}

async fn find(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (filter, page) = (parameters.filter()?, parameters.page()?);
    parameters.finish()?;
    let effort = effort_of_filter(&filter).max(Effort::Medium);
    api.json(effort, &headers, move |snapshot| {
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

pub(super) fn game_number(game: Result<Path<String>, PathRejection>) -> Result<i64, ApiError> {
    let number = game.ok().and_then(|Path(text)| text.parse().ok());
    number.ok_or_else(ApiError::not_found)
}

/// Returns the effort of a question about a game for which no other game is looked up.
const fn alone(_: &Question) -> Effort {
    Effort::Medium
}

/// Returns the effort of a question about a game among those of a filter.
fn among_others(question: &Question) -> Effort {
    effort_of_filter(question.filter()).max(Effort::Medium)
}

/// Answers questions about a game with what `about` says of it, with the effort that they take.
fn of_game<T: Serialize + 'static>(
    about: fn(&Snapshot, i64, &Question) -> Result<T, QueryError>,
    effort: fn(&Question) -> Effort,
) -> MethodRouter<Arc<Api>> {
    get(
        async move |State(api): State<Arc<Api>>,
                    game: Result<Path<String>, PathRejection>,
                    headers: HeaderMap,
                    parameters: Result<Parameters, ApiError>| {
            let game = game_number(game)?;
            let mut parameters = parameters?;
            let question = parameters.question()?;
            parameters.finish()?;
            let effort = effort(&question);
            let answer = move |snapshot: &Snapshot| about(snapshot, game, &question);
            api.json(effort, &headers, answer).await
        },
    )
}

async fn sgf(
    State(api): State<Arc<Api>>,
    game: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    parameters: Result<Parameters, ApiError>,
) -> Result<Response, ApiError> {
    let game = game_number(game)?;
    parameters?.finish()?;
    let name = move |snapshot: &Snapshot| {
        require_game(snapshot, game)?;
        Ok(single_file_name(&snapshot.description(game)?))
    };
    let name = api.ask(Effort::Medium, name).await?;
    let kind = HeaderValue::from_static("application/x-go-sgf");
    let response = api
        .bytes(Effort::Medium, &headers, kind, move |snapshot| {
            require_game(snapshot, game)?;
            Ok::<_, QueryError>(snapshot.record(game)?.file().into_owned())
        })
        .await?;
    Ok(as_file(response, &name))
}

async fn info(State(api): State<Arc<Api>>, headers: HeaderMap, parameters: Parameters) -> Result<Response, ApiError> {
    parameters.finish()?;
    let (changes, is_until_closed) = (api.changes, api.presence.is_some());
    api.json(Effort::Medium, &headers, move |snapshot| {
        Ok(Info::of_games(snapshot, changes, is_until_closed)?)
    })
    .await
}

async fn nothing() -> ApiError {
    ApiError::not_found()
}

async fn no_writing() -> ApiError {
    ApiError::only_reads()
}

async fn openapi(headers: HeaderMap, parameters: Parameters) -> Result<Response, ApiError> {
    parameters.finish()?;
    let tag = format!("W/\"{:08x}\"", crc32fast::hash(OPENAPI.as_bytes()));
    let kind = HeaderValue::from_static("application/json");
    let is_known = has_already(&headers, &tag) || has_any(&headers);
    let body = (!is_known).then(|| encoded(OPENAPI.into(), &headers));
    Ok(answer(&tag, kind, body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::Request;
    use bgo::internal::store::Access;
    use tower::ServiceExt;

    /// Without turns of their own, those of one kind would wait for those of the other for ever.
    #[tokio::test]
    async fn long_questions_and_others_do_not_wait_for_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let api = Arc::new(Api::new(database, "name".to_owned(), "nobody", None));
        let routes = Arc::clone(&api).shared_routes();
        let others = [
            "position",
            "position?full=true",
            "position?player=a*",
            "games",
            "games?moves=aa",
            "find",
            "games/1",
            "games/1?pattern=X",
            "games/1?opening=sanrensei",
            "games/1/novelty",
            "games/1/sgf",
            "info",
            "years",
            "compare",
            "position/players",
            "archives",
            "aliases",
        ];
        let long = [
            "tree",
            "tree?pattern=X",
            "names",
            "openings",
            "duplicates/near",
            "position?pattern=X",
            "games?pattern=X",
            "years?pattern=X",
            "compare?pattern=X",
            "position/players?pattern=X",
            "position?opening=sanrensei",
            "games?opening=sanrensei",
            "games/export?opening=sanrensei",
            "games/1/novelty?opening=sanrensei",
            "find?opening=sanrensei",
            "find/export?opening=sanrensei",
            "compare?second=opening%3Dsanrensei",
        ];
        for (taken, asked) in [(&api.long_turns, &others[..]), (&api.turns, &long[..])] {
            let all = u32::try_from(taken.available_permits()).expect("some");
            let _all = taken.acquire_many(all).await.expect("all");
            for path in asked {
                let request = Request::get(format!("/{path}")).body(Body::empty()).expect("a request");
                let answer = routes.clone().oneshot(request).await.expect("an answer");
                assert_ne!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
            }
        }
    }
}
