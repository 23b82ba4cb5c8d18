//! Random records, made of what real ones have, good and bad.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// What stands for a `]` within a text, which may have a backslash or not.
const BRACKET: char = '\u{1}';

pub fn careless(text: &str) -> String {
    text.replace(BRACKET, "]")
}

/// Returns a text with a backslash before each `]` in comments.
pub fn escaped(text: &str) -> String {
    text.replace(BRACKET, "\\]")
}

pub fn texts() -> impl Strategy<Value = String> {
    let between = select(&["", "\n", "()", "(;)\n", "  "][..]);
    prop::collection::vec((between, game()), 1..4).prop_map(|games| {
        let games = games.into_iter().map(|(between, game)| format!("{between}{game}"));
        games.collect()
    })
}

fn game() -> impl Strategy<Value = String> {
    let size = select(
        &[
            ("", 19),
            ("SZ[19]", 19),
            ("SZ[１９]", 19),
            ("SZ[13:13]", 13),
            ("SZ[9]", 9),
            ("SZ[5]", 5),
        ][..],
    );
    let handicap = select(
        &[
            "",
            "",
            "HA[]",
            "HA[0]",
            "HA[1]",
            "HA[2]",
            "HA[3]",
            "HA[2 stones]",
            "HA[３]",
            "HA[4]",
            "HA[6]",
            "HA[7]",
            "HA[x]",
        ][..],
    );
    let program = select(&["", "", "AP[foxwq]", "AP[foxwq:8.1]", "AP[GNU Go:3.8]", "AP[CGoban:3]"][..]);
    let name = select(&["", "GN[]", "GN[final]"][..]);
    let date = select(&["", "DT[2015-01-02]", "DT[2017]", "DT[2018-01-01,02]"][..]);
    let setup = prop::collection::vec((select(&["AB", "AB", "AB", "AW", "AE"][..]), area()), 0..3);
    let opening = prop::collection::vec((select(OPENING), any::<[Index; 2]>()), 0..5);
    let nodes = prop::collection::vec((select(NODES), any::<[Index; 2]>(), comment()), 0..12);
    let head = (size, handicap, program, name, date);
    (head, comment(), setup, prop::bool::weighted(0.3), opening, nodes).prop_map(
        |((size, handicap, program, name, date), comment, setup, has_setup, opening, nodes)| {
            let (size, lines) = size;
            let mut text = format!("(;{size}C[{comment}]{program}{handicap}{name}{date}");
            for (ident, corners) in setup.into_iter().filter(|_| has_setup) {
                text += &format!("{ident}[{}]", corners.map(|point| place(point, lines)).join(":"));
            }
            for (node, point) in opening {
                text += &node.replace('*', &place(point, lines));
            }
            let mut open = 1;
            for (node, point, comment) in nodes {
                open += usize::from(node.starts_with("(;") && !node.contains(')'));
                text += &node.replace('*', &place(point, lines)).replace('#', &comment);
            }
            text + &")".repeat(open)
        },
    )
}

/// What games begin with.
const OPENING: &[&str] = &[
    ";B[*]",
    ";B[*]",
    ";B[*]",
    ";B[*]",
    ";W[*]",
    ";W[]",
    ";W[tt]",
    ";W[PASS]",
    ";AB[*]",
    ";AB[*][*]",
    ";AB[*]AE[*]",
    ";AW[*]",
    ";B[dd]",
    ";B[dd]",
    ";AB[dd]",
    ";AB[dp][pd]",
    ";W[dd]",
    ";C[go]",
];

/// What games go on with: `*` is a point, `#` a comment.
const NODES: &[&str] = &[
    ";B[*]",
    ";W[*]",
    ";B[*]",
    ";W[*]",
    ";B[*]C[#]",
    ";W[*]C[#]",
    ";C[#]",
    ";B[*]W[*]",
    ";W[pass]",
    ";B[Pass]",
    ";B[tt]",
    ";W[jj]",
    ";B[nn]",
    ";B[ff]",
    ";AB[*]",
    ";AE[*]AW[*]",
    "()",
    "(;)",
    "(;W[*]",
    "(;C[#]",
    "\n;\n",
    ";W[resign]",
    ";B[t*]",
    ";B[dd]",
    ";W[dd]",
];

fn area() -> impl Strategy<Value = [[Index; 2]; 2]> {
    any::<[[Index; 2]; 2]>()
}

/// Returns the name of a point. Most are in a corner, so that stones meet.
fn place([x, y]: [Index; 2], lines: usize) -> String {
    let line = |index: Index| char::from(b'a' + index.index(lines.min(6)) as u8);
    [line(x), line(y)].iter().collect()
}

/// Makes a comment without an open bracket: with one, its end would be a guess.
fn comment() -> impl Strategy<Value = String> {
    let words = select(
        &[
            "hello",
            "bob [5k]:",
            "x [3d] ; fine",
            "see B[cc] then",
            "W[dd]: bad",
            ":)",
            ":(",
            "(;-)",
            "; fine",
            "a\\]b",
            "[5k\\]",
            "[1]. first",
            ") later",
            "\n",
            "SZ[3]",
        ][..],
    );
    prop::collection::vec(words, 0..5).prop_map(|words| {
        let words = words.iter().map(|word| {
            let escaped = word.replace("\\]", "\u{2}");
            escaped.replace(']', &BRACKET.to_string()).replace('\u{2}', "\\]")
        });
        words.chain(["end".to_owned()]).collect::<Vec<_>>().join(" ")
    })
}
