//! Errors of reading archives.

use super::inside::{MIN_ROOM, ROOM_FACTOR};
use super::packing::Packing;
use crate::files::system_reason;
use crate::interrupt::Stopped;
use std::io;
use std::path::PathBuf;

/// The error for an archive that cannot be read, or not completely. Displays as one
/// sentence with the file, the reason, and the member that was being read if it is
/// lost.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}{}", archive.display(), cut_member(member))]
pub struct ArchiveError {
    pub archive: PathBuf,
    /// The path in the archive of the member that was cut off or could not be read.
    pub member: Option<String>,
    pub fault: ArchiveFault,
}

pub(super) fn cut_member(member: &Option<String>) -> String {
    member
        .as_ref()
        .map_or_else(String::new, |member| format!(" (member {member} was cut)"))
}

/// A fault of an archive. Displays as the text after the archive's name.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    /// The operating system refuses.
    #[error("{}", refusal(.0))]
    Io(#[source] io::Error),
    /// Reading was interrupted.
    #[error("reading it was stopped")]
    Stopped,
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The path is a device, a pipe or a socket.
    #[error("it is neither a file nor a folder")]
    NotAFile,
    /// The file is of an unknown kind.
    #[error("it is neither a game record (.sgf, .gib, .ngf, .ugf, .ugi), nor a tar, zip or 7z archive, nor a folder")]
    Unknown,
    /// The archive is of a kind that is not supported. The text names it, with an
    /// article.
    #[error("it is {0}, which cannot be read here; unpack it, and import the files")]
    Unsupported(&'static str),
    /// The compressed data contain nothing known.
    #[error("its {0} data hold neither a game record (.sgf, .gib, .ngf, .ugf, .ugi) nor a tar archive")]
    UnknownInside(Packing),
    /// The archive is cut off or damaged, or holds something that is not read. The text says what and where.
    #[error("{0}")]
    Damaged(String),
    /// The archives inside have more bytes than they may have.
    #[error("the archives inside unpack to over {} GiB and {ROOM_FACTOR} times the size of the file; unpack it first", MIN_ROOM >> 30)]
    NoRoom,
    /// The archive asks for more memory than archives may take.
    #[error("unpacking it takes more memory than bgo allows; unpack it first")]
    TooMuchMemory,
    /// The archive needs a password.
    #[error("it is encrypted; unpack it first")]
    Encrypted,
}

impl From<Stopped> for ArchiveFault {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

fn refusal(error: &io::Error) -> String {
    match error.kind() {
        // The second is a name that no file on Windows can have, such as `*.tgz`.
        io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "there is no permission to read it".to_owned(),
        _ => format!("it cannot be read: {}", system_reason(error)),
    }
}

impl From<io::Error> for ArchiveFault {
    /// Returns the fault that a reader wrapped in the error (`into_io`), or else the system's error as a fault.
    fn from(error: io::Error) -> Self {
        error.downcast().unwrap_or_else(ArchiveFault::Io)
    }
}

impl ArchiveFault {
    /// Returns whether it ends an archive, and is no damage to one of its members.
    pub(super) const fn ends_archive(&self) -> bool {
        matches!(self, Self::Stopped | Self::NoRoom)
    }

    /// Returns the fault for compressed data with content that has this fault by itself.
    pub(super) fn inside(self, packing: Packing) -> Self {
        match self {
            Self::Unknown => Self::UnknownInside(packing),
            Self::Unsupported(kind) => Self::Damaged(format!(
                "its {packing} data hold {kind}, which cannot be read there; unpack it first"
            )),
            other => other,
        }
    }

    /// Wraps the fault to pass it through [`io::Read`].
    pub(super) fn into_io(self) -> io::Error {
        io::Error::other(self)
    }
}

/// The error names no archive yet: whoever opened it does.
impl<E: Into<ArchiveFault>> From<E> for ArchiveError {
    fn from(error: E) -> Self {
        Self {
            archive: PathBuf::new(),
            member: None,
            fault: error.into(),
        }
    }
}

impl ArchiveError {
    /// Returns the error of a member that was being read.
    pub(super) fn of_member(path: String, fault: ArchiveFault) -> Self {
        Self {
            member: Some(path),
            ..fault.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_one_sentence() {
        let mut error = ArchiveError {
            archive: "a/games.tgz".into(),
            member: Some("tygem/x.sgf".to_owned()),
            fault: ArchiveFault::Damaged("the gzip data end early, after 1234 of its bytes".to_owned()),
        };
        assert_eq!(
            error.to_string(),
            "a/games.tgz: the gzip data end early, after 1234 of its bytes (member tygem/x.sgf was cut)"
        );
        error.member = None;
        error.fault = io::Error::from(io::ErrorKind::NotFound).into();
        assert_eq!(error.to_string(), "a/games.tgz: there is no such file or folder");
    }

    #[test]
    fn a_fault_comes_through_a_reader() {
        let fault = ArchiveFault::from(ArchiveFault::Empty.into_io());
        assert!(matches!(fault, ArchiveFault::Empty));
        let fault = ArchiveFault::from(io::Error::other("disk on fire"));
        assert_eq!(fault.to_string(), "it cannot be read: disk on fire");
    }
}
