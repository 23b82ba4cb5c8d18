//! Position files: made from boards, shown, counted and verified.

use crate::world::{Ran, World, document};
use bgo::internal::go::BoardSize;
use bgo::internal::position_file::PositionRecord;
use bgo_research::formats::positions::{PositionReader, Zobrist};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use testkit::Text;

/// The third of the published positions.
pub const BOARD: &str = "\
white to play
.........
.........
......O..
...#.....
.........
.....#...
.........
.........
.........
";

pub fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Runs a command of `bgo positions`.
pub fn try_run(world: &World, arguments: &[&str]) -> Ran {
    Ran::new(world.bgo(["positions"]).args(arguments))
}

/// Runs a command of `bgo positions` that must succeed and returns its output.
pub fn run(world: &World, arguments: &[&str]) -> String {
    let ran = try_run(world, arguments);
    assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.err);
    ran.out
}

/// Returns the records of a file of 9x9 positions.
pub fn records(world: &World, name: &str) -> Vec<PositionRecord> {
    let bytes = fs::read(world.path(name)).expect("reads");
    PositionReader::new(&bytes[..], name, size(9))
        .collect::<Result<_, _>>()
        .expect("sound")
}

fn golden(name: &str) -> Option<PathBuf> {
    testkit::golden(&format!("positions9x9/{name}"))
}

#[test]
fn the_published_positions_are_shown_parsed_and_verified() {
    let (Some(positions), Some(table)) = (golden("example-positions.dat"), golden("zobrist_board_81.dat")) else {
        return;
    };
    let world = World::new();
    let original = fs::read(positions).expect("reads");
    world.write("p.dat", &original);
    world.write("zobrist_board_81.dat", fs::read(table).expect("reads"));
    let shown = world.ok(["positions", "view", "p.dat"]);
    world.write("boards.txt", &shown);
    run(&world, &["parse", "boards.txt", "--out", "again.dat"]);
    assert_eq!(fs::read(world.path("again.dat")).expect("reads"), original);
    assert_eq!(world.ok(["positions", "check", "p.dat"]), "no problems: 6 records\n");
    let shown = world.json(["positions", "view", "p.dat", "--json"]);
    let ids: Vec<&str> = viewed(&shown)
        .iter()
        .filter_map(|record| record["id"].as_str())
        .collect();
    assert_eq!(
        ids,
        [
            "31846ceb8015dc920057",
            "161229a425c1a6ab0042",
            "0f6dba75177f47510057",
            "c26fdb58178900b10042",
            "56a292a15dcb1e4b0057",
            "01aabb68f67d3dea0042"
        ]
    );
    for n in 1..=6 {
        let one = world.json(["positions", "view", "p.dat", "--json", "--id", ids[n - 1]]);
        assert_eq!(viewed(&one)[0]["record"], n);
        assert_eq!(viewed(&one)[0]["offset"], 92 * (n - 1));
    }
}

fn viewed(view: &Value) -> &Vec<Value> {
    view["records"].as_array().expect("records")
}

#[test]
fn boards_come_from_standard_input_and_a_missing_table_is_made() {
    let world = World::new();
    let output = world
        .bgo(["positions", "parse", "--out", "p.dat"])
        .write_stdin(BOARD)
        .output()
        .expect("runs");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stderr)
        .into_owned()
        .says("warning: there was no Zobrist table");
    assert!(world.path("zobrist_board_81.dat").exists());
    // Later commands use the table without a warning.
    let output = world
        .bgo(["positions", "parse", "-"])
        .write_stdin(BOARD)
        .output()
        .expect("runs");
    assert_eq!(output.stdout, fs::read(world.path("p.dat")).expect("reads"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "1 record written\n");
    let table = Zobrist::from_file(&world.path("zobrist_board_81.dat"), size(9)).expect("a table");
    assert_eq!(table, Zobrist::generate(size(9)));
    // Verifying ids makes no table.
    let elsewhere = World::new();
    elsewhere.write("p.dat", fs::read(world.path("p.dat")).expect("reads"));
    elsewhere
        .sentence(["positions", "check", "p.dat"])
        .says("zobrist_board_81.dat is not in .");
    assert!(!elsewhere.path("zobrist_board_81.dat").exists());
    let table = world.path("zobrist_board_81.dat");
    let table = table.to_str().expect("a path");
    let checked = elsewhere.ok(["positions", "check", "p.dat", "--zobrist", table]);
    assert_eq!(checked, "no problems: 1 record\n");
}

