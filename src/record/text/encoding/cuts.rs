//! Characters that were cut before the bracket that closes their value. A server that
//! cuts names after a number of bytes may keep only the first byte of a character, and in
//! GBK, Big5 and Shift_JIS this byte and the bracket can be a character. Then the value
//! would go on to the bracket of the next property, and both would be lost.
//!
//! A first byte before `]` was cut if the bytes after the bracket go on as a record does:
//! a property with its value, after nothing but `;`, parentheses and blanks, or the end of
//! the record. Text that goes on so after a whole character has escaped brackets, or the
//! value goes on after the next bracket.
//!
//! In other places and other encodings of several bytes the bracket is safe: the decoder itself
//! replaces what was left of the character. This is reported, too, but not in UTF-8.

use encoding_rs::{BIG5, Decoder, Encoding, GB18030, GBK, SHIFT_JIS};

/// Finds the places of characters that were cut, in ascending order: those of their first bytes.
pub(super) fn cuts<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let length = lengths(encoding);
    let mut at = 0;
    // The decoder, once it is needed, and the number of bytes that it has read.
    let mut decoding = None;
    std::iter::from_fn(move || {
        let length = length?;
        loop {
            let rest = &bytes[at..];
            let place = at + rest.iter().position(|byte| !byte.is_ascii())?;
            let rest = &bytes[place..];
            let len = length(rest);
            if let (2, Some((b']', after))) = (len, rest[1..].split_first())
                && is_structure(after)
            {
                let (decoder, decoded) =
                    decoding.get_or_insert_with(|| (Box::new(encoding.new_decoder_without_bom_handling()), 0));
                if is_character(decoder, decoded, bytes, place) {
                    at = place + 1;
                    return Some(place);
                }
            }
            at = place + len;
        }
    })
}

/// Returns the places of broken characters before a bracket in a text with damage.
pub(super) fn broken_before_brackets(text: &str) -> Vec<usize> {
    text.match_indices("\u{FFFD}]").map(|(at, _)| at).collect()
}

/// Returns the function that tells the length of the character with which bytes begin, for the
/// encodings in which a second byte can be a bracket.
fn lengths(encoding: &'static Encoding) -> Option<fn(&[u8]) -> usize> {
    if encoding == GBK || encoding == GB18030 {
        Some(|bytes| match *bytes {
            [0x81..=0xfe, 0x30..=0x39, 0x81..=0xfe, 0x30..=0x39, ..] => 4,
            [0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe, ..] => 2,
            _ => 1,
        })
    } else if encoding == BIG5 {
        Some(|bytes| match *bytes {
            [0x81..=0xfe, 0x40..=0x7e | 0xa1..=0xfe, ..] => 2,
            _ => 1,
        })
    } else if encoding == SHIFT_JIS {
        Some(|bytes| match *bytes {
            [0x81..=0x9f | 0xe0..=0xfc, 0x40..=0x7e | 0x80..=0xfc, ..] => 2,
            _ => 1,
        })
    } else {
        None
    }
}

/// Returns whether the decoder reads the byte at `lead` and the bracket after it as one
/// character. Places must ascend. `decoded` is the number of bytes that the decoder has read.
fn is_character(decoder: &mut Decoder, decoded: &mut usize, bytes: &[u8], lead: usize) -> bool {
    let mut buffer = [0; 1024];
    while *decoded <= lead {
        let (_, read, ..) = decoder.decode_to_utf8(&bytes[*decoded..=lead], &mut buffer, false);
        *decoded += read;
    }
    let (_, read, written, _) = decoder.decode_to_utf8(b"]", &mut buffer, false);
    *decoded += read;
    buffer[..written].last().is_some_and(|byte| *byte != b']')
}

/// Returns whether the bytes after a bracket go on as a record does.
fn is_structure(rest: &[u8]) -> bool {
    next_value(rest).is_some_and(|value| value.is_none_or(is_value))
}

