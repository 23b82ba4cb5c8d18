//! Removal: the database becomes as if the games had never been imported.

use super::contents::{assert_same, assert_sound, contents, positions};
use super::damage::change;
use super::{World, game, long_line, turned};
use bgo::internal::import::{ImportOptions, ImportSummary};
use bgo::internal::query::{PatternOptions, Period, Question, SearchBoard, years};
use bgo::{BoardSize, Pattern};
use serde_json::{Value, json};
use std::ops::Range;
use testkit::{made_up, made_up_archive, point, tar};

/// The overlapping ranges of games in the archives of [`two_archives`].
const GAMES: [Range<usize>; 2] = [0..25, 20..40];

fn all_positions() -> Vec<SearchBoard> {
    positions(&(0..GAMES[1].end).step_by(2).map(made_up).collect::<Vec<_>>())
}

fn archives_without(left_out: impl Fn(usize, usize) -> bool) -> World {
    let world = World::new();
    for (number, games) in GAMES.into_iter().enumerate() {
        let name = ["a.tar", "b.tar"][number];
        let games: Vec<usize> = games.filter(|&game| !left_out(number, game)).collect();
        if !games.is_empty() {
            world.write(name, made_up_archive(games));
            world.import([name]);
        }
    }
    world
}

fn two_archives() -> World {
    archives_without(|_, _| false)
}

fn said(world: &World) -> Vec<String> {
    assert_sound(world);
    contents(world, &all_positions())
}

fn one_by_one(records: &[&str]) -> World {
    let world = World::new();
    for (number, record) in records.iter().enumerate() {
        let name = format!("{number}.tar");
        world.write(&name, tar(&[("a.sgf", record)]));
        world.import([&name]);
    }
    world
}

#[test]
fn names_stay_readable_when_those_of_a_whole_run_before_them_go() {
    let world = World::new();
    // A run has 4,096 names.
    let many: String = (0..2100)
        .map(|number| format!("(;SZ[9]PB[{number}b]PW[{number}w];B[aa])"))
        .collect();
    world.write("many.sgf", many);
    world.write("one.sgf", "(;SZ[9]PB[Go Seigen]PW[Cho];B[ee])");
    world.import(["many.sgf"]);
    world.import(["one.sgf"]);
    world.remove(&["many.sgf"], &[]);
    assert_eq!(world.problems(), [""; 0]);
    world.find("seigen").expect("an answer");
}

#[test]
fn games_by_number_and_range() {
    let world = two_archives();
    let before = said(&world);
    // Games are numbered from 1, made-up games from 0.
    let removed = world.remove(&[], &[3..=3, 7..=9, 23..=23, 40..=1000000]);
    assert_eq!((&removed["games"], &removed["sources"]), (&json!(6), &json!(7)));
    let expected = archives_without(|_, game| [2, 6, 7, 8, 22, 39].contains(&game));
    assert_same(&said(&world), &said(&expected));
    let positions = |world: &World| world.snapshot().inventory().expect("an inventory").positions;
    let gone = positions(&two_archives()) - positions(&world);
    assert_eq!(removed["positions"], gone);
    // Reimported games get new numbers.
    world.import(["a.tar", "b.tar"]);
    assert_same(&said(&world), &before);
    let numbers =
        world.texts("SELECT CAST(id AS TEXT) FROM game WHERE id IN (3, 7, 8, 9, 23, 40) OR id > 40 ORDER BY id");
    assert_eq!(numbers, ["41", "42", "43", "44", "45", "46"]);
}

/// Imports again, as users do.
fn import_again(world: &World, names: [&str; 2], with_removed: bool) -> (ImportSummary, Vec<Value>) {
    let options = ImportOptions {
        with_removed,
        ..ImportOptions::default()
    };
    let (imported, notes) = world.try_import(names, &options).expect("an import");
    (imported.summary, notes)
}

#[test]
fn an_import_leaves_removed_games_out_until_it_is_asked_for_them() {
    let world = two_archives();
    let before = said(&world);
    // The second one is in both archives.
    world.remove(&[], &[3..=3, 23..=23]);
    let removed = said(&world);
    let (summary, notes) = import_again(&world, ["a.tar", "b.tar"], false);
    assert_eq!((summary.added, summary.duplicates, summary.removed), (0, 42, 3));
    let left_out = notes.iter().filter(|note| note["verdict"] == "removed");
    let members: Vec<_> = left_out.map(|note| &note["member_game"]).collect();
    assert_eq!(members.len(), 3, "{notes:?}");
    assert_same(&said(&world), &removed);
    let (summary, _) = import_again(&world, ["a.tar", "b.tar"], true);
    assert_eq!((summary.added, summary.removed), (2, 0));
    assert_same(&said(&world), &before);
    assert_eq!(world.number("SELECT count(*) FROM removed_game"), 0);
}

