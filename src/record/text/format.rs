//! The formats of records, told by their first lines.

use std::ops::Range;

/// The number of lines to examine: more than any header of NGF has.
const HEAD_LINES: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Smart Game Format, and every text that is of no other format.
    Sgf,
    /// Records of Tygem and its sister servers.
    Gib,
    /// Records of Cyberoro and wBaduk.
    Ngf,
    /// Records of PandaNet and of Japanese newspapers (`.ugf`, `.ugi`).
    Ugf,
}

impl Format {
    /// Returns the format of a text, or of bytes in any encoding with the characters of
    /// ASCII.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        // Nearly all records are SGF and begin so.
        if begins_sgf(bytes.trim_ascii_start()) {
            return Self::Sgf;
        }
        let head: Vec<&[u8]> = lines(bytes).take(HEAD_LINES).map(|line| &bytes[line]).collect();
        let mut filled = head
            .iter()
            .map(|line| trimmed(line))
            .filter(|line| !line.is_empty())
            .peekable();
        if filled.peek().is_some_and(|line| begins_gib(line)) {
            return Self::Gib;
        }
        let first = filled.find(|line| !line.starts_with(b"#"));
        if first.is_some_and(|line| line.eq_ignore_ascii_case(b"[Header]")) {
            return Self::Ugf;
        }
        if ngf_start(bytes).is_some() {
            Self::Ngf
        } else {
            Self::Sgf
        }
    }

    /// Returns the letters of the country whose encoding the text most likely has, as at
    /// the end of an Internet address, if the header tells.
    pub(super) fn country(self, bytes: &[u8]) -> Option<&'static [u8]> {
        const COUNTRIES: [(&[u8], &[u8]); 3] = [
            (b"GIBOKIND=Korea", b"kr"),
            (b"GIBOKIND=China", b"cn"),
            (b"GIBOKIND=Japan", b"jp"),
        ];
        let head = &bytes[..bytes.len().min(4096)];
        let mut countries = COUNTRIES.into_iter().filter(|_| self == Self::Gib);
        let named = countries.find(|(name, _)| head.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name)));
        named.map(|(_, country)| country)
    }

    /// Returns the encoding that the header names, or that the format has without a name.
    /// SGF names it in a property.
    pub(super) fn encoding_name(self, bytes: &[u8]) -> Option<&str> {
        if self != Self::Ugf {
            return None;
        }
        let header = lines(bytes).map(|line| trimmed(&bytes[line])).take(2 * HEAD_LINES);
        let mut names = header.filter_map(|line| {
            let (key, name) = line.split_at_checked(5)?;
            key.eq_ignore_ascii_case(b"Lang=").then_some(name.trim_ascii())
        });
        let name = names.find(|name| !name.is_empty());
        name.map_or(Some("Shift_JIS"), |name| std::str::from_utf8(name).ok())
    }
}

/// Returns whether a text begins with a node, as in `(;FF[4]`, `(FF[4]` and `;FF[4]`.
fn begins_sgf(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"(") else {
        return text.starts_with(b";");
    };
    let inside = inside.trim_ascii_start();
    let letters = inside.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    match inside[letters..].trim_ascii_start().first() {
        Some(b';') => letters == 0,
        Some(b'[') => letters > 0,
        _ => false,
    }
}

/// Returns whether a line is the mark that begins a header, or, where that is lost, a value
/// of the header.
fn begins_gib(line: &[u8]) -> bool {
    let Some(value) = line.strip_prefix(br"\[") else {
        return line.starts_with(br"\HS");
    };
    let letters = value.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    letters > 1 && value.get(letters) == Some(&b'=')
}

/// Returns the number of lines before the header of an NGF record, or `None` if the text is none.
/// Only blank lines may stand there; the last of them can be the first line of the header, the
/// event.
pub(crate) fn ngf_start(bytes: &[u8]) -> Option<usize> {
    let all = lines(bytes).map(|line| &bytes[line]);
    let blank = all.clone().take_while(|line| trimmed(line).is_empty()).count();
    (blank.saturating_sub(1)..=blank).find(|&start| {
        let head: Vec<&[u8]> = all.clone().skip(start).take(HEAD_LINES).collect();
        is_ngf(&head)
    })
}