#[test]
fn every_damage_is_told_with_its_byte() {
    let world = World::new();
    let boards: String = (0..5).map(|n| format!("{}\n", BOARD.replacen('.', "O", n))).collect();
    world.write("b.txt", boards);
    run(&world, &["parse", "b.txt", "--out", "p.dat"]);
    let whole = fs::read(world.path("p.dat")).expect("reads");
    let damaged = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    for (bytes, said) in [
        (damaged(92 + 3, 0xff), "byte 92: the id is "),
        (damaged(92 + 8, 9), "byte 92: the id is "),
        (damaged(2 * 92 + 9, b'x'), "byte 193: \"x\" says whose turn it is"),
        (damaged(92 + 10 + 40, 0), "byte 142: the byte 0 is on the board"),
        (damaged(92 + 91, 7), "byte 183: the flag for extra information is 7"),
        (
            whole[..400].to_vec(),
            "byte 368: the last record is cut off: 32 of its 92 bytes",
        ),
    ] {
        world.write("d.dat", &bytes);
        let told = try_run(&world, &["check", "d.dat"]);
        assert_eq!(told.status, 1);
        told.out.begins(format!("d.dat: {said}"));
        assert_eq!(told.out.lines().count(), 1, "{told:?}");
        let document = document(&try_run(&world, &["check", "d.dat", "--json"]).out);
        let found = document["wrong_ids"].as_u64().zip(document["damaged"].as_u64());
        assert_eq!(found.map(|(ids, damaged)| ids + damaged), Some(1));
        // Other commands stop at damage, but not at a wrong id.
        let fails = !said.contains("the id is");
        for command in ["view", "histogram"] {
            let ran = try_run(&world, &[command, "d.dat"]);
            assert_eq!(ran.status == 0, !fails, "{command} {said}");
        }
        let ran = try_run(&world, &["merge", "d.dat", "--out", "m.dat", "--overwrite"]);
        assert_eq!(ran.status == 0, !fails, "{said}");
        assert_eq!(world.path("m.dat").exists(), !fails);
        let _ = fs::remove_file(world.path("m.dat"));
    }
}

#[test]
fn positions_are_counted_by_stones() {
    let world = World::new();
    let boards: String = (0..4).map(|n| format!("{}\n", BOARD.replacen('.', "O", n))).collect();
    world.write("b.txt", boards.clone() + BOARD);
    run(&world, &["parse", "b.txt", "--out", "p.dat"]);
    let counted = world.json(["positions", "histogram", "p.dat", "p.dat", "--json"]);
    assert_eq!(counted["positions"], 10);
    let stones: Vec<(u64, u64)> = counted["stones"]
        .as_array()
        .expect("counts")
        .iter()
        .map(|count| {
            (
                count["stones"].as_u64().expect("a number"),
                count["positions"].as_u64().expect("a number"),
            )
        })
        .collect();
    assert_eq!(stones, [(3, 4), (4, 2), (5, 2), (6, 2)]);
    world
        .ok(["positions", "histogram", "p.dat"])
        .says("     3          2              0  █████");
    let chart = world.ok(["positions", "histogram", "p.dat", "--svg"]);
    assert!(
        chart.starts_with("<svg ") && chart.matches("<rect ").count() == 8,
        "{chart}"
    );
}

/// Ids hashed with different tables cannot be compared.
#[test]
fn tables_that_differ_are_told_of() {
    let world = World::new();
    world.write("a/b.txt", BOARD);
    world.write("c/b.txt", BOARD);
    let table = Zobrist::generate(size(9)).to_text();
    world.write("a/zobrist_board_81.dat", &table);
    world.write("c/zobrist_board_81.dat", table.replace('a', "b"));
    for arguments in [["a/b.txt", "--out", "c/p.dat"], ["a/b.txt", "c/b.txt", "-q"]] {
        let ran = try_run(&world, &[&["parse"], &arguments[..]].concat());
        assert!(ran.status != 0 && ran.err.contains("are different tables"), "{ran:?}");
        assert!(ran.out.is_empty());
    }
    // Each file is verified with the table of its own folder.
    run(&world, &["parse", "a/b.txt", "--out", "a/p.dat"]);
    run(&world, &["parse", "c/b.txt", "--out", "c/p.dat"]);
    assert_eq!(
        run(&world, &["check", "a/p.dat", "c/p.dat"]),
        "no problems: 2 records\n"
    );
}

