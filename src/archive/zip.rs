//! The members of a zip archive, in the order of the list at its end
//! (<https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>).
//!
//! The list is read in pieces: an archive of a million members takes little more memory than
//! one of ten.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};

use encoding_rs::Encoding;
use flate2::bufread::DeflateDecoder;
use rawzip::extra_fields::ExtraFieldId;
use rawzip::{
    CompressionMethod, ErrorKind, FileReader, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, RECOMMENDED_BUFFER_SIZE, ZipArchive,
    ZipArchiveEntryWayfinder, ZipEntries, ZipFileHeaderRecord,
};
use self_cell::{MutBorrow, self_cell};

use super::encoded_names::{add_name, decode_name, encoding_of};
use super::error::{ArchiveError, ArchiveFault};
use super::inside::{ArchiveLimits, Entry};
use super::kind::{FileKind, HEAD_LEN, NameKind, member_kind, skip_unread};
use super::member::{ArchiveItem, FILE_BUFFER, Member, SkipReason, read_at_most};
use super::packing::Progress;

/// The number of bytes of the list in memory at a time; any entry fits.
const LIST_BUFFER: usize = {
    assert!(RECOMMENDED_BUFFER_SIZE <= MAX_CENTRAL_DIRECTORY_RECORD_SIZE);
    MAX_CENTRAL_DIRECTORY_RECORD_SIZE
};

type Entries<'a> = ZipEntries<'a, 'a, FileReader>;

self_cell!(
    /// An archive and a reader of its list, which borrows the archive.
    struct ZipList {
        owner: (ZipArchive<FileReader>, MutBorrow<Vec<u8>>),
        #[not_covariant]
        dependent: Entries,
    }
);

pub(super) struct ZipMembers {
    list: ZipList,
    /// The number of members stated at the end of the archive, and the number
    /// listed so far.
    announced: u64,
    listed: u64,
    /// The encoding of the names that do not state theirs; none for code page 437.
    encoding: Option<&'static Encoding>,
    /// The places of the members read so far, each with the least end of its data.
    taken: BTreeMap<u64, u64>,
    pub limits: ArchiveLimits,
    progress: Progress,
}

struct Listed {
    /// The path; `None` for a folder.
    path: Option<String>,
    is_link: bool,
    is_encrypted: bool,
    method: CompressionMethod,
    size: u64,
    compressed_size: u64,
    offset: u64,
    place: ZipArchiveEntryWayfinder,
}

impl Listed {
    fn new(entry: &ZipFileHeaderRecord<'_>, encoding: Option<&'static Encoding>) -> Self {
        // Windows used to write backslashes.
        let path = name(entry, encoding).replace('\\', "/");
        Self {
            path: (!path.ends_with('/')).then_some(path),
            is_link: entry.mode().is_symlink(),
            is_encrypted: entry.flags().is_encrypted(),
            method: entry.compression_method(),
            size: entry.uncompressed_size_hint(),
            compressed_size: entry.compressed_size_hint(),
            offset: entry.local_header_offset(),
            place: entry.wayfinder(),
        }
    }
}

impl ZipMembers {
    pub fn new(file: File, limits: ArchiveLimits, progress: Progress) -> Result<Self, ArchiveFault> {
        let mut buffer = vec![0; LIST_BUFFER];
        let archive = ZipArchive::from_file(file, &mut buffer).map_err(unreadable_list)?;
        let announced = archive.entries_hint();
        let encoding = encoding_of_names(&archive, &mut buffer);
        let buffer = MutBorrow::new(buffer);
        Ok(Self {
            list: ZipList::new((archive, buffer), |(archive, buffer)| {
                archive.entries(buffer.borrow_mut())
            }),
            announced,
            listed: 0,
            encoding,
            taken: BTreeMap::new(),
            limits,
            progress,
        })
    }

