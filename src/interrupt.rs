//! Requests to stop work that takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared between whoever may make it and the work that heeds
/// it. Clones share one request.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// The error of work that was requested to stop. Each error type has a variant for
/// it, which says what is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl Interrupt {
    /// Requests the work to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the work is to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Fails if the work is to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }

    /// Withdraws the request for as long as the guard lives; dropping the guard sets
    /// it. So signal handlers can tell from [`Interrupt::flag`] whether work is under
    /// way that will stop.
    pub fn watch(&self) -> Watch<'_> {
        self.0.store(false, Ordering::Relaxed);
        Watch(self)
    }

    /// Returns the flag itself, for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// A guard that sets an [`Interrupt`] when it is dropped.
#[must_use]
#[derive(Debug)]
pub struct Watch<'a>(&'a Interrupt);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.0.set();
    }
}
