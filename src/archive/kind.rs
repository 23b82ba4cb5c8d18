//! The kinds of files, recognised by their first bytes, and of members, by their
//! names.

use super::error::ArchiveFault;
use super::member::SkipReason;
use super::packing::Packing;
use crate::record::Format;

/// The number of bytes to examine at the start of a file: the length of a tar
/// header.
pub(super) const HEAD_LEN: usize = 512;

const RECORD_NAMES: [&str; 5] = [".sgf", ".gib", ".ngf", ".ugf", ".ugi"];

/// Suffixes of the names of archives and compressed files, supported or not.
const ARCHIVE_NAMES: [&str; 16] = [
    ".7z", ".bz2", ".gz", ".lha", ".lzh", ".rar", ".tar", ".tbz", ".tbz2", ".tgz", ".txz", ".tzst", ".xz", ".z",
    ".zip", ".zst",
];

#[derive(Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Packed(Packing),
    Zip,
    SevenZip,
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
        match Self::of_archive(head) {
            Some(kind) => kind,
            None if looks_like_sgf(head) || Format::of(head) != Format::Sgf => Self::Record,
            None => Self::Unknown,
        }
    }

    /// Returns the kind of an archive or a compressed file, or `None` for every other file.
    fn of_archive(head: &[u8]) -> Option<Self> {
        // So does nearly every record. Zstandard's signature begins with this letter, too.
        if matches!(head, [b'(', ..=0x7F, ..]) {
            return None;
        }
        if let Some(packing) = Packing::of(head) {
            return Some(Self::Packed(packing));
        }
        match head {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => return Some(Self::Zip),
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => return Some(Self::SevenZip),
            _ => {}
        }
        if let Ok(block) = head.try_into() {
            if is_zero(block) {
                return Some(Self::Zeros);
            }
            // A damaged header is reported as such.
            if has_tar_checksum(block) || block[257..].starts_with(b"ustar") {
                return Some(Self::Tar);
            }
        }
        match head {
            [_, _, b'-', b'l', b'h', ..] => Some(Self::Unsupported("an LHA archive")),
            [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => Some(Self::Unsupported("a RAR archive")),
            [0x1F, 0x9D, ..] => Some(Self::Unsupported("a file of compress (.Z)")),
            _ => None,
        }
    }
}

/// Returns the kind of a member of an archive or a file in a folder, which is a record or an archive, or the reason
/// to skip it. `head` are its first [`HEAD_LEN`] bytes, or all of them. What it holds comes before its name, but a
/// file with the name of a record is one whatever else it holds.
pub(super) fn member_kind(path: &str, head: &[u8]) -> Result<FileKind, SkipReason> {
    let name = NameKind::of(path);
    if name == NameKind::Attributes {
        return Err(SkipReason::OtherFile);
    }
    let archive = FileKind::of_archive(head);
    match archive.filter(|kind| *kind != FileKind::Zeros || name == NameKind::Archive) {
        Some(FileKind::Unsupported(kind)) => Err(SkipReason::Archive(ArchiveFault::Unsupported(kind).to_string())),
        Some(archive) => Ok(archive),
        None if name == NameKind::Record || begins_record(head) => Ok(FileKind::Record),
        None if name == NameKind::Archive => {
            let what = "it is named like an archive, but is none that bgo reads";
            Err(SkipReason::Archive(what.to_owned()))
        }
        None => Err(SkipReason::OtherFile),
    }
}

/// Returns true if `(;` is in the text, in UTF-16 or not, possibly with white space
/// between.
fn looks_like_sgf(head: &[u8]) -> bool {
    let mut text = head.iter().filter(|byte| !is_filler(**byte)).peekable();
    while let Some(byte) = text.next() {
        if *byte == b'(' && text.peek() == Some(&&b';') {
            return true;
        }
    }
    false
}

/// Returns whether a byte is blank, or half of a character of UTF-16.
const fn is_filler(byte: u8) -> bool {
    byte == 0 || byte.is_ascii_whitespace()
}

pub(super) fn is_zero(block: &[u8; HEAD_LEN]) -> bool {
    block.iter().all(|byte| *byte == 0)
}

/// Returns true if a block has the checksum of a tar header: the sum of its bytes,
/// with spaces in place of the checksum.
pub(super) fn has_tar_checksum(block: &[u8; HEAD_LEN]) -> bool {
    let bytes = block[..148].iter().chain(&[b' '; 8]).chain(&block[156..]);
    let expected: u32 = bytes.map(|byte| u32::from(*byte)).sum();
    tar::Header::from_byte_slice(block)
        .cksum()
        .is_ok_and(|found| found == expected)
}

pub(super) fn without_packing(name: &str) -> &str {
    [".gz", ".bz2", ".xz", ".zst"]
        .iter()
        .fold(name, |name, end| name.strip_suffix(end).unwrap_or(name))
}

pub(super) fn is_record_name(name: &str) -> bool {
    RECORD_NAMES.iter().any(|end| name.ends_with(end))
}

