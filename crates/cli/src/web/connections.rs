use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The maximum number of open connections. By default, a process may open about 1,000
/// files.
const MAX_CONNECTIONS: usize = 512;

/// The open connections. If there are too many, the connection that has been silent
/// longest is closed; a connection with a request in progress is closed only if all
/// have one. So slow and idle clients keep nobody out.
#[derive(Default)]
pub struct Connections {
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Counts connections and requests.
    clock: AtomicU64,
}

/// An open connection.
pub struct Connection {
    number: u64,
    /// The clock at the latest request; 0 before the first.
    last_asked: AtomicU64,
    is_answered: AtomicBool,
    closing: Notify,
    all: Arc<Connections>,
}

/// A request that is being answered.
pub struct Asking(Arc<Connection>);

impl Connections {
    /// Adds a connection.
    pub fn enter(self: &Arc<Self>) -> Arc<Connection> {
        let connection = Arc::new(Connection {
            number: self.tick(),
            last_asked: AtomicU64::new(0),
            is_answered: AtomicBool::new(false),
            closing: Notify::new(),
            all: Arc::clone(self),
        });
        if self.open().len() >= MAX_CONNECTIONS {
            self.make_room();
        }
        self.open().insert(connection.number, Arc::clone(&connection));
        connection
    }

    /// Closes a connection.
    pub fn make_room(&self) {
        let mut open = self.open();
        let order = |connection: &&Arc<Connection>| {
            let is_answered = connection.is_answered.load(Ordering::Relaxed);
            (
                is_answered,
                connection.last_asked.load(Ordering::Relaxed),
                connection.number,
            )
        };
        let least = open.values().min_by_key(order).map(|connection| connection.number);
        if let Some(connection) = least.and_then(|number| open.remove(&number)) {
            connection.closing.notify_one();
        }
    }

    fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Marks the connection as being answered until the returned value is dropped.
    pub fn asks(self: Arc<Self>) -> Asking {
        self.last_asked.store(self.all.tick(), Ordering::Relaxed);
        self.is_answered.store(true, Ordering::Relaxed);
        Asking(self)
    }

    /// Waits until the connection must close to make room.
    pub async fn must_go(&self) {
        self.closing.notified().await;
    }

    /// Removes the connection after it was closed.
    pub fn leave(&self) {
        self.all.open().remove(&self.number);
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.is_answered.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_is_silent_for_the_longest_time_makes_room() {
        let all = Arc::new(Connections::default());
        let connections: Vec<_> = (0..MAX_CONNECTIONS).map(|_| all.enter()).collect();
        // The first is waiting for an answer, the second got one, and the others
        // never sent a request.
        let asking = Arc::clone(&connections[0]).asks();
        drop(Arc::clone(&connections[1]).asks());
        let newer: Vec<_> = (0..MAX_CONNECTIONS - 2).map(|_| all.enter()).collect();
        connections[2].must_go().await;
        connections[MAX_CONNECTIONS - 1].must_go().await;
        let is_open = |connection: &Connection| all.open().contains_key(&connection.number);
        assert!(is_open(&connections[0]) && is_open(&connections[1]));
        newer.iter().for_each(|connection| drop(Arc::clone(connection).asks()));
        all.make_room();
        assert!(is_open(&connections[0]) && !is_open(&connections[1]));
        drop(asking);
        all.make_room();
        assert!(!is_open(&connections[0]));
        assert_eq!(all.open().len(), MAX_CONNECTIONS - 2);
    }
}
