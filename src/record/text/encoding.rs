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
//!    (`damage.rs`).
//! 7. In a text with little beyond ASCII, the only encoding in which it has ranks such as
//!    `9段` (`ranks.rs`).
//! 8. The encoding that a detector suggests, if the text is well-formed in it. This
//!    means little for single-byte encodings, which rule 9 precedes.
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
mod damage;
mod parts;
mod ranks;
mod text_encoding;
mod trees;

use std::borrow::Cow;

use super::format::Format;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use cuts::cuts;
use damage::{WEIGHT_PER_BROKEN, is_damaged_utf_8};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use ranks::encoding_of_ranks;

pub use parts::{Part, Parts, parts};
pub use text_encoding::TextEncoding;

/// The number of whole characters beyond ASCII for each broken one that makes a
/// file damaged text in its declared encoding.
const WHOLE_PER_BROKEN: usize = 8;

/// The number of bytes beyond ASCII below which a detector knows little about a text.
const LITTLE: usize = 40;

/// The number of bytes to examine for UTF-16 at the start of a file.
const UTF_16_SAMPLE: usize = 1024;

/// The text of a file and its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text without a byte order mark, with U+FFFD for every malformed
    /// sequence. Borrowed if the bytes are this text already.
    pub text: Cow<'a, str>,
    /// The encoding of the bytes.
    pub encoding: TextEncoding,
    /// The places in the text where the first byte of a character was not read as one with the
    /// bracket after it, in ascending order.
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
pub const UTF_8_MARK: [u8; 3] = *b"\xEF\xBB\xBF";

/// Returns true if UTF-8 text that begins with a game tree could be read in another
/// encoding, alone or as a part of a longer text, unless a byte order mark precedes
/// it.
pub fn needs_mark(text: &str) -> bool {
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
    let decoded = lossy(encoding, bytes);
    let (mut whole, mut cut) = (0, 0);
    for (at, c) in decoded.text.char_indices().filter(|(_, c)| !c.is_ascii()) {
        if c != char::REPLACEMENT_CHARACTER {
            whole += 1;
        } else if decoded.text[at + c.len_utf8()..].starts_with(']') {
            cut += 1;
        } else {
            return None;
        }
    }
    (whole >= cut).then_some(decoded)
}

/// Returns the text in the encoding that a detector suggests, if it is well-formed in it.
fn detected<'a>(bytes: &'a [u8], country: Option<&[u8]>) -> Option<Decoded<'a>> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(country, Utf8Detection::Deny);
    let decoded = strict(guess, bytes)?;
    if decoded.cuts.is_empty() {
        return Some(decoded);
    }
    // With the bracket, a cut character is another one, and misleads the detector.
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut from = 0;
    for cut in cuts(guess, bytes) {
        detector.feed(&bytes[from..cut], false);
        from = cut + 1;
    }
    detector.feed(&bytes[from..], true);
    let again = detector.guess(country, Utf8Detection::Deny);
    match again.is_single_byte() {
        true => Some(decoded),
        false => whole_but_for_cuts(again, bytes).or(Some(decoded)),
    }
}

/// Returns the number of bytes beyond ASCII.
fn beyond_ascii(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !byte.is_ascii()).count()
}

