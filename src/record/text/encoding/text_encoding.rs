//! A text encoding with the names that SGF files use for it, and the mapping from decoded text back
//! to the bytes of the file.

use super::Decoded;
use super::cuts::{broken_before_brackets, cuts};
use encoding_rs::{Encoding, REPLACEMENT, UTF_8_INIT, X_USER_DEFINED};
use std::borrow::Cow;

/// Names of encodings that occur in SGF files but are not WHATWG labels, in the
/// form that [`simplified`] returns, each with an existing label.
const OTHER_NAMES: [(&str, &str); 21] = [
    ("big5eten", "big5"),
    ("cp65001", "utf-8"),
    ("cp932", "shift_jis"),
    ("cp936", "gbk"),
    ("cp949", "euc-kr"),
    ("cp950", "big5"),
    ("euccn", "gbk"),
    ("eucjp", "euc-jp"),
    ("euckr", "euc-kr"),
    ("gb2312", "gbk"),
    ("gb231280", "gbk"),
    ("iso2022jp", "iso-2022-jp"),
    ("jis", "iso-2022-jp"),
    ("latin1", "iso-8859-1"),
    ("latin2", "iso-8859-2"),
    ("latin9", "iso-8859-15"),
    ("macroman", "macintosh"),
    ("ms936", "gbk"),
    ("ms949", "euc-kr"),
    ("shiftjis", "shift_jis"),
    ("windows936", "gbk"),
];

/// An encoding of the [WHATWG Encoding
/// Standard](https://encoding.spec.whatwg.org/): UTF-8, UTF-16 in either byte
/// order, and the legacy encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextEncoding(pub(super) &'static Encoding);

impl TextEncoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(&UTF_8_INIT);

    /// Returns the standard's name of the encoding, such as `UTF-8`, `GBK` or
    /// `windows-1252`. [`Self::from_name`] accepts it.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns the encoding that a `CA` property with `name` means, in any letter
    /// case and with any separators.
    ///
    /// As in the standard, the name of a subset means its superset: `ISO-8859-1`
    /// and `ASCII` are windows-1252, `GB2312` and `EUC-CN` are GBK. Returns `None`
    /// for unknown names and for encodings without a decoder, such as HZ.
    pub fn from_name(name: &str) -> Option<Self> {
        let found = Encoding::for_label(name.as_bytes()).or_else(|| {
            let simple = simplified(name);
            let digits = simple.trim_start_matches(char::is_alphabetic);
            let known = OTHER_NAMES.iter().find(|(other, _)| *other == simple);
            let label = match (known, simple.strip_suffix(digits)) {
                (Some((_, label)), _) => (*label).to_owned(),
                // `Windows1251`, `win-1251` and `CP-1251`.
                (None, Some("windows" | "win" | "cp")) => format!("windows-{digits}"),
                // `Big-5`.
                (None, _) => simple,
            };
            Encoding::for_label(label.as_bytes())
        })?;
        (found != REPLACEMENT && found != X_USER_DEFINED).then_some(Self(found))
    }

    /// Returns the text of `bytes` without its byte order mark, borrowed if the
    /// bytes are that text already. Never fails: each malformed sequence becomes
    /// one U+FFFD, and ASCII bytes are never part of one. So does the first byte of a
    /// character that was cut before a bracket.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.decoded(bytes).text
    }

    /// Does the same as [`Self::decode`], and tells which characters were cut.
    pub fn decoded(self, bytes: &[u8]) -> Decoded<'_> {
        if self == Self::UTF_8 {
            // The segments of this decoder are those of `utf8_chunks`, which the
            // offsets depend on.
            // No bracket is a part of a character here, so nothing has two readings.
            return Decoded::utf_8(String::from_utf8_lossy(&bytes[self.mark_len(bytes)..]));
        }
        self.without_cuts(bytes, || self.0.decode_with_bom_removal(bytes).0)
    }

    /// Does the same, or returns `None` if another sequence is malformed.
    pub(super) fn decoded_strictly(self, bytes: &[u8]) -> Option<Decoded<'_>> {
        let text = self.0.decode_without_bom_handling_and_without_replacement(bytes)?;
        Some(self.without_cuts(bytes, || text))
    }

    /// Returns the text of bytes, which is that of `usual` if no character was cut.
    fn without_cuts<'a>(self, bytes: &'a [u8], usual: impl FnOnce() -> Cow<'a, str>) -> Decoded<'a> {
        let mut places = cuts(self.0, bytes).peekable();
        let text = if places.peek().is_none() {
            usual()
        } else {
            let mut text = String::new();
            let mut from = 0;
            for place in places {
                text += &self.0.decode_without_bom_handling(&bytes[from..place]).0;
                text.push(char::REPLACEMENT_CHARACTER);
                from = place + 1;
            }
            text += &self.0.decode_without_bom_handling(&bytes[from..]).0;
            text.into()
        };
        // Single bytes are whole characters, or none.
        let cuts = if self.0.is_single_byte() {
            Vec::new()
        } else {
            broken_before_brackets(&text)
        };
        Decoded {
            text,
            encoding: self,
            cuts,
        }
    }

    /// Returns the offset in `bytes` of the character at `text_offset` of their
    /// decoded text, or `bytes.len()` from its end on. Takes time proportional to
    /// the offset; for many offsets, use [`Self::byte_offsets`].
    pub(crate) fn byte_offset(self, bytes: &[u8], text_offset: usize) -> usize {
        self.byte_offsets(bytes).at(text_offset)
    }

    /// Returns a mapping from ascending offsets in the decoded text of `bytes` to
    /// offsets in the bytes.
    pub fn byte_offsets(self, bytes: &[u8]) -> ByteOffsets<'_> {
        ByteOffsets::new(self, bytes)
    }

    /// Returns the length of this encoding's byte order mark at the start of
    /// `bytes`, in bytes.
    fn mark_len(self, bytes: &[u8]) -> usize {
        match Encoding::for_bom(bytes) {
            Some((encoding, len)) if encoding == self.0 => len,
            _ => 0,
        }
    }
}

