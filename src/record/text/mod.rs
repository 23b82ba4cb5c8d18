//! The text of a record: its encoding, its SGF tokens, the values of its properties (whose escapes the
//! `sgf-parse` library resolves), and its words.

mod encoding;
mod fold;
mod format;
mod portable;
mod scan;

pub use encoding::{Decoded, TextEncoding, decode, parts};
pub(crate) use encoding::{UTF_8_MARK, needs_mark, without_utf_32};
pub use fold::{fold, words};
pub use format::lines;
pub(crate) use format::{Format, is_ngf_move, ngf_start};
pub use portable::portable;
pub use scan::{Ident, PASS};
pub(crate) use scan::{RESIGN, Scanner, SgfToken, ValueEnd};

use crate::go::Point;
use sgf_parse::{SimpleText, Text};

/// Reads a value of one line, such as a name or a date: resolves escapes, replaces
/// line breaks by spaces, trims blanks.
pub(crate) fn simple_text(raw: &str) -> String {
    if raw.bytes().all(|byte| byte != b'\\' && !byte.is_ascii_control()) {
        return raw.trim().to_owned();
    }
    SimpleText::from(raw).to_string().trim().to_owned()
}

/// Reads a value of several lines, such as a comment: resolves escapes.
pub(crate) fn comment_text(raw: &str) -> String {
    Text::from(raw).to_string()
}

/// Returns the beginning of a value, at most `len` bytes, and true if more than
/// blanks is left out. It ends neither within a character nor between a backslash
/// and the character that it escapes.
pub(crate) fn start_of(raw: &str, len: usize) -> (&str, bool) {
    let raw = raw.trim_start();
    if raw.len() <= len {
        return (raw, false);
    }
    let end = raw.floor_char_boundary(len);
    let backslashes = raw[..end].bytes().rev().take_while(|&byte| byte == b'\\').count();
    let (start, rest) = raw.split_at(end - backslashes % 2);
    (start, !rest.trim_start().is_empty())
}

/// Returns the places of closing brackets in a value that lack their backslashes.
pub(crate) fn unescaped_brackets(raw: &str) -> impl Iterator<Item = usize> {
    let mut is_escaped = false;
    raw.bytes().enumerate().filter_map(move |(at, byte)| {
        let is_bare = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_bare.then_some(at)
    })
}

/// Returns the points of one value of a point list: one point (`pd`), or a
/// rectangle given by two opposite corners (`aa:cc`). Returns `None` for anything
/// else.
pub fn points(raw: &str) -> Option<impl Iterator<Item = Point> + Clone> {
    let raw = raw.trim();
    let (first, last) = raw.split_once(':').unwrap_or((raw, raw));
    let (first, last) = (Point::from_sgf(first)?, Point::from_sgf(last)?);
    let (left, right) = (first.x.min(last.x), first.x.max(last.x));
    let (top, bottom) = (first.y.min(last.y), first.y.max(last.y));
    Some((left..=right).flat_map(move |x| (top..=bottom).map(move |y| Point::new(x, y))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lose_their_escapes() {
        assert_eq!(simple_text(" a\\]b\\\\c "), "a]b\\c");
        assert_eq!(simple_text("two\nlines"), "two lines");
        assert_eq!(simple_text("名人"), "名人");
        assert_eq!(comment_text("a\\]b\nc\\\nd"), "a]b\ncd");
    }

    #[test]
    fn the_start_of_a_value_has_whole_characters_and_escapes() {
        for (raw, len, start, is_cut) in [
            ("abc", 3, "abc", false),
            ("  abc", 2, "ab", true),
            ("ab  ", 2, "ab", false),
            ("a囲b", 3, "a", true),
            ("a\\]b", 2, "a", true),
            ("a\\]b", 3, "a\\]", true),
            ("a\\\\b", 3, "a\\\\", true),
            ("\\\\\\]", 3, "\\\\", true),
        ] {
            assert_eq!(start_of(raw, len), (start, is_cut), "{raw} {len}");
        }
    }

    #[test]
    fn points_and_rectangles() {
        let names = |raw| points(raw).map(|ps| ps.map(|p| p.to_string()).collect::<Vec<_>>().join(" "));
        assert_eq!(names("pd").as_deref(), Some("pd"));
        assert_eq!(names(" pd\n").as_deref(), Some("pd"));
        assert_eq!(names("aa:bc").as_deref(), Some("aa ab ac ba bb bc"));
        for other in ["bc:aa", "ac:ba", "ba:ac"] {
            assert_eq!(names(other), names("aa:bc"));
        }
        for raw in ["", "p", "pdd", "aa:", "aa:bb:cc", "aa:BB", "é"] {
            assert_eq!(names(raw), None, "{raw}");
        }
    }
}