/// Returns the bytes of a file, or, if they are UTF-32 with its byte order mark, those of its text
/// in UTF-8.
pub fn without_utf_32(bytes: Vec<u8>) -> Vec<u8> {
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

/// Detects UTF-16 by NUL bytes beside the punctuation of SGF: beside at least four
/// marks, and beside more than half of them. Other characters prove less: U+4E00
/// (one, in Chinese) looks like the letter N in the other byte order.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(UTF_16_SAMPLE)];
    if !sample.contains(&0) {
        return None;
    }
    let is_mark = |byte: u8| b"()[];".contains(&byte);
    let (mut big, mut little, mut all) = (0, 0, 0);
    for [first, second] in sample.as_chunks::<2>().0 {
        big += usize::from(*first == 0 && is_mark(*second));
        little += usize::from(is_mark(*first) && *second == 0);
        all += usize::from(is_mark(*first) || is_mark(*second));
    }
    let enough = |marks| marks >= 4 && marks * 2 > all;
    if enough(big) {
        Some(UTF_16BE)
    } else if enough(little) {
        Some(UTF_16LE)
    } else {
        None
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, SHIFT_JIS, WINDOWS_1251};

    fn name_of(bytes: &[u8]) -> &'static str {
        decode(bytes).encoding.name()
    }

    /// Returns `text` in `encoding`, which must have all its characters.
    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text} in {}", encoding.name());
        bytes.into_owned()
    }

    fn utf_16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(order).collect()
    }

    #[test]
    fn byte_order_marks_win_and_are_not_text() {
        // CA is wrong in each, and the text alone would not suffice.
        let text = "(;CA[GBK]PB[鈴木])";
        for (mark, body, name) in [
            (&b"\xEF\xBB\xBF"[..], text.as_bytes().to_vec(), "UTF-8"),
            (b"\xFF\xFE", utf_16(text, u16::to_le_bytes), "UTF-16LE"),
            (b"\xFE\xFF", utf_16(text, u16::to_be_bytes), "UTF-16BE"),
        ] {
            let bytes = [mark, &body].concat();
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.encoding.name()), (text, name));
        }
        assert_eq!(decode(b"\xEF\xBB\xBF(;PB[\xE9\xE9])").text, "(;PB[\u{FFFD}\u{FFFD}])");
    }

    #[test]
    fn utf_16_without_a_mark_shows_in_its_nul_bytes() {
        let comment = "一".repeat(120);
        let text = format!("(;GM[1]FF[4]SZ[19]PB[Kim]PW[Sato]KM[6.5]C[{comment}];B[pd])");
        for (bytes, name) in [
            (utf_16(&text, u16::to_be_bytes), "UTF-16BE"),
            (utf_16(&text, u16::to_le_bytes), "UTF-16LE"),
        ] {
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.encoding.name()), (&*text, name));
            // The text is cut in the middle of a character.
            assert_eq!(name_of(&bytes[..bytes.len() - 1]), name);
        }
    }

    #[test]
    fn utf_8_that_could_be_something_else_needs_its_mark() {
        let zeros = "(\0;\0)\0[\0]\0";
        for (text, other) in [(zeros, "UTF-16LE"), ("(;C[\x1b$B0O\x1b(B])", "ISO-2022-JP")] {
            assert_eq!(name_of(text.as_bytes()), other);
            assert!(needs_mark(text));
            let marked = [&UTF_8_MARK, text.as_bytes()].concat();
            assert_eq!((&*decode(&marked).text, name_of(&marked)), (text, "UTF-8"));
        }
        assert!(!needs_mark("(;PB[囲碁])"));
    }

    #[test]
    fn stray_nul_bytes_do_not_make_utf_16() {
        assert_eq!(name_of(b"(;PB[a]\0PW[b]\0)\0"), "UTF-8");
        let zero_filled = [b"(;FF[4]GM[1]SZ[19];B[pd];W[dp]".as_slice(), &[0; 500]].concat();
        assert_eq!(name_of(&zero_filled), "UTF-8");
    }

    #[test]
    fn escapes_in_7_bit_text_are_iso_2022_jp() {
        let text = "(;PB[趙]C[あ];B[pd])";
        let body = encoded(text, ISO_2022_JP);
        for ca in ["", "CA[ISO-2022-JP]", "CA[UTF-8]"] {
            let bytes = [ca.as_bytes(), &body].concat();
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, format!("{ca}{text}"));
            assert_eq!(decoded.encoding.name(), "ISO-2022-JP");
        }
    }

    #[test]
    fn lost_escapes_do_not_cost_the_moves() {
        // The name is cut off, and with it the return to ASCII.
        let cut = b"(;PB[\x1b$B$];B[pd];W[dp]\n)";
        assert!(decode(cut).text.contains(";B[pd];W[dp]"));
        assert_eq!(name_of(b"(;C[\x1b[1mbold\x1b[0m])"), "UTF-8");
    }

    #[test]
    fn valid_utf_8_is_borrowed_whatever_ca_says() {
        for ca in ["", "UTF-8", "GBK", "ISO-8859-1", "no such thing"] {
            let text = format!("(;CA[{ca}]PB[이세돌]PW[Müller])");
            let decoded = decode(text.as_bytes());
            assert!(matches!(decoded.text, Cow::Borrowed(_)));
            assert_eq!((&*decoded.text, decoded.encoding), (&*text, TextEncoding::UTF_8));
        }
    }

    #[test]
    fn ca_names_the_encoding_of_other_text() {
        for (ca, encoding, names) in [
            ("EUC-CN", GBK, "围棋"),
            ("GB18030", GB18030, "围棋𠀋"),
            ("Big5", BIG5, "圍棋"),
            ("SJIS", SHIFT_JIS, "囲碁ｶﾅ"),
            ("EUC-KR", EUC_KR, "바둑"),
            ("cp1251", WINDOWS_1251, "Го"),
            ("ISO-8859-1", WINDOWS_1252, "Ä “€”"),
            (" iso-8859-15 ", encoding_rs::ISO_8859_15, "Ÿ Œœ €"),
            ("Macintosh", encoding_rs::MACINTOSH, "ƒ ‰ ™ é"),
        ] {
            let text = format!("(;FF[4]CA[{ca}]PB[{names}];B[pd])");
            let bytes = encoded(&text, encoding);
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.encoding.0), (&*text, encoding));
        }
    }

    #[test]
    fn second_bytes_that_look_like_sgf_stay_in_their_characters() {
        for (ca, encoding, names) in [
            ("GBK", GBK, "乗沒"),
            ("Big5", BIG5, "功孫"),
            ("Shift_JIS", SHIFT_JIS, "表望"),
        ] {
            let text = format!("(;CA[{ca}]PB[{names}];B[pd])");
            let bytes = encoded(&text, encoding);
            assert_eq!(bytes.iter().filter(|byte| **byte == b']').count(), 4);
            assert!(bytes.contains(&b'\\'));
            assert_eq!(decode(&bytes).text, text);
        }
    }

    #[test]
    fn only_a_property_called_ca_counts() {
        let bytes = encoded("(;FF[4]MCA[Big5]CA[GBK]CA[EUC-KR]PB[围棋])", GBK);
        assert_eq!(name_of(&bytes), "GBK");
    }

    #[test]
    fn ca_loses_where_the_bytes_contradict_it() {
        // The comment is long enough for detection to be certain.
        let comment = "围棋是一种古老的游戏，两个人轮流下子，谁围的地方大谁就赢。";
        for ca in ["UTF-8", "UTF-16", "EUC-JP", "HZ-GB-2312", ""] {
            let text = format!("(;CA[{ca}]C[{comment}])");
            let bytes = encoded(&text, GBK);
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.encoding.name()), (&*text, "GBK"), "{ca}");
        }
    }

    #[test]
    fn damaged_utf_8_keeps_what_is_whole_and_every_ascii_byte() {
        for (bytes, text) in [
            // Question marks replace lost bytes, in the middle and at the end of a
            // name.
            (
                &b"(;PB[\xE5?\x87\xE5\x9B\xB4]BR[9\xE6\xAE\xB5]PW[\xE7\xBB?])"[..],
                "(;PB[\u{FFFD}?\u{FFFD}围]BR[9段]PW[\u{FFFD}?])",
            ),
            // A name is cut in the middle of a character.
            (
                b"(;CA[UTF-8]PB[\xE5\xB7\xA7\xE8\x8A\xB1\xE5\x8C]WR[9d])",
                "(;CA[UTF-8]PB[巧花\u{FFFD}]WR[9d])",
            ),
            // Letters have two bytes.
            (b"(;PB[\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD\xD0])", "(;PB[Иван\u{FFFD}])"),
        ] {
            let decoded = decode(bytes);
            assert_eq!((&*decoded.text, decoded.encoding), (text, TextEncoding::UTF_8));
        }
    }

    #[test]
    fn western_letters_are_not_damaged_utf_8() {
        let bytes = b"(;PB[M\xFCller]C[Spielst\xE4rke? Gr\xF6\xDFe? \xC9t\xE9?])";
        assert_eq!(decode(bytes).text, "(;PB[Müller]C[Spielstärke? Größe? Été?])");
    }

    #[test]
    fn a_little_damage_does_not_refute_ca() {
        let text = "(;CA[GB2312]C[围棋是一种古老的游戏]PB[x])";
        let mut bytes = encoded(text, GBK);
        let name = bytes.iter().rposition(|byte| *byte == b'x').unwrap();
        bytes[name] = 0xFF;
        let decoded = decode(&bytes);
        assert_eq!(decoded.text, text.replace("[x]", "[\u{FFFD}]"));
        assert_eq!(decoded.encoding.name(), "GBK");
        // Much damage refutes it.
        assert_eq!(
            name_of(b"(;CA[Shift_JIS]PB[M\xFCller]PW[Gr\xF6\xDFe \xE4\xF6])"),
            "windows-1252"
        );
    }

    #[test]
    fn a_cut_name_keeps_its_encoding_and_the_bracket() {
        for (ca, encoding, name, cut) in [
            ("GBK", GBK, "古力", b'\xC1'),
            ("GB18030", GB18030, "古力", b'\xC1'),
            ("Big5", BIG5, "林海峰", b'\xA5'),
            ("Shift_JIS", SHIFT_JIS, "井山", b'\x97'),
            ("EUC-KR", EUC_KR, "박정", b'\xC8'),
            ("EUC-JP", encoding_rs::EUC_JP, "井山", b'\xCD'),
        ] {
            let grade = if encoding == EUC_KR { '단' } else { '段' };
            for head in [format!("CA[{ca}]"), format!("BR[9{grade}]WR[9{grade}]")] {
                let bytes = [
                    &encoded(&format!("(;{head}PB[{name}"), encoding)[..],
                    &[cut],
                    b"]PW[x];B[pd])",
                ]
                .concat();
                let expected = format!("(;{head}PB[{name}\u{FFFD}]PW[x];B[pd])");
                assert_eq!(decode(&bytes).text, expected, "{ca}");
            }
        }
    }

    #[test]
    fn text_without_a_name_is_detected() {
        for (encoding, comment) in [
            (SHIFT_JIS, "囲碁はとても古いゲームです。黒と白が交互に打ちます。"),
            (BIG5, "圍棋是很古老的遊戲，黑白雙方輪流落子。"),
            (EUC_KR, "바둑은 아주 오래된 놀이이며 흑과 백이 번갈아 둡니다."),
            (WINDOWS_1251, "Го очень древняя игра, чёрные и белые ходят по очереди."),
        ] {
            let text = format!("(;FF[4]C[{comment}];B[pd])");
            let bytes = encoded(&text, encoding);
            let decoded = decode(&bytes);
            assert_eq!((&*decoded.text, decoded.encoding.0), (&*text, encoding));
        }
    }
}