/// A command that fails leaves no files behind.
#[test]
fn no_table_is_made_for_nothing() {
    let world = World::new();
    world.write("b.txt", BOARD);
    for arguments in [
        &["parse", "b.txt", "--size", "13"][..],
        &["parse", "missing.txt"],
        &["parse", "b.txt", "--out", "zobrist_board_81.dat"],
    ] {
        assert_ne!(try_run(&world, arguments).status, 0);
    }
    assert_eq!(fs::read_dir(world.folder()).expect("reads").count(), 1);
}

#[test]
fn other_board_sizes() {
    let world = World::new();
    for lines in [2_usize, 5, 13, 19] {
        let rows: String = (0..lines).map(|y| if y == 0 { "#".to_owned() + &".".repeat(lines - 1) } else { ".".repeat(lines) } + "\n").collect();
        let (text, file) = (format!("{lines}.txt"), format!("{lines}.dat"));
        world.write(&text, rows);
        let n = lines.to_string();
        run(&world, &["parse", "--size", &n, &text, "--out", &file]);
        assert_eq!(
            world.ok(["positions", "check", "--size", &n, &file]),
            "no problems: 1 record\n"
        );
        let bytes = fs::read(world.path(&file)).expect("reads");
        assert_eq!(bytes.len(), 11 + lines * lines);
        let size = size(lines as u8);
        let found: Vec<PositionRecord> = PositionReader::new(&bytes[..], "x", size)
            .collect::<Result<_, _>>()
            .expect("sound");
        assert_eq!(found[0].stone_counts(), [1, 0]);
        // The board has one black stone, so it is White's turn.
        assert_eq!(bytes[9], b'W');
    }
    let table_of_4 = ["--zobrist", "zobrist_board_4.dat"];
    try_run(&world, &[&["check", "5.dat", "--size", "5"], &table_of_4[..]].concat())
        .sentence()
        .says("the Zobrist table has 4 rows, and a 5x5 board has 25 points");
}

#[test]
fn wrong_use_is_told_and_nothing_is_lost() {
    let world = World::new();
    world.write("b.txt", BOARD);
    run(&world, &["parse", "b.txt", "--out", "p.dat"]);
    let before = fs::read(world.path("p.dat")).expect("reads");
    for (arguments, said) in [
        (&["parse", "b.txt", "--out", "p.dat"][..], "p.dat already exists"),
        (
            &["parse", "b.txt", "--out", "b.txt", "--overwrite"],
            "b.txt is the input itself",
        ),
        (
            &["merge", "p.dat", "--out", "p.dat", "--overwrite"],
            "p.dat is the input itself",
        ),
        (
            &["merge", "p.dat", "missing.dat", "--out", "m.dat"],
            "missing.dat cannot be read",
        ),
        (&["view", "."], ". cannot be read"),
        (&["view", "p.dat", "--records", "2"], "p.dat: no record matches"),
        (&["view", "b.txt"], "b.txt: byte 9: \"p\" says whose turn it is"),
        (&["parse", "p.dat", "--out", "x.dat"], "p.dat: line 1: "),
        (&["histogram", "-", "-"], "- is standard input, which can be read once"),
        (&["histogram", "missing.dat"], "missing.dat cannot be read"),
        (&["scores", "summary", "p.dat"], "p.dat: byte 10: the score is 46"),
    ] {
        let ran = try_run(&world, arguments);
        assert_eq!(ran.status, 1, "{arguments:?}");
        ran.err.says(said);
        assert_eq!(fs::read(world.path("p.dat")).expect("reads"), before);
    }
    for arguments in [
        &["view", "p.dat", "--id", "x"][..],
        &["view", "p.dat", "--size", "1"],
        &["score"],
        &["merge"],
    ] {
        assert_eq!(try_run(&world, arguments).status, 2, "{arguments:?}");
    }
    let left: Vec<_> = fs::read_dir(world.folder())
        .expect("reads")
        .flatten()
        .map(|entry| entry.file_name())
        .collect();
    assert!(
        !left.iter().any(|name| name.to_string_lossy().starts_with(".bgo")),
        "{left:?}"
    );
}