/// Returns whether the second line is a board size, and either moves follow, or handicap and
/// komi as numbers and a date.
fn is_ngf(head: &[&[u8]]) -> bool {
    // Some records have these letters before each line of the header.
    let values: Vec<&[u8]> = head
        .iter()
        .map(|line| trimmed(line))
        .map(|line| line.strip_prefix(b"GI").map_or(line, trimmed))
        .collect();
    let mut numbers = values
        .iter()
        .map(|value| (1..=3).contains(&value.len()) && value.iter().all(u8::is_ascii_digit));
    if numbers.nth(1) != Some(true) {
        return false;
    }
    let has_move = head.iter().skip(2).any(|line| is_ngf_move(trimmed(line)));
    let has_date = values
        .get(8)
        .is_some_and(|value| value.iter().take_while(|byte| byte.is_ascii_digit()).count() == 8);
    has_move || has_date && numbers.skip(3).take(3).all(|is_number| is_number)
}

/// Returns whether a line of NGF has the shape of a move, in letters of either case.
pub(crate) fn is_ngf_move(line: &[u8]) -> bool {
    let [
        b'P' | b'p',
        b'M' | b'm',
        first,
        second,
        b'B' | b'b' | b'W' | b'w',
        x,
        y,
        ..,
    ] = line
    else {
        return false;
    };
    [first, second, x, y].iter().all(|letter| letter.is_ascii_alphabetic())
}

fn trimmed(line: &[u8]) -> &[u8] {
    let mut line = line;
    while let [0 | b' ' | b'\t' | b'\n' | b'\r' | b'\x0C', rest @ ..] = line {
        line = rest;
    }
    while let [rest @ .., 0 | b' ' | b'\t' | b'\n' | b'\r' | b'\x0C'] = line {
        line = rest;
    }
    line
}

/// Returns the places of the lines of a text, without their ends: CR LF, LF or CR.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + Clone {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= bytes.len() {
            return None;
        }
        let len = bytes[start..]
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(bytes.len() - start);
        let line = start..start + len;
        start = line.end + if bytes[line.end..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_tell_the_format() {
        let ngf = "match\n19\na 1D\nb 2D\nsite\n0\n0\n6\n20110812\n";
        for (text, format) in [
            ("(;GM[1])", Format::Sgf),
            (" \n( \n;GM[1])", Format::Sgf),
            ("A mail\n19\n(;B[pd])", Format::Sgf),
            ("", Format::Sgf),
            ("\\HS\n\\[GAMENAME=(;B[aa])\\]", Format::Gib),
            ("\u{feff}\r\n\\HS\r\n", Format::Gib),
            ("\\[GAMEBLACKNAME=a\\]\n", Format::Gib),
            ("\\[B[aa]CA[", Format::Sgf),
            ("[Header]\nSize=19", Format::Ugf),
            ("# a\r# b\r\r[HEADER]\r", Format::Ugf),
            (ngf, Format::Ngf),
            ("(a)\r\n9\r\nb\r\nc\r\nPMABBEEEE\r\n", Format::Ngf),
            ("(a)\n9\nb\nc\npmabbeeee\n", Format::Ngf),
            ("GImatch\nGI19\nGIa\nGIb\nPMABBQEEQ\n", Format::Ngf),
            (
                "GImatch\nGI19\nGIa\nGIb\nGIsite\nGI0\nGI0\nGI6\nGI20110812\n",
                Format::Ngf,
            ),
            ("GImatch\nGInone\nPMABBQEEQ\n", Format::Sgf),
            (&format!("\r\n \r\n{ngf}"), Format::Ngf),
            (&format!("\u{feff}\n\n\n{}", &ngf[5..]), Format::Ngf),
            (&format!("\n{ngf}").replace("19", ""), Format::Sgf),
            ("match\n19\na\nb\n", Format::Sgf),
            ("1\n2\n3\n4\n5\n6\n7\n8\n9\n", Format::Sgf),
            ("match\nx\na\nb\nsite\n0\n0\n6\n", Format::Sgf),
        ] {
            assert_eq!(Format::of(text.as_bytes()), format, "{text:?}");
        }
    }

    #[test]
    fn lines_end_in_three_ways() {
        let text = b"a\r\nb\n\nc\rd";
        let all: Vec<_> = lines(text).map(|line| &text[line]).collect();
        assert_eq!(all, [&b"a"[..], b"b", b"", b"c", b"d"]);
        assert_eq!(lines(b"a\r\n").count(), 1);
    }
}
