use super::error::DatasetError;
use bgo::archive::{self, ArchiveItem, SkipReason};
use bgo::interrupt::Interrupt;
use bgo::query::{Choice, Sort};
use bgo::record::sgf_bytes;
use bgo::store::Snapshot;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;

/// The number of files in a batch, unless they have more than [`BATCH_BYTES`].
const BATCH: usize = 256;

/// The number of bytes after which a batch ends, which bounds its memory.
const BATCH_BYTES: usize = 8 << 20;

/// The source of games.
#[derive(Clone, Copy)]
pub enum GameSource<'a> {
    /// Archives, folders and single files, as in imports.
    Archives(&'a [PathBuf]),
    /// Games of a database, in the order of their numbers.
    Database(&'a Snapshot, Choice<'a>),
}

impl GameSource<'_> {
    /// Returns the name of the source in messages.
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

/// Files that are read together.
pub(super) type Batch = Vec<GameFile>;

/// A file that may have a game.
pub(super) struct GameFile {
    /// The number of the file in its archive, from 0, or of the game in the database.
    pub number: i64,
    /// The name of the file in its archive.
    pub member: String,
    /// The bytes of the file as SGF, or the reason that it was skipped.
    pub content: Result<Vec<u8>, String>,
    /// True if the file does not have the name of a record.
    pub is_other: bool,
}

/// Reads an archive and sends its files in batches. Calls `progress` with the number of bytes so
/// far and in all.
pub(super) fn read_archive(
    path: &Path,
    stop: &Interrupt,
    send: &SyncSender<Result<Batch, DatasetError>>,
    progress: &(dyn Fn(u64, u64) + Sync),
) {
    let archive = match archive::open_until(path, stop) {
        Ok(archive) => archive,
        Err(error) => return drop(send.send(Err(error.into()))),
    };
    let read = archive.progress();
    let (mut files, mut bytes) = (Vec::new(), 0);
    for (number, item) in (0..).zip(archive) {
        let item = match item {
            Ok(item) => item,
            Err(error) => return drop(send.send(Err(error.into()))),
        };
        bytes += item.bytes();
        let (member, content, is_other) = match item {
            ArchiveItem::Record(member) => (member.path, Ok(sgf_bytes(member.bytes)), false),
            ArchiveItem::Skipped { path, reason } => {
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
            // If there is no receiver, it has failed.
            if send.send(Ok(std::mem::take(&mut files))).is_err() {
                return;
            }
        }
    }
    progress(read.bytes_read(), read.total_bytes());
    let _ = send.send(Ok(files));
}

/// Reads games of a database and passes their files to `take` in batches. Calls `progress` with the
/// number of games so far and in all.
pub(super) fn read_database(
    snapshot: &Snapshot,
    choice: Choice<'_>,
    stop: &Interrupt,
    mut take: impl FnMut(Batch) -> Result<(), DatasetError>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), DatasetError> {
    let chosen = choice.games(snapshot, Sort::Number, false)?;
    let all = chosen.len() as u64;
    let (mut files, mut bytes) = (Batch::new(), 0);
    for (done, chosen) in (1..).zip(chosen) {
        let sgf = sgf_bytes(snapshot.record(chosen.game)?.bytes);
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

/// Returns the length of a file, or 0 for a folder, whose length is not known in advance.
pub(super) fn known_bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| if data.is_file() { data.len() } else { 0 })
}
