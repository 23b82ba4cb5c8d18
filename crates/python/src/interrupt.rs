//! Long work on a thread of its own, while the calling thread looks for Ctrl-C. Other threads of
//! Python run meanwhile.

use crate::error::Fault;
use crate::process::require_own;
use bgo::interrupt::{Interrupt, Stopped};
use bgo::store::StoreError;
use pyo3::{PyResult, Python};
use std::panic::resume_unwind;
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
    let work = |_| {
        stop.check().map_err(|Stopped| StoreError::Stopped)?;
        work()
    };
    run_telling(py, stop, |_: Python<'_>, (): ()| Ok(()), work)
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
