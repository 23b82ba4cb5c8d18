//! Reads archives as streams of records: tar archives (plain or gzipped), zip
//! archives, folders, and single records (plain or gzipped). The kind of a file is
//! determined by its content, not by its name.
//!
//! [`open`] returns an [`Archive`], an iterator over [`Item`]s. In an archive or a
//! folder, the files whose names end like those of records (`RECORD_NAMES`, in any
//! letter case) are records; everything else is an [`Item::Skipped`] with its reason. At most
//! [`MAX_MEMBER`] bytes of a member are read into memory. Damage ends the stream
//! with one [`ArchiveError`], after all members before it.

mod error;
mod folder;
mod gzip;
mod kind;
mod member;
mod progress;
mod spooled;
mod tar;
mod text_file;
mod zip;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

use crate::interrupt::Interrupt;
use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Seek};
use std::iter::FusedIterator;
use std::path::{Path, PathBuf};

use self::tar::TarMembers;
use self::zip::ZipMembers;
use error::Failure;
pub use error::{ArchiveError, Fault};
use folder::FolderMembers;
use gzip::Gunzip;
pub(crate) use kind::is_archive_name;
use kind::{FileKind, HEAD_LEN, is_record_name};
use member::{FILE_BUFFER, Unpacked, read_at_most};
pub use member::{Item, MAX_MEMBER, MAX_PATH, Member, SkipReason};
use progress::Counted;
pub use progress::Progress;
pub use spooled::Spooled;
pub(crate) use text_file::open_text;

/// The number of characters shown of a longer path.
const SHOWN_PATH: usize = 200;

/// The size of the buffer between unpacking and the tar reader, which reads in
/// small pieces. On 100,000 records, this takes less than half the time of a buffer
/// of one block.
const UNPACKED_BUFFER: usize = 256 << 10;

/// Opens a file or folder. Fails if it does not exist, cannot be read, or is of no
/// kind that holds records.
pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
    open_until(path, &Interrupt::default())
}

/// Opens a file or folder like [`open`]. Soon after `stop` is set, the stream ends
/// with [`Fault::Stopped`], even within a long member.
pub fn open_until(path: &Path, stop: &Interrupt) -> Result<Archive, ArchiveError> {
    open_with_limit(path, MAX_MEMBER, stop)
}

fn open_with_limit(path: &Path, limit: u64, stop: &Interrupt) -> Result<Archive, ArchiveError> {
    match Members::open(path, limit, stop) {
        Ok((members, progress)) => Ok(Archive {
            path: path.to_owned(),
            members: Some(members),
            progress,
            stop: stop.clone(),
        }),
        Err(fault) => Err(ArchiveError {
            archive: path.to_owned(),
            member: None,
            fault,
        }),
    }
}

/// The members of an archive, folder or single record, in the order of the archive,
/// or by path for a folder.
pub struct Archive {
    path: PathBuf,
    /// `None` after the end or an error.
    members: Option<Members>,
    progress: Progress,
    stop: Interrupt,
}

impl Archive {
    /// Returns a handle on the progress of reading, for another thread to display.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }
}

impl Iterator for Archive {
    type Item = Result<Item, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let members = self.members.as_mut()?;
        let item = match self.stop.check() {
            Ok(()) => members.next_item(),
            Err(stopped) => Err(stopped.into()),
        };
        match item {
            Ok(Some(item)) => Some(Ok(with_short_path(item))),
            Ok(None) => {
                self.members = None;
                self.progress.finish();
                None
            }
            Err(Failure { member, fault }) => {
                self.members = None;
                Some(Err(ArchiveError {
                    archive: self.path.clone(),
                    member,
                    fault,
                }))
            }
        }
    }
}

impl FusedIterator for Archive {}

/// Skips a member with too long a path, and shortens the path.
fn with_short_path(item: Item) -> Item {
    let (path, reason) = match item {
        Item::Record(Member { path, .. }) if path.len() > MAX_PATH => (path, SkipReason::NameTooLong),
        Item::Skipped { path, reason } if path.len() > MAX_PATH => (path, reason),
        item => return item,
    };
    let path = path.chars().take(SHOWN_PATH).chain(['…']).collect();
    Item::Skipped { path, reason }
}

