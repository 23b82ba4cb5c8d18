//! `bgo remove`: the database becomes as if the games had never been imported.

use super::contents::{archive, assert_same, assert_sound, contents, made_up, positions};
use crate::world::{Ran, World, game, long_line, turned};
use bgo::files::canonical;
use bgo::query::SearchBoard;
use serde_json::json;
use std::ops::Range;
use testkit::{Text, tar};

/// The overlapping ranges of games in the archives of [`two_archives`].
const GAMES: [Range<usize>; 2] = [0..25, 20..40];

fn all_positions() -> Vec<SearchBoard> {
    positions(&(0..GAMES[1].end).step_by(2).map(made_up).collect::<Vec<_>>())
}

/// Makes a database of two archives without the games for which `left_out` holds.
fn archives_without(left_out: impl Fn(usize, usize) -> bool) -> World {
    let world = World::new();
    for (number, games) in GAMES.into_iter().enumerate() {
        let name = ["a.tar", "b.tar"][number];
        let games: Vec<usize> = games.filter(|&game| !left_out(number, game)).collect();
        if !games.is_empty() {
            world.write(name, archive(games));
            world.ok(["import", "-q", name]);
        }
    }
    world
}

fn two_archives() -> World {
    archives_without(|_, _| false)
}

/// Asserts that a database is sound and returns its contents.
fn said(world: &World) -> Vec<String> {
    assert_sound(world);
    contents(world, &all_positions())
}

/// Makes a database of these records, each imported from its own archive.
fn one_by_one(records: &[&str]) -> World {
    let world = World::new();
    for (number, record) in records.iter().enumerate() {
        let name = format!("{number}.tar");
        world.write(&name, tar(&[("a.sgf", record)]));
        world.ok(["import", "-q", &name]);
    }
    world
}

#[test]
fn games_by_number_and_range() {
    let world = two_archives();
    let before = said(&world);
    // Games are numbered from 1, made-up games from 0.
    let removed = world.json([
        "remove",
        "--json",
        "--game",
        "3",
        "--game",
        "7..9",
        "--game",
        "23",
        "--game",
        "40..1000000",
    ]);
    assert_eq!((&removed["games"], &removed["sources"]), (&json!(6), &json!(7)));
    let expected = archives_without(|_, game| [2, 6, 7, 8, 22, 39].contains(&game));
    assert_same(&said(&world), &said(&expected));
    let positions = |world: &World| world.json(["info", "--json"])["positions"].as_u64().expect("a number");
    let gone = positions(&two_archives()) - positions(&world);
    assert_eq!(removed["positions"], gone);
    // Reimported games get new numbers.
    world.ok(["import", "-q", "a.tar", "b.tar"]);
    assert_same(&said(&world), &before);
    let numbers =
        world.texts("SELECT CAST(id AS TEXT) FROM game WHERE id IN (3, 7, 8, 9, 23, 40) OR id > 40 ORDER BY id");
    assert_eq!(numbers, ["41", "42", "43", "44", "45", "46"]);
}

#[test]
fn the_games_of_an_archive_but_those_of_another_too() {
    let world = two_archives();
    let before = said(&world);
    let removed = world.json(["remove", "--json", "--archive", "a.tar"]);
    assert_eq!((&removed["games"], &removed["sources"]), (&json!(20), &json!(25)));
    assert_same(&said(&world), &said(&archives_without(|archive, _| archive == 0)));
    world.ok(["import", "-q", "a.tar"]);
    assert_same(&said(&world), &before);
    let removed = world.ok(["remove", "--archive", "b.tar"]);
    assert!(
        removed.starts_with("15 games removed, with ") && removed.ends_with(" and 20 sources\n"),
        "{removed}"
    );
    assert_same(&said(&world), &said(&archives_without(|archive, _| archive == 1)));
}

#[test]
fn archives_and_games_together() {
    let world = two_archives();
    assert_eq!(world.ok(["remove", "-q", "--archive", "a.tar", "--game", "24..26"]), "");
    let left_out = |archive, game| archive == 0 || (23..26).contains(&game);
    assert_same(&said(&world), &said(&archives_without(left_out)));
}

