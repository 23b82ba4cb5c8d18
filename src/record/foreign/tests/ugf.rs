use super::{Translated, fault, sgf};

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
    assert!(Translated::of(UGF).expect("foreign").repairs.is_empty());
    let from_above = UGF.replace("CoordinateType=IGS\n", "");
    assert!(sgf(&from_above).contains(";B[pp]C[A corner.\nQuiet.];W[dd]"));
}

#[test]
fn a_remark_in_brackets_is_no_section() {
    let text = UGF.replace("Quiet.\n", "[quiet]\n");
    assert!(sgf(&text).contains("C[A corner.\n[quiet\\]]"), "{}", sgf(&text));
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
