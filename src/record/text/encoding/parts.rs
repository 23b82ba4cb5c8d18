//! The parts of a file that are one text each. A collection may be made of files in several
//! encodings; then each of its games is decoded by itself.
//!
//! Where UTF-16 begins and ends, the file is split first (`trees.rs`). What is not UTF-16 is split
//! further only if the whole is neither UTF-8 nor ISO-2022-JP, and its games do
//! not all declare an encoding in which the whole is well-formed. The bytes are split after each
//! game tree as well.
//!
//! A piece shows its encoding by its own `CA`, by ranks, as UTF-8, or by many characters. One
//! that does not is read as most of the others are, because a detector knows less from one game
//! than from all.

use super::trees::{is_one_tree, stretches, tree_ends, tree_start};
use super::{
    Decoded, Format, LITTLE, TextEncoding, beyond_ascii, declared, decode, encoding_of_ranks, is_damaged_utf_8, utf_32,
    whole_but_for_cuts,
};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;
use std::ops::Range;

/// The least average length of pieces, in bytes, beyond the first [`FEW`].
const SHORTEST: usize = 32;
const FEW: usize = 1024;

/// A part of a file: all of it, or some game trees.
#[derive(Clone, Debug)]
pub struct TextPart<'a> {
    pub start: usize,
    pub bytes: &'a [u8],
    pub decoded: Decoded<'a>,
    /// True if the file is one text.
    pub is_whole: bool,
}

/// Decodes the bytes of a file that may have games in several encodings. Never fails. There is at least one part.
pub fn parts(bytes: &[u8]) -> impl Iterator<Item = TextPart<'_>> {
    let (whole, pieces) = if let Some(text) = utf_32(bytes) {
        (Some(Decoded::utf_8(text.into())), Vec::new())
    } else if let Some(stretches) = stretches(bytes) {
        let pieces = stretches
            .into_iter()
            .flat_map(|(place, encoding)| pieces_of(bytes, place, encoding));
        (None, pieces.collect())
    } else {
        whole_or_pieces(bytes)
    };
    let whole = whole.into_iter().map(move |decoded| TextPart {
        start: 0,
        bytes,
        decoded,
        is_whole: true,
    });
    whole.chain(pieces.into_iter().map(move |(place, encoding)| TextPart {
        start: place.start,
        bytes: &bytes[place.clone()],
        decoded: encoding.decoded(&bytes[place]),
        is_whole: false,
    }))
}

/// Returns the text of bytes that are one text, or else their pieces.
fn whole_or_pieces(bytes: &[u8]) -> (Option<Decoded<'_>>, Vec<(Range<usize>, TextEncoding)>) {
    let whole = decode(bytes);
    match pieces(bytes, &whole) {
        Some(pieces) => (None, pieces),
        None => (Some(whole), Vec::new()),
    }
}

fn pieces_of(
    bytes: &[u8],
    place: Range<usize>,
    encoding: Option<&'static Encoding>,
) -> Vec<(Range<usize>, TextEncoding)> {
    if let Some(encoding) = encoding {
        return vec![(place, TextEncoding(encoding))];
    }
    match whole_or_pieces(&bytes[place.clone()]) {
        (Some(whole), _) => vec![(place, whole.encoding)],
        (None, pieces) => {
            let moved = pieces
                .into_iter()
                .map(|(piece, encoding)| (place.start + piece.start..place.start + piece.end, encoding));
            moved.collect()
        }
    }
}

/// Returns whether a game that is read in its own encoding tells anything of it.
fn tells(bytes: &[u8], own: &'static Encoding) -> bool {
    beyond_ascii(bytes) > 0 || own != UTF_8
}

/// Returns whether a game surely has the encoding in which it is read by itself.
fn is_sure(bytes: &[u8], own: &'static Encoding) -> bool {
    beyond_ascii(bytes) >= LITTLE
        || (own == UTF_8 && std::str::from_utf8(bytes).is_ok_and(is_surely_utf_8))
        || declared(bytes) == Some(own)
        || encoding_of_ranks(bytes).is_some()
}

/// Returns whether so much valid UTF-8 is no accident: a character of three bytes, or several
/// of two.
fn is_surely_utf_8(text: &str) -> bool {
    let beyond = text.chars().filter(|c| !c.is_ascii());
    beyond.map(|c| if c.len_utf8() > 2 { 3 } else { 1 }).sum::<usize>() >= 3
}

