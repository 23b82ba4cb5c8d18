//! The inputs that can be imported, and the sums that are printed.

use crate::world::{Ran, World, document, game};
use serde_json::{Value, json};
use std::fs;
use testkit::{Text, gzip, tar, tgz, zip};

/// Returns two records, one with an upper-case extension, and three other files.
fn members() -> [(&'static str, Vec<u8>); 5] {
    [
        ("a.sgf", game("", "pd dp").into_bytes()),
        ("deep/er/B.SGF", game("", "qd dp").into_bytes()),
        ("README", b"no record".to_vec()),
        ("deep/board.png", b"\x89PNG".to_vec()),
        // A record by its content, and the first game again, turned.
        ("a.sgf.txt", game("", "pp dd").into_bytes()),
    ]
}

fn sums(document: &Value) -> [u64; 8] {
    [
        "files",
        "skipped",
        "games",
        "added",
        "duplicates",
        "repaired",
        "rejected",
        "positions",
    ]
    .map(|name| {
        document[name]
            .as_u64()
            .unwrap_or_else(|| panic!("{name} in {document}"))
    })
}

#[test]
fn every_kind_of_archive_is_read() {
    let packed = [
        ("a.tgz", tgz(&members())),
        ("b.tar", tar(&members())),
        ("c.zip", zip(&members())),
    ];
    for (name, bytes) in packed {
        let world = World::new();
        world.write(name, bytes);
        let document = world.json(["import", "--json", name]);
        assert_eq!(sums(&document), [3, 2, 3, 2, 1, 0, 0, 6], "{name}");
        assert_eq!(
            [world.games_with("pd dp", "19"), world.games_with("qd dp", "19")],
            [1, 1],
            "{name}"
        );
    }
}

#[test]
fn an_equals_sign_in_a_path_makes_no_condition_of_it() {
    let world = World::new();
    for name in ["foo=bar.sgf", "year=1990.sgf"] {
        fs::write(world.path(name), game(&format!("GN[{name}]"), "pd dp")).expect("a record");
    }
    assert_eq!(
        sums(&world.json(["import", "--json", "foo=bar.sgf", "year=1990.sgf"]))[0],
        2
    );
}

#[test]
fn the_content_and_not_the_name_says_what_an_archive_is() {
    let world = World::new();
    world.write("games.zip", tgz(&members()));
    assert_eq!(world.json(["import", "--json", "games.zip"])["added"], 2);
}

#[test]
fn a_folder_is_read_with_the_folders_in_it() {
    let world = World::new();
    for (name, bytes) in members() {
        world.write(&format!("games/{name}"), bytes);
    }
    let document = world.json(["import", "--json", "games"]);
    assert_eq!(sums(&document), [3, 2, 3, 2, 1, 0, 0, 6]);
    assert_eq!(
        world.texts("SELECT member FROM source ORDER BY game"),
        ["a.sgf", "a.sgf.txt", "deep/er/B.SGF"]
    );
}

#[test]
fn a_single_record_may_hold_several_games() {
    let world = World::new();
    let games = [game("", "pd dp"), game("", "qd dp"), game("SZ[9]", "ee")].join("\n some remark\n");
    world.write("three.sgf", &games);
    world.write("again.sgf.gz", gzip(games.as_bytes()));
    assert_eq!(
        sums(&world.json(["import", "--json", "three.sgf"])),
        [1, 0, 3, 3, 0, 0, 0, 8]
    );
    assert_eq!(world.games_with("ee", "9"), 1);
    assert_eq!(
        sums(&world.json(["import", "--json", "again.sgf.gz"])),
        [1, 0, 3, 0, 3, 0, 0, 0]
    );
}

#[test]
fn the_document_has_the_documented_fields() {
    let world = World::new();
    let games = [
        ("a.sgf", game("", "pd dp")),
        ("b.sgf", game("", "pd dp")),
        ("c.sgf", game("SZ[25]", "pd dp")),
        ("d.sgf", game("", "qd dp zz")),
        ("e.txt", String::new()),
    ];
    world.write("games.tgz", tgz(&games));
    let mut document = world.json(["import", "--json", "games.tgz"]);
    let seconds = document.as_object_mut().and_then(|fields| fields.remove("seconds"));
    assert!(
        seconds
            .and_then(|seconds| seconds.as_f64())
            .is_some_and(|seconds| seconds > 0.0)
    );
    let expected = json!({
        "files": 4, "skipped": 1, "games": 4, "added": 2, "duplicates": 1, "repaired": 1, "rejected": 1,
        "rejections": [{ "kind": "large_board", "games": 1, "members": ["c.sgf"] }],
        "repairs": [{ "kind": "cut_short", "games": 1 }],
        "positions": 6, "stopped": false,
    });
    assert_eq!(document, expected);
}

#[test]
fn the_summary_says_the_same_in_words_and_quiet_says_nothing() {
    let world = World::new();
    let games = [
        ("a.sgf", game("", "pd dp")),
        ("b.sgf", game("SZ[21]", "")),
        ("c.sgf", game("", "qd zz")),
        ("d", String::new()),
    ];
    world.write("games.tgz", tgz(&games));
    let summary = world.ok(["import", "games.tgz"]);
    for part in [
        "3 games in 3 files",
        "2 added",
        "0 duplicates",
        "1 rejected",
        "5 positions",
        "1 rejected: 1 board over 19 lines (b.sgf)\n",
        "1 repaired: cut short 1\n",
        "1 file skipped: not a game record\n",
    ] {
        summary.says(part);
    }
    assert_eq!(world.ok(["import", "--quiet", "games.tgz"]), "");
}

#[test]
fn an_archive_inside_that_is_not_read_is_a_failure_and_no_skipped_file() {
    let world = World::new();
    let mut archive = zip(&[("a.sgf", game("", "pd dp"))]);
    for _ in 0..4 {
        archive = zip(&[("inner.zip", archive)]);
    }
    world.write("deep.zip", archive);
    let ran = world.run(["import", "deep.zip"]);
    assert_eq!(ran.status, 1);
    ran.err.says("archives are read 3 deep");
    assert!(!ran.out.contains("skipped"), "{}", ran.out);
}

#[test]
fn an_import_that_rejects_everything_succeeds() {
    let world = World::new();
    world.write("a.sgf", game("SZ[21]", "pd"));
    world.write("b.sgf", "no game at all");
    let document = world.json(["import", "--json", "a.sgf", "b.sgf"]);
    assert_eq!(sums(&document), [2, 0, 2, 0, 0, 0, 2, 0]);
    assert_eq!(world.games(), 0);
}

#[test]
fn games_are_numbered_in_the_order_of_the_archives() {
    let world = World::new();
    let mut names = Vec::new();
    // Several batches for each archive, so that threads could overtake each other.
    for archive in ["first", "second", "third"] {
        let players = (0..150).map(|i| format!("{archive}-{i:03}"));
        let members: Vec<_> = players
            .map(|player| (format!("{player}.sgf"), game(&format!("PB[{player}]"), "pd dp")))
            .collect();
        names.extend(members.iter().map(|(name, _)| name.clone()));
        world.write(&format!("{archive}.tgz"), tgz(&members));
    }
    world.ok(["import", "first.tgz", "second.tgz", "third.tgz"]);
    assert_eq!(world.texts("SELECT member FROM source ORDER BY game"), names);
    assert_eq!(world.number("SELECT count(DISTINCT game) FROM source"), 450);
    assert_eq!(
        [
            world.number("SELECT min(id) FROM game"),
            world.number("SELECT max(id) FROM game")
        ],
        [1, 450]
    );
}

#[test]
fn the_same_archive_again_adds_nothing() {
    let world = World::new();
    world.write("games.tgz", tgz(&members()));
    world.ok(["import", "games.tgz"]);
    let before = world.json(["info", "--json"]);
    let path = world.path("games.tgz");
    let again = world.json(["import", "--json", "games.tgz", path.to_str().expect("UTF-8")]);
    assert_eq!(sums(&again), [6, 4, 6, 0, 6, 0, 0, 0]);
    let mut after = world.json(["info", "--json"]);
    after["bytes"] = before["bytes"].clone();
    assert_eq!(after, before);
}

#[test]
fn the_default_database_is_in_the_data_folder() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    for (variable, value) in [("BGO_DB", ""), ("NOTHING", "")] {
        let mut command = world.bgo(["import", "--json", "a.sgf"]);
        assert_eq!(Ran::new(command.env_remove("BGO_DB").env(variable, value)).status, 0);
    }
    assert!(world.path("data/bgo/bgogames.sqlite").is_file());
    assert!(!world.database_path().exists());
    let mut named = world.bgo(["import", "--json", "a.sgf", "--db", "new/folder/x.sqlite"]);
    assert_eq!(document(&Ran::new(&mut named).out)["added"], 1);
    assert!(world.path("new/folder/x.sqlite").is_file());
}

#[test]
fn names_that_mean_something_to_sqlite_are_names_of_files() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    // Names on Windows have neither `:` nor `?`.
    let names: &[&str] = match cfg!(windows) {
        true => &["50%#.sqlite", "file%3Ax"],
        false => &["file:x", ":memory:", "50%?#.sqlite", "file:y?mode=memory"],
    };
    for &name in names {
        world.ok(["--db", name, "import", "a.sgf"]);
        assert!(
            fs::metadata(world.path(name)).is_ok_and(|file| file.len() > 0),
            "{name}"
        );
        assert_eq!(world.json(["--db", name, "info", "--json"])["games"], 1, "{name}");
    }
}

#[test]
fn a_number_of_games_that_is_none_is_wrong_usage() {
    let world = World::new();
    for number in ["0", "-1", "x", ""] {
        world.fails(
            ["import", &format!("--commit-every={number}"), "a.tar"],
            2,
            "expected a number of games from 1 on",
        );
    }
}
