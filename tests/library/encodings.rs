//! Real records in many encodings: nineteen of the same text in different encodings, and thousands in damaged UTF-8.

use bgo::internal::record::{TextEncoding, decode};
use std::collections::BTreeMap;
use testkit::unpacked;

const ENGLISH: &str = "Go is an ancient game which, from its forgotten origins in China, spread first to the rest \
    of East Asia, and then to the entire world.";
const CYRILLIC: &str = "Го - древняя игра, которая со времен ее забытого происхождения в Китае распространилась \
    сначала на остальную часть Восточной Азии, а затем и на весь мир.";
const GREEK: &str = "Το Go είναι ένα αρχαίο παιχνίδι που, από την ξεχασμένη καταγωγή του στην Κίνα, εξαπλώθηκε \
    πρώτα στην υπόλοιπη Ανατολική Ασία και μετά σε ολόκληρο τον κόσμο.";
const JAPANESE: &str = "Goは古代のゲームであり、中国での起源を忘れてから、最初に東アジアの他の地域に広がり、\
    次に全世界に広がりました。";
const SIMPLIFIED_CHINESE: &str = "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区，然后传到整个世界。";
const TRADITIONAL_CHINESE: &str = "圍棋是一種古老的遊戲，從其被遺忘的中國起源開始，首先傳播到東亞其他地區，\
    然後傳播到整個世界。";
const KOREAN: &str =
    "바둑은 중국에서 잊혀진 기원에서 처음에는 동아시아의 나머지 지역으로 퍼진 후 전 세계로 퍼진 고대 게임입니다.";
const ARABIC: &str =
    "Go هي لعبة قديمة ، من أصولها المنسية في الصين ، انتشرت أولاً إلى بقية شرق آسيا ، ثم إلى العالم بأسره.";
const HEBREW: &str = "גו הוא משחק עתיק אשר ממקורותיו הנשכחים בסין התפשט תחילה לשאר מזרח אסיה, ואחר כך לכל העולם.";
const HINDI: &str = "गो एक प्राचीन खेल है, जो चीन में अपने भूले हुए उद्गम से, पहले पूर्वी एशिया के बाकी हिस्सों में और फिर पूरी \
    दुनिया में फैल गया।";
const ALL: [&str; 10] = [
    ENGLISH,
    CYRILLIC,
    GREEK,
    JAPANESE,
    SIMPLIFIED_CHINESE,
    TRADITIONAL_CHINESE,
    KOREAN,
    ARABIC,
    HEBREW,
    HINDI,
];

/// Characters of all western encodings.
const WESTERN: &str = "Ää Àà Ââ Åå Ææ Çç Èè Éé Êê Ëë Îî Ïï Ññ Öö Ôô Øø ß Üü Ùù Ûû ÿ ¿¡ «»";
/// Characters that ISO-8859-15, windows-1252 and macintosh have, and ISO-8859-1 lacks.
const NOT_IN_LATIN_1: &str = "Ÿ Œœ €";
/// Characters that ISO-8859-15 and windows-1252 have, and macintosh lacks.
const NOT_IN_MACINTOSH: &str = "Šš Žž";
/// Characters that windows-1252 and macintosh have, and ISO-8859-15 lacks.
const NOT_IN_LATIN_9: &str = "ƒ ‰ ™";

/// The name of a member between `encoding-` and `.sgf`, its encoding, and its comments apart from those about the file.
const RECORDS: [(&str, &str, &[&str]); 19] = [
    ("chinese-gb18030", "gb18030", &[SIMPLIFIED_CHINESE]),
    ("chinese-gbk", "GBK", &[SIMPLIFIED_CHINESE]),
    ("cyrillic-windows", "windows-1251", &[CYRILLIC]),
    ("japanese-iso2022jp", "ISO-2022-JP", &[JAPANESE]),
    ("japanese-macos", "Shift_JIS", &[JAPANESE]),
    ("japanese-shiftjis", "Shift_JIS", &[JAPANESE]),
    ("korean-macos", "EUC-KR", &[KOREAN]),
    ("simplifiedchinese-gb2312", "GBK", &[SIMPLIFIED_CHINESE]),
    ("simplifiedchinese-macos", "GBK", &[SIMPLIFIED_CHINESE]),
    ("traditionalchinese-big5", "Big5", &[TRADITIONAL_CHINESE]),
    ("traditionalchinese-macos", "Big5", &[TRADITIONAL_CHINESE]),
    ("utf16-nobom", "UTF-16BE", &ALL),
    ("utf16-withbom", "UTF-16BE", &ALL),
    ("utf8-nobom", "UTF-8", &ALL),
    ("utf8-withbom", "UTF-8", &ALL),
    ("western-isolatin1", "windows-1252", &[WESTERN]),
    (
        "western-isolatin9",
        "ISO-8859-15",
        &[WESTERN, NOT_IN_LATIN_1, NOT_IN_MACINTOSH],
    ),
    (
        "western-macosroman",
        "macintosh",
        &[WESTERN, NOT_IN_LATIN_1, NOT_IN_LATIN_9],
    ),
    (
        "western-windowslatin1",
        "windows-1252",
        &[WESTERN, NOT_IN_LATIN_1, NOT_IN_MACINTOSH, NOT_IN_LATIN_9],
    ),
];

