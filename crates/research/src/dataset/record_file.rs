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
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The number of pieces that may wait to be written or hashed.
const QUEUED: usize = 3;

/// The number of bytes between two flushes, so that the disk and the processor work in parallel.
const FLUSH: usize = 16 << 20;

/// The time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// A completed file of records.
pub(super) struct RecordFile {
    pub bytes: u64,
    pub md5: String,
    /// The number of games written by an earlier run.
    pub resumed: usize,
}

/// Makes or continues the file of a set. Calls `progress` with the number of games so far.
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

/// A piece of the file, for the threads that write and hash.
#[derive(Clone)]
enum Piece {
    Blocks(Arc<Vec<Vec<u8>>>),
    /// A place for a checkpoint, with the number of games before it.
    Mark(usize),
}

/// The queues of the threads.
struct Takers {
    writer: SyncSender<Piece>,
    hasher: SyncSender<Piece>,
}

impl Takers {
    /// Sends a piece to both threads. Returns `false` if one of them has failed; joining it returns
    /// the error.
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
        None => (0, 0, Md5::new(), header(options.encoding.version(), set.records(spool))),
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
        // The system reports a failed flush only once, so this thread keeps the error.
        let flusher = scope.spawn(move || due.iter().try_for_each(|()| flushed.sync_data()));
        let writer = scope.spawn(move || writer.run(&pieces, &digests, &flush));
        let hasher = scope.spawn(move || hash_pieces(md5, &hashed, &tell));
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
            // The next run need not repeat these games.
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
    /// Writes pieces, and returns the length of the file.
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

/// Hashes pieces, and sends the checksum at each mark.
fn hash_pieces(mut md5: Md5, pieces: &Receiver<Piece>, tell: &Sender<String>) -> Md5 {
    for piece in pieces {
        match piece {
            Piece::Blocks(blocks) => blocks.iter().for_each(|block| md5.update(block)),
            Piece::Mark(_) => drop(tell.send(hex(md5.clone()))),
        }
    }
    md5
}

/// Compares an existing file with the records of a set, and returns its MD5. A file that differs is
/// an error. Calls `progress` with the number of games so far.
pub(super) fn compare(
    spool: &mut Spool,
    set: &GameSet,
    path: &Path,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<Option<String>, DatasetError> {
    let failed = |source| DatasetError::unreadable(path, source);
    let other = |why| DatasetError::NotThisSet {
        path: path.to_owned(),
        why,
    };
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let data = file.metadata().map_err(failed)?;
    if !data.is_file() {
        return Err(other("it is not a regular file".to_owned()));
    }
    let (version, records) = (options.encoding.version(), set.records(spool));
    let (found, expected) = (data.len(), version.file_length(records));
    if found != expected {
        return Err(other(format!("it has {found} bytes, and the set {expected}")));
    }
    let mut md5 = Md5::new();
    let mut offset = 0;
    let mut there = Vec::new();
    let mut is_next = |bytes: &[u8]| {
        there.resize(bytes.len(), 0);
        file.read_exact(&mut there).map_err(failed)?;
        md5.update(&there);
        if let Some(place) = there.iter().zip(bytes).position(|(there, here)| there != here) {
            return Err(other(format!("from byte {} on it has others", offset + place)));
        }
        offset += bytes.len();
        Ok(())
    };
    is_next(&header(version, records))?;
    let mut compared = Ok(());
    encode(
        spool,
        set,
        0,
        options,
        |records, _| Ok(records),
        |blocks, games| {
            compared = blocks.iter().try_for_each(|block| is_next(block));
            progress(games as u64);
            compared.is_ok()
        },
    )?;
    compared?;
    is_next(END)?;
    Ok(Some(hex(md5)))
}
