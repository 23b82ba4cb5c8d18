use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The most connections at a time. A process may have some 1,000 files open
/// unless told otherwise.
const MAX_CONNECTIONS: usize = 512;

/// The connections that are open. When there are too many, whoever has asked
/// nothing for the longest time must go, so that slow and idle ones keep nobody
/// out.
#[derive(Default)]
pub struct Connections {
    open: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Counts connections and requests.
    clock: AtomicU64,
}

/// One of them.
pub struct Connection {
    number: u64,
    last_asked: AtomicU64,
    closing: Notify,
    all: Arc<Connections>,
}

impl Connections {
    /// Enters one more.
    pub fn enter(self: &Arc<Self>) -> Arc<Connection> {
        let number = self.tick();
        let connection = Arc::new(Connection {
            number,
            last_asked: AtomicU64::new(number),
            closing: Notify::new(),
            all: Arc::clone(self),
        });
        let mut open = self.open();
        if open.len() >= MAX_CONNECTIONS {
            let idle = open
                .values()
                .min_by_key(|other| other.last_asked.load(Ordering::Relaxed));
            if let Some(idle) = idle.map(|idle| idle.number).and_then(|number| open.remove(&number)) {
                idle.closing.notify_one();
            }
        }
        open.insert(number, Arc::clone(&connection));
        connection
    }

    fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Notes that it asks something.
    pub fn asks(&self) {
        self.last_asked.store(self.all.tick(), Ordering::Relaxed);
    }

    /// Waits until it must make room.
    pub async fn must_go(&self) {
        self.closing.notified().await;
    }

    /// It is closed.
    pub fn leave(&self) {
        self.all.open().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_asked_nothing_for_the_longest_time_makes_room() {
        let all = Arc::new(Connections::default());
        let connections: Vec<_> = (0..MAX_CONNECTIONS).map(|_| all.enter()).collect();
        connections[0].asks();
        let newest = all.enter();
        connections[1].must_go().await;
        assert_eq!(all.open().len(), MAX_CONNECTIONS);
        newest.leave();
        connections[1].leave();
        assert_eq!(all.open().len(), MAX_CONNECTIONS - 1);
        assert!(all.open().contains_key(&connections[0].number));
    }
}
