//! The text of a record. Files seldom state their encoding and are often wrong
//! about it, so the bytes have priority. Text is decoded before it is parsed,
//! because in GBK, Big5 and Shift_JIS the second byte of a character can be `]` or
//! `\`.
//!
//! [`decode`] uses the first rule that applies:
//! 1. A byte order mark (UTF-8, UTF-16 in either byte order).
//! 2. NUL bytes in the pattern of SGF punctuation in UTF-16.
//! 3. ISO-2022-JP, if 7-bit text has its escape sequences and is well-formed in it,
//!    whether `CA` names it or not.
//! 4. Valid UTF-8, because text in another encoding is hardly ever valid UTF-8 by
//!    accident. `CA` is ignored, because converters often leave the old one.
//! 5. The encoding that `CA` names, if the text is well-formed in it. Characters that
//!    were cut before a bracket do not count, if as many are whole.
//! 6. Damaged UTF-8: mostly whole characters of several bytes, by its own measure
//!    ([`is_damaged_utf_8`]).
//! 7. In a text with little beyond ASCII, the only encoding in which it has ranks such as
//!    `9段` ([`encoding_of_ranks`]).
//! 8. The encoding that a detector suggests, if the text is well-formed in it but for
//!    characters that were cut before a bracket. This means little for
//!    single-byte encodings, which rule 9 precedes.
//! 9. The encoding that `CA` names, if there are at least eight whole characters
//!    for each broken one.
//! 10. windows-1252, in which any text is well-formed.
//!
//! In a UGF record, `Lang` stands for `CA`, and Shift_JIS if it is missing; the detector of
//! rule 8 is told the country that a GIB record names, and rule 7 does not apply then.
//!
//! Where the first byte of a character was cut off from its second one, it is read alone
//! and not with the bracket after it (`cuts.rs`).
//!
//! `parts` applies these rules to each game of a collection in several encodings
//! (`parts.rs`). It also reads UTF-32, by its byte order mark. No decoder of the standard
//! reads it, so the text is kept as UTF-8.

mod cuts;
mod parts;
mod text_encoding;
mod trees;

use super::format::Format;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, CoderResult, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use trees::utf_16_without_mark;

pub use parts::parts;
pub use text_encoding::TextEncoding;

/// The number of whole characters beyond ASCII for each broken one that makes a
/// file damaged text in its declared encoding.
const WHOLE_PER_BROKEN: usize = 8;

/// The number of bytes beyond ASCII below which a detector knows little about a text.
const LITTLE: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text without a byte order mark, with U+FFFD for every malformed
    /// sequence. Borrowed if the bytes are this text already.
    pub text: Cow<'a, str>,
    pub encoding: TextEncoding,
    /// The places in the text where a character was cut, in ascending order: U+FFFD stands there before
    /// a bracket, whether the bytes before the bracket are broken by themselves or would be another
    /// character with it.
    pub cuts: Vec<usize>,
}

impl<'a> Decoded<'a> {
    const fn utf_8(text: Cow<'a, str>) -> Self {
        Self {
            text,
            encoding: TextEncoding::UTF_8,
            cuts: Vec::new(),
        }
    }
}

/// Decodes the bytes of a file by the rules of this module. Never fails.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let found = Encoding::for_bom(bytes)
        .map(|(encoding, _)| encoding)
        .or_else(|| utf_16_without_mark(bytes));
    if let Some(encoding) = found {
        return lossy(encoding, bytes);
    }
    if let Some(decoded) = iso_2022_jp(bytes) {
        return decoded;
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded::utf_8(Cow::Borrowed(text));
    }
    let declared = declared(bytes);
    if let Some(decoded) = declared.and_then(|encoding| whole_but_for_cuts(encoding, bytes)) {
        return decoded;
    }
    if is_damaged_utf_8(bytes, WEIGHT_PER_BROKEN) {
        return lossy(UTF_8, bytes);
    }
    let country = Format::of(bytes).country(bytes);
    if country.is_none()
        && let Some(encoding) = encoding_of_ranks(bytes)
    {
        return lossy(encoding, bytes);
    }
    match detected(bytes, country) {
        Some(decoded) if !decoded.encoding.0.is_single_byte() => decoded,
        unsure => declared
            .and_then(|encoding| mostly_whole(encoding, bytes))
            .or(unsure)
            .unwrap_or_else(|| lossy(WINDOWS_1252, bytes)),
    }
}

/// The byte order mark of UTF-8.
pub(crate) const UTF_8_MARK: [u8; 3] = *b"\xEF\xBB\xBF";

/// Returns whether UTF-8 text that begins with a game tree could be read in another
/// encoding, alone or as a part of a longer text, unless a byte order mark precedes
/// it.
pub(crate) fn needs_mark(text: &str) -> bool {
    // Rules 2 and 3, which come before UTF-8, need one of these characters.
    text.contains(['\0', '\x1b'])
}

fn lossy<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Decoded<'a> {
    TextEncoding(encoding).decoded(bytes)
}

