//! The open connections, and which of them makes room for another.

use super::OnDrop;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::time::timeout;

/// The maximum number of open connections. Each may take 32 KiB for the head of a request.
const MOST: usize = 4096;

/// The time that a connection must be silent before it is closed to make room.
const SILENCE: Duration = Duration::from_secs(1);

/// The time between two looks for a silent connection if no connection ends.
const LOOK: Duration = Duration::from_millis(100);

/// The open connections. If there are too many, the connection that has been silent
/// longest is closed for the next one; if none is silent, the next one waits. So slow and
/// idle clients keep nobody out, and no answer is cut off.
pub struct Connections {
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    most: usize,
    left: Notify,
    last_number: AtomicU64,
    begin: Instant,
}

/// An open connection. It is silent between the end of an answer and the first byte of the
/// next request, and if the head of a request takes long.
pub struct Connection {
    number: u64,
    is_hearing: AtomicBool,
    is_answering: AtomicBool,
    is_sending: AtomicBool,
    is_closing: AtomicBool,
    /// The latest beginning or end of one of these, in milliseconds since the server began.
    last_change: AtomicU64,
    closing: Notify,
    all: Arc<Connections>,
}

impl Connections {
    /// Returns no connections, of which there may be half as many as files that the process
    /// may open. The other half is for the database.
    pub fn new() -> Arc<Self> {
        Self::at_most(MOST.min(open_files(2 * MOST) / 2).max(1))
    }

    fn at_most(most: usize) -> Arc<Self> {
        Arc::new(Self {
            open: Mutex::default(),
            most,
            left: Notify::new(),
            last_number: AtomicU64::new(0),
            begin: Instant::now(),
        })
    }

    pub fn enter(self: &Arc<Self>) -> Arc<Connection> {
        let connection = Arc::new(Connection {
            number: self.last_number.fetch_add(1, Ordering::Relaxed) + 1,
            is_hearing: AtomicBool::new(false),
            is_answering: AtomicBool::new(false),
            is_sending: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            last_change: AtomicU64::new(self.now()),
            closing: Notify::new(),
            all: Arc::clone(self),
        });
        self.open().insert(connection.number, Arc::clone(&connection));
        connection
    }

    pub async fn room(&self) {
        while self.open().len() >= self.most {
            self.make_room().await;
        }
    }

    /// Closes the connection that has been silent longest, if one is silent, and waits for
    /// the end of a connection, but not for long.
    pub async fn make_room(&self) {
        if let Some(connection) = self.most_silent() {
            connection.is_closing.store(true, Ordering::Relaxed);
            connection.closing.notify_one();
        }
        let _ = timeout(LOOK, self.left.notified()).await;
    }

