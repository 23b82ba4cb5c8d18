//! Requests to stop long operations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A request to stop, shared between its senders and the operation. Clones share
/// one request.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    requested: Arc<AtomicBool>,
    /// The number of operations marked as running.
    running: Arc<AtomicUsize>,
}

/// The error of an operation that was requested to stop. Each error type has a
/// variant for it, which documents what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Interrupt {
    /// Requests the operation to stop.
    pub fn set(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop is requested.
    pub fn is_set(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Fails if a stop is requested.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }

    /// Marks an operation as running: clears the request, and sets it again when the
    /// guard is dropped. So signal handlers can tell from [`Interrupt::flag`] whether
    /// an operation is running that will stop. An operation within another one changes
    /// nothing.
    pub fn start(&self) -> Running<'_> {
        if self.running.fetch_add(1, Ordering::Relaxed) == 0 {
            self.requested.store(false, Ordering::Relaxed);
        }
        Running(self)
    }

    /// Returns whether an operation is marked as running.
    pub fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed) > 0
    }

    /// Returns the flag for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.requested)
    }
}

/// An operation that an [`Interrupt`] can stop, until it is dropped.
#[must_use]
#[derive(Debug)]
pub struct Running<'a>(&'a Interrupt);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if self.0.running.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.set();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_within_another_neither_clears_a_request_nor_makes_one() {
        let interrupt = Interrupt::default();
        interrupt.set();
        let outer = interrupt.start();
        assert!(!interrupt.is_set() && interrupt.is_running());
        drop(interrupt.start());
        assert!(!interrupt.is_set());
        interrupt.set();
        drop(interrupt.start());
        assert!(interrupt.is_set());
        drop(outer);
        assert!(interrupt.is_set() && !interrupt.is_running());
    }
}