fn strict<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Decoded<'a>> {
    TextEncoding(encoding).decoded_strictly(bytes)
}

/// Returns the text if it is well-formed but for characters that were cut before a bracket, of
/// which there are no more than whole ones.
fn whole_but_for_cuts<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Decoded<'a>> {
    if let Some(decoded) = strict(encoding, bytes) {
        return Some(decoded);
    }
    if encoding.is_single_byte() {
        return None;
    }
    is_whole_but_for_cuts(encoding, bytes).then(|| lossy(encoding, bytes))
}

/// Returns whether bytes are malformed only before brackets, no more often than they have whole
/// characters beyond ASCII. Decodes them in pieces: the text of a large file takes much memory.
fn is_whole_but_for_cuts(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 4096];
    let mut rest = bytes;
    let read_as_whole = cuts::cuts(encoding, bytes).count();
    let (mut whole, mut cut) = (0, read_as_whole);
    let mut is_broken = false;
    loop {
        let (result, read, written, _) = decoder.decode_to_utf8(rest, &mut buffer, true);
        rest = &rest[read..];
        for c in String::from_utf8_lossy(&buffer[..written]).chars() {
            if is_broken && c != ']' {
                return false;
            }
            is_broken = c == char::REPLACEMENT_CHARACTER;
            cut += usize::from(is_broken);
            whole += usize::from(!c.is_ascii() && !is_broken);
        }
        if result == CoderResult::InputEmpty {
            return !is_broken && whole >= cut + read_as_whole;
        }
    }
}

/// Returns the text in the encoding that a detector suggests, if it is well-formed in it.
fn detected<'a>(bytes: &'a [u8], country: Option<&[u8]>) -> Option<Decoded<'a>> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(country, Utf8Detection::Deny);
    if !guess.is_single_byte()
        && let Some(decoded) = strict(guess, bytes)
    {
        if decoded.cuts.is_empty() {
            return Some(decoded);
        }
        // With the bracket, a cut character is another one, and misleads the detector.
        let again = guess_without_cuts(bytes, &decoded, country);
        let better = (!again.is_single_byte()).then(|| whole_but_for_cuts(again, bytes));
        return better.flatten().or(Some(decoded));
    }
    // The detector rules out an encoding in which a character is cut.
    let may_be_cut = bytes.windows(2).any(|two| !two[0].is_ascii() && two[1] == b']');
    let mut others = OF_SEVERAL_BYTES.into_iter().filter(|_| may_be_cut);
    let found = others.find_map(|encoding| {
        let cut = whole_but_for_cuts(encoding, bytes)?;
        (guess_without_cuts(bytes, &cut, country) == encoding).then_some(cut)
    });
    // Only now: the text of a large file takes much memory, and one after another is tried.
    found.or_else(|| strict(guess, bytes))
}

/// Returns what a detector suggests for bytes without the characters that were cut in this text of
/// theirs.
fn guess_without_cuts(bytes: &[u8], decoded: &Decoded<'_>, country: Option<&[u8]>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut offsets = decoded.encoding.byte_offsets(bytes);
    let mut from = 0;
    for cut in &decoded.cuts {
        detector.feed(&bytes[from..offsets.at(*cut)], false);
        from = offsets.at(cut + char::REPLACEMENT_CHARACTER.len_utf8());
    }
    detector.feed(&bytes[from..], true);
    detector.guess(country, Utf8Detection::Deny)
}

fn beyond_ascii(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !byte.is_ascii()).count()
}

/// Returns the bytes of a file, or, if they are UTF-32 with its byte order mark, those of its text
/// in UTF-8.
pub(crate) fn without_utf_32(bytes: Vec<u8>) -> Vec<u8> {
    match utf_32(&bytes) {
        Some(text) if needs_mark(&text) => [&UTF_8_MARK, text.as_bytes()].concat(),
        Some(text) => text.into_bytes(),
        None => bytes,
    }
}

