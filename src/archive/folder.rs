//! The files in a folder and its subfolders.

use crate::interrupt::Interrupt;
use std::ffi::OsStr;
use std::fs::{self, File, FileType};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::error::Fault;
use super::kind::by_name;
use super::member::{Item, Member, SkipReason, read_at_most};
use super::progress::Progress;

/// A reader of the files in a folder, in the order of their paths.
pub(super) struct FolderMembers {
    root: PathBuf,
    /// The files below `root`, the next one last.
    files: Vec<Entry>,
    /// The length of the longest record, in bytes.
    limit: u64,
    progress: Progress,
}

/// A file below the folder, or a folder that cannot be read.
struct Entry {
    /// The path below the root.
    path: PathBuf,
    /// The length in bytes of a record, or the reason to skip another file.
    record: Result<u64, SkipReason>,
}

impl FolderMembers {
    /// Finds all files first, so that the progress has a total.
    pub fn new(root: &Path, limit: u64, stop: &Interrupt) -> Result<(Self, Progress), Fault> {
        let mut files = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            stop.check()?;
            let found = walk(root, &folder, &mut folders, &mut files);
            match found {
                Ok(()) => {}
                Err(error) if folder.as_os_str().is_empty() => return Err(error.into()),
                Err(error) => files.push(Entry {
                    path: folder,
                    record: Err(SkipReason::Unreadable(error.to_string())),
                }),
            }
        }
        files.sort_unstable_by(|a, b| b.path.cmp(&a.path));
        let total = files.iter().filter_map(|entry| entry.record.as_ref().ok());
        let progress = Progress::new(total.sum());
        let members = Self {
            root: root.to_owned(),
            files,
            limit,
            progress: progress.clone(),
        };
        Ok((members, progress))
    }

    /// Returns the next file, or `None` at the end. A file that cannot be read does
    /// not affect the others.
    pub fn next_item(&mut self) -> Option<Item> {
        let entry = self.files.pop()?;
        let path = slashed(&entry.path);
        let read = entry.record.and_then(|size| {
            let bytes = self.read(&entry.path, size)?;
            self.progress.advance(size);
            Ok(bytes)
        });
        Some(match read {
            Ok(bytes) => Item::Record(Member { path, bytes }),
            Err(reason) => Item::Skipped { path, reason },
        })
    }

    fn read(&self, path: &Path, size: u64) -> Result<Vec<u8>, SkipReason> {
        let unreadable = |error: io::Error| SkipReason::Unreadable(error.to_string());
        let file = File::open(self.root.join(path)).map_err(unreadable)?;
        let bytes = read_at_most(file, size, self.limit.saturating_add(1)).map_err(unreadable)?;
        if bytes.len() as u64 > self.limit {
            return Err(SkipReason::TooLarge);
        }
        Ok(bytes)
    }
}

/// Adds the contents of `folder`, which is below `root`, to the folders and files.
fn walk(root: &Path, folder: &Path, folders: &mut Vec<PathBuf>, files: &mut Vec<Entry>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            folders.push(path);
        } else {
            let record = record_len(&entry.path(), &path, kind);
            files.push(Entry { path, record });
        }
    }
    Ok(())
}

/// Returns the length in bytes of the file at `full`, which may be a link to a
/// file, if its path below the root is that of a record. Links to folders are not
/// followed, because they can form a circle.
fn record_len(full: &Path, path: &Path, kind: FileType) -> Result<u64, SkipReason> {
    let is_link_to_folder = kind.is_symlink() && full.is_dir();
    if is_link_to_folder {
        return Err(SkipReason::Special("a symbolic link to a folder"));
    }
    by_name(&slashed(path))?;
    let metadata = fs::metadata(full).map_err(|error| SkipReason::Unreadable(error.to_string()))?;
    if metadata.is_file() {
        Ok(metadata.len())
    } else {
        Err(SkipReason::Special("a device or a pipe"))
    }
}

/// Returns a path in the form used in records: separated by `/` on every system,
/// with U+FFFD for anything that is not Unicode.
fn slashed(path: &Path) -> String {
    let names: Vec<_> = path
        .components()
        .map(Component::as_os_str)
        .map(OsStr::to_string_lossy)
        .collect();
    names.join("/")
}
