use super::block::Entry;
use super::posting::{NextCode, Posting};
use crate::go::PositionKey;

/// Entries that are allocated at a time. Room for all of them at once would be
/// touched at the start, and growing step by step touches twice the memory.
const CHUNK: usize = 4096;

/// Entries that go to a chunk at a time. Written one by one, each would wait
/// for memory.
const STAGED: usize = 32;

/// Entries in chunks, all but the last of which are full, and some that go to
/// the last one next.
pub struct Bucket {
    full: Vec<Vec<Entry>>,
    last: Vec<Entry>,
    staged: [Entry; STAGED],
    count: usize,
}

impl Bucket {
    /// An empty one.
    pub const fn new() -> Self {
        Self {
            full: Vec::new(),
            last: Vec::new(),
            staged: [BLANK; STAGED],
            count: 0,
        }
    }

    /// Appends an entry.
    pub fn push(&mut self, entry: Entry) {
        self.staged[self.count] = entry;
        self.count += 1;
        if self.count == STAGED {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.last.len() == self.last.capacity() {
            let full = std::mem::replace(&mut self.last, Vec::with_capacity(CHUNK));
            self.full.push(full);
        }
        self.last.extend_from_slice(&self.staged);
        self.count = 0;
    }

    /// All entries; the bucket is empty then.
    pub fn take(&mut self) -> Vec<Entry> {
        let full = std::mem::take(&mut self.full);
        let mut all = Vec::with_capacity(full.len() * CHUNK + self.last.len() + self.count);
        for chunk in full {
            all.extend(chunk);
        }
        all.append(&mut self.last);
        all.extend_from_slice(&self.staged[..self.count]);
        self.count = 0;
        all
    }
}

const BLANK: Entry = Entry {
    key: PositionKey(0),
    posting: Posting {
        game: 0,
        ply: 0,
        next: NextCode(0),
    },
};

// A full chunk takes whole stages.
const _: () = assert!(CHUNK.is_multiple_of(STAGED));
