//! The threads of an import and their queues. The reader announces each batch to
//! the writer and passes it to the workers at the same time. The writer takes the
//! results in the order of the announcements, so games are numbered in the order of
//! the archives.
//!
//! The queues are bounded in bytes whatever an archive contains: the text by
//! tickets, and the results by parts, for which a worker waits until the writer has
//! taken earlier ones.

use super::input::{InputItem, MemberReader};
use super::known::KnownRecords;
use super::prepare::{GameIndexer, Prepared, prepare_record};
use super::report::ReadFailure;
use crate::archive::{Member, SkipReason};
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::store::{FoundArchive, RecordCompressor};
use std::io;
use std::mem::take;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of files in a batch: enough to make passing it on cheap, few enough
/// to keep every thread busy on a small archive.
const BATCH_FILES: usize = 64;

/// The number of bytes of text and names in a batch. A larger member forms a batch
/// by itself.
const BATCH_BYTES: usize = 1 << 20;

/// The number of skipped members that ends a batch, so that an archive of other
/// files is not a single batch.
const BATCH_SKIPPED: usize = 1024;

const QUEUE: usize = 8;

/// The number of tickets for batches between the reader and the writer, and the
/// number of bytes of text per ticket. Tickets bound the memory of waiting batches:
/// a typical batch takes one, and a member of 8 MiB or more takes all.
const IN_FLIGHT: usize = 32;
const TICKET_BYTES: usize = 256 << 10;

/// The number of bytes in a part, as counted by [`Delivery::bytes`]. A typical
/// batch is one part.
const PART_BYTES: usize = 1 << 20;

const PARTS: usize = 2;

/// A run of an archive's members, for the writer.
pub(super) struct MemberBatch {
    pub archive: usize,
    pub skipped: Vec<(String, SkipReason)>,
    /// Present if the archive ends here; an error if it was cut short.
    pub end: Option<Result<(), ReadFailure>>,
    pub parts: Receiver<Vec<Delivery>>,
    pub text_bytes: usize,
    /// The permit that a worker needs for large files.
    permit: Option<Sender<()>>,
    /// The number of tickets taken for it.
    tickets: usize,
}

impl MemberBatch {
    /// Returns true if the files are so large that memory must be reserved for them
    /// before [`Self::begin`].
    pub const fn is_large(&self) -> bool {
        self.permit.is_some()
    }

    pub fn begin(&mut self) {
        if let Some(permit) = self.permit.take() {
            // A worker that has ended leaves no parts either.
            let _ = permit.send(());
        }
    }
}

/// The files of a batch, for a worker.
struct Job {
    archive: usize,
    files: Vec<InputItem>,
    /// The permit to wait for.
    permit: Option<Receiver<()>>,
    /// Where the results go.
    parts: SyncSender<Vec<Delivery>>,
}

pub(super) enum Delivery {
    /// The path of a file that was read, and its archive if that is one of another
    /// database; its games follow.
    File(String, Option<Arc<FoundArchive>>),
    Game(Box<Prepared>),
    /// A file whose records the database has already at this place, and their games.
    Known(Member, Vec<i64>),
    /// The path of a file that could not be processed completely, and the reason.
    Unreadable(String, SkipReason),
}

impl Delivery {
    fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::File(path, _) | Self::Unreadable(path, _) => path.len(),
                Self::Game(game) => game.bytes(),
                Self::Known(file, games) => file.path.len() + file.bytes.len() + size_of_val(&games[..]),
            }
    }
}

