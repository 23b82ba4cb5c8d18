//! Games and positions on paper.

use crate::world::{World, game};
use std::fs;
use testkit::Text;

fn world() -> World {
    World::with(&[
        &game("PB[A & B]PW[<c>]DT[2001]RE[W+R]", "pd dp pp dd fc cf"),
        &game("SZ[9]HA[2]AB[cc][gg]PB[b]", "ee pass"),
    ])
}

#[test]
fn a_game_is_drawn_with_its_names_and_numbers() {
    let world = world();
    let svg = world.ok(["print", "1"]);
    svg.begins("<svg xmlns=");
    for part in [
        ">A &amp; B</text>",
        ">&lt;c&gt;</text>",
        ">2001, W+R</text>",
        ">6</text>",
        ">(1–6)</text>",
    ] {
        svg.says(part);
    }
    let parts = world.ok(["print", "1", "--moves", "1-3,4-", "--title", "Lesson"]);
    for part in [">Lesson</text>", ">Diagram 1 (1–3)</text>", ">Diagram 2 (4–6)</text>"] {
        parts.says(part);
    }
    assert_eq!(parts.matches("<g transform").count(), 2);
    world
        .ok(["print", "1", "--per", "2", "--language", "ko"])
        .says(">제3보 (5–6)</text>");
    let plain = world.ok(["print", "1", "--plain", "--coordinates", "western"]);
    assert!(plain.contains(">T</text>") && !plain.contains(">I</text>"), "{plain}");
    world.ok(["print", "2"]).says(">2\u{A0}pass</text>");
}

#[test]
fn marks_of_the_record_are_drawn_if_they_are_wanted() {
    let world = World::with(&["(;SZ[9];B[aa]LB[cc:X]TR[aa];W[bb]SQ[dd])"]);
    let marked = world.ok(["print", "1", "--moves", "1", "--plain", "--marks"]);
    assert!(
        marked.contains(">X</text>") && marked.contains("l5.2 9h-10.4z"),
        "{marked}"
    );
    world.ok(["print", "1", "--marks"]).says("h8.4v8.4h-8.4z");
    assert!(!world.ok(["print", "1", "--moves", "1"]).contains(">X</text>"));
}

#[test]
fn a_position_is_drawn_without_a_database() {
    let world = World::new();
    let svg = world.ok(["print", "pd", "Q4", "--area", "corner,9"]);
    assert!(svg.contains(">1</text>") && !svg.contains(">2</text>"), "{svg}");
    let handicap = world.ok(["print", "ee", "--size", "9", "--stones", "4", "--plain"]);
    assert_eq!(handicap.matches("r=\"9.6\"").count(), 4, "{handicap}");
    world.ok(["print"]).begins("<svg");
    assert!(!world.database_path().exists());
}

#[test]
fn a_file_is_a_drawing_or_sheets() {
    let world = world();
    for (file, begins, sheets) in [("a.svg", "<svg", 0), ("a.HTML", "<!doctype html>", 2)] {
        world.ok(["print", "1", "--per", "2", "--per-sheet", "2", "--out", file]);
        let text = fs::read_to_string(world.path(file)).expect("a file");
        text.begins(begins);
        assert_eq!(text.matches("<section>").count(), sheets);
    }
    world.fails(["print", "1", "--out", "a.svg"], 1, "a.svg");
    let wrong =
        "a.png: the answer is .svg, or .html, from which a browser prints or makes a PDF; the web page also makes PNG";
    world.fails(["print", "1", "--out", "a.png"], 2, wrong);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let world = world();
    for (words, status, said) in [
        ("print 3", 1, "no game 3"),
        ("print 1 --moves 5-9", 2, "there is no move 9: the last one is 6"),
        ("print 1 --moves x", 2, "write 1-50, 51- to the end, or 60 for one move"),
        ("print 1 --per 0", 2, "--per: number would be zero"),
        ("print 1 --size 9", 2, "--stones and --size are about moves"),
        ("print 1 2", 2, "one game is drawn, by its number"),
        ("print pd pd", 1, "white cannot play pd"),
        ("print zz", 2, "zz"),
        ("print 1 --area pd", 2, "is not an area"),
        ("print 1 --language xx", 2, "zh-Hant"),
    ] {
        world.fails(words.split(' '), status, said);
    }
}
