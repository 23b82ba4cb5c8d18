//! `bgo enumerate`, from a size to counts and files.

use crate::world::{Ran, World, document};
use serde_json::{Value, json};
use std::fs;
use testkit::{Text, cases};

/// Runs a command that must succeed and returns its document.
fn done(world: &World, arguments: &[&str]) -> Value {
    let ran = Ran::new(world.bgo(["enumerate"]).args(arguments).args(["--json", "--quiet"]));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    document(&ran.out)
}

/// Runs a command that must fail and returns its message.
fn sentence(world: &World, arguments: &[&str]) -> String {
    Ran::new(world.bgo(["enumerate"]).args(arguments).arg("--quiet")).sentence()
}

fn names(world: &World, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(world.path(folder)).expect("reads");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("reads").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    names
}

#[test]
fn legal_positions_and_kos_of_a_board() {
    let world = World::new();
    let shown = world.ok(["enumerate", "legal", "--size", "3x3", "--out", "d", "--quiet"]);
    assert_eq!(
        shown,
        "4038228c8e78c60bd60e8dd5a458324c  part 0: 12675 legal, 1824 of them reduced\n"
    );
    let shown = world.ok(["enumerate", "ko", "--out", "d", "--quiet"]);
    assert_eq!(
        shown,
        "5c35663aec85a8a57e256e1bdfbf6e5f  part 0: 70 points in 68 positions, at most 2\n"
    );
    assert_eq!(
        world.ok(["enumerate", "sum", "d", "--quiet"]),
        "board      3x3 in parts of 1073741824 serials\n\
         legal      12675\n\
         reduced    1824\n\
         parts      all 1, verified\n\
         ko         70 points in 68 positions, at most 2\n\
         ko parts   all 1, verified\n"
    );
    assert_eq!(
        names(&world, "d"),
        [
            "data.SparseKoBitState.part00000",
            "data.SparseKoBitState.part00000.json",
            "data.SparseLegalState.part00000",
            "data.SparseLegalState.part00000.json"
        ]
    );
    assert_eq!(
        world.ok(["enumerate", "count", "--size", "3x3", "--quiet"]),
        "board      3x3\n\
         serials    19683\n\
         legal      12675\n\
         reduced    1824\n\
         ko         70 points in 68 positions, at most 2 (first in 4070)\n\
         strict ko  50 points in 48 positions, at most 2 (first in 4070)\n"
    );
    let larger = done(&world, &["count", "--size", "7x7"]);
    assert_eq!(larger["visited"], Value::Null);
    world
        .ok(["enumerate", "count", "--size", "7x7"])
        .says("legal      83677847847984287628595\n");
}

#[test]
fn a_position_is_drawn() {
    let world = World::new();
    assert_eq!(
        world.ok(["enumerate", "view", "4070", "--size", "3x3"]),
        "serial 4070 of 3x3: legal, reduced\n \
         O k O    2 . 1\n \
         k O X    . 2 1\n \
         O X .    1 1 .\n\
         orbit     4070, 14790, 14990, 15518\n\
         ko        1, 3\n\
         strict ko 1, 3\n"
    );
}

