//! The threads of an import and what goes between them. Batches are numbered
//! by the reader and put back into that order before the writer sees them, so
//! games get their numbers in the order of the archives whatever the workers
//! do.

use super::prepare::{Prepared, prepare};
use crate::archive::{self, ArchiveError, Item, Member, SkipReason};
use crate::go::KeyTables;
use crate::store::RecordCompressor;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Files of a batch: enough to make handing over cheap, few enough to keep
/// every thread busy on a small archive.
const BATCH_FILES: usize = 64;

/// Text of a batch, in bytes; ends a batch of large files early.
const BATCH_BYTES: usize = 1 << 20;

/// Members passed over that end a batch, so that an archive of other files is
/// not one batch.
const BATCH_SKIPPED: usize = 1024;

/// Batches that wait for a worker.
const QUEUE: usize = 8;

/// Tickets for batches between the reader and the writer, and bytes of text
/// for each. They bound the memory of what waits: a batch of usual records
/// takes one ticket, and a member of 64 MiB all of them.
const IN_FLIGHT: usize = 32;
const TICKET_BYTES: usize = 256 << 10;

/// A run of an archive's members, as read or, with the games prepared,
/// as worked on.
pub(super) struct Batch<F> {
    /// Which of the archives named.
    pub archive: usize,
    pub files: Vec<F>,
    /// Members that were passed over.
    pub skipped: Vec<(String, SkipReason)>,
    /// Tickets that were taken for it.
    pub tickets: usize,
    /// The archive ends here; an error if it ends before its end.
    pub end: Option<Result<(), ArchiveError>>,
}

impl<F> Batch<F> {
    const fn new(archive: usize) -> Self {
        Self {
            archive,
            files: Vec::new(),
            skipped: Vec::new(),
            tickets: 1,
            end: None,
        }
    }
}

/// The games of one file.
pub(super) struct PreparedFile {
    pub member: String,
    pub games: Vec<Prepared>,
}

/// Bytes of the archives that were read so far.
#[derive(Default)]
pub(super) struct BytesRead(AtomicU64);

