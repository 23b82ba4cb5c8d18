//! Databases whose schema differs from the program's: no foreign code runs, and
//! every difference is reported.

use super::contents::assert_sound;
use super::damage::change;
use crate::world::{World, document, game};
use bgo::import::{ImportOptions, import};
use bgo::store::{Access, Database};
use bgo_cli::ImportReporter;
use testkit::Text;

fn world() -> World {
    let world = World::with(&[&game("PB[Ann]EV[Cup]C[hello]", "pd dp"), &game("PB[Bob]", "dd pp")]);
    world.write("more.sgf", game("PB[Cid]", "qd dc"));
    world
}

/// Statements that change the schema, the message about the change, and whether
/// a repair can undo it.
const FOREIGN: [(&str, &str, bool); 10] = [
    (
        "CREATE TRIGGER evil AFTER INSERT ON game BEGIN DELETE FROM game WHERE id = 1; END",
        "the schema has the trigger evil, which is not of bgo",
        true,
    ),
    (
        "CREATE TABLE planted (a); INSERT INTO planted VALUES (1)",
        "the schema has the table planted, which is not of bgo",
        false,
    ),
    (
        "CREATE INDEX planted ON game (year)",
        "the schema has the index planted, which is not of bgo",
        true,
    ),
    (
        "CREATE VIEW planted AS SELECT 1",
        "the schema has the view planted, which is not of bgo",
        true,
    ),
    (
        "DROP VIEW games; CREATE VIEW games AS SELECT id AS game FROM game",
        "the schema has the view games with another definition",
        true,
    ),
    (
        "ALTER TABLE dictionary RENAME TO hidden; CREATE VIEW dictionary AS SELECT * FROM hidden",
        "the schema has a view dictionary in place of the table dictionary",
        false,
    ),
    (
        "ALTER TABLE game ADD COLUMN more ANY",
        "the schema has the table game with another definition",
        false,
    ),
    (
        "DROP INDEX game_content",
        "the schema lacks the index game_content",
        true,
    ),
    ("DROP VIEW sources", "the schema lacks the view sources", true),
    (
        "DROP TABLE position_record",
        "the schema lacks the table position_record",
        false,
    ),
];

#[test]
fn a_foreign_schema_is_named_and_nothing_is_read_or_changed() {
    for (sql, expected, _) in FOREIGN {
        let world = world();
        change(&world, sql);
        let before = std::fs::read(world.database_path()).expect("is there");
        for arguments in [
            ["import", "more.sgf"],
            ["search", "pd"],
            ["sql", "select 1"],
            ["shell", "--quiet"],
        ] {
            let sentence = world.sentence(arguments);
            assert!(
                sentence.contains(expected) && sentence.contains("bgo check --repair"),
                "{sql}: {sentence}"
            );
        }
        let ran = world.run(["check", "--json"]);
        assert_eq!(ran.status, 1, "{sql}");
        document(&ran.out)["problems"].to_string().says(expected);
        assert_eq!(std::fs::read(world.database_path()).expect("is there"), before, "{sql}");
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
    let ran = world.run(["check", "--repair"]);
    ran.out.says("repaired: took out the trigger evil\n");
    ran.out.says("the schema has the table planted");
    change(&world, "DROP TABLE planted");
    assert_sound(&world);
}

#[test]
fn a_file_that_is_no_database_is_left_as_it_is() {
    let world = World::new();
    for bytes in ["", "x", "no database, however it is called"] {
        world.write("games.sqlite", bytes);
        let ran = world.run(["check", "--repair"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{ran:?}");
        assert_eq!(std::fs::read_to_string(world.database_path()).expect("is there"), bytes);
    }
}

#[test]
fn a_wrong_version_costs_nothing() {
    for version in [0, 3, 5, 6, 7] {
        let world = world();
        change(&world, &format!("PRAGMA user_version = {version}"));
        let ran = world.run(["check", "--repair"]);
        assert_eq!(
            ran.out.lines().next(),
            Some("repaired: wrote the number of the schema anew"),
            "{ran:?}"
        );
        assert_eq!(world.games(), 2);
        assert_sound(&world);
    }
}

#[test]
fn a_repair_takes_out_what_holds_nothing_and_leaves_tables() {
    for (sql, expected, is_repaired) in FOREIGN {
        let world = world();
        change(&world, sql);
        let ran = world.run(["check", "--repair", "--json"]);
        let report = document(&ran.out);
        if is_repaired {
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{sql}");
            assert_eq!(report["problems"].to_string(), "[]", "{sql}");
            assert_ne!(report["repaired"].to_string(), "[]", "{sql}");
            assert_sound(&world);
            world.ok(["import", "-q", "more.sgf"]);
            assert_eq!(world.games(), 3, "{sql}");
        } else {
            assert_eq!(ran.status, 1, "{sql}");
            let lacks = expected.replace("has a view dictionary in place of", "lacks");
            let problems = report["problems"].to_string();
            assert!(
                problems.contains(expected) || problems.contains(&lacks),
                "{sql}: {problems}"
            );
        }
    }
}

#[test]
fn a_trigger_that_was_not_there_when_the_file_was_opened_is_not_run() {
    let world = world();
    let open = Database::open(&world.database_path(), Access::Write).expect("opens");
    change(&world, FOREIGN[0].0);
    let mut silent = ImportReporter::new(false, None);
    import(&open, &[world.path("more.sgf")], &ImportOptions::default(), &mut silent).expect("imports");
    assert_eq!(world.number("SELECT count(*) FROM game WHERE id = 1"), 1);
    assert_eq!(world.number("SELECT count(*) FROM game"), 3);
}
