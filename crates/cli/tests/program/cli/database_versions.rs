//! Databases of older and newer schemas, and files that are not databases.

use super::contents::{add_position_file, archive, assert_same, assert_sound, contents, made_up, positions};
use super::damage::{change, open};
use super::older_schemas::{
    eleventh_schema, fifth_schema, first_schema, fourth_schema, latest_columns, one_segment_a_game, second_schema,
    seventh_schema, sixth_schema, tenth_schema, third_schema,
};
use crate::world::{Ran, World, game, long_line};
use bgo::store::AddedPositions;
use rusqlite::Connection;
use std::fs;
use testkit::{Text, tar, tgz};

fn latest() -> i64 {
    fs::read_dir(testkit::root().join("migrations"))
        .expect("a folder")
        .count() as i64
}

fn assert_latest(world: &World) {
    assert_eq!(world.number("SELECT user_version FROM pragma_user_version()"), latest());
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
        first_schema(&world.database_path());
        world.ok(arguments);
        assert_latest(&world);
        world.ok(["import", "-q", "a.sgf"]);
        assert_eq!(world.games_with("pd dp", "19"), 1);
    }
}

#[test]
fn games_of_the_eleventh_schema_get_their_times_and_programs() {
    let world = World::with(&[
        &game("TM[600]OT[3x30 byo-yomi]AP[CGoban:3]EV[Cup]", &long_line(40, 3)),
        &game("C[a joseki]", &long_line(40, 4)),
    ]);
    eleventh_schema(&world);
    for condition in [
        ["--time", "10m"],
        ["--overtime", "byo"],
        ["--program", "cgoban"],
        ["--event", "cup"],
    ] {
        let found = world.json(["find", "--json", condition[0], condition[1]]);
        assert_eq!(found["list"][0]["game"], 1, "{condition:?}: {found}");
        assert_eq!(found["games"], 1);
    }
    assert_eq!(
        world.json(["find", "--json", "--words", "joseki"])["list"][0]["game"],
        2
    );
    assert_eq!(world.json(["show", "1", "--json"])["time_limit"], 600);
    assert_latest(&world);
    assert_sound(&world);
}

#[test]
fn games_of_the_tenth_schema_get_their_last_dates() {
    let world = World::with(&[
        &game("DT[1933-10-16,1934-01-29]", &long_line(40, 3)),
        &game("DT[1934]", &long_line(40, 4)),
    ]);
    tenth_schema(&world);
    for year in ["1933", "1934"] {
        let found = world.json(["search", "--json", "--year", year]);
        assert_eq!(found["games"], if year == "1933" { 1 } else { 2 }, "{year}");
    }
    assert_latest(&world);
    assert_sound(&world);
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let world = World::with(&[&game("", "pd")]);
    change(&world, "PRAGMA user_version = 99");
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
    world
        .sentence(["demo", "--db", "games.sqlite"])
        .begins("games.sqlite has schema 99");
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
    world
        .sentence(["search"])
        .ends("is empty; `bgo import ARCHIVE` fills it");
    world.ok(["import", "a.sgf"]);
    assert_eq!(world.games(), 1);
}

#[test]
fn damage_is_reported_and_never_an_answer() {
    let line = long_line(60, 3);
    let world = World::with(&[&game("", &line)]);
    let database = open(&world);
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
    world.sentence(["search"]).ends("is missing");
    drop(database);
    for name in ["games.sqlite-wal", "games.sqlite-shm"] {
        let _ = fs::remove_file(world.path(name));
    }
    world.write("games.sqlite", &whole[..whole.len() / 2]);
    let ran = world.run(["search", "pd"]);
    assert!(ran.status == 1 && ran.err.contains("games.sqlite"), "{ran:?}");
}

#[test]
fn games_of_the_second_schema_get_checksums_and_say_the_same() {
    let records: Vec<String> = (0..24).map(made_up).collect();
    let world = World::new();
    world.write("games.tar", archive(0..24));
    world.ok(["import", "-q", "games.tar"]);
    let many = one_segment_a_game(&records);
    assert_eq!(many.number("SELECT count(*) FROM segment"), 24);
    let positions = positions(&(0..30).map(made_up).collect::<Vec<_>>());
    let expected = contents(&world, &positions);
    for (world, segments) in [(&world, 1), (&many, 24)] {
        for again in [&["check", "--quiet"][..], &["info"], &["search", "pd"], &["optimize"]] {
            second_schema(world);
            let ran = Ran::new(world.bgo([]).args(again));
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{again:?}");
            assert_latest(world);
            let left = if again == ["optimize"] { 1 } else { segments };
            assert_eq!(world.number("SELECT count(*) FROM segment"), left);
            assert_sound(world);
            assert_same(&contents(world, &positions), &expected);
        }
    }
    // The next import merges segments and continues the game numbers.
    let many = one_segment_a_game(&records);
    second_schema(&many);
    many.write("more.tar", archive(24..30));
    many.ok(["import", "-q", "more.tar"]);
    assert_eq!(many.number("SELECT min(id) FROM game WHERE id > 24"), 25);
    assert!(many.number("SELECT count(*) FROM segment") <= 7);
    world.write("more.tar", archive(24..30));
    world.ok(["import", "-q", "more.tar"]);
    assert_sound(&many);
    assert_same(&contents(&many, &positions), &contents(&world, &positions));
}

