//! The members of a zip archive, in the order of its list at the end.

use std::fs::File;
use std::io::BufReader;

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
    /// Longest record, in bytes.
    limit: u64,
    progress: Progress,
}

impl ZipMembers {
    pub fn new(file: File, limit: u64, progress: Progress) -> Result<Self, Fault> {
        let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| match error {
            ZipError::Io(error) if error.raw_os_error().is_some() => Fault::Io(error),
            ZipError::InvalidArchive(reason) => Fault::ZipDirectory(reason.into_owned()),
            error => Fault::ZipDirectory(error.to_string()),
        })?;
        Ok(Self {
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
        Ok(None)
    }

    /// The bytes of a member; the reader checks that there are not more than `size` and that their checksum is right.
    fn read(&mut self, number: usize, size: u64) -> Result<Vec<u8>, ZipError> {
        let member = self.archive.by_index(number)?;
        // One byte more shows the reader the end, where it compares the checksum.
        Ok(read_at_most(member, size, size.saturating_add(1))?)
    }
}

fn unreadable_list(error: ZipError) -> Fault {
    Fault::ZipDirectory(error.to_string())
}