    /// Returns the next file or link, or `None` at the end. Skips folders. Damage
    /// to one member does not affect the others.
    pub(crate) fn next_item(&mut self) -> Result<Option<Entry>, ArchiveError> {
        while let Some(listed) = self.next_listed()? {
            self.progress.advance(listed.compressed_size);
            let Some(path) = listed.path.clone() else { continue };
            let reason = if NameKind::of(&path) == NameKind::Attributes {
                SkipReason::OtherFile
            } else if listed.is_link {
                SkipReason::Special("a symbolic link")
            } else if listed.is_encrypted {
                SkipReason::Encrypted
            } else {
                match self.read(&path, &listed) {
                    Ok(entry) => return Ok(Some(entry)),
                    Err(error) => match ArchiveFault::from(error) {
                        fault if fault.ends_archive() => return Err(fault.into()),
                        ArchiveFault::Io(error) => SkipReason::Unreadable(error.to_string()),
                        fault => SkipReason::Unreadable(fault.to_string()),
                    },
                }
            };
            let reason = skip_unread(&path, reason);
            return Ok(Some(Entry::skipped(path, reason)));
        }
        // Some programs count modulo 2^16.
        if self.listed as u16 != self.announced as u16 {
            let what = format!("it has {} members and announces {}", self.listed, self.announced);
            return Err(unreadable(&what).into());
        }
        Ok(None)
    }

    fn next_listed(&mut self) -> Result<Option<Listed>, ArchiveFault> {
        let encoding = self.encoding;
        let next = self.list.with_dependent_mut(|_, entries| {
            let entry = entries.next_entry()?;
            Ok::<_, rawzip::Error>(entry.as_ref().map(|entry| Listed::new(entry, encoding)))
        });
        let next = next.map_err(unreadable_list)?;
        self.listed += u64::from(next.is_some());
        Ok(next)
    }

    /// Returns a member, read as far as its kind needs. The size and the checksum must match the
    /// list.
    fn read(&mut self, path: &str, listed: &Listed) -> io::Result<Entry> {
        let path = path.to_owned();
        let Listed {
            place,
            offset,
            method,
            size,
            compressed_size,
            ..
        } = *listed;
        // A small archive whose members share their data could be read for hours.
        let end = offset.saturating_add(compressed_size);
        let before = self.taken.range(..end).next_back();
        if before.is_some_and(|(_, &end)| end > offset) {
            return Err(io::Error::other("its data overlaps another member's"));
        }
        if compressed_size > 0 {
            self.taken.insert(offset, end);
        }
        let entry = self.list.borrow_owner().0.get_entry(place).map_err(into_io)?;
        let length = place.compressed_size_hint().clamp(1, FILE_BUFFER as u64);
        let packed = BufReader::with_capacity(length as usize, entry.reader());
        let unpacked: Box<dyn Read + '_> = match method {
            CompressionMethod::STORE => Box::new(packed),
            CompressionMethod::DEFLATE => Box::new(DeflateDecoder::new(packed)),
            other => {
                let other = other.as_u16();
                let what = format!("it is compressed by method {other}, and only 0 (stored) and 8 (deflated) are read");
                return Err(io::Error::other(what));
            }
        };
        let mut data = entry.verifying_reader(self.limits.bounded(unpacked));
        let head = read_at_most(&mut data, size.min(HEAD_LEN as u64), HEAD_LEN as u64)?;
        let reason = match member_kind(&path, &head) {
            Err(reason) => reason,
            Ok(FileKind::Record) if size > self.limits.record => SkipReason::TooLarge,
            Ok(FileKind::Record) => {
                // Reading one byte more reaches the end, where the checksum is compared.
                let bytes = read_at_most(head.chain(data), size, size.saturating_add(1))?;
                return Ok(Entry::Item(ArchiveItem::Record(Member { path, bytes })));
            }
            Ok(_) => {
                let copy = self.limits.spool(head.chain(data))?;
                return Ok(Entry::spooled(path, copy));
            }
        };
        Ok(Entry::skipped(path, reason))
    }
}