#[test]
fn sources_of_the_third_schema_come_after_those_that_records_are_from() {
    let line = long_line(40, 3);
    let other = game("", &long_line(40, 4));
    let world = World::new();
    let [dated, same_year] = ["DT[2005]", "DT[2005-03]"].map(|date| game(date, &line));
    // The archive c.tar later gains another record of a game from b.tar.
    world.write("c.tar", tar(&[("a.sgf", &other)]));
    world.ok(["import", "-q", "c.tar"]);
    for (name, record) in [("b.tar", &dated), ("a.tar", &same_year)] {
        world.write(name, tar(&[("a.sgf", record)]));
        world.ok(["import", "-q", name]);
    }
    world.write("c.tar", tar(&[("a.sgf", &other), ("b.sgf", &game("", &line))]));
    world.ok(["import", "-q", "c.tar"]);
    third_schema(&world);
    world.ok(["info"]);
    assert_latest(&world);
    let sources = "SELECT number || substr(path, -5) || member FROM source JOIN archive ON archive.id = archive
                   ORDER BY number";
    let expected = ["1c.tara.sgf", "2b.tara.sgf", "3c.tarb.sgf", "4a.tara.sgf"];
    assert_eq!(world.texts(sources), expected);
    assert_sound(&world);
    world.write("d.tar", tar(&[("a.sgf", game("DT[2005-03]C[d]", &line))]));
    world.ok(["import", "-q", "d.tar"]);
    assert_eq!(world.number("SELECT max(number) FROM source"), 5);
    assert_sound(&world);
}

#[test]
fn games_of_the_fourth_schema_get_columns_labels_and_words() {
    let records: Vec<String> = (0..40)
        .map(|number| {
            let more = format!(
                "PB[Ōtake {}]EV[The {}th Meijin]PC[東京]C[名局{number}]RE[B+R]",
                number % 7,
                number % 5
            );
            made_up(number).replacen("(;", &format!("(;{more}"), 1)
        })
        .collect();
    let positions = positions(&records);
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    let (world, older) = (World::with(&records), World::with(&records));
    fourth_schema(&older);
    let questions = [
        ["find", "--json", "--player", "otake 3"],
        ["find", "--json", "meijin", "名局"],
        ["find", "京", "--json", "--event=2th"],
        ["players", "--json", "--limit", "9"],
        ["years", "--json", "--player", "ŌTAKE"],
    ];
    for question in questions {
        let (here, there) = (world.ok(question), older.ok(question));
        assert_eq!(here, there, "{question:?}");
        assert!(here.contains("Ōtake") || here.contains("\"years\":[{"), "{here}");
    }
    assert_sound(&older);
    assert_same(&contents(&older, &positions), &contents(&world, &positions));
}

#[test]
fn games_of_the_fifth_schema_stay_and_positions_can_join_them() {
    let records: Vec<String> = (0..40).map(made_up).collect();
    let positions = positions(&records);
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    let (world, older) = (World::with(&records), World::with(&records));
    fifth_schema(&older);
    // Opening the database for reading is enough to migrate it.
    older.ok(["info"]);
    assert_latest(&older);
    assert_sound(&older);
    assert_same(&contents(&older, &positions), &contents(&world, &positions));
    fifth_schema(&older);
    assert_eq!(add_position_file(&older, "a.dat", 0..20), AddedPositions::New(20));
    assert_eq!(older.number("SELECT records FROM position_files"), 20);
    assert_sound(&older);
    older.write("more.sgf", game("", "pd"));
    older.ok(["import", "-q", "more.sgf"]);
    older.ok(["remove", "--yes", "--archive", "more.sgf"]);
    assert_eq!(add_position_file(&older, "a.dat", 0..20), AddedPositions::Unchanged(20));
    assert_sound(&older);
}

#[test]
fn games_without_moves_of_the_sixth_schema_are_found_by_their_portable_texts() {
    let without: Vec<String> = (0..9).map(|number| format!("(;PB[{number}]AB[pd])")).collect();
    let records: Vec<&str> = without.iter().map(String::as_str).collect();
    let world = World::with(&records);
    let hashes = "SELECT group_concat(content) FROM game";
    let expected = world.texts(hashes);
    sixth_schema(&world);
    assert_ne!(world.texts(hashes), expected);
    // The migration does not touch a damaged game.
    change(&world, "UPDATE game SET round = 'x' WHERE id = 9");
    let content = "SELECT CAST(content AS TEXT) FROM game WHERE id = 9";
    let before = world.texts(content);
    world.run(["info"]);
    assert_latest(&world);
    assert_eq!(world.texts(content), before);
    change(
        &world,
        &format!(
            "UPDATE game SET round = NULL WHERE id = 9;
             UPDATE game SET checksum = row_checksum({}) WHERE id = 9;
             DELETE FROM meta WHERE name = 'derived'",
            latest_columns()
        ),
    );
    world.ok(["info"]);
    assert_eq!(world.texts(hashes), expected);
    assert_eq!(world.number("SELECT value FROM meta WHERE name = 'derived'"), 1);
    assert_sound(&world);
    // Other texts of the same games are duplicates.
    for (number, record) in without.iter().enumerate() {
        let other = record.replace("(;", "remark ( ;CA[UTF-8]");
        world.write(&format!("{number}.sgf"), other.trim_end_matches(')'));
        let sums = world.json(["import", "--json", &format!("{number}.sgf")]);
        assert_eq!(
            (&sums["added"], &sums["duplicates"]),
            (&0.into(), &1.into()),
            "{record}"
        );
    }
}

