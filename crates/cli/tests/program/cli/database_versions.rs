//! Databases of other versions, and files that are not databases.

use crate::world::{World, change, game};
use rusqlite::Connection;
use std::fs;
use testkit::{Text, tgz};

const COMMANDS: [[&str; 2]; 5] = [
    ["import", "a.sgf"],
    ["search", "pd"],
    ["sql", "select 1"],
    ["info", "--json"],
    ["shell", "--quiet"],
];

#[test]
fn a_newer_or_foreign_schema_is_refused_and_left_alone() {
    for (sql, said) in [
        (
            "PRAGMA user_version = 99",
            "has schema 99, made by a later version of bgo; this one reads up to schema 2",
        ),
        ("CREATE TABLE planted (a)", "bgo check --repair"),
    ] {
        let world = World::with(&[&game("", "pd")]);
        world.write("a.sgf", game("", "dd"));
        change(&world, sql);
        let before = fs::read(world.database_path()).expect("is there");
        for arguments in COMMANDS {
            world.sentence(arguments).says(said);
        }
        world.sentence(["demo", "--db", "games.sqlite"]).begins("games.sqlite");
        assert!(fs::read(world.database_path()).expect("is there") == before);
    }
}

#[test]
fn a_file_of_a_development_version_is_refused_and_its_games_can_be_imported() {
    // Records with such a character keep their moves, as those of development versions did.
    let world = World::with(&[&game("C[\u{1}]", "pd dp"), &game("C[\u{1}]", "dd")]);
    world.write("a.sgf", game("", "dd"));
    change(
        &world,
        "PRAGMA application_id = 0x62676f31; PRAGMA user_version = 13; DELETE FROM state;
         ALTER TABLE record DROP COLUMN course;
         UPDATE record SET checksum = row_checksum(game, encoding, dictionary, sgf);
         DROP VIEW archives; ALTER TABLE archive DROP COLUMN games; ALTER TABLE archive DROP COLUMN sources;
         ALTER TABLE archive DROP COLUMN source_numbers; ALTER TABLE archive DROP COLUMN first_game;
         ALTER TABLE archive DROP COLUMN last_game; ALTER TABLE archive DROP COLUMN listing;
         UPDATE archive SET checksum = row_checksum(id, path, imported_at)",
    );
    fs::rename(world.database_path(), world.path("old.sqlite")).expect("is renamed");
    let before = fs::read(world.path("old.sqlite")).expect("is there");
    let check = [["check", "--json"], ["check", "--repair"]];
    for [a, b] in COMMANDS.into_iter().chain(check) {
        assert_eq!(
            world.sentence(["--db", "old.sqlite", a, b]),
            "old.sqlite was made by a development version of bgo; import its games into a new database: \
             `bgo import OLD --db NEW`"
        );
    }
    world.ok(["import", "old.sqlite"]);
    assert_eq!(world.games(), 2);
    assert_eq!(fs::read(world.path("old.sqlite")).expect("is there"), before);
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
        "no database, though it is longer than the header of one. ".repeat(20),
    );
    world.write("short", "xy");
    world.write("games.tgz", tgz(&[("a.sgf", game("", "pd"))]));
    for name in ["other.sqlite", "text", "short", "games.tgz"] {
        let before = fs::read(world.path(name)).expect("is there");
        for [a, b] in COMMANDS {
            let sentence = world.sentence(["--db", name, a, b]);
            assert_eq!(sentence, format!("{name} is not a bgo database"), "{a}");
        }
        assert_eq!(fs::read(world.path(name)).expect("is there"), before, "{name}");
    }
}

#[test]
fn an_empty_file_is_filled_and_has_nothing_to_read() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    world.write("games.sqlite", "");
    world
        .sentence(["search"])
        .ends("is empty; `bgo import ARCHIVE` fills it");
    world.ok(["import", "a.sgf"]);
    assert_eq!(world.games(), 1);
}
