//! Parts of the board: `--area` and `--pattern`, and exports.

use crate::world::{Ran, World, document, game};
use serde_json::json;
use std::fs;
use testkit::{Text, cases};

/// The first game answers the approach at once, the second after two moves elsewhere and
/// with exchanged colours in the opposite corner; the others do not have it.
pub fn world() -> World {
    World::with(&[
        &game("PB[Ann]PW[Bob]RE[B+R]DT[1990]", "qc oc nc dd"),
        &game("PB[Cid]PW[Dan]RE[W+2]DT[1995]", "jj cq eq pd dd fq"),
        &game("PB[Eve]PW[Fay]RE[B+1]", "qc jj dp"),
        &game("SZ[9]PB[Gus]", "gc"),
    ])
}

/// The corner with the approach, in the orientation of the first game.
pub const APPROACH: &str = "-------+/.......|/.......|/..O.X..|/.......|";

/// Runs a search about the approach, which must be given on standard input.
fn from_standard_input(world: &World, text: &str) -> Ran {
    let mut command = world.bgo(["search", "--pattern", "-", "--json"]);
    Ran::new(command.write_stdin(text))
}

#[test]
fn a_diagram_is_a_text_a_file_or_standard_input() {
    let world = world();
    let expected = world.json(["search", "--area", "sd,ma", "--json", "R17", "P17"]);
    assert_eq!(world.json(["search", "--pattern", APPROACH, "--json"]), expected);
    assert_eq!(
        world.json(["search", "--area", "N19, T16", "--json", "qc", "oc"])["pattern"],
        expected["pattern"]
    );
    assert_eq!(
        world.json(["search", "--area", "corner 7 4", "--json", "qc", "oc"]),
        expected
    );
    let rows = APPROACH.replace('/', "\r\n");
    world.write("approach.txt", format!("\u{feff}{rows}\n"));
    assert_eq!(world.json(["search", "--pattern", "approach.txt", "--json"]), expected);
    assert_eq!(document(&from_standard_input(&world, &rows).out), expected);
    // A file comes before a text.
    world.write("X", &rows);
    assert_eq!(world.json(["search", "--pattern", "X", "--json"]), expected);
    assert!(world.json(["search", "--pattern", "./X/", "--json"])["pattern"] != expected["pattern"]);
}

#[test]
fn a_wrong_diagram_is_wrong_usage_with_its_place() {
    let world = world();
    world.write("wrong.txt", "X..\n.Q.\n");
    world.write("bytes.txt", b"X\xff");
    world.write("long.txt", "X".repeat(100_000));
    let wrong = |arguments: [&str; 3]| {
        let ran = world.run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        ran.err
    };
    wrong(["search", "--pattern", "wrong.txt"]).says("wrong.txt: line 2, column 2: \"Q\" is not a sign");
    wrong(["games", "--pattern", "X../.Q."])
        .says("no file has the name \"X../.Q.\", and as a diagram, line 1, column 6: \"Q\"");
    wrong(["years", "--pattern", "X..\n."]).says("--pattern: line 2, column 2: this row has 1 point");
    wrong(["players", "--pattern", ".*."]).says("line 1, column 1: there is no stone and no sequence");
    let ran = from_standard_input(&world, "+--\n|X.\n.O\n");
    assert_eq!(ran.status, 2);
    ran.err.says("standard input: line 3, column 1: \"|\" is missing");
    wrong(["search", "--pattern", "nosuch.txt"]).says("--pattern: there is no file nosuch.txt\n");
    let folder = world.folder().display().to_string();
    wrong(["search", "--pattern", &folder]).says(" is a folder; name a file");
    wrong(["search", "--pattern", "bytes.txt"]).says("bytes.txt is not a diagram: it is not text in UTF-8");
    wrong(["search", "--pattern", "long.txt"]).says("long.txt is not a diagram: it is longer than any diagram");
}

#[test]
fn what_does_not_go_together_is_wrong_usage() {
    let world = world();
    for (line, said) in cases(
        r#"
        search --next X => --next is about a part of the board: name one with --area
        tree --strict pd => --strict is about a part of the board
        export a.csv --at 3.. => --at is about a part of the board
        search --swap --area aa,cc => --swap is about whole boards
        export a.csv --swap --pattern X => --swap is about whole boards
        export a.csv --swap => --swap is about a position: give the moves
        export a.csv --word a --area aa,cc => --word finds games by their words
        search --area aa => "aa" is not an area: write two opposite points
        search --area aa,zz => zz does not lie on the 19x19 board
        search --area aa,kk --size 9 => kk does not lie on the 9x9 board
        search --area aa,cc --strict => number the points of a diagram from 1
        search --pattern X --in-place => more than one place
        search --pattern ..X..../......./ --size 5 => larger than the 5x5 board
        search --area aa,cc --stood 0 => is not a number of moves from 1
        search --pattern X --area aa,cc => a diagram has its own area
        search --pattern X pd => a diagram has its own stones, so moves and --stones do not go with
        export a.csv --pattern X pd => a diagram has its own stones
        search --pattern X --id 31323334353637380042 => do not go together
        "#,
    ) {
        world.fails(line.split(' '), 2, said);
    }
}

#[test]
fn each_option_arrives() {
    let world = world();
    for (options, occurrences, unanswered) in [
        ("", 2, 0),
        ("--fixed-colors", 1, 0),
        ("--in-place", 1, 0),
        ("--next O", 2, 2),
        ("--next any --direct", 2, 1),
        ("--at ..2", 1, 0),
        ("--stood 2..", 1, 0),
        ("--player dan", 1, 0),
        ("--size 9", 0, 0),
    ] {
        let line = format!("search --json --pattern {APPROACH} {options}");
        let answer = world.json(line.split_whitespace());
        assert_eq!(
            [&answer["occurrences"], &answer["unanswered"]],
            [occurrences, unanswered],
            "{options}"
        );
    }
}

#[test]
fn exported_tables_have_the_places() {
    let world = world();
    let exported = world.json([
        "export",
        "games.jsonl",
        "--sort",
        "number",
        "--json",
        "--pattern",
        APPROACH,
    ]);
    assert_eq!(exported["games"], 2);
    let text = fs::read_to_string(world.path("games.jsonl")).expect("is written");
    let list = world.json(["games", "--sort", "number", "--json", "--pattern", APPROACH]);
    for (line, listed) in text.lines().zip(list["list"].as_array().expect("a list")) {
        let row = document(line);
        for field in ["game", "move_number", "transform", "swapped", "until", "x", "y"] {
            assert_eq!(row[field], listed[field], "{field}");
        }
        let answer = json!({
            "move": row["answer"],
            "color": row["answer_color"],
            "ply": row["answer_ply"],
            "elsewhere": row["elsewhere"],
        });
        assert_eq!(answer, listed["answer"]);
    }
    for name in ["games.csv", "games.parquet", "games.sgf"] {
        let exported = world.json(["export", name, "--json", "--area", "ma,sd", "qc", "oc"]);
        assert_eq!(exported["games"], 2, "{name}");
    }
    world.ok(["export", "positions.csv", "qc"]);
    let head = fs::read_to_string(world.path("positions.csv")).expect("is written");
    assert!(!head.contains("answer"), "{head}");
}
