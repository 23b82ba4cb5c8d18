//! The members of each kind of archive, and the files of a folder.

use super::error::{ArchiveError, ArchiveFault};
use super::inside::{ArchiveLimits, Entry, InnerFile};
use super::kind::{
    FileKind, HEAD_LEN, NameKind, begins_record, is_record_name, member_kind, skip_unread, without_packing,
};
use super::member::{FILE_BUFFER, SkipReason, read_at_most};
use super::packing::{CountedReader, Progress};
use super::sevenzip::SevenZipMembers;
use super::tar::TarBlocks;
use super::zip::ZipMembers;
use crate::files::open_regular;
use crate::interrupt::Interrupt;
use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::{Component, Path, PathBuf};

/// The size of the buffer between unpacking and the tar reader, which reads in
/// small pieces. On 100,000 records, this takes less than half the time of a buffer
/// of one block.
const UNPACKED_BUFFER: usize = 256 << 10;

pub(super) enum Members {
    Tar(TarBlocks, ArchiveLimits),
    Zip(ZipMembers),
    SevenZip(Box<SevenZipMembers>),
    /// The files in a folder, in the order of their paths.
    Folder {
        root: PathBuf,
        /// The files below `root`, and the folders that cannot be read, the next one last: its path, and the
        /// length in bytes of a file to look into, or the reason to skip it.
        files: Vec<(PathBuf, Result<u64, SkipReason>)>,
        limits: ArchiveLimits,
        progress: Progress,
    },
    /// A single record.
    Single {
        /// Empty for one inside, which has the path of its file.
        name: String,
        /// `None` once it has been read.
        reader: Option<Box<dyn Read + Send>>,
        limits: ArchiveLimits,
    },
}

impl Members {
    pub fn open(path: &Path, limits: &ArchiveLimits, stop: &Interrupt) -> Result<(Self, Progress), ArchiveFault> {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Self::of_folder(path, limits.clone(), stop);
        }
        if !metadata.is_file() {
            return Err(ArchiveFault::NotAFile);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let limits = limits.of_file(metadata.len());
        let (mut members, progress) = Self::of_file(InnerFile::File(open_regular(path)?), &name, limits, stop)?;
        if let Self::Single { name: of_record, .. } = &mut members {
            *of_record = name.into_owned();
        }
        Ok((members, progress))
    }

    /// Finds all files of a folder first, so that the progress has a total.
    fn of_folder(root: &Path, limits: ArchiveLimits, stop: &Interrupt) -> Result<(Self, Progress), ArchiveFault> {
        let mut files = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            stop.check()?;
            if let Err(error) = walk(root, &folder, &mut folders, &mut files) {
                if folder.as_os_str().is_empty() {
                    return Err(error.into());
                }
                files.push((folder, Err(SkipReason::Unreadable(error.to_string()))));
            }
        }
        files.sort_unstable_by(|(a, _), (b, _)| b.cmp(a));
        let progress = Progress::new(files.iter().filter_map(|(_, len)| len.as_ref().ok()).sum());
        let members = Self::Folder {
            root: root.to_owned(),
            files,
            limits,
            progress: progress.clone(),
        };
        Ok((members, progress))
    }

    /// Opens an archive inside another one with these limits, or in a folder.
    pub(crate) fn of_source(
        source: InnerFile,
        name: &str,
        outer: &ArchiveLimits,
        stop: &Interrupt,
    ) -> Result<(Self, Progress), ArchiveFault> {
        let mut limits = match &source {
            InnerFile::File(file) => outer.of_file(file.metadata()?.len()),
            InnerFile::Spooled(_) => outer.of_inside(),
        };
        limits.is_inside = true;
        Self::of_file(source, name, limits, stop)
    }

    fn of_file(
        mut source: InnerFile,
        name: &str,
        limits: ArchiveLimits,
        stop: &Interrupt,
    ) -> Result<(Self, Progress), ArchiveFault> {
        let progress = Progress::new(source.len()?);
        let head = read_at_most(&mut source, 0, HEAD_LEN as u64)?;
        source.rewind()?;
        if head.is_empty() {
            return Err(ArchiveFault::Empty);
        }
        let kind = match FileKind::of(&head) {
            FileKind::Zip => {
                let members = ZipMembers::new(source.into_file()?, limits, progress.clone())?;
                return Ok((Self::Zip(members), progress));
            }
            FileKind::SevenZip => {
                let members = SevenZipMembers::new(source.into_file()?, limits, progress.clone(), stop.clone())?;
                return Ok((Self::SevenZip(Box::new(members)), progress));
            }
            kind => kind,
        };
        let counted = CountedReader {
            inner: BufReader::with_capacity(FILE_BUFFER, source),
            progress: progress.clone(),
            stop: stop.clone(),
        };
        let members = match kind {
            FileKind::Packed(packing) => {
                let unpacked = limits.bounded(packing.unpack(counted, limits.window)?);
                let mut reader = BufReader::with_capacity(UNPACKED_BUFFER, unpacked);
                let head = read_at_most(&mut reader, 0, HEAD_LEN as u64)?;
                let kind = match FileKind::of(&head) {
                    // A text about records is one only if the user names it.
                    FileKind::Record if limits.is_inside && !begins_record(&head) => FileKind::Unknown,
                    kind => kind,
                };
                let reader = Cursor::new(head).chain(reader);
                if matches!(kind, FileKind::Packed(_) | FileKind::Zip | FileKind::SevenZip) {
                    let inside = limits.spool(reader)?.map_err(ArchiveFault::Damaged)?;
                    let (members, _) = Self::of_source(inside, name, &limits, stop)?;
                    // All of it was read for the copy.
                    progress.finish();
                    return Ok((members, progress));
                }
                Self::stream(kind, name, Box::new(reader), limits).map_err(|fault| fault.inside(packing))?
            }
            kind => Self::stream(kind, name, Box::new(counted), limits)?,
        };
        Ok((members, progress))
    }

    fn stream(
        kind: FileKind,
        name: &str,
        reader: Box<dyn Read + Send>,
        limits: ArchiveLimits,
    ) -> Result<Self, ArchiveFault> {
        let is_record = kind == FileKind::Record || is_record_name(without_packing(&name.to_ascii_lowercase()));
        match kind {
            FileKind::Record | FileKind::Zeros | FileKind::Unknown if is_record => Ok(Self::Single {
                name: String::new(),
                reader: Some(reader),
                limits,
            }),
            FileKind::Tar | FileKind::Zeros => Ok(Self::Tar(TarBlocks::new(reader), limits)),
            FileKind::Unsupported(name) => Err(ArchiveFault::Unsupported(name)),
            _ => Err(ArchiveFault::Unknown),
        }
    }

    pub(crate) fn next_item(&mut self) -> Result<Option<Entry>, ArchiveError> {
        match self {
            Self::Tar(blocks, limits) => blocks.next_item(limits),
            Self::Zip(members) => members.next_item(),
            Self::SevenZip(members) => members.next_item(),
            Self::Folder {
                root,
                files,
                limits,
                progress,
            } => {
                let next = files.pop();
                Ok(next.map(|(below, len)| next_file(root, &below, len, limits, progress)))
            }
            Self::Single { name, reader, limits } => {
                let Some(reader) = reader.take() else { return Ok(None) };
                let path = name.clone();
                let bytes = read_at_most(reader, 0, limits.record.saturating_add(1))?;
                Ok(Some(limits.entry_of(path, bytes)))
            }
        }
    }

    pub const fn limits(&self) -> &ArchiveLimits {
        match self {
            Self::Tar(_, limits) => limits,
            Self::Zip(members) => &members.limits,
            Self::SevenZip(members) => &members.limits,
            Self::Folder { limits, .. } | Self::Single { limits, .. } => limits,
        }
    }
}