/// Returns the text of a file that begins with a byte order mark of UTF-32. That of little endian
/// begins like that of UTF-16, after which no text has a NUL.
fn utf_32(bytes: &[u8]) -> Option<String> {
    let (body, number): (_, fn([u8; 4]) -> u32) = match bytes {
        [0xff, 0xfe, 0, 0, body @ ..] => (body, u32::from_le_bytes),
        [0, 0, 0xfe, 0xff, body @ ..] => (body, u32::from_be_bytes),
        _ => return None,
    };
    let (characters, cut) = body.as_chunks::<4>();
    let known = characters.iter().map(|bytes| char::from_u32(number(*bytes)));
    let cut = (!cut.is_empty()).then_some(None);
    let all = known.chain(cut);
    Some(all.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// Returns the text if it is ISO-2022-JP: 7-bit, with at least one of its escape
/// sequences, and well-formed. A text that lost its return to ASCII would swallow
/// the moves after it, so such a record is read as ASCII, which keeps them.
fn iso_2022_jp(bytes: &[u8]) -> Option<Decoded<'_>> {
    const ESCAPE: u8 = 0x1b;
    if !bytes.contains(&ESCAPE) || !bytes.is_ascii() {
        return None;
    }
    let escapes = bytes
        .windows(3)
        .any(|three| matches!(three, [ESCAPE, b'$', b'@' | b'B'] | [ESCAPE, b'(', b'I' | b'J']));
    escapes.then(|| strict(ISO_2022_JP, bytes)).flatten()
}

/// Returns the encoding that the first `CA` property names, or the header of a foreign record. Ignores UTF-8, which
/// has been tried, and encodings in which ASCII bytes are not ASCII characters,
/// because the property could not have been read in them.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some(name) = Format::of(bytes).encoding_name(bytes) {
        return TextEncoding::from_name(name).map(|encoding| encoding.0);
    }
    let (start, _) = bytes
        .windows(3)
        .enumerate()
        .find(|(at, three)| *three == b"CA[" && !(*at > 0 && bytes[at - 1].is_ascii_alphabetic()))?;
    let value = &bytes[start + 3..];
    let end = value.iter().position(|byte| *byte == b']')?;
    let name = std::str::from_utf8(&value[..end]).ok()?;
    let encoding = TextEncoding::from_name(name)?.0;
    (encoding != UTF_8 && encoding.is_ascii_compatible()).then_some(encoding)
}

/// Returns the text if whole characters beyond ASCII outnumber broken ones, by rule
/// 9.
fn mostly_whole<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Decoded<'a>> {
    let decoded = lossy(encoding, bytes);
    let (mut whole, mut broken) = (0, 0);
    for c in decoded.text.chars().filter(|c| !c.is_ascii()) {
        if c == char::REPLACEMENT_CHARACTER {
            broken += 1;
        } else {
            whole += 1;
        }
    }
    (whole >= broken * WHOLE_PER_BROKEN).then_some(decoded)
}

// Damaged UTF-8: names cut in the middle of a character, and bytes replaced by question marks.

/// The number of continuation bytes of whole UTF-8 characters that outweigh one
/// broken sequence: those of two Chinese characters, or of four Cyrillic letters.
///
/// Measured on records with only two players' names beyond ASCII, in GBK, Big5,
/// Shift_JIS, EUC-KR and EUC-JP: with 2, up to 1% of them pass for damaged UTF-8,
/// with 4 less than 0.2%. All 2,816 known records in damaged UTF-8 pass with 4.
const WEIGHT_PER_BROKEN: usize = 4;

/// Returns whether invalid UTF-8 was UTF-8 before it was damaged: at least
/// `weight_per_broken` continuation bytes of whole characters outweigh each
/// broken sequence, which are [`WEIGHT_PER_BROKEN`] where nothing else speaks for UTF-8.
///
/// A sequence with question marks in place of continuation bytes counts neither
/// way: some servers' records went through a conversion from windows-1252, in which
/// the bytes 81, 8D, 8F, 90 and 9D are undefined.
fn is_damaged_utf_8(bytes: &[u8], weight_per_broken: usize) -> bool {
    let mut weight = 0;
    let mut broken = 0;
    let mut rest = bytes;
    while let Some((&lead, after)) = rest.split_first() {
        rest = after;
        let continuations = match lead {
            0x00..=0x7f => continue,
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            _ => 0,
        };
        let present = after
            .iter()
            .take(continuations)
            .take_while(|byte| matches!(**byte, 0x80..=0xbf | b'?'))
            .count();
        let (sequence, after) = after.split_at(present);
        rest = after;
        if continuations == 0 || present < continuations {
            broken += 1;
        } else if !sequence.contains(&b'?') {
            weight += continuations;
        }
    }
    weight > 0 && weight >= broken * weight_per_broken
}

// Ranks as evidence of an encoding, where names of a few bytes are too little for a detector.

/// The encodings of several bytes a character, whose users write ranks in their own script.
const OF_SEVERAL_BYTES: [&Encoding; 5] = [GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP];

const GRADES: [char; 5] = ['段', '级', '級', '단', '급'];

/// Returns the only encoding in which a short text has a rank: a number followed by a character
/// for dan or kyu. In the other encodings, these bytes are other characters.
fn encoding_of_ranks(bytes: &[u8]) -> Option<&'static Encoding> {
    if beyond_ascii(bytes) > LITTLE {
        return None;
    }
    let mut found = OF_SEVERAL_BYTES.into_iter().filter(|encoding| {
        let decoded = whole_but_for_cuts(encoding, bytes);
        decoded.is_some_and(|decoded| shows_rank(&decoded.text))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

fn shows_rank(text: &str) -> bool {
    text.char_indices().any(|(at, c)| {
        let before = text[..at].chars().next_back();
        GRADES.contains(&c)
            && before.is_some_and(|c| c.is_ascii_digit() || "０１２３４５６７８９初一二三四五六七八九十".contains(c))
    })
}

#[cfg(test)]
mod tests;
