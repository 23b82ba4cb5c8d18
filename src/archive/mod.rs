//! Reads archives as streams of records: tar archives and single records (plain, or compressed
//! by gzip, bzip2, xz or Zstandard), zip and 7-Zip archives, and folders. The kind of a file is
//! determined by its content, not by its name.
//!
//! [`open`] returns an [`Archive`], an iterator over [`ArchiveItem`]s. In an archive or a
//! folder, files that begin like records, or whose names end in one of `RECORD_NAMES` (in any
//! letter case), are records; everything else is an [`ArchiveItem::Skipped`] with its reason. Archives
//! inside are read too, up to three deep: their members have paths such as `2019.zip/a.sgf`.
//! At most [`MAX_RECORD`] bytes of a member are read into memory. Damage ends the stream
//! with one [`ArchiveError`], after all members before it; damage to an archive inside only ends
//! that one.

mod encoded_names;
mod error;
mod inside;
mod kind;
mod member;
mod members;
mod packing;
mod sevenzip;
mod tar;
mod zip;

#[cfg(any(test, fuzzing))]
pub(crate) mod fuzzing;

use crate::interrupt::Interrupt;
use crate::record::MAX_RECORD;
use std::iter::FusedIterator;
use std::path::{Path, PathBuf};

use error::cut_member;
pub use error::{ArchiveError, ArchiveFault};
pub use inside::Spooled;
use inside::{ArchiveLimits, Entry, InnerFile};
pub(crate) use member::MAX_PATH;
pub use member::{ArchiveItem, Member, SkipReason};
use members::Members;
pub(crate) use members::is_record_or_archive;
pub use packing::Progress;
pub(crate) use packing::open_text;

const SHOWN_PATH: usize = 200;

/// Opens a file or folder. Fails if it does not exist, cannot be read, or is of no
/// kind that holds records.
pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
    open_until(path, &Interrupt::default())
}

/// Opens a file or folder like [`open`]. Soon after `stop` is set, the stream ends
/// with [`ArchiveFault::Stopped`], even within a long member.
pub fn open_until(path: &Path, stop: &Interrupt) -> Result<Archive, ArchiveError> {
    open_within(path, &ArchiveLimits::new(MAX_RECORD, stop), stop)
}

fn open_within(path: &Path, limits: &ArchiveLimits, stop: &Interrupt) -> Result<Archive, ArchiveError> {
    match Members::open(path, limits, stop) {
        Ok((members, progress)) => Ok(Archive {
            path: path.to_owned(),
            levels: vec![OpenLevel {
                path: None,
                members,
                progress: progress.clone(),
                advanced: 0,
            }],
            progress,
            stop: stop.clone(),
        }),
        Err(fault) => Err(ArchiveError {
            archive: path.to_owned(),
            ..fault.into()
        }),
    }
}

/// The members of an archive, folder or single record, in the order of the archive,
/// or by path for a folder.
pub struct Archive {
    path: PathBuf,
    /// The archive, and those inside that are being read, the innermost one last. Empty after the
    /// end or an error.
    levels: Vec<OpenLevel>,
    progress: Progress,
    stop: Interrupt,
}

struct OpenLevel {
    path: Option<String>,
    members: Members,
    progress: Progress,
    /// The number of its bytes that the progress of a folder has.
    advanced: u64,
}

