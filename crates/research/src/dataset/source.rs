use super::error::DatasetError;
use bgo::archive::{self, Fault, Item, SkipReason};
use bgo::interrupt::Interrupt;
use bgo::query::{Choice, Find, Sort};
use bgo::store::Snapshot;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

/// Files that are looked at together, unless they have more bytes than
/// [`BATCH_BYTES`].
const BATCH: usize = 256;

/// Bytes after which a batch ends, so that large files are not held together.
const BATCH_BYTES: usize = 8 << 20;

/// Where games come from.
#[derive(Clone, Copy)]
pub enum GameSource<'a> {
    /// Archives, folders and single files, as `import` reads them.
    Archives(&'a [PathBuf]),
    /// Games of a database, in the order of their numbers.
    Database(&'a Snapshot, Find<'a>),
}

impl GameSource<'_> {
    /// What it is called in messages.
    pub(super) fn names(&self) -> String {
        match self {
            Self::Archives(paths) => {
                let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                names.join(", ")
            }
            Self::Database(snapshot, _) => snapshot.path().display().to_string(),
        }
    }
}

/// Files that were read together.
pub(super) type Batch = Vec<GameFile>;

/// A file that may hold a game.
pub(super) struct GameFile {
    /// Which of the files of its archive, from 0; of a database the number of the game.
    pub number: i64,
    /// What it is called there.
    pub member: String,
    /// What is in it, or why it is not read.
    pub content: Result<Vec<u8>, String>,
    /// Whether it is called like no record.
    pub is_other: bool,
}

/// Reads an archive and sends its files in batches. `progress` is told how many bytes of how many are read.
pub(super) fn read_archive(
    path: &Path,
    stop: &Interrupt,
    send: &SyncSender<Result<Batch, DatasetError>>,
    progress: &(dyn Fn(u64, u64) + Sync),
) {
    let failed = |error: archive::ArchiveError| match error.fault {
        Fault::Stopped => DatasetError::Stopped,
        _ => error.into(),
    };
    let archive = match archive::open_until(path, stop) {
        Ok(archive) => archive,
        Err(error) => return drop(send.send(Err(failed(error)))),
    };
    let read = archive.progress();
    let (mut files, mut bytes) = (Vec::new(), 0);
    for (number, item) in (0..).zip(archive) {
        let item = match item {
            Ok(item) => item,
            Err(error) => return drop(send.send(Err(failed(error)))),
        };
        bytes += item.bytes();
        let (member, content, is_other) = match item {
            Item::Record(member) => (member.path, Ok(member.bytes), false),
            Item::Skipped { path, reason } => {
                let is_other = reason == SkipReason::OtherFile;
                (path, Err(reason.to_string()), is_other)
            }
        };
        files.push(GameFile {
            number,
            member,
            content,
            is_other,
        });
        if files.len() == BATCH || bytes >= BATCH_BYTES {
            bytes = 0;
            progress(read.bytes_read(), read.total_bytes());
            // Whoever does not listen any more has failed.
            if send.send(Ok(std::mem::take(&mut files))).is_err() {
                return;
            }
        }
    }
    progress(read.bytes_read(), read.total_bytes());
    let _ = send.send(Ok(files));
}

/// Reads games of a database and hands their files over in batches. `progress` is told
/// how many games of how many are read.
pub(super) fn read_database(
    snapshot: &Snapshot,
    find: Find<'_>,
    stop: &Interrupt,
    mut take: impl FnMut(Batch) -> Result<(), DatasetError>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), DatasetError> {
    let chosen = Choice::Find(find).games(snapshot, Sort::Number, false)?;
    let all = chosen.len() as u64;
    let (mut files, mut bytes) = (Batch::new(), 0);
    for (done, chosen) in (1..).zip(chosen) {
        let sgf = snapshot.record(chosen.game)?.sgf;
        bytes += sgf.len();
        files.push(GameFile {
            number: chosen.game,
            member: format!("game {}", chosen.game),
            content: Ok(sgf),
            is_other: false,
        });
        if files.len() == BATCH || bytes >= BATCH_BYTES || done == all {
            stop.check()?;
            take(std::mem::take(&mut files))?;
            bytes = 0;
            progress(done, all);
        }
    }
    Ok(())
}

/// How many bytes a file has; a folder tells when it is read.
pub(super) fn known_bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| if data.is_file() { data.len() } else { 0 })
}
