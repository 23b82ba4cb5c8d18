use super::*;
use encoding_rs::{GB18030, WINDOWS_1251};

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
fn a_cut_character_does_not_hide_the_encoding() {
    let japanese = "EV[第１期棋聖戦七番勝負第一局]PC[東京都千代田区「ホテル」]";
    let korean = "EV[제1기 명인전 결승 제1국]PC[서울 한국기원 특별대국실]";
    for (ca, encoding, whole, last, rest) in [
        ("Shift_JIS", SHIFT_JIS, "小林光", '一', japanese),
        ("Shift_JIS", SHIFT_JIS, "趙治", '勲', japanese),
        ("EUC-JP", encoding_rs::EUC_JP, "小林光", '一', japanese),
        ("EUC-KR", EUC_KR, "박정", '환', korean),
        ("EUC-KR", EUC_KR, "이세", '돌', korean),
        (
            "Big5",
            BIG5,
            "林海",
            '峰',
            "EV[第一屆圍棋名人賽冠軍決定戰]PC[台北市海峰棋院]",
        ),
        ("GBK", GBK, "常", '昊', "EV[第一届中国围棋名人战决赛]PC[北京市中国棋院]"),
        ("UTF-8", UTF_8, "小林光", '一', japanese),
    ] {
        for ca in [format!("CA[{ca}]"), String::new()] {
            let head = format!("(;GM[1]SZ[19]{ca}PB[{whole}");
            let tail = format!("]PW[abc]KM[6.5]{rest};B[pd])");
            let half = encoded(&last.to_string(), encoding);
            for len in 1..half.len() {
                let bytes = [&encoded(&head, encoding), &half[..len], &encoded(&tail, encoding)].concat();
                let decoded = decode(&bytes);
                assert_eq!(decoded.text, format!("{head}\u{FFFD}{tail}"), "{}", encoding.name());
                let cut = Some(head.len()).filter(|_| encoding != UTF_8);
                assert_eq!(decoded.cuts, Vec::from_iter(cut));
            }
        }
    }
    // Letters before brackets are no cut characters.
    for text in ["(;PB[José]PW[René]C[Gößl, così, è già più])", "(;PB[Ä]PW[ä])"] {
        let decoded = decode(&encoded(text, WINDOWS_1252)).text.into_owned();
        assert_eq!(decoded, text);
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

#[test]
fn whole_characters_outweigh_cut_ones_in_damaged_utf_8() {
    for (bytes, expected) in [
        // Two whole Chinese characters outweigh one cut.
        ("围棋".as_bytes(), true),
        (b"\xE5\x9B\xB4\xE6\xA3\x8B\xE5\x8C]", true),
        (b"\xE6\xA3\x8B\xE5\x8C]", false),
        (b"\xE5\x9B\xB4\xE6\xA3\x8B\xE5\x8C]\xFF", false),
        // Letters of two bytes weigh half.
        (b"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD\xD0]", true),
        (b"\xD0\x98\xD0\xB2\xD0\xB0\xD0]", false),
        // Question marks for bytes count neither way.
        (b"\xE5?\x87\xE7\xBB?\xE3??\xE6\xAE\xB5", true),
        (b"\xE5?\x87\xE7\xBB?\xE3??", false),
        // With a question mark missing, the character is cut off.
        (b"\xE5?]\xE6\xAE\xB5", false),
    ] {
        assert_eq!(is_damaged_utf_8(bytes, WEIGHT_PER_BROKEN), expected, "{bytes:x?}");
    }
}

#[test]
fn other_encodings_do_not_look_like_it() {
    for (encoding, text) in [
        (GBK, "围棋是一种古老的游戏"),
        (BIG5, "圍棋是很古老的遊戲"),
        (SHIFT_JIS, "囲碁はとても古いゲームです"),
        (EUC_KR, "바둑은 아주 오래된 놀이이며"),
        (WINDOWS_1251, "очень древняя игра"),
        (WINDOWS_1252, "Größe? Été? Façade"),
    ] {
        assert!(!is_damaged_utf_8(&encoding.encode(text).0, WEIGHT_PER_BROKEN), "{text}");
    }
}

#[test]
fn ranks_tell_the_encoding_of_short_names() {
    for (encoding, names, grade) in [
        (GBK, ["古力", "柯洁", "范廷钰", "李世石"], '段'),
        (GBK, ["古力", "柯洁", "范廷钰", "李世石"], '级'),
        (BIG5, ["周俊勳", "王銘琬", "林海峰", "張栩"], '段'),
        (BIG5, ["周俊勳", "王銘琬", "林海峰", "張栩"], '級'),
        (SHIFT_JIS, ["趙治勲", "高尾", "山下", "井山裕太"], '段'),
        (SHIFT_JIS, ["趙治勲", "高尾", "山下", "井山裕太"], '級'),
        (EUC_JP, ["趙治勲", "高尾", "山下", "井山裕太"], '段'),
        (EUC_JP, ["趙治勲", "高尾", "山下", "井山裕太"], '級'),
        (EUC_KR, ["이세돌", "박정환", "김인", "신진서"], '단'),
        (EUC_KR, ["이세돌", "박정환", "김인", "신진서"], '급'),
    ] {
        for black in names {
            for white in names {
                for text in [
                    format!("(;PB[{black}]BR[9{grade}]PW[{white}]WR[8{grade}];B[pd])"),
                    format!("(;PB[{black} 3{grade}]PW[{white}];B[pd])"),
                    format!("(;PB[{black}]PW[{white}]WR[九{grade}];B[pd])"),
                ] {
                    let (bytes, _, unmappable) = encoding.encode(&text);
                    if unmappable {
                        continue;
                    }
                    let decoded = decode(&bytes);
                    assert_eq!((&*decoded.text, decoded.encoding.0), (&*text, encoding));
                }
            }
        }
    }
}

#[test]
fn without_a_number_there_is_no_rank() {
    assert!(!shows_rank("(;PB[段]PW[级位者]BR[9d])"));
    assert!(shows_rank("(;BR[９段])"));
    assert!(shows_rank("(;BR[初段])"));
}
