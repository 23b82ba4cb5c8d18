use super::batches::encode;
use super::error::DatasetFailure;
use super::make::DatasetOptions;
use super::sets::GameSet;
use super::spool::Spool;
use super::work_file::{Checkpoint, WorkFile, hex};
use crate::formats::kgs::{Encoding, KoPlane, header};
use md5::{Digest, Md5};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// Blocks of records that wait to be written or added to the checksum.
const WAITING: usize = 3;

/// Bytes after which the disk is told to take what it has got, so that it works while
/// the processor does.
const FLUSH: usize = 16 << 20;

/// Time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// What ends a file.
const END: &[u8; 3] = b"END";

/// What is made of a set.
pub(super) struct MadeFile {
    pub bytes: u64,
    pub md5: String,
    /// Games that an earlier run had made.
    pub resumed: usize,
}

/// How many bytes a file of so many records has.
pub(super) fn expected_bytes(encoding: Encoding, records: u64) -> u64 {
    let version = encoding.version;
    version.header_length() as u64 + records * version.record_length() as u64 + END.len() as u64
}

/// Makes the file of a set, or goes on with it. `progress` is told how many games are
/// done.
pub(super) fn make(
    spool: &mut Spool,
    set: &GameSet,
    out: &Path,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<MadeFile, DatasetFailure> {
    let records = set.records(spool);
    let plan = plan(spool, set, options.encoding);
    let mut work = WorkFile::open(out, options.overwrite)?;
    let made = write(spool, set, &mut work, plan, options, progress);
    match made {
        Ok(made) if made.bytes == expected_bytes(options.encoding, records) => {
            work.complete()?;
            Ok(made)
        }
        // The header was written before the records.
        Ok(_) => {
            work.give_up();
            Err(DatasetFailure::Miscounted { records })
        }
        Err(error) => {
            work.give_up();
            Err(error)
        }
    }
}

/// MD5 of all that decides what a file is.
fn plan(spool: &Spool, set: &GameSet, encoding: Encoding) -> String {
    let mut md5 = Md5::new();
    md5.update(header(encoding.version, set.records(spool)));
    md5.update([u8::from(encoding.legacy), u8::from(encoding.ko == KoPlane::Strict)]);
    for game in set.waiting(spool) {
        md5.update(game.digest);
    }
    hex(md5)
}

/// What goes to the threads that write and that add to the checksum.
enum Piece {
    Blocks(Arc<Vec<Vec<u8>>>),
    /// So many games are done.
    Mark(usize),
}

fn write(
    spool: &mut Spool,
    set: &GameSet,
    work: &mut WorkFile,
    plan: String,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<MadeFile, DatasetFailure> {
    let records = set.records(spool);
    let target = work.target().to_owned();
    let failed = |source| DatasetFailure::unwritable(&target, source);
    let (file, resumed) = work.begin(&plan).map_err(failed)?;
    let (first, bytes, md5, head) = match resumed {
        Some((checkpoint, md5)) => (checkpoint.games, checkpoint.bytes, md5, Vec::new()),
        None => (0, 0, Md5::new(), header(options.encoding.version, records)),
    };
    let writer = Writer {
        file,
        bytes,
        plan,
        state: work.state_path(),
    };
    let (written, md5) = thread::scope(|scope| {
        let (to_writer, pieces) = mpsc::sync_channel(WAITING);
        let (to_hasher, hashed) = mpsc::sync_channel(WAITING);
        let (tell, digests) = mpsc::channel();
        let (flush, due) = mpsc::sync_channel(1);
        let flushed = writer.file.try_clone().map_err(failed)?;
        // The system tells of a failure once, so it is told here.
        let flusher = scope.spawn(move || due.iter().try_for_each(|()| flushed.sync_data()));
        let writer = scope.spawn(move || writer.run(&pieces, &digests, &flush));
        let hasher = scope.spawn(move || add_up(md5, &hashed, &tell));
        // Whoever does not listen any more has failed, and says so in the end.
        let send = |piece: &dyn Fn() -> Piece| to_hasher.send(piece()).is_ok() && to_writer.send(piece()).is_ok();
        let send_blocks = |blocks| {
            let blocks = Arc::new(blocks);
            send(&|| Piece::Blocks(Arc::clone(&blocks)))
        };
        send_blocks(vec![head]);
        let mut marked = Instant::now();
        let mut done = first;
        let encoded = encode(
            spool,
            set,
            first,
            options,
            |encoder, _, game, out| {
                // What cannot be played was found out before, and is not here.
                let _ = encoder.encode(game, out);
            },
            |blocks, games| {
                done = games;
                progress(games as u64);
                let mut goes_on = send_blocks(blocks);
                if marked.elapsed() >= CHECKPOINT {
                    goes_on &= send(&|| Piece::Mark(games));
                    marked = Instant::now();
                }
                goes_on
            },
        );
        match &encoded {
            Ok(()) => drop(send_blocks(vec![END.to_vec()])),
            // What is done already need not be done again.
            Err(_) => drop(send(&|| Piece::Mark(done))),
        }
        drop((to_writer, to_hasher));
        let gone = |_| failed(io::Error::other("a thread ended"));
        let written = writer.join().map_err(gone)?.map_err(failed)?;
        flusher.join().map_err(gone)?.map_err(failed)?;
        let md5 = hasher.join().map_err(gone)?;
        encoded.map(|()| (written, md5))
    })?;
    Ok(MadeFile {
        bytes: written,
        md5: hex(md5),
        resumed: first,
    })
}

struct Writer {
    file: File,
    bytes: u64,
    plan: String,
    state: PathBuf,
}

impl Writer {
    /// Writes pieces; how many bytes the file has then.
    fn run(mut self, pieces: &Receiver<Piece>, digests: &Receiver<String>, flush: &SyncSender<()>) -> io::Result<u64> {
        let mut waiting = 0;
        for piece in pieces {
            match piece {
                Piece::Blocks(blocks) => {
                    for block in blocks.iter() {
                        self.file.write_all(block)?;
                        self.bytes += block.len() as u64;
                        waiting += block.len();
                    }
                    if waiting >= FLUSH && flush.try_send(()).is_ok() {
                        waiting = 0;
                    }
                }
                Piece::Mark(games) => {
                    self.file.sync_data()?;
                    let Ok(md5) = digests.recv() else { break };
                    let checkpoint = Checkpoint {
                        plan: self.plan.clone(),
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