/// Reads and prepares games on other threads, one for each of `compressors` and one
/// for reading, and passes the batches to `consume` in order, on this thread. `known` are
/// the records that the database has already. Ends early if `consume` fails or `stop` is set; the
/// latter is not an error.
pub(super) fn run<E>(
    reading: MemberReader<'_>,
    keys: &KeyTables,
    compressors: Vec<RecordCompressor>,
    known: Option<&KnownRecords>,
    stop: &Interrupt,
    mut consume: impl FnMut(MemberBatch) -> Result<(), E>,
) -> Result<(), E> {
    let (to_workers, from_reader) = sync_channel(QUEUE);
    let (to_writer, batches) = sync_channel::<MemberBatch>(IN_FLIGHT);
    let (take_ticket, tickets) = sync_channel(IN_FLIGHT);
    let from_reader = &Mutex::new(from_reader);
    std::thread::scope(|scope| {
        // Each thread owns its ends of the queues. If the writer gives up, sending
        // to it fails, and the reader and the workers end.
        scope.spawn(move || {
            let mut batches = BatchSender {
                to_workers,
                to_writer,
                take_ticket,
                taken_early: 0,
                files: Vec::new(),
                skipped: Vec::new(),
                bytes: 0,
            };
            batches.send_all(reading, stop);
        });
        for compressor in compressors {
            scope.spawn(move || work(from_reader, GameIndexer { keys, compressor }, known, stop));
        }
        // The writer also owns the tickets, so that the reader does not wait for
        // one after the writer has given up.
        let (batches, tickets) = (batches, tickets);
        for batch in batches {
            let tickets_taken = batch.tickets;
            consume(batch)?;
            // The batch is finished, so the reader may send more. The reader
            // has taken these tickets, so this does not block.
            for _ in 0..tickets_taken {
                let _ = tickets.recv();
            }
        }
        Ok(())
    })
}

/// The reader's side: the next batch, and the queues to which batches go.
struct BatchSender {
    to_workers: SyncSender<Job>,
    to_writer: SyncSender<MemberBatch>,
    take_ticket: SyncSender<()>,
    /// The number of tickets that are not assigned to a batch yet.
    taken_early: usize,
    files: Vec<InputItem>,
    skipped: Vec<(String, SkipReason)>,
    bytes: usize,
}

impl BatchSender {
    /// Sends the batch once few enough are in progress. Returns `None` if there is no
    /// receiver. After a large batch, waits until the writer has finished it,
    /// because reading on would need memory for the next one.
    fn send(&mut self, archive: usize, end: Option<Result<(), ReadFailure>>) -> Option<()> {
        self.bytes = 0;
        let (files, skipped) = (take(&mut self.files), take(&mut self.skipped));
        let text_bytes: usize = files.iter().map(|file| file.text().len()).sum();
        let tickets = (text_bytes / TICKET_BYTES).clamp(1, IN_FLIGHT);
        for _ in self.taken_early..tickets {
            self.take_ticket.send(()).ok()?;
        }
        self.taken_early = 0;
        let is_large = tickets == IN_FLIGHT;
        let (permit, until_permitted) = is_large.then(channel).unzip();
        let (to_parts, parts) = sync_channel(PARTS);
        let batch = MemberBatch {
            archive,
            skipped,
            end,
            parts,
            text_bytes,
            permit,
            tickets,
        };
        self.to_writer.send(batch).ok()?;
        let job = Job {
            archive,
            files,
            permit: until_permitted,
            parts: to_parts,
        };
        self.to_workers.send(job).ok()?;
        if is_large {
            self.take_ticket.send(()).ok()?;
            self.taken_early = 1;
        }
        Some(())
    }

    /// Sends all members in batches. Ends early, with `None`, if there is no receiver or `stop` is
    /// set.
    fn send_all(&mut self, mut reading: MemberReader<'_>, stop: &Interrupt) -> Option<()> {
        while let Some((archive, event)) = reading.next() {
            let item = match event {
                Ok(Some(item)) => item,
                // Anything missing after a stop was not read; the archive is not at
                // fault.
                _ if stop.is_set() => return None,
                end => {
                    self.send(archive, Some(end.map(drop)))?;
                    continue;
                }
            };
            let bytes = item.bytes();
            if self.bytes > 0 && self.bytes + bytes > BATCH_BYTES {
                self.send(archive, None)?;
            }
            self.bytes += bytes;
            match item {
                InputItem::Skipped(path, reason) => self.skipped.push((path, reason)),
                file => self.files.push(file),
            }
            // Sent at once, because the gathered files may be large.
            if self.files.len() == BATCH_FILES || self.skipped.len() == BATCH_SKIPPED || self.bytes >= BATCH_BYTES {
                self.send(archive, None)?;
            }
        }
        Some(())
    }
}

