//! The members of each kind of archive.

use std::fs;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::Path;

use super::error::{Failure, Fault};
use super::folder::FolderMembers;
use super::inside::{Entry, Limits, Source};
use super::kind::{FileKind, HEAD_LEN, begins_record, is_record_name, without_packing};
use super::member::{FILE_BUFFER, Item, Member, SkipReason, Unpacked, read_at_most};
use super::progress::{Counted, Progress};
use super::sevenzip::SevenZipMembers;
use super::tar::TarMembers;
use super::zip::ZipMembers;
use crate::files::open_regular;
use crate::interrupt::Interrupt;

/// The size of the buffer between unpacking and the tar reader, which reads in
/// small pieces. On 100,000 records, this takes less than half the time of a buffer
/// of one block.
const UNPACKED_BUFFER: usize = 256 << 10;

/// The members of each kind of archive.
pub(super) enum Members {
    Tar(TarMembers),
    Zip(ZipMembers),
    SevenZip(Box<SevenZipMembers>),
    Folder(FolderMembers),
    Single(Single),
}

impl Members {
    pub fn open(path: &Path, limits: &Limits, stop: &Interrupt) -> Result<(Self, Progress), Fault> {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            let (members, progress) = FolderMembers::new(path, limits.clone(), stop)?;
            return Ok((Self::Folder(members), progress));
        }
        if !metadata.is_file() {
            return Err(Fault::NotAFile);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let limits = limits.of_file(metadata.len());
        let (mut members, progress) = Self::of_file(Source::File(open_regular(path)?), &name, limits, stop)?;
        if let Self::Single(single) = &mut members {
            single.name = name.into_owned();
        }
        Ok((members, progress))
    }

    /// Opens an archive inside another one with these limits, or in a folder.
    pub fn of_source(source: Source, name: &str, outer: &Limits, stop: &Interrupt) -> Result<(Self, Progress), Fault> {
        let mut limits = match &source {
            Source::File(file) => outer.of_file(file.metadata()?.len()),
            Source::Spooled(_) => outer.of_inside(),
        };
        limits.is_inside = true;
        Self::of_file(source, name, limits, stop)
    }

    fn of_file(mut source: Source, name: &str, limits: Limits, stop: &Interrupt) -> Result<(Self, Progress), Fault> {
        let progress = Progress::new(source.len()?);
        let head = read_at_most(&mut source, 0, HEAD_LEN as u64)?;
        source.rewind()?;
        if head.is_empty() {
            return Err(Fault::Empty);
        }
        let counted = |source| Counted {
            inner: BufReader::with_capacity(FILE_BUFFER, source),
            progress: progress.clone(),
            stop: stop.clone(),
        };
        let members = match FileKind::of(&head) {
            FileKind::Zip => Self::Zip(ZipMembers::new(source.into_file()?, limits, progress.clone())?),
            FileKind::SevenZip => {
                let file = source.into_file()?;
                Self::SevenZip(Box::new(SevenZipMembers::new(
                    file,
                    limits,
                    progress.clone(),
                    stop.clone(),
                )?))
            }
            FileKind::Packed(packing) => {
                let unpacked = limits.bounded(packing.unpack(counted(source), limits.window)?);
                let mut reader = BufReader::with_capacity(UNPACKED_BUFFER, unpacked);
                let head = read_at_most(&mut reader, 0, HEAD_LEN as u64)?;
                let kind = match FileKind::of(&head) {
                    // A text about records is one only if the user names it.
                    FileKind::Record if limits.is_inside && !begins_record(&head) => FileKind::Unknown,
                    kind => kind,
                };
                let reader = Cursor::new(head).chain(reader);
                if matches!(kind, FileKind::Packed(_) | FileKind::Zip | FileKind::SevenZip) {
                    let inside = limits.spool(reader)?.map_err(Fault::Inside)?;
                    let (members, _) = Self::of_source(inside, name, &limits, stop)?;
                    // All of it was read for the copy.
                    progress.finish();
                    return Ok((members, progress));
                }
                Self::stream(kind, name, Box::new(reader), limits).map_err(|fault| fault.inside(packing))?
            }
            kind => Self::stream(kind, name, Box::new(counted(source)), limits)?,
        };
        Ok((members, progress))
    }

    /// Opens a stream of this kind in a file of this name.
    fn stream(kind: FileKind, name: &str, reader: Unpacked, limits: Limits) -> Result<Self, Fault> {
        let is_record = kind == FileKind::Record || is_record_name(without_packing(&name.to_ascii_lowercase()));
        match kind {
            FileKind::Record | FileKind::Zeros | FileKind::Unknown if is_record => Ok(Self::Single(Single {
                name: String::new(),
                reader: Some(reader),
                limits,
            })),
            FileKind::Tar | FileKind::Zeros => Ok(Self::Tar(TarMembers::new(reader, limits))),
            FileKind::Record | FileKind::Unknown => Err(Fault::Unknown),
            FileKind::Unsupported(name) => Err(Fault::Unsupported(name)),
            FileKind::Packed(_) | FileKind::Zip | FileKind::SevenZip => Err(Fault::Unknown),
        }
    }

    pub fn next_item(&mut self) -> Result<Option<Entry>, Failure> {
        match self {
            Self::Tar(members) => members.next_item(),
            Self::Zip(members) => members.next_item(),
            Self::SevenZip(members) => members.next_item(),
            Self::Folder(members) => Ok(members.next_item()),
            Self::Single(single) => Ok(single.next_item()?.map(Entry::Item)),
        }
    }

    pub const fn limits(&self) -> &Limits {
        match self {
            Self::Tar(members) => &members.limits,
            Self::Zip(members) => &members.limits,
            Self::SevenZip(members) => &members.limits,
            Self::Folder(members) => &members.limits,
            Self::Single(single) => &single.limits,
        }
    }
}

/// A single record.
pub(super) struct Single {
    /// Empty for one inside, which has the path of its file.
    name: String,
    /// `None` once it has been read.
    reader: Option<Unpacked>,
    limits: Limits,
}

impl Single {
    fn next_item(&mut self) -> Result<Option<Item>, Failure> {
        let Some(reader) = self.reader.take() else {
            return Ok(None);
        };
        let path = self.name.clone();
        let bytes = read_at_most(reader, 0, self.limits.record.saturating_add(1))?;
        Ok(Some(if bytes.len() as u64 > self.limits.record {
            let reason = SkipReason::TooLarge;
            Item::Skipped { path, reason }
        } else {
            Item::Record(Member { path, bytes })
        }))
    }
}
