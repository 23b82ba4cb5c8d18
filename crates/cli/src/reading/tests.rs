use super::*;
use bgo::internal::query::{Question, Scope};
use testkit::Text;

fn read_on(text: &str, lines: u8) -> Result<Reading, Unreadable> {
    read(text.as_bytes(), BoardSize::new(lines).expect("a size"))
}

/// Returns the kind and the parameters of the position in a text.
fn shown_on(text: &str, lines: u8) -> String {
    let reading = read_on(text, lines).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    let kind = match reading.kind {
        Kind::Sgf => "record",
        Kind::Diagram => "diagram",
        Kind::Moves => "list of moves",
    };
    let scope = reading
        .area
        .map_or(Scope::Board, |area| Scope::Area(area, Default::default()));
    let pairs = Question::new(reading.board).about(scope).to_pairs();
    let pairs = pairs.iter().map(|(name, value)| format!(" {name}={value}"));
    kind.to_owned() + &pairs.collect::<String>()
}

fn shown(text: &str) -> String {
    shown_on(text, 19)
}

fn problem(text: &str) -> String {
    read_on(text, 19).map(|_| ()).expect_err(text).to_string()
}

#[test]
fn the_main_line_of_a_record_becomes_moves() {
    for (text, expected) in [
        (
            "(;GM[1]FF[4]SZ[19]PB[A [9p\\]]C[a\\\\];B[pd];W[dp] ;B[];W[tt](;B[pp];W[dd])(;B[cc])) (;SZ[9];B[ee])",
            "record moves=pd,dp,pass,pass,pp,dd",
        ),
        (
            "mail header\n(;SZ[9:9]AB[cc][gg]PL[W];W[ee];B[dd])",
            "record moves=ee,dd stones=Bcc,Bgg size=9 to_play=W",
        ),
        ("(;W[pd];B[dp])", "record moves=pd,dp to_play=W"),
        ("(;HA[2]AB[pd][dp];W[dd])", "record moves=dd stones=Bpd,Bdp to_play=W"),
        (
            "(;AB[aa:ca][pd]AW[pp]AE[ba]AB[zz])",
            "record stones=Baa,Bca,Bpd,Wpp to_play=W",
        ),
        ("(;PL[W];AB[dd])", "record stones=Bdd to_play=W"),
        ("(;PL[W]AW[dd])", "record stones=Wdd to_play=W"),
        ("(;SZ[5])", "record size=5"),
        (
            "\\HS\n\\HE\n\\GS\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\n\\GE\n",
            "record moves=pd,dp",
        ),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn a_record_whose_moves_are_not_in_turn_becomes_stones() {
    for (text, expected) in [
        ("(;SZ[19];B[pd];W[dp];W[pp])", "record stones=Bpd,Wdp,Wpp"),
        // Black's first moves are a handicap.
        (
            "(;SZ[19];B[pd];B[dp];W[pp])",
            "record moves=pp stones=Bpd,Bdp to_play=W",
        ),
        // Setup amid the game.
        (
            "(;SZ[9];B[ba];W[aa];B[ee];AE[ee]AB[cc]AW[ii]PL[B])",
            "record stones=Waa,Bba,Bcc,Wii size=9",
        ),
        // White's stone is taken.
        ("(;SZ[9];W[aa];B[ba];B[ab])", "record stones=Bba,Bab size=9 to_play=W"),
        // A ko is retaken at once.
        (
            "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])",
            "record stones=Bba,Wca,Bab,Wbb,Wdb,Bbc,Wcc size=9",
        ),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    let long = format!("(;SZ[19]{})", ";B[];W[]".repeat(501));
    assert_eq!(shown(&long), "record");
}

#[test]
fn lists_of_moves_in_many_ways() {
    for text in [
        "pd dp pp dd",
        "pd,dp,pp,dd",
        "Q16 D4 Q4 D16",
        "q16d4q4d16",
        "q16\nd4\r\nq4;d16\n",
        "1. Q16 2. D4 3.Q4 4.D16",
        "1: pd 2: dp 3: pp 4: dd",
        "B Q16, W D4, B Q4, W D16",
        "B[pd];W[dp];B[pp];W[dd]",
        ";B[pd];W[dp];B[pp];W[dd]",
        "Bpd Wdp Bpp Wdd",
        "black q16 white d4 black q4 white d16",
        "play b Q16\nplay w D4\nplay b Q4\nplay w D16",
    ] {
        assert_eq!(shown(text), "list of moves moves=pd,dp,pp,dd", "{text}");
    }
    assert_eq!(shown("W Q16 B D4"), "list of moves moves=pd,dp to_play=W");
    assert_eq!(shown("pd pass dd"), "list of moves moves=pd,pass,dd");
    assert_eq!(shown_on("E5 C3", 9), "list of moves moves=ee,cg size=9");
    // Too far out for the wanted board.
    assert_eq!(shown_on("Q16 D4", 9), "list of moves moves=pd,dp");
    assert_eq!(shown("B Q16, B D4"), "list of moves stones=Bpd,Bdp to_play=W");
    assert_eq!(
        plain_moves("Q16,d4 pd"),
        Some(vec!["Q16".into(), "d4".into(), "pd".into()])
    );
    for text in ["1. Q16", "B Q16", "B[pd]", "hello", "demo"] {
        assert_eq!(plain_moves(text), None, "{text}");
    }
}

#[test]
fn diagrams_become_areas() {
    for text in [
        "+-----\n|. . .\n|. . X\n|. X O",
        "+---/|.../|..X/|.XO",
        " \n+---\r\n|...\r\n|..X\r\n|.XO\r\n",
    ] {
        assert_eq!(shown(text), "diagram stones=Bcb,Bbc,Wcc to_play=W area=aa,cc", "{text}");
    }
    let row = ". ".repeat(19);
    let whole = format!("{row}\n").repeat(18) + "X" + &row[1..];
    for (text, expected) in [
        (
            "...|\n.X*|\n---+",
            "diagram stones=Brs to_play=W area=qr,ss wildcards=ss",
        ),
        // A side lies in the middle of its edge, a shape in the middle of the board.
        ("|.../|.X./|...", "diagram stones=Bbj to_play=W area=ai,ck"),
        ("XO./.../..X", "diagram stones=Bii,Wji,Bkk to_play=W area=ii,kk"),
        ("+---/|.../|.12/|..O", "diagram moves=bb,cb stones=Wcc area=aa,cc"),
        ("+---+/|...|/|.X.|/|..O|/+---+", "diagram stones=Bbb,Wcc size=3"),
        (&whole, "diagram stones=Bas to_play=W"),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn diagrams_of_senseis_library() {
    let text = "$$Wcm5 A joseki
$$  ---------------
$$ | . . . . . . . |
$$ | . . . , a . . |
$$ | . . 1 X . . . |
$$ | . . . 2 O . B |
$$ | . . . . . . . |
$$ | . W @ C . # . |
$$ | . . . . . . . |
$$  ---------------
$$ [a|Somewhere]";
    assert_eq!(
        shown(text),
        "diagram moves=cc,dd stones=Bdc,Wed,Bgd,Wbf,Wcf,Bff size=7 to_play=W"
    );
    assert_eq!(
        shown("$$ ----\n$$ . . X |\n$$ . O 1 |\n$$ . . . |"),
        "diagram moves=sb stones=Bsa,Wrb area=qa,sc"
    );
    assert_eq!(shown("$$\n$$ X O 1 |"), shown("$$ A title\n$$ X O 1 |"));
    assert_eq!(shown("$$ A title\n$$ X 1 |"), shown("$$B\n$$ X 1 |"));
}

/// A board of GNU Go with the stones `Bgc` and `Wdf`.
const GNU_GO: &str = "White (O) has captured 0 pieces
Black (X) has captured 0 pieces

   A B C D E F G H J        Last move: Black G7
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . .(X). . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . . . O . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J";

#[test]
fn boards_as_programs_print_them() {
    let nine = "diagram stones=Bgc,Wdf size=9 to_play=W";
    let board = &GNU_GO[GNU_GO.find("   A B").expect("letters")..];
    assert_eq!(shown(GNU_GO), nine);
    // Copied without its first blanks.
    assert_eq!(shown(board.trim_start()), nine);
    let katago = board.replace(".(X).", ". X1.").replace("Last move: Black G7", "");
    let katago = format!("MoveNum: 3 HASH: CDCB\n{katago}\nNext player: Black");
    assert_eq!(shown(&katago), "diagram stones=Bgc,Wdf size=9");
    assert_eq!(shown(&katago.replace("Next player: Black", "White (O) to move")), nine);
    let letters = "ABCDEFGHI";
    let own: Vec<String> = board
        .lines()
        .enumerate()
        .map(|(y, line)| match letters.chars().nth(y.wrapping_sub(1)) {
            Some(letter) => format!(" {letter}{}", &line[2..]),
            None => line.replace("H J", "H I"),
        })
        .collect();
    assert_eq!(shown(&own.join("\n").replace(". O .", "a O b")), nine);
    let framed = board.lines().map(|line| match line.trim_end().rsplit_once(' ') {
        Some((row, _)) if row.contains('.') => format!("{} | {} |", &row[..2], &row[3..]),
        _ => format!("  {line}\n   +-------------------+"),
    });
    assert_eq!(shown(&framed.collect::<Vec<_>>().join("\n")), nine);
    assert_eq!(
        problem(&GNU_GO.lines().take(8).collect::<Vec<_>>().join("\n")),
        "the board has 9 columns and 4 rows"
    );
}

#[test]
fn boards_of_the_shell_with_and_without_an_area() {
    let rest: String = ["D", "E", "F", "G", "H", "I"]
        .map(|name| format!("{name}                   {name}\n"))
        .concat();
    let area = format!(
        "  A B C D E F G H I\nA         . . . . . A\nB         . * . . . B\nC         b . X . . C\n{rest}  A B C D E F G H I"
    );
    assert_eq!(
        shown(&area),
        "diagram stones=Bgc size=9 to_play=W area=ea,ic wildcards=fb"
    );
    let middle = format!(
        "  A B C D E F G H I\nA                   A\nB                   B\nC     . X O         C\n{rest}  A B C D E F G H I"
    );
    assert_eq!(shown(&middle), "diagram stones=Bdc,Wec size=9 area=cc,ec");
}

#[test]
fn what_is_wrong_is_one_sentence() {
    for (text, expected) in [
        ("(;GM[2])", "the record is of a game other than Go"),
        ("(;SZ[19:13])", "boards have 2 to 19 lines; this one has 19:13"),
        ("(;SZ[25])", "boards have 2 to 19 lines; this one has 25"),
        ("(;SZ[9]AW[aa]AB[ba][ab])", "the stones at A9 have no liberty"),
        ("Q16 D4 Q25", "move 3, Q25, is not on a board of 19 lines"),
        ("pd dp pd", "move 3 at pd is illegal: the point is occupied"),
        ("Q16 D4 huh", "\"huh\" is not a move; write moves as Q16 or pd"),
        (
            "Dear friend, do you like this game as much as I do?",
            "the text is neither a game record, a diagram nor a list of moves",
        ),
        ("  \n", "there is nothing to read"),
        ("|X./|.", "line 1 of the diagram has 1 points, the first row 2"),
        ("X..\n..Q", "unknown sign \"Q\" in line 2, column 3 of the diagram"),
        (
            "X..\n..#",
            "\"#\" in line 2 cannot be set up; write X, O, . for empty or * for anything",
        ),
        (
            "|X..\n...",
            "line 2 has an edge where the first row has none, or none where it has one",
        ),
        ("X1./..3", "number 2 is missing in the diagram"),
        ("X1./..1", "number 1 is in the diagram twice"),
        (
            "+---+/|...|/|.X.|/+---+",
            "a board with four edges is square; this one is 3 by 2",
        ),
    ] {
        assert_eq!(problem(text), expected, "{text}");
    }
    problem(&format!("X{}", ".".repeat(19)))
        .begins("the diagram of 20 by 1 points does not fit on a board of 19 lines");
}

#[test]
fn files_are_decoded_as_records_are() {
    // In Shift JIS the second byte of this character is a backslash, and in GBK one is a bracket.
    for name in [&b"Shift_JIS]PB[\x83\x5c"[..], b"gbk]PB[\x95\x5d"] {
        let bytes = [b"(;CA[", name, b"];B[pd])"].concat();
        let reading = read(&bytes, BoardSize::MAX).expect("a record");
        assert_eq!(reading.board.moves().len(), 1);
    }
}

#[test]
fn long_texts_are_read_or_refused() {
    let size = 10 << 20;
    assert_eq!(
        shown(&format!("(;SZ[19];B[pd]{})", "(;W[dd])".repeat(size / 8))),
        "record moves=pd,dd"
    );
    for text in [
        ". ".repeat(size),
        "Q16 ".repeat(size / 4),
        "(".repeat(size),
        "$".repeat(size),
    ] {
        problem(&text);
    }
}

proptest::proptest! {
    #[test]
    fn whatever_is_pasted_is_read_or_refused(text in r#"[-+|.XO*?$BW12 ;,/()\[\]a-dA-C\n●9é]{0,60}"#) {
        let _ = read_on(&text, 9);
    }
}