#[test]
fn the_games_of_a_removed_archive_come_back_with_it() {
    let world = two_archives();
    world.remove(&["a.tar"], &[]);
    let (summary, _) = import_again(&world, ["a.tar", "b.tar"], false);
    assert_eq!((summary.added, summary.removed), (20, 0));
}

#[test]
fn any_record_of_a_removed_game_is_left_out() {
    let (line, short) = (long_line(60, 5), "pd dp");
    let world = World::with(&[&game("DT[2001-03]", &line), &game("PB[Ann]", short)]);
    world.remove(&[], &[1..=2]);
    for (root, moves, removed) in [
        ("DT[2001]C[other bytes]", &*line, 1),
        ("", &line, 1),
        ("PB[Ann]DT[1999]", short, 1),
        ("DT[2001-04]", &line, 0),
        ("PB[Bob]", short, 0),
    ] {
        let name = format!("{root}.sgf");
        world.write(&name, game(root, moves));
        let (summary, _) = import_again(&world, [&name, &name], false);
        assert_eq!(
            (summary.added, summary.removed > 0),
            (1 - removed, removed > 0),
            "{root}"
        );
    }
}

#[test]
fn the_games_of_an_archive_but_those_of_another_too() {
    let world = two_archives();
    let before = said(&world);
    let removed = world.remove(&["a.tar"], &[]);
    assert_eq!((&removed["games"], &removed["sources"]), (&json!(20), &json!(25)));
    assert_same(&said(&world), &said(&archives_without(|archive, _| archive == 0)));
    world.import(["a.tar"]);
    assert_same(&said(&world), &before);
    let removed = world.remove(&["b.tar"], &[]);
    assert_eq!((&removed["games"], &removed["sources"]), (&json!(15), &json!(20)));
    assert_same(&said(&world), &said(&archives_without(|archive, _| archive == 1)));
}

#[test]
fn archives_and_games_together() {
    let world = two_archives();
    world.remove(&["a.tar"], &[24..=26]);
    let left_out = |archive, game| archive == 0 || (23..26).contains(&game);
    assert_same(&said(&world), &said(&archives_without(left_out)));
}

