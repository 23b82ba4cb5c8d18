//! The threads of a search.

use super::batch::Batch;
use super::scan::Hit;
use std::collections::BTreeMap;
use std::mem::take;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{available_parallelism, panicking, scope, sleep};
use std::time::Duration;

/// The maximum number of threads of a search.
const MAX_THREADS: usize = 8;

/// The number of batches that a thread hands over at once, because handing over takes longer
/// than searching a batch with few occurrences.
const BATCHES_AT_ONCE: usize = 8;

/// The number of occurrences that a thread hands over at once, however few the batches.
const ENOUGH_HITS: usize = 8192;

/// The number of batches by which a thread may be ahead of the batch that is awaited.
const MAX_AHEAD: usize = 64;

/// The number of occurrences, 20 bytes each, that may wait before threads that are ahead stop.
const MAX_WAITING: usize = 1 << 20;

/// The time after which the caller is asked whether to go on, if nothing is ready.
const TICK: Duration = Duration::from_millis(100);

pub fn threads() -> usize {
    available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS)
}

/// A message to the caller of [`work_on`].
#[derive(Clone, Copy)]
pub enum News<'a> {
    /// Occurrences in a batch: all those in some of its games.
    Hits(&'a Batch, &'a [Hit]),
    /// The end of a batch.
    Searched(&'a Batch),
    /// Nothing is ready.
    None,
}

/// The state that the threads of a search share.
#[derive(Default)]
struct SearchState {
    stopped: AtomicBool,
    /// The number of the next batch that no thread has.
    next: AtomicUsize,
    /// The number of the batch whose end the caller waits for.
    awaited: AtomicUsize,
    /// The number of occurrences that wait for the caller.
    waiting: AtomicUsize,
}

impl SearchState {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns whether a thread with a batch must wait, so that occurrences never fill the
    /// memory. The thread with the batch that is awaited never waits.
    fn is_ahead(&self, batch: usize) -> bool {
        let awaited = self.awaited.load(Ordering::Relaxed);
        let is_full = self.waiting.load(Ordering::Relaxed) > MAX_WAITING;
        !self.is_stopped() && (batch > awaited + MAX_AHEAD || (is_full && batch > awaited))
    }
}

/// Stops the search if a thread panics, so that no other waits for it.
struct StopsOnPanic<'a>(&'a SearchState);

impl Drop for StopsOnPanic<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stopped.store(true, Ordering::Relaxed);
        }
    }
}

/// Hands over what a thread has found.
pub struct Handover<'a> {
    shared: &'a SearchState,
    sender: Sender<Vec<(usize, Vec<Hit>, bool)>>,
    /// The number of the batch in work.
    batch: usize,
    /// Occurrences with the number of their batch, and whether the batch has no more.
    parts: Vec<(usize, Vec<Hit>, bool)>,
    /// The number of occurrences in `parts`, and of batches that end in them.
    hits: usize,
    ends: usize,
}

impl Handover<'_> {
    /// Returns the flag that is set when the search stops.
    pub const fn stopped(&self) -> &AtomicBool {
        &self.shared.stopped
    }

    /// Hands over all occurrences in some games of the batch.
    pub fn add(&mut self, hits: Vec<Hit>) {
        if !hits.is_empty() {
            self.push(hits, false);
            self.wait();
        }
    }

    fn end_batch(&mut self) {
        self.ends += 1;
        self.push(Vec::new(), true);
    }

    fn push(&mut self, hits: Vec<Hit>, is_last: bool) {
        self.hits += hits.len();
        self.shared.waiting.fetch_add(hits.len(), Ordering::Relaxed);
        self.parts.push((self.batch, hits, is_last));
        if self.hits > ENOUGH_HITS || self.ends == BATCHES_AT_ONCE {
            self.send();
        }
    }

    fn send(&mut self) {
        (self.hits, self.ends) = (0, 0);
        // Without a receiver, the search is over.
        let _ = self.sender.send(take(&mut self.parts));
    }

    fn wait(&mut self) {
        if self.shared.is_ahead(self.batch) {
            // The caller may wait for what this thread has found.
            self.send();
        }
        while self.shared.is_ahead(self.batch) {
            sleep(Duration::from_millis(1));
        }
    }
}

