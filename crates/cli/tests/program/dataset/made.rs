//! Sets of all games, and sets that cannot be made.

use super::games::{golden, made};
use crate::world::{Ran, World, game};
use serde_json::json;
use std::fs;
use testkit::{Text, cases, tar, tgz, zip};

#[test]
fn the_golden_archives_give_the_golden_files() {
    let Some(folder) = golden() else { return };
    let world = World::new();
    let archives = ["KGS-2014_01-19-26-.zip", "KGS-2014_02-19-21-.zip"];
    let archives = archives.map(|name| folder.join("in").join(name).display().to_string());
    let sums = fs::read_to_string(folder.join("MD5SUMS")).expect("reads");
    for (arguments, file, golden) in [
        (&["kgs-v1"][..], "data/kgsgo-all.dat", "kgsgo-test.dat"),
        (&["kgs-v2"], "data/kgsgo-all-v2.dat", "kgsgo-test-v2.dat"),
        (
            &["kgs-v2", "--legacy", "--dir", "old"],
            "old/kgsgo-all-v2.dat",
            "kgsgo-test-v2-legacy.dat",
        ),
    ] {
        let made = made(
            &world,
            &[arguments, &["--sets", "all", &archives[0], &archives[1]]].concat(),
        );
        let set = &made["sets"][0];
        assert_eq!((&set["records"], &set["games"]), (&5436.into(), &47.into()));
        assert_eq!(made["selection"], "all");
        let sum = set["files"][0]["md5"].as_str().expect("a sum");
        assert!(
            sums.lines().any(|line| line == format!("{sum}  {golden}")),
            "{golden}: {sum}"
        );
        let bytes = fs::metadata(world.path(file)).expect("is there").len();
        assert_eq!(set["files"][0]["bytes"], bytes);
        let info = world.json(["dataset", "info", file, "--json"]);
        assert_eq!(
            (&info["records"], &info["legacy"]),
            (&5436.into(), &(arguments.len() > 1).into())
        );
    }
}

/// Games are sorted by name, and games without records are reported.
#[test]
fn games_are_in_order_and_odd_ones_are_skipped() {
    let world = World::new();
    let games = [
        ("c.sgf", game("SZ[19]", "pd dp pp")),
        ("a.sgf", game("SZ[19]", "dd pp")),
        ("odd.sgf", game("SZ[9]", "aa bb")),
        ("b.sgf", game("SZ[19]", "dd dd")),
    ];
    world.write("games.tar", tar(&games));
    // With bgo's own reader, the game of b.sgf ends before the move on a stone, and has no record.
    let strict = made(&world, &["kgs-v1", "--sets", "all", "--dir", "strict", "games.tar"]);
    assert_eq!(
        (&strict["sets"][0]["records"], &strict["sets"][0]["games"]),
        (&3.into(), &3.into())
    );
    let made = made(&world, &["kgs-v1", "--sets", "all", "--setup", "compat", "games.tar"]);
    let set = &made["sets"][0];
    assert_eq!((&set["records"], &set["games"]), (&3.into(), &2.into()));
    assert_eq!(
        made["inputs"][0],
        json!({"input": "games.tar", "files": 4, "games": 2, "skipped": 2})
    );
    let skipped = made["skipped"].as_array().expect("games");
    assert_eq!(skipped[0]["reason"], "its board is SZ[9]; records are of 19x19");
    assert!(
        skipped[1]["reason"]
            .as_str()
            .is_some_and(|reason| reason.ends_with("a stone on this point already"))
    );
    let bytes = fs::read(world.path("data/kgsgo-all.dat")).expect("reads");
    // The only record of a.sgf has the label pp: row 3, column 15.
    assert_eq!((bytes.len(), &bytes[..4]), (3 * 365 + 3, &b"GO\x03\x0f"[..]));
    let shown = world.ok(["dataset", "view", "data/kgsgo-all.dat", "1"]);
    shown.begins("record 1: the move is 72, row 3, column 15\n");
    shown.says("\n15 .  .  .  O3");
}

