//! `bgo import` of other databases.

use super::damage::open;
use super::older_schemas as older;
use crate::world::{World, document, game, long_line, turned};
use serde_json::Value;
use std::fs;
use testkit::{Text, tar};

/// Everything that is known of games and their sources, in the order of the games.
const SOURCES: &str = "SELECT concat_ws('|', game, path, member, member_game, number, imported_at IS NULL,
    source.encoding, hex(source.sgf)) FROM source JOIN archive ON archive.id = archive ORDER BY number";
const GAMES: &str = "SELECT concat_ws('|', id, board_size, moves, content, date, result, komi, repair, name)
    FROM game ORDER BY id";

/// Archives with duplicates of each other, several games in a file, another encoding,
/// and records that need repair. Returns their names.
fn archives(world: &World) -> [&'static str; 2] {
    let moves = long_line(40, 3);
    let (plain, copy) = (game("PB[A]C[first]", &moves), game("PB[Z]C[second]", &turned(&moves)));
    let dated = game("DT[2001]", &long_line(40, 4)) + &game("DT[2002]", &long_line(40, 4));
    let gbk = [b"(;CA[gbk]PB[\xC8\xCB]".as_slice(), b";B[pd];W[dp])"].concat();
    let first = [
        ("a.sgf", plain.as_bytes().to_vec()),
        ("sub/two.sgf", dated.into_bytes()),
        ("bad.sgf", b"(;B[pd];W[pd];B[dd])".to_vec()),
    ];
    let second = [
        ("copy.sgf", copy.into_bytes()),
        ("gbk.sgf", gbk),
        ("same.sgf", plain.into_bytes()),
    ];
    world.write("first.tar", tar(&first));
    world.write("second.tar", tar(&second));
    ["first.tar", "second.tar"]
}

fn other_path(other: &World) -> String {
    other.database_path().to_str().expect("UTF-8").to_owned()
}

/// Returns a database that another one merges, and one with the same imports.
pub(super) fn other_and_twin() -> (World, World) {
    let other = World::new();
    let [first, second] = archives(&other);
    let twin = World::new();
    let paths = [first, second].map(|name| other.path(name).to_str().expect("UTF-8").to_owned());
    for world in [&other, &twin] {
        world.ok(["import", &paths[0], &paths[1]]);
    }
    (other, twin)
}

pub(super) fn assert_equal(merged: &World, twin: &World) {
    assert_eq!(merged.texts(SOURCES), twin.texts(SOURCES));
    assert_eq!(merged.texts(GAMES), twin.texts(GAMES));
    for moves in ["pd dp", "", &long_line(40, 3)] {
        assert_eq!(merged.games_with(moves, "19"), twin.games_with(moves, "19"), "{moves}");
    }
    merged.ok(["check"]);
}

#[test]
fn a_merged_database_is_the_one_that_imported_its_archives() {
    let (other, twin) = other_and_twin();
    let before = fs::read(other.database_path()).expect("is read");
    let merged = World::new();
    let totals = merged.json(["import", "--json", &other_path(&other)]);
    assert_eq!(
        [
            &totals["games"],
            &totals["added"],
            &totals["duplicates"],
            &totals["files"]
        ],
        [7, 5, 2, 6].map(Value::from).each_ref()
    );
    assert_equal(&merged, &twin);
    assert_eq!(
        merged.json(["show", "1", "--json"])["sources"],
        other.json(["show", "1", "--json"])["sources"]
    );
    assert!(
        before == fs::read(other.database_path()).expect("is read"),
        "the other file changed"
    );
    // Neither the database nor its archives bring anything new.
    let again = merged.json(["import", "--json", &other_path(&other)]);
    assert_eq!((&again["added"], &again["duplicates"]), (&0.into(), &7.into()));
    let archive = other.path("second.tar").to_str().expect("UTF-8").to_owned();
    merged.ok(["import", &archive]);
    assert_equal(&merged, &twin);
    // Archives are known by the names that they had there.
    merged.ok(["remove", "--archive", "second.tar"]);
    twin.ok(["remove", "--archive", "second.tar"]);
    assert_eq!(merged.texts(SOURCES), twin.texts(SOURCES));
}

