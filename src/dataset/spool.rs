use super::error::DatasetFailure;
use crate::archive::{self, Item};
use crate::formats::kgs::{OddGame, PlayableGames, TrainingGame};
use rayon::prelude::*;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

/// Files that are looked at together.
const BATCH: usize = 256;

/// A game that gives no records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkippedGame {
    /// The archive.
    pub archive: String,
    /// The file within it.
    pub member: String,
    /// Why.
    pub reason: String,
}

/// A game that waits.
struct Waiting {
    archive: usize,
    member: String,
    offset: u64,
    length: u32,
    records: u32,
}

/// The files of all games, in a file without a name.
pub(super) struct Spool {
    file: File,
    games: Vec<Waiting>,
    /// What gives no records, in the order of the archives.
    pub skipped: Vec<SkippedGame>,
}

impl Spool {
    /// Reads archives, and finds out of each game how many records it gives. Games are
    /// in the order of the archives, and within each in that of their names.
    pub fn fill(paths: &[PathBuf], scratch: &Path, stop: &Arc<AtomicBool>) -> Result<Self, DatasetFailure> {
        let failed = |source| DatasetFailure::Scratch {
            folder: scratch.to_owned(),
            source,
        };
        let file = tempfile::tempfile_in(scratch).map_err(failed)?;
        let mut out = BufWriter::new(file.try_clone().map_err(failed)?);
        let mut games = Vec::new();
        let mut skipped = Vec::new();
        let mut offset = 0;
        for (archive, path) in paths.iter().enumerate() {
            thread::scope(|scope| {
                let (send, batches) = mpsc::sync_channel(2);
                scope.spawn(move || read(path, stop, &send));
                for batch in batches {
                    let files: Vec<(String, Result<Vec<u8>, String>)> = batch?;
                    let counted: Vec<Result<usize, String>> = files
                        .par_iter()
                        .map_init(PlayableGames::new, |playable, (_, bytes)| {
                            let bytes = bytes.as_ref().map_err(Clone::clone)?;
                            let game = TrainingGame::read(bytes).and_then(|game| playable.count(&game));
                            game.map_err(|odd: OddGame| odd.to_string())
                        })
                        .collect();
                    for ((member, bytes), records) in files.into_iter().zip(counted) {
                        match (bytes, records) {
                            (Ok(bytes), Ok(records)) => {
                                out.write_all(&bytes).map_err(failed)?;
                                games.push(Waiting {
                                    archive,
                                    member,
                                    offset,
                                    length: bytes.len() as u32,
                                    records: records as u32,
                                });
                                offset += bytes.len() as u64;
                            }
                            (Err(reason), _) | (_, Err(reason)) => skipped.push(SkippedGame {
                                archive: path.display().to_string(),
                                member,
                                reason,
                            }),
                        }
                    }
                }
                Ok::<_, DatasetFailure>(())
            })?;
        }
        out.flush().map_err(failed)?;
        drop(out);
        games.sort_by(|a: &Waiting, b: &Waiting| {
            (a.archive, &a.member, a.offset).cmp(&(b.archive, &b.member, b.offset))
        });
        Ok(Self { file, games, skipped })
    }

    /// How many games wait.
    pub const fn games(&self) -> usize {
        self.games.len()
    }

    /// How many records they give.
    pub fn records(&self) -> u64 {
        self.games.iter().map(|game| u64::from(game.records)).sum()
    }

    /// The files of some games.
    pub fn read(&mut self, games: std::ops::Range<usize>) -> std::io::Result<Vec<Vec<u8>>> {
        let mut files = Vec::with_capacity(games.len());
        for game in &self.games[games] {
            let mut bytes = vec![0; game.length as usize];
            self.file.seek(SeekFrom::Start(game.offset))?;
            self.file.read_exact(&mut bytes)?;
            files.push(bytes);
        }
        Ok(files)
    }
}

type Batch = Vec<(String, Result<Vec<u8>, String>)>;

/// Reads an archive and sends its files in batches.
fn read(path: &Path, stop: &Arc<AtomicBool>, send: &SyncSender<Result<Batch, DatasetFailure>>) {
    let mut batch = Batch::new();
    let archive = match archive::open_until(path, stop) {
        Ok(archive) => archive,
        Err(error) => return drop(send.send(Err(error.into()))),
    };
    for item in archive {
        match item {
            Ok(Item::Record(member)) => batch.push((member.path, Ok(member.bytes))),
            Ok(Item::Skipped { path, reason }) if reason.is_loss() => batch.push((path, Err(reason.to_string()))),
            Ok(Item::Skipped { .. }) => {}
            Err(error) => return drop(send.send(Err(error.into()))),
        }
        // Whoever does not listen any more has failed.
        if batch.len() == BATCH && send.send(Ok(std::mem::take(&mut batch))).is_err() {
            return;
        }
    }
    let _ = send.send(Ok(batch));
}
