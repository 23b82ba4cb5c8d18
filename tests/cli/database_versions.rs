//! Files of other schemas, and files that are no database of this program.

use crate::world::{World, game, long_line, tgz};
use rusqlite::Connection;
use std::fs;

const APPLICATION_ID: i64 = 0x6267_6f31;

/// A database as the first schema had it, without games.
fn first_schema(world: &World) {
    let database = Connection::open(world.database_path()).expect("opens");
    database
        .execute_batch(include_str!("../../migrations/01-games/up.sql"))
        .expect("is made");
    database
        .pragma_update(None, "application_id", APPLICATION_ID)
        .expect("is set");
    database.pragma_update(None, "user_version", 1).expect("is set");
}

fn set_version(world: &World, version: i64) {
    let database = Connection::open(world.database_path()).expect("opens");
    database.pragma_update(None, "user_version", version).expect("is set");
}

fn latest() -> i64 {
    fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations"))
        .expect("a folder")
        .count() as i64
}

#[test]
fn an_older_schema_is_brought_up_to_date() {
    for arguments in [
        ["import", "a.sgf"],
        ["search", "pd"],
        ["info", "--json"],
        ["shell", "--quiet"],
    ] {
        let world = World::new();
        world.write("a.sgf", game("", "pd dp"));
        first_schema(&world);
        world.ok(arguments);
        assert_eq!(
            world.number("SELECT user_version FROM pragma_user_version()"),
            latest(),
            "{arguments:?}"
        );
        world.ok(["import", "-q", "a.sgf"]);
        assert_eq!(world.games_with("pd dp", "19"), 1);
    }
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let world = World::with(&[&game("", "pd")]);
    set_version(&world, 99);
    let before = fs::read(world.database_path()).expect("is there");
    for arguments in [
        ["import", "games.tar"],
        ["search", "pd"],
        ["info", "--json"],
        ["shell", "--quiet"],
    ] {
        let sentence = world.sentence(arguments);
        let expected = format!(
            "{} has schema 99, made by a later version of bgo; this one reads up to schema {}",
            world.database_path().display(),
            latest()
        );
        assert_eq!(sentence, expected);
    }
    assert!(
        world
            .sentence(["demo", "--db", "games.sqlite"])
            .starts_with("games.sqlite has schema 99")
    );
    assert_eq!(fs::read(world.database_path()).expect("is there"), before);
}

#[test]
fn what_is_no_database_of_this_program_is_refused_and_left_alone() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    let other = Connection::open(world.path("other.sqlite")).expect("opens");
    other
        .execute_batch("CREATE TABLE game (id INTEGER); INSERT INTO game VALUES (1)")
        .expect("is made");
    drop(other);
    world.write(
        "text",
        "hello, this is no database, though it is longer than the header of one. ".repeat(20),
    );
    world.write("short", "xy");
    world.write("games.tgz", tgz(&[("a.sgf", game("", "pd"))]));
    for name in ["other.sqlite", "text", "short", "games.tgz"] {
        let before = fs::read(world.path(name)).expect("is there");
        for arguments in [
            ["import", "a.sgf"],
            ["search", "pd"],
            ["info", "--json"],
            ["shell", "--quiet"],
        ] {
            let [a, b] = arguments;
            assert_eq!(
                world.sentence(["--db", name, a, b]),
                format!("{name} is not a bgo database"),
                "{arguments:?}"
            );
        }
        assert_eq!(fs::read(world.path(name)).expect("is there"), before, "{name}");
    }
}

#[test]
fn an_empty_file_is_filled_and_has_nothing_to_read() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    world.write("games.sqlite", "");
    assert!(world.sentence(["search"]).ends_with("is not a bgo database"));
    world.ok(["import", "a.sgf"]);
    assert_eq!(world.games(), 1);
}

#[test]
fn damage_is_reported_and_never_an_answer() {
    let line = long_line(60, 3);
    let world = World::with(&[&game("", &line)]);
    let database = Connection::open(world.database_path()).expect("opens");
    let whole = fs::read(world.database_path()).expect("is there");
    database
        .execute_batch("UPDATE position_block SET data = zeroblob(length(data))")
        .expect("is damaged");
    let sentence = world.sentence(["search", "--json"]);
    assert!(
        sentence.contains("is damaged: position block") && sentence.ends_with("has a wrong checksum"),
        "{sentence}"
    );
    database
        .execute_batch("DELETE FROM position_block")
        .expect("is damaged");
    assert!(world.sentence(["search"]).ends_with("is missing"));
    drop(database);
    for name in ["games.sqlite-wal", "games.sqlite-shm"] {
        let _ = fs::remove_file(world.path(name));
    }
    world.write("games.sqlite", &whole[..whole.len() / 2]);
    let ran = world.run(["search", "pd"]);
    assert!(ran.status == 1 && ran.err.contains("games.sqlite"), "{ran:?}");
}
