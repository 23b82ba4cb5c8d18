//! Records of archives as a table, without a database.

use crate::arrow::{Batches, Source, Table};
use crate::error::Fault;
use crate::interrupt::run;
use crate::record_batch::{GameFile, batch, schema};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use bgo::archive::{self, Item, Member};
use bgo::interrupt::Interrupt;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The number of files that are read together, unless they have more than [`BYTES`].
const FILES: usize = 1024;

/// The number of bytes after which no more files are read together, which bounds the memory.
const BYTES: usize = 8 << 20;

/// The number of files of which a thread makes a batch.
const SHARE: usize = 256;

/// The number of groups of files that wait.
const QUEUED: usize = 2;

/// Reads records of archives, folders and files.
#[pyfunction]
pub fn read_sgf(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<Table> {
    // A misspelt name is noticed before the table is read.
    run(py, |stop| {
        Ok(paths
            .iter()
            .try_for_each(|path| archive::open_until(path, stop).map(drop))?)
    })?;
    Ok(Table::new(Arc::new(Records(paths))))
}

/// The records at some paths.
struct Records(Vec<PathBuf>);

impl Source for Records {
    fn schema(&self) -> SchemaRef {
        schema()
    }

    fn read(self: Arc<Self>, stop: Interrupt) -> Result<Batches, Fault> {
        let (send, groups) = sync_channel(QUEUED);
        thread::Builder::new()
            .name("bgo read_sgf".to_owned())
            .spawn(move || read_all(&self.0, &send, &stop))?;
        Ok(Box::new(Reading {
            groups,
            ready: VecDeque::new(),
        }))
    }
}

/// Reads all paths and sends their files, until nobody receives them.
fn read_all(paths: &[PathBuf], send: &SyncSender<Vec<GameFile>>, stop: &Interrupt) {
    for path in paths {
        let archive: Arc<str> = path.display().to_string().into();
        let failed = |error: String| GameFile {
            archive: Arc::clone(&archive),
            member: None,
            content: Err(error),
        };
        let members = match archive::open_until(path, stop) {
            Ok(members) => members,
            Err(error) => return drop(send.send(vec![failed(error.to_string())])),
        };
        let (mut files, mut bytes) = (Vec::new(), 0);
        for item in members {
            let (member, content) = match item {
                Ok(Item::Record(Member { path, bytes })) => (path, Ok(bytes)),
                Ok(Item::Skipped { path, reason }) if reason.is_loss() => (path, Err(reason.to_string())),
                Ok(Item::Skipped { .. }) => continue,
                Err(error) => {
                    files.push(failed(error.to_string()));
                    continue;
                }
            };
            bytes += content.as_ref().map_or(0, Vec::len);
            files.push(GameFile {
                archive: Arc::clone(&archive),
                member: Some(member),
                content,
            });
            if files.len() == FILES || bytes >= BYTES {
                bytes = 0;
                if send.send(std::mem::take(&mut files)).is_err() {
                    return;
                }
            }
        }
        if send.send(files).is_err() {
            return;
        }
    }
}

/// Batches made of the files of a reader.
struct Reading {
    groups: Receiver<Vec<GameFile>>,
    ready: VecDeque<Result<RecordBatch, ArrowError>>,
}

impl Iterator for Reading {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            let files = self.groups.recv().ok()?;
            let batches: Vec<_> = files.par_chunks(SHARE).map(batch).collect();
            self.ready.extend(batches);
        }
        self.ready.pop_front()
    }
}