/// Returns the pieces of a file with their encodings, or `None` if it is one text.
fn pieces(bytes: &[u8], whole: &Decoded<'_>) -> Option<Vec<(Range<usize>, TextEncoding)>> {
    let encoding = whole.encoding.0;
    let is_valid_utf_8 = encoding == UTF_8 && matches!(whole.text, Cow::Borrowed(_));
    if is_valid_utf_8 || !encoding.is_ascii_compatible() || Format::of(bytes) != Format::Sgf {
        return None;
    }
    // Most files hold one game without variations.
    let first = tree_start(bytes, 0)?;
    tree_start(bytes, first + 1)?;
    let is_single = is_one_tree(&whole.text) || tree_ends(bytes, 0) == [bytes.len()];
    if is_single || is_declared_throughout(bytes, whole) {
        return None;
    }
    let pieces = split(bytes)?;
    let telling = pieces.iter().filter(|(place, own)| tells(&bytes[place.clone()], own));
    let (all, alike) = telling.fold((0, 0), |(all, alike), (place, own)| {
        let is_alike = *own == encoding || encoding == UTF_8 && fits(&bytes[place.clone()], UTF_8);
        (all + 1, alike + usize::from(is_alike))
    });
    let is_common = alike * 2 > all;
    // A detector knows little from one game without an encoding of several bytes.
    let is_declared = declared(bytes) == Some(encoding);
    let mut is_one = true;
    let encodings: Vec<_> = pieces
        .into_iter()
        .map(|(place, own)| {
            let piece = &bytes[place.clone()];
            let is_like_others = is_common || is_declared && own.is_single_byte();
            let follows_others = is_like_others && !is_sure(piece, own) && fits(piece, encoding);
            let chosen = if follows_others { encoding } else { own };
            is_one &= chosen == encoding || !tells(piece, own);
            (place, TextEncoding(chosen))
        })
        .collect();
    (!is_one).then_some(encodings)
}

/// Returns whether bytes that may be in any encoding can be in this one.
fn fits(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if encoding == UTF_8 {
        is_damaged_utf_8(bytes, 2)
    } else {
        whole_but_for_cuts(encoding, bytes).is_some()
    }
}

/// Returns whether all games declare the encoding in which the whole is well-formed.
fn is_declared_throughout(bytes: &[u8], whole: &Decoded<'_>) -> bool {
    let encoding = whole.encoding.0;
    if encoding == UTF_8 || whole_but_for_cuts(encoding, bytes).is_none() {
        return false;
    }
    let mut start = 0;
    while start < bytes.len() {
        match tree_ends(bytes, start)[..] {
            [end] if declared(&bytes[start..end]) == Some(encoding) => start = end,
            _ => return false,
        }
    }
    true
}

/// Splits a file into its game trees, each with the encoding in which it is read by itself. Returns `None` if it has
/// more than a collection has.
fn split(bytes: &[u8]) -> Option<Vec<(Range<usize>, &'static Encoding)>> {
    let most = FEW + bytes.len() / SHORTEST;
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        if pieces.len() == most {
            return None;
        }
        let piece = first_piece(bytes, start);
        start = piece.0.end;
        pieces.push(piece);
    }
    Some(pieces)
}

/// Returns the piece that begins at `start`: up to the first end of its game tree that leaves one
/// tree in its own encoding, or else up to the first one.
fn first_piece(bytes: &[u8], start: usize) -> (Range<usize>, &'static Encoding) {
    let mut ends = tree_ends(bytes, start).into_iter().peekable();
    let mut shortest = None;
    while let Some(end) = ends.next() {
        let own = decode(&bytes[start..end]);
        let piece = (start..end, own.encoding.0);
        if shortest.is_none() && ends.peek().is_none() || is_one_tree(&own.text) {
            return piece;
        }
        shortest.get_or_insert(piece);
    }
    shortest.unwrap_or_else(|| (start..bytes.len(), decode(&bytes[start..]).encoding.0))
}