/// Combines parts from several folders; existing parts are not made again.
#[test]
fn parts_are_made_once_and_add_up() {
    let world = World::new();
    let legal = |folder: &str, parts: &str| {
        let arguments = ["legal", "--size", "3x4", "--part-size", "80000", "--out", folder];
        let parts = if parts.is_empty() {
            vec![]
        } else {
            vec!["--parts", parts]
        };
        done(&world, &[&arguments[..], &parts].concat())
    };
    let first = legal("a", "0..1");
    assert_eq!(first["parts"].as_array().map(Vec::len), Some(2));
    legal("b", "3..5");
    done(&world, &["ko", "--out", "b", "--ko", "strict"]);
    for name in names(&world, "b") {
        fs::copy(world.path(&format!("b/{name}")), world.path(&format!("a/{name}"))).expect("copies");
    }
    let sum = done(&world, &["sum", "a"]);
    assert_eq!(
        (&sum["parts"], &sum["legal_parts"], &sum["ko_parts"]),
        (
            &json!(7),
            &json!({"finished": 5, "missing": [[2, 2], [6, 6]]}),
            &json!({"finished": 3, "missing": [[0, 2], [6, 6]]})
        )
    );
    world
        .ok(["enumerate", "sum", "a", "--quiet"])
        .says("parts      5 of 7, verified; missing: 2, 6\n");
    let path = world.path("a/data.SparseLegalState.part00000");
    let before = fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
    let all = legal("a", "");
    assert_eq!(all["parts"][0], first["parts"][0]);
    assert_eq!(
        fs::metadata(&path).and_then(|data| data.modified()).expect("a time"),
        before
    );
    done(&world, &["ko", "--out", "a", "--ko", "strict"]);
    let sum = done(&world, &["sum", "a"]);
    let counts = done(&world, &["count", "--size", "3x4"]);
    assert_eq!(
        (&sum["legal"], &sum["reduced"], &sum["ko"]),
        (
            &counts["legal"],
            &counts["visited"]["reduced"],
            &counts["visited"]["strict_ko"]
        )
    );
}

