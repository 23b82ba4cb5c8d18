use super::super::choice::Split;
use super::super::error::DatasetError;
use super::pool::Pool;
use super::set::KatagoSet;
use crate::formats::katago::KatagoRows;
use rayon::prelude::*;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

/// The number of blocks that may wait to be taken.
const QUEUED: usize = 4;

/// Blocks of rows, which are made in the background on all cores. Dropping it ends the work.
pub struct KatagoBlocks {
    blocks: Receiver<Result<KatagoRows, DatasetError>>,
    worker: Option<JoinHandle<()>>,
}

impl KatagoBlocks {
    /// Begins to make the rows of a split, `block` at a time; the last block may have fewer.
    pub fn new(set: Arc<KatagoSet>, split: Split, block: usize) -> Self {
        let (send, blocks) = mpsc::sync_channel(QUEUED);
        let worker = thread::spawn(move || {
            if let Err(error) = send_blocks(&set, split, block.max(1), &send) {
                let _ = send.send(Err(error));
            }
        });
        Self {
            blocks,
            worker: Some(worker),
        }
    }
}

impl Iterator for KatagoBlocks {
    type Item = Result<KatagoRows, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.blocks.recv().ok();
        if next.is_none()
            && let Some(worker) = self.worker.take()
            && let Err(panic) = worker.join()
        {
            // A worker that failed must not look like the end of the rows.
            resume_unwind(panic);
        }
        next
    }
}

/// Sends blocks until there are no more or nobody receives them.
fn send_blocks(
    set: &KatagoSet,
    split: Split,
    block: usize,
    send: &SyncSender<Result<KatagoRows, DatasetError>>,
) -> Result<(), DatasetError> {
    let all = set.rows(split);
    let shape = set.options.shape();
    let at_once = rayon::current_num_threads();
    for start in (0..all).step_by(set.options.file_rows) {
        let pool = Pool::new(set, split, start..all.min(start + set.options.file_rows as u64))?;
        let starts: Vec<usize> = (0..pool.len()).step_by(block).collect();
        for starts in starts.chunks(at_once) {
            set.options.stop.check()?;
            let made: Vec<KatagoRows> = starts
                .par_iter()
                .map(|start| KatagoRows::new(pool.rows(*start..pool.len().min(start + block)), shape))
                .collect();
            for rows in made {
                if send.send(Ok(rows)).is_err() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
