//! The threads of a search.

use super::batch::Batch;
use super::scan::Hit;
use std::collections::BTreeMap;
use std::mem::take;
use std::num::NonZero;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{available_parallelism, panicking, scope, sleep};
use std::time::Duration;

/// The maximum number of threads of a search.
const MAX_THREADS: usize = 8;

/// The number of occurrences that a thread hands over at once.
const ENOUGH_HITS: usize = 8192;

/// The number of runs by which a thread may be ahead of the awaited one. When the threads keep all cores busy, the caller
/// may not get a turn while they search dozens of runs.
const MAX_AHEAD: i64 = 64;

/// The most bytes of occurrences and batches that may wait before threads that are ahead stop.
const MAX_WAITING: usize = 64 << 20;

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
    /// The end of a run.
    Searched(i64),
    /// Nothing is ready.
    None,
}

/// What a thread has found in a run.
enum Part {
    /// A batch, its occurrences, and the bytes counted as waiting.
    Hits(Arc<Batch>, Vec<Hit>, usize),
    End,
}

/// The state that the threads of a search share.
struct SearchState {
    stopped: AtomicBool,
    /// The next run that no thread has.
    next: AtomicI64,
    /// The run whose end the caller waits for.
    awaited: AtomicI64,
    /// The bytes of occurrences and batches that wait for the caller.
    waiting: AtomicUsize,
}

impl SearchState {
    fn new(first: i64) -> Self {
        Self {
            stopped: AtomicBool::default(),
            next: first.into(),
            awaited: first.into(),
            waiting: AtomicUsize::default(),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether a thread with a run must wait, so that occurrences never fill the
    /// memory. The thread with the run that is awaited never waits.
    fn is_ahead(&self, run: i64) -> bool {
        let awaited = self.awaited.load(Ordering::Relaxed);
        let is_full = self.waiting.load(Ordering::Relaxed) > MAX_WAITING;
        !self.is_stopped() && (run > awaited + MAX_AHEAD || (is_full && run > awaited))
    }
}

/// Stops the search if a thread panics, so that no other waits for it.
struct StopsOnPanic<'a>(&'a SearchState);

impl Drop for StopsOnPanic<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stop();
        }
    }
}

/// Hands over what a thread has found.
pub struct Handover<'a> {
    shared: &'a SearchState,
    sender: Sender<(i64, Vec<Part>)>,
    /// The run in work.
    run: i64,
    parts: Vec<Part>,
    /// The number of occurrences in `parts`.
    hits: usize,
}

impl<'a> Handover<'a> {
    const fn new(shared: &'a SearchState, sender: Sender<(i64, Vec<Part>)>) -> Self {
        Self {
            shared,
            sender,
            run: 0,
            parts: Vec::new(),
            hits: 0,
        }
    }

    /// Returns the flag that is set when the search stops.
    pub const fn stopped(&self) -> &AtomicBool {
        &self.shared.stopped
    }

    /// Hands over all occurrences in some games of a batch.
    pub fn add(&mut self, batch: &Arc<Batch>, hits: Vec<Hit>) {
        if !hits.is_empty() {
            self.hits += hits.len();
            let is_counted = matches!(self.parts.last(), Some(Part::Hits(last, ..)) if Arc::ptr_eq(last, batch));
            let of_batch = if is_counted { 0 } else { batch.bytes() };
            let bytes = of_batch + size_of_val(&hits[..]);
            self.shared.waiting.fetch_add(bytes, Ordering::Relaxed);
            self.parts.push(Part::Hits(Arc::clone(batch), hits, bytes));
            if self.hits > ENOUGH_HITS {
                self.send();
            }
            self.wait();
        }
    }

    fn begin(&mut self, run: i64) {
        self.run = run;
        self.wait();
    }

    fn end(&mut self) {
        self.parts.push(Part::End);
        self.send();
    }

    fn send(&mut self) {
        self.hits = 0;
        // Without a receiver, the search is over.
        let _ = self.sender.send((self.run, take(&mut self.parts)));
    }

    fn wait(&mut self) {
        if self.shared.is_ahead(self.run) && !self.parts.is_empty() {
            // The caller may wait for what this thread has found.
            self.send();
        }
        while self.shared.is_ahead(self.run) {
            sleep(Duration::from_millis(1));
        }
    }
}