/// Returns the name of an entry: the name in the extra field for UTF-8 names if it
/// belongs to the plain name, or else the plain name, which is in UTF-8 if flagged
/// so, and otherwise in the encoding of the archive.
fn name(entry: &ZipFileHeaderRecord<'_>, encoding: Option<&'static Encoding>) -> String {
    let raw = entry.file_path();
    let raw = raw.as_bytes();
    match unicode_name(entry) {
        Some(name) => String::from_utf8_lossy(name).into_owned(),
        None if entry.flags().is_utf8() => String::from_utf8_lossy(raw).into_owned(),
        None => decode_name(raw, encoding),
    }
}

fn unicode_name<'e>(entry: &'e ZipFileHeaderRecord<'_>) -> Option<&'e [u8]> {
    /// The length of the version, which is 1, and of the CRC-32 of the plain name.
    const HEAD: usize = 5;
    let raw = entry.file_path();
    entry.extra_fields().find_map(|(id, data)| {
        let (head, name) = data.split_first_chunk::<HEAD>()?;
        let [version, checksum @ ..] = *head;
        let belongs = version == 1 && u32::from_le_bytes(checksum) == crc32fast::hash(raw.as_bytes());
        (id == ExtraFieldId::INFO_ZIP_UNICODE_PATH && belongs).then_some(name)
    })
}

fn encoding_of_names(archive: &ZipArchive<FileReader>, buffer: &mut [u8]) -> Option<&'static Encoding> {
    let mut names = Vec::new();
    let mut entries = archive.entries(buffer);
    // Damage is reported when the members are read.
    while let Ok(Some(entry)) = entries.next_entry() {
        if !entry.flags().is_utf8() && unicode_name(&entry).is_none() {
            add_name(&mut names, entry.file_path().as_bytes());
        }
    }
    encoding_of(&names)
}

/// Returns the fault for a list that cannot be read, or the system's error.
fn unreadable_list(error: rawzip::Error) -> ArchiveFault {
    let what = error.to_string();
    match into_io(error) {
        refused if refused.raw_os_error().is_some() => ArchiveFault::Io(refused),
        _ => unreadable(&what),
    }
}

fn unreadable(what: &str) -> ArchiveFault {
    ArchiveFault::Damaged(format!(
        "the zip archive's list of members is missing or damaged, so it may have been cut: {what}"
    ))
}

