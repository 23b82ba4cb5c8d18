use super::{Translated, fault, sgf};

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
    assert!(Translated::of(GIB).expect("foreign").repairs.is_empty());
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
