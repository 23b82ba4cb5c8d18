//! Long work on a thread of its own, while the calling thread looks for Ctrl-C and other threads of
//! Python run; and the process that works. A fork copies the memory of a process but none of its threads,
//! and a connection of SQLite must not even be closed in the copy (sqlite.org/howtocorrupt.html).

use crate::error::Fault;
use bgo::internal::interrupt::{Interrupt, Stopped};
use bgo::internal::store::StoreError;
use pyo3::{PyResult, Python};
use std::mem::forget;
use std::panic::resume_unwind;
use std::process;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

/// The time between two looks for Ctrl-C.
pub const POLL: Duration = Duration::from_millis(50);

/// Does some work, which ends early once its interrupt is set.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&Interrupt) -> Result<T, Fault> + Send) -> PyResult<T> {
    let stop = Interrupt::default();
    run_until(py, &stop, || work(&stop))
}

/// Does some work, which ends early once `stop` is set, and does not begin after that.
pub fn run_until<T: Send>(
    py: Python<'_>,
    stop: &Interrupt,
    work: impl FnOnce() -> Result<T, Fault> + Send,
) -> PyResult<T> {
    run_telling(
        py,
        stop,
        |_: Python<'_>, (): ()| Ok(()),
        |_| {
            stop.check().map_err(|Stopped| StoreError::Stopped)?;
            work()
        },
    )
}

/// Does some work and passes what it sends to `hear`. If that fails, or on Ctrl-C, the work is
/// stopped, and the answer is the exception.
pub fn run_telling<T: Send, P: Send>(
    py: Python<'_>,
    stop: &Interrupt,
    hear: impl Fn(Python<'_>, P) -> PyResult<()> + Sync + Send,
    work: impl FnOnce(Sender<P>) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    require_own()?;
    py.detach(|| {
        scope(|scope| {
            let (tell, told) = channel();
            let worker = Builder::new()
                .spawn_scoped(scope, move || work(tell))
                .map_err(Fault::from)?;
            let mut raised = None;
            loop {
                // The channel closes when the work is done.
                let heard = match told.recv_timeout(POLL) {
                    _ if raised.is_some() && worker.is_finished() => break,
                    Ok(_) if raised.is_some() => continue,
                    Ok(progress) => Python::attach(|py| hear(py, progress).and_then(|()| py.check_signals())),
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals()),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let (Err(error), None) = (heard, &raised) {
                    stop.set();
                    raised = Some(error);
                }
            }
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or_else(|| Ok(done?), Err)
        })
    })
}

/// The process that worked first.
static WORKING: OnceLock<u32> = OnceLock::new();

/// Fails in a process that was forked from one in which the package has worked.
pub fn require_own() -> Result<(), Fault> {
    let here = process::id();
    if *WORKING.get_or_init(|| here) == here {
        Ok(())
    } else {
        Err(Fault::Forked)
    }
}

/// Drops a value that may have connections, unless another process has made it.
pub fn drop_own<T>(value: T) {
    match require_own() {
        Ok(()) => drop(value),
        Err(_) => forget(value),
    }
}

/// A handle of a database, which a forked process does not close.
pub struct Handle(bgo::Database);

impl Handle {
    pub const fn new(database: bgo::Database) -> Self {
        Self(database)
    }

    pub const fn get(&self) -> &bgo::Database {
        &self.0
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // Connections are closed with the last handle.
        if require_own().is_err() {
            forget(self.0.clone());
        }
    }
}