#[test]
fn words_of_the_sixth_schema_are_made_anew_whatever_they_are() {
    let records: Vec<String> = (0..20)
        .map(|number| made_up(number).replacen("(;", &format!("(;EV[The {}th Meijin]C[名局{number}]", number % 5), 1))
        .collect();
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    let world = World::with(&records);
    let questions = [
        ["find", "--json", "名局7"],
        ["find", "--json", "meijin"],
        ["find", "--json", "--event=2th"],
    ];
    let right = questions.map(|question| world.ok(question));
    assert!(right.iter().all(|answer| answer.contains("Meijin")), "{right:?}");
    for damage in [
        "",
        "UPDATE game_words_data SET block = zeroblob(0)",
        "DELETE FROM game_words_docsize",
        "DELETE FROM label_words_config",
        "DELETE FROM label; DELETE FROM game_columns",
    ] {
        sixth_schema(&world);
        change(&world, damage);
        assert_eq!(questions.map(|question| world.ok(question)), right, "{damage}");
        assert_latest(&world);
        assert_sound(&world);
    }
}

#[test]
fn games_of_the_seventh_schema_get_the_courses_of_a_new_import() {
    let records: Vec<String> = (0..1100).map(made_up).collect();
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    let world = World::with(&records);
    // A row with removed games, and one without any game.
    world.ok(["remove", "--yes", "--game", "3", "--game", "5", "--game", "512..1030"]);
    let courses = "SELECT id || ' ' || hex(data) FROM game_courses ORDER BY id";
    let expected = world.texts(courses);
    assert_eq!(expected.len(), 3);
    for question in [
        &["search", "pd"][..],
        &["info"],
        &["check", "--quiet"],
        &["check", "--repair", "--quiet"],
    ] {
        seventh_schema(&world);
        let ran = Ran::new(world.bgo([]).args(question));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{question:?}");
        assert_latest(&world);
        // A row tells how many numbers it has, which end at the last game.
        let found = world.texts(courses);
        assert_eq!(found.len(), 3);
        assert_eq!((&found[0], &found[2]), (&expected[0], &expected[2]), "{question:?}");
        assert_sound(&world);
    }
    seventh_schema(&world);
    world.write("more.sgf", game("", "pd"));
    world.ok(["import", "-q", "more.sgf"]);
    assert_sound(&world);
}

#[test]
fn a_damaged_record_of_the_seventh_schema_gets_no_course_and_stops_nothing() {
    let records: Vec<String> = (0..9).map(made_up).collect();
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    let world = World::with(&records);
    let courses = "SELECT hex(data) FROM game_courses";
    let expected = world.texts(courses);
    seventh_schema(&world);
    let record = world.texts("SELECT hex(sgf) FROM record WHERE game = 4");
    change(&world, "UPDATE record SET sgf = x'01' WHERE game = 4");
    world.ok(["info"]);
    assert_latest(&world);
    let snapshot = world.snapshot();
    let mut visited = Vec::new();
    let read = snapshot.read_courses(0, |game, _| visited.push(game));
    assert_eq!(visited, [1, 2, 3]);
    read.expect_err("game 4 has no course")
        .to_string()
        .ends("the course of game 4 is missing");
    drop(snapshot);
    // The course can be made once the record is there again.
    change(
        &world,
        &format!("UPDATE record SET sgf = x'{}' WHERE game = 4", record[0]),
    );
    world
        .run(["check", "--json"])
        .out
        .says("\"the course of game 4 is missing\"");
    let repaired = world.run(["check", "--repair"]).out;
    for part in ["the columns, labels and words", "courses"] {
        let said = format!("repaired: made {part} of games anew\n");
        repaired.says(&said);
    }
    assert_eq!(world.texts(courses), expected);
    assert_sound(&world);
}

#[test]
fn damage_in_the_third_schema_stays_damage() {
    for damage in [
        "UPDATE source SET member = 'x'",
        "UPDATE state SET archives = archives + 1",
    ] {
        let world = World::with(&[&game("", "pd dp")]);
        third_schema(&world);
        change(&world, damage);
        let ran = world.run(["check"]);
        assert!(
            ran.status == 1 && ran.out.contains("wrong checksum"),
            "{damage}: {ran:?}"
        );
    }
}
