//! The ordered pipeline of the crate: what is made on one thread is used on another.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

/// Runs `produce` on a thread of its own, and passes what it sends to `consume`, in order. At most
/// `queued` items wait. Work on an item is best shared with rayon within either function. When
/// `consume` ends early, sending fails, and `produce` should end too; its own error counts only if
/// `consume` has none.
pub(crate) fn pipeline<T: Send, R, E: Send>(
    queued: usize,
    produce: impl FnOnce(&SyncSender<T>) -> Result<(), E> + Send,
    consume: impl FnOnce(Receiver<T>) -> Result<R, E>,
) -> Result<R, E> {
    thread::scope(|scope| {
        let (send, items) = mpsc::sync_channel(queued);
        let producer = scope.spawn(move || produce(&send));
        let consumed = consume(items);
        let produced = producer.join().unwrap_or_else(|panic| resume_unwind(panic));
        consumed.and_then(|result| produced.map(|()| result))
    })
}

#[cfg(test)]
mod tests {
    use super::pipeline;

    fn count(until: u32) -> Result<Vec<u32>, &'static str> {
        pipeline(
            2,
            |send| {
                let sent = (0..10).all(|number| send.send(number).is_ok());
                assert!(sent || until < 10);
                if until > 10 { Err("too few") } else { Ok(()) }
            },
            |items| match items.iter().take(until as usize).collect::<Vec<_>>() {
                few if few.len() < 5 => Err("stopped early"),
                all => Ok(all),
            },
        )
    }

    #[test]
    fn items_come_in_order_and_the_error_of_the_receiver_counts_first() {
        assert_eq!(count(10), Ok((0..10).collect()));
        assert_eq!(count(3), Err("stopped early"));
        assert_eq!(count(11), Err("too few"));
    }
}
