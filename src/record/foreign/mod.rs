//! Foreign records: those in other formats than SGF. Each is translated to equivalent SGF, which
//! is then read. `docs/records.md` describes the formats.

mod game;
mod gib;
mod ngf;
mod ugf;
mod values;

use super::text::{self, Format};
use std::borrow::Cow;

pub(super) use game::Translated;

/// Translates a foreign record. Returns `None` for a text of no foreign format.
pub(super) fn translated(text: &str) -> Option<Translated> {
    let read = match Format::of(text.as_bytes()) {
        Format::Sgf => return None,
        Format::Gib => gib::read,
        Format::Ngf => ngf::read,
        Format::Ugf => ugf::read,
    };
    Some(read(text).translated())
}

/// Returns the text of a game tree for inclusion in a UTF-8 text with several games, as
/// `text::portable` does. A foreign record is translated.
pub fn portable(tree: &str) -> String {
    match translated(tree) {
        Some(translated) => text::portable(&translated.sgf),
        None => text::portable(tree),
    }
}

/// Returns a text of a record as SGF: itself, or its translation if it is foreign.
pub(crate) fn as_sgf(text: Cow<'_, str>) -> Cow<'_, str> {
    match translated(&text) {
        Some(translated) => Cow::Owned(translated.sgf),
        None => text,
    }
}

/// Returns the bytes of a file as SGF: themselves, or those of the translation if the record
/// is foreign.
pub fn sgf_bytes(bytes: Vec<u8>) -> Vec<u8> {
    match Format::of(&bytes) {
        Format::Sgf => bytes,
        _ => as_sgf(text::decode(&bytes).text).into_owned().into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::ngf::tests::NGF;
    use super::*;
    use crate::record::{decode, game_trees};
    use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};

    pub fn sgf(text: &str) -> String {
        let sgf = translated(text).expect("foreign").sgf;
        sgf.strip_prefix("(;GM[1]FF[4]CA[UTF-8]")
            .expect("a beginning")
            .to_owned()
    }

    pub fn fault(text: &str) -> String {
        let repairs = translated(text).expect("foreign").repairs;
        let repair = repairs.first().expect("a fault");
        let rest = text[repair.offset..].lines().next().unwrap_or_default();
        format!("{} @ {rest}", repair.reason)
    }

    #[test]
    fn endless_values_take_neither_time_nor_room() {
        let digits = "1".repeat(1 << 20);
        for text in [
            format!("\\HS\n\\[GAMERESULT=black {digits}\\]\n\\[GAMEBLACKNAME=a({digits})\\]\n\\HE\n\\GS\n\\GE\n"),
            format!("[Header]\nPlayerB=a,{digits}\nWinner=B,{digits}\n[Data]\n"),
            NGF.replace("3D*", &digits).replace("Black wins", &digits),
            format!("\\HS\n{}", "\\[=\\[GAMETAG=a,b".repeat(1 << 18)),
            format!("[Header]\n{}", "=\n".repeat(1 << 20)),
        ] {
            assert!(sgf(&text).len() < text.len() + 200);
        }
    }

    const KOREAN: [&str; 2] = ["홍길동", "임꺽정"];
    const CHINESE: [&str; 2] = ["石头", "剪刀"];

    fn check(encoding: &'static Encoding, names: [&'static str; 2], write: impl Fn([&'static str; 2]) -> String) {
        let text = write(names);
        let (bytes, _, unmappable) = encoding.encode(&text);
        assert!(!unmappable, "{text}");
        let decoded = decode(&bytes);
        let game = game_trees(&decoded.text).next().expect("a tree").game.expect("a game");
        assert_eq!([game.info.black, game.info.white], names, "{}", decoded.encoding.name());
    }

    fn gib_of(kind: &str, result: &str) -> impl Fn([&'static str; 2]) -> String {
        move |[black, white]| {
            format!(
                "\\HS\r\n\\[GIBOKIND={kind}\\]\r\n\\[GAMERESULT={result}\\]\r\n\\[GAMEBLACKNAME={black}\\]\r\n\
                 \\[GAMEWHITENAME={white}\\]\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 3 3\r\n\\GE\r\n"
            )
        }
    }

    fn ugf_of(lang: &str) -> impl Fn([&'static str; 2]) -> String {
        move |[black, white]| {
            format!("[Header]\r\n{lang}PlayerB={black},9段,0,\r\nPlayerW={white},\r\n[Data]\r\nPP,B1,1,0\r\n")
        }
    }

    fn ngf_of(title: &str, result: &str) -> impl Fn([&'static str; 2]) -> String {
        move |[black, white]| {
            format!(
                "{title}\r\n19\r\n{white}\r\n{black}\r\nsite\r\n0\r\n0\r\n6\r\n20110812\r\n10\r\n{result}\r\n1\r\nPMABBQEEQ\r\n"
            )
        }
    }

    #[test]
    fn gib_names_a_country() {
        check(EUC_KR, KOREAN, gib_of("Korea", "흑 불계승"));
        check(GBK, CHINESE, gib_of("China", "黑中盘胜"));
        check(SHIFT_JIS, ["石田", "川上"], gib_of("Japan", "黒中押勝"));
        check(GBK, CHINESE, gib_of("", "黑中盘胜"));
    }

    #[test]
    fn ugf_names_its_encoding_or_has_shift_jis() {
        check(SHIFT_JIS, ["表", "能登"], ugf_of("Lang=SJIS\r\n"));
        check(SHIFT_JIS, ["表", "ｱｷﾗ"], ugf_of(""));
        check(BIG5, ["功", "許"], ugf_of("Lang=BIG5\r\n"));
        check(EUC_KR, ["홍", "임"], ugf_of("Lang=EUC-KR\r\n"));
    }

    #[test]
    fn ngf_is_in_the_encoding_that_a_detector_suggests() {
        check(EUC_KR, KOREAN, ngf_of("친선 대국", "흑 불계승"));
        check(
            SHIFT_JIS,
            ["アキラ", "ヒカル"],
            ngf_of("レーティング対局", "黒中押し勝ち!"),
        );
        check(GBK, CHINESE, ngf_of("友谊对局", "黑中盘胜"));
    }

    fn read(text: &str) -> (String, String) {
        let Translated { sgf, repairs, .. } = translated(text).expect("foreign");
        let moves = sgf.split_once(';').and_then(|(_, rest)| rest.split_once(';'));
        let moves = moves.map_or(String::new(), |(_, moves)| moves.trim_end_matches(')').to_owned());
        (moves, repairs.reason().unwrap_or_default())
    }

    fn ngf(moves: &str) -> String {
        let count = moves.lines().count();
        format!("match\r\n9\r\na\r\nb\r\nsite\r\n0\r\n0\r\n6\r\n20110812\r\n10\r\nBlack wins\r\n{count}\r\n{moves}")
    }

    #[test]
    fn blank_lines_may_stand_before_ngf() {
        let text = ngf("PMABBEEEE\nPMACWDDDD\n");
        let expected = read(&text);
        assert_eq!(expected, ("B[dd];W[cc]".to_owned(), String::new()));
        for before in ["\n", "\r\n\r\n", " \n\t\n\n", &"\n".repeat(100)] {
            let text = format!("{before}{text}");
            assert_eq!(read(&text), expected, "{before:?}");
            assert!(translated(&text).expect("foreign").sgf.contains("EV[match]"));
        }
        // The event is blank, too.
        let nameless = format!("\n\n{}", text.replace("match", ""));
        assert_eq!(read(&nameless), expected);
        assert!(!translated(&nameless).expect("foreign").sgf.contains("EV["));
    }

    #[test]
    fn an_event_that_begins_like_a_move_is_an_event() {
        let text = ngf("PMABBEEEE\n").replace("match", "PM Cup");
        assert_eq!(read(&text), ("B[dd]".to_owned(), String::new()));
        assert!(translated(&text).expect("foreign").sgf.contains("EV[PM Cup]"));
    }

    #[test]
    fn small_letters_are_read() {
        let expected = ("B[dd];W[cc];B[]".to_owned(), String::new());
        assert_eq!(read(&ngf("pmabbeeee\nPMacwDDDD\nPmAdbaaaa\n")), expected);
        let gib = |moves: &str| format!("\\HS\n\\[LINE=9\\]\n\\HE\n\\GS\nini 0 1 0\n{moves}\\GE\n");
        assert_eq!(
            read(&gib("sto 0 2 1 3 3\nSto 0 3 2 2 2\nski 0 4\n")),
            ("B[dd];W[cc];B[]".to_owned(), String::new())
        );
        let ugf = "[header]\nsize=9\n[data]\ndd,b1,1,0\ncc,w1,2,0\nya,b1,3,0\n";
        assert_eq!(read(ugf), expected);
    }

    #[test]
    fn a_line_that_took_the_number_of_a_move_ends_the_game_before_it() {
        let ends = |text: &str, kept: &str, reason: &str| {
            let (moves, said) = read(text);
            assert_eq!(moves, kept, "{text}");
            assert!(said.contains(reason), "{text}: {said}");
        };
        let between = "\"QMACWDDDD\" stands between move 1 and move 3 and is no readable move; the game ends before it";
        ends(&ngf("PMABBEEEE\nQMACWDDDD\nPMADBFFFF\n"), "B[dd]", between);
        // The last line, which no move follows.
        ends(
            &ngf("PMABBEEEE\nPMACWDDDD\nXX\n"),
            "B[dd];W[cc]",
            "announces 3 moves and has 2",
        );
        ends(&ngf("PMABBEEEE\nPM\n"), "B[dd]", "\"PM\" is no move");
        let gib = |moves: &str| format!("\\HS\n\\[LINE=9\\]\n\\HE\n\\GS\nINI 0 1 0\n{moves}\\GE\n");
        ends(
            &gib("STO 0 2 1 3 3\nST0 0 3 2 2 2\nSTO 0 4 1 5 5\n"),
            "B[dd]",
            "\"ST0 0 3 2 2 2\" is no move",
        );
        ends(
            &gib("STO 0 2 1 3 3\nST0 0 3 2 2 2\n"),
            "B[dd]",
            "\"ST0 0 3 2 2 2\" is no move",
        );
        ends(
            &gib("STO 0 2 1 3 3\nSTO0 3 2 2 2\nSTO 0 4 1 5 5\n"),
            "B[dd]",
            "\"STO0 3 2 2 2\" stands between move 2 and move 4",
        );
        ends(&ngf("XX\nPMACWDDDD\n"), "", "\"XX\" stands between move 0 and move 2");
        let ugf = |moves: &str| format!("[Header]\nSize=9\n[Data]\n{moves}");
        for line in ["CC;W1,2,0", "C,W1,2,0", "CC,X1,2,0", "CC", "#"] {
            let reason = format!("\"{line}\" is no move");
            ends(&ugf(&format!("DD,B1,1,0\n{line}\nEE,B1,3,0\n")), "B[dd]", &reason);
        }
    }

    #[test]
    fn lines_of_unknown_kinds_that_take_no_number_are_passed_over() {
        let gib = "\\HS\n\\[LINE=9\\]\n\\HE\n\\GS\n2 1 0\n4 0 &4\nINI 0 1 0\nSTO 0 2 1 3 3\nXYZ 1 2\nSTO 0 3 2 2 2\nSUR 0 4 1\n\\GE\n";
        assert_eq!(read(gib), ("B[dd];W[cc]".to_owned(), String::new()));
        // Moves without INI.
        assert_eq!(
            read(&gib.replace("INI 0 1 0\n", "")),
            ("B[dd];W[cc]".to_owned(), String::new())
        );
        let text = ngf("PMABBEEEE\nPMACWDDDD\n").replace("PMAC", "time 10\n\nPMAC");
        assert_eq!(read(&text), ("B[dd];W[cc]".to_owned(), String::new()));
        let ugf = "[Header]\nSize=9\n[Data]\nDD,B1,1,0\n.a remark\n\nCC,W1,2,0\n";
        assert_eq!(read(ugf), ("B[dd];W[cc]".to_owned(), String::new()));
    }
}
