//! The members of a zip archive, in the order of its list at the end.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use zip::ZipArchive;
use zip::result::ZipError;

use super::error::{Failure, Fault};
use super::kind::by_name;
use super::progress::Progress;
use super::{Item, Member, SkipReason, read_at_most};

/// Reads the members of a zip archive one after another.
pub(super) struct ZipMembers {
    archive: ZipArchive<BufReader<File>>,
    /// Number of the next member.
    next: usize,
    /// Members that cannot be told from others by their names, until they are told of.
    hidden: u64,
    /// Longest record, in bytes.
    limit: u64,
    progress: Progress,
}

impl ZipMembers {
    pub fn new(file: File, limit: u64, progress: Progress) -> Result<Self, Fault> {
        let listed = listed(&file);
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| match error {
            ZipError::Io(error) if error.raw_os_error().is_some() => Fault::Io(error),
            ZipError::InvalidArchive(reason) => Fault::ZipDirectory(reason.into_owned()),
            error => Fault::ZipDirectory(error.to_string()),
        })?;
        Ok(Self {
            hidden: listed.unwrap_or(0).saturating_sub(archive.len() as u64),
            archive,
            next: 0,
            limit,
            progress,
        })
    }

    /// The next file or link; `None` at the end. Folders are passed over. Damage to one member leaves the others.
    pub fn next_item(&mut self) -> Result<Option<Item>, Failure> {
        while self.next < self.archive.len() {
            let number = self.next;
            self.next += 1;
            let entry = self.archive.by_index_data(number).map_err(unreadable_list)?;
            self.progress.advance(entry.compressed_size());
            if entry.is_dir() {
                continue;
            }
            // A name is UTF-8, or by the standard in the code page of the first PCs. Windows once wrote backslashes.
            let path = entry.name().map_err(unreadable_list)?.replace('\\', "/");
            let size = entry.size();
            let reason = match by_name(&path) {
                Err(reason) => reason,
                Ok(()) if entry.is_symlink() => SkipReason::Special("a symbolic link"),
                Ok(()) if entry.encrypted() => SkipReason::Encrypted,
                Ok(()) if size > self.limit => SkipReason::TooLarge,
                Ok(()) => match self.read(number, size) {
                    Ok(bytes) => return Ok(Some(Item::Record(Member { path, bytes }))),
                    Err(error) => SkipReason::Unreadable(error.to_string()),
                },
            };
            return Ok(Some(Item::Skipped { path, reason }));
        }
        Ok(match std::mem::take(&mut self.hidden) {
            0 => None,
            hidden => Some(Item::Skipped {
                path: format!("({hidden} more in its list)"),
                reason: SkipReason::Unreadable("its name is that of another member".to_owned()),
            }),
        })
    }

    /// The bytes of a member; the reader checks that there are not more than `size` and that their checksum is right.
    fn read(&mut self, number: usize, size: u64) -> Result<Vec<u8>, ZipError> {
        let member = self.archive.by_index(number)?;
        // One byte more shows the reader the end, where it compares the checksum.
        Ok(read_at_most(member, size, size.saturating_add(1))?)
    }
}

/// How many members the record at the end of an archive says there are: the reader keeps one
/// of each name. `None` if the record is not where it is in an ordinary archive.
fn listed(mut file: &File) -> Option<u64> {
    const LENGTH: u64 = 22;
    const LONGEST_COMMENT: u64 = u16::MAX as u64;
    let length = file.seek(SeekFrom::End(0)).ok()?;
    let tail = length.min(LENGTH + LONGEST_COMMENT);
    file.seek(SeekFrom::Start(length - tail)).ok()?;
    let mut bytes = Vec::new();
    file.take(tail).read_to_end(&mut bytes).ok()?;
    file.rewind().ok()?;
    let number = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    let is_record = |at: &usize| {
        let comment = number(at + 20).map(usize::from);
        bytes[*at..].starts_with(b"PK\x05\x06") && comment == Some(bytes.len() - at - LENGTH as usize)
    };
    let at = (0..=bytes.len().checked_sub(LENGTH as usize)?).rev().find(is_record)?;
    // More members than that have another record.
    number(at + 10).filter(|count| *count < u16::MAX).map(u64::from)
}

fn unreadable_list(error: ZipError) -> Fault {
    Fault::ZipDirectory(error.to_string())
}
