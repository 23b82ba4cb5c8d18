use super::error::ApiError;
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

/// A database and the turns of the questions about it. They limit how many questions
/// are answered at the same time; each question has its own snapshot.
pub struct Turns {
    database: Database,
    turns: Arc<Semaphore>,
    /// The turns of [`Effort::Long`], each of which keeps all processors busy. They are apart, so
    /// that no other question waits for one of them.
    long_turns: Arc<Semaphore>,
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
        let processors = available_parallelism().map_or(2, NonZero::get);
        Self {
            database,
            turns: Semaphore::new(processors).into(),
            long_turns: Semaphore::new((processors / 2).max(1)).into(),
        }
    }

    /// Answers a question. One that may take a while waits for its turn, and is answered on a
    /// thread where it delays no other request. The question is stopped when nobody waits
    /// for the answer any more: the client left, or the time is over.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        effort: Effort,
        ask: impl FnOnce(&Snapshot) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turns = match effort {
            // It ends before it could be stopped, also while the server finishes open requests.
            Effort::Short => return ask(&self.database.snapshot_until(&Interrupt::default())?),
            Effort::Medium => &self.turns,
            Effort::Long => &self.long_turns,
        };
        let turn = timeout(PATIENCE, Arc::clone(turns).acquire_owned()).await;
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

#[cfg(test)]
mod tests {
    use super::super::api::Api;
    use super::*;
    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use bgo::store::Access;
    use tower::ServiceExt;

    /// Without turns of their own, those of one kind would wait for those of the other for ever.
    #[tokio::test]
    async fn long_questions_and_others_do_not_wait_for_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let turns = Arc::new(Turns::new(database));
        let routes = Api::new(Arc::clone(&turns), "name".to_owned()).routes();
        let others = [
            "position",
            "position?full=true",
            "position?player=a*",
            "games",
            "games?moves=aa",
            "find",
            "games/1",
            "games/1?pattern=X",
            "games/1/sgf",
            "info",
            "years",
            "position/players",
            "archives",
        ];
        let long = [
            "tree",
            "tree?pattern=X",
            "position?pattern=X",
            "games?pattern=X",
            "years?pattern=X",
            "position/players?pattern=X",
        ];
        for (taken, asked) in [(&turns.long_turns, &others[..]), (&turns.turns, &long[..])] {
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
