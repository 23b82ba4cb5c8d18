//! Databases of earlier schemas: opening one makes it what a new import would be.

use super::contents::{add_position_file, assert_same, assert_sound, contents, positions};
use super::damage::change;
use super::older_schemas::{
    eleventh_schema, fifth_schema, first_schema, fourth_schema, latest_columns, one_segment_a_game, second_schema,
    seventh_schema, sixth_schema, tenth_schema, third_schema,
};
use super::{World, game, long_line};
use bgo::internal::record::MAX_LETTERS;
use bgo::internal::store::AddedPositions;
use std::fs;
use testkit::{Text, made_up, made_up_archive, tar};

fn latest() -> i64 {
    fs::read_dir(testkit::root().join("migrations"))
        .expect("a folder")
        .count() as i64
}

fn assert_latest(world: &World) {
    assert_eq!(world.number("SELECT user_version FROM pragma_user_version()"), latest());
}

fn open(world: &World) {
    world.snapshot();
    assert_latest(world);
}

/// What follows from records, as the file has it; a check compares the columns of games with the rows.
fn derived(world: &World) -> Vec<String> {
    let games = format!("SELECT concat_ws('|', {}) FROM game ORDER BY id", latest_columns());
    let rows = |sql: &str| world.texts(sql);
    let courses = rows("SELECT hex(data) FROM game_courses ORDER BY id");
    let labels = rows("SELECT text FROM label ORDER BY text");
    let players = rows("SELECT name || '|' || folded FROM player ORDER BY id");
    let words = ["meijin", "joseki", "otake", "cup"].map(|word| world.find(word).unwrap_or_else(|error| error));
    [rows(&games), courses, labels, players, words.into()].concat()
}

fn records(games: usize) -> Vec<String> {
    let record = |number: usize| {
        let event = format!("EV[The {}th Meijin]PC[東京]C[名局{number}, a joseki]", number % 5);
        let root = format!(
            "(;PB[Ōtake {}]TM[{number}]OT[3x30 byo-yomi]AP[CGoban:3]{event}",
            number % 7
        );
        made_up(number).replacen("(;", &root, 1)
    };
    (0..games).map(record).collect()
}

#[test]
fn the_first_schema_takes_an_import() {
    let world = World::new();
    world.write("a.sgf", game("", "pd dp"));
    first_schema(&world.database_path());
    open(&world);
    world.import(["a.sgf"]);
    assert_eq!(world.games_with("pd dp"), 1);
}

#[test]
fn what_follows_from_records_is_made_as_a_new_import_makes_it() {
    let mut records = records(40);
    // A game of two years, and one of a day.
    records.push(game("DT[1933-10-16,1934-01-29]", &long_line(40, 3)));
    records.push(game("DT[1934-01-02]", &long_line(40, 4)));
    let (new, older) = (World::with(&records), World::with(&records));
    let expected = derived(&new);
    let positions = positions(&records);
    for take_back in [eleventh_schema, tenth_schema, fourth_schema] {
        take_back(&older);
        open(&older);
        assert_same(&derived(&older), &expected);
        assert_sound(&older);
        assert_same(&contents(&older, &positions), &contents(&new, &positions));
    }
}

