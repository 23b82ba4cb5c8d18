use super::encode::encode;
use super::error::DatasetError;
use super::options::DatasetOptions;
use super::sets::GameSet;
use super::spool::Spool;
use super::work_file::{Checkpoint, WorkFile};
use crate::formats::kgs::{END, header};
use bgo::files::hex;
use md5::{Digest, Md5};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Pieces that are queued to be written or added to the checksum.
const QUEUED: usize = 3;

/// Bytes after which the disk is told to take what it has got, so that it works while
/// the processor does.
const FLUSH: usize = 16 << 20;

/// Time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// A file of records that was made.
pub(super) struct RecordFile {
    pub bytes: u64,
    pub md5: String,
    /// Games that an earlier run had made.
    pub resumed: usize,
}

/// Makes the file of a set, or goes on with it. `progress` is told how many games are
/// done.
pub(super) fn make(
    spool: &mut Spool,
    set: &GameSet,
    out: &Path,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<RecordFile, DatasetError> {
    let mut work = WorkFile::open(out, options.overwrite)?;
    match write(spool, set, &mut work, options, progress) {
        Ok(made) => {
            work.complete()?;
            Ok(made)
        }
        Err(error) => {
            work.give_up();
            Err(error)
        }
    }
}

/// What goes to the threads that write and that add to the checksum.
#[derive(Clone)]
enum Piece {
    Blocks(Arc<Vec<Vec<u8>>>),
    /// So many games are done.
    Mark(usize),
}

/// The threads that take pieces.
struct Takers {
    writer: SyncSender<Piece>,
    hasher: SyncSender<Piece>,
}

impl Takers {
    /// Whether they still take pieces: one that does not has failed, and says so in the end.
    fn send(&self, piece: Piece) -> bool {
        self.hasher.send(piece.clone()).is_ok() && self.writer.send(piece).is_ok()
    }

    fn send_blocks(&self, blocks: Vec<Vec<u8>>) -> bool {
        self.send(Piece::Blocks(Arc::new(blocks)))
    }
}

fn write(
    spool: &mut Spool,
    set: &GameSet,
    work: &mut WorkFile,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<RecordFile, DatasetError> {
    let target = work.target().to_owned();
    let failed = |source| DatasetError::unwritable(&target, source);
    let fingerprint = set.fingerprint(spool, options.encoding);
    let (file, resumed) = work.begin(&fingerprint, &options.stop).map_err(failed)?;
    let (first, bytes, md5, head) = match resumed {
        Some((checkpoint, md5)) => (checkpoint.games, checkpoint.bytes, md5, Vec::new()),
        None => (0, 0, Md5::new(), header(options.encoding.version, set.records(spool))),
    };
    let flushed = file.try_clone().map_err(failed)?;
    let writer = Writer {
        file,
        bytes,
        fingerprint,
        state: work.state_path().to_owned(),
    };
    let (bytes, md5) = thread::scope(|scope| {
        let (to_writer, pieces) = mpsc::sync_channel(QUEUED);
        let (to_hasher, hashed) = mpsc::sync_channel(QUEUED);
        let (tell, digests) = mpsc::channel();
        let (flush, due) = mpsc::sync_channel(1);
        // The system tells of a failure once, so it is told here.
        let flusher = scope.spawn(move || due.iter().try_for_each(|()| flushed.sync_data()));
        let writer = scope.spawn(move || writer.run(&pieces, &digests, &flush));
        let hasher = scope.spawn(move || add_up(md5, &hashed, &tell));
        let takers = Takers {
            writer: to_writer,
            hasher: to_hasher,
        };
        takers.send_blocks(vec![head]);
        let mut marked = Instant::now();
        let mut done = first;
        let encoded = encode(
            spool,
            set,
            first,
            options,
            |records, _| Ok(records),
            |blocks, games| {
                done = games;
                progress(games as u64);
                let mut goes_on = takers.send_blocks(blocks);
                if marked.elapsed() >= CHECKPOINT {
                    goes_on &= takers.send(Piece::Mark(games));
                    marked = Instant::now();
                }
                goes_on
            },
        );
        match &encoded {
            Ok(()) => takers.send_blocks(vec![END.to_vec()]),
            // What is done already need not be done again.
            Err(_) => takers.send(Piece::Mark(done)),
        };
        drop(takers);
        let gone = |_| failed(io::Error::other("a thread ended"));
        let written = writer.join().map_err(gone)?.map_err(failed)?;
        flusher.join().map_err(gone)?.map_err(failed)?;
        let md5 = hasher.join().map_err(gone)?;
        encoded.map(|()| (written, md5))
    })?;
    Ok(RecordFile {
        bytes,
        md5: hex(md5),
        resumed: first,
    })
}

struct Writer {
    file: File,
    bytes: u64,
    fingerprint: String,
    state: PathBuf,
}

impl Writer {
    /// Writes pieces; how many bytes the file has then.
    fn run(mut self, pieces: &Receiver<Piece>, digests: &Receiver<String>, flush: &SyncSender<()>) -> io::Result<u64> {
        let mut unflushed = 0;
        for piece in pieces {
            match piece {
                Piece::Blocks(blocks) => {
                    for block in blocks.iter() {
                        self.file.write_all(block)?;
                        self.bytes += block.len() as u64;
                        unflushed += block.len();
                    }
                    if unflushed >= FLUSH && flush.try_send(()).is_ok() {
                        unflushed = 0;
                    }
                }
                Piece::Mark(games) => {
                    self.file.sync_data()?;
                    let Ok(md5) = digests.recv() else { break };
                    let checkpoint = Checkpoint {
                        fingerprint: self.fingerprint.clone(),
                        games,
                        bytes: self.bytes,
                        md5,
                    };
                    checkpoint.save(&self.state)?;
                }
            }
        }
        Ok(self.bytes)
    }
}

/// Adds pieces to a checksum, and tells it where they have a mark.
fn add_up(mut md5: Md5, pieces: &Receiver<Piece>, tell: &Sender<String>) -> Md5 {
    for piece in pieces {
        match piece {
            Piece::Blocks(blocks) => blocks.iter().for_each(|block| md5.update(block)),
            Piece::Mark(_) => drop(tell.send(hex(md5.clone()))),
        }
    }
    md5
}
