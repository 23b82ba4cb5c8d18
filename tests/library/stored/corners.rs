//! The corners of games, which decide questions about patterns in corners.

use super::World;
use super::damage::{change, open, sealed};
use bgo::internal::query::{Detail, PatternOptions, Question, search};
use bgo::{BoardSize, Pattern};
use rusqlite::params;
use serde_json::{Value, json};
use testkit::{Text, cases, made_up_archive};

/// Damage, and what a check says.
const DAMAGES: &str = "
DELETE FROM game_corners WHERE id = 0 => row 0 of the corners is missing
DELETE FROM game_corners WHERE id = 1 => row 1 of the corners is missing
UPDATE game_corners SET data = x'' WHERE id = 1 => row 1 of the corners has a wrong checksum
UPDATE game_corners SET data = (SELECT data FROM game_corners WHERE id = 1) WHERE id = 0 => row 0 of the corners has a wrong checksum
UPDATE game_corners SET data = (SELECT data FROM text_run WHERE id = 0) WHERE id = 0 => row 0 of the corners has a wrong checksum
UPDATE game_corners SET data = (SELECT data FROM game_columns WHERE id = 0) WHERE id = 0 => row 0 of the corners has a wrong checksum
INSERT INTO game_corners VALUES (9, x'00') => there are 3 rows of corners and there should be 2
";

fn world() -> World {
    let world = World::new();
    world.write("games.tar", made_up_archive(0..60));
    world.import(["games.tar"]);
    world
}

/// Asks for a stone on the 4-4 point in an empty corner.
fn answer(world: &World) -> Result<Value, String> {
    let pattern = Pattern::parse("+-----/|...../|...../|...../|...X./|.....").expect("a diagram");
    let question = Question::of_diagram(pattern, BoardSize::MAX, PatternOptions::default());
    let snapshot = world.read().map_err(|error| error.to_string())?;
    let answer = search(&snapshot, &question, Detail::Counts).map_err(|error| error.to_string())?;
    Ok(json!(answer))
}

#[test]
fn damage_to_corners_is_named_and_mended_and_gives_no_wrong_answer() {
    let world = world();
    let right = answer(&world).expect("an answer");
    for (sql, expected) in cases(DAMAGES) {
        change(&world, sql);
        world.problems().join("\n").says(expected);
        if let Ok(answer) = answer(&world) {
            assert_eq!(answer, right, "{sql}");
        }
        world.repair().join("\n").says("corners");
        assert_eq!(world.problems(), [""; 0], "{sql}");
        assert_eq!(answer(&world), Ok(right.clone()), "{sql}");
    }
}

#[test]
fn corners_of_other_games_are_noticed() {
    let world = world();
    let database = open(&world);
    let sql = "SELECT data FROM game_corners WHERE id = 1";
    let row: Vec<u8> = database.query_row(sql, [], |row| row.get(0)).expect("a row");
    let mut data = row[..row.len() - 4].to_vec();
    // The second byte of a list is the last of its game and quadrant.
    data[0] ^= 1;
    let forged = sealed(&data, &[1, -3]);
    let sql = "UPDATE game_corners SET data = ?1 WHERE id = 1";
    database.execute(sql, params![forged]).expect("is changed");
    drop(database);
    world.problems().join("\n").says("are not those of its course");
    world.repair();
    assert_eq!(world.problems(), [""; 0]);
}

#[test]
fn patterns_in_corners_are_counted_without_courses() {
    let world = world();
    let right = answer(&world).expect("an answer");
    assert_ne!(right["games"], 0);
    change(&world, "UPDATE record SET course = x''");
    assert_eq!(answer(&world), Ok(right));
}
