use super::Translated;

/// Returns the SGF of a record, without what every one begins with.
fn sgf(text: &str) -> String {
    let translated = Translated::of(text).expect("foreign");
    let sgf = translated
        .sgf
        .strip_prefix("(;GM[1]FF[4]CA[UTF-8]")
        .expect("a beginning");
    sgf.to_owned()
}

/// Returns the fault of a record and the text of its line from there on.
fn fault(text: &str) -> String {
    let repair = Translated::of(text).expect("foreign").repair.expect("a fault");
    let rest = text[repair.offset..].lines().next().unwrap_or_default();
    format!("{} @ {rest}", repair.reason)
}

const GIB: &str = "\\HS\r
\\[GIBOKIND=Korea\\]\r
\\[GAMETIME=20\r
minutes\\]\r
\\[GAMERESULT=white 3.5 win\\]\r
\\[GAMENAME=Friends' cup\\]\r
\\[GAMEDATE=2016- 3- 9-13- 5-10\\]\r
\\[GAMEPLACE=Seoul\\]\r
\\[GAMEWHITENAME=Snow [x] (9단)\\]\r
\\[GAMEBLACKNAME=Ink(3D)\\]\r
\\[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GRLT:1,ZIPSU:35,GONGJE:65,TCNT:3\\]\r
\\[GAMETAG=S1,R0,W4,Z0,G75,C2016:03:10:13:05\\]\r
\\HE\r
\\GS\r
2 1 0\r
4 0 &4\r
INI 0 1 0 &4\r
STO 0 2 1 15 3\r
STO 0 3 2 3 15\r
XYZ 1 2\r
SKI 0 4\r
\\GE\r
\\RS\r
\\[REFSUSUN=1\\]\r
\\[REFEXPLAIN=A corner.\r
Quiet.\\]\r
\\RE\r
\\RS\r
\\[REFGIBO=STO 0 9 1 1 1\\]\r
\\[REFEXPLAIN=a diagram\\]\r
\\RE\r
";

#[test]
fn gib() {
    assert_eq!(
        sgf(GIB),
        "SZ[19]PB[Ink]BR[3d]PW[Snow [x\\]]WR[9d]EV[Friends' cup]PC[Seoul]DT[2016-03-09]KM[6.5]TM[1200]\
         OT[3x30 byo-yomi]RE[W+3.5];B[pd]C[A corner.\nQuiet.];W[dp];B[])"
    );
    assert!(Translated::of(GIB).expect("foreign").repair.is_none());
}

#[test]
fn gib_by_tags_and_users() {
    let text = "\\HS\n\\[WUSERINFO=WID:snow,WLV:27,WNICK:s\\]\n\\[BUSERINFO=BID:\u{fffd},BLV:8,BNICK:ink\\]\n\
                \\[GAMETAG=S0,G0,W7,Z0,C2009:01:31:17:56\\]\n\\HE\n\\GS\nINI 0 1 3 &4\nSTO 0 2 2 15 15\nSKI 0 3\n\\GE\n";
    assert_eq!(
        sgf(text),
        "SZ[19]PB[ink]BR[10k]PW[snow]WR[1p]DT[2009-01-31]KM[0]RE[B+T]HA[3]AB[dd][dp][pd];W[pp];B[])"
    );
}

#[test]
fn gib_results() {
    for (main, sentence, expected) in [
        ("GRLT:0,ZIPSU:125", "", "B+12.5"),
        ("GRLT:3,ZIPSU:0", "white wins", "B+R"),
        ("GRLT:8,ZIPSU:0", "", "W+T"),
        ("GRLT:0,ZIPSU:0", "백 불계승", "W+R"),
        ("GRLT:9", "黑中盘胜", "B+R"),
        ("", "adjourned", "Void"),
        ("", "a mystery", "a mystery"),
    ] {
        let text = format!("\\HS\n\\[GAMEINFOMAIN={main}\\]\n\\[GAMERESULT={sentence}\\]\n\\HE\n\\GS\n\\GE\n");
        assert_eq!(sgf(&text), format!("SZ[19]RE[{expected}])"), "{text}");
    }
}

#[test]
fn gib_damage() {
    let moves =
        |lines: &str| format!("\\HS\n\\[LINE=9\\]\n\\[GAMEINFOMAIN=LINE:9\\]\n\\HE\n\\GS\nINI 0 1 0\n{lines}\\GE");
    for (text, expected) in [
        ("\\HS\n\\[GAMENAME=cut", "the moves are missing: there is no \\GS @ "),
        (
            "\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\n",
            "the end of the moves, \\GE, is missing @ ",
        ),
        (
            &moves("STO 0 2 1 3 3\nSTO 0 3 2 9 0\nSTO 0 4 1 0 0\n"),
            "\"STO 0 3 2 9 0\" is no move on the 9x9 board, which has STO, two numbers, 1 or 2, and column and row \
             from 0; the game ends before it @ STO 0 3 2 9 0",
        ),
        (
            &moves("STO 0 2 3 1 1\n"),
            "\"STO 0 2 3 1 1\" is no move on the 9x9 board, which has STO, two numbers, 1 or 2, and column and row \
             from 0; the game ends before it @ STO 0 2 3 1 1",
        ),
        (
            "\\HS\n\\HE\n\\GS\nINI 0 1 77\n\\GE",
            "a handicap on the 19x19 board is 2 to 9 stones, not 77; the board begins empty @ INI 0 1 77",
        ),
        (
            "\\HS\n\\HE\n\\GS\nINI 0\n\\GE",
            "INI lacks the number of handicap stones @ INI 0",
        ),
    ] {
        assert_eq!(fault(text), expected);
    }
    assert_eq!(
        sgf(&moves("STO 0 2 1 3 3\nSTO 0 3 2 9 0\nSTO 0 4 1 0 0\n")),
        "SZ[9];B[dd])"
    );
}

const NGF: &str = "Spring match\r\n19\r\nSnow White   9P\r\nInk      3D*\r\nwww.example.com\r\n0\r\n0\r\n6\r\n\
                   20110812 [09:31]\r\n480\r\nBlack wins by 2.5 points! >> White(60):Black(69)\r\n3\r\n\
                   PMABBQEEQ\r\nPMACWEQQE\r\nPMADBAAAA\r\n";

#[test]
fn ngf() {
    assert_eq!(
        sgf(NGF),
        "SZ[19]PW[Snow White]WR[9p]PB[Ink]BR[3d]EV[Spring match]PC[www.example.com]KM[6.5]DT[2011-08-12]TM[28800]\
         RE[B+2.5];B[pd];W[dp];B[])"
    );
    assert!(Translated::of(NGF).expect("foreign").repair.is_none());
    let handicap = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\n2\r\n0\r\n0\r\n");
    assert!(sgf(&handicap).contains("HA[2]KM[0]DT"), "{}", sgf(&handicap));
    assert!(sgf(&handicap).contains("AB[dp][pd];B[pd]"));
    // White answers in the corner that three stones leave open.
    let three = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\n3\r\n0\r\n0\r\n");
    let three = three.replace("PMABBQEEQ", "PMABWQQQQ");
    assert!(sgf(&three).contains("AB[dd][dp][pd];W[pp]"), "{}", sgf(&three));
}

#[test]
fn ngf_with_a_short_header() {
    assert_eq!(
        sgf("old match\n9\nSnow\nInk\nPMABBEEEE\n"),
        "SZ[9]PW[Snow]PB[Ink]EV[old match];B[dd])"
    );
}

#[test]
fn ngf_damage() {
    let cut = &NGF[..NGF.find("PMAC").expect("a move")].replace("\r\n3\r\n", "\r\n200\r\n");
    assert_eq!(fault(cut), "the record announces 200 moves and has 1 @ 200");
    let off = NGF.replace("PMACWEQQE", "PMACWUQQU");
    assert_eq!(
        fault(&off),
        "\"PMACWUQQU\" is no move on the 19x19 board, which has PM, two letters, B or W, and column and row from B; \
         the game ends before it @ PMACWUQQU"
    );
    let short = &NGF[..NGF.find("www").expect("a site")];
    assert!(Translated::of(short).is_none());
    let handicap = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\nx\r\n0\r\n6\r\n");
    assert_eq!(
        fault(&handicap),
        "line 6 is no number of handicap stones; none is assumed @ x"
    );
}

const UGF: &str = "# a comment
[Header]
Ver=UGF2,200
Lang=SJIS
Crypt=2146,PLAIN_UGF_FILE,READ_WRITE
Title=3rd,,Spring Cup,final
Place=Tokyo
Date=2001/08/20,09:00:00,2001/08/21,17:30:00
Rule=JPN
Size=19
Hdcp=0,5.50
Ptime=J;240;0;0,J;240;0;0,0,0
Winner=B,1.5
Moves=3
Copyright=me
CoordinateType=IGS
PlayerW=Snow,Gosei,0,
PlayerB=Ink,9-dan,0,
[Data]
PP,B1,1,0
DD,W1,2,12 '00:00:12
YA,B1,3,0
[Figure]
.Text,0,999
The game.
.EndText
.Text,1
.#,4,4,A
A corner.
Quiet.
.EndText
.Fig,1,1,1,19,19,figure,1,0
AA,B1,1,0
.Text
a diagram
.EndText
.EndFig
";

#[test]
fn ugf() {
    assert_eq!(
        sgf(UGF),
        "SZ[19]PB[Ink]BR[9d]PW[Snow]WR[Gosei]PC[Tokyo]CP[me]EV[3rd, Spring Cup, final]DT[2001-08-20,2001-08-21]\
         RU[Japanese]KM[5.5]TM[14400]RE[B+1.5]C[The game.];B[pd]C[A corner.\nQuiet.];W[dp];B[])"
    );
    assert!(Translated::of(UGF).expect("foreign").repair.is_none());
    let from_above = UGF.replace("CoordinateType=IGS\n", "");
    assert!(sgf(&from_above).contains(";B[pp]C[A corner.\nQuiet.];W[dd]"));
}

#[test]
fn a_remark_in_brackets_is_no_section() {
    let text = UGF.replace("Quiet.\n", "[quiet]\n");
    assert!(sgf(&text).contains("C[A corner.\n[quiet\\]]"), "{}", sgf(&text));
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

#[test]
fn ugf_handicaps_and_pairs() {
    let placed =
        "[Header]\nSize=9\nHdcp=2,0.00\nPlayerB=a,1d\nPlayerB2=b,2d\n[Data]\nCC,B1,0,0\nGG,B1,0,0\nEE,W1,1,0\n";
    assert_eq!(sgf(placed), "SZ[9]PB[a & b]HA[2]KM[0]AB[cc][gg];W[ee])");
    let not_placed = "[Header]\nSize=9\nHdcp=2,0\n[Data]\nEE,W1,1,0\n";
    assert_eq!(sgf(not_placed), "SZ[9]HA[2]KM[0]AB[cg][gc];W[ee])");
    let three = "[Header]\nHdcp=3,0\n[Data]\nDD,W1,1,0\n";
    assert_eq!(sgf(three), "SZ[19]HA[3]KM[0]AB[dp][pd][pp];W[dd])");
    let played = "[Header]\nSize=9\nHdcp=2,0\n[Data]\nEE,B1,1,0\n";
    assert_eq!(sgf(played), "SZ[9]HA[2]KM[0];B[ee])");
}

#[test]
fn ugf_results() {
    for (winner, expected) in [
        ("W,C", "W+R"),
        ("B,T", "B+T"),
        ("W,F2", "W+F"),
        ("B,0.50", "B+0.5"),
        ("B,", "B+"),
        ("D,", "0"),
        ("N1,E", "Void"),
        ("E,", "E"),
    ] {
        let text = format!("[Header]\nWinner={winner}\n[Data]\n");
        assert_eq!(sgf(&text), format!("SZ[19]RE[{expected}])"), "{winner}");
    }
}

#[test]
fn ugf_damage() {
    for (text, expected) in [
        ("[Header]\nSize=19\n", "the moves are missing: there is no [Data] @ "),
        (
            "[Header]\nCrypt=9666,X,READ\n[Data]\n#$,B1,1,0\n",
            "the moves are encrypted (X); only those of a PLAIN_UGF_FILE can be read @ 9666,X,READ",
        ),
        (
            "[Header]\nSize=9\n[Data]\nAA,B1,1,0\nJA,W1,2,0\n",
            "\"JA,W1,2,0\" is no move on the 9x9 board, which has column and row as letters, B or W, and its number; \
             the game ends before it @ JA,W1,2,0",
        ),
        (
            "[Header]\nMoves=200\n[Data]\nAA,B1,1,0\n",
            "the record announces 200 moves and has 1 @ 200",
        ),
    ] {
        assert_eq!(fault(text), expected);
    }
}

mod encodings {
    use crate::record::{decode, game_trees};
    use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};

    /// Checks that a record in this encoding has the names of both players.
    fn check(text: &str, encoding: &'static Encoding, black: &str, white: &str) {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        let decoded = decode(&bytes);
        let game = game_trees(&decoded.text).next().expect("a tree").game.expect("a game");
        let names = (game.info.black.as_str(), game.info.white.as_str());
        assert_eq!(names, (black, white), "{}", decoded.encoding.name());
    }

    fn gib(kind: &str, black: &str, white: &str, result: &str) -> String {
        format!(
            "\\HS\r\n\\[GIBOKIND={kind}\\]\r\n\\[GAMERESULT={result}\\]\r\n\\[GAMEBLACKNAME={black}\\]\r\n\
             \\[GAMEWHITENAME={white}\\]\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 3 3\r\n\\GE\r\n"
        )
    }

    #[test]
    fn gib_names_a_country() {
        check(
            &gib("Korea", "홍길동", "임꺽정", "흑 불계승"),
            EUC_KR,
            "홍길동",
            "임꺽정",
        );
        check(&gib("China", "石头", "剪刀", "黑中盘胜"), GBK, "石头", "剪刀");
        check(&gib("Japan", "石田", "川上", "黒中押勝"), SHIFT_JIS, "石田", "川上");
        check(&gib("", "石头", "剪刀", "黑中盘胜"), GBK, "石头", "剪刀");
    }

    #[test]
    fn ugf_names_its_encoding_or_has_shift_jis() {
        let ugf = |lang: &str, black: &str, white: &str| {
            format!("[Header]\r\n{lang}PlayerB={black},9段,0,\r\nPlayerW={white},\r\n[Data]\r\nPP,B1,1,0\r\n")
        };
        check(&ugf("Lang=SJIS\r\n", "表", "能登"), SHIFT_JIS, "表", "能登");
        check(&ugf("", "表", "ｱｷﾗ"), SHIFT_JIS, "表", "ｱｷﾗ");
        check(&ugf("Lang=BIG5\r\n", "功", "許"), BIG5, "功", "許");
        check(&ugf("Lang=EUC-KR\r\n", "홍", "임"), EUC_KR, "홍", "임");
    }

    #[test]
    fn ngf_is_in_the_encoding_that_a_detector_suggests() {
        let ngf = |title: &str, black: &str, white: &str, result: &str| {
            format!(
                "{title}\r\n19\r\n{white}\r\n{black}\r\nsite\r\n0\r\n0\r\n6\r\n20110812\r\n10\r\n{result}\r\n1\r\nPMABBQEEQ\r\n"
            )
        };
        check(
            &ngf("친선 대국", "홍길동", "임꺽정", "흑 불계승"),
            EUC_KR,
            "홍길동",
            "임꺽정",
        );
        check(
            &ngf("レーティング対局", "アキラ", "ヒカル", "黒中押し勝ち!"),
            SHIFT_JIS,
            "アキラ",
            "ヒカル",
        );
        check(&ngf("友谊对局", "石头", "剪刀", "黑中盘胜"), GBK, "石头", "剪刀");
    }
}