/// Reads a file below `root`, or tells why it is skipped. One that cannot be read does not
/// affect the others.
fn next_file(
    root: &Path,
    below: &Path,
    len: Result<u64, SkipReason>,
    limits: &ArchiveLimits,
    progress: &Progress,
) -> Entry {
    let path = slashed(below);
    let entry = len.and_then(|len| {
        let entry = read_file(root, &path, below, len, limits);
        let entry = entry.map_err(|error| skip_unread(&path, SkipReason::Unreadable(error.to_string())));
        // The bytes of an archive count as they are read.
        if !matches!(entry, Ok(Entry::Archive(..))) {
            progress.advance(len);
        }
        entry
    });
    entry.unwrap_or_else(|reason| Entry::skipped(path, reason))
}

fn read_file(root: &Path, path: &str, below: &Path, len: u64, limits: &ArchiveLimits) -> io::Result<Entry> {
    let path = path.to_owned();
    let mut file = open_regular(&root.join(below))?;
    let head = read_at_most(&mut file, 0, HEAD_LEN as u64)?;
    match member_kind(&path, &head) {
        Ok(FileKind::Record) => {
            let rest = limits.record.saturating_add(1);
            let bytes = read_at_most(head.chain(file), len, rest)?;
            Ok(limits.entry_of(path, bytes))
        }
        Ok(_) => {
            file.rewind()?;
            let source = InnerFile::File(file);
            Ok(Entry::Archive(path, source))
        }
        Err(reason) => Ok(Entry::skipped(path, reason)),
    }
}

/// Returns whether a file is a record or an archive, readable or not, by its beginning and its name.
pub fn is_record_or_archive(path: &Path) -> bool {
    let head = open_regular(path).and_then(|file| read_at_most(file, 0, HEAD_LEN as u64));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_file() && member_kind(&name, &head.unwrap_or_default()) != Err(SkipReason::OtherFile)
}

/// Adds the contents of `folder`, which is below `root`, to the folders and files.
fn walk(
    root: &Path,
    folder: &Path,
    folders: &mut Vec<PathBuf>,
    files: &mut Vec<(PathBuf, Result<u64, SkipReason>)>,
) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            folders.push(path);
        } else {
            let len = file_len(&entry.path(), &path, kind);
            files.push((path, len));
        }
    }
    Ok(())
}

/// Returns the length in bytes of the file at `full`, which may be a link to a
/// file. Links to folders are not followed, because they can form a circle.
fn file_len(full: &Path, path: &Path, kind: FileType) -> Result<u64, SkipReason> {
    if kind.is_symlink() && full.is_dir() {
        return Err(SkipReason::Special("a symbolic link to a folder"));
    }
    let path = slashed(path);
    if NameKind::of(&path) == NameKind::Attributes {
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
