use super::error::ApiError;
use bgo::go::HashTable;
use bgo::store::{Access, Database};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// How long a question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long whoever asks waits for the answer then.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// Connections to the database, one for each question that is answered at the
/// same time. They are opened when they are first needed.
pub struct Readers {
    path: PathBuf,
    table: HashTable,
    turns: Arc<Semaphore>,
    idle: Mutex<Vec<Database>>,
}

impl Readers {
    /// Those of the database at `path`.
    #[must_use]
    pub fn new(path: PathBuf, table: HashTable) -> Self {
        Self {
            path,
            table,
            turns: Semaphore::new(available_parallelism().map_or(2, NonZero::get)).into(),
            idle: Mutex::default(),
        }
    }

    /// Asks what takes a fraction of a millisecond: to another thread and back
    /// would take longer.
    ///
    /// # Errors
    /// As [`Readers::ask`].
    pub async fn ask_here<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Database) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let idle = self.idle().pop();
        match idle {
            Some(db) => self.ask_of(db, ask),
            // To open the database may take its time.
            None => self.ask(ask).await,
        }
    }

    fn ask_of<T>(&self, db: Database, ask: impl FnOnce(&Database) -> Result<T, ApiError>) -> Result<T, ApiError> {
        let answer = ask(&db);
        self.idle().push(db);
        answer
    }

    /// Asks what may take its time, when it is its turn, on a thread where that
    /// holds nobody up.
    ///
    /// # Errors
    /// Those of `ask`; too many questions at once; a database that cannot be
    /// opened.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Database) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(ApiError::busy());
        };
        let readers = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || {
            let idle = readers.idle().pop();
            let db = match idle {
                Some(db) => db,
                None => Database::open(&readers.path, readers.table.clone(), Access::Read)?,
            };
            let answer = readers.ask_of(db, ask);
            // Not before, even if nobody waits for the answer any more.
            drop(turn);
            answer
        });
        match timeout(ANSWER_TIME, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(ApiError::failed(&error)),
            Err(_) => Err(ApiError::busy()),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Database>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
