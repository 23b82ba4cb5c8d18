//! The names in archives that do not state their encoding.

mod plausible;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use codepage_437::{BorrowFromCp437, CP437_CONTROL};
use encoding_rs::Encoding;
use plausible::SCRIPTS;
use std::borrow::Cow;

/// The number of bytes of names by which the encoding is told.
const SAMPLE: usize = 64 << 10;

/// The names of an archive that are neither in UTF-8 nor state their encoding. One alone is too short
/// to tell it.
#[derive(Default)]
pub(super) struct EncodedNames(Vec<u8>);

impl EncodedNames {
    /// Adds a name, unless it is in UTF-8.
    pub fn add(&mut self, name: &[u8]) {
        if self.0.len() < SAMPLE && std::str::from_utf8(name).is_err() {
            self.0.extend(name);
            self.0.push(b'\n');
        }
    }

    /// Returns the encoding of all names: one of several bytes a character in which all of them are
    /// well-formed, the one in which they look most like names. `None` is code page 437: there is no
    /// such encoding, or they look like names in none, and like Western ones.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        let names = &self.0[..];
        if names.is_empty() {
            return None;
        }
        let is_whole = |encoding: &'static Encoding| {
            let text = encoding.decode_without_bom_handling_and_without_replacement(names);
            text.is_some()
        };
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(names, true);
        let guess = detector.guess(None, Utf8Detection::Deny);
        let whole = SCRIPTS.iter().filter(|script| is_whole(script.encoding));
        let scores = whole.map(|script| (script.points(names), script.encoding == guess, script.encoding));
        let (points, _, encoding) = scores.max_by_key(|(points, is_guess, _)| (*points, *is_guess))?;
        (points > 0 || !is_western(names)).then_some(encoding)
    }
}

/// Returns whether all bytes beyond ASCII are letters of Western languages in code page 437.
fn is_western(names: &[u8]) -> bool {
    let mut beyond = names.iter().filter(|byte| !byte.is_ascii());
    beyond.all(|byte| matches!(byte, 0x80..=0x9a | 0xa0..=0xa5 | 0xe1))
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
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, SHIFT_JIS};

    /// Checks that the names are read, all of one archive.
    #[track_caller]
    fn assert_read(all: &[&str], encoding: &'static Encoding) {
        let bytes: Vec<Vec<u8>> = all.iter().map(|name| encoding.encode(name).0.into_owned()).collect();
        let mut names = EncodedNames::default();
        for name in &bytes {
            names.add(name);
        }
        let found = names.encoding();
        let read: Vec<_> = bytes.iter().map(|name| decode_name(name, found)).collect();
        assert_eq!(read, all, "{}", encoding.name());
    }

    #[test]
    fn names_of_one_archive_have_one_encoding() {
        for (encoding, all) in [
            // The second bytes of 表 and ソ are a backslash in Shift_JIS, and those of 許, 功 and 蓋 in
            // Big5.
            (
                SHIFT_JIS,
                &["本因坊戦/第一局.sgf", "代表選手権/ソウル大会.sgf", "名人戦の棋譜.sgf"][..],
            ),
            (SHIFT_JIS, &["表.sgf", "a.sgf"]),
            (
                GBK,
                &["围棋名人战/第一局.sgf", "柯洁对申真谞.sgf", "古力与李世石十番棋.sgf"],
            ),
            (GBK, &["棋谱/古力对常昊.sgf", "棋谱/李昌镐.sgf"]),
            (BIG5, &["圍棋名人賽/第一局.sgf", "許皓鋐對王元均.sgf", "周俊勳.sgf"]),
            (EUC_KR, &["바둑 명인전/제1국.sgf", "신진서 대 박정환.sgf", "이세돌.sgf"]),
            (EUC_JP, &["本因坊戦/第一局.sgf", "名人戦の棋譜.sgf"]),
        ] {
            assert_read(all, encoding);
        }
    }

    #[test]
    fn short_names_are_what_looks_most_like_a_name() {
        for (encoding, names) in [
            (
                GBK,
                &[
                    "古力",
                    "棋谱",
                    "围棋",
                    "常昊",
                    "李昌镐",
                    "柯洁 vs 朴廷桓",
                    "对局2019",
                    "马晓春",
                    "聂卫平",
                ][..],
            ),
            (
                BIG5,
                &["許功蓋", "功", "圍棋", "棋譜", "周俊勳", "王銘琬", "林海峰", "名人賽"],
            ),
            (
                SHIFT_JIS,
                &[
                    "表",
                    "囲碁",
                    "棋譜",
                    "本因坊",
                    "井山裕太",
                    "高尾紳路",
                    "名人戦",
                    "ソフト",
                    "能力",
                ],
            ),
            (
                EUC_KR,
                &[
                    "바둑",
                    "기보",
                    "이세돌",
                    "이창호",
                    "박정환",
                    "신진서",
                    "조훈현",
                    "명인전",
                ],
            ),
        ] {
            for name in names {
                assert_read(&[&format!("{name}.sgf")], encoding);
                assert_read(&[&format!("{name}/1.sgf"), "a.sgf"], encoding);
            }
        }
    }

    #[test]
    fn western_names_are_of_code_page_437() {
        for (bytes, name) in [
            (&b"M\x81ller.sgf"[..], "Müller.sgf"),
            (b"L\x94fgren.sgf", "Löfgren.sgf"),
            (b"Andr\x82s Gr\x81ner.sgf", "Andrés Grüner.sgf"),
            (b"Stra\xe1e.sgf", "Straße.sgf"),
            (b"Jos\x82.sgf", "José.sgf"),
            (b"\x8eltere/Bj\x94rn.sgf", "Ältere/Björn.sgf"),
            (b"Mu\xa4oz.sgf", "Muñoz.sgf"),
            // In no encoding of several bytes.
            (b"\x81\xe1\xff.sgf", "üß\u{a0}.sgf"),
        ] {
            let mut names = EncodedNames::default();
            names.add(bytes);
            let found = names.encoding();
            assert_eq!(decode_name(bytes, found), name);
        }
        assert_eq!(decode_name("围棋".as_bytes(), None), "围棋");
    }
}