/// The members of each kind of archive.
enum Members {
    Tar(TarMembers),
    Zip(ZipMembers),
    Folder(FolderMembers),
    Single(Single),
}

impl Members {
    fn open(path: &Path, limit: u64, stop: &Interrupt) -> Result<(Self, Progress), Fault> {
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            let (members, progress) = FolderMembers::new(path, limit, stop)?;
            return Ok((Self::Folder(members), progress));
        }
        if !metadata.is_file() {
            return Err(Fault::NotAFile);
        }
        let mut file = File::open(path)?;
        let head = read_at_most(&mut file, 0, HEAD_LEN as u64)?;
        file.rewind()?;
        if head.is_empty() {
            return Err(Fault::Empty);
        }
        let progress = Progress::new(metadata.len());
        let kind = FileKind::of(&head);
        if kind == FileKind::Zip {
            let members = ZipMembers::new(file, limit, progress.clone())?;
            return Ok((Self::Zip(members), progress));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let reader = Counted {
            inner: BufReader::with_capacity(FILE_BUFFER, file),
            progress: progress.clone(),
            stop: stop.clone(),
        };
        let members = if kind == FileKind::Gzip {
            let mut reader = BufReader::with_capacity(UNPACKED_BUFFER, Gunzip::new(reader));
            let head = read_at_most(&mut reader, 0, HEAD_LEN as u64)?;
            let kind = FileKind::of(&head);
            let reader = Box::new(Cursor::new(head).chain(reader));
            Self::stream(kind, &name, reader, limit).map_err(Fault::in_gzip)?
        } else {
            Self::stream(kind, &name, Box::new(reader), limit)?
        };
        Ok((members, progress))
    }

    /// Opens a stream of this kind in a file of this name.
    fn stream(kind: FileKind, name: &str, reader: Unpacked, limit: u64) -> Result<Self, Fault> {
        let lower = name.to_ascii_lowercase();
        let is_record = kind == FileKind::Record || is_record_name(lower.trim_end_matches(".gz"));
        match kind {
            FileKind::Record | FileKind::Zeros | FileKind::Unknown if is_record => Ok(Self::Single(Single {
                name: name.to_owned(),
                reader: Some(reader),
                limit,
            })),
            FileKind::Tar | FileKind::Zeros => Ok(Self::Tar(TarMembers::new(reader, limit))),
            FileKind::Record | FileKind::Unknown => Err(Fault::Unknown),
            FileKind::Unsupported(name) => Err(Fault::Unsupported(name)),
            // Gzip files are unpacked, so this one is inside gzip data.
            FileKind::Gzip => Err(Fault::Unsupported("another gzip file")),
            FileKind::Zip => Err(Fault::Unsupported("a zip archive")),
        }
    }

    fn next_item(&mut self) -> Result<Option<Item>, Failure> {
        match self {
            Self::Tar(members) => members.next_item(),
            Self::Zip(members) => members.next_item(),
            Self::Folder(members) => Ok(members.next_item()),
            Self::Single(single) => single.next_item(),
        }
    }
}

/// A single record.
struct Single {
    name: String,
    /// `None` once it has been read.
    reader: Option<Unpacked>,
    /// The length of the longest record, in bytes.
    limit: u64,
}

