use super::error::ApiError;
use bgo::go::KeyTables;
use bgo::store::{Database, Snapshot};
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// How long a question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long whoever asks waits for the answer then.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// The turns of questions, so many of which are answered at the same time, each about
/// a snapshot of its own.
pub struct Readers {
    database: Database,
    turns: Arc<Semaphore>,
}

impl Readers {
    /// Makes the readers of a database.
    #[must_use]
    pub fn new(database: Database) -> Self {
        Self {
            database,
            turns: Semaphore::new(available_parallelism().map_or(2, NonZero::get)).into(),
        }
    }

    /// Returns the key tables of the database.
    #[must_use]
    pub fn keys(&self) -> &KeyTables {
        self.database.keys()
    }

    /// Asks what takes a fraction of a millisecond: to another thread and back
    /// would take longer.
    pub fn ask_here<T>(&self, ask: impl FnOnce(&Snapshot) -> Result<T, ApiError>) -> Result<T, ApiError> {
        ask(&self.database.snapshot()?)
    }

    /// Asks what may take its time, when it is its turn, on a thread where that
    /// holds nobody up.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Snapshot) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(ApiError::busy());
        };
        let readers = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || {
            let answer = readers.ask_here(ask);
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
}
