use crate::go::PositionKey;
use crate::store::codec::block::IndexEntry;
use crate::store::codec::posting::{NextCode, Posting};

/// The number of entries allocated at a time. Allocating all at once would touch all of
/// the memory at the start, and growing step by step touches twice as much.
const CHUNK: usize = 4096;

/// The number of entries copied to a chunk at a time. Writing them one by one would
/// wait for memory each time.
const STAGED: usize = 32;

/// Entries in chunks, and a stage of entries that go to the last chunk next.
pub struct Bucket {
    /// The chunks after the first `used` are empty. They are kept because the system
    /// clears memory that is freed and allocated again.
    chunks: Vec<Vec<IndexEntry>>,
    used: usize,
    staged: [IndexEntry; STAGED],
    count: usize,
}

impl Bucket {
    pub const fn new() -> Self {
        Self {
            chunks: Vec::new(),
            used: 0,
            staged: [BLANK; STAGED],
            count: 0,
        }
    }

    pub fn push(&mut self, entry: IndexEntry) {
        self.staged[self.count] = entry;
        self.count += 1;
        if self.count == STAGED {
            self.flush();
        }
    }

    /// Returns the number of bytes in its chunks, used or not.
    pub const fn reserved_bytes(&self) -> usize {
        self.chunks.len() * CHUNK * size_of::<IndexEntry>()
    }

    /// Frees the unused chunks.
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

    /// Removes and returns all entries.
    pub fn take(&mut self) -> Vec<IndexEntry> {
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

const BLANK: IndexEntry = IndexEntry {
    key: PositionKey(0),
    posting: Posting {
        game: 0,
        ply: 0,
        next: NextCode(0),
    },
};

// A full chunk holds a whole number of stages.
const _: () = assert!(CHUNK.is_multiple_of(STAGED));
