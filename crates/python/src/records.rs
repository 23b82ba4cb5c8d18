//! Records of archives as a table, without a database.

use crate::arrow::Table;
use crate::interrupt::{POLL, run};
use crate::record_batch::{GameFile, batches, schema};
use bgo::internal::archive::{self, ArchiveItem, Member};
use bgo::internal::import::RejectionKind;
use bgo::internal::interrupt::Interrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::{iter, thread};

/// The number of files that are read together, unless they have more than [`BYTES`].
const FILES: usize = 1024;

/// The number of bytes after which no more files are read together, which bounds the memory.
const BYTES: usize = 8 << 20;

/// The number of files in a thread's batch.
const SHARE: usize = 256;

/// The number of groups of files that wait.
const QUEUED: usize = 2;

/// Reads records of archives, folders and files. `made_by` makes the table in another process.
#[pyfunction]
pub fn read_sgf(py: Python<'_>, paths: Vec<PathBuf>, made_by: Py<PyTuple>) -> PyResult<Table> {
    // A misspelt name is noticed before the table is read.
    run(py, |stop| {
        Ok(paths
            .iter()
            .try_for_each(|path| archive::open_until(path, stop).map(drop))?)
    })?;
    let paths = Arc::new(paths);
    Ok(Table::new(schema(), Some(made_by), move |watch| {
        let (send, groups) = sync_channel(QUEUED);
        let (paths, stop) = (Arc::clone(&paths), watch.stop.clone());
        let reader = thread::Builder::new()
            .name("bgo read_sgf".to_owned())
            .spawn(move || read_all(&paths, &send, &stop))?;
        let mut reader = Some(reader);
        let mut ready = VecDeque::new();
        Ok(iter::from_fn(move || {
            while ready.is_empty() {
                match groups.recv_timeout(POLL) {
                    Ok(files) => {
                        let made: Vec<_> = files.par_chunks(SHARE).map(batches).collect();
                        ready.extend(made.into_iter().flatten());
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(fault) = watch.look() {
                            return Some(Err(fault.into()));
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        // A reader that failed must not look like the end of the archives.
                        if let Err(panic) = reader.take()?.join() {
                            resume_unwind(panic);
                        }
                    }
                }
            }
            ready.pop_front()
        }))
    }))
}

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
            Err(_) if stop.is_set() => return,
            // It was there when the table was made.
            Err(error) => match send.send(vec![failed(error.to_string())]) {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        let (mut files, mut bytes) = (Vec::new(), 0);
        for item in members {
            let (member, content) = match item {
                Ok(ArchiveItem::Record(Member { path, bytes })) => (path, Ok(bytes)),
                Ok(ArchiveItem::Skipped { path, reason }) if RejectionKind::of_lost(&reason).is_some() => {
                    (path, Err(reason.to_string()))
                }
                Ok(ArchiveItem::Skipped { .. }) => continue,
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
