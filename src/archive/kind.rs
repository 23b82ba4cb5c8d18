//! The kinds of files, recognised by their first bytes, and of members, by their
//! names.

use super::member::SkipReason;
use crate::record::Format;

/// The number of bytes to examine at the start of a file: the length of a tar
/// header.
pub(super) const HEAD_LEN: usize = 512;

/// Signatures of archives and compressed files that are not supported.
const UNSUPPORTED: [(&[u8], &str); 5] = [
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"BZh", "a bzip2 file"),
    (b"\xFD7zXZ\0", "an xz file"),
    (b"\x28\xB5\x2F\xFD", "a Zstandard file"),
];

/// Suffixes of the names of records.
const RECORD_NAMES: [&str; 5] = [".sgf", ".gib", ".ngf", ".ugf", ".ugi"];

/// Suffixes of the names of archives and compressed files, supported or not.
const ARCHIVE_NAMES: [&str; 14] = [
    ".7z", ".bz2", ".gz", ".lha", ".lzh", ".rar", ".tar", ".tbz2", ".tgz", ".txz", ".xz", ".z", ".zip", ".zst",
];

/// The kind of a file, recognised by its first bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Gzip,
    Zip,
    Tar,
    /// Only zeros, like a tar archive without members.
    Zeros,
    Record,
    /// An unsupported archive: its kind, with an article.
    Unsupported(&'static str),
    Unknown,
}

impl FileKind {
    /// Returns the kind of a file that starts with `head`: its first [`HEAD_LEN`]
    /// bytes, or all of them.
    pub fn of(head: &[u8]) -> Self {
        let starts_with = |signature: &&[u8]| head.starts_with(signature);
        if starts_with(&&b"\x1F\x8B"[..]) {
            return Self::Gzip;
        }
        if [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"]
            .iter()
            .any(|s| starts_with(&&s[..]))
        {
            return Self::Zip;
        }
        if let Ok(block) = head.try_into() {
            if is_zero(block) {
                return Self::Zeros;
            }
            // A damaged header is reported as such.
            if has_tar_checksum(block) || block[257..].starts_with(b"ustar") {
                return Self::Tar;
            }
        }
        match UNSUPPORTED.iter().find(|(signature, _)| starts_with(signature)) {
            Some((_, kind)) => Self::Unsupported(kind),
            None if looks_like_sgf(head) || Format::of(head) != Format::Sgf => Self::Record,
            None => Self::Unknown,
        }
    }
}

/// Returns true if `(;` is in the text, in UTF-16 or not, possibly with white space
/// between.
fn looks_like_sgf(head: &[u8]) -> bool {
    let is_filler = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
    let mut text = head.iter().filter(|byte| !is_filler(byte)).peekable();
    while let Some(byte) = text.next() {
        if *byte == b'(' && text.peek() == Some(&&b';') {
            return true;
        }
    }
    false
}

pub(super) fn is_zero(block: &[u8; HEAD_LEN]) -> bool {
    block.iter().all(|byte| *byte == 0)
}

/// Returns true if a block has the checksum of a tar header: the sum of its bytes,
/// with spaces in place of the checksum.
pub(super) fn has_tar_checksum(block: &[u8; HEAD_LEN]) -> bool {
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
    let expected = sum(&block[..148]) + 8 * u32::from(b' ') + sum(&block[156..]);
    tar::Header::from_byte_slice(block)
        .cksum()
        .is_ok_and(|found| found == expected)
}

/// Returns whether a name in lower case is that of a record.
pub(super) fn is_record_name(name: &str) -> bool {
    RECORD_NAMES.iter().any(|end| name.ends_with(end))
}

/// Returns `Ok` if the name of a member or file is that of a record, or else the
/// reason to skip it.
pub(super) fn by_name(path: &str) -> Result<(), SkipReason> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    // macOS stores a file's attributes under its name in this folder or with this
    // prefix.
    let is_attributes = path.split('/').any(|folder| folder == "__MACOSX") || name.starts_with("._");
    if is_record_name(&name) && !is_attributes {
        Ok(())
    } else if ARCHIVE_NAMES.iter().any(|end| name.ends_with(end)) && !is_attributes {
        Err(SkipReason::Archive)
    } else {
        Err(SkipReason::OtherFile)
    }
}

/// Returns true if the name of a file is that of an archive or a compressed file.
pub(crate) fn is_archive_name(path: &std::path::Path) -> bool {
    by_name(&path.to_string_lossy()) == Err(SkipReason::Archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_records() {
        for path in [
            "a.sgf",
            "b/a.SGF",
            "b.zip/a.Sgf",
            ".sgf",
            "围棋.sgf",
            "a.gib",
            "a.NGF",
            "b/a.Ugf",
            "a.ugi",
        ] {
            assert_eq!(by_name(path), Ok(()), "{path}");
        }
        for path in [
            "",
            "a.sgf.txt",
            "asgf",
            "__MACOSX/a.sgf",
            "b/._a.sgf",
            "._a.zip",
            "a.sgf/b",
        ] {
            assert_eq!(by_name(path), Err(SkipReason::OtherFile), "{path}");
        }
        for path in ["a.zip", "b/a.TGZ", "a.sgf.gz", "a.tar.bz2"] {
            assert_eq!(by_name(path), Err(SkipReason::Archive), "{path}");
        }
    }

    #[test]
    fn contents() {
        let mut header = tar::Header::new_old();
        header.set_path("BZh.sgf").unwrap();
        header.set_size(0);
        header.set_cksum();
        let mut damaged = *tar::Header::new_ustar().as_bytes();
        damaged[0] = b'x';
        for (head, expected) in [
            (&b"\x1F\x8B\x08"[..], FileKind::Gzip),
            (b"PK\x03\x04....", FileKind::Zip),
            (b"PK\x05\x06", FileKind::Zip),
            (header.as_bytes(), FileKind::Tar),
            (&damaged, FileKind::Tar),
            (&[0; HEAD_LEN], FileKind::Zeros),
            (b"BZh91AY&SY", FileKind::Unsupported("a bzip2 file")),
            (b"Rar!\x1A\x07\x01\0", FileKind::Unsupported("a RAR archive")),
            (b"(;FF[4])", FileKind::Record),
            (b"From a mail\n( \r\n;GM[1])", FileKind::Record),
            (b"\xFF\xFE(\0;\0)\0", FileKind::Record),
            (b"\\HS\r\n\\[GAMENAME=\xB9\xD9\\]", FileKind::Record),
            (b"[Header]\n", FileKind::Record),
            (b"\xB9\xD9\n19\na\nb\nPMABBQEEQ\n", FileKind::Record),
            (b"(PK", FileKind::Unknown),
            (b"\0\0", FileKind::Unknown),
            (b"", FileKind::Unknown),
        ] {
            assert_eq!(FileKind::of(head), expected, "{head:?}");
        }
    }
}
