//! Scores bytes by how much they look like names of game records in each multi-byte encoding.
//!
//! The detector for texts needs more bytes than most names have. Names consist of few kinds of
//! characters, though: those that are frequent in names of players and events, and those of the
//! first level of the standards, which are the usual ones. Other characters, and such as stand
//! beside Latin letters, are signs of another encoding.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS};
use std::collections::HashSet;

/// An encoding, and the characters that its users write.
pub(super) struct Script {
    pub encoding: &'static Encoding,
    /// Characters that are frequent in names of records.
    frequent: &'static str,
    /// Returns the points of another character of two bytes.
    points_of: fn(u8, u8) -> i64,
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

pub(super) const SCRIPTS: [Script; 5] = [
    Script {
        encoding: GBK,
        frequent: SIMPLIFIED,
        points_of: |first, second| match (first, second) {
            (0xb0..=0xd7, 0xa1..) => USUAL,
            (0xa1 | 0xa3 | 0xd8..=0xf7, 0xa1..) => RARE,
            _ => STRANGE,
        },
    },
    Script {
        encoding: BIG5,
        frequent: TRADITIONAL,
        points_of: |first, second| match (first, second) {
            (0xa4..=0xc5, _) | (0xc6, ..=0x7e) => USUAL,
            (0xa1 | 0xa2 | 0xc9..=0xf9, _) => RARE,
            _ => STRANGE,
        },
    },
    Script {
        encoding: SHIFT_JIS,
        frequent: JAPANESE,
        points_of: |first, second| match (first, second) {
            (0x82, 0x9f..) | (0x83, ..=0x96) => KANA,
            (0x88..=0x97, _) | (0x98, ..=0x72) => USUAL,
            (0x81 | 0x82 | 0x98..=0x9f | 0xe0..=0xea | 0xfa..=0xfc, _) => RARE,
            _ => STRANGE,
        },
    },
    Script {
        encoding: EUC_KR,
        frequent: KOREAN,
        points_of: |first, second| match (first, second) {
            (0xb0..=0xc8, 0xa1..) => HANGUL,
            (0xa1 | 0xa3 | 0xca..=0xfd, 0xa1..) => RARE,
            _ => STRANGE,
        },
    },
    Script {
        encoding: EUC_JP,
        frequent: JAPANESE,
        points_of: |first, _| match first {
            0xa4 | 0xa5 => KANA,
            0xb0..=0xcf => USUAL,
            0xa1 | 0xa3 | 0xd0..=0xf4 => RARE,
            _ => STRANGE,
        },
    },
];

impl Script {
    /// Returns the points of bytes that are well-formed in the encoding. They are above zero for
    /// names that somebody may have given.
    pub fn points(&self, bytes: &[u8]) -> i64 {
        let frequent = self.encoding.encode(self.frequent).0;
        let frequent: HashSet<&[u8]> = frequent.chunks_exact(2).collect();
        let mut points = 0;
        let mut is_after_latin = false;
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            let (character, after) = rest.split_at(self.length(first).min(rest.len()));
            rest = after;
            if let [letter] = character
                && letter.is_ascii()
            {
                is_after_latin = letter.is_ascii_alphabetic();
                continue;
            }
            points += match *character {
                _ if frequent.contains(character) => FREQUENT,
                [first, second] => (self.points_of)(first, second),
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
    fn length(&self, first: u8) -> usize {
        match first {
            0x00..=0x80 => 1,
            0xa1..=0xdf if self.encoding == SHIFT_JIS => 1,
            0x8f if self.encoding == EUC_JP => 3,
            _ => 2,
        }
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