#[test]
fn everything_and_the_last_number_is_not_given_again() {
    let world = two_archives();
    let before = said(&world);
    world.remove(&[], &[40..=40]);
    world.import(["b.tar"]);
    assert_eq!(world.number("SELECT max(id) FROM game"), 41);
    world.remove(&["b.tar", "a.tar"], &[]);
    for table in [
        "game",
        "record",
        "source",
        "player",
        "archive",
        "segment",
        "position_block",
        "posting_list",
    ] {
        assert_eq!(world.number(&format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
    let empty = World::with_no_games();
    assert_same(&said(&world), &said(&empty));
    world.import(["a.tar", "b.tar"]);
    assert_eq!(world.number("SELECT min(id) FROM game"), 42);
    assert_same(&said(&world), &before);
}

#[test]
fn positions_of_very_many_games() {
    // Postings have rows of their own until few games are left.
    let record = |number: usize| {
        let result = ["RE[B+R]", "RE[W+R]", ""][number % 3];
        game(&format!("PB[{number}]DT[{}]{result}", 1900 + number % 100), "pd dp pp")
    };
    let records: Vec<String> = (0..2200).map(record).collect();
    let file = |range: Range<usize>| records[range].concat();
    let said = |world: &World| {
        assert_sound(world);
        contents(world, &positions(&records[..1]))
    };
    let expected = World::new();
    let world = World::new();
    world.write("a.sgf", file(0..2200));
    world.import(["a.sgf"]);
    // Totals and a part of four positions.
    assert_eq!(world.number("SELECT count(*) FROM posting_list"), 8);
    for kept in [2100, 1200, 900, 20, 1] {
        world.remove(&[], &[kept + 1..=2200]);
        let name = format!("{kept}/a.sgf");
        expected.write(&name, file(0..kept as usize));
        expected.import([&name]);
        assert_same(&said(&world), &said(&expected));
        assert_eq!(
            world.number("SELECT count(*) FROM posting_list"),
            if kept > 1000 { 8 } else { 0 }
        );
        expected.remove(&[&name], &[]);
    }
}

#[test]
fn a_game_stays_as_its_other_source_has_it() {
    let line = long_line(40, 3);
    let first = game("PB[A]PW[B]DT[2005]RE[B+R]KM[6.5]C[first]", &line);
    let second = game("PB[Somebody]PW[else]DT[2005-11-03]RE[W+0.5]C[second]", &turned(&line));
    let third = game("PB[A]PW[B]RE[0]C[third]", &line);
    let other = made_up(1);
    let said = |world: &World| {
        assert_sound(world);
        contents(world, &positions(&[first.clone(), other.clone()]))
    };
    let world = one_by_one(&[&first, &second, &third, &other]);
    assert_eq!(world.games(), 2);
    world.remove(&["0.tar"], &[]);
    assert_eq!(world.record(1), second.as_bytes());
    let answer = world.answer(&line[..2], 19);
    assert_eq!([&answer["white_wins"], &answer["black_wins"]], [1, 0]);
    let expected = World::new();
    for (name, record) in [("1.tar", &second), ("2.tar", &third), ("3.tar", &other)] {
        expected.write(name, tar(&[("a.sgf", record)]));
        expected.import([name]);
    }
    assert_same(&said(&world), &said(&expected));
    world.remove(&["1.tar"], &[]);
    assert_eq!(world.record(1), third.as_bytes());
    expected.remove(&["1.tar"], &[]);
    assert_same(&said(&world), &said(&expected));
}

#[test]
fn of_several_sources_the_one_imported_first_is_the_game() {
    let line = long_line(40, 3);
    let first = game("PB[A]DT[2005]RE[B+R]", &line);
    let second = game("PB[B]DT[2005-11]RE[W+R]", &line);
    // The third record has the same bytes as the removed one.
    let world = one_by_one(&[&first, &second, &first]);
    world.remove(&["0.tar"], &[]);
    assert_sound(&world);
    assert_eq!(world.record(1), second.as_bytes());
    let winners = world.answer("", 19)["next_moves"][0]["white_wins"].clone();
    assert_eq!(winners, 1);
    world.remove(&["1.tar"], &[]);
    assert_sound(&world);
    assert_eq!(world.record(1), first.as_bytes());
    // Removing other sources keeps the stored record.
    let world = one_by_one(&[&first, &second, &first]);
    world.remove(&["1.tar"], &[]);
    world.remove(&["2.tar"], &[]);
    assert_sound(&world);
    assert_eq!(world.record(1), first.as_bytes());
}

#[test]
fn an_error_removes_nothing() {
    let world = two_archives();
    let before = world.bytes();
    for (archives, games, expected) in [
        (&[][..], &[3..=3, 41..=41][..], "there is no game 41"),
        (&[], &[3..=3, 50..=60], "there is no game from 50 to 60"),
        (&["a.tar"], &[41..=41], "there is no game 41"),
    ] {
        let error = world.try_remove(archives, games).expect_err("is refused");
        assert_eq!(error.to_string(), expected);
    }
    assert!(world.bytes() == before);
}

/// Removed games at the end of a row leave rows of columns that are shorter than others when
/// they are made anew.
#[test]
fn years_of_patterns_are_those_of_their_games_after_removal_and_repair() {
    let world = World::new();
    let record = |number: usize| {
        let root = if number <= 511 {
            "RE[B+R]DT[1990]"
        } else {
            "RE[W+R]DT[2010]"
        };
        // No two games are the same.
        let moves = ["cc", "dc", &point(57 + number % 300), &point(number / 300)];
        (format!("{number}.sgf"), game(root, &moves.join(" ")))
    };
    world.write("games.tar", tar(&(1..=620).map(record).collect::<Vec<_>>()));
    world.import(["games.tar"]);
    world.remove(&[], &[480..=511]);
    change(&world, "DELETE FROM game_columns");
    world.repair();
    let snapshot = world.snapshot();
    let pattern = Pattern::parse("+---/|***/|***/|**X").expect("a diagram");
    let question = Question::of_diagram(pattern, BoardSize::MAX, PatternOptions::default());
    let found = years(&snapshot, &question, Period::Year).expect("years");
    let found = json!(found)["years"].clone();
    assert_eq!([&found[0]["games"], &found[1]["white_wins"]], [479, 109]);
}

#[test]
fn a_run_whose_last_games_are_gone_is_merged_after_its_columns_were_made_anew() {
    let world = World::new();
    let record = |number: usize| {
        let result = if number < 4096 { "B+R" } else { "W+R" };
        let moves = ["cc", "dc", &point(57 + number % 300), &point(number / 300)];
        (
            format!("{number}.sgf"),
            game(&format!("RE[{result}]DT[{}]", 1900 + number % 100), &moves.join(" ")),
        )
    };
    world.write("games.tar", tar(&(1..=4200).map(record).collect::<Vec<_>>()));
    world.write("more.sgf", game("RE[B+R]", "cc dc"));
    world.import(["games.tar"]);
    world.import(["more.sgf"]);
    world.remove(&[], &[4090..=4095]);
    change(&world, "DELETE FROM game_columns");
    world.repair();
    world.open().expect("opens").optimize(|_, _| ()).expect("is merged");
    assert_sound(&world);
    let found = world.answer("cc dc", 19);
    assert_eq!((&found["games"], &found["white_wins"]), (&4195.into(), &105.into()));
}
