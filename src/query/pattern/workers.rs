//! The threads of a search.

use super::batch::Batch;
use super::scan::Hit;
use std::collections::BTreeMap;
use std::mem::take;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{available_parallelism, scope, sleep};
use std::time::Duration;

/// The maximum number of threads of a search.
const MAX_THREADS: usize = 8;

/// The number of batches that a thread hands over at once, as each time takes longer than a
/// batch of few occurrences.
const BATCHES_AT_ONCE: usize = 8;

/// The number of occurrences that a thread hands over at once, however few the batches.
const ENOUGH_HITS: usize = 8192;

/// The number of batches by which a thread may be ahead of the batch that is awaited, so that
/// occurrences never fill the memory.
const MOST_AHEAD: usize = 64;

/// The time after which the caller is asked whether to go on, if no batch is ready.
const TICK: Duration = Duration::from_millis(100);

/// Returns the number of threads of a search.
pub fn threads() -> usize {
    available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

/// Calls `work` with each batch, in several threads, each of which has a `W` of its own.
/// Calls `visit` with each batch and what `work` returned for it, in order, and with `None`
/// several times a second while a batch takes long, until `visit` fails. Returns what each
/// thread had. `work` returns soon once its flag is set.
pub fn work_on<W: Default + Send, E>(
    batches: &[Batch],
    work: impl Fn(&mut W, &Batch, &AtomicBool) -> Vec<Hit> + Sync,
    mut visit: impl FnMut(Option<(&Batch, &[Hit])>) -> Result<(), E>,
) -> Result<Vec<W>, E> {
    let threads = threads().min(batches.len());
    let stopped = AtomicBool::new(false);
    let next = AtomicUsize::new(0);
    let awaited = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    let work_on_batches = |sender: Sender<Vec<(usize, Vec<Hit>)>>| {
        let mut own = W::default();
        let mut done = Vec::new();
        let mut waiting = 0;
        while !stopped.load(Ordering::Relaxed)
            && let number = next.fetch_add(1, Ordering::Relaxed)
            && let Some(batch) = batches.get(number)
        {
            let is_ahead = || number > awaited.load(Ordering::Relaxed) + MOST_AHEAD;
            if is_ahead() {
                // Another thread may wait for what this one has found.
                let _ = sender.send(take(&mut done));
            }
            while is_ahead() && !stopped.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(1));
            }
            let hits = work(&mut own, batch, &stopped);
            waiting += hits.len();
            done.push((number, hits));
            if waiting > ENOUGH_HITS || done.len() == BATCHES_AT_ONCE {
                waiting = 0;
                let _ = sender.send(take(&mut done));
            }
        }
        let _ = sender.send(done);
        own
    };
    scope(|scope| {
        let work_on_batches = &work_on_batches;
        let workers: Vec<_> = vec![sender; threads]
            .into_iter()
            .map(|sender| scope.spawn(move || work_on_batches(sender)))
            .collect();
        let mut ready = BTreeMap::new();
        let mut listen = || {
            while let number = awaited.load(Ordering::Relaxed)
                && number < batches.len()
            {
                match receiver.recv_timeout(TICK) {
                    Ok(done) => ready.extend(done),
                    Err(RecvTimeoutError::Timeout) => visit(None)?,
                    // A thread panicked.
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let number = awaited.load(Ordering::Relaxed)
                    && let Some(hits) = ready.remove(&number)
                {
                    visit(Some((&batches[number], &hits)))?;
                    awaited.store(number + 1, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        let outcome = listen();
        stopped.store(true, Ordering::Relaxed);
        let own = workers.into_iter().map(|worker| worker.join());
        let own = own.map(|own| own.unwrap_or_else(|panic| resume_unwind(panic)));
        let own: Vec<W> = own.collect();
        outcome.map(|()| own)
    })
}
