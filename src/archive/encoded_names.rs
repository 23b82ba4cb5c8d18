//! The names in archives that do not state their encoding.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use codepage_437::{BorrowFromCp437, CP437_CONTROL};
use encoding_rs::Encoding;
use std::borrow::Cow;

/// The number of bytes of names by which the encoding is told.
const SAMPLE: usize = 256 << 10;

/// The names of an archive that are neither in UTF-8 nor state their encoding. One alone is too short
/// to tell it.
#[derive(Default)]
pub(super) struct ForeignNames(Vec<u8>);

impl ForeignNames {
    /// Adds a name, unless it is in UTF-8.
    pub fn add(&mut self, name: &[u8]) {
        if self.0.len() < SAMPLE && std::str::from_utf8(name).is_err() {
            self.0.extend(name);
            self.0.push(b'\n');
        }
    }

    /// Returns the encoding of all names: one of several bytes a character (Shift_JIS, GBK, Big5 or
    /// EUC-KR) in which all of them are well-formed, or `None`.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        if self.0.is_empty() {
            return None;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.0, true);
        let encoding = detector.guess(None, Utf8Detection::Deny);
        let is_whole = || {
            encoding
                .decode_without_bom_handling_and_without_replacement(&self.0)
                .is_some()
        };
        (!encoding.is_single_byte() && is_whole()).then_some(encoding)
    }
}

/// Decodes a name: UTF-8 if it is that, or else the encoding of the archive, or else code page 437.
pub(super) fn decode_name(name: &[u8], encoding: Option<&'static Encoding>) -> String {
    match (std::str::from_utf8(name), encoding) {
        (Ok(name), _) => name.to_owned(),
        (Err(_), Some(encoding)) => encoding.decode_without_bom_handling(name).0.into_owned(),
        (Err(_), None) => Cow::borrow_from_cp437(name, &CP437_CONTROL).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS};

    fn names(names: &[&str], encoding: &'static Encoding) -> Vec<String> {
        let bytes: Vec<Vec<u8>> = names.iter().map(|name| encoding.encode(name).0.into_owned()).collect();
        let mut foreign = ForeignNames::default();
        for name in &bytes {
            foreign.add(name);
        }
        let found = foreign.encoding();
        bytes.iter().map(|name| decode_name(name, found)).collect()
    }

    #[test]
    fn names_of_one_archive_have_one_encoding() {
        for (encoding, all) in [
            // The second bytes of 表 and ソ are a backslash in Shift_JIS, and that of 許 in Big5.
            (
                SHIFT_JIS,
                &["本因坊戦/第一局.sgf", "代表選手権/ソウル大会.sgf", "名人戦の棋譜.sgf"][..],
            ),
            (
                GBK,
                &["围棋名人战/第一局.sgf", "柯洁对申真谞.sgf", "古力与李世石十番棋.sgf"],
            ),
            (BIG5, &["圍棋名人賽/第一局.sgf", "許皓鋐對王元均.sgf", "周俊勳.sgf"]),
            (EUC_KR, &["바둑 명인전/제1국.sgf", "신진서 대 박정환.sgf", "이세돌.sgf"]),
        ] {
            assert_eq!(names(all, encoding), all, "{}", encoding.name());
        }
    }

    #[test]
    fn names_in_no_other_encoding_are_of_code_page_437() {
        let mut foreign = ForeignNames::default();
        foreign.add(b"M\x81ller.sgf");
        foreign.add(b"\x81\xe1\xff.sgf");
        assert_eq!(foreign.encoding(), None);
        assert_eq!(decode_name(b"M\x81ller.sgf", None), "Müller.sgf");
        assert_eq!(decode_name("围棋".as_bytes(), None), "围棋");
    }
}
