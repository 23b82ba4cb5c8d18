//! The inputs that can be imported, and the sums that are told.

use super::{World, game};
use serde_json::Value;
use testkit::{gzip, tar, tgz, zip};

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
        let document = world.import([name]);
        assert_eq!(sums(&document), [3, 2, 3, 2, 1, 0, 0, 6], "{name}");
        assert_eq!([world.games_with("pd dp"), world.games_with("qd dp")], [1, 1], "{name}");
    }
}

#[test]
fn a_single_record_may_hold_several_games() {
    let world = World::new();
    let games = [game("", "pd dp"), game("", "qd dp"), game("SZ[9]", "ee")].join("\n some remark\n");
    world.write("three.sgf", &games);
    world.write("again.sgf.gz", gzip(games.as_bytes()));
    assert_eq!(sums(&world.import(["three.sgf"])), [1, 0, 3, 3, 0, 0, 0, 8]);
    assert_eq!(world.answer("ee", 9)["games"], 1);
    assert_eq!(sums(&world.import(["again.sgf.gz"])), [1, 0, 3, 0, 3, 0, 0, 0]);
}

#[test]
fn an_import_that_rejects_everything_succeeds() {
    let world = World::new();
    world.write("a.sgf", game("SZ[21]", "pd"));
    world.write("b.sgf", "no game at all");
    let document = world.import(["a.sgf", "b.sgf"]);
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
    world.import(["first.tgz", "second.tgz", "third.tgz"]);
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
    world.import(["games.tgz"]);
    let state = |world: &World| world.snapshot().state().expect("a state");
    let before = state(&world);
    let path = world.path("games.tgz");
    let again = world.import(["games.tgz", path.to_str().expect("UTF-8")]);
    assert_eq!(sums(&again), [6, 4, 6, 0, 6, 0, 0, 0]);
    assert_eq!(state(&world), before);
}
