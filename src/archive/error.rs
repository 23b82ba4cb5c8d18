//! Errors of reading archives.

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
    /// The file or folder, as the user named it.
    pub archive: PathBuf,
    /// The path in the archive of the member that was cut off or could not be read.
    pub member: Option<String>,
    /// The fault.
    pub fault: Fault,
}

fn cut_member(member: &Option<String>) -> String {
    match member {
        Some(member) => format!(" (member {member} was cut)"),
        None => String::new(),
    }
}

/// A fault of an archive. Displays as the text after the archive's name.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
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
    #[error("it is neither a game record (.sgf, .gib, .ngf, .ugf, .ugi), nor a tar, gzip or zip archive, nor a folder")]
    Unknown,
    /// The archive is of a kind that is not supported. The text names it, with an
    /// article.
    #[error("it is {0}, which cannot be read here; unpack it first")]
    Unsupported(&'static str),
    /// The gzip data contain nothing known.
    #[error("its gzip data hold neither a game record (.sgf, .gib, .ngf, .ugf, .ugi) nor a tar archive")]
    UnknownInGzip,
    /// The gzip data contain an archive of a kind that is not supported there. The
    /// text names it, with an article.
    #[error("its gzip data hold {0}, which cannot be read there; unpack it first")]
    UnsupportedInGzip(&'static str),
    /// The gzip data are cut off.
    #[error("the gzip data end early, after {after} of its bytes")]
    GzipEndsEarly {
        /// The number of compressed bytes read, which are all.
        after: u64,
    },
    /// The gzip data cannot be unpacked, or their checksum is wrong.
    #[error("the gzip data are damaged before byte {before}: {source}")]
    GzipDamaged {
        /// The offset in the compressed bytes at which the fault was noticed.
        before: u64,
        /// The error of the decoder.
        source: io::Error,
    },
    /// The tar archive ends inside a member or a header.
    #[error("the tar archive ends early, after {after} bytes")]
    TarEndsEarly {
        /// The length of the (unpacked) tar archive, in bytes.
        after: u64,
    },
    /// The tar archive ends where a header could follow, but without an end mark.
    #[error("the tar archive ends without its end mark, after {after} bytes, and may have been cut")]
    TarWithoutEnd {
        /// The length of the (unpacked) tar archive, in bytes.
        after: u64,
    },
    /// The header of a member is invalid.
    #[error("the tar archive is damaged at byte {at}: {what}")]
    TarDamaged {
        /// The offset of the header in the (unpacked) tar archive.
        at: u64,
        /// The fault of the header.
        what: &'static str,
    },
    /// The list of members at the end of a zip archive cannot be read.
    #[error("the zip archive's list of members is missing or damaged, so it may have been cut: {0}")]
    ZipDirectory(String),
}

impl From<Stopped> for Fault {
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

/// Returns the fault that a reader wrapped in the error (`into_io`), or else the
/// system's error as a fault.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        error.downcast().unwrap_or_else(Fault::Io)
    }
}

impl Fault {
    /// Returns the fault for gzip data with content that has this fault by itself.
    pub(super) fn in_gzip(self) -> Self {
        match self {
            Self::Unknown => Self::UnknownInGzip,
            Self::Unsupported(kind) => Self::UnsupportedInGzip(kind),
            other => other,
        }
    }

    /// Wraps the fault to pass it through [`io::Read`].
    pub(super) fn into_io(self) -> io::Error {
        io::Error::other(self)
    }
}

/// A fault, and the affected member.
#[derive(Debug)]
pub(super) struct Failure {
    pub member: Option<String>,
    pub fault: Fault,
}

impl<E: Into<Fault>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self {
            member: None,
            fault: error.into(),
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
            fault: Fault::GzipEndsEarly { after: 1234 },
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
        let fault = Fault::from(Fault::Empty.into_io());
        assert!(matches!(fault, Fault::Empty));
        let fault = Fault::from(io::Error::other("disk on fire"));
        assert_eq!(fault.to_string(), "it cannot be read: disk on fire");
    }
}
