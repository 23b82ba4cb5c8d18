//! Changes of the database that the page asks for: uploads to import, folders to bring up to date, archives
//! to remove. A server makes one change at a time, in the background, and tells how far it is.

mod permission;
mod upload;
mod work;

pub use permission::Permission;

use super::error::ApiError;
use super::parameters::Parameters;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use bgo::internal::go::HashTable;
use bgo::internal::import::ImportSummary;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::store::{Database, Removed};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time between two looks whether a change has ended or should.
const LOOK: Duration = Duration::from_millis(20);

/// A change of the database: the one that is being made, or the last one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Change {
    /// The number of the change since the server began.
    number: u64,
    /// The kind.
    kind: Kind,
    /// The name of the archive.
    archive: String,
    /// The state.
    state: ChangeState,
    /// The number of games read so far.
    games: u64,
    /// The number of bytes received so far, or once all are here, of those read.
    bytes: u64,
    /// The number of all these bytes; `None` if it is not known.
    total_bytes: Option<u64>,
    /// The number of games that it would remove. A request whose `games` is at least this number removes them.
    would_remove: Option<u64>,
    /// The games that were imported.
    imported: Option<ImportSummary>,
    /// The games that were removed.
    removed: Option<Removed>,
    /// The parts that could not be read, a sentence each.
    failures: Vec<String>,
    /// The reason why it failed.
    error: Option<String>,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "ChangeKind"))]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// The import of an upload.
    Import,
    /// The comparison with a folder, with the import of what is new there and the removal of what is gone.
    Sync,
    /// The removal of an archive.
    Removal,
}

/// The state of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum ChangeState {
    /// Its file is being received.
    Receiving,
    /// It is being made.
    Running,
    /// It is made.
    Done,
    /// It would remove games, and nobody has agreed to so many. Nothing was changed.
    Refused,
    /// It was stopped. What was committed stays.
    Stopped,
    /// It failed. What was committed stays.
    Failed,
}

impl ChangeState {
    const fn is_running(self) -> bool {
        matches!(self, Self::Receiving | Self::Running)
    }
}

/// The changes of a database.
pub struct Changes {
    path: PathBuf,
    table: HashTable,
    permission: Permission,
    current: Mutex<Current>,
}

/// The change that is being made, or the last one, and the request to stop it.
#[derive(Default)]
struct Current {
    change: Option<Change>,
    stop: Interrupt,
}

impl Changes {
    /// Returns no changes yet, of the file of a database.
    pub fn new(database: &Database, permission: Permission) -> Arc<Self> {
        let path = database.path().to_owned();
        if permission.is_given() {
            upload::delete_remains(&path);
        }
        Arc::new(Self {
            path,
            table: database.hash_table().clone(),
            permission,
            current: Mutex::default(),
        })
    }

    /// Returns the name that the API gives to the permission.
    pub const fn permission(&self) -> &'static str {
        self.permission.name()
    }

    pub fn routes(self: Arc<Self>) -> Router {
        let guard = from_fn_with_state(Arc::clone(&self), guarded);
        let asked = |asks: MethodRouter<Arc<Self>>| {
            asks.route_layer(guard.clone())
                .fallback(async || ApiError::only_posts())
        };
        Router::new()
            .route("/changes", get(last_change).route_layer(guard.clone()))
            .route("/changes/import", asked(post(import)))
            .route("/changes/sync", asked(post(sync)))
            .route("/changes/removal", asked(post(removal)))
            .route("/changes/stop", asked(post(stop)))
            .method_not_allowed_fallback(async || ApiError::only_reads())
            .with_state(self)
    }

    /// Stops the change that is being made, if there is one.
    pub fn stop(&self) {
        self.current().stop.set();
    }

    /// Returns whether a change is being made.
    pub fn is_running(&self) -> bool {
        self.current().is_running()
    }

    /// Waits for the end of the change that is being made, but not for long.
    pub async fn end(&self, patience: Duration) {
        let asked = Instant::now();
        while self.is_running() && asked.elapsed() < patience {
            tokio::time::sleep(LOOK).await;
        }
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a change, unless another is being made.
    fn begin(self: &Arc<Self>, kind: Kind, archive: &str) -> Result<Begun, ApiError> {
        let mut current = self.current();
        if current.is_running() {
            return Err(ApiError::changing());
        }
        let number = current.change.as_ref().map_or(1, |change| change.number + 1);
        current.change = Some(Change {
            number,
            kind,
            archive: archive.to_owned(),
            state: ChangeState::Running,
            games: 0,
            bytes: 0,
            total_bytes: None,
            would_remove: None,
            imported: None,
            removed: None,
            failures: Vec::new(),
            error: None,
        });
        current.stop = Interrupt::default();
        Ok(Begun {
            number,
            stop: current.stop.clone(),
            changes: Arc::clone(self),
        })
    }
}