fn into_io(error: rawzip::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::IO(error) => error,
        kind => io::Error::new(io::ErrorKind::InvalidData, kind.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::inside::Entry as FoundEntry;
    use crate::interrupt::Interrupt;
    use std::io::Write;

    const RECORD: &[u8] = b"(;)";

    /// Returns an archive with a stored record for each of these names, flags, methods and extra fields, which states
    /// that it has `announced` members.
    fn archive(entries: &[(&[u8], u16, u16, Vec<u8>)], announced: u16) -> Vec<u8> {
        let about = |method: u16, flags: u16| {
            let mut about = Vec::new();
            // Version needed, flags, method, time and date.
            for number in [20, flags, method, 0, 0x21] {
                about.extend(number.to_le_bytes());
            }
            for number in [crc32fast::hash(RECORD), RECORD.len() as u32, RECORD.len() as u32] {
                about.extend(number.to_le_bytes());
            }
            about
        };
        let member = [&b"PK\x03\x04"[..], &about(0, 0), &[1, 0, 0, 0], b"a", RECORD].concat();
        let mut bytes = member.repeat(entries.len());
        let list_at = bytes.len() as u32;
        for (number, (name, flags, method, extra)) in entries.iter().enumerate() {
            bytes.extend(b"PK\x01\x02\x14\0");
            bytes.extend(about(*method, *flags));
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend((extra.len() as u16).to_le_bytes());
            // The length of the comment, the disk, the attributes, and the offset.
            bytes.extend([0; 10]);
            bytes.extend(((number * member.len()) as u32).to_le_bytes());
            bytes.extend(*name);
            bytes.extend(extra);
        }
        let length = bytes.len() as u32 - list_at;
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend(announced.to_le_bytes());
        bytes.extend(announced.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(list_at.to_le_bytes());
        bytes.extend([0, 0]);
        bytes
    }

    fn read(bytes: &[u8]) -> (Vec<ArchiveItem>, Option<String>) {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(bytes).expect("room");
        let limits = ArchiveLimits::new(1000, &Interrupt::default()).of_file(0);
        let mut members = ZipMembers::new(file, limits, Progress::new(bytes.len() as u64)).expect("a list");
        let mut items = Vec::new();
        loop {
            match members.next_item() {
                Ok(Some(FoundEntry::Item(item))) => items.push(item),
                Ok(Some(FoundEntry::Archive(path, _))) => panic!("{path}"),
                Ok(None) => return (items, None),
                Err(failure) => return (items, Some(failure.fault.to_string())),
            }
        }
    }

    #[test]
    fn names_are_in_the_encoding_that_they_say() {
        let extra = |of: &[u8], name: &str| {
            let data = [&[1][..], &crc32fast::hash(of).to_le_bytes(), name.as_bytes()].concat();
            [b"\x75\x70", &(data.len() as u16).to_le_bytes()[..], &data].concat()
        };
        let old = b"\x81\xe1\xff.sgf";
        let entries = [
            (&old[..], 0, 0, Vec::new()),
            ("围棋.sgf".as_bytes(), 1 << 11, 0, Vec::new()),
            (old, 0, 0, extra(old, "名人.sgf")),
            (old, 0, 0, extra(b"another", "名人.sgf")),
            (b"a\\b.sgf", 0, 0, Vec::new()),
        ];
        let (items, failure) = read(&archive(&entries, 5));
        let paths = items.iter().map(|item| match item {
            ArchiveItem::Record(Member { path, bytes }) if bytes == RECORD => path.as_str(),
            item => panic!("{item:?}"),
        });
        assert_eq!(
            paths.collect::<Vec<_>>(),
            ["üß\u{a0}.sgf", "围棋.sgf", "名人.sgf", "üß\u{a0}.sgf", "a/b.sgf"]
        );
        assert_eq!(failure, None);
    }

    #[test]
    fn another_compression_is_named() {
        let (items, _) = read(&archive(&[(b"a.sgf", 0, 12, Vec::new())], 1));
        let [ArchiveItem::Skipped { reason, .. }] = &items[..] else {
            panic!("{items:?}");
        };
        assert!(reason.to_string().contains("method 12"), "{reason}");
    }

    #[test]
    fn of_members_that_overlap_only_the_first_is_read() {
        let entries = ["a.sgf", "b.txt", "c.sgf"].map(|name| (name.as_bytes(), 0, 0, Vec::new()));
        let bytes = archive(&entries, 3);
        let at = |number: usize| 46 * (number + 1) + 5 * number - 4;
        let list = bytes.len() - 22 - 3 * (46 + 5);
        let mut overlapping = bytes.clone();
        for number in [1, 2] {
            overlapping[list + at(number)..][..4].fill(0);
        }
        let (items, failure) = read(&overlapping);
        assert_eq!(items[0], read(&bytes).0[0]);
        assert_eq!((items.len(), failure), (3, None));
        let ArchiveItem::Skipped { reason, .. } = &items[2] else {
            panic!("{items:?}")
        };
        assert_eq!(
            reason.to_string(),
            "it cannot be read: its data overlaps another member's"
        );
    }

    #[test]
    fn a_list_that_lacks_members_is_told_of_after_those_that_are_there() {
        let (items, failure) = read(&archive(&[(b"a.sgf", 0, 0, Vec::new())], 2));
        assert_eq!(items.len(), 1);
        assert!(failure.is_some_and(|text| text.ends_with("it has 1 members and announces 2")));
        // Some programs count modulo 2^16.
        let many = vec![(&b"a.txt"[..], 0, 0, Vec::new()); (1 << 16) + 1];
        let (items, failure) = read(&archive(&many, 1));
        assert_eq!((items.len(), failure), (many.len(), None));
    }
}
