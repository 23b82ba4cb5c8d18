//! The files in a folder and its subfolders.

use crate::files::open_regular;
use crate::interrupt::Interrupt;
use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};

use super::error::Fault;
use super::inside::{Entry, Inside, Limits, Source};
use super::kind::{HEAD_LEN, MemberKind, Name, skip_unread};
use super::member::{Item, Member, SkipReason, read_at_most};
use super::progress::Progress;

/// A reader of the files in a folder, in the order of their paths.
pub(super) struct FolderMembers {
    root: PathBuf,
    /// The files below `root`, the next one last.
    files: Vec<Found>,
    pub limits: Limits,
    progress: Progress,
}

/// A file below the folder, or a folder that cannot be read.
struct Found {
    /// The path below the root.
    path: PathBuf,
    /// The length in bytes of a file to look into, or the reason to skip it.
    len: Result<u64, SkipReason>,
}

impl FolderMembers {
    /// Finds all files first, so that the progress has a total.
    pub fn new(root: &Path, limits: Limits, stop: &Interrupt) -> Result<(Self, Progress), Fault> {
        let mut files = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            stop.check()?;
            let found = walk(root, &folder, &mut folders, &mut files);
            match found {
                Ok(()) => {}
                Err(error) if folder.as_os_str().is_empty() => return Err(error.into()),
                Err(error) => files.push(Found {
                    path: folder,
                    len: Err(SkipReason::Unreadable(error.to_string())),
                }),
            }
        }
        files.sort_unstable_by(|a, b| b.path.cmp(&a.path));
        let total = files.iter().filter_map(|entry| entry.len.as_ref().ok());
        let progress = Progress::new(total.sum());
        let members = Self {
            root: root.to_owned(),
            files,
            limits,
            progress: progress.clone(),
        };
        Ok((members, progress))
    }

    /// Returns the next file, or `None` at the end. A file that cannot be read does
    /// not affect the others.
    pub fn next_item(&mut self) -> Option<Entry> {
        let Found { path: below, len } = self.files.pop()?;
        let path = slashed(&below);
        let entry = len.and_then(|len| {
            let entry = self.read(&path, &below, len);
            let entry = entry.map_err(|error| skip_unread(&path, SkipReason::Unreadable(error.to_string())));
            // The bytes of an archive count as they are read.
            if !matches!(entry, Ok(Entry::Archive(_))) {
                self.progress.advance(len);
            }
            entry
        });
        Some(entry.unwrap_or_else(|reason| Entry::skipped(path, reason)))
    }

    fn read(&self, path: &str, below: &Path, len: u64) -> io::Result<Entry> {
        let path = path.to_owned();
        let mut file = open_regular(&self.root.join(below))?;
        let head = read_at_most(&mut file, 0, HEAD_LEN as u64)?;
        match MemberKind::of(&path, &head) {
            MemberKind::Record => {
                let rest = self.limits.record.saturating_add(1);
                let bytes = read_at_most(head.chain(file), len, rest)?;
                Ok(match bytes.len() as u64 > self.limits.record {
                    true => Entry::skipped(path, SkipReason::TooLarge),
                    false => Entry::Item(Item::Record(Member { path, bytes })),
                })
            }
            MemberKind::Archive => {
                file.rewind()?;
                let source = Source::File(file);
                Ok(Entry::Archive(Inside { path, source }))
            }
            MemberKind::Skipped(reason) => Ok(Entry::skipped(path, reason)),
        }
    }
}

/// Adds the contents of `folder`, which is below `root`, to the folders and files.
fn walk(root: &Path, folder: &Path, folders: &mut Vec<PathBuf>, files: &mut Vec<Found>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            folders.push(path);
        } else {
            let len = file_len(&entry.path(), &path, kind);
            files.push(Found { path, len });
        }
    }
    Ok(())
}

/// Returns the length in bytes of the file at `full`, which may be a link to a
/// file. Links to folders are not followed, because they can form a circle.
fn file_len(full: &Path, path: &Path, kind: FileType) -> Result<u64, SkipReason> {
    let is_link_to_folder = kind.is_symlink() && full.is_dir();
    if is_link_to_folder {
        return Err(SkipReason::Special("a symbolic link to a folder"));
    }
    let path = slashed(path);
    if Name::of(&path) == Name::Attributes {
        return Err(SkipReason::OtherFile);
    }
    let reason = match fs::metadata(full) {
        Ok(metadata) if metadata.is_file() => return Ok(metadata.len()),
        Ok(_) => SkipReason::Special("a device or a pipe"),
        Err(error) => SkipReason::Unreadable(error.to_string()),
    };
    Err(skip_unread(&path, reason))
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