/// What the caller has received, which it visits in the order of the runs.
struct Delivery<'a> {
    shared: &'a SearchState,
    receiver: Receiver<(i64, Vec<Part>)>,
    ready: BTreeMap<i64, Vec<Part>>,
    awaited: i64,
}

impl Delivery<'_> {
    fn accept(&mut self, (run, parts): (i64, Vec<Part>)) {
        self.ready.entry(run).or_default().extend(parts);
    }

    fn visit<E>(&mut self, visit: &mut impl FnMut(News<'_>) -> Result<(), E>) -> Result<(), E> {
        while let Some(parts) = self.ready.remove(&self.awaited) {
            for part in parts {
                match part {
                    Part::Hits(batch, hits, bytes) => {
                        visit(News::Hits(&batch, &hits))?;
                        self.shared.waiting.fetch_sub(bytes, Ordering::Relaxed);
                    }
                    Part::End => {
                        visit(News::Searched(self.awaited))?;
                        self.awaited += 1;
                        self.shared.awaited.store(self.awaited, Ordering::Relaxed);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Calls `work` with each run, in a thread for each of the `readers`, and with a `W` of the thread. Calls
/// `visit` with what they hand over, in the order of the runs, and several times a second
/// while nothing is ready, until `work` or `visit` fails. Returns the `W` of each thread. `work` must
/// return soon after [`Handover::stopped`] is set.
pub fn work_on<R: Send, W: Default + Send, E: Send>(
    readers: Vec<R>,
    runs: Range<i64>,
    work: impl Fn(&R, &mut W, &mut Handover<'_>, i64) -> Result<(), E> + Sync,
    mut visit: impl FnMut(News<'_>) -> Result<(), E>,
) -> Result<Vec<W>, E> {
    let shared = SearchState::new(runs.start);
    let (sender, receiver) = channel();
    let work_on_runs = |reader: R, sender: Sender<_>| {
        let _guard = StopsOnPanic(&shared);
        let mut own = W::default();
        let mut handover = Handover::new(&shared, sender);
        while !shared.is_stopped()
            && let run = shared.next.fetch_add(1, Ordering::Relaxed)
            && runs.contains(&run)
        {
            handover.begin(run);
            work(&reader, &mut own, &mut handover, run).inspect_err(|_| shared.stop())?;
            handover.end();
        }
        Ok(own)
    };
    scope(|scope| {
        let work_on_runs = &work_on_runs;
        let workers: Vec<_> = readers
            .into_iter()
            .map(|reader| {
                let sender = sender.clone();
                scope.spawn(move || work_on_runs(reader, sender))
            })
            .collect();
        drop(sender);
        let _guard = StopsOnPanic(&shared);
        let mut delivery = Delivery {
            shared: &shared,
            receiver,
            ready: BTreeMap::new(),
            awaited: runs.start,
        };
        let mut listen = || {
            while delivery.awaited < runs.end && !shared.is_stopped() {
                match delivery.receiver.recv_timeout(TICK) {
                    Ok(parts) => delivery.accept(parts),
                    Err(RecvTimeoutError::Timeout) => visit(News::None)?,
                    // A thread panicked.
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                delivery.visit(&mut visit)?;
            }
            Ok(())
        };
        let outcome = listen();
        shared.stop();
        let own = workers.into_iter().map(|worker| worker.join());
        let own = own.map(|own| own.unwrap_or_else(|panic| resume_unwind(panic)));
        let own: Result<Vec<W>, E> = own.collect();
        outcome.and(own)
    })
}

/// Does what [`work_on`] does in the thread of the caller, which has the only reader of a state that others
/// have changed meanwhile.
pub fn work_alone<R, W: Default, E>(
    reader: &R,
    runs: Range<i64>,
    work: impl Fn(&R, &mut W, &mut Handover<'_>, i64) -> Result<(), E>,
    mut visit: impl FnMut(News<'_>) -> Result<(), E>,
) -> Result<W, E> {
    let shared = SearchState::new(runs.start);
    let (sender, receiver) = channel();
    let mut own = W::default();
    let mut handover = Handover::new(&shared, sender);
    let mut delivery = Delivery {
        shared: &shared,
        receiver,
        ready: BTreeMap::new(),
        awaited: runs.start,
    };
    for run in runs {
        handover.begin(run);
        work(reader, &mut own, &mut handover, run)?;
        handover.end();
        while let Ok(parts) = delivery.receiver.try_recv() {
            delivery.accept(parts);
        }
        delivery.visit(&mut visit)?;
    }
    Ok(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;
    use crate::query::pattern::sought::NO_ANSWER;
    use std::convert::Infallible;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const READERS: usize = 3;

    fn hit(run: i64) -> Hit {
        Hit {
            lane: run as u16,
            image: 0,
            place: 0,
            from: 0,
            last: 0,
            answer_after: 0,
            answer_ply: 0,
            answer: NO_ANSWER,
            view: 0,
            swapped: false,
            is_elsewhere: false,
            begun_by: None,
        }
    }

    #[test]
    fn a_panic_of_a_thread_or_of_the_caller_ends_the_search() {
        let in_thread = || {
            let work = |(): &(), (): &mut (), _: &mut Handover<'_>, run: i64| {
                assert!(run != 3, "in a thread");
                Ok(())
            };
            work_on(vec![(); READERS], 0..500, work, |_| Ok::<_, Infallible>(()))
        };
        assert!(catch_unwind(AssertUnwindSafe(in_thread)).is_err());
        let in_caller = || {
            let work = |(): &(), (): &mut (), _: &mut Handover<'_>, _| Ok(());
            work_on(vec![(); READERS], 0..500, work, |_| -> Result<(), Infallible> {
                panic!("in the caller")
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(in_caller)).is_err());
    }

    #[test]
    fn the_error_of_a_thread_ends_the_search() {
        let work = |(): &(), (): &mut (), _: &mut Handover<'_>, run: i64| if run < 7 { Ok(()) } else { Err(run) };
        let failed = work_on(vec![(); READERS], 0..500, work, |_| Ok(()));
        assert!(failed.is_err_and(|run| (7..7 + READERS as i64).contains(&run)));
        assert_eq!(work_alone(&(), 0..500, work, |_| Ok(())), Err(7));
    }

    #[test]
    fn hits_come_in_the_order_of_their_runs_and_few_wait() {
        let runs = 0..300;
        let batch = Arc::new(Batch::new(BoardSize::MAX));
        let most = AtomicUsize::new(0);
        let work = |(): &(), (): &mut (), handover: &mut Handover<'_>, run| {
            for _ in 0..4 {
                handover.add(&batch, vec![hit(run); 30_000]);
                most.fetch_max(handover.shared.waiting.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            Ok(())
        };
        let (mut hits, mut searched) = (0, 0);
        let mut visit = |news: News<'_>| {
            match news {
                News::Hits(_, some) => {
                    assert!(some.iter().all(|hit| i64::from(hit.lane) == searched));
                    hits += some.len();
                }
                News::Searched(run) => {
                    assert_eq!(run, searched);
                    searched += 1;
                }
                News::None => {}
            }
            Ok::<_, Infallible>(())
        };
        work_on(vec![(); READERS], runs.clone(), work, &mut visit).expect("a search");
        assert_eq!((hits, searched), (300 * 120_000, 300));
        // The thread with the awaited run never waits, so four more parts may come from it.
        let limit = MAX_WAITING + (READERS + 4) * (batch.bytes() + 30_000 * size_of::<Hit>());
        assert!(most.into_inner() <= limit, "more than {limit} waited");
    }

    #[test]
    fn a_batch_that_waits_counts_once() {
        let (shared, (sender, _receiver)) = (SearchState::new(0), channel());
        let mut handover = Handover::new(&shared, sender);
        let batch = Arc::new(Batch::new(BoardSize::MAX));
        (0..3).for_each(|_| handover.add(&batch, vec![hit(0); 2]));
        let waiting = shared.waiting.load(Ordering::Relaxed);
        assert_eq!(waiting, batch.bytes() + 6 * size_of::<Hit>());
    }

    #[test]
    fn a_search_in_the_thread_of_the_caller_finds_the_same() {
        let batch = Arc::new(Batch::new(BoardSize::MAX));
        let work = |(): &(), (): &mut (), handover: &mut Handover<'_>, run| {
            handover.add(&batch, vec![hit(run); 10_000]);
            handover.add(&batch, vec![hit(run); 10]);
            Ok(())
        };
        let mut found = Vec::new();
        let visit = |news: News<'_>| {
            if let News::Hits(_, hits) = news {
                found.push((hits[0].lane, hits.len()));
            }
            Ok::<_, Infallible>(())
        };
        work_alone(&(), 4..6, work, visit).expect("a search");
        assert_eq!(found, [(4, 10_000), (4, 10), (5, 10_000), (5, 10)]);
    }
}
