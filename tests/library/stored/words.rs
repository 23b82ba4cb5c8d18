//! The index of words: damage to it is detected, reported, and repaired from
//! the records.

use super::contents::assert_sound;
use super::damage::{change, mix, open};
use super::{World, game};
use bgo::internal::import::ImportOptions;
use testkit::Text;

fn world() -> World {
    let world = World::with(&[
        &game("PB[Ann]EV[Spring Cup]C[a fine joseki]", "pd dp"),
        &game("PB[Bob]EV[Autumn Cup]C[another joseki, and a mistake]", "dd pp"),
        &game("PB[Cid]", "qd dc"),
    ]);
    world.write("more.sgf", game("PB[Dan]EV[Winter Cup]C[a new mistake]", "dc pp"));
    world
}

/// Sets the checksum of words to that of the current rows, computed as
/// specified in docs/format.md.
fn forge_sum(world: &World) {
    let database = open(world);
    let mut sum = 0_u64;
    for index in ["label_words", "game_words"] {
        for (part, columns) in [
            ("config", "k, v"),
            ("data", "id, block"),
            ("docsize", "id, sz"),
            ("idx", "segid, term, pgno"),
        ] {
            let table = format!("{index}_{part}");
            let sql = format!("SELECT row_checksum('{table}', {columns}) FROM {table}");
            let mut statement = database.prepare(&sql).expect("a query");
            let rows = statement.query_map([], |row| row.get::<_, u32>(0)).expect("rows");
            for checksum in rows {
                sum = sum.wrapping_add(mix(checksum.expect("a checksum").into()));
            }
        }
    }
    let sql = format!(
        "UPDATE state SET words = {};
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, last_source, games, sources, joined, archives, players, labels, words,
             segments, position_files, position_records, analysis_files, analyses)",
        sum as i64
    );
    database.execute_batch(&sql).expect("is forged");
}

#[test]
fn the_sum_is_that_of_the_rows_that_the_format_names() {
    let world = world();
    let before = world.number("SELECT words FROM state");
    forge_sum(&world);
    assert_eq!(world.number("SELECT words FROM state"), before);
    world.import(["more.sgf"]);
    let before = world.number("SELECT words FROM state");
    forge_sum(&world);
    assert_eq!(world.number("SELECT words FROM state"), before);
}

const QUESTIONS: [&str; 3] = ["joseki", "cup", "mistake"];

const DAMAGES: [&str; 9] = [
    "UPDATE game_words_data SET block = zeroblob(0)",
    "UPDATE game_words_data SET block = zeroblob(length(block)) WHERE id > 100",
    "DELETE FROM game_words_data WHERE id > 100",
    "DELETE FROM game_words_docsize WHERE id = 2",
    "DELETE FROM game_words_idx",
    "DELETE FROM game_words_config",
    "UPDATE label_words_data SET block = x'00' WHERE id = 1",
    "INSERT INTO label_words (rowid, text) VALUES (77, 'joseki')",
    // Replaces the index by a valid one of other texts.
    "DELETE FROM game_words_data; INSERT INTO game_words_data SELECT * FROM label_words_data;
     DELETE FROM game_words_idx; INSERT INTO game_words_idx SELECT * FROM label_words_idx",
];

#[test]
fn damaged_words_give_no_answer_are_named_and_are_made_anew() {
    let right = QUESTIONS.map(|question| world().find(question));
    assert!(right.iter().all(Result::is_ok));
    for damage in DAMAGES {
        let world = world();
        change(&world, damage);
        for question in QUESTIONS {
            world.find(question).expect_err(damage).says("the index of words");
        }
        world.problems().join("\n").says("the index of words");
        let import = world.try_import(["more.sgf"], &ImportOptions::default());
        import.expect_err(damage).says("the index of words");
        let removal = world.try_remove(&[], &[1..=1]).expect_err(damage);
        removal.to_string().says("the index of words");
        assert_eq!(world.games(), 3);
        world.repair().join("\n").says("words of games");
        assert_eq!(QUESTIONS.map(|question| world.find(question)), right, "{damage}");
        world.import(["more.sgf"]);
        world.remove(&[], &[4..=4]);
        assert_eq!(QUESTIONS.map(|question| world.find(question)), right, "{damage}");
        assert_sound(&world);
        assert_eq!(world.repair(), [""; 0], "{damage}");
    }
}

#[test]
fn words_that_fit_their_sum_and_not_the_records_are_named() {
    let world = world();
    let sql = "INSERT INTO game_words (rowid, text) VALUES (3, 'joseki');
               INSERT INTO game_words (game_words, rowid, text)
               VALUES ('delete', 2, 'another joseki and a mistake');
               INSERT INTO label_words (label_words, rowid, text) VALUES ('delete', 1, 'spring cup')";
    change(&world, sql);
    forge_sum(&world);
    let mut problems = world.problems();
    problems.sort();
    assert_eq!(
        problems,
        [
            "the words of game 2 are not those of its record",
            "the words of game 3 are not those of its record",
            "the words of label 1 are not those of its text",
        ]
    );
    world.repair();
    assert_sound(&world);
}

#[test]
fn a_repair_leaves_what_it_cannot_know() {
    let world = world();
    change(
        &world,
        "UPDATE record SET sgf = x'00' WHERE game = 1; UPDATE game_words_data SET block = zeroblob(0)",
    );
    assert_eq!(world.repair(), [""; 0]);
    let problems = world.problems().join("\n");
    problems.says("row 1 of the table record has a wrong checksum");
    world.find("joseki").expect_err("is damaged").says("the index of words");
}

#[test]
fn an_index_of_sqlite_is_made_anew() {
    let world = world();
    // Hides the index during a change, so that it lacks the entry.
    change(&world, "UPDATE game SET content = content + 1 WHERE id = 2");
    change(
        &world,
        "CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'game_content';
         PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'game_content'",
    );
    change(&world, "UPDATE game SET content = content - 1 WHERE id = 2");
    change(
        &world,
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept; DROP TABLE kept",
    );
    world.problems().join("\n").says("missing from index game_content");
    assert_eq!(world.repair(), ["made the indexes of SQLite anew"]);
    assert_sound(&world);
}

/// The index removes the words that it is given, and a damaged record cannot tell them.
#[test]
fn the_words_of_a_game_whose_record_is_damaged_go_with_the_game() {
    let world = world();
    world.import(["more.sgf"]);
    change(&world, "UPDATE record SET sgf = x'00' WHERE game = 4");
    world.remove(&["more.sgf"], &[]);
    assert_sound(&world);
    for (words, games) in [("mistake", "\"games\":1"), ("cup", "\"games\":2")] {
        world.find(words).expect("a list").says(games);
    }
}