#[test]
fn games_of_both_databases_are_joined_and_archives_stand_among_databases() {
    let (other, _) = other_and_twin();
    let moves = long_line(40, 3);
    let merged = World::with(&[&game("PB[mine]", &moves), &game("", "qq")]);
    merged.write("third.sgf", game("", "jj"));
    // The name does not tell what a file is.
    fs::copy(other.database_path(), merged.path("other.sgf")).expect("is copied");
    let (totals, notes) = merged.import_with_report(["third.sgf", "other.sgf"]);
    assert_eq!((&totals["added"], &totals["duplicates"]), (&5.into(), &3.into()));
    assert_eq!(merged.games(), 7);
    assert_eq!(
        merged.json(["show", "1", "--json"])["sources"].as_array().map(Vec::len),
        Some(4)
    );
    let note = notes.iter().find(|note| note["verdict"] == "repaired").expect("a note");
    assert_eq!(note["member"], "bad.sgf");
    assert!(
        note["archive"].as_str().is_some_and(|path| path.ends_with("first.tar")),
        "{note}"
    );
    merged.ok(["check"]);
}

#[test]
fn a_database_of_any_schema_is_merged_and_stays_as_it_is() {
    for (schema, take_back) in [
        (12, older::twelfth_schema as fn(&World)),
        (11, older::eleventh_schema),
        (10, older::tenth_schema),
        (9, older::ninth_schema),
        (8, older::eighth_schema),
        (7, older::seventh_schema),
        (6, older::sixth_schema),
        (5, older::fifth_schema),
        (4, older::fourth_schema),
        (3, older::third_schema),
        (2, older::second_schema),
    ] {
        let (other, twin) = other_and_twin();
        take_back(&other);
        let before = fs::read(other.database_path()).expect("is read");
        let merged = World::new();
        merged.ok(["import", &other_path(&other)]);
        if schema < 4 {
            // The order of sources was not known yet.
            assert_eq!(merged.json(["info", "--json"])["sources"], 7);
            assert_eq!(merged.texts(GAMES), twin.texts(GAMES));
            merged.ok(["check"]);
        } else {
            assert_equal(&merged, &twin);
        }
        assert!(
            before == fs::read(other.database_path()).expect("is read"),
            "the other file changed"
        );
    }
}

#[test]
fn the_hash_table_of_the_other_database_does_not_matter() {
    let other = World::new();
    let [first, second] = archives(&other);
    other.ok(["hash-table", "--seed", "7", "--out", "mine.json"]);
    other.ok(["--hash-table", "mine.json", "import", first, second]);
    let merged = World::new();
    merged.ok(["import", &other_path(&other)]);
    assert_eq!((merged.games(), merged.games_with("pd dp", "19")), (5, 1));
    merged.ok(["check"]);
}

#[test]
fn what_cannot_be_merged_is_named() {
    let world = World::with(&[&game("", "pd")]);
    let itself = world.database_path().to_str().expect("UTF-8").to_owned();
    world.sentence(["import", &itself]).says("is the database itself");
    let foreign = rusqlite::Connection::open(world.path("foreign.sqlite")).expect("opens");
    foreign.execute_batch("CREATE TABLE a (b)").expect("is made");
    drop(foreign);
    world
        .sentence(["import", "foreign.sqlite"])
        .says("foreign.sqlite is not a bgo database");
    let newer = World::with(&[&game("", "dd")]);
    open(&newer).pragma_update(None, "user_version", 99).expect("is set");
    world.sentence(["import", &other_path(&newer)]).says("a later version");
    assert_eq!(world.games(), 1);
}

#[test]
fn position_files_stay_behind_and_that_is_said() {
    let other = World::with(&[&game("SZ[9]", "ee gc")]);
    other.run([
        "positions",
        "export",
        "--quiet",
        "--size",
        "9",
        "--out",
        "positions.bin",
    ]);
    other.ok(["positions", "import", "--quiet", "--size", "9", "positions.bin"]);
    let world = World::new();
    let ran = world.run(["import", "--json", &other_path(&other)]);
    assert_eq!((ran.status, &document(&ran.out)["added"]), (1, &1.into()));
    ran.err.says("its games were imported, its position files (1) were not");
}

#[test]
fn a_damaged_record_is_rejected_and_the_others_are_merged() {
    let other = World::with(&[&game("", "pd"), &game("", "dd pp"), &game("", "cc")]);
    let database = open(&other);
    database
        .execute("UPDATE record SET sgf = x'28b52ffd00' WHERE game = 2", [])
        .expect("is damaged");
    drop(database);
    let world = World::new();
    let ran = world.run(["import", "--json", &other_path(&other)]);
    let totals = document(&ran.out);
    assert_eq!((&totals["added"], &totals["rejected"]), (&2.into(), &1.into()));
    assert_eq!(ran.status, 1);
    assert!(
        ran.err.contains("0001.sgf of ") && ran.err.contains("game 2"),
        "{}",
        ran.err
    );
    world.ok(["check"]);
}