/// Returns the reason to skip a member that cannot be looked into: `reason` if its name is that of a
/// record or an archive. Of other files nothing is lost.
pub(super) fn skip_unread(path: &str, reason: SkipReason) -> SkipReason {
    match NameKind::of(path) {
        NameKind::Record | NameKind::Archive => reason,
        NameKind::Attributes | NameKind::Other => SkipReason::OtherFile,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NameKind {
    Record,
    Archive,
    /// The attributes of another file, which macOS stores under its name in the folder `__MACOSX`
    /// or with the prefix `._`.
    Attributes,
    Other,
}

impl NameKind {
    pub fn of(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
        if path.split('/').any(|folder| folder == "__MACOSX") || name.starts_with("._") {
            Self::Attributes
        } else if is_record_name(&name) {
            Self::Record
        } else if ARCHIVE_NAMES.iter().any(|end| name.ends_with(end)) {
            Self::Archive
        } else {
            Self::Other
        }
    }
}

/// Returns whether a text is a record whatever its name is: it begins with a node and a property,
/// as in `(;FF[4]`, in UTF-16 or not, possibly after empty trees and nodes, or in the way of another
/// format. A text that only has a record inside is none: it could be about records. So could one
/// without a parenthesis and a semicolon before its first property, unless it is nothing but a
/// record.
pub(super) fn begins_record(head: &[u8]) -> bool {
    let head = [&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xFE\xFF"]
        .iter()
        .find_map(|mark| head.strip_prefix(*mark))
        .unwrap_or(head);
    let text: Vec<u8> = head.iter().copied().filter(|byte| !is_filler(*byte)).collect();
    if let Some((before, properties)) = first_property(&text) {
        return match before {
            b"(;" => true,
            [b'(', .., b';'] => properties[0].is_ascii_uppercase(),
            _ => is_only_record(properties),
        };
    }
    match Format::of(head) {
        Format::Sgf => false,
        Format::Gib | Format::Ngf => true,
        // Settings of other programs have such a header, too.
        Format::Ugf => [&b"Lang="[..], b"Size=", b"PlayerB="]
            .iter()
            .any(|key| text.windows(key.len()).any(|part| part.eq_ignore_ascii_case(key))),
    }
}

/// Returns the parentheses and semicolons at the beginning of a text, and what follows them, if it
/// is the first property of a tree.
fn first_property(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let before = text.iter().take_while(|byte| b"(;)".contains(byte)).count();
    let (before, rest) = text.split_at(before);
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let mut depth = 0_u32;
    for byte in before {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    let is_property = letters > 0 && rest.get(letters) == Some(&b'[');
    (matches!(before, [.., b'(' | b';']) && is_property).then_some((before, rest))
}

fn capitals(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_uppercase()).count()
}

/// Returns whether a text without blanks is made of nodes and properties, as far as it is known. The
/// first property is one that begins records.
fn is_only_record(text: &[u8]) -> bool {
    const FIRST: [&[u8]; 20] = [
        b"AB", b"AP", b"AW", b"B", b"BR", b"CA", b"DT", b"EV", b"FF", b"GM", b"GN", b"HA", b"KM", b"PB", b"PW", b"RE",
        b"RU", b"SZ", b"W", b"WR",
    ];
    if !FIRST.contains(&&text[..capitals(text)]) {
        return false;
    }
    let mut rest = text;
    while let Some(first) = rest.first() {
        let name = match first {
            b'(' | b')' | b';' => {
                rest = &rest[1..];
                continue;
            }
            // Another value.
            b'[' => 0,
            _ => capitals(rest),
        };
        let Some(value) = rest[name..].strip_prefix(b"[") else {
            return name > 0 && name == rest.len();
        };
        let mut is_escaped = false;
        let end = value.iter().position(|byte| {
            let ends = *byte == b']' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            ends
        });
        let Some(end) = end else { return true };
        // From here on, brackets may be second bytes of characters.
        if !value[..end].is_ascii() {
            return true;
        }
        rest = &value[end + 1..];
    }
    true
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
            assert_eq!(NameKind::of(path), NameKind::Record, "{path}");
        }
        for path in ["", "a.sgf.txt", "asgf", "a.sgf/b"] {
            assert_eq!(NameKind::of(path), NameKind::Other, "{path}");
        }
        for path in ["__MACOSX/a.sgf", "b/._a.sgf", "._a.zip"] {
            assert_eq!(NameKind::of(path), NameKind::Attributes, "{path}");
        }
        for path in ["a.zip", "b/a.TGZ", "a.sgf.gz", "a.tar.bz2", "a.7z"] {
            assert_eq!(NameKind::of(path), NameKind::Archive, "{path}");
        }
    }

    #[test]
    fn what_a_file_holds_comes_before_its_name() {
        let other = || Err(SkipReason::OtherFile);
        for (path, head, expected) in [
            ("noext", &b"(;FF[4]GM[1])"[..], Ok(FileKind::Record)),
            ("game.sgf.txt", b"\xEF\xBB\xBF\n( ;\nGaMe[1])", Ok(FileKind::Record)),
            ("a.txt", b"\xFF\xFE(\0;\0B\0[\0]\0)\0", Ok(FileKind::Record)),
            ("a.txt", b"\\HS\r\n\\[GAMENAME=a\\]", Ok(FileKind::Record)),
            ("a.txt", b"[Header]\nLang=0\nSize=19\n", Ok(FileKind::Record)),
            ("a.txt", b"()(;GM[1]SZ[19];B[pd];W[dd])", Ok(FileKind::Record)),
            ("a.txt", b"(;)(;GM[1]SZ[19];B[pd])", Ok(FileKind::Record)),
            ("a.txt", b"((;GM[1]SZ[19];B[pd]))", Ok(FileKind::Record)),
            ("a.txt", b"( ( ; ) ; ; GM[1])", Ok(FileKind::Record)),
            ("a.txt", b"(;;GM[1]SZ[19];B[pd])", Ok(FileKind::Record)),
            ("a.txt", b"(GM[1]SZ[19];B[pd])", Ok(FileKind::Record)),
            ("a.txt", b"(\0G\0M\0[\x001\0]\0;\0B\0[\0]\0)\0", Ok(FileKind::Record)),
            ("a.txt", b"(PB[\xB9\xC5]]PW[b];B[pd])", Ok(FileKind::Record)),
            ("a.txt", b";GM[1]SZ[19];B[pd];W[dd]", Ok(FileKind::Record)),
            (
                "a.txt",
                b"\n;GM[1]SZ[19]C[a \\] b]\n;B[pd]AB[aa][bb]",
                Ok(FileKind::Record),
            ),
            ("a.txt", b"(GM[1]C[a long comment", Ok(FileKind::Record)),
            ("a.txt", b"(GM[1] is the game.)", other()),
            ("a.txt", b"(SZ[19]) is the size, and (GM[1]) the game", other()),
            ("a.txt", b"(B[pd];W[dd]) is played often.", other()),
            ("a.txt", b";GM[1]SZ[19] are properties of the root", other()),
            ("a.txt", b"(see [1] and [2])", other()),
            ("a.txt", b"(a[0])", other()),
            ("a.txt", b"(A[0];B[1])", other()),
            ("a.txt", b";) PB[x]", other()),
            ("a.c", b"(;;) { a[0] = 1; }", other()),
            ("a.c", b"(;;) GM[0]", other()),
            ("a.ini", b";comment\n[section]", other()),
            ("a.lisp", b"((lambda [x] x))", other()),
            ("a.zip", b"(;B[aa])", Ok(FileKind::Record)),
            ("a.sgf", b"<!DOCTYPE html>", Ok(FileKind::Record)),
            ("a.sgf", &[0; HEAD_LEN], Ok(FileKind::Record)),
            ("a.sgf", b"\x1F\x8B\x08", Ok(FileKind::Packed(Packing::Gzip))),
            ("noext", b"PK\x03\x04", Ok(FileKind::Zip)),
            ("a.tar", &[0; HEAD_LEN], Ok(FileKind::Zeros)),
            ("a.bin", &[0; HEAD_LEN], other()),
            ("README.txt", b"A record begins with (;FF[4]", other()),
            ("main.c", b"for (;;) {", other()),
            ("smile", b"(;)", other()),
            ("a.ini", b"[Header]\ncolor=red\n", other()),
            ("a.png", b"\x89PNG\r\n\x1A\n", other()),
            ("empty", b"", other()),
            ("._a.sgf", b"(;B[aa])", other()),
            ("__MACOSX/a.zip", b"PK\x03\x04", other()),
        ] {
            assert_eq!(member_kind(path, head), expected, "{path}: {head:?}");
        }
        for (path, head) in [
            ("a.zip", &b"no archive"[..]),
            ("a.rar", b"Rar!\x1A\x07\x01\0"),
            ("a.lzh", b"!!-lh5-"),
        ] {
            let kind = member_kind(path, head);
            assert!(matches!(kind, Err(SkipReason::Archive(_))), "{path}: {kind:?}");
        }
    }

    #[test]
    fn contents() {
        let mut header = tar::Header::new_old();
        header.set_path("BZh.sgf").expect("a path");
        header.set_size(0);
        header.set_cksum();
        let mut damaged = *tar::Header::new_ustar().as_bytes();
        damaged[0] = b'x';
        for (head, expected) in [
            (&b"\x1F\x8B\x08"[..], FileKind::Packed(Packing::Gzip)),
            (b"PK\x03\x04....", FileKind::Zip),
            (b"PK\x05\x06", FileKind::Zip),
            (header.as_bytes(), FileKind::Tar),
            (&damaged, FileKind::Tar),
            (&[0; HEAD_LEN], FileKind::Zeros),
            (b"BZh91AY&SY", FileKind::Packed(Packing::Bzip2)),
            (b"7z\xBC\xAF\x27\x1C\0\x04", FileKind::SevenZip),
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
