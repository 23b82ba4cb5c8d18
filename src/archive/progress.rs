//! The progress of reading an archive, for another thread to display, and the
//! interruption of reading.

use crate::interrupt::Interrupt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::Fault;

/// A handle on the progress of reading an archive, shared by its clones. Bytes are
/// counted on disk, so a compressed archive counts compressed bytes.
#[derive(Clone, Debug)]
pub struct Progress {
    read: Arc<AtomicU64>,
    total: u64,
}

impl Progress {
    pub(super) fn new(total: u64) -> Self {
        Self {
            read: Arc::default(),
            total,
        }
    }

    /// Returns the number of bytes read so far, at most [`Self::total_bytes`].
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed).min(self.total)
    }

    /// Returns the number of bytes of the archive file, or of all records in a
    /// folder, at the time it was opened.
    pub fn total_bytes(&self) -> u64 {
        self.total
    }

    pub(super) fn advance(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn finish(&self) {
        self.read.store(self.total, Ordering::Relaxed);
    }
}

/// A reader that counts the bytes consumed, not those read ahead, and fails once
/// `stop` is set.
pub(super) struct Counted<R> {
    pub inner: R,
    pub progress: Progress,
    pub stop: Interrupt,
}

impl<R> Counted<R> {
    fn go_on(&self) -> io::Result<()> {
        self.stop.check().map_err(|stopped| Fault::from(stopped).into_io())
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.go_on()?;
        let len = self.inner.read(buffer)?;
        self.progress.advance(len as u64);
        Ok(len)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.go_on()?;
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
        self.progress.advance(amount as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_consumed_counts() {
        let progress = Progress::new(4);
        let mut reader = Counted {
            inner: &b"abcd"[..],
            progress: progress.clone(),
            stop: Interrupt::default(),
        };
        reader.fill_buf().unwrap();
        assert_eq!(progress.bytes_read(), 0);
        reader.consume(1);
        reader.read_exact(&mut [0; 2]).unwrap();
        assert_eq!((progress.bytes_read(), progress.total_bytes()), (3, 4));
        progress.advance(10);
        assert_eq!(progress.bytes_read(), 4);
    }

    #[test]
    fn a_reader_that_is_stopped_fails() {
        let mut reader = Counted {
            inner: &b"abcd"[..],
            progress: Progress::new(4),
            stop: Interrupt::default(),
        };
        reader.read_exact(&mut [0; 2]).unwrap();
        reader.stop.set();
        for error in [reader.read(&mut [0]).unwrap_err(), reader.fill_buf().unwrap_err()] {
            assert!(matches!(Fault::from(error), Fault::Stopped));
        }
    }
}
