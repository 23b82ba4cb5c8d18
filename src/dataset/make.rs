use super::error::DatasetFailure;
use super::spool::{SkippedGame, Spool};
use crate::export::{NewFile, folder_of};
use crate::formats::kgs::{Encoder, Encoding, TrainingGame, header};
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

/// Games that become records at a time.
const BATCH: usize = 128;

/// Games that one thread takes at a time.
const SHARE: usize = 8;

/// How a data set is made.
#[derive(Clone, Debug)]
pub struct DatasetOptions {
    /// Of the records.
    pub encoding: Encoding,
    /// Whether a file that is there may be replaced.
    pub overwrite: bool,
    /// Set by whoever wants it to end.
    pub stop: Arc<AtomicBool>,
}

/// A data set that was made. Serialised, it is an entry of the document that
/// `bgo dataset kgs-v1 --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Made {
    /// The file.
    pub file: String,
    /// Games that it has.
    pub games: u64,
    /// Records.
    pub records: u64,
    /// Bytes.
    pub bytes: u64,
    /// MD5 of the file, 32 hex digits.
    pub md5: String,
    /// Games that give no records, and why.
    pub skipped: Vec<SkippedGame>,
}

/// Makes a data set of all games of archives: these in the order given, the games of
/// each in the order of their names. `progress` is told how many games of how many are
/// done.
///
/// # Errors
/// An archive that cannot be read to its end, and what cannot be written. Nothing is
/// left then.
pub fn make_all(
    paths: &[PathBuf],
    out: &Path,
    options: &DatasetOptions,
    mut progress: impl FnMut(u64, u64),
) -> Result<Made, DatasetFailure> {
    let new = NewFile::new(out, options.overwrite, &[])?;
    let scratch = folder_of(out);
    let mut spool = Spool::fill(paths, scratch, &options.stop)?;
    let (games, records) = (spool.games(), spool.records());
    if records == 0 {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(DatasetFailure::NoRecords(names.join(", ")));
    }
    let file = new.file()?;
    let mut output = Output::new(file);
    output
        .write(&header(options.encoding.version, records))
        .map_err(|error| new.failed(error))?;
    let failed = |source| DatasetFailure::Scratch {
        folder: scratch.to_owned(),
        source,
    };
    let (bytes, md5) = thread::scope(|scope| {
        let (send, blocks) = mpsc::sync_channel::<Vec<Vec<u8>>>(2);
        let writer = scope.spawn(move || {
            for block in blocks.iter().flatten() {
                output.write(&block)?;
            }
            output.write(b"END")?;
            Ok::<_, io::Error>(output.finish())
        });
        for first in (0..games).step_by(BATCH) {
            if options.stop.load(Ordering::Relaxed) {
                return Err(DatasetFailure::Stopped);
            }
            let files = spool.read(first..games.min(first + BATCH)).map_err(failed)?;
            let encoded = files.par_chunks(SHARE).map_init(
                || Encoder::new(options.encoding),
                |encoder, files| {
                    let mut block = Vec::new();
                    for file in files {
                        // What cannot be played was found out before.
                        if let Ok(game) = TrainingGame::read(file) {
                            let _ = encoder.encode(&game, &mut block);
                        }
                    }
                    block
                },
            );
            if send.send(encoded.collect()).is_err() {
                break;
            }
            progress(games.min(first + BATCH) as u64, games as u64);
        }
        drop(send);
        match writer.join() {
            Ok(written) => Ok(written.map_err(|error| new.failed(error))?),
            Err(_) => Err(failed(io::Error::other("the writer ended"))),
        }
    })?;
    // The header was written before the records.
    if bytes != expected_bytes(options.encoding, records) {
        return Err(DatasetFailure::Miscounted { records });
    }
    new.complete()?;
    Ok(Made {
        file: out.display().to_string(),
        games: games as u64,
        records,
        bytes,
        md5,
        skipped: spool.skipped,
    })
}

fn expected_bytes(encoding: Encoding, records: u64) -> u64 {
    let version = encoding.version;
    version.header_length() as u64 + records * version.record_length() as u64 + 3
}

/// A file and its checksum.
struct Output {
    file: File,
    md5: Md5,
    bytes: u64,
}

impl Output {
    fn new(file: File) -> Self {
        Self {
            file,
            md5: Md5::new(),
            bytes: 0,
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.md5.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// How many bytes there are, and their checksum.
    fn finish(self) -> (u64, String) {
        let digits = self.md5.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        (self.bytes, digits)
    }
}