#[cfg(test)]
mod tests {
    use super::super::UTF_8_MARK;
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1252};
    use proptest::prelude::*;

    const GAMES: [(&Encoding, &str, &str, char, &str); 5] = [
        (UTF_8, "UTF-8", "이세돌", '段', "A short comment: élan"),
        (GBK, "GB2312", "古力沒", '段', "围棋是一种古老的游戏，两个人轮流下子。"),
        (
            SHIFT_JIS,
            "Shift_JIS",
            "表望",
            '段',
            "囲碁はとても古いゲームです。黒と白が交互に打ちます。",
        ),
        (BIG5, "Big5", "功孫", '段', "圍棋是很古老的遊戲，黑白雙方輪流落子。"),
        (
            EUC_KR,
            "EUC-KR",
            "박정환",
            '단',
            "바둑은 아주 오래된 놀이이며 흑과 백이 번갈아 둡니다.",
        ),
    ];

    fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text} in {}", encoding.name());
        bytes.into_owned()
    }

    fn is_one_text(bytes: &[u8]) -> bool {
        parts(bytes).all(|part| part.is_whole)
    }

    /// Checks that texts in their encodings, one after another, are read as they are, alone
    /// and in the file.
    fn assert_read(texts: &[(String, &'static Encoding)]) {
        let files: Vec<Vec<u8>> = texts.iter().map(|(text, encoding)| encoded(text, encoding)).collect();
        let bytes = files.concat();
        let read: String = parts(&bytes).map(|part| part.decoded.text.into_owned()).collect();
        let expected: String = texts.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(read, expected);
        let mut end = 0;
        for part in parts(&bytes) {
            assert_eq!((part.start, part.bytes), (end, &bytes[end..][..part.bytes.len()]));
            end += part.bytes.len();
        }
        assert_eq!(end, bytes.len());
    }

    #[test]
    fn games_of_a_collection_have_encodings_of_their_own() {
        let declared = GAMES.map(|(encoding, ca, name, _, _)| {
            (format!("(;CA[{ca}]PB[{name}]PW[x];B[pd](;W[dd])(;W[dp]))\n"), encoding)
        });
        let ranked = GAMES.map(|(encoding, _, name, grade, _)| {
            (format!("(;PB[{name}]BR[9{grade}]PW[x]WR[8{grade}];B[pd])"), encoding)
        });
        let long =
            GAMES.map(|(encoding, _, name, _, comment)| (format!("(;PB[{name}]C[{comment}];B[pd])\r\n\r\n"), encoding));
        for first in 0..GAMES.len() {
            for texts in [&declared, &ranked, &long] {
                let mut texts = texts.clone();
                texts.rotate_left(first);
                assert_read(&texts);
                assert_read(&texts[..2]);
            }
            let mixed = [
                declared[first].clone(),
                ranked[(first + 1) % 5].clone(),
                long[(first + 2) % 5].clone(),
            ];
            assert_read(&mixed);
        }
    }

    #[test]
    fn byte_order_marks_may_stand_before_any_game() {
        let games = GAMES.map(|(encoding, ca, name, _, _)| (format!("(;CA[{ca}]PB[{name}];B[pd])\n"), encoding));
        for first in 0..GAMES.len() {
            let mut bytes = Vec::new();
            let mut expected = String::new();
            for (text, encoding) in games.iter().cycle().skip(first).take(5) {
                if *encoding == UTF_8 {
                    bytes.extend(UTF_8_MARK);
                }
                bytes.extend(encoded(text, encoding));
                expected += text;
            }
            let read: String = parts(&bytes).map(|part| part.decoded.text.into_owned()).collect();
            assert_eq!(read, expected);
        }
    }

    #[test]
    fn a_collection_in_one_encoding_is_one_text() {
        let names = ["古力", "柯洁", "范廷钰", "李世石", "沒", "联通", "x"];
        for ca in ["", "CA[GBK]"] {
            let text: String = names.map(|name| format!("(;{ca}PB[{name}]PW[常昊];B[pd])\n")).concat();
            let bytes = encoded(&text, GBK);
            assert!(is_one_text(&bytes));
            assert_eq!(parts(&bytes).next().unwrap().decoded.text, text);
        }
        let western = encoded(&"(;PB[Müller]PW[Gößl];B[pd])(;PB[é])".repeat(9), WINDOWS_1252);
        assert!(is_one_text(&western));
        let japanese: String = ["高尾", "山下", "井山裕太"]
            .map(|name| format!("(;PB[{name}]C[黒の勝ち];B[pd])"))
            .concat();
        assert!(is_one_text(&encoded(&japanese, EUC_JP)));
        // Names are cut in UTF-8.
        let cut = [
            &b"(;PB[\xE5\xB7\xA7\xE8\x8A\xB1\xE5\x8C];B[pd])"[..],
            b"(;PB[\xE8\x8A\xB1\xE5]PW[\xE5\xB7\xA7];B[pd])(;PB[\xE8\x8A\xB1\xE5];B[dd])",
            "(;PB[巧花])".as_bytes(),
        ];
        assert!(is_one_text(&cut.concat().repeat(3)));
        for valid in ["", "(;PB[古力])(;PB[\u{FFFD}])", "\u{FEFF}(;)\n(;)", "no game"] {
            assert!(is_one_text(valid.as_bytes()));
        }
    }

    #[test]
    fn ends_of_games_in_texts_split_nothing() {
        let texts = [
            (
                "(;CA[GBK]C[他说 (;B[pd\\])(;W[dp\\]) 沒]PB[古力];B[pd])".to_owned(),
                GBK,
            ),
            ("(;CA[Big5]PB[功]C[\\\\];B[pd])".to_owned(), BIG5),
            ("remark (\n(;CA[Shift_JIS]PB[表])".to_owned(), SHIFT_JIS),
        ];
        assert_read(&texts);
        let bytes = texts.map(|(text, encoding)| encoded(&text, encoding)).concat();
        assert_eq!(parts(&bytes).count(), 3);
    }

    #[test]
    fn few_bytes_are_read_as_most_of_the_others_and_many_as_they_look() {
        let most = "(;PB[古力]PW[常昊]C[围棋是一种古老的游戏];B[pd])".repeat(20);
        let few = [(most.clone(), GBK), ("(;PB[乙])".to_owned(), GBK)];
        assert_read(&few);
        let many = [(most, GBK), (format!("(;C[{}])", GAMES[2].4), SHIFT_JIS)];
        assert_read(&many);
    }

    #[test]
    fn utf_32_is_read_by_its_mark() {
        let text = "(;PB[古力𠀋]PW[é];B[pd])";
        for (mark, order) in [
            (&b"\xFF\xFE\0\0"[..], u32::to_le_bytes as fn(u32) -> [u8; 4]),
            (b"\0\0\xFE\xFF", u32::to_be_bytes),
        ] {
            let body: Vec<u8> = text.chars().flat_map(|c| order(c.into())).collect();
            let bytes = [mark, &body].concat();
            let read = parts(&bytes).next().expect("a text").decoded;
            assert_eq!((&*read.text, read.encoding), (text, TextEncoding::UTF_8));
            assert_eq!(super::super::without_utf_32(bytes.clone()), text.as_bytes());
            let cut = parts(&bytes[..bytes.len() - 2]).next().expect("a text").decoded;
            assert_eq!(cut.text, text.replace(')', "\u{FFFD}"));
            let wrong = [mark, &order(0xD800)].concat();
            assert_eq!(parts(&wrong).next().expect("a text").decoded.text, "\u{FFFD}");
        }
    }

    #[test]
    fn bytes_without_end_take_linear_time() {
        for hostile in ["(;C[)(;", ")(;", "(;C[\\])(;", "(;C[])", "(;)"] {
            let bytes = [b"\xFF", hostile.repeat(60_000).as_bytes()].concat();
            let covered: usize = parts(&bytes).map(|part| part.bytes.len()).sum();
            assert_eq!(covered, bytes.len(), "{hostile}");
        }
    }

    proptest! {
        #[test]
        fn declared_games_are_read_in_any_order(
            games in prop::collection::vec((0..GAMES.len(), r"[a-z\\\[ (;)]{0,8}", "[ \r\n]{0,2}"), 1..8),
        ) {
            let texts: Vec<_> = games
                .into_iter()
                .map(|(game, text, blanks)| {
                    let (encoding, ca, name, _, comment) = GAMES[game];
                    let text = text.replace('\\', "\\\\").replace('[', "\\[");
                    (format!("(;CA[{ca}]PB[{name}]C[{text}{comment}];B[pd]){blanks}"), encoding)
                })
                .collect();
            assert_read(&texts);
        }
    }
}
