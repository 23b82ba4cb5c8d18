//! The encodings of texts, which the formats suggest.

use crate::record::{decode, game_trees};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};

/// Names of Black and White.
type Names = [&'static str; 2];

const KOREAN: Names = ["홍길동", "임꺽정"];
const CHINESE: Names = ["石头", "剪刀"];

/// Checks that a record with these names is read again from its bytes in this encoding.
fn check(encoding: &'static Encoding, names: Names, write: impl Fn(Names) -> String) {
    let text = write(names);
    let (bytes, _, unmappable) = encoding.encode(&text);
    assert!(!unmappable, "{text}");
    let decoded = decode(&bytes);
    let game = game_trees(&decoded.text).next().expect("a tree").game.expect("a game");
    assert_eq!([game.info.black, game.info.white], names, "{}", decoded.encoding.name());
}

fn gib(kind: &str, result: &str) -> impl Fn(Names) -> String {
    move |[black, white]| {
        format!(
            "\\HS\r\n\\[GIBOKIND={kind}\\]\r\n\\[GAMERESULT={result}\\]\r\n\\[GAMEBLACKNAME={black}\\]\r\n\
             \\[GAMEWHITENAME={white}\\]\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 3 3\r\n\\GE\r\n"
        )
    }
}

fn ugf(lang: &str) -> impl Fn(Names) -> String {
    move |[black, white]| {
        format!("[Header]\r\n{lang}PlayerB={black},9段,0,\r\nPlayerW={white},\r\n[Data]\r\nPP,B1,1,0\r\n")
    }
}

fn ngf(title: &str, result: &str) -> impl Fn(Names) -> String {
    move |[black, white]| {
        format!(
            "{title}\r\n19\r\n{white}\r\n{black}\r\nsite\r\n0\r\n0\r\n6\r\n20110812\r\n10\r\n{result}\r\n1\r\nPMABBQEEQ\r\n"
        )
    }
}

#[test]
fn gib_names_a_country() {
    check(EUC_KR, KOREAN, gib("Korea", "흑 불계승"));
    check(GBK, CHINESE, gib("China", "黑中盘胜"));
    check(SHIFT_JIS, ["石田", "川上"], gib("Japan", "黒中押勝"));
    check(GBK, CHINESE, gib("", "黑中盘胜"));
}

#[test]
fn ugf_names_its_encoding_or_has_shift_jis() {
    check(SHIFT_JIS, ["表", "能登"], ugf("Lang=SJIS\r\n"));
    check(SHIFT_JIS, ["表", "ｱｷﾗ"], ugf(""));
    check(BIG5, ["功", "許"], ugf("Lang=BIG5\r\n"));
    check(EUC_KR, ["홍", "임"], ugf("Lang=EUC-KR\r\n"));
}

#[test]
fn ngf_is_in_the_encoding_that_a_detector_suggests() {
    check(EUC_KR, KOREAN, ngf("친선 대국", "흑 불계승"));
    check(
        SHIFT_JIS,
        ["アキラ", "ヒカル"],
        ngf("レーティング対局", "黒中押し勝ち!"),
    );
    check(GBK, CHINESE, ngf("友谊对局", "黑中盘胜"));
}
