use super::error::ApiError;
use bgo::go::KeyTables;
use bgo::interrupt::Interrupt;
use bgo::store::{Database, Snapshot};
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The maximum time that a question waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum time that a client then waits for the answer.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// A database and the turns of the questions about it. They limit how many questions
/// are answered at the same time; each question has its own snapshot.
pub struct Turns {
    database: Database,
    turns: Arc<Semaphore>,
}

/// An answer that somebody waits for. Once it is dropped, as it is with the future of the
/// request, its question is stopped.
#[derive(Default)]
struct Awaited(Interrupt);

impl Drop for Awaited {
    fn drop(&mut self) {
        self.0.set();
    }
}

impl Turns {
    /// Returns turns for questions about a database.
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

    /// Answers a question that takes a fraction of a millisecond on this thread; moving
    /// it to another thread would take longer.
    pub fn ask_here<T>(&self, ask: impl FnOnce(&Snapshot) -> Result<T, ApiError>) -> Result<T, ApiError> {
        // It ends before it could be stopped, also while the server finishes open requests.
        ask(&self.database.snapshot_until(&Interrupt::default())?)
    }

    /// Answers a question that may take long: waits for its turn, then answers it on a
    /// thread where it delays no other request. The question is stopped when nobody waits
    /// for the answer any more: the client left, or the time is over.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Snapshot) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else {
            return Err(ApiError::busy());
        };
        let turns = Arc::clone(self);
        let awaited = Awaited::default();
        let stop = awaited.0.clone();
        let answer = tokio::task::spawn_blocking(move || {
            let answer = turns.database.snapshot_until(&stop);
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
}
