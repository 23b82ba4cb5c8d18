//! The ends of game trees in bytes whose encoding is not known yet, and of UTF-16 among them.
//!
//! What looks like a bracket or a backslash may be the second byte of a character, so a tree may end
//! in several places. UTF-16 is told by its NUL bytes: no other encoding has them, and in UTF-16 no
//! parenthesis stands directly before a semicolon.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use std::ops::Range;

/// The ways to read characters: each byte that is ASCII is a character, or the one after the first byte
/// of a character belongs to it, as in GBK and Big5, or in Shift_JIS.
const WAYS: [fn(u8) -> bool; 3] = [
    |_| false,
    |byte| matches!(byte, 0x81..=0xfe),
    |byte| matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
];

/// The number of bytes to read at once at first, and beyond the first end.
const AT_ONCE: usize = 1024;

/// The multiple of the length of a tree after which no other end is looked for.
const FARTHEST: usize = 16;

pub(super) fn tree_start(bytes: &[u8], from: usize) -> Option<usize> {
    // Nearly all files have no further parenthesis, and this is the fastest way to know.
    if !bytes[from..].contains(&b'(') {
        return None;
    }
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|byte| *byte == b'(')?;
        if bytes[at + 1..].trim_ascii_start().first() == Some(&b';') {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the ends of the first game tree from `from` on, in ascending order: the places after
/// which only another tree, and what stands before it, can follow. The only one is the end of the
/// bytes if there is no further tree.
pub(super) fn tree_ends(bytes: &[u8], from: usize) -> Vec<usize> {
    let Some(start) = tree_start(bytes, from) else {
        return vec![bytes.len()];
    };
    let mut readers = WAYS.map(|is_first| TreeReader::new(is_first, start));
    let mut limit = AT_ONCE;
    // All go on together, so that the time is that of the shortest tree.
    let first = loop {
        let ends = readers
            .iter_mut()
            .filter_map(|reader| reader.end(bytes, start.saturating_add(limit)));
        match ends.min() {
            Some(first) => break first,
            None if limit >= bytes.len() => return vec![bytes.len()],
            None => limit *= 2,
        }
    };
    let limit = start.saturating_add((first - start) * FARTHEST + AT_ONCE);
    let mut ends: Vec<usize> = readers
        .iter_mut()
        .filter_map(|reader| reader.end(bytes, limit))
        .map(|end| before_next(bytes, end))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Returns the place after `end` and the blanks that follow it, or the end of the bytes if no tree
/// follows.
fn before_next(bytes: &[u8], end: usize) -> usize {
    match tree_start(bytes, end) {
        Some(_) => end + bytes[end..].iter().take_while(|byte| **byte <= b' ').count(),
        None => bytes.len(),
    }
}

/// Returns whether a text is one game tree and what stands around it.
pub(super) fn is_one_tree(text: &str) -> bool {
    let bytes = text.as_bytes();
    let end = tree_start(bytes, 0).and_then(|start| TreeReader::new(WAYS[0], start).end(bytes, bytes.len()));
    end.is_some_and(|end| tree_start(bytes, end).is_none())
}

/// A reader of one game tree, which goes on where it ended.
struct TreeReader {
    is_first: fn(u8) -> bool,
    at: usize,
    depth: usize,
    in_value: bool,
    end: Option<usize>,
}

impl TreeReader {
    const fn new(is_first: fn(u8) -> bool, at: usize) -> Self {
        Self {
            is_first,
            at,
            depth: 0,
            in_value: false,
            end: None,
        }
    }

    /// Returns the place after the tree, if it ends before `limit`.
    fn end(&mut self, bytes: &[u8], limit: usize) -> Option<usize> {
        while self.end.is_none() && self.at < limit.min(bytes.len()) {
            let byte = bytes[self.at];
            self.at += 1;
            match (self.in_value, byte) {
                (true, b'\\') => self.at += 1,
                (true, b']') => self.in_value = false,
                (true, _) if (self.is_first)(byte) => self.at += 1,
                (false, b'[') => self.in_value = true,
                (false, b'(') => self.depth += 1,
                (false, b')') if self.depth > 1 => self.depth -= 1,
                (false, b')') => self.end = Some(self.at),
                _ => {}
            }
        }
        self.end
    }
}

/// The number of bytes to examine for UTF-16 at the start of a file.
const SAMPLE: usize = 1024;

/// Detects UTF-16 by NUL bytes beside the punctuation of SGF: beside at least four
/// marks, and beside more than half of them. Other characters prove less: U+4E00
/// (one, in Chinese) looks like the letter N in the other byte order.
pub(super) fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if !sample.contains(&0) {
        return None;
    }
    let (mut big, mut little, mut all) = (0, 0, 0);
    for two in sample.as_chunks::<2>().0 {
        let [first, second] = two.map(|byte| b"()[];".contains(&byte));
        big += usize::from(two[0] == 0 && second);
        little += usize::from(first && two[1] == 0);
        all += usize::from(first || second);
    }
    [(UTF_16BE, big), (UTF_16LE, little)]
        .into_iter()
        .find_map(|(encoding, marks)| (marks >= 4 && marks * 2 > all).then_some(encoding))
}

/// Returns the parts of a file that are UTF-16 in one byte order or in the other, and those that are
/// not, each with its encoding if that is UTF-16, or `None` if the file is one of these.
pub(super) fn stretches(bytes: &[u8]) -> Option<Vec<(Range<usize>, Option<&'static Encoding>)>> {
    if !bytes.contains(&0) {
        return None;
    }
    let mut found: Vec<(Range<usize>, Option<&'static Encoding>)> = Vec::new();
    let mut at = 0;
    let mut encoding = match Encoding::for_bom(bytes) {
        Some((encoding, 2)) => Some(encoding),
        _ => None,
    };
    while at < bytes.len() {
        let (end, next) = match encoding {
            Some(encoding) => (end_of_utf_16(bytes, at, encoding), None),
            None => match next_start(bytes, at) {
                Some((start, encoding)) => (start, Some(encoding)),
                None => (bytes.len(), None),
            },
        };
        if at < end {
            found.push((at..end, encoding));
        }
        at = end;
        encoding = next;
    }
    // Text without a game around the games is none of its own.
    let kinds = [Some(UTF_16LE), Some(UTF_16BE), None].into_iter().filter(|kind| {
        found.iter().any(|(place, encoding)| {
            encoding == kind && (kind.is_some() || tree_start(&bytes[place.clone()], 0).is_some())
        })
    });
    (kinds.count() > 1).then_some(found)
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns the place where the first tree in UTF-16 from `from` on begins, with the mark and the
/// blanks before it, and its encoding.
fn next_start(bytes: &[u8], from: usize) -> Option<(usize, &'static Encoding)> {
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|byte| *byte == b'(')?;
        if begins_node(&bytes[at + 1..]) {
            let before = &bytes[from..at];
            let little = without_blanks(before, UTF_16LE);
            if let Some(rest) = little.strip_suffix(b"\xFF\xFE") {
                return Some((from + rest.len(), UTF_16LE));
            }
            let big = before.strip_suffix(&[0]).map(|before| without_blanks(before, UTF_16BE));
            if let Some(rest) = big.and_then(|before| before.strip_suffix(b"\xFE\xFF")) {
                return Some((from + rest.len(), UTF_16BE));
            }
            // A NUL between a blank and the parenthesis belongs to the latter: texts end with blanks,
            // and do not begin so. Only at the beginning of the file, nothing else can have the blank.
            let is_first = from == 0 && little.is_empty();
            return Some(match big {
                Some(big) if !is_first => (from + big.len(), UTF_16BE),
                _ => (from + little.len(), UTF_16LE),
            });
        }
        at += 1;
    }
}

/// Returns whether the bytes after a parenthesis go on with blanks and a semicolon in UTF-16. After
/// each of them is a NUL, in either byte order.
fn begins_node(bytes: &[u8]) -> bool {
    let mut pairs = bytes.as_chunks::<2>().0.iter();
    let after = pairs.find(|[zero, byte]| *zero != 0 || !is_blank(*byte));
    after == Some(&[0, b';'])
}

/// Returns bytes without the blanks in UTF-16 at their end.
fn without_blanks<'a>(mut bytes: &'a [u8], encoding: &'static Encoding) -> &'a [u8] {
    while let Some((rest, unit)) = bytes.split_last_chunk::<2>()
        && unit_of(*unit, encoding) <= 0x20
        && is_blank(unit_of(*unit, encoding) as u8)
    {
        bytes = rest;
    }
    bytes
}

fn unit_of(bytes: [u8; 2], encoding: &'static Encoding) -> u16 {
    if encoding == UTF_16LE {
        u16::from_le_bytes(bytes)
    } else {
        u16::from_be_bytes(bytes)
    }
}

/// Returns the place where UTF-16 that begins at `from` ends: before the mark of the other byte order,
/// or where a tree in an encoding with the characters of ASCII follows the end of a tree.
fn end_of_utf_16(bytes: &[u8], from: usize, encoding: &'static Encoding) -> usize {
    const OTHER_MARK: u16 = 0xFFFE;
    let mut is_after_tree = false;
    let mut at = from;
    for unit in bytes[from..].as_chunks::<2>().0 {
        let unit = unit_of(*unit, encoding);
        if unit == OTHER_MARK || is_after_tree && begins_other_tree(&bytes[at..]) {
            return at;
        }
        if unit > 0x20 {
            is_after_tree = unit == u16::from(b')');
        }
        at += 2;
    }
    bytes.len()
}

/// Returns whether bytes begin with a tree that is not in UTF-16, possibly with a mark and blanks.
fn begins_other_tree(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let bytes = bytes.strip_prefix(&super::UTF_8_MARK).unwrap_or(bytes);
    let after = bytes.trim_ascii_start().strip_prefix(b"(");
    after.is_some_and(|after| after.trim_ascii_start().starts_with(b";"))
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;
    use encoding_rs::{GBK, UTF_8};

    #[test]
    fn variations_and_texts_end_no_tree() {
        let tree = "(;C[(;\\])];B[pd]".to_owned() + &"(;W[dd])\n(;W[dp])".repeat(20) + ")";
        assert!(is_one_tree(&tree));
        let bytes = format!("mail (1)\n{tree}\n\u{feff}( ;B[dd])\nbye)");
        let end = bytes.find('\u{feff}').expect("a mark");
        assert_eq!(tree_ends(bytes.as_bytes(), 0), [end]);
        assert_eq!(tree_ends(bytes.as_bytes(), end), [bytes.len()]);
        assert!(!is_one_tree(&bytes));
        assert!(!is_one_tree("(;B[pd]") && !is_one_tree("(;C[)") && !is_one_tree("(a)"));
    }

    #[test]
    fn second_bytes_leave_several_ends() {
        // The backslash is a part of a character of Shift_JIS, or escapes the bracket.
        let bytes = b"(;C[\x95\x5C])(;C[\x95\x5C])(;B[pp])";
        assert_eq!(tree_ends(bytes, 0), [8, 24]);
        assert_eq!(tree_ends(bytes, 8), [16, 24]);
        assert_eq!(tree_ends(bytes, 16), [24]);
    }

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        if encoding == UTF_16LE {
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        } else if encoding == UTF_16BE {
            text.encode_utf16().flat_map(u16::to_be_bytes).collect()
        } else {
            encoding.encode(text).0.into_owned()
        }
    }

    #[test]
    fn games_in_utf_16_are_read_beside_others() {
        let names: [(&str, &'static Encoding); 8] = [
            ("\u{FEFF}(;PB[古力]C[(;x\\)];B[pd])", UTF_16LE),
            ("\u{FEFF}(;PB[李昌镐];B[pd](;W[dd])(;W[pp]))", UTF_16BE),
            ("(;PB[Lee];B[pd])", UTF_8),
            ("(;PB[이세돌];B[pd])", UTF_8),
            ("\u{FEFF}(;PB[井山裕太];B[pd])", UTF_8),
            ("(;CA[GBK]PB[常昊];B[pd])", GBK),
            ("(;PB[柯洁]PW[x];B[pd];W[dd])", UTF_16LE),
            ("(;PB[聂卫平]PW[x];B[pd];W[dd])", UTF_16BE),
        ];
        for blanks in ["", "\n", " \r\n\r\n"] {
            for first in names {
                for second in names {
                    for third in names {
                        let is_marked = |(text, _): (&str, _)| text.starts_with('\u{FEFF}');
                        let is_utf_16 = |(_, encoding)| encoding == UTF_16LE || encoding == UTF_16BE;
                        let games = [first, second, third];
                        // Without its mark, UTF-16 is not told from the same in the other byte order.
                        if games.windows(2).any(|two| {
                            is_utf_16(two[0]) && is_utf_16(two[1]) && !is_marked(two[1]) && two[0].1 != two[1].1
                        }) {
                            continue;
                        }
                        let bytes = games
                            .map(|(text, encoding)| encoded(&format!("{text}{blanks}"), encoding))
                            .concat();
                        let read: String = parts(&bytes).map(|part| part.decoded.text.into_owned()).collect();
                        let whole = |text: &str| text.replace('\u{FEFF}', "");
                        let expected: String = games.map(|(text, _)| format!("{text}{blanks}")).concat();
                        assert_eq!(whole(&read), whole(&expected), "{games:?}");
                        let places = parts(&bytes).map(|part| (part.start, part.bytes.len()));
                        let end = places.fold(0, |end, (start, len)| {
                            assert_eq!(start, end);
                            end + len
                        });
                        assert_eq!(end, bytes.len());
                    }
                }
            }
        }
    }

    #[test]
    fn stray_nul_bytes_split_nothing() {
        for bytes in [
            &b"(;PB[a]\0PW[b]\0)\0(;PB[b])"[..],
            b"(;PB[a])\0\0\0\0",
            b"\xFF\xFE(\0;\0)\0",
            b"(\0;\0)\0",
            b"\n\0(\0;\0)\0",
            b"\0(\0;\0)",
            b"\0\n\0(\0;\0)",
        ] {
            assert!(stretches(bytes).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn hostile_bytes_are_covered_once() {
        for hostile in [&b"(\0"[..], b")\0  ", b"(;", b"(\0 \0", b")\0(\0;\0", b"\0(\0 "] {
            let bytes = [&b"\xFF\xFE"[..], &hostile.repeat(200_000), b"(;)"].concat();
            let places = stretches(&bytes).unwrap_or_default();
            // Each byte is in one part, or the file is one.
            let end = places.iter().fold(0, |end, (place, _)| {
                assert_eq!(place.start, end);
                place.end
            });
            assert!(end == bytes.len() || places.is_empty(), "{end}");
        }
    }
}