/// Returns the beginning of the next value after a bracket, or `Some(None)` at the end of the record;
/// `None` if text follows.
fn next_value(rest: &[u8]) -> Option<Option<&[u8]>> {
    let between = rest
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace() || b";()".contains(byte))
        .count();
    let (between, rest) = rest.split_at(between);
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, rest) = rest.split_at(letters);
    match rest.trim_ascii_start().split_first() {
        None if name.is_empty() => Some(None),
        Some((b'[', value)) if name.first().is_some_and(u8::is_ascii_uppercase) => Some(Some(value)),
        // A second value of the same property.
        Some((b'[', value)) if name.is_empty() && between.trim_ascii().is_empty() => Some(Some(value)),
        _ => None,
    }
}

/// Returns whether bytes begin with the rest of a value: it has no escaped bracket, as text
/// has, and its own bracket ends it.
fn is_value(bytes: &[u8]) -> bool {
    let mut before = 0;
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' if before < 0x80 && after.first() == Some(&b']') => return false,
            b']' if ends_value(after) => return true,
            // The second byte of a character, perhaps.
            b']' if before < 0x80 => return false,
            _ => {}
        }
        before = byte;
    }
    // The record ends too early.
    true
}

fn ends_value(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    match rest.first() {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        _ => matches!(next_value(rest), Some(Some(_))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TextEncoding, decode};
    use super::*;
    use encoding_rs::{EUC_KR, WINDOWS_1252};

    const ENCODINGS: [&Encoding; 4] = [GBK, GB18030, BIG5, SHIFT_JIS];

    /// Returns the text of bytes with `0x83` where there is a `#`, which is the first byte of
    /// a character in all of these encodings, also before `]`.
    fn read(text: &str, encoding: &'static Encoding) -> String {
        let bytes: Vec<u8> = text
            .bytes()
            .map(|byte| if byte == b'#' { 0x83 } else { byte })
            .collect();
        TextEncoding(encoding).decode(&bytes).into_owned()
    }

    #[test]
    fn a_cut_character_does_not_swallow_the_bracket() {
        for text in [
            "(;PB[a#]PW[b];B[pd])",
            "(;PB[a#]\nPW [b]\n;B[pd])",
            "(;PW[a#];B[pd];W[dp])",
            "(;PB[a#]PW[b#]BR[9d])",
            "(;PB[a#]PW[b#])\n(;GM[1]PB[#])",
            "(;B[pd]C[a#])",
            "(;B[pd]C[a#](;W[dp])(;W[dd]))",
            "(;LB[aa:#][bb:c])",
            "(;PB[#]PW[cut o",
            "(;PB[#]",
        ] {
            for encoding in ENCODINGS {
                // Big5 has no character of these two bytes.
                let expected = text.replace('#', "\u{FFFD}");
                assert_eq!(read(text, encoding), expected, "{}", encoding.name());
            }
        }
    }

    #[test]
    fn a_whole_character_before_text_stays() {
        for text in [
            "(;PB[#]]PW[b])",
            "(;C[#]; good];B[pd])",
            "(;C[#] [3d\\]: hi];B[pd])",
            "(;C[#][3d]: hi];B[pd])",
            "(;C[#] B[dd\\] is better];B[pd])",
            "(;C[see (#]) too];B[pd])",
            "(;C[#] (a)];B[pd])",
            "(;C[#]b[c];B[pd])",
        ] {
            for encoding in [GBK, GB18030, SHIFT_JIS] {
                let read = read(text, encoding);
                assert!(!read.contains('\u{FFFD}'), "{read} in {}", encoding.name());
            }
        }
    }

    #[test]
    fn a_bracket_that_the_decoder_keeps_is_no_cut() {
        // This byte begins no character with the bracket.
        assert!(cuts(BIG5, b"(;PB[\x83]PW[b])").next().is_none());
        for encoding in [EUC_KR, WINDOWS_1252] {
            assert!(cuts(encoding, b"(;PB[\xB5]PW[b])").next().is_none());
        }
    }

    #[test]
    fn many_cuts_take_linear_time() {
        let bytes = b"\x83];B[".repeat(200_000);
        assert_eq!(cuts(GBK, &bytes).count(), 200_000);
        let bytes = b"\x83]x".repeat(200_000);
        assert!(cuts(GBK, &[b"\x83]PB[", &*bytes].concat()).count() <= 1);
        assert!(decode(&bytes).text.len() >= 200_000);
    }
}