#[test]
fn everything_and_the_last_number_is_not_given_again() {
    let world = two_archives();
    let before = said(&world);
    world.ok(["remove", "--game", "40"]);
    world.ok(["import", "-q", "b.tar"]);
    assert_eq!(world.number("SELECT max(id) FROM game"), 41);
    world.ok(["remove", "--archive", "b.tar", "--archive", "a.tar"]);
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
    world.ok(["import", "-q", "a.tar", "b.tar"]);
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
    world.ok(["import", "-q", "a.sgf"]);
    assert_eq!(world.number("SELECT count(*) FROM posting_list"), 4);
    for kept in [2100, 1200, 900, 20, 1] {
        world.ok(["remove", "-q", "--game", &format!("{}..2200", kept + 1)]);
        let name = format!("{kept}/a.sgf");
        expected.write(&name, file(0..kept));
        expected.ok(["import", "-q", &name]);
        assert_same(&said(&world), &said(&expected));
        assert_eq!(
            world.number("SELECT count(*) FROM posting_list"),
            if kept > 1000 { 4 } else { 0 }
        );
        expected.ok(["remove", "-q", "--archive", &name]);
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
    world.ok(["remove", "-q", "--archive", "0.tar"]);
    assert_eq!(world.record(1), second.as_bytes());
    let answer = world.json(["search", "--json", "--year", "2005"])["next_moves"].clone();
    assert_eq!(
        (&answer[0]["white_wins"], &answer[0]["black_wins"]),
        (&json!(1), &json!(0))
    );
    let expected = World::new();
    for (name, record) in [("1.tar", &second), ("2.tar", &third), ("3.tar", &other)] {
        expected.write(name, tar(&[("a.sgf", record)]));
        expected.ok(["import", "-q", name]);
    }
    assert_same(&said(&world), &said(&expected));
    world.ok(["remove", "-q", "--archive", "1.tar"]);
    assert_eq!(world.record(1), third.as_bytes());
    expected.ok(["remove", "-q", "--archive", "1.tar"]);
    assert_same(&said(&world), &said(&expected));
}

#[test]
fn of_several_sources_the_one_imported_first_is_the_game() {
    let line = long_line(40, 3);
    let first = game("PB[A]DT[2005]RE[B+R]", &line);
    let second = game("PB[B]DT[2005-11]RE[W+R]", &line);
    // The third record has the same bytes as the removed one.
    let world = one_by_one(&[&first, &second, &first]);
    world.ok(["remove", "-q", "--archive", "0.tar"]);
    assert_sound(&world);
    assert_eq!(world.record(1), second.as_bytes());
    let winners = world.json(["search", "--json"])["next_moves"][0]["white_wins"].clone();
    assert_eq!(winners, 1);
    world.ok(["remove", "-q", "--archive", "1.tar"]);
    assert_sound(&world);
    assert_eq!(world.record(1), first.as_bytes());
    // Removing other sources keeps the stored record.
    let world = one_by_one(&[&first, &second, &first]);
    world.ok(["remove", "-q", "--archive", "1.tar"]);
    world.ok(["remove", "-q", "--archive", "2.tar"]);
    assert_sound(&world);
    assert_eq!(world.record(1), first.as_bytes());
}

#[test]
fn an_archive_is_named_by_its_path_or_its_name() {
    let world = World::new();
    for (name, start) in [("a/games.tar", 3), ("b/games.tar", 4), ("b/other.tar", 5)] {
        world.write(name, tar(&[("a.sgf", game("", &long_line(40, start)))]));
        world.ok(["import", "-q", name]);
    }
    world.write("c.sgf", game("PB[4]", "pd dp"));
    world.ok(["import", "-q", "c.sgf"]);
    let games = |expected: u64| assert_eq!(world.games(), expected);
    let path = |name: &str| {
        let path = canonical(&world.path(name)).unwrap_or_else(|_| world.path(name));
        path.display().to_string()
    };
    assert_eq!(
        world.sentence(["remove", "--archive", "games.tar"]),
        format!(
            "several archives are named games.tar; give the whole path: {}, {}",
            path("a/games.tar"),
            path("b/games.tar")
        )
    );
    let known = ["a/games.tar", "b/games.tar", "b/other.tar", "c.sgf"]
        .map(path)
        .join(", ");
    for unknown in ["nothing.tar", "ther.tar", "a"] {
        let sentence = world.sentence(["remove", "--archive", unknown]);
        assert_eq!(
            sentence,
            format!("no archive {unknown} was imported; there are {known}")
        );
    }
    games(4);
    // The name suffices, even if the file no longer exists.
    std::fs::remove_file(world.path("b/other.tar")).expect("is removed");
    world.ok(["remove", "-q", "--archive", "other.tar"]);
    games(3);
    world.ok(["remove", "-q", "--archive", "b/games.tar"]);
    games(2);
    world.ok(["remove", "-q", "--archive", &path("a/games.tar")]);
    games(1);
    world.ok(["remove", "-q", "--archive", "./c.sgf"]);
    games(0);
    assert_eq!(
        world.sentence(["remove", "--archive", "c.sgf"]),
        "no archive c.sgf was imported; there are none"
    );
    assert_sound(&world);
}

#[test]
fn an_error_removes_nothing() {
    let world = two_archives();
    let before = said(&world);
    for (arguments, expected) in [
        (["--game", "3", "--game", "41"], "there is no game 41"),
        (["--game", "3", "--game", "50..60"], "there is no game from 50 to 60"),
        (["--archive", "a.tar", "--game", "41"], "there is no game 41"),
    ] {
        let [a, b, c, d] = arguments;
        assert_eq!(world.sentence(["remove", a, b, c, d]), expected);
    }
    world
        .sentence(["remove", "--archive", "a.tar", "--archive", "c.tar"])
        .begins("no archive c.tar was imported; there are ");
    assert_eq!(
        world.json(["info", "--json"])["generation"],
        two_archives().json(["info", "--json"])["generation"]
    );
    assert_same(&said(&world), &before);
}

#[test]
fn nothing_to_remove_is_wrong_usage() {
    let world = World::with(&[&game("", "pd")]);
    for arguments in [&["remove"][..], &["remove", "--json"], &["remove", "--quiet"]] {
        let ran = Ran::new(world.bgo([]).args(arguments));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
    }
    for numbers in ["0", "-1", "9..7", "x", "1..", ""] {
        assert_eq!(
            world.run(["remove", &format!("--game={numbers}")]).status,
            2,
            "{numbers}"
        );
    }
    assert_eq!(world.games(), 1);
}

#[test]
fn a_missing_database_is_named_and_not_made() {
    let world = World::new();
    for arguments in [["remove", "--game", "1"], ["remove", "--archive", "a.tar"]] {
        world.sentence(arguments).begins("there is no database at ");
    }
    assert_eq!(std::fs::read_dir(world.folder()).expect("a folder").count(), 0);
}
