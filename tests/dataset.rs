//! `bgo dataset`, from archives to training sets.

#[path = "cli/world.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod world;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use world::{Ran, World, game, tar};

fn golden() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/golden/kgs");
    if folder.exists() {
        return Some(folder);
    }
    eprintln!("skipped: {} is missing", folder.display());
    None
}

fn made(world: &World, arguments: &[&str]) -> Value {
    let all = [&["dataset"], arguments, &["--sets", "all", "--json", "--quiet"]].concat();
    let ran = Ran::new(world.bgo([]).args(all));
    assert_eq!(ran.status, 0, "{ran:?}");
    world::document(&ran.out)
}

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
        let made = made(&world, &[arguments, &[&archives[0], &archives[1]]].concat());
        assert_eq!((&made["records"], &made["games"]), (&5436.into(), &47.into()));
        let sum = made["md5"].as_str().expect("a sum");
        assert!(
            sums.lines().any(|line| line == format!("{sum}  {golden}")),
            "{golden}: {sum}"
        );
        let bytes = fs::metadata(world.path(file)).expect("is there").len();
        assert_eq!(made["bytes"], bytes);
        let info = world.json(["dataset", "info", file, "--json"]);
        assert_eq!(info["records"], 5436);
    }
}

/// Games in the order of their names whatever that of the archive, odd ones told of.
#[test]
fn games_are_in_order_and_odd_ones_are_skipped() {
    let world = World::new();
    let games = [
        ("c.sgf", game("SZ[19]", "pd dp pp")),
        ("a.sgf", game("SZ[19]", "dd pp")),
        ("odd.sgf", game("SZ[9]", "aa bb")),
        ("b.sgf", game("SZ[19]", "dd dd")),
    ];
    let members: Vec<_> = games
        .iter()
        .map(|(name, sgf)| ((*name).to_owned(), sgf.as_bytes().to_vec()))
        .collect();
    world.write("games.tar", tar(&members));
    let made = made(&world, &["kgs-v1", "games.tar"]);
    assert_eq!((&made["records"], &made["games"]), (&3.into(), &2.into()));
    let skipped = made["skipped"].as_array().expect("games");
    assert_eq!(skipped[0]["reason"], "its board is SZ[9]; records are of 19x19");
    assert!(
        skipped[1]["reason"]
            .as_str()
            .is_some_and(|reason| reason.ends_with("a stone on this point already"))
    );
    let bytes = fs::read(world.path("data/kgsgo-all.dat")).expect("reads");
    // The label of the one record of a.sgf is pp, row 3 and column 15.
    assert_eq!((bytes.len(), &bytes[..4]), (3 * 365 + 3, &b"GO\x03\x0f"[..]));
    let shown = world.ok(["dataset", "view", "data/kgsgo-all.dat", "1"]);
    assert!(
        shown.starts_with("record 1: the move is 72, row 3, column 15\n"),
        "{shown}"
    );
    assert!(shown.contains("\n15 .  .  .  O3"), "{shown}");
}

#[test]
fn nothing_is_left_of_what_was_not_made() {
    let world = World::new();
    world.write(
        "games.tar",
        tar(&[("a.sgf".to_owned(), game("SZ[9]", "aa bb").into_bytes())]),
    );
    world.write("cut.tgz", &b"\x1f\x8b\x08\0\0\0\0\0\0\x03xx"[..]);
    for (input, said) in [
        ("games.tar", "no game of games.tar gives a record"),
        ("missing.zip", "missing.zip"),
        ("cut.tgz", "cut.tgz"),
    ] {
        let said_now = world.sentence(["dataset", "kgs-v2", "--sets", "all", "--quiet", input]);
        assert!(said_now.contains(said), "{said_now}");
        assert_eq!(fs::read_dir(world.path("data")).expect("reads").count(), 0, "{input}");
    }
    world.write("data/kgsgo-all.dat", "mine");
    let said = world.sentence(["dataset", "kgs-v1", "--sets", "all", "--quiet", "games.tar"]);
    assert!(said.contains("exists already"), "{said}");
    assert_eq!(fs::read(world.path("data/kgsgo-all.dat")).expect("reads"), b"mine");
    world.write(
        "more.tar",
        tar(&[("a.sgf".to_owned(), game("SZ[19]", "dd pp").into_bytes())]),
    );
    made(&world, &["kgs-v1", "more.tar", "--overwrite"]);
    assert_eq!(
        fs::read(world.path("data/kgsgo-all.dat")).expect("reads").len(),
        365 + 3
    );
    world.write("d.dat", "GOx");
    let said = world.sentence(["dataset", "info", "d.dat"]);
    assert_eq!(said, "d.dat: byte 3: it is cut off; 0 records are whole");
}
