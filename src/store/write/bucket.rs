use crate::go::PositionKey;
use crate::store::codec::block::Entry;
use crate::store::codec::posting::{NextCode, Posting};

/// Entries that are allocated at a time. Room for all of them at once would be
/// touched at the start, and growing step by step touches twice the memory.
const CHUNK: usize = 4096;

/// Entries that go to a chunk at a time. Written one by one, each would wait
/// for memory.
const STAGED: usize = 32;

/// Entries in chunks, and some that go to the last of these next.
pub struct Bucket {
    /// Those after the last that is used are empty: the system clears memory
    /// that is given back and taken again.
    chunks: Vec<Vec<Entry>>,
    used: usize,
    staged: [Entry; STAGED],
    count: usize,
}

impl Bucket {
    /// An empty one.
    pub const fn new() -> Self {
        Self {
            chunks: Vec::new(),
            used: 0,
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

    /// Bytes of its chunks, used or not.
    pub const fn reserved_bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<Entry>()
    }

    /// Gives back the chunks that are not used.
    pub fn shrink(&mut self) {
        self.chunks.truncate(self.used);
    }

    fn flush(&mut self) {
        if self.used == 0 || self.chunks[self.used - 1].len() == CHUNK {
            if self.used == self.chunks.len() {
                self.chunks.push(Vec::with_capacity(CHUNK));
            }
            self.used += 1;
        }
        self.chunks[self.used - 1].extend_from_slice(&self.staged);
        self.count = 0;
    }

    /// All entries; the bucket is empty then.
    pub fn take(&mut self) -> Vec<Entry> {
        let used = &mut self.chunks[..self.used];
        let mut all = Vec::with_capacity(used.iter().map(Vec::len).sum::<usize>() + self.count);
        for chunk in used {
            all.append(chunk);
        }
        all.extend_from_slice(&self.staged[..self.count]);
        (self.used, self.count) = (0, 0);
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
