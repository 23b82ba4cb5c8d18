//! `bgo import`: its sums, and damaged and empty archives, which give a message, exit status 1, and no
//! database if there is no game. `tests/library/stored/` looks at what is imported.

use crate::world::{Ran, World, document, game};
use assert_cmd::Command;
use serde_json::json;
use std::fs;
use testkit::{Text, tar, tgz, zip};

#[test]
fn an_equals_sign_in_a_path_makes_no_condition_of_it() {
    let world = World::new();
    for name in ["foo=bar.sgf", "year=1990.sgf"] {
        fs::write(world.path(name), game(&format!("GN[{name}]"), "pd dp")).expect("a record");
    }
    assert_eq!(
        world.json(["import", "--json", "foo=bar.sgf", "year=1990.sgf"])["files"],
        2
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
fn a_database_beside_the_program_comes_first() {
    let world = World::with(&[game("", "pd")]);
    let program = world.path("stick/bgo").with_extension(std::env::consts::EXE_EXTENSION);
    fs::create_dir(world.path("stick")).expect("is made");
    fs::copy(env!("CARGO_BIN_EXE_bgo"), &program).expect("is copied");
    fs::copy(world.database_path(), world.path("stick/bgogames.sqlite")).expect("is copied");
    let info = |variable: &str| {
        let mut command = Command::from_std(world.command(&program));
        Ran::new(command.args(["info", "--json"]).env("BGO_DB", variable))
    };
    assert_eq!(document(&info("").out)["games"], 1);
    info("elsewhere.sqlite").err.says("elsewhere.sqlite");
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

#[test]
fn a_damaged_archive_is_named_and_the_games_before_are_there() {
    let world = World::new();
    let archive = tar(&[("a.sgf", game("", "pd")), ("b.sgf", game("", "dd pp"))]);
    world.write("cut.tar", &archive[..1100]);
    world
        .sentence(["import", "-q", "cut.tar"])
        .begins("cut.tar: the tar archive ends");
    assert_eq!(world.games(), 1);
    let world = World::new();
    world.write("cut.tgz", &tgz(&[("a.sgf", game("", "pd"))])[..30]);
    world
        .sentence(["import", "-q", "cut.tgz"])
        .begins("cut.tgz: the gzip data end early");
    world.write("games.tar", archive);
    let sentence = world.sentence(["import", "games.tar", "nowhere.tgz"]);
    assert_eq!(sentence, "nowhere.tgz: there is no such file or folder");
    assert!(!world.database_path().exists());
}

#[test]
fn a_folder_or_archive_without_records() {
    let world = World::new();
    fs::create_dir_all(world.path("empty/deep")).expect("is made");
    world.write("other/readme.txt", "hello");
    world.write("other.zip", zip(&[("readme.txt", "hello")]));
    world.write("nothing.tar", [0; 1024]);
    for name in ["empty", "other", "other.zip", "nothing.tar"] {
        assert_eq!(
            world.sentence(["import", "-q", name]),
            format!("{name}: it holds no game records (.sgf, .gib, .ngf, .ugf, .ugi)")
        );
    }
    assert_eq!(world.games(), 0);
}