impl Single {
    fn next_item(&mut self) -> Result<Option<Item>, Failure> {
        let Some(reader) = self.reader.take() else {
            return Ok(None);
        };
        let path = self.name.clone();
        let bytes = read_at_most(reader, 0, self.limit.saturating_add(1))?;
        Ok(Some(if bytes.len() as u64 > self.limit {
            let reason = SkipReason::TooLarge;
            Item::Skipped { path, reason }
        } else {
            Item::Record(Member { path, bytes })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::{self, Write};
    use testkit::gzip;

    /// Returns the items of a file with these bytes, read with a limit on records.
    fn read(bytes: &[u8], name: &str, limit: u64) -> Vec<Item> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let archive = open_with_limit(&path, limit, &Interrupt::default()).unwrap();
        archive.map(Result::unwrap).collect()
    }

    fn record(path: &str, bytes: &[u8]) -> Item {
        Item::Record(Member {
            path: path.to_owned(),
            bytes: bytes.to_vec(),
        })
    }

    fn too_large(path: &str) -> Item {
        Item::Skipped {
            path: path.to_owned(),
            reason: SkipReason::TooLarge,
        }
    }

    /// Returns a compressed tar archive with a record of `len` bytes and one of
    /// four bytes.
    fn large_and_small(len: u64) -> Vec<u8> {
        let mut archive = ::tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        let mut header = ::tar::Header::new_gnu();
        header.set_size(len);
        archive
            .append_data(&mut header, "large.sgf", io::repeat(b' ').take(len))
            .unwrap();
        header.set_size(4);
        archive.append_data(&mut header, "small.sgf", &b"(;B)"[..]).unwrap();
        archive.into_inner().unwrap().finish().unwrap()
    }

    #[test]
    fn records_over_the_limit_are_passed_over() {
        let limit = 1 << 20;
        let bytes = large_and_small(limit + 1);
        let expected = [too_large("large.sgf"), record("small.sgf", b"(;B)")];
        assert_eq!(read(&bytes, "a.tgz", limit), expected);
        // A record at the limit is read.
        assert!(matches!(
            &read(&large_and_small(limit), "a.tgz", limit)[0],
            Item::Record(_)
        ));

        let mut zip = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, len) in [("large.sgf", 9), ("small.sgf", 8)] {
            zip.start_file(name, ::zip::write::SimpleFileOptions::default())
                .unwrap();
            zip.write_all(&b"(;B[aa])"[..8.min(len)]).unwrap();
            zip.write_all(&b" "[..len - 8]).unwrap();
        }
        let bytes = zip.finish().unwrap().into_inner();
        let expected = [too_large("large.sgf"), record("small.sgf", b"(;B[aa])")];
        assert_eq!(read(&bytes, "a.zip", 8), expected);

        for (len, expected) in [(8, record("a.sgf", b"(;B[aa])")), (7, too_large("a.sgf"))] {
            assert_eq!(read(b"(;B[aa])", "a.sgf", len), [expected]);
        }
        assert_eq!(read(&gzip(b"(;B[aa])"), "a.sgf.gz", 7), [too_large("a.sgf.gz")]);
    }

    #[test]
    fn a_folder_has_the_limit_too() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.sgf"), "(;B[aa])").unwrap();
        fs::write(folder.path().join("b.sgf"), "(;B[a])").unwrap();
        let archive = open_with_limit(folder.path(), 7, &Interrupt::default()).unwrap();
        let items = archive.map(Result::unwrap);
        assert_eq!(
            items.collect::<Vec<_>>(),
            [too_large("a.sgf"), record("b.sgf", b"(;B[a])")]
        );
    }

    #[test]
    fn an_archive_that_is_stopped_ends_there() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.sgf", "b.sgf"] {
            fs::write(folder.path().join(name), "(;B[aa])").unwrap();
        }
        let stop = Interrupt::default();
        let mut archive = open_until(folder.path(), &stop).unwrap();
        assert!(matches!(archive.next(), Some(Ok(Item::Record(_)))));
        stop.set();
        let error = archive.next().unwrap().unwrap_err();
        assert!(matches!(error.fault, Fault::Stopped), "{error}");
        assert!(archive.next().is_none());
        assert!(open_until(folder.path(), &stop).is_err());
    }

    #[test]
    fn an_archive_can_move_to_its_own_thread() {
        fn is_send<T: Send>() {}
        is_send::<Archive>();
        is_send::<ArchiveError>();
        is_send::<Progress>();
    }

    /// Two gigabytes of spaces take 9 MB compressed, and some seconds.
    #[test]
    #[ignore = "takes seconds"]
    fn two_gigabytes_are_passed_over() {
        let bytes = large_and_small(2 << 30);
        let expected = [too_large("large.sgf"), record("small.sgf", b"(;B)")];
        assert_eq!(read(&bytes, "a.tgz", MAX_MEMBER), expected);
    }
}
