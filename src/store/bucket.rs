use super::block::Entry;
use super::posting::{NextCode, Posting};
use crate::go::PositionKey;
use std::sync::mpsc::{Receiver, sync_channel};

/// Entries that are allocated at a time. Room for all of them at once would be
/// touched at the start, and growing step by step touches twice the memory.
const CHUNK: usize = 4096;

/// Chunks that are kept ready: 16 MiB.
const READY: usize = 256;

/// Entries in chunks, all but the last of which are full.
#[derive(Default)]
pub struct Bucket {
    full: Vec<Vec<Entry>>,
    last: Vec<Entry>,
}

impl Bucket {
    /// Appends an entry.
    pub fn push(&mut self, entry: Entry, chunks: &Chunks) {
        if self.last.len() == self.last.capacity() {
            let full = std::mem::replace(&mut self.last, chunks.next());
            self.full.push(full);
        }
        self.last.push(entry);
    }

    /// All entries; the bucket is empty then.
    pub fn take(&mut self) -> Vec<Entry> {
        let full = std::mem::take(&mut self.full);
        let mut all = Vec::with_capacity(full.len() * CHUNK + self.last.len());
        for chunk in full {
            all.extend(chunk);
        }
        all.append(&mut self.last);
        all
    }
}

/// Gives out empty chunks that were touched on a thread of their own: the
/// system clears memory when it is touched first, and the thread that writes
/// to the database has enough to do.
pub struct Chunks(Receiver<Vec<Entry>>);

impl Chunks {
    /// Starts the thread; it ends when this is dropped.
    pub fn new() -> Self {
        let (ready, chunks) = sync_channel(READY);
        std::thread::spawn(move || while ready.send(touched()).is_ok() {});
        Self(chunks)
    }

    fn next(&self) -> Vec<Entry> {
        self.0.recv().unwrap_or_else(|_| touched())
    }
}

fn touched() -> Vec<Entry> {
    let entry = Entry {
        key: PositionKey(0),
        posting: Posting {
            game: 0,
            ply: 0,
            next: NextCode(0),
        },
    };
    let mut chunk = vec![entry; CHUNK];
    chunk.clear();
    chunk
}
