//! Removal of records that joined others: equality of records is not
//! transitive, so the remaining records may become other games.

use super::contents::{assert_same, assert_sound, contents, positions};
use super::damage::change;
use super::{World, game, long_line, turned};
use serde_json::json;
use testkit::{Rng, Text, tar};

fn name(number: usize) -> String {
    format!("{number}.tar")
}

fn import(world: &World, records: &[String], numbers: impl IntoIterator<Item = usize>) {
    for number in numbers {
        world.write(&name(number), tar(&[("a.sgf", &records[number])]));
        world.import([&name(number)]);
    }
}

fn remove(world: &World, numbers: &[usize]) {
    let names: Vec<String> = numbers.iter().map(|&number| name(number)).collect();
    world.remove(&names.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
}

fn assert_alike(world: &World, expected: &World, records: &[String]) {
    assert_sound(world);
    let positions = positions(&records[..1]);
    assert_same(&contents(world, &positions), &contents(expected, &positions));
}

fn only(records: &[String], numbers: &[usize]) -> World {
    let world = World::new();
    import(&world, records, numbers.iter().copied());
    world
}

fn dated(dates: &[&str]) -> Vec<String> {
    let line = long_line(40, 3);
    dates.iter().map(|date| game(&date_property(date), &line)).collect()
}

fn date_property(date: &str) -> String {
    if date.is_empty() {
        String::new()
    } else {
        format!("DT[{date}]")
    }
}

/// Imports records of the same moves with various dates, some of them in the
/// same archive or with the same bytes, and removes each set of archives.
#[test]
fn whatever_goes_the_others_are_the_games_that_they_would_be_without() {
    let line = long_line(40, 3);
    let other_line = turned(&line);
    let lines = [&line, &other_line];
    let record = |number: usize, date: &str| {
        let date = date_property(date);
        let result = ["RE[B+R]", "RE[W+R]", ""][number % 3];
        game(&format!("{date}{result}C[{date}]"), lines[number % 2])
    };
    let cases: [&[&str]; 9] = [
        &["", "2005", "2006"],
        &["2005", "", "2006", "2005-03"],
        &["2005-03", "2005", "2005-04", "2005-03-02"],
        &["", "", "2005-03", "2006", "2005", "2006-07-01", "2005-03-09"],
        &["2005", "2006", "", "2006-02", "2005-02", "2006-03", ""],
        &["2005-01-05", "2005", "", "2005-01-06", "2005-01-07", "2005-02"],
        &["", "2005", "2005", "2006", "2006", "2005-01"],
        &["2006", "2005", "", "", "2006", "2005"],
        &[
            "2005-02",
            "2006",
            "2005",
            "",
            "2007",
            "2005-03",
            "2006-04",
            "2005-02-02",
        ],
    ];
    for dates in cases {
        let records: Vec<String> = (0..dates.len()).map(|number| record(number, dates[number])).collect();
        let positions = positions(&records[..1]);
        // An archive has two records, so that their order in it matters.
        let members = |archive: usize| {
            let own = archive * 2..(archive * 2 + 2).min(records.len());
            // The names have the opposite order.
            own.map(|number| (format!("{}.sgf", 9 - number), records[number].clone()))
                .collect::<Vec<_>>()
        };
        let archives = records.len().div_ceil(2);
        let world_of = |kept: &[usize]| {
            let world = World::new();
            for &archive in kept {
                world.write(&name(archive), tar(&members(archive)));
                world.import([&name(archive)]);
            }
            world
        };
        for gone in 1..(1_usize << archives) - 1 {
            let (gone, kept): (Vec<usize>, Vec<usize>) = (0..archives).partition(|archive| gone >> archive & 1 == 1);
            let world = world_of(&(0..archives).collect::<Vec<_>>());
            // One by one, in both directions, and all at once.
            match gone.iter().sum::<usize>() % 3 {
                0 => gone.iter().for_each(|&archive| remove(&world, &[archive])),
                1 => gone.iter().rev().for_each(|&archive| remove(&world, &[archive])),
                _ => remove(&world, &gone),
            }
            assert_sound(&world);
            let expected = world_of(&kept);
            assert_same(&contents(&world, &positions), &contents(&expected, &positions));
        }
    }
}

#[test]
fn records_that_only_the_removed_one_joined_become_games_with_new_numbers() {
    let records = dated(&["", "2005", "2006"]);
    let world = only(&records, &[0, 1, 2]);
    assert_eq!(world.games(), 1);
    let removed = world.remove(&["0.tar"], &[]);
    assert_eq!(
        (&removed["games"], &removed["new_games"], &removed["sources"]),
        (&json!(0), &json!(1), &json!(1))
    );
    assert_eq!(world.texts("SELECT CAST(id AS TEXT) FROM game ORDER BY id"), ["1", "2"]);
    assert_eq!(
        (world.record(1), world.record(2)),
        (records[1].clone().into_bytes(), records[2].clone().into_bytes())
    );
    assert_sound(&world);
}

#[test]
fn a_file_that_was_changed_and_imported_again_is_a_source_of_two_games() {
    let line = long_line(40, 3);
    let world = World::new();
    world.write("a.sgf", game("DT[2005]", &line));
    world.write("b.sgf", game("", &line));
    world.import(["a.sgf"]);
    world.import(["b.sgf"]);
    world.write("b.sgf", game("DT[2006]", &line));
    world.import(["b.sgf"]);
    assert_eq!(world.games(), 2);
    // Without a.sgf, the undated record and that of 2006 are the same game.
    world.remove(&["a.sgf"], &[]);
    assert_sound(&world);
    assert_eq!((world.games(), world.number("SELECT count(*) FROM source")), (1, 1));
    assert_eq!(world.record(1), game("", &line).into_bytes());
}

#[test]
fn importing_what_is_there_changes_nothing_after_a_removal_either() {
    let records = dated(&["2005-03", "2005-03-01", "2005-03-02", "2005-04", "2005"]);
    let world = only(&records, &[0, 1, 2, 3, 4]);
    remove(&world, &[0]);
    remove(&world, &[1]);
    let sources = || world.number("SELECT count(*) FROM source");
    let before = sources();
    import(&world, &records, 2..5);
    assert_eq!(sources(), before);
    assert_alike(&world, &only(&records, &[2, 3, 4]), &records);
}

#[test]
fn a_later_copy_of_the_removed_record_takes_its_own_place_in_the_order() {
    let records = dated(&["2005", "2006", "2005", ""]);
    let world = only(&records, &[0, 1, 2, 3]);
    remove(&world, &[0]);
    assert_alike(&world, &only(&records, &[1, 2, 3]), &records);
}

#[test]
fn the_same_bytes_in_another_encoding_are_another_record() {
    let mut record = b"(;GM[1]PB[\xa4\xa4\xa4\xe5]".to_vec();
    record.extend(&game("", &long_line(40, 3)).as_bytes()[2..]);
    let file = |charset: &str| [game(&format!("CA[{charset}]"), "aa").as_bytes(), &record].concat();
    let world = World::new();
    for (name, charset) in [("a.sgf", "Big5"), ("b.sgf", "GBK")] {
        world.write(name, file(charset));
        world.import([name]);
    }
    let names = "SELECT name FROM player ORDER BY name";
    assert_eq!(world.texts(names), ["\u{4e2d}\u{6587}"]);
    world.remove(&["a.sgf"], &[]);
    assert_sound(&world);
    let expected = World::new();
    expected.write("b.sgf", file("GBK"));
    expected.import(["b.sgf"]);
    assert_eq!(world.texts(names), expected.texts(names));
}

fn refused(world: &World) -> String {
    world.try_remove(&["1.tar"], &[]).expect_err("is refused").to_string()
}

#[test]
fn a_game_without_its_origin_is_damaged_and_not_removed() {
    let records = dated(&["", "2005", "2006"]);
    let world = only(&records, &[0, 1, 2]);
    let others = |world: &World| world.try_remove(&["2.tar"], &[]).expect_err("is refused").to_string();
    change(
        &world,
        "UPDATE source SET sgf = x'00' WHERE sgf IS NULL;
         UPDATE source SET checksum = row_checksum(
             game, archive, member, member_game, encoding, dictionary, sgf, number)",
    );
    refused(&world).ends("game 1 has no source that its record is from");
    change(
        &world,
        "DELETE FROM source WHERE archive = (SELECT id FROM archive WHERE path LIKE '%1.tar')",
    );
    refused(&world).ends(" has 0 sources and should have 1");
    others(&world).ends("game 1 has 2 sources and should have 3");
    assert_eq!(world.games(), 1);
}

#[test]
fn very_many_games_of_the_same_content_are_shared_out_soon() {
    let day = |day: usize| format!("DT[{}-{:02}-{:02}]", 1800 + day / 336, day % 336 / 28 + 1, day % 28 + 1);
    let world = World::new();
    world.write("first.sgf", game("DT[1800]", "pd"));
    world.write("many.sgf", (0..12_000).map(|n| game(&day(n), "pd")).collect::<String>());
    world.import(["first.sgf"]);
    world.import(["many.sgf"]);
    assert_eq!(world.games(), 12_000 - 335);
    world.remove(&["first.sgf"], &[]);
    assert_sound(&world);
    assert_eq!(world.games(), 12_000);
}

#[test]
fn whatever_is_imported_and_removed_what_is_left_are_the_games_of_it() {
    const DATES: [&str; 9] = [
        "",
        "",
        "2005",
        "2006",
        "2005-03",
        "2005-04",
        "2005-03-01",
        "2005-03-02",
        "2006-01",
    ];
    for seed in 0..40 {
        let mut random = Rng::new(seed);
        let line = long_line(if seed % 4 == 0 { 5 } else { 40 }, 3);
        let lines = [line.clone(), turned(&line), long_line(40, 4)];
        let mut record = || {
            let date = date_property(random.pick::<&str>(&DATES));
            let result = *random.pick(&["RE[B+R]", "RE[W+R]", ""]);
            game(&format!("{date}{result}"), &lines[*random.pick(&[0, 0, 0, 1, 2])])
        };
        let records: Vec<String> = (0..6).map(|_| record()).collect();
        let mut left: Vec<usize> = (0..records.len()).collect();
        let world = only(&records, &left);
        for _ in 0..5 {
            match random.below(4) {
                0 => {
                    let number = random.below(records.len());
                    import(&world, &records, [number]);
                    if !left.contains(&number) {
                        left.push(number);
                    }
                }
                _ if left.len() < 2 => {}
                1 => {
                    let game = world.number("SELECT min(id) FROM game");
                    let of_it = world.texts(&format!(
                        "SELECT path FROM source JOIN archive ON archive.id = archive WHERE game = {game}"
                    ));
                    left.retain(|&number| !of_it.iter().any(|path| path.ends_with(&format!("/{}", name(number)))));
                    world.remove(&[], &[game..=game]);
                }
                _ => {
                    let gone = left.remove(if random.one_in(2) { 0 } else { random.below(left.len()) });
                    remove(&world, &[gone]);
                }
            }
        }
        if !left.is_empty() {
            assert_alike(&world, &only(&records, &left), &records);
        }
    }
}

#[test]
fn the_totals_of_terms_follow_the_record_that_a_game_has() {
    let world = World::new();
    let record = |number: usize, result: &str| {
        let line = long_line(40, number);
        (
            format!("{number}.sgf"),
            game(&format!("PB[Ann]EV[Cup]DT[2001-02-03]RE[{result}]"), &line),
        )
    };
    world.write("1.tar", tar(&[record(7, "B+R")]));
    world.write(
        "all.tar",
        tar(&(0..80).map(|number| record(number, "W+R")).collect::<Vec<_>>()),
    );
    world.import(["1.tar"]);
    world.import(["all.tar"]);
    assert_eq!(world.games(), 80);
    remove(&world, &[1]);
    assert_eq!(world.games(), 80);
    assert_sound(&world);
}