impl Archive {
    /// Returns a handle on the progress of reading, for another thread to display.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn next_item(&mut self) -> Result<Option<ArchiveItem>, ArchiveError> {
        while let Some(level) = self.levels.last_mut() {
            self.stop.check()?;
            let entry = level.members.next_item();
            self.advance();
            let Some(level) = self.levels.last() else { break };
            let path = level.path.as_ref();
            match (entry, path) {
                (Ok(Some(Entry::Item(item))), None) => return Ok(Some(with_short_path(item))),
                (Ok(Some(Entry::Item(item))), Some(path)) => return Ok(Some(with_short_path(below(path, item)))),
                (Ok(Some(Entry::Archive(below, source))), path) => {
                    let path = path.map_or_else(|| below.clone(), |outer| format!("{outer}/{below}"));
                    if let Some(item) = self.enter(path, source)? {
                        return Ok(Some(item));
                    }
                }
                (Ok(None), _) => self.leave(),
                // Damage to an archive inside does not affect the one around it.
                (Err(ArchiveError { member, fault, .. }), Some(path)) if !matches!(fault, ArchiveFault::Stopped) => {
                    let reason = SkipReason::Archive(format!("{fault}{}", cut_member(&member)));
                    let item = ArchiveItem::Skipped {
                        path: path.clone(),
                        reason,
                    };
                    self.leave();
                    return Ok(Some(with_short_path(item)));
                }
                (Err(failure), _) => return Err(failure),
            }
        }
        Ok(None)
    }

    /// Opens an archive inside. Returns the reason if it cannot be read.
    fn enter(&mut self, path: String, source: InnerFile) -> Result<Option<ArchiveItem>, ArchiveError> {
        let Some(outer) = self.levels.last() else {
            return Ok(None);
        };
        let limits = outer.members.limits();
        // The name of a record is that of its file.
        let name = path.rsplit('/').next().unwrap_or(&path);
        let reason = match Members::of_source(source, name, limits, &self.stop) {
            _ if path.len() > MAX_PATH => SkipReason::NameTooLong,
            Ok((members, progress)) => {
                self.levels.push(OpenLevel {
                    path: Some(path),
                    members,
                    progress,
                    advanced: 0,
                });
                return Ok(None);
            }
            Err(ArchiveFault::Stopped) => return Err(ArchiveFault::Stopped.into()),
            Err(ArchiveFault::Unknown | ArchiveFault::UnknownInside(_) | ArchiveFault::Empty) => SkipReason::OtherFile,
            Err(ArchiveFault::Encrypted) => SkipReason::Encrypted,
            Err(fault) => SkipReason::Archive(fault.to_string()),
        };
        Ok(Some(with_short_path(ArchiveItem::Skipped { path, reason })))
    }

    /// Closes the innermost archive. What was not read of it counts as read.
    fn leave(&mut self) {
        if let Some(level) = self.levels.last() {
            level.progress.finish();
        }
        self.advance();
        self.levels.pop();
    }

    /// Adds what was read of an archive in a folder to the progress of the folder.
    fn advance(&mut self) {
        let [
            OpenLevel {
                members: Members::Folder { .. },
                ..
            },
            file,
            ..,
        ] = &mut self.levels[..]
        else {
            return;
        };
        let read = file.progress.bytes_read();
        self.progress.advance(read - file.advanced);
        file.advanced = read;
    }
}

impl Iterator for Archive {
    type Item = Result<ArchiveItem, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.levels.is_empty() {
            return None;
        }
        match self.next_item() {
            Ok(Some(item)) => Some(Ok(item)),
            Ok(None) => {
                self.progress.finish();
                None
            }
            Err(error) => {
                self.levels.clear();
                Some(Err(ArchiveError {
                    archive: self.path.clone(),
                    ..error
                }))
            }
        }
    }
}

impl FusedIterator for Archive {}

/// Returns a member of the archive inside at `outer`, with its whole path. A single record has
/// that of its file.
fn below(outer: &str, mut item: ArchiveItem) -> ArchiveItem {
    let (ArchiveItem::Record(Member { path, .. }) | ArchiveItem::Skipped { path, .. }) = &mut item;
    *path = if path.is_empty() {
        outer.to_owned()
    } else {
        format!("{outer}/{path}")
    };
    item
}

