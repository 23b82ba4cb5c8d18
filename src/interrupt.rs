//! Requests to stop long operations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared between its senders and the operation. Clones share
/// one request.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// The error of an operation that was requested to stop. Each error type has a
/// variant for it, which documents what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Interrupt {
    /// Requests the operation to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop is requested.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Fails if a stop is requested.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }

    /// Marks an operation as running: clears the request, and sets it again when the
    /// guard is dropped. So signal handlers can tell from [`Interrupt::flag`] whether
    /// an operation is running that will stop.
    pub fn start(&self) -> Running<'_> {
        self.0.store(false, Ordering::Relaxed);
        Running(self)
    }

    /// Returns the flag for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// An operation that an [`Interrupt`] can stop, until it is dropped.
#[must_use]
#[derive(Debug)]
pub struct Running<'a>(&'a Interrupt);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}