#[test]
fn what_is_wrong_is_told_and_finished_parts_stay() {
    let world = World::new();
    let legal = |more: &[&'static str]| -> Vec<&str> { [&["legal", "--out", "d"], more].concat() };
    done(&world, &legal(&["--size", "3x3", "--part-size", "8000"]));
    done(&world, &["ko", "--out", "d", "--parts", "0"]);
    let before = names(&world, "d");
    fs::create_dir(world.path("empty")).expect("is made");
    let of = "d/data.SparseLegalState.part00000 is of 3x3 in parts of 8000, and this is of";
    for (line, said) in cases(
        "
        legal --out d --size 3x3 => OF 3x3 in parts of 1073741824; use another folder
        legal --out d --size 2x3 --part-size 8000 => OF 2x3 in parts of 8000; use another folder
        ko --out d --ko strict => d/data.SparseKoBitState.part00000 is of 3x3 in parts of 8000, ko compat, and this is of 3x3 in parts of 8000, ko strict; use another folder
        legal --out d --size 3x3 --part-size 8000 --parts 1..3 => there is no part 3; 3x3 has 3 of this length, counted from 0
        legal --out d --size 3x3 --part-size 12 => 12 is not a length of a part; use a multiple of 8
        legal --out d --size 6x5 => 6x5 has too many positions to visit; boards of at most 5x5 are enumerated
        sum empty => empty has no finished part of legal positions; make some with bgo enumerate legal
        ",
    ) {
        let arguments: Vec<&str> = line.split(' ').collect();
        assert_eq!(sentence(&world, &arguments).replace('\\', "/"), said.replace("OF", of));
    }
    let usage = world.run(["enumerate", "count", "--size", "0x3"]);
    assert!(
        usage.status == 2 && usage.err.contains("write rows and columns as 3x4"),
        "{usage:?}"
    );
    assert_eq!(
        world.sentence(["enumerate", "view", "19683", "--size", "3x3"]),
        "3x3 has no serial 19683; they are below 19683"
    );
    assert_eq!(names(&world, "d"), before);
    // A foreign file of the same name is not overwritten.
    world.write("e/data.SparseLegalState.part00000", "mine");
    let said = sentence(&world, &["legal", "--out", "e", "--size", "3x3"]);
    assert_eq!(
        said,
        "e/data.SparseLegalState.part00000 exists without a description of it (.json); move it away"
    );
    assert_eq!(
        fs::read(world.path("e/data.SparseLegalState.part00000")).expect("reads"),
        b"mine"
    );
    // Flips a bit.
    let path = world.path("d/data.SparseLegalState.part00001");
    let mut bytes = fs::read(&path).expect("reads");
    bytes[100] ^= 4;
    fs::write(&path, &bytes).expect("writes");
    let damaged = "d/data.SparseLegalState.part00001 is damaged: its MD5 is not that of its description; remove it and \
                   make the part again";
    assert_eq!(sentence(&world, &["sum", "d"]), damaged);
    assert_eq!(sentence(&world, &["ko", "--out", "d"]), damaged);
    fs::remove_file(&path).expect("is removed");
    done(&world, &legal(&["--size", "3x3", "--part-size", "8000"]));
    done(&world, &["ko", "--out", "d"]);
    let sum = done(&world, &["sum", "d"]);
    assert_eq!((&sum["legal"], &sum["ko"]["points"]), (&12_675.into(), &70.into()));
}

/// Descriptions are verified against the contents and names of their parts.
#[test]
fn descriptions_are_not_believed() {
    let world = World::new();
    let make = || {
        let _ = fs::remove_dir_all(world.path("d"));
        done(&world, &["legal", "--size", "3x3", "--part-size", "8000", "--out", "d"]);
        done(&world, &["ko", "--out", "d"]);
    };
    let (legal, ko) = ("d/data.SparseLegalState.part0000", "d/data.SparseKoBitState.part0000");
    let edit = |file: &str, from: &str, to: &str| {
        let text = fs::read_to_string(world.path(file)).expect("reads");
        text.says(from);
        world.write(file, text.replace(from, to));
    };
    let counts = "its counts are not those of its description";
    make();
    let copy = |from: String, to: String| fs::copy(world.path(&from), world.path(&to)).expect("copies");
    let spoil: [(&dyn Fn(), &str); 7] = [
        (
            &|| edit(&format!("{legal}1.json"), "\"first\": 8000", "\"first\": 0"),
            "it does not describe this part",
        ),
        (
            &|| edit(&format!("{legal}1.json"), "\"serials\": 8000", "\"serials\": 9000"),
            "it does not describe this part",
        ),
        (
            &|| {
                for end in ["", ".json"] {
                    copy(format!("{legal}0{end}"), format!("{legal}1{end}"));
                }
            },
            "it does not describe this part",
        ),
        (
            &|| edit(&format!("{legal}1.json"), "\"legal\": ", "\"legal\": 1"),
            counts,
        ),
        (
            &|| edit(&format!("{ko}0.json"), "\"positions\": ", "\"positions\": 1"),
            counts,
        ),
        (
            &|| edit(&format!("{ko}0.json"), "\"legal_md5\": \"", "\"legal_md5\": \"0"),
            "it was made of other legal positions",
        ),
        (
            &|| drop(world.write(&format!("{legal}1"), "cut")),
            "it has 3 bytes in place of 1000",
        ),
    ];
    for (spoil, said) in spoil {
        make();
        spoil();
        sentence(&world, &["sum", "d"]).says(said);
    }
    // Sets the bits after the last serial.
    make();
    let path = world.path(&format!("{legal}2"));
    let mut bytes = fs::read(&path).expect("reads");
    if let Some(last) = bytes.last_mut() {
        *last = 0xff;
    }
    fs::write(&path, bytes).expect("writes");
    fs::remove_file(world.path(&format!("{ko}2"))).expect("is removed");
    sentence(&world, &["ko", "--out", "d"]).says("its MD5 is not that of its description");
    // The remaining ko parts are of another board.
    make();
    for part in 0..3 {
        fs::remove_file(world.path(&format!("{legal}{part}.json"))).expect("is removed");
        fs::remove_file(world.path(&format!("{legal}{part}"))).expect("is removed");
    }
    sentence(&world, &["legal", "--size", "2x2", "--out", "d"])
        .says("is of 3x3 in parts of 8000, and this is of 2x2 in parts of 1073741824");
}

#[test]
fn one_process_at_a_time_makes_parts() {
    let world = World::new();
    let lock = fs::File::create(world.write("d/.bgo-enumerate-lock", "")).expect("is made");
    lock.lock().expect("is locked");
    let said = sentence(&world, &["legal", "--size", "2x2", "--out", "d"]);
    assert_eq!(said, "another process makes parts in d");
    drop(lock);
    done(&world, &["legal", "--size", "2x2", "--out", "d"]);
}
