//! Reads all paths of an import as one stream of members. Reads the first members
//! ahead, as samples.

use super::input::{Input, InputItem};
use super::report::ReadFailure;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::query::Filter;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of members to read ahead as samples for the dictionary. Twice as many
/// gain nothing.
const SAMPLES: usize = 1000;

/// The number of bytes of a sample, more than nearly all records have.
const SAMPLE_BYTES: usize = 4 << 10;

/// The number of bytes to read ahead, which the last member may exceed.
const AHEAD_BYTES: usize = 32 << 20;

/// The number of bytes of the archives read so far.
#[derive(Default)]
pub(super) struct BytesRead(AtomicU64);

impl BytesRead {
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub fn set(&self, bytes: u64) {
        self.0.store(bytes, Ordering::Relaxed);
    }
}

/// An event in reading a path.
pub(super) enum ArchiveEvent {
    /// A member or a record.
    Item(InputItem),
    /// The end, or the error that cut it short.
    End(Result<(), ReadFailure>),
}

impl ArchiveEvent {
    /// Returns the approximate memory that it takes, in bytes.
    fn bytes(&self) -> usize {
        let of_item = match self {
            Self::Item(item) => item.bytes(),
            Self::End(_) => 0,
        };
        size_of::<Self>() + of_item
    }
}

/// The database into which games are imported.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub path: &'a Path,
    pub keys: &'a Arc<KeyTables>,
    /// The conditions that games of datasets must meet.
    pub filter: &'a Filter,
}

/// A reader of the members of all paths of an import, one path after the other.
pub(super) struct Reading<'a> {
    paths: &'a [PathBuf],
    target: Target<'a>,
    stop: &'a Interrupt,
    bytes_read: &'a BytesRead,
    /// The number of bytes of the paths before the current one.
    bytes_before: u64,
    /// The index of the current path.
    at: usize,
    /// The input at that path, once it is open.
    open: Option<Input>,
    /// The events that were read ahead, each with the index of its path.
    ahead: VecDeque<(usize, ArchiveEvent)>,
}

impl<'a> Reading<'a> {
    /// Begins at the first of `paths`. Once `stop` is set, ends as if nothing more
    /// could be read.
    pub fn new(paths: &'a [PathBuf], target: Target<'a>, stop: &'a Interrupt, bytes_read: &'a BytesRead) -> Self {
        Self {
            paths,
            target,
            stop,
            bytes_read,
            bytes_before: 0,
            at: 0,
            open: None,
            ahead: VecDeque::new(),
        }
    }

    /// Reads ahead, and returns the beginnings of the first records.
    pub fn samples(&mut self) -> Vec<&[u8]> {
        let (mut records, mut bytes) = (0, 0);
        while records < SAMPLES
            && bytes < AHEAD_BYTES
            && let Some(event) = self.read()
        {
            records += usize::from(matches!(event.1, ArchiveEvent::Item(InputItem::Text(_))));
            bytes += event.1.bytes();
            self.ahead.push_back(event);
        }
        let samples = self.ahead.iter().filter_map(|(_, event)| match event {
            ArchiveEvent::Item(InputItem::Text(text)) => {
                let bytes = text.bytes();
                Some(&bytes[..bytes.len().min(SAMPLE_BYTES)])
            }
            _ => None,
        });
        samples.collect()
    }

    fn read(&mut self) -> Option<(usize, ArchiveEvent)> {
        let path = self.paths.get(self.at)?;
        let input = match &mut self.open {
            Some(input) => input,
            None => match Input::open(path, self.target, self.stop) {
                Ok(input) => self.open.insert(input),
                Err(error) => return Some((self.end(), ArchiveEvent::End(Err(error)))),
            },
        };
        let item = input.next();
        self.bytes_read.set(self.bytes_before + input.bytes_read());
        Some(match item {
            Some(Ok(item)) => (self.at, ArchiveEvent::Item(item)),
            Some(Err(error)) => (self.end(), ArchiveEvent::End(Err(error))),
            None => (self.end(), ArchiveEvent::End(Ok(()))),
        })
    }

    /// Moves on to the next path, and returns the index of the path that ends.
    fn end(&mut self) -> usize {
        if let Some(input) = self.open.take() {
            self.bytes_before += input.total_bytes();
        }
        self.at += 1;
        self.at - 1
    }
}

impl Iterator for Reading<'_> {
    /// The index of the path, and the event.
    type Item = (usize, ArchiveEvent);

    fn next(&mut self) -> Option<Self::Item> {
        self.ahead.pop_front().or_else(|| self.read())
    }
}