    fn most_silent(&self) -> Option<Arc<Connection>> {
        let open = self.open();
        let silent = open
            .values()
            .filter(|connection| connection.is_silent() && !connection.is_closing.load(Ordering::Relaxed));
        let longest = silent.min_by_key(|connection| connection.last_change.load(Ordering::Relaxed));
        longest.cloned()
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    pub fn hears(&self) {
        if !self.is_hearing.swap(true, Ordering::Relaxed) {
            self.changed();
        }
    }

    /// Marks the connection as being answered until the returned value is dropped.
    pub(super) fn asks(self: &Arc<Self>) -> OnDrop<impl FnMut() + use<>> {
        self.is_answering.store(true, Ordering::Relaxed);
        let connection = Arc::clone(self);
        OnDrop(move || {
            connection.is_hearing.store(false, Ordering::Relaxed);
            connection.is_answering.store(false, Ordering::Relaxed);
            connection.changed();
        })
    }

    /// Notes whether bytes of an answer wait until the client has read others.
    pub fn sends(&self, is_sending: bool) {
        if self.is_sending.swap(is_sending, Ordering::Relaxed) != is_sending {
            self.changed();
        }
    }

    /// Waits until the connection must close to make room.
    pub async fn must_go(&self) {
        loop {
            self.closing.notified().await;
            // A request may have arrived since.
            if self.is_silent() {
                return;
            }
            self.is_closing.store(false, Ordering::Relaxed);
        }
    }

    pub fn leave(&self) {
        self.all.open().remove(&self.number);
        self.all.left.notify_one();
    }

    fn is_silent(&self) -> bool {
        let is_busy = self.is_answering.load(Ordering::Relaxed) || self.is_sending.load(Ordering::Relaxed);
        let silence = self.all.now().saturating_sub(self.last_change.load(Ordering::Relaxed));
        !is_busy && Duration::from_millis(silence) >= SILENCE
    }

    fn changed(&self) {
        self.last_change.store(self.all.now(), Ordering::Relaxed);
    }
}

/// Returns the number of files that the process may open. Raises it to `wanted` if that is
/// allowed.
#[cfg(unix)]
fn open_files(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let [allowed, most] = [current, maximum].map(|limit| limit.unwrap_or(u64::MAX));
    let raised = most.min(wanted as u64);
    let limit = Rlimit {
        current: Some(raised),
        maximum,
    };
    let files = if allowed < raised && setrlimit(Resource::Nofile, limit).is_ok() {
        raised
    } else {
        allowed
    };
    usize::try_from(files).unwrap_or(usize::MAX)
}

/// Returns `wanted`: the system does not limit the number of open files.
#[cfg(not(unix))]
const fn open_files(wanted: usize) -> usize {
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn silence(connection: &Connection, longer: u64) {
        let now = connection.all.now();
        let long = 2 * SILENCE.as_millis() as u64 + longer;
        assert!(now >= long, "the server began too late");
        connection.last_change.store(now - long, Ordering::Relaxed);
    }

    fn all(most: usize) -> Arc<Connections> {
        Arc::new(Connections {
            begin: Instant::now().checked_sub(Duration::from_secs(60)).expect("a minute"),
            ..Arc::into_inner(Connections::at_most(most)).expect("the only one")
        })
    }

    #[tokio::test]
    async fn who_is_silent_for_the_longest_time_makes_room() {
        let all = all(4);
        let [asking, answered, deaf, never] = [(); 4].map(|()| all.enter());
        let question = asking.asks();
        deaf.sends(true);
        drop(answered.asks());
        // Whoever came or was answered a moment ago is not silent.
        assert!(all.most_silent().is_none());
        for (connection, longer) in [(&asking, 9), (&answered, 1), (&deaf, 9), (&never, 2)] {
            silence(connection, longer);
        }
        let closed = |connection: &Connection| connection.is_closing.load(Ordering::Relaxed);
        all.make_room().await;
        assert!(closed(&never) && !closed(&answered));
        never.must_go().await;
        never.leave();
        all.make_room().await;
        assert!(closed(&answered));
        answered.leave();
        all.make_room().await;
        assert!(!closed(&asking) && !closed(&deaf));
        drop(question);
        silence(&asking, 0);
        all.make_room().await;
        assert!(closed(&asking));
    }

    #[tokio::test]
    async fn at_the_limit_the_next_one_waits_for_the_end_of_another() {
        let all = all(1);
        let asking = all.enter();
        let _question = asking.asks();
        silence(&asking, 0);
        assert!(timeout(3 * LOOK, all.room()).await.is_err());
        let (ended, ()) = tokio::join!(timeout(Duration::from_secs(60), all.room()), async { asking.leave() });
        assert_eq!(ended, Ok(()));
    }

    #[tokio::test]
    async fn a_request_that_arrives_keeps_its_connection() {
        let all = all(1);
        let connection = all.enter();
        silence(&connection, 0);
        all.make_room().await;
        connection.hears();
        assert!(timeout(LOOK, connection.must_go()).await.is_err());
        // Its head must not take long, though.
        silence(&connection, 0);
        all.make_room().await;
        connection.must_go().await;
    }
}