#[test]
fn games_of_the_second_schema_get_checksums_and_say_the_same() {
    let records: Vec<String> = (0..24).map(made_up).collect();
    let world = World::new();
    world.write("games.tar", made_up_archive(0..24));
    world.import(["games.tar"]);
    let many = one_segment_a_game(&records);
    let positions = positions(&(0..30).map(made_up).collect::<Vec<_>>());
    let expected = contents(&world, &positions);
    let segments = |world: &World| world.number("SELECT count(*) FROM segment");
    for (world, left) in [(&world, 1), (&many, 24)] {
        second_schema(world);
        open(world);
        assert_eq!(segments(world), left);
        assert_sound(world);
        assert_same(&contents(world, &positions), &expected);
    }
    // The next import merges segments and continues the game numbers.
    let optimized = one_segment_a_game(&records);
    second_schema(&optimized);
    optimized
        .open()
        .expect("opens")
        .optimize(|_, _| {})
        .expect("is optimized");
    assert_eq!(segments(&optimized), 1);
    second_schema(&many);
    let all = [&world, &many, &optimized];
    for world in all {
        world.write("more.tar", made_up_archive(24..30));
        world.import(["more.tar"]);
        assert_eq!(world.number("SELECT min(id) FROM game WHERE id > 24"), 25);
        assert!(segments(world) <= 7);
        assert_sound(world);
    }
    let said = all.map(|world| contents(world, &positions));
    assert_same(&said[1], &said[0]);
    assert_same(&said[2], &said[0]);
}

#[test]
fn words_of_the_sixth_schema_are_made_anew_whatever_they_are() {
    let world = World::with(&records(20));
    let right = derived(&world);
    for damage in [
        "",
        "UPDATE game_words_data SET block = zeroblob(0)",
        "DELETE FROM game_words_docsize",
        "DELETE FROM label_words_config",
        "DELETE FROM label; DELETE FROM game_columns",
    ] {
        sixth_schema(&world);
        change(&world, damage);
        open(&world);
        assert_same(&derived(&world), &right);
        assert_sound(&world);
    }
}

#[test]
fn games_of_the_seventh_schema_get_the_courses_of_a_new_import() {
    let records: Vec<String> = (0..1100).map(made_up).collect();
    let world = World::with(&records);
    // A row with removed games, and one without any game.
    world.remove(&[], &[3..=3, 5..=5, 512..=1030]);
    let courses = "SELECT id || ' ' || hex(data) FROM game_courses ORDER BY id";
    let expected = world.texts(courses);
    assert_eq!(expected.len(), 3);
    seventh_schema(&world);
    open(&world);
    // A row tells how many numbers it has, which end at the last game.
    let found = world.texts(courses);
    assert_eq!((found.len(), &found[0], &found[2]), (3, &expected[0], &expected[2]));
    assert_sound(&world);
    seventh_schema(&world);
    world.write("more.sgf", game("", "pd"));
    world.import(["more.sgf"]);
    assert_sound(&world);
}

#[test]
fn a_huge_name_of_an_earlier_schema_is_cut() {
    let huge = "x".repeat(MAX_LETTERS * 3);
    let world = World::with(&[game(&format!("PB[{huge}]PW[Cho U]"), &long_line(40, 1))]);
    let names = "SELECT name || folded FROM player ORDER BY name";
    let expected = world.texts(names);
    let whole = format!("name = '{huge}', folded = '{huge}', checksum = row_checksum(id, '{huge}', '{huge}')");
    change(&world, &format!("UPDATE player SET {whole} WHERE name LIKE 'xx%'"));
    sixth_schema(&world);
    open(&world);
    assert_eq!(world.texts(names), expected);
    assert_sound(&world);
    assert_eq!(world.import(["games.tar"])["added"], 0);
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
        world.problems().join("\n").says("wrong checksum");
    }
}

#[test]
fn sources_of_the_third_schema_come_after_those_that_records_are_from() {
    let line = long_line(40, 3);
    let other = game("", &long_line(40, 4));
    let world = World::new();
    let [dated, same_year] = ["DT[2005]", "DT[2005-03]"].map(|date| game(date, &line));
    // The archive c.tar later gains another record of a game from b.tar.
    world.write("c.tar", tar(&[("a.sgf", &other)]));
    world.import(["c.tar"]);
    for (name, record) in [("b.tar", &dated), ("a.tar", &same_year)] {
        world.write(name, tar(&[("a.sgf", record)]));
        world.import([name]);
    }
    world.write("c.tar", tar(&[("a.sgf", &other), ("b.sgf", &game("", &line))]));
    world.import(["c.tar"]);
    third_schema(&world);
    open(&world);
    let sources = "SELECT number || substr(path, -5) || member FROM source JOIN archive ON archive.id = archive
                   ORDER BY number";
    let expected = ["1c.tara.sgf", "2b.tara.sgf", "3c.tarb.sgf", "4a.tara.sgf"];
    assert_eq!(world.texts(sources), expected);
    assert_sound(&world);
    world.write("d.tar", tar(&[("a.sgf", game("DT[2005-03]C[d]", &line))]));
    world.import(["d.tar"]);
    assert_eq!(world.number("SELECT max(number) FROM source"), 5);
    assert_sound(&world);
}