/// Calls `work` with each batch, in several threads, each of which has a `W` of its own. Calls
/// `visit` with what they hand over, in the order of the batches, and several times a second
/// while nothing is ready, until `visit` fails. Returns the `W` of each thread. `work` must
/// return soon after [`Handover::stopped`] is set.
pub fn work_on<W: Default + Send, E>(
    batches: &[Batch],
    work: impl Fn(&mut W, &Batch, &mut Handover<'_>) + Sync,
    mut visit: impl FnMut(News<'_>) -> Result<(), E>,
) -> Result<Vec<W>, E> {
    let shared = SearchState::default();
    let (sender, receiver) = channel();
    let work_on_batches = |sender: Sender<_>| {
        let _guard = StopsOnPanic(&shared);
        let mut own = W::default();
        let mut handover = Handover {
            shared: &shared,
            sender,
            batch: 0,
            parts: Vec::new(),
            hits: 0,
            ends: 0,
        };
        while !shared.is_stopped()
            && let number = shared.next.fetch_add(1, Ordering::Relaxed)
            && let Some(batch) = batches.get(number)
        {
            handover.batch = number;
            handover.wait();
            work(&mut own, batch, &mut handover);
            handover.end_batch();
        }
        handover.send();
        own
    };
    scope(|scope| {
        let work_on_batches = &work_on_batches;
        let workers: Vec<_> = vec![sender; threads().min(batches.len())]
            .into_iter()
            .map(|sender| scope.spawn(move || work_on_batches(sender)))
            .collect();
        let _guard = StopsOnPanic(&shared);
        let mut ready: BTreeMap<usize, Vec<(Vec<Hit>, bool)>> = BTreeMap::new();
        let mut listen = || {
            let mut awaited = 0;
            while awaited < batches.len() && !shared.is_stopped() {
                match receiver.recv_timeout(TICK) {
                    Ok(parts) => parts
                        .into_iter()
                        .for_each(|(batch, hits, is_last)| ready.entry(batch).or_default().push((hits, is_last))),
                    Err(RecvTimeoutError::Timeout) => visit(News::None)?,
                    // A thread panicked.
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(parts) = ready.remove(&awaited) {
                    let batch = &batches[awaited];
                    for (hits, is_last) in parts {
                        if !hits.is_empty() {
                            visit(News::Hits(batch, &hits))?;
                            shared.waiting.fetch_sub(hits.len(), Ordering::Relaxed);
                        }
                        if is_last {
                            visit(News::Searched(batch))?;
                            awaited += 1;
                            shared.awaited.store(awaited, Ordering::Relaxed);
                        }
                    }
                }
            }
            Ok(())
        };
        let outcome = listen();
        shared.stopped.store(true, Ordering::Relaxed);
        let own = workers.into_iter().map(|worker| worker.join());
        let own = own.map(|own| own.unwrap_or_else(|panic| resume_unwind(panic)));
        let own: Vec<W> = own.collect();
        outcome.map(|()| own)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;
    use crate::store::NextCode;
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn batches(number: usize) -> Vec<Batch> {
        (0..number).map(|_| Batch::new(BoardSize::MAX)).collect()
    }

    #[test]
    fn a_panic_of_a_thread_or_of_the_caller_ends_the_search() {
        let batches = batches(500);
        let in_thread = || {
            let work = |(): &mut (), batch: &Batch, _: &mut Handover<'_>| {
                assert!(!std::ptr::eq(batch, &raw const batches[3]), "in a thread");
            };
            work_on(&batches, work, |_| Ok::<_, Infallible>(()))
        };
        assert!(catch_unwind(AssertUnwindSafe(in_thread)).is_err());
        let in_caller = || {
            let work = |(): &mut (), _: &Batch, _: &mut Handover<'_>| {};
            work_on(&batches, work, |_| -> Result<(), Infallible> {
                panic!("in the caller")
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(in_caller)).is_err());
    }

    #[test]
    fn hits_come_in_the_order_of_their_batches_and_few_wait() {
        let batches = batches(300);
        let hit = |number: usize| Hit {
            lane: number as u16,
            image: 0,
            place: 0,
            from: 0,
            last: 0,
            answer_after: 0,
            answer_ply: 0,
            answer: NextCode::END,
            view: 0,
            swapped: false,
            is_elsewhere: false,
            begun_by: None,
        };
        let of = |batch: &Batch| batches.iter().position(|other| std::ptr::eq(batch, other));
        let most = AtomicUsize::new(0);
        let work = |(): &mut (), batch: &Batch, handover: &mut Handover<'_>| {
            let number = of(batch).expect("a batch");
            for _ in 0..4 {
                handover.add(vec![hit(number); 30_000]);
                most.fetch_max(handover.shared.waiting.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        };
        let (mut hits, mut searched) = (0, 0);
        let visit = |news: News<'_>| {
            match news {
                News::Hits(batch, some) => {
                    assert_eq!(of(batch), Some(searched));
                    assert!(some.iter().all(|hit| usize::from(hit.lane) == searched));
                    hits += some.len();
                }
                News::Searched(batch) => {
                    assert_eq!(of(batch), Some(searched));
                    searched += 1;
                }
                News::None => {}
            }
            Ok::<_, Infallible>(())
        };
        work_on(&batches, work, visit).expect("a search");
        assert_eq!((hits, searched), (300 * 120_000, 300));
        // The thread with the awaited batch never waits, so four more parts may come from it.
        let limit = MAX_WAITING + (threads() + 4) * 30_000;
        assert!(most.into_inner() <= limit, "more than {limit} waited");
    }
}
