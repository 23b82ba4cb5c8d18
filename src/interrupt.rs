//! Requests to stop long operations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A request to stop, shared between its senders and the operation. Clones share
/// one request.
#[derive(Clone, Debug)]
pub struct Interrupt {
    requested: Arc<AtomicBool>,
    /// True if nothing would obey a request of a signal.
    is_idle: Arc<AtomicBool>,
    /// The number of operations marked as running.
    running: Arc<AtomicUsize>,
}

/// The error of an operation that was requested to stop. Each error type has a
/// variant for it, which documents what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Default for Interrupt {
    fn default() -> Self {
        Self {
            requested: Arc::default(),
            is_idle: Arc::new(AtomicBool::new(true)),
            running: Arc::default(),
        }
    }
}

impl Interrupt {
    /// Requests the operation to stop.
    pub fn set(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop is requested.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Fails if a stop is requested.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }

    /// Marks an operation as running until the guard is dropped, and clears the request
    /// before and after it. An operation within another one changes nothing.
    pub fn start(&self) -> Running<'_> {
        if self.running.fetch_add(1, Ordering::Relaxed) == 0 {
            self.requested.store(false, Ordering::Relaxed);
            self.is_idle.store(false, Ordering::Relaxed);
        }
        Running {
            interrupt: self,
            waits: false,
        }
    }

    /// Marks the operation as waiting for somebody until the guard is dropped. A wait
    /// cannot look at the request, so signals act as if nothing were running.
    pub fn wait(&self) -> Running<'_> {
        self.is_idle.store(true, Ordering::Relaxed);
        Running {
            interrupt: self,
            waits: true,
        }
    }

    /// Forgets a request, as if the signal for it had not come. Whoever runs another program
    /// on the same terminal, which receives the signals, too, calls this again and again.
    pub fn forget(&self) {
        self.requested.store(false, Ordering::Relaxed);
        self.is_idle.store(!self.is_running(), Ordering::Relaxed);
    }

    #[must_use]
    fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed) > 0
    }

    /// Returns the flag of the request, for signal handlers.
    #[must_use]
    pub fn requested(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.requested)
    }

    /// Returns the flag for signal handlers that is true while nothing obeys a request:
    /// no operation is running, or it waits. A signal sets it, too, so that the next one
    /// does not depend on the operation.
    #[must_use]
    pub fn idle(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_idle)
    }
}

/// An operation that an [`Interrupt`] can stop, or a wait within one, until it is dropped.
#[must_use]
#[derive(Debug)]
pub struct Running<'a> {
    interrupt: &'a Interrupt,
    waits: bool,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let interrupt = self.interrupt;
        if self.waits {
            let obeys = interrupt.is_running() && !interrupt.is_set();
            interrupt.is_idle.store(!obeys, Ordering::Relaxed);
        } else if interrupt.running.fetch_sub(1, Ordering::Relaxed) == 1 {
            interrupt.is_idle.store(true, Ordering::Relaxed);
            interrupt.requested.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_within_another_neither_clears_a_request_nor_ends_it() {
        let interrupt = Interrupt::default();
        interrupt.set();
        let outer = interrupt.start();
        assert!(!interrupt.is_set() && interrupt.is_running());
        drop(interrupt.start());
        assert!(!interrupt.is_set() && interrupt.is_running());
        interrupt.set();
        drop(interrupt.start());
        assert!(interrupt.is_set());
        drop(outer);
        assert!(!interrupt.is_set() && !interrupt.is_running());
    }

    #[test]
    fn a_request_that_was_for_another_program_is_forgotten() {
        let interrupt = Interrupt::default();
        let running = interrupt.start();
        interrupt.set();
        interrupt.idle().store(true, Ordering::Relaxed);
        interrupt.forget();
        assert!(!interrupt.is_set() && !interrupt.idle().load(Ordering::Relaxed));
        drop(running);
        interrupt.forget();
        assert!(interrupt.idle().load(Ordering::Relaxed));
    }

    #[test]
    fn signals_are_obeyed_while_an_operation_runs_and_does_not_wait() {
        let interrupt = Interrupt::default();
        let is_idle = || interrupt.idle().load(Ordering::Relaxed);
        assert!(is_idle());
        let running = interrupt.start();
        assert!(!is_idle());
        let waiting = interrupt.wait();
        assert!(is_idle());
        drop(waiting);
        assert!(!is_idle());
        interrupt.set();
        drop(interrupt.wait());
        assert!(is_idle());
        drop(running);
        drop(interrupt.wait());
        assert!(is_idle());
    }
}