#[test]
fn games_of_the_fifth_schema_stay_and_positions_can_join_them() {
    let records: Vec<String> = (0..40).map(made_up).collect();
    let positions = positions(&records);
    let (world, older) = (World::with(&records), World::with(&records));
    fifth_schema(&older);
    open(&older);
    assert_sound(&older);
    assert_same(&contents(&older, &positions), &contents(&world, &positions));
    fifth_schema(&older);
    assert_eq!(add_position_file(&older, "a.dat", 0..20), AddedPositions::New(20));
    assert_eq!(older.number("SELECT records FROM position_files"), 20);
    assert_sound(&older);
    older.write("more.sgf", game("", "pd"));
    older.import(["more.sgf"]);
    older.remove(&["more.sgf"], &[]);
    assert_eq!(add_position_file(&older, "a.dat", 0..20), AddedPositions::Unchanged(20));
    assert_sound(&older);
}

#[test]
fn games_without_moves_of_the_sixth_schema_are_found_by_their_portable_texts() {
    let without: Vec<String> = (0..9).map(|number| format!("(;PB[{number}]AB[pd])")).collect();
    let world = World::with(&without);
    let hashes = "SELECT group_concat(content) FROM game";
    let expected = world.texts(hashes);
    sixth_schema(&world);
    assert_ne!(world.texts(hashes), expected);
    // The migration does not touch a damaged game.
    change(&world, "UPDATE game SET round = 'x' WHERE id = 9");
    let content = "SELECT CAST(content AS TEXT) FROM game WHERE id = 9";
    let before = world.texts(content);
    open(&world);
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
    open(&world);
    assert_eq!(world.texts(hashes), expected);
    assert_eq!(world.number("SELECT value FROM meta WHERE name = 'derived'"), 1);
    assert_sound(&world);
    // Other texts of the same games are duplicates.
    for (number, record) in without.iter().enumerate() {
        let other = record.replace("(;", "remark ( ;CA[UTF-8]");
        world.write(&format!("{number}.sgf"), other.trim_end_matches(')'));
        let sums = world.import([&format!("{number}.sgf")]);
        assert_eq!(
            (&sums["added"], &sums["duplicates"]),
            (&0.into(), &1.into()),
            "{record}"
        );
    }
}

#[test]
fn a_damaged_record_of_the_seventh_schema_gets_no_course_and_stops_nothing() {
    let records: Vec<String> = (0..9).map(made_up).collect();
    let world = World::with(&records);
    let courses = "SELECT hex(data) FROM game_courses";
    let expected = world.texts(courses);
    seventh_schema(&world);
    let record = world.texts("SELECT hex(sgf) FROM record WHERE game = 4");
    change(&world, "UPDATE record SET sgf = x'01' WHERE game = 4");
    open(&world);
    let snapshot = world.snapshot();
    let mut visited = Vec::new();
    let read = snapshot.read_courses(1..=9, |game, _| visited.push(game));
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
        .problems()
        .join(
            "
",
        )
        .says("the course of game 4 is missing");
    let made = ["the columns, labels and words", "courses"].map(|part| format!("made {part} of games anew"));
    assert_eq!(world.repair(), made);
    assert_eq!(world.texts(courses), expected);
    assert_sound(&world);
}