/// Prepares the files of batches until there are none left or `stop` is set.
fn work(
    from_reader: &Mutex<Receiver<Job>>,
    mut indexer: GameIndexer<'_>,
    known: Option<&KnownRecords>,
    stop: &Interrupt,
) {
    loop {
        // A worker that panicked leaves the queue intact.
        let received = from_reader.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job {
            archive,
            files,
            permit,
            parts,
        }) = received
        else {
            return;
        };
        if permit.is_some_and(|permit| permit.recv().is_err()) {
            continue;
        }
        // Adds a delivery to the part, and sends the part if it is full. Breaks if there is no receiver or the
        // import must stop.
        let (mut part, mut part_bytes) = (Vec::new(), 0);
        let mut add = |delivery: Delivery| {
            part_bytes += delivery.bytes();
            part.push(delivery);
            if stop.is_set() {
                return ControlFlow::Break(());
            }
            if part_bytes >= PART_BYTES {
                part_bytes = 0;
                if parts.send(take(&mut part)).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        // The journal grows while a snapshot is open, so it ends before the writer may let this wait.
        let snapshot = known.and_then(|known| known.snapshot(archive).map(|snapshot| (known, snapshot)));
        let games: Vec<_> = files
            .iter()
            .map(|file| match (file, &snapshot) {
                (InputItem::File(file), Some((known, snapshot))) => known.games_of(snapshot, archive, file),
                _ => None,
            })
            .collect();
        drop(snapshot);
        // Files that are omitted after a stop are not missed: the writer stops at
        // this batch, and may be waiting for it.
        for (file, games) in files.into_iter().zip(games) {
            let done = match (file, games) {
                (InputItem::File(file), Some(games)) => add(Delivery::Known(file, games)),
                (file, _) => work_on(file, &mut indexer, &mut add),
            };
            if done.is_break() {
                break;
            }
        }
        // If sending fails, there is no one left to tell.
        let _ = parts.send(part);
    }
}

/// Prepares a file, and hands what is in it to `add`, until that breaks. A fault in it must not stop the import, and a
/// missing batch would block all later ones.
fn work_on(
    item: InputItem,
    indexer: &mut GameIndexer<'_>,
    mut add: impl FnMut(Delivery) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (path, archive) = match &item {
        InputItem::File(file) => (file.path.clone(), None),
        InputItem::Record(found) => (found.source.member.clone(), Some(Arc::clone(&found.archive))),
        // Only the writer gets these.
        InputItem::Skipped(..) => return ControlFlow::Continue(()),
    };
    add(Delivery::File(path.clone(), archive))?;
    let done = contained(|| {
        let deliver = |game| add(Delivery::Game(Box::new(game)));
        match item {
            InputItem::File(file) => indexer.prepare(file, deliver),
            InputItem::Record(found) => prepare_record(found, indexer, deliver),
            InputItem::Skipped(..) => Ok(ControlFlow::Continue(())),
        }
    });
    done.unwrap_or_else(|reason| add(Delivery::Unreadable(path, reason)))
}

/// Reads a file. A panic counts as a fault of that file, so that the others are still read.
pub(super) fn contained(run: impl FnOnce() -> io::Result<ControlFlow<()>>) -> Result<ControlFlow<()>, SkipReason> {
    let fault = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(flow)) => return Ok(flow),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "a fault of the program".to_owned(),
    };
    Err(SkipReason::Unreadable(fault))
}

#[cfg(test)]
mod tests {
    use super::super::ImportOptions;
    use super::super::storing::Storer;
    use super::*;
    use crate::store::Writer;
    use crate::testing::TestDatabase;
    use std::fs;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    fn run_on<E>(
        path: PathBuf,
        workers: usize,
        consume: impl FnMut(&AtomicU64, MemberBatch) -> Result<(), E>,
    ) -> Result<(), E> {
        let database = TestDatabase::new();
        let compressors = (0..workers).map(|_| RecordCompressor::new(&[]).expect("a compressor"));
        let (paths, options, bytes_read) = ([path], ImportOptions::default(), AtomicU64::default());
        let reading = MemberReader::new(&paths, &database, &options, &bytes_read);
        let mut consume = consume;
        run(
            reading,
            database.keys(),
            compressors.collect(),
            None,
            &options.stop,
            |batch| consume(&bytes_read, batch),
        )
    }