impl Current {
    fn is_running(&self) -> bool {
        self.change.as_ref().is_some_and(|change| change.state.is_running())
    }
}

/// The change that is being made. If it is dropped before its end, it has failed.
struct Begun {
    number: u64,
    changes: Arc<Changes>,
    stop: Interrupt,
}

impl Begun {
    fn update(&self, update: impl FnOnce(&mut Change)) {
        // Once it has ended, another one may have begun.
        if let Some(change) = &mut self.changes.current().change
            && change.number == self.number
        {
            update(change);
        }
    }

    fn fail(&self, reason: impl ToString) {
        self.update(|change| {
            change.state = ChangeState::Failed;
            change.error = Some(reason.to_string());
        });
    }

    /// Makes the change on a thread of its own. Returns it as it is now.
    fn run(self, make: impl FnOnce(&Self) + Send + 'static) -> Response {
        let change = self.changes.current().change.clone();
        tokio::task::spawn_blocking(move || make(&self));
        (StatusCode::ACCEPTED, Json(change)).into_response()
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.update(|change| {
            if change.state.is_running() {
                change.state = ChangeState::Failed;
                change.error = Some("a fault of the program ended it".to_owned());
            }
        });
    }
}

/// Answers only those who may change the database.
async fn guarded(State(changes): State<Arc<Changes>>, request: Request, next: Next) -> Response {
    match changes.permission.check(&request) {
        Ok(()) => {
            let mut response = next.run(request).await;
            let headers = response.headers_mut();
            headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
            response
        }
        Err(error) => error.into_response(),
    }
}

async fn last_change(State(changes): State<Arc<Changes>>, parameters: Parameters) -> Result<Response, ApiError> {
    parameters.finish()?;
    let change = changes.current().change.clone();
    Ok(Json(change).into_response())
}

async fn import(
    State(changes): State<Arc<Changes>>,
    headers: HeaderMap,
    mut parameters: Parameters,
    body: Body,
) -> Result<Response, ApiError> {
    let name = parameters.file_name()?;
    parameters.finish()?;
    let begun = changes.begin(Kind::Import, &name)?;
    let upload = upload::receive(&begun, &name, &headers, body).await?;
    Ok(begun.run(move |begun| work::import(begun, upload)))
}

async fn sync(State(changes): State<Arc<Changes>>, mut parameters: Parameters) -> Result<Response, ApiError> {
    let (archive, games) = (parameters.archive()?, parameters.agreed_games()?);
    parameters.finish()?;
    let begun = changes.begin(Kind::Sync, &archive)?;
    Ok(begun.run(move |begun| work::sync(begun, &archive, games)))
}

async fn removal(State(changes): State<Arc<Changes>>, mut parameters: Parameters) -> Result<Response, ApiError> {
    let (archive, games) = (parameters.archive()?, parameters.agreed_games()?);
    parameters.finish()?;
    let begun = changes.begin(Kind::Removal, &archive)?;
    Ok(begun.run(move |begun| work::remove(begun, &archive, games)))
}

async fn stop(State(changes): State<Arc<Changes>>, parameters: Parameters) -> Result<Response, ApiError> {
    parameters.finish()?;
    changes.stop();
    let change = changes.current().change.clone();
    Ok(Json(change).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::internal::store::Access;

    #[test]
    fn a_change_that_has_ended_does_not_touch_the_next_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let changes = Changes::new(&database, Permission::OwnPage);
        let begin = || changes.begin(Kind::Import, "a.tgz").ok();
        let state = || changes.current().change.as_ref().map(|change| change.state);
        let first = begin().expect("begins");
        assert!(begin().is_none());
        first.update(|change| change.state = ChangeState::Done);
        let second = begin().expect("begins");
        first.fail("it has ended already");
        drop(first);
        assert_eq!(state(), Some(ChangeState::Running));
        drop(second);
        assert_eq!(state(), Some(ChangeState::Failed));
    }
}
