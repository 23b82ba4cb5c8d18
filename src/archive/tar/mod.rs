//! The members of a tar archive, in the POSIX `pax` format (ustar with extended
//! headers) with the extensions of GNU tar.
//!
//! This module walks the archive itself and uses the `tar` crate only to read
//! fields. The crate's iterator borrows the archive, so nothing could own both and
//! move to another thread. It also stops at the end mark, so the checksum of
//! surrounding gzip data would never be verified.

mod blocks;

use super::error::{ArchiveError, ArchiveFault};
use super::inside::{ArchiveLimits, Entry};
use super::kind::{FileKind, HEAD_LEN, member_kind, skip_unread};
use super::member::{ArchiveItem, Member, SkipReason};
pub(super) use blocks::TarBlocks;
use std::io::Read;
use tar::{EntryType, Header};

/// The length of the longest name or extended header to read, in bytes. Real ones
/// have a few hundred.
const MAX_EXTENSION: u64 = 1 << 20;

impl TarBlocks {
    /// Returns the next file, link or the like, or `None` at the end. Skips
    /// folders.
    pub(crate) fn next_item(&mut self, limits: &ArchiveLimits) -> Result<Option<Entry>, ArchiveError> {
        let mut extension = Extension::default();
        while let Some(header) = self.next_header()? {
            let size = header
                .entry_size()
                .map_err(|_| self.damaged("a member's size is not a number"))?;
            self.set_size(size)?;
            match header.entry_type() {
                EntryType::GNULongName | EntryType::XHeader if size > MAX_EXTENSION => {
                    let what = "a name or an extended header has an impossible length";
                    return Err(self.damaged(what).into());
                }
                EntryType::GNULongName => {
                    extension.path = Some(self.read_data(size)?);
                }
                EntryType::XHeader => {
                    let records = self.read_data(size)?;
                    extension
                        .read_pax(&records)
                        .ok_or_else(|| self.damaged("an extended header is not in order"))?;
                }
                // Their contents are not needed.
                EntryType::GNULongLink | EntryType::XGlobalHeader => {}
                _ => {
                    if let Some(item) = self.member(&header, size, &extension, limits)? {
                        return Ok(Some(item));
                    }
                    extension = Extension::default();
                }
            }
        }
        Ok(None)
    }

    /// Returns the member of `header`, with `size` bytes of data, or `None` for a
    /// folder.
    fn member(
        &mut self,
        header: &Header,
        size: u64,
        extension: &Extension,
        limits: &ArchiveLimits,
    ) -> Result<Option<Entry>, ArchiveError> {
        let size = extension.size.unwrap_or(size);
        let path = extension.path_of(header);
        let kind = header.entry_type();
        let special = match kind {
            EntryType::Link => Some("a hard link"),
            EntryType::Symlink => Some("a symbolic link"),
            EntryType::Char | EntryType::Block | EntryType::Fifo => Some("a device or a pipe"),
            EntryType::Regular | EntryType::Continuous if !extension.sparse => None,
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => Some("a sparse file"),
            _ => Some("an entry of an unknown type"),
        };
        let has_no_data = matches!(
            kind,
            EntryType::Link
                | EntryType::Symlink
                | EntryType::Char
                | EntryType::Block
                | EntryType::Directory
                | EntryType::Fifo
        );
        self.set_size(if has_no_data { 0 } else { size })?;
        if kind.is_gnu_sparse() {
            self.pass_sparse_map(header)?;
        }
        // Archives from before POSIX have no type for folders.
        if kind.is_dir() || path.ends_with('/') {
            return Ok(None);
        }
        if let Some(special) = special {
            let reason = skip_unread(&path, SkipReason::Special(special));
            return Ok(Some(Entry::skipped(path, reason)));
        }
        let entry = self.file(&path, size, limits);
        entry.map(Some).map_err(|fault| ArchiveError::of_member(path, fault))
    }

    /// Returns the file of the following `size` bytes, read as far as its kind needs.
    fn file(&mut self, path: &str, size: u64, limits: &ArchiveLimits) -> Result<Entry, ArchiveFault> {
        let path = path.to_owned();
        let head = self.read_data(size.min(HEAD_LEN as u64))?;
        let reason = match member_kind(&path, &head) {
            Err(reason) => reason,
            Ok(FileKind::Record) if size > limits.record => SkipReason::TooLarge,
            Ok(FileKind::Record) => {
                let bytes = self.read_rest(head, size)?;
                return Ok(Entry::Item(ArchiveItem::Record(Member { path, bytes })));
            }
            Ok(_) => {
                let rest = size - head.len() as u64;
                let mut data = self.by_ref().take(rest);
                let copy = limits.spool(head.chain(&mut data))?;
                let left = data.limit();
                // What was skipped needs no more than is there.
                return match (&copy, left) {
                    (Ok(_), 1..) => Err(self.ends_early()),
                    _ => Ok(Entry::spooled(path, copy)),
                };
            }
        };
        Ok(Entry::skipped(path, reason))
    }
}

