use super::{Translated, fault, sgf};

pub(super) const NGF: &str = "Spring match\r\n19\r\nSnow White   9P\r\nInk      3D*\r\nwww.example.com\r\n0\r\n0\r\n6\r\n\
                   20110812 [09:31]\r\n480\r\nBlack wins by 2.5 points! >> White(60):Black(69)\r\n3\r\n\
                   PMABBQEEQ\r\nPMACWEQQE\r\nPMADBAAAA\r\n";

#[test]
fn ngf() {
    assert_eq!(
        sgf(NGF),
        "SZ[19]PW[Snow White]WR[9p]PB[Ink]BR[3d]EV[Spring match]PC[www.example.com]KM[6.5]DT[2011-08-12]TM[28800]\
         RE[B+2.5];B[pd];W[dp];B[])"
    );
    assert!(Translated::of(NGF).expect("foreign").repairs.is_empty());
    let handicap = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\n2\r\n0\r\n0\r\n");
    assert!(sgf(&handicap).contains("HA[2]KM[0]DT"), "{}", sgf(&handicap));
    assert!(sgf(&handicap).contains("AB[dp][pd];B[pd]"));
    // White answers in the corner that three stones leave open.
    let three = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\n3\r\n0\r\n0\r\n");
    let three = three.replace("PMABBQEEQ", "PMABWQQQQ");
    assert!(sgf(&three).contains("AB[dd][dp][pd];W[pp]"), "{}", sgf(&three));
}

#[test]
fn ngf_with_a_mark_before_each_line_is_read_as_without() {
    let marked = |text: &str| -> String {
        let lines = text.split_inclusive('\n').map(|line| match line.starts_with("PM") {
            true => line.to_owned(),
            false => format!("GI{line}"),
        });
        lines.collect()
    };
    assert_eq!(sgf(&marked(NGF)), sgf(NGF));
    assert!(Translated::of(&marked(NGF)).expect("foreign").repairs.is_empty());
    assert_eq!(
        sgf(&marked("old\n9\nSnow\nInk\nPMABBEEEE\n")),
        sgf("old\n9\nSnow\nInk\nPMABBEEEE\n")
    );
    // A name that begins with these letters stays whole where the other lines do not.
    let named = NGF.replace("Snow White", "GIana");
    assert!(sgf(&named).contains("PW[GIana]"), "{}", sgf(&named));
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