#[test]
fn nothing_is_left_of_what_was_not_made() {
    let world = World::new();
    world.write("games.tar", tar(&[("a.sgf", game("SZ[9]", "aa bb"))]));
    world.write("nothing/readme.txt", "nothing");
    world.write("cut.tgz", &b"\x1f\x8b\x08\0\0\0\0\0\0\x03xx"[..]);
    for (input, said) in [
        ("games.tar", "no game of games.tar gives a record"),
        (
            "nothing",
            "there is no game record (.sgf, .gib, .ngf, .ugf, .ugi) in nothing",
        ),
        ("missing.zip", "missing.zip"),
        ("cut.tgz", "cut.tgz"),
    ] {
        world
            .sentence(["dataset", "kgs-v2", "--sets", "all", "--quiet", input])
            .says(said);
        assert!(!world.path("data").exists(), "{input}");
    }
    world.write("data/kgsgo-all.dat", "mine");
    world.write("more.tar", tar(&[("a.sgf", game("SZ[19]", "dd pp"))]));
    let said = world.sentence(["dataset", "kgs-v1", "--sets", "all", "--quiet", "more.tar"]);
    assert_eq!(
        said,
        "data/kgsgo-all.dat already exists and is not this set: it has 4 bytes, and the set 368; --overwrite \
         replaces it"
    );
    assert_eq!(fs::read(world.path("data/kgsgo-all.dat")).expect("reads"), b"mine");
    made(&world, &["kgs-v1", "--sets", "all", "more.tar", "--overwrite"]);
    assert_eq!(
        fs::read(world.path("data/kgsgo-all.dat")).expect("reads").len(),
        365 + 3
    );
}

#[test]
fn wrong_usage_is_told() {
    let world = World::new();
    world.write("a.tar", tar(&[("a.sgf", game("SZ[19]", "dd pp"))]));
    for (arguments, said) in cases(
        "
        a.tar --year 2000 => (--database)
        a.tar --parts --format npz => --format dat
        a.tar --planes bits => --format npz or npy
        a.tar --database => do not go together
        a.tar --sets most => --sets is test, train10k, trainall or all, not
        ",
    ) {
        let ran = Ran::new(world.bgo(["dataset", "kgs-v2"]).args(arguments.split_whitespace()));
        assert!(ran.status == 2 && ran.err.contains(said), "{ran:?}");
    }
    for (arguments, said) in cases(
        "
        a.tar a.tar => a.tar is given twice; a set has each game once
        a.tar => the set train10k would have no records: only 1 of the games give some, and test has the first choice; nothing was written; --sets all has all games
        --sets all --parts a.tar => files for each archive are made of the published sets only, not of all (--parts)
         => there are no archives of KGS in data; nothing is downloaded: get KGS-2014_12-19-876-.zip and so on from u-go.net/gamerecords, or name archives of games
        ",
    ) {
        let ran = Ran::new(world.bgo(["dataset", "kgs-v2", "--quiet"]).args(arguments.split_whitespace()));
        assert_eq!(ran.sentence(), said, "{arguments:?}");
    }
    assert!(!world.path("data").exists());
}

/// Messages are grouped by reason, and the JSON document lists every skipped file.
#[test]
fn what_is_left_out_is_told_by_its_reason() {
    let world = World::new();
    for (name, sgf) in [
        ("a.sgf", game("SZ[9]", "aa bb")),
        ("b.sgf", game("SZ[13]", "aa bb")),
        ("c.sgf", game("SZ[19]", "dd dd")),
        ("d.sgf", game("SZ[19]", "dd pp")),
        ("readme.txt", "no game".to_owned()),
    ] {
        world.write(&format!("f/{name}"), sgf);
    }
    world.write("f/more.tgz", tgz(&[("a.sgf", game("SZ[19]", "dd pp"))]));
    let ran = world.run([
        "dataset", "kgs-v1", "--sets", "all", "--setup", "compat", "--quiet", "f",
    ]);
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(
        lines,
        [
            "bgo: 2 games left out, the first one is f: a.sgf: its board is SZ[9]; records are of 19x19",
            "bgo: 1 game left out: f: c.sgf: byte 27: there is a stone on this point already",
        ]
    );
    let made = made(&world, &["kgs-v1", "--sets", "all", "--setup", "compat", "f"]);
    assert_eq!(made["skipped"].as_array().map(Vec::len), Some(3));
}

#[test]
fn members_with_equal_names_are_read() {
    let world = World::new();
    let members = [
        ("a.sgf", game("SZ[19]", "dd pp")),
        ("b.sgf", game("SZ[19]", "dd pp dp")),
    ];
    let mut bytes = zip(&members);
    let places: Vec<usize> = (0..bytes.len() - 5)
        .filter(|at| bytes[*at..].starts_with(b"b.sgf"))
        .collect();
    assert_eq!(places.len(), 2);
    for at in places {
        bytes[at] = b'a';
    }
    world.write("twice.zip", bytes);
    let made = made(&world, &["kgs-v1", "--sets", "all", "twice.zip"]);
    assert_eq!(made["skipped"].as_array().map(Vec::len), Some(0));
    let set = &made["sets"][0];
    assert_eq!((&set["games"], &set["records"]), (&2.into(), &3.into()));
}