fn simplified(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// A mapping from ascending offsets in a decoded text to offsets in its bytes, in
/// one pass over the bytes.
///
/// A byte order mark counts as bytes but not as text. In ISO-2022-JP, the offset of
/// a character is that of the escape sequence before it, if any.
pub struct ByteOffsets<'a> {
    end: usize,
    pieces: Box<dyn Iterator<Item = DecodedPiece> + 'a>,
    /// The current piece, and its start in the text and in the bytes.
    piece: DecodedPiece,
    text: usize,
    byte: usize,
}

impl<'a> ByteOffsets<'a> {
    pub fn new(encoding: TextEncoding, bytes: &'a [u8]) -> Self {
        let mark = encoding.mark_len(bytes);
        let body = &bytes[mark..];
        let pieces: Box<dyn Iterator<Item = _>> = if encoding != TextEncoding::UTF_8 {
            Box::new(decoded_pieces(encoding.0, body))
        } else if std::str::from_utf8(body).is_ok() {
            Box::new(std::iter::once(DecodedPiece::text(body.len())))
        } else {
            Box::new(body.utf8_chunks().flat_map(|chunk| {
                let malformed = Some(chunk.invalid().len()).filter(|len| *len > 0);
                std::iter::once(DecodedPiece::text(chunk.valid().len())).chain(malformed.map(DecodedPiece::broken))
            }))
        };
        Self {
            end: bytes.len(),
            pieces,
            text: 0,
            byte: mark,
            piece: DecodedPiece::text(0),
        }
    }

    /// Returns the offset in the bytes of the character at `text_offset`, or the
    /// number of bytes from the end of the text on. An offset before the piece that
    /// the last call reached counts as the start of that piece.
    pub fn at(&mut self, text_offset: usize) -> usize {
        while text_offset >= self.text + self.piece.text {
            let Some(next) = self.pieces.next() else {
                return self.end;
            };
            self.text += self.piece.text;
            self.byte += self.piece.bytes;
            self.piece = next;
        }
        let left = self.piece.text - text_offset.saturating_sub(self.text);
        let is_known = left <= self.piece.known;
        self.byte + if is_known { self.piece.bytes - left } else { 0 }
    }
}

struct DecodedPiece {
    bytes: usize,
    text: usize,
    /// The number of its last bytes that are the text there. Of what comes before them, only the start is known.
    known: usize,
}

impl DecodedPiece {
    /// Returns a piece of bytes that are the text.
    const fn text(len: usize) -> Self {
        Self {
            bytes: len,
            text: len,
            known: len,
        }
    }

    /// Returns a piece of malformed bytes.
    const fn broken(bytes: usize) -> Self {
        Self {
            bytes,
            text: char::REPLACEMENT_CHARACTER.len_utf8(),
            known: 0,
        }
    }
}