fn with_short_path(item: ArchiveItem) -> ArchiveItem {
    let (path, reason) = match item {
        ArchiveItem::Record(Member { path, .. }) if path.len() > MAX_PATH => (path, SkipReason::NameTooLong),
        ArchiveItem::Skipped { path, reason } if path.len() > MAX_PATH => (path, reason),
        item => return item,
    };
    let path = path.chars().take(SHOWN_PATH).chain(['…']).collect();
    ArchiveItem::Skipped { path, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::{self, Write};
    use std::io::{Cursor, Read};
    use testkit::{gzip, tar, zip};

    fn read(bytes: &[u8], name: &str, limit: u64) -> Vec<ArchiveItem> {
        let folder = tempfile::tempdir().expect("works");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("works");
        let stop = Interrupt::default();
        let archive = open_within(&path, &ArchiveLimits::new(limit, &stop), &stop).expect("works");
        archive.map(|item| item.expect("an item")).collect()
    }

    fn record(path: &str, bytes: &[u8]) -> ArchiveItem {
        ArchiveItem::Record(Member {
            path: path.to_owned(),
            bytes: bytes.to_vec(),
        })
    }

    fn too_large(path: &str) -> ArchiveItem {
        ArchiveItem::Skipped {
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
            .expect("works");
        header.set_size(4);
        archive
            .append_data(&mut header, "small.sgf", &b"(;B)"[..])
            .expect("works");
        archive.into_inner().expect("works").finish().expect("works")
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
            ArchiveItem::Record(_)
        ));

        let mut zip = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, len) in [("large.sgf", 9), ("small.sgf", 8)] {
            zip.start_file(name, ::zip::write::SimpleFileOptions::default())
                .expect("works");
            zip.write_all(&b"(;B[aa])"[..8.min(len)]).expect("works");
            zip.write_all(&b" "[..len - 8]).expect("works");
        }
        let bytes = zip.finish().expect("works").into_inner();
        let expected = [too_large("large.sgf"), record("small.sgf", b"(;B[aa])")];
        assert_eq!(read(&bytes, "a.zip", 8), expected);

        for (len, expected) in [(8, record("a.sgf", b"(;B[aa])")), (7, too_large("a.sgf"))] {
            assert_eq!(read(b"(;B[aa])", "a.sgf", len), [expected]);
        }
        assert_eq!(read(&gzip(b"(;B[aa])"), "a.sgf.gz", 7), [too_large("a.sgf.gz")]);
    }

    #[test]
    fn a_folder_has_the_limit_too() {
        let folder = tempfile::tempdir().expect("works");
        fs::write(folder.path().join("a.sgf"), "(;B[aa])").expect("works");
        fs::write(folder.path().join("b.sgf"), "(;B[a])").expect("works");
        let stop = Interrupt::default();
        let archive = open_within(folder.path(), &ArchiveLimits::new(7, &stop), &stop).expect("works");
        let items = archive.map(|item| item.expect("an item"));
        assert_eq!(
            items.collect::<Vec<_>>(),
            [too_large("a.sgf"), record("b.sgf", b"(;B[a])")]
        );
    }

    #[test]
    fn what_is_unpacked_of_archives_inside_is_bounded() {
        const LEN: usize = 100_000;
        const ROOM: usize = 30 * LEN;
        let member = [b"(;B[aa]C[", "x".repeat(LEN).as_bytes(), b"])"].concat();
        let members: Vec<_> = (0..10).map(|number| (format!("{number}.sgf"), &member[..])).collect();
        let folder = tempfile::tempdir().expect("works");
        let path = folder.path().join("a");
        let stop = Interrupt::default();
        let mut limits = ArchiveLimits::new(MAX_RECORD, &stop);
        limits.min_room = ROOM as u64;
        // Returns the records, and whether the last thing told is that there is no room.
        let read = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("works");
            let (mut records, mut is_told) = (Vec::new(), false);
            for item in open_within(&path, &limits, &stop).expect("works") {
                is_told = match item {
                    Ok(ArchiveItem::Record(member)) => {
                        records.push(member.bytes.len());
                        false
                    }
                    Ok(ArchiveItem::Skipped { reason, .. }) => reason.to_string() == ArchiveFault::NoRoom.to_string(),
                    Err(error) => matches!(error.fault, ArchiveFault::NoRoom),
                };
            }
            (records, is_told)
        };
        let within = zip(&[("a.tgz", gzip(&tar(&members)))]);
        for inner in [zip(&members), gzip(&tar(&members)), tar(&members), within] {
            let outer: Vec<_> = (0..40).map(|number| (format!("{number}.zip"), &inner[..])).collect();
            for outer in [zip(&outer), gzip(&zip(&outer))] {
                let room = ROOM.max(outer.len() * inside::ROOM_FACTOR as usize);
                assert!(room < 400 * LEN, "{room}");
                let (records, is_told) = read(&outer);
                assert!(is_told && !records.is_empty());
                assert!(records.iter().sum::<usize>() <= room);
            }
        }
        // What is in no other archive is not bounded.
        let many: Vec<_> = (0..100).map(|number| (format!("{number}.sgf"), &member[..])).collect();
        for bytes in [zip(&many), gzip(&tar(&many))] {
            assert_eq!(read(&bytes).0.len(), 100);
        }
    }

    #[test]
    fn an_archive_that_is_stopped_ends_there() {
        let folder = tempfile::tempdir().expect("works");
        for name in ["a.sgf", "b.sgf"] {
            fs::write(folder.path().join(name), "(;B[aa])").expect("works");
        }
        let stop = Interrupt::default();
        let mut archive = open_until(folder.path(), &stop).expect("works");
        assert!(matches!(archive.next(), Some(Ok(ArchiveItem::Record(_)))));
        stop.set();
        let error = archive.next().expect("works").expect_err("is refused");
        assert!(matches!(error.fault, ArchiveFault::Stopped), "{error}");
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
        assert_eq!(read(&bytes, "a.tgz", MAX_RECORD), expected);
    }
}
