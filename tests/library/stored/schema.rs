//! Databases whose schema differs from the program's: no foreign code runs, and
//! every difference is reported.

use super::contents::assert_sound;
use super::damage::change;
use super::{World, game};
use crate::database::Notes;
use bgo::internal::import::{ImportOptions, import_with};
use testkit::{Text, cases};

fn world() -> World {
    let world = World::with(&[&game("PB[Ann]EV[Cup]C[hello]", "pd dp"), &game("PB[Bob]", "dd pp")]);
    world.write("more.sgf", game("PB[Cid]", "qd dc"));
    world
}

/// Statements that change the schema in a way that a repair can undo, and what is said of it.
const MENDED: &str = "
CREATE TRIGGER evil AFTER INSERT ON game BEGIN DELETE FROM game WHERE id = 1; END => the schema has the trigger evil, which is not of bgo
CREATE INDEX planted ON game (year) => the schema has the index planted, which is not of bgo
CREATE VIEW planted AS SELECT 1 => the schema has the view planted, which is not of bgo
DROP VIEW games; CREATE VIEW games AS SELECT id AS game FROM game => the schema has the view games with another definition
DROP INDEX joined_content => the schema lacks the index joined_content
DROP VIEW sources => the schema lacks the view sources
";

/// Statements after which data may be lost, which no repair touches.
const LOST: &str = "
CREATE TABLE planted (a); INSERT INTO planted VALUES (1) => the schema has the table planted, which is not of bgo
ALTER TABLE dictionary RENAME TO hidden; CREATE VIEW dictionary AS SELECT * FROM hidden => the schema has a view dictionary in place of the table dictionary
ALTER TABLE game ADD COLUMN more ANY => the schema has the table game with another definition
DROP TABLE position_record => the schema lacks the table position_record
";

#[test]
fn a_foreign_schema_is_named_and_nothing_is_read_or_changed() {
    for (sql, expected) in cases(MENDED).chain(cases(LOST)) {
        let world = world();
        change(&world, sql);
        let before = world.bytes();
        world.problems().join("\n").says(expected);
        let import = world.try_import(["more.sgf"], &ImportOptions::default());
        for said in [import.expect_err(sql), world.find("hello").expect_err(sql)] {
            said.says(expected);
        }
        assert!(world.bytes() == before, "{sql}");
    }
}

#[test]
fn a_repair_takes_out_what_holds_nothing_and_leaves_tables() {
    for (sql, _) in cases(MENDED) {
        let world = world();
        change(&world, sql);
        assert_ne!(world.repair(), [""; 0], "{sql}");
        assert_sound(&world);
        world.import(["more.sgf"]);
        assert_eq!(world.games(), 3, "{sql}");
    }
    for (sql, expected) in cases(LOST) {
        let world = world();
        change(&world, sql);
        world.repair();
        let lacks = expected.replace("has a view dictionary in place of", "lacks");
        let problems = world.problems().join("\n");
        assert!(
            problems.contains(expected) || problems.contains(&lacks),
            "{sql}: {problems}"
        );
    }
}

#[test]
fn a_repair_mends_what_stands_beside_a_planted_table() {
    let world = world();
    change(
        &world,
        "CREATE TABLE planted (a UNIQUE);
         CREATE TRIGGER evil AFTER INSERT ON game BEGIN DELETE FROM source; END",
    );
    assert_eq!(world.repair(), ["took out the trigger evil"]);
    world.problems().join("\n").says("the schema has the table planted");
    change(&world, "DROP TABLE planted");
    assert_sound(&world);
}

#[test]
fn a_wrong_version_costs_nothing() {
    let world = world();
    change(&world, "PRAGMA user_version = 0");
    assert_eq!(world.repair(), ["wrote the number of the schema anew"]);
    assert_eq!(world.games(), 2);
    assert_sound(&world);
}

#[test]
fn a_trigger_that_was_not_there_when_the_file_was_opened_is_not_run() {
    let world = world();
    let db = world.open().expect("opens");
    let (trigger, _) = cases(MENDED).next().expect("a trigger");
    change(&world, trigger);
    let options = ImportOptions::default();
    import_with(&db, &[world.path("more.sgf")], &options, &mut Notes::default()).expect("imports");
    assert_eq!(world.number("SELECT count(*) FROM game WHERE id = 1"), 1);
    assert_eq!(world.number("SELECT count(*) FROM game"), 3);
}