#[derive(Default)]
struct Extension {
    path: Option<Vec<u8>>,
    size: Option<u64>,
    sparse: bool,
}

impl Extension {
    /// Reads a pax extended header, made of records: the length in bytes, a space,
    /// a keyword, `=`, a value and a line feed. Returns `None` if it is malformed.
    fn read_pax(&mut self, mut records: &[u8]) -> Option<()> {
        while !records.is_empty() {
            let space = records.iter().position(|byte| *byte == b' ')?;
            let len = str::from_utf8(&records[..space]).ok()?.parse().ok()?;
            // A value may contain line feeds, so the tar crate's line reader is
            // unsuitable.
            let (record, rest) = records.split_at_checked(len)?;
            records = rest;
            let record = record.get(space + 1..)?.strip_suffix(b"\n")?;
            let equals = record.iter().position(|byte| *byte == b'=')?;
            let (key, value) = (&record[..equals], &record[equals + 1..]);
            match key {
                b"path" | b"GNU.sparse.name" => self.path = Some(value.to_vec()),
                b"size" => self.size = Some(str::from_utf8(value).ok()?.parse().ok()?),
                _ => {}
            }
            self.sparse |= key.starts_with(b"GNU.sparse.");
        }
        Some(())
    }

    fn path_of(&self, header: &Header) -> String {
        let path = match &self.path {
            Some(path) => path.into(),
            None => header.path_bytes(),
        };
        let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
        let path = String::from_utf8_lossy(&path[..end]);
        path.trim_start_matches("./").to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Interrupt;
    use proptest::prelude::*;
    use std::io::Cursor;
    use tar::GnuExtSparseHeader;

    use super::blocks::END;

    fn header(path: &str, size: u64, kind: EntryType) -> Header {
        let mut header = Header::new_gnu();
        header.set_path(path).expect("a path");
        header.set_size(size);
        header.set_entry_type(kind);
        header.set_cksum();
        header
    }

    fn member(path: &str, kind: EntryType, data: &[u8]) -> Vec<u8> {
        let header = header(path, data.len() as u64, kind);
        [
            header.as_bytes(),
            data,
            &vec![0; data.len().next_multiple_of(512) - data.len()],
        ]
        .concat()
    }

    fn file(path: &str, data: &[u8]) -> Vec<u8> {
        member(path, EntryType::Regular, data)
    }

    fn limits(record: u64) -> ArchiveLimits {
        ArchiveLimits::new(record, &Interrupt::default()).of_file(0)
    }

    /// Returns short descriptions of the items, and the fault that ended the
    /// archive.
    fn read(archive: &[u8]) -> (Vec<String>, Option<ArchiveError>) {
        let mut members = TarBlocks::new(Box::new(Cursor::new(archive.to_vec())));
        let mut items = Vec::new();
        loop {
            match members.next_item(&limits(1000)) {
                Ok(Some(Entry::Item(ArchiveItem::Record(Member { path, bytes })))) => {
                    items.push(format!("{path}: {}", String::from_utf8_lossy(&bytes)));
                }
                Ok(Some(Entry::Item(ArchiveItem::Skipped { path, reason }))) => {
                    items.push(format!("{path}, {reason}"));
                }
                Ok(Some(Entry::Archive(path, _))) => items.push(format!("{path}, inside")),
                Ok(None) => return (items, None),
                Err(failure) => return (items, Some(failure)),
            }
        }
    }

    fn read_all(archive: &[u8]) -> Vec<String> {
        let (items, failure) = read(archive);
        assert!(failure.is_none(), "{failure:?}");
        items
    }

    #[test]
    fn records_and_others() {
        let archive = [
            member("./games/", EntryType::Directory, b""),
            file("./games/a.sgf", b"(;a)"),
            file("games/readme", &[b'x'; 700]),
            member("games/b.sgf", EntryType::Link, b""),
            member("games/c.sgf", EntryType::Symlink, b""),
            member("games/old/", EntryType::Regular, b""),
            file("games/d.SGF", b""),
            file("games/e.sgf", &[b' '; 1001]),
            file("games/f.tgz", b"?"),
            file("games/g", b"\x1F\x8B"),
            file("games/h", b"(;B[aa])"),
            file("games/g.sgf", b"(;g)"),
            END.to_vec(),
        ];
        assert_eq!(
            read_all(&archive.concat()),
            [
                "games/a.sgf: (;a)",
                "games/readme, it is no game record (.sgf, .gib, .ngf, .ugf, .ugi)",
                "games/b.sgf, it is a hard link",
                "games/c.sgf, it is a symbolic link",
                "games/d.SGF: ",
                "games/e.sgf, it is larger than 64 MiB",
                "games/f.tgz, it is named like an archive, but is none that bgo reads",
                "games/g, inside",
                "games/h: (;B[aa])",
                "games/g.sgf: (;g)",
            ]
        );
    }

    #[test]
    fn long_names() {
        let long = format!("{}/a.sgf", "folder/".repeat(40));
        // Each record starts with its own length, which has three digits here.
        let pax = format!("{} path={long}\n", long.len() + 10);
        let archive = [
            member("././@LongLink", EntryType::GNULongName, format!("{long}\0").as_bytes()),
            file("short.sgf", b"gnu"),
            member("pax_global_header", EntryType::XGlobalHeader, b"19 comment=whatever\n"),
            member("PaxHeaders/x", EntryType::XHeader, pax.as_bytes()),
            member("././@LongLink", EntryType::GNULongLink, b"no matter\0"),
            file("short.sgf", b"pax"),
            file("short.sgf", b"own"),
            END.to_vec(),
        ];
        let expected = [
            format!("{long}: gnu"),
            format!("{long}: pax"),
            "short.sgf: own".to_owned(),
        ];
        assert_eq!(read_all(&archive.concat()), expected);
    }

    #[test]
    fn a_size_in_an_extended_header_counts() {
        let mut archive = member("x", EntryType::XHeader, b"10 size=4\n");
        archive.extend(file("a.sgf", b""));
        archive.extend(file("x", b"(;a)").split_off(512));
        archive.extend(END);
        assert_eq!(read_all(&archive), ["a.sgf: (;a)"]);
    }

    #[test]
    fn values_in_an_extended_header_may_hold_line_feeds() {
        let records = b"30 SCHILY.xattr.user.x=1\n2\0\n3\n17 path=long.sgf\n";
        let archive = [
            &member("x", EntryType::XHeader, records)[..],
            &file("a.sgf", b"(;a)"),
            &END,
        ];
        assert_eq!(read_all(&archive.concat()), ["long.sgf: (;a)"]);
    }

    #[test]
    fn sparse_files_are_passed_over() {
        let mut sparse = header("a.sgf", 3, EntryType::GNUSparse);
        sparse.as_gnu_mut().expect("of GNU").isextended = [1];
        sparse.set_cksum();
        let map = GnuExtSparseHeader::new();
        let archive = [
            sparse.as_bytes(),
            map.as_bytes(),
            &file("x", b"(;)")[512..],
            &member("x", EntryType::XHeader, b"22 GNU.sparse.major=1\n"),
            &file("b.sgf", b"map and data"),
            &file("c.sgf", b"(;c)"),
            &END,
        ];
        assert_eq!(
            read_all(&archive.concat()),
            [
                "a.sgf, it is a sparse file",
                "b.sgf, it is a sparse file",
                "c.sgf: (;c)"
            ]
        );
    }

    #[test]
    fn nonsense_in_headers_ends_the_stream() {
        for (header, reason) in [
            (
                header("x", MAX_EXTENSION + 1, EntryType::GNULongName),
                "impossible length",
            ),
            (header("x.sgf", u64::MAX, EntryType::Regular), "size is impossible"),
        ] {
            let message = read(header.as_bytes()).1.expect("a fault").fault.to_string();
            assert!(message.contains(reason), "{message}");
        }
        let malformed = member("x", EntryType::XHeader, b"99 path=a\n");
        let fault = read(&malformed).1.expect("a fault").fault.to_string();
        assert!(fault.starts_with("the tar archive is damaged at byte 0"), "{fault}");
    }

    #[test]
    fn a_cut_names_the_member() {
        let archive = [file("a.sgf", b"(;a)"), file("b.sgf", b"(;b)"), END.to_vec()].concat();
        for (len, items, cut) in [(514, 0, Some("a.sgf")), (600, 1, None), (1538, 1, Some("b.sgf"))] {
            let (found, failure) = read(&archive[..len]);
            let member = failure.expect("a fault").member;
            assert_eq!((found.len(), member.as_deref()), (items, cut), "{len}");
        }
    }

    #[test]
    fn a_size_that_lies_reserves_nothing() {
        let lie = header("a.sgf", 1000, EntryType::Regular);
        let mut members = TarBlocks::new(Box::new(Cursor::new(lie.as_bytes().to_vec())));
        assert!(members.next_item(&limits(1 << 40)).is_err());
        let lie = header("a.sgf", 1 << 39, EntryType::Regular);
        let mut members = TarBlocks::new(Box::new(Cursor::new(lie.as_bytes().to_vec())));
        // Allocating this size would fail.
        assert!(members.next_item(&limits(1 << 40)).is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_panic(
            start in 0..2048_usize,
            bytes in prop::collection::vec(any::<u8>(), 0..64),
            fix in any::<bool>(),
        ) {
            let mut archive = [
                member("x", EntryType::XHeader, b"14 path=y.sgf\n"),
                file("a.sgf", b"(;a)"),
                END.to_vec(),
            ]
            .concat();
            for (old, new) in archive[start..].iter_mut().zip(bytes) {
                *old = new;
            }
            if fix {
                // With valid checksums, the faults are in other fields.
                for at in [0, 1024] {
                    let mut header = Header::from_byte_slice(&archive[at..at + 512]).clone();
                    header.set_cksum();
                    archive[at..at + 512].copy_from_slice(header.as_bytes());
                }
            }
            read(&archive);
        }
    }
}
