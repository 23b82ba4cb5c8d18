//! The values of headers, under each of the names that they may have.

use crate::record::foreign::Translated;

/// Returns the root of a record as SGF, from the size on.
fn root(text: &str) -> String {
    let sgf = Translated::of(text).expect("foreign").sgf;
    let start = sgf.find("SZ[").expect("a size");
    sgf[start..].trim_end_matches(')').to_owned()
}

#[test]
fn values_of_gib_have_other_names_too() {
    let gib = |values: &[&str]| {
        let header: String = values.iter().map(|value| format!("\\[{value}\\]\r\n")).collect();
        root(&format!("\\HS\r\n{header}\\HE\r\n\\GS\r\n\\GE\r\n"))
    };
    for (values, expected) in [
        (vec!["GAMEBLACKNICK=ink", "GAMEWHITENICK=snow"], "SZ[19]PB[ink]PW[snow]"),
        (
            vec!["GAMEBLACKNAME=ink", "GAMEBLACKLEVEL=19", "GAMEWHITELEVEL=0"],
            "SZ[19]PB[ink]BR[2d]WR[18k]",
        ),
        (
            vec!["GNAME=cup", "GPLC=Seoul", "GCMT=well played"],
            "SZ[19]EV[cup]PC[Seoul]GC[well played]",
        ),
        (vec!["GAMECOMMENT=one", "GCMT=other"], "SZ[19]GC[one]"),
        (
            vec!["GAMEINFOSUB=GNAMEF:0,GDATE:2010- 2- 3-1-2-3", "GAMEDATE=2016- 3- 9"],
            "SZ[19]DT[2010-02-03]",
        ),
        (vec!["GAMETAG=C2011:12:31:17:56"], "SZ[19]DT[2011-12-31]"),
        (vec!["GAMEGONGJE=75"], "SZ[19]KM[7.5]"),
        (vec!["GAMETAG=G65"], "SZ[19]KM[6.5]"),
        (vec!["GAMEZIPSU=35", "GAMETAG=W1,Z10"], "SZ[19]RE[W+3.5]"),
        (vec!["GAMETAG=W0,Z105"], "SZ[19]RE[B+10.5]"),
        (vec!["GAMEINFOMAIN=GTIME:600-0-0,LINE:13"], "SZ[13]TM[600]"),
    ] {
        assert_eq!(gib(&values), expected, "{values:?}");
    }
}

#[test]
fn values_of_ugf_have_other_names_too() {
    let ugf = |header: &str| root(&format!("[Header]\r\n{header}\r\n[Data]\r\n"));
    for (header, expected) in [
        (
            "Writer=me\r\nCommentator=you\r\nComment=well played",
            "SZ[19]US[me]AN[you]GC[well played]",
        ),
        ("PlayerW=a,1d\r\nWMemb2=b,2d", "SZ[19]PW[a & b]"),
        ("Rule=CHN\r\nHdcp=0,3.75", "SZ[19]RU[Chinese]KM[3.75]"),
        ("Rule=Ing", "SZ[19]RU[Ing]"),
        ("Date=2001/08/20,09:00:00", "SZ[19]DT[2001-08-20]"),
        ("Winner=O,", "SZ[19]RE[Void]"),
        ("Winner=A,", "SZ[19]RE[Void]"),
        ("Winner=P,", "SZ[19]RE[Void]"),
    ] {
        assert_eq!(ugf(header), expected, "{header}");
    }
    let passes = root("[Header]\nSize=9\n[Data]\nYA,B1,1,0\nZZ,W1,2,0\nYZ,MK,3,0\n");
    assert_eq!(passes, "SZ[9];B[];W[];B[]");
}

#[test]
fn values_of_ngf_are_in_their_lines() {
    let ngf = |handicap: &str, komi: &str, minutes: &str| {
        root(&format!(
            "\n19\na 5段P\nb 10K*\n\n{handicap}\n0\n{komi}\n20110812 [09:31]\n{minutes}\n\n0\n"
        ))
    };
    let names = "SZ[19]PW[a]WR[5p]PB[b]BR[10k]";
    assert_eq!(ngf("0", "6", "10"), format!("{names}KM[6.5]DT[2011-08-12]TM[600]"));
    // With a handicap, the number is the komi.
    assert_eq!(ngf("2", "5", "0"), format!("{names}HA[2]KM[5]DT[2011-08-12]AB[dp][pd]"));
}
