//! The index of words: damage to it is detected, reported, and repaired from
//! the records.

use super::contents::assert_sound;
use super::damage::{change, mix, open};
use crate::world::{Ran, World, document, game};
use testkit::Text;

/// Makes a database of games with and without words.
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
             id, generation, last_game, games, sources, archives, players, segments, last_source, labels,
             position_files, position_records, words, joined, analysis_files, analyses)",
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
    world.ok(["import", "-q", "more.sgf"]);
    let before = world.number("SELECT words FROM state");
    forge_sum(&world);
    assert_eq!(world.number("SELECT words FROM state"), before);
}

const QUESTIONS: [[&str; 3]; 3] = [
    ["find", "--json", "joseki"],
    ["find", "--json", "cup"],
    ["find", "--json", "mistake"],
];

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
    let right = QUESTIONS.map(|question| world().ok(question));
    for damage in DAMAGES {
        let world = world();
        change(&world, damage);
        for question in QUESTIONS {
            world.sentence(question).says("bgo check --repair");
        }
        world.sentence(["sql", "select rowid from game_words where game_words match 'joseki'"]);
        let ran = world.run(["check", "--json"]);
        let problems = document(&ran.out)["problems"].to_string();
        assert!(
            ran.status == 1 && problems.contains("the index of words"),
            "{damage}: {problems}"
        );
        for arguments in [["import", "-q", "more.sgf"], ["remove", "-q", "--game=1"]] {
            world.sentence(arguments).says("bgo check --repair");
        }
        assert_eq!(world.games(), 3);
        let report = world.json(["check", "--repair", "--json"]);
        let repaired = report["repaired"].to_string();
        repaired.says("words of games");
        assert_eq!(QUESTIONS.map(|question| world.ok(question)), right, "{damage}");
        world.ok(["import", "-q", "more.sgf"]);
        world.ok(["remove", "-q", "--game=4"]);
        assert_eq!(QUESTIONS.map(|question| world.ok(question)), right, "{damage}");
        assert_sound(&world);
        let again = world.json(["check", "--repair", "--json"]);
        assert_eq!(again["repaired"].to_string(), "[]", "{damage}");
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
    let ran = world.run(["check", "--json"]);
    let problems = document(&ran.out)["problems"].to_string();
    for expected in [
        "the words of game 2 are not those of its record",
        "the words of game 3 are not those of its record",
        "the words of label 1 are not those of its text",
    ] {
        problems.says(expected);
    }
    assert!(!problems.contains("game 1 "), "{problems}");
    world.ok(["check", "--repair", "-q"]);
    assert_sound(&world);
}

#[test]
fn a_repair_leaves_what_it_cannot_know() {
    let world = world();
    change(
        &world,
        "UPDATE record SET sgf = x'00' WHERE game = 1; UPDATE game_words_data SET block = zeroblob(0)",
    );
    let ran = world.run(["check", "--repair", "--json"]);
    let report = document(&ran.out);
    assert_eq!((ran.status, report["repaired"].to_string().as_str()), (1, "[]"));
    report["problems"]
        .to_string()
        .says("row 1 of the table record has a wrong checksum");
    world.sentence(QUESTIONS[0]).says("bgo check --repair");
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
    world
        .sentence(["sql", "select count(*) from games where year = 1"])
        .says("missing from index game_content");
    let ran = world.run(["check", "--json"]);
    assert!(
        ran.status == 1 && ran.out.contains("missing from index game_content"),
        "{}",
        ran.out
    );
    world
        .ok(["check", "--repair"])
        .says("repaired: made the indexes of SQLite anew");
    assert_sound(&world);
}

#[test]
fn words_are_a_condition_of_every_question_and_of_where() {
    let world = World::with(&[
        "(;SZ[19]EV[Spring cup];B[pd]C[a fine joseki];W[dp])",
        "(;SZ[19]EV[Cup];B[pd]C[joseki, fine];W[dd])",
        "(;SZ[19];B[dd];W[pp])",
    ]);
    for (words, games) in [
        (&["--words", "fine joseki"][..], 1),
        (&["--words=joseki"], 2),
        (&["words=joseki", "words=spring cup"], 1),
        (&["words=ladder"], 0),
    ] {
        for question in ["search", "years", "players", "games", "tree"] {
            let ran = Ran::new(world.bgo([question, "pd", "--json"]).args(words));
            let answer = document(&ran.out);
            assert_eq!(answer["games"], games, "{question} {words:?}");
        }
    }
    let script = "play pd; where words='fine joseki'; search --json; games --json words=joseki; where";
    let said = world.ok(["shell", "-c", script]);
    said.says("words='fine joseki'");
    let documents = serde_json::Deserializer::from_str(&said[said.find('{').expect("a document")..]);
    let mut documents = documents.into_iter::<serde_json::Value>().map_while(Result::ok);
    assert_eq!(documents.next().expect("a search")["games"], 1, "{said}");
    assert_eq!(documents.next().expect("a list")["games"], 2, "{said}");
    let wrong = world.run(["search", "--words", "..."]);
    assert_eq!(wrong.status, 2);
    wrong.err.says("there is no word in \"...\"");
}

/// The index removes the words that it is given, and a damaged record cannot tell them.
#[test]
fn the_words_of_a_game_whose_record_is_damaged_go_with_the_game() {
    let world = world();
    world.ok(["import", "-q", "more.sgf"]);
    assert_eq!(world.json(["find", "--json", "--words", "mistake"])["games"], 2);
    change(&world, "UPDATE record SET sgf = x'00' WHERE game = 4");
    world.ok(["remove", "-q", "--archive", "more.sgf"]);
    assert_sound(&world);
    assert_eq!(
        world.json(["find", "--json", "--words", "mistake"])["list"][0]["game"],
        2
    );
    assert_eq!(world.json(["find", "--json", "--words", "cup"])["games"], 2);
}