/// Returns the path and the bytes of every record of a corpus, or `None` if the corpus is missing.
fn corpus(name: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let mut records = unpacked(&testkit::corpus(name)?);
    records.retain(|(path, _)| path.ends_with(".sgf"));
    Some(records)
}

fn records() -> Option<BTreeMap<String, Vec<u8>>> {
    let named = |(path, bytes): (String, Vec<u8>)| {
        let name = path.rsplit('/').next()?.strip_prefix("encoding-")?;
        Some((name.trim_end_matches(".sgf").to_owned(), bytes))
    };
    Some(corpus("encodings.tgz")?.into_iter().filter_map(named).collect())
}

/// Returns the comments that have a node of their own. None of them contains a bracket.
fn comments(text: &str) -> Vec<&str> {
    text.split(";C[")
        .skip(1)
        .map(|rest| rest.split(']').next().unwrap())
        .collect()
}

fn is_about_itself(comment: &str) -> bool {
    comment.starts_with("BBEdit calls") || comment.starts_with("The comment in the following node")
}

#[test]
fn every_encoding_comes_out_as_what_it_means() {
    let Some(records) = records() else { return };
    assert_eq!(records.len(), RECORDS.len());
    for (name, encoding, expected) in RECORDS {
        let bytes = &records[name];
        let decoded = decode(bytes);
        assert_eq!(decoded.encoding.name(), encoding, "{name}");
        assert!(decoded.text.starts_with("(;FF[4]CA["), "{name}");
        let (about, comments): (Vec<_>, Vec<_>) = comments(&decoded.text).into_iter().partition(|c| is_about_itself(c));
        assert_eq!(comments, expected, "{name}");
        // One comment is about the whole file, and one introduces each other comment.
        assert_eq!(about.len(), expected.len() + 1, "{name}");
        assert!(about.iter().all(|comment| comment.is_ascii()), "{name}");
    }
}

#[test]
fn offsets_of_comments_lead_to_their_bytes() {
    let Some(records) = records() else { return };
    for (name, bytes) in &records {
        let decoded = decode(bytes);
        for comment in comments(&decoded.text) {
            let start = comment.as_ptr().addr() - decoded.text.as_ptr().addr();
            let mut offsets = decoded.encoding.byte_offsets(bytes);
            let part = &bytes[offsets.at(start)..offsets.at(start + comment.len())];
            assert_eq!(decoded.encoding.decode(part), comment, "{name}");
        }
    }
}

#[test]
fn names_are_not_needed_where_text_is_long_enough() {
    let Some(records) = records() else { return };
    // The western files have too few letters outside ASCII to tell the encoding.
    for (name, bytes) in records.iter().filter(|(name, _)| !name.starts_with("western")) {
        let expected = decode(bytes).text;
        let mut nameless = bytes.clone();
        // A record in UTF-16 does not contain these bytes in a row.
        if let Some(at) = bytes.windows(3).position(|three| three == b"CA[") {
            nameless[at..at + 2].copy_from_slice(b"XX");
        }
        let text = decode(&nameless).text;
        assert_eq!(text.replace("XX[", "CA["), expected, "{name}");
    }
}

#[test]
fn damaged_utf_8_is_recognised() {
    // The records of one server lost bytes to a conversion; names of another were cut at a number of bytes.
    for (name, at_least) in [("fox-pro-3k.tgz", 2500), ("ai-mixed.tgz", 5)] {
        let Some(records) = corpus(name) else { return };
        let mut damaged = 0;
        for (path, bytes) in records {
            let decoded = decode(&bytes);
            assert_eq!(decoded.encoding, TextEncoding::UTF_8, "{path}");
            damaged += usize::from(std::str::from_utf8(&bytes).is_err());
        }
        assert!(damaged >= at_least, "{damaged} in {name}");
    }
}