impl BytesRead {
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Reads and prepares the games of all `paths` on other threads, one for each
/// of `compressors` and one to read, and gives `consume` the batches in order,
/// on this one. Ends early if `consume` fails, or as if nothing followed if
/// `stop` is set.
pub(super) fn run<E>(
    paths: &[PathBuf],
    keys: &KeyTables,
    compressors: Vec<RecordCompressor>,
    bytes_read: &BytesRead,
    stop: &Arc<AtomicBool>,
    mut consume: impl FnMut(Batch<PreparedFile>) -> Result<(), E>,
) -> Result<(), E> {
    let (to_workers, from_reader) = sync_channel(QUEUE);
    let (to_writer, from_workers) = sync_channel(IN_FLIGHT);
    let (take_ticket, tickets) = sync_channel(IN_FLIGHT);
    let from_reader = Arc::new(Mutex::new(from_reader));
    std::thread::scope(|scope| {
        // Each thread owns its ends of the queues. When the writer gives up,
        // sending to it fails, the workers end, sending to them fails, and
        // the reader ends too.
        scope.spawn(move || {
            read_all(
                paths,
                &Exit {
                    to_workers,
                    take_ticket,
                },
                bytes_read,
                stop,
            )
        });
        for compressor in compressors {
            let (from_reader, to_writer) = (Arc::clone(&from_reader), to_writer.clone());
            scope.spawn(move || work(&from_reader, &to_writer, keys, compressor, stop));
        }
        drop((from_reader, to_writer));
        // It owns the tickets too: the reader must not wait for one when the
        // writer has given up.
        in_order(from_workers, move |batch| {
            let tickets_taken = batch.tickets;
            consume(batch)?;
            // The batch is done with, so the reader may send more. It has
            // taken these tickets, so this does not wait.
            for _ in 0..tickets_taken {
                let _ = tickets.recv();
            }
            Ok(())
        })
    })
}

type Numbered<F> = (u64, Batch<F>);

/// Where the reader's batches go.
struct Exit {
    to_workers: SyncSender<Numbered<Member>>,
    take_ticket: SyncSender<()>,
}

impl Exit {
    /// Sends a batch once few enough are under way; `false` if nobody
    /// receives it.
    fn send(&self, number: u64, mut batch: Batch<Member>) -> bool {
        let bytes: usize = batch.files.iter().map(|file| file.bytes.len()).sum();
        batch.tickets = (bytes / TICKET_BYTES).clamp(1, IN_FLIGHT);
        let take = |_| self.take_ticket.send(()).is_ok();
        (0..batch.tickets).all(take) && self.to_workers.send((number, batch)).is_ok()
    }
}

/// Sends the members of all archives in numbered batches. Ends early when
/// nobody receives them or `stop` is set.
fn read_all(paths: &[PathBuf], exit: &Exit, bytes_read: &BytesRead, stop: &Arc<AtomicBool>) {
    let mut number = 0;
    let mut send = |batch| {
        number += 1;
        exit.send(number - 1, batch)
    };
    let mut read_before = 0;
    for (archive, path) in paths.iter().enumerate() {
        let mut batch = Batch::new(archive);
        let mut bytes = 0;
        let end = match archive::open_until(path, stop) {
            Err(error) => Err(error),
            Ok(mut members) => {
                let progress = members.progress();
                let end = loop {
                    match members.next() {
                        None => break Ok(()),
                        Some(Err(error)) => break Err(error),
                        Some(Ok(Item::Skipped { path, reason })) => batch.skipped.push((path, reason)),
                        Some(Ok(Item::Record(member))) => {
                            bytes += member.bytes.len();
                            batch.files.push(member);
                        }
                    }
                    let full = batch.files.len() == BATCH_FILES || batch.skipped.len() == BATCH_SKIPPED;
                    if full || bytes >= BATCH_BYTES {
                        bytes = 0;
                        bytes_read
                            .0
                            .store(read_before + progress.bytes_read(), Ordering::Relaxed);
                        if !send(std::mem::replace(&mut batch, Batch::new(archive))) {
                            return;
                        }
                    }
                };
                read_before += progress.total_bytes();
                end
            }
        };
        batch.end = Some(end);
        // What is missing then was not read; the archive is not to blame.
        if stop.load(Ordering::Relaxed) || !send(batch) {
            return;
        }
    }
}

/// Prepares batches until there are no more or nobody receives them; once
/// `stop` is set they go on as they are.
fn work(
    from_reader: &Mutex<Receiver<Numbered<Member>>>,
    to_writer: &SyncSender<Numbered<PreparedFile>>,
    keys: &KeyTables,
    mut compressor: RecordCompressor,
    stop: &AtomicBool,
) {
    loop {
        // A worker that panicked would have left the queue as it was.
        let received = from_reader.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((
            number,
            Batch {
                archive,
                files,
                mut skipped,
                tickets,
                end,
            },
        )) = received
        else {
            return;
        };
        let mut prepared = Vec::with_capacity(files.len());
        for file in files {
            if stop.load(Ordering::Relaxed) {
                // What is missing is not missed: the writer stops at this
                // batch, for which it may be waiting.
                break;
            }
            let member = file.path.clone();
            // Whatever is wrong with one file must not stop the import, and a
            // batch that never came would hold up all that follow.
            match catch_unwind(AssertUnwindSafe(|| prepare(file, keys, &mut compressor, stop))) {
                Ok(Ok(games)) => prepared.push(PreparedFile { member, games }),
                Ok(Err(error)) => skipped.push((member, SkipReason::Unreadable(error.to_string()))),
                Err(_) => skipped.push((member, SkipReason::Unreadable("a fault of the program".to_owned()))),
            }
        }
        if to_writer
            .send((
                number,
                Batch {
                    archive,
                    files: prepared,
                    skipped,
                    tickets,
                    end,
                },
            ))
            .is_err()
        {
            return;
        }
    }
}

/// Hands the batches on in the order of their numbers.
fn in_order<F, E>(
    from_workers: Receiver<Numbered<F>>,
    mut consume: impl FnMut(Batch<F>) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, batch) in from_workers {
        early.insert(number, batch);
        while let Some(batch) = early.remove(&next) {
            consume(batch)?;
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use std::fs::File;

    #[test]
    fn the_reader_ends_when_the_writer_gives_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.tar");
        let mut archive = tar::Builder::new(File::create(&path).expect("a file"));
        let record = b"(;SZ[9])".as_slice();
        let mut header = tar::Header::new_gnu();
        header.set_size(record.len() as u64);
        for _ in 0..2 * IN_FLIGHT * BATCH_FILES {
            archive.append_data(&mut header, "a.sgf", record).expect("room");
        }
        archive.finish().expect("room");

        let keys = KeyTables::new(HashTable::built_in().expect("the table"));
        let compressors = vec![RecordCompressor::new(&[]).expect("a compressor")];
        let bytes_read = BytesRead::default();
        let outcome = run(&[path], &keys, compressors, &bytes_read, &Arc::default(), |_| {
            // Until the reader has one batch more than may be under way. A
            // member takes two blocks.
            while bytes_read.get() <= (IN_FLIGHT * BATCH_FILES * 1024) as u64 {
                std::thread::yield_now();
            }
            Err(())
        });
        assert_eq!(outcome, Err(()));
    }
}
