//! The members of archives, and how many bytes of them are read.

use crate::record::MAX_RECORD;
use std::io::{self, Read};

/// The length of the longest path of a member, in bytes: 64 KiB, more than any file
/// system has.
pub(crate) const MAX_PATH: usize = 64 << 10;

/// The number of bytes of a file that are read at a time.
pub(super) const FILE_BUFFER: usize = 64 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The path inside the archive or below the folder, separated by `/`, U+FFFD
    /// for what is not Unicode; the file name of a single record. A member of an archive
    /// inside has the path of that before its own, as in `2019.zip/a.sgf`.
    pub path: String,
    /// The bytes, at most [`MAX_RECORD`].
    pub bytes: Vec<u8>,
}

/// A member of an archive. Folders are not members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveItem {
    /// An SGF file.
    Record(Member),
    /// Something else, or a record that cannot be read; the stream goes on after it.
    Skipped {
        /// As [`Member::path`].
        path: String,
        reason: SkipReason,
    },
}

impl ArchiveItem {
    pub fn bytes(&self) -> usize {
        match self {
            Self::Record(member) => member.path.len() + member.bytes.len(),
            Self::Skipped { path, .. } => path.len(),
        }
    }
}

/// The reason to skip a member. Displays as the text after its path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// It is neither a record nor an archive, by its name and its content.
    #[error("it is no game record (.sgf, .gib, .ngf, .ugf, .ugi)")]
    OtherFile,
    /// It is an archive inside that is not read, or not to its end; the text is the
    /// reason.
    #[error("{0}")]
    Archive(String),
    /// It is a link, a device or the like with the name of a record; the text names
    /// it, with an article.
    #[error("it is {0}")]
    Special(&'static str),
    /// It is a record longer than [`MAX_RECORD`].
    #[error("it is larger than {} MiB", MAX_RECORD >> 20)]
    TooLarge,
    /// It is a record whose path is longer than `MAX_PATH`.
    #[error("its name is longer than {} KiB", MAX_PATH >> 10)]
    NameTooLong,
    /// It is a record that needs a password.
    #[error("it is encrypted")]
    Encrypted,
    /// It is a record that is damaged, or a file or folder that the system refuses
    /// to read; the text is the reason.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}

impl SkipReason {
    /// Returns whether games may be missing without the member: it is damaged, or could be read elsewhere.
    pub(crate) const fn may_hide_games(&self) -> bool {
        !matches!(self, Self::OtherFile | Self::Special(_))
    }
}

/// Reads up to `limit` bytes. `expected` is the size that the header states, which
/// may be wrong. Reserves that much, up to the largest member: growing step by step
/// would touch half as much memory again.
pub(super) fn read_at_most(reader: impl Read, expected: u64, limit: u64) -> io::Result<Vec<u8>> {
    let reserved = expected.min(limit).min(MAX_RECORD);
    let mut bytes = Vec::with_capacity(reserved as usize);
    reader.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