/// Decodes byte by byte, because a decoder reports how much it wrote but not from which bytes. It does not get
/// characters that were cut.
fn decoded_pieces(encoding: &'static Encoding, body: &[u8]) -> impl Iterator<Item = DecodedPiece> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut cuts = cuts(encoding, body).peekable();
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut buffer = [0; 64];
        let start = at;
        if cuts.next_if_eq(&at).is_some() {
            at += 1;
            return Some(DecodedPiece::broken(1));
        }
        while let Some(byte) = body.get(at) {
            at += 1;
            let (_, _, written, _) = decoder.decode_to_utf8(&[*byte], &mut buffer, at == body.len());
            if written > 0 {
                // A lead byte without its trail byte is noticed only at the
                // ASCII character after it, and is output with it.
                let is_ascii = encoding.is_ascii_compatible() && byte.is_ascii() && buffer[written - 1] == *byte;
                return Some(DecodedPiece {
                    bytes: at - start,
                    text: written,
                    known: usize::from(is_ascii),
                });
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::*;
    use encoding_rs::{BIG5, EUC_KR, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};
    use proptest::prelude::*;

    #[test]
    fn names_as_found_in_files() {
        for (expected, names) in [
            ("UTF-8", "UTF-8|utf8"),
            ("windows-1252", "ISO-8859-1|latin1|Latin-1|ASCII|Windows-1252"),
            ("windows-1251", "Windows1251|WIN-1251|cp1251"),
            ("windows-1250", "CP-1250"),
            ("ISO-8859-15", "ISO-8859-15|latin9"),
            ("macintosh", "macintosh|MacRoman"),
            ("KOI8-R", "koi8-r"),
            ("GBK", "GB2312|gb_2312-80|EUC-CN|cp936"),
            ("gb18030", "gb18030"),
            ("Big5", "Big-5|cp950"),
            ("EUC-KR", "EUC-KR|euckr|ks_c_5601-1987"),
            ("Shift_JIS", "Shift_JIS|Shift JIS|SJIS|cp932"),
            ("EUC-JP", "EUC-JP"),
            ("ISO-2022-JP", "ISO-2022-JP"),
            ("UTF-16BE", " UTF-16BE\n"),
        ] {
            for name in names.split('|') {
                let found = TextEncoding::from_name(name);
                assert_eq!(found.map(TextEncoding::name), Some(expected), "{name}");
                assert_eq!(TextEncoding::from_name(expected), found);
            }
        }
        for name in "|win|cp|cp12|HZ-GB-2312|x-user-defined|中文|日本cp1251".split('|') {
            assert_eq!(TextEncoding::from_name(name), None, "{name}");
        }
    }

    fn byte_offsets(encoding: TextEncoding, bytes: &[u8], text_offsets: &[usize]) -> Vec<usize> {
        let mut offsets = encoding.byte_offsets(bytes);
        text_offsets.iter().map(|at| offsets.at(*at)).collect()
    }

    /// Returns the byte offset of each character and of the end, found by encoding
    /// the text before it.
    fn slow_offsets(text: &str, encoding: &'static Encoding) -> Vec<(usize, usize)> {
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        ends.map(|at| (at, encoding.encode(&text[..at]).0.len())).collect()
    }

    #[test]
    fn offsets_lead_back_to_the_bytes() {
        for (encoding, text) in [
            (TextEncoding::UTF_8.0, "(;PB[围棋]PW[é];B[pd])"),
            (GBK, "(;PB[围棋]PW[乗沒];B[pd])"),
            (GB18030, "(;PB[𠀋围]PW[é])"),
            (BIG5, "(;PB[功孫])"),
            (SHIFT_JIS, "(;PB[表ｶﾅ望])"),
            (EUC_KR, "(;PB[바둑])"),
            (encoding_rs::EUC_JP, "(;PB[囲碁ｶﾅ])"),
            (encoding_rs::WINDOWS_1252, "(;PB[Müller €])"),
        ] {
            let bytes = encoding.encode(text).0;
            for (at, expected) in slow_offsets(text, encoding) {
                let found = TextEncoding(encoding).byte_offset(&bytes, at);
                assert_eq!(found, expected, "{at} of {text} in {}", encoding.name());
            }
        }
    }

    #[test]
    fn offsets_count_the_byte_order_mark() {
        let text = "(𠀋;)";
        let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let bytes = [b"\xFE\xFF".as_slice(), &utf_16].concat();
        let found = byte_offsets(TextEncoding(UTF_16BE), &bytes, &[0, 1, 5, 6, 7, 99]);
        assert_eq!(found, [2, 4, 8, 10, 12, 12]);
        let bytes = [b"\xEF\xBB\xBF".as_slice(), b"(\xE5\xE5;)"].concat();
        let found = byte_offsets(TextEncoding::UTF_8, &bytes, &[0, 1, 4, 7, 8, 9, 99]);
        assert_eq!(found, [3, 4, 5, 6, 7, 8, 8]);
        // This byte order mark is not one in another encoding.
        assert_eq!(TextEncoding(GBK).byte_offset(b"\xEF\xBB\xBF]", 99), 4);
    }

    #[test]
    fn a_lead_byte_without_its_trail_byte_moves_no_offset_after_it() {
        // An EUC-KR name cut in the middle of a character.
        let bytes = b"(;PB[\xB9\xD9\xB5];B[pd])";
        let text = TextEncoding(EUC_KR).decode(bytes);
        assert_eq!(text, "(;PB[바\u{FFFD}];B[pd])");
        let (text_at, at) = (text.find("];").unwrap(), 8);
        assert_eq!(TextEncoding(EUC_KR).byte_offset(bytes, text_at), at);
        assert_eq!(TextEncoding(EUC_KR).byte_offset(bytes, text_at + 1), at + 1);
        assert_eq!(TextEncoding(EUC_KR).byte_offset(bytes, text_at - 1), 7);
    }

    #[test]
    fn a_cut_character_moves_no_offset_after_it() {
        let bytes = b"(;PB[\xB9\xC5\xC1]PW[x];B[pd])";
        let decoded = TextEncoding(GBK).decoded(bytes);
        assert_eq!(decoded.text, "(;PB[古\u{FFFD}]PW[x];B[pd])");
        assert_eq!(decoded.cuts, [decoded.text.find('\u{FFFD}').unwrap()]);
        let at = decoded.text.find("]PW").unwrap();
        let found = byte_offsets(TextEncoding(GBK), bytes, &[decoded.cuts[0], at, at + 1]);
        assert_eq!(found, [7, 8, 9]);
    }

    #[test]
    fn offsets_in_iso_2022_jp_start_at_the_escape() {
        let bytes = ISO_2022_JP.encode("(;PB[囲碁])(;)").0;
        let text = TextEncoding(ISO_2022_JP).decode(&bytes);
        let second = text.find("(;)").unwrap();
        let found = byte_offsets(TextEncoding(ISO_2022_JP), &bytes, &[5, 8, second]);
        assert_eq!(found, [5, 10, bytes.len() - 3]);
    }

    /// Bytes as they occur in records: ASCII, text in some encoding, and anything
    /// else.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            "\\(;|PB\\[|\\]|;B\\[pd\\]|CA\\[(GBK|Big5|Shift_JIS|EUC-KR|UTF-8)\\]|\\?".prop_map(String::into_bytes),
            "[围棋囲碁바둑Гоéü]{1,4}".prop_map(String::into_bytes),
            "[围棋是古老的]{1,4}".prop_map(|text| GBK.encode(&text).0.into_owned()),
            any::<u8>().prop_map(|cut| [b"PB[", &[cut | 0x80][..], b"]PW[x]"].concat()),
            "[囲碁表望]{1,4}".prop_map(|text| ISO_2022_JP.encode(&text).0.into_owned()),
            "[(;a-z]{1,4}".prop_map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            prop::collection::vec(any::<u8>(), 0..6),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    const SAMPLES: [&Encoding; 8] = [
        &UTF_8_INIT,
        UTF_16BE,
        UTF_16LE,
        GBK,
        GB18030,
        SHIFT_JIS,
        EUC_KR,
        ISO_2022_JP,
    ];

    proptest! {
        #[test]
        fn decoding_never_fails_and_is_what_its_encoding_says(bytes in bytes()) {
            let decoded = decode(&bytes);
            prop_assert_eq!(&decoded.text, &decoded.encoding.decode(&bytes));
            prop_assert_eq!(TextEncoding::from_name(decoded.encoding.name()), Some(decoded.encoding));
        }

        #[test]
        fn offsets_ascend_within_the_bytes(bytes in bytes()) {
            for encoding in SAMPLES.map(TextEncoding) {
                let text = encoding.decode(&bytes);
                let all: Vec<usize> = (0..=text.len()).collect();
                let offsets = byte_offsets(encoding, &bytes, &all);
                prop_assert!(offsets.is_sorted());
                prop_assert_eq!(offsets[text.len()], bytes.len());
                for (at, offset) in all.into_iter().zip(offsets) {
                    prop_assert_eq!(encoding.byte_offset(&bytes, at), offset);
                }
            }
        }

        #[test]
        fn no_ascii_byte_is_swallowed_by_malformed_utf_8(bytes in bytes()) {
            let ascii = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii()).count();
            prop_assert_eq!(ascii(TextEncoding::UTF_8.decode(&bytes).as_bytes()), ascii(&bytes));
        }
    }
}
