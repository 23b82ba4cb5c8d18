//! The names in archives that do not state their encoding, which is told by how much they look like
//! names of game records.
//!
//! A detector for texts needs more bytes than most names have. Names consist of few kinds of
//! characters, though: those that are frequent in names of players and events, and those of the
//! first level of the standards, which are the usual ones. Other characters, and such as stand
//! beside Latin letters, are signs of another encoding.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use codepage_437::{BorrowFromCp437, CP437_CONTROL};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};
use std::borrow::Cow;
use std::collections::HashSet;

/// The number of bytes of names by which the encoding is told.
const SAMPLE: usize = 64 << 10;

/// Adds a name to those of an archive that are neither in UTF-8 nor state their encoding, which one name alone
/// is too short to tell.
pub(super) fn add_name(names: &mut Vec<u8>, name: &[u8]) {
    if names.len() < SAMPLE && std::str::from_utf8(name).is_err() {
        names.extend(name);
        names.push(b'\n');
    }
}

/// Returns the encoding of all names: one of several bytes a character in which all of them are
/// well-formed, the one in which they look most like names. `None` is code page 437: there is no
/// such encoding, or they look like names in none, and like Western ones.
pub(super) fn encoding_of(names: &[u8]) -> Option<&'static Encoding> {
    if names.is_empty() {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(names, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let (points, _, encoding) = SCRIPTS
        .into_iter()
        .filter(|(encoding, ..)| {
            let text = encoding.decode_without_bom_handling_and_without_replacement(names);
            text.is_some()
        })
        .map(|(encoding, frequent, points_of)| {
            let points = points(names, encoding, frequent, points_of);
            (points, encoding == guess, encoding)
        })
        .max_by_key(|(points, is_guess, _)| (*points, *is_guess))?;
    (points > 0 || !is_western(names)).then_some(encoding)
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

/// The points of a frequent character, of other characters in the order of their likelihood, and of
/// a Latin letter beside any of them.
const FREQUENT: i64 = 6;
const KANA: i64 = 4;
const USUAL: i64 = 2;
const HANGUL: i64 = 1;
const RARE: i64 = 0;
const STRANGE: i64 = -4;
const BESIDE_LATIN: i64 = -4;

/// The encodings, each with the frequent characters and the points of others by their bytes.
#[expect(clippy::type_complexity, reason = "a table")]
const SCRIPTS: [(&Encoding, &str, fn(u8, u8) -> i64); 5] = [
    (GBK, SIMPLIFIED, |first, second| match (first, second) {
        (0xb0..=0xd7, 0xa1..) => USUAL,
        (0xa1 | 0xa3 | 0xd8..=0xf7, 0xa1..) => RARE,
        _ => STRANGE,
    }),
    (BIG5, TRADITIONAL, |first, second| match (first, second) {
        (0xa4..=0xc5, _) | (0xc6, ..=0x7e) => USUAL,
        (0xa1 | 0xa2 | 0xc9..=0xf9, _) => RARE,
        _ => STRANGE,
    }),
    (SHIFT_JIS, JAPANESE, |first, second| match (first, second) {
        (0x82, 0x9f..) | (0x83, ..=0x96) => KANA,
        (0x88..=0x97, _) | (0x98, ..=0x72) => USUAL,
        (0x81 | 0x82 | 0x98..=0x9f | 0xe0..=0xea | 0xfa..=0xfc, _) => RARE,
        _ => STRANGE,
    }),
    (EUC_KR, KOREAN, |first, second| match (first, second) {
        (0xb0..=0xc8, 0xa1..) => HANGUL,
        (0xa1 | 0xa3 | 0xca..=0xfd, 0xa1..) => RARE,
        _ => STRANGE,
    }),
    (EUC_JP, JAPANESE, |first, _| match first {
        0xa4 | 0xa5 => KANA,
        0xb0..=0xcf => USUAL,
        0xa1 | 0xa3 | 0xd0..=0xf4 => RARE,
        _ => STRANGE,
    }),
];

/// Returns the points of bytes that are well-formed in an encoding. They are above zero for
/// names that somebody may have given.
fn points(bytes: &[u8], encoding: &'static Encoding, frequent: &str, points_of: fn(u8, u8) -> i64) -> i64 {
    let frequent = encoding.encode(frequent).0;
    let frequent: HashSet<&[u8]> = frequent.chunks_exact(2).collect();
    let mut points = 0;
    let mut is_after_latin = false;
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let (character, after) = rest.split_at(length(encoding, first).min(rest.len()));
        rest = after;
        if let [letter] = character
            && letter.is_ascii()
        {
            is_after_latin = letter.is_ascii_alphabetic();
            continue;
        }
        points += match *character {
            _ if frequent.contains(character) => FREQUENT,
            [first, second] => points_of(first, second),
            // Katakana of half width; the other encodings have two bytes there.
            _ => STRANGE / 2,
        };
        let is_before_latin = rest.first().is_some_and(u8::is_ascii_alphabetic);
        points += BESIDE_LATIN * (i64::from(is_after_latin) + i64::from(is_before_latin));
        is_after_latin = false;
    }
    points
}

/// Returns the number of bytes of the character that begins with this one.
fn length(encoding: &'static Encoding, first: u8) -> usize {
    match first {
        0x00..=0x80 => 1,
        0xa1..=0xdf if encoding == SHIFT_JIS => 1,
        0x8f if encoding == EUC_JP => 3,
        _ => 2,
    }
}

const SIMPLIFIED: &str = "\
    围棋谱局第一二三四五六七八九十战名人赛胜负黑白对古力常昊李昌镐柯洁申真谞朴廷桓世石金段中国韩日本冠军杯\
    决半场快天元王位甲联新春兰星应氏农心富士通争霸番轮年月回合大师讲解死活定式布官子手筋教程练习题集选精品全经典\
    历史业余职网弈城野狐张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏\
    吕丁任沈姚卢姜崔钟谭陆汪范廖贾夏方邹孟熊秦江尹薛雷侯龙史陶黎贺顾毛郝邵万钱严武戴莫孔向汤文明华伟强平东海波\
    宁小晓宇俞斌聂卫光炜刚杰耀檄荃毅飞时越檀啸连笑嘉维睿羊鼎豪浩阳与和的之先后上下";

const TRADITIONAL: &str = "\
    圍棋譜局第一二三四五六七八九十戰名人賽勝負黑白對古力常昊李昌鎬柯潔申真諝朴廷桓世石金段中國韓日本冠軍盃杯\
    決半場快天元王位甲聯新春蘭星應氏爭霸番輪年月回合大師講解死活定式布官子手筋教程練習題集選精品全經典歷史業餘\
    職網張劉陳楊黃趙周吳徐孫馬朱胡郭何高林羅鄭梁謝宋唐許馮鄧曹彭曾蕭田董袁潘蔣蔡余杜葉程蘇魏呂丁任沈姚盧姜崔\
    鍾譚陸汪范廖賈夏方孟江海峰俊勳銘琬均皓鋐立誠民彥士文偉東明華台北市功蓋育青簡靖庭紹剛小光正樹與和的之先後上下";

const JAPANESE: &str = "\
    囲碁譜局第一二三四五六七八九十戦名人本因坊棋聖天元王座段勝負黒白対杯決定大会選手権予挑回年月日目半先番互初\
    小林光武宮正樹加藤夫趙治勲石田芳竹英雄山下敬吾井裕太羽根直高尾紳路張栩坂栄男沢秀行呉清源木谷実川格橋昌宇郎\
    哉策道丈和安中村関西東京院級位者置表布詰筋打盤終序代新聞朝早上野原島津河岡森前後松梅伊佐斎鈴渡辺々吉集全世\
    界国際女流若国記念対局線リーグ戦優勝準々";

const KOREAN: &str = "\
    이다는에을의가고하지은사도로기한어서대나자시인리그라일정아수를니여전스들장구제과부상보해국주만원적공있게안\
    유성조오동소신당연무모화비마경우음선와면되거진김요말세문학야실행발생방후관박개내치트명강임최윤호황송류홍권남\
    심노바둑승불계흑백패결번왕배십단본예삼엘춘란농창돌환영재훈현철민준희태용석규식종욱변혜목";

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(all: &[&str], encoding: &'static Encoding) {
        let bytes: Vec<Vec<u8>> = all.iter().map(|name| encoding.encode(name).0.into_owned()).collect();
        let mut names = Vec::new();
        bytes.iter().for_each(|name| add_name(&mut names, name));
        let found = encoding_of(&names);
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
            let mut names = Vec::new();
            add_name(&mut names, bytes);
            assert_eq!(decode_name(bytes, encoding_of(&names)), name);
        }
        assert_eq!(decode_name("围棋".as_bytes(), None), "围棋");
    }
}