    fn tar(path: &std::path::Path, records: impl Iterator<Item = Vec<u8>>) {
        let files: Vec<_> = (0..).map(|number| format!("{number}.sgf")).zip(records).collect();
        std::fs::write(path, testkit::tar(&files)).expect("room");
    }

    #[test]
    fn the_reader_ends_when_the_writer_gives_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.tar");
        tar(&path, (0..2 * IN_FLIGHT * BATCH_FILES).map(|_| b"(;SZ[9])".to_vec()));
        let outcome = run_on(path, 1, |bytes_read, _| {
            // Waits until the reader has read one batch more than may be in
            // progress. A member takes two blocks.
            while bytes_read.load(Ordering::Relaxed) <= (IN_FLIGHT * BATCH_FILES * 1024) as u64 {
                std::thread::yield_now();
            }
            Err(())
        });
        assert_eq!(outcome, Err(()));
    }

    #[test]
    fn a_file_of_many_games_comes_in_parts_that_wait_for_the_writer() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sgf");
        let games = 40_000;
        fs::write(&path, "(;SZ[9];B[aa])".repeat(games)).expect("a file");
        let (mut parts, mut next) = (0, 0);
        let outcome: Result<(), ()> = run_on(path, 2, |_, mut batch| {
            batch.begin();
            for part in batch.parts {
                parts += 1;
                let bytes: usize = part.iter().map(Delivery::bytes).sum();
                assert!(bytes < PART_BYTES + (64 << 10), "{bytes}");
                for delivery in part {
                    if let Delivery::Game(game) = delivery {
                        assert_eq!((game.member_game, game.offset), (next, 14 * next));
                        next += 1;
                    }
                }
            }
            Ok(())
        });
        assert_eq!((outcome, next), (Ok(()), games));
        assert!(parts > PARTS + 2, "{parts}");
    }

    #[test]
    fn large_members_are_read_one_at_a_time_and_wait_for_a_permit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.tar");
        let large = IN_FLIGHT * TICKET_BYTES;
        let record = |_| [b"(".to_vec(), vec![b' '; large], b";SZ[9])".to_vec()].concat();
        tar(&path, (0..3).map(record));
        let mut seen = 0;
        let outcome: Result<(), ()> = run_on(path, 2, |bytes_read, mut batch| {
            if batch.text_bytes == 0 {
                return Ok(());
            }
            seen += 1;
            assert!(batch.is_large() && batch.text_bytes > large);
            // The next batch has not begun, and nothing arrives before the permit.
            assert!(bytes_read.load(Ordering::Relaxed) < (seen * (large + 4096)) as u64);
            assert!(batch.parts.try_recv().is_err());
            batch.begin();
            assert_eq!(batch.parts.iter().flatten().count(), 2);
            Ok(())
        });
        assert_eq!((outcome, seen), (Ok(()), 3));
    }

    #[test]
    fn a_file_whose_work_fails_is_counted_once() {
        let database = TestDatabase::new();
        let options = ImportOptions::default();
        let transaction = database.transaction(options.stop.clone()).expect("a transaction");
        let writer = Writer::new(&transaction).expect("a writer");
        let (paths, mut reporter) = ([PathBuf::from("games.tar")], ());
        let mut storer = Storer::new(writer, &paths, &options, Instant::now(), &mut reporter).expect("a storer");
        let (to_parts, parts) = sync_channel(PARTS);
        let name = || "a.sgf".to_owned();
        let fault = SkipReason::Unreadable("a fault".to_owned());
        let part = vec![Delivery::File(name(), None), Delivery::Unreadable(name(), fault)];
        to_parts.send(part).expect("room");
        drop(to_parts);
        let batch = MemberBatch {
            archive: 0,
            skipped: Vec::new(),
            end: Some(Ok(())),
            parts,
            text_bytes: 0,
            permit: None,
            tickets: 1,
        };
        storer.take(batch, |_| {}).expect("is stored");
        let imported = storer.finish().expect("is stored");
        let summary = imported.summary;
        assert_eq!((summary.files, summary.games, summary.rejected), (1, 1, 1));
        assert_eq!(imported.failures.len(), 1);
    }
}
