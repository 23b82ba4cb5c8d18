//! Records of the same game: which are duplicates; and joining them, after which one record of each
//! game stays, and an import does not bring the others back.

use super::contents::assert_sound;
use super::{World, game, long_line, turned};
use bgo::internal::import::ImportOptions;
use bgo::internal::query::redundant;
use bgo::internal::store::Join;
use serde_json::Value;
use testkit::tar;

fn first(moves: &str, count: usize) -> String {
    moves.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

fn records() -> [String; 4] {
    let moves = long_line(60, 3);
    [
        game("DT[2005]C[first]", &moves),
        game("DT[2006]RE[B+R]C[second]", &turned(&moves)),
        game("PB[cut]", &first(&moves, 40)),
        game("PB[other]", &long_line(50, 4)),
    ]
}

pub fn join(world: &World, cut_short: bool) -> Vec<[i64; 2]> {
    let joins = redundant(&world.snapshot(), cut_short, |_, _| ()).expect("duplicates");
    world.open().expect("opens").join(&joins).expect("are joined");
    joins.into_iter().map(|Join { game, into }| [game, into]).collect()
}

fn counts(world: &World) -> [i64; 3] {
    assert_sound(world);
    ["game", "source", "joined"].map(|table| world.number(&format!("SELECT count(*) FROM {table}")))
}

#[test]
fn the_sources_join_the_kept_game_and_an_import_changes_nothing() {
    let world = World::with(&records());
    assert_eq!(join(&world, true), [[1, 2], [3, 2]]);
    assert_eq!(counts(&world), [2, 4, 2]);
    let members = "SELECT member FROM source WHERE game = 2 ORDER BY member";
    assert_eq!(world.texts(members), ["0000.sgf", "0001.sgf", "0002.sgf"]);
    // The same archive, the same records elsewhere, and a turned copy with another comment.
    world.import(["games.tar"]);
    assert_eq!(counts(&world), [2, 4, 2]);
    let [dated, _, cut, _] = records();
    world.write("again.tar", tar(&[("dated.sgf", dated), ("cut.sgf", cut)]));
    let copy = game("PB[cut]C[copy]", &turned(&first(&long_line(60, 3), 40)));
    world.write("copy.sgf", copy);
    let (totals, notes) = world.import_with_notes(["again.tar", "copy.sgf"]);
    assert_eq!((&totals["added"], &totals["duplicates"]), (&0.into(), &3.into()));
    assert_eq!(notes[0]["reason"], "it is a record that was joined to game 2");
    assert_eq!(counts(&world), [2, 7, 5]);
    assert_eq!(join(&world, true), [[0; 2]; 0]);
}

#[test]
fn without_the_kept_game_its_records_are_games_again() {
    let world = World::new();
    for (name, record) in ["a.sgf", "b.sgf", "c.sgf", "d.sgf"].iter().zip(records()) {
        world.write(name, record);
    }
    let twin = World::with(&records());
    world.import(["a.sgf", "b.sgf", "c.sgf", "d.sgf"]);
    join(&world, true);
    // A removed record can leave without the game.
    world.remove(&["a.sgf"], &[]);
    assert_eq!(counts(&world), [2, 3, 1]);
    world.import(["a.sgf"]);
    assert_eq!(world.games(), 3);
    join(&world, false);
    world.remove(&["b.sgf"], &[]);
    assert_eq!(counts(&world), [3, 3, 0]);
    world.import(["b.sgf"]);
    assert_eq!(world.games(), twin.games());
    for moves in [first(&long_line(60, 3), 40), first(&long_line(60, 3), 41)] {
        assert_eq!(world.games_with(&moves), twin.games_with(&moves), "{moves}");
    }
    // Removing the kept game removes what joined it.
    join(&world, true);
    let kept = world.number("SELECT game FROM joined");
    world.remove(&[], &[kept..=kept]);
    assert_eq!(counts(&world), [1, 1, 0]);
    let names = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"];
    let (again, _) = world.try_import(names, &ImportOptions::default()).expect("an import");
    assert_eq!((again.summary.added, again.summary.removed), (0, 3));
}

#[test]
fn short_games_of_different_players_and_beginnings_of_games_that_differ_stay() {
    let moves = long_line(60, 3);
    let other = format!("{} tt tt", first(&moves, 45));
    let beginnings = [&first(&moves, 40), &moves, &other].map(|moves| game("", moves));
    let short = ["A", "B"].map(|player| game(&format!("PB[{player}]"), &long_line(29, 3)));
    for records in [&beginnings[..], &short] {
        assert_eq!(join(&World::with(records), true), [[0; 2]; 0]);
    }
}

#[test]
fn two_records_of_one_place_both_stay() {
    let world = World::new();
    for date in ["DT[2005]", "DT[2006]"] {
        world.write("a.sgf", game(date, &long_line(40, 3)));
        world.import(["a.sgf"]);
    }
    assert_eq!(join(&world, false), [[0; 2]; 0]);
    assert_eq!(world.games(), 2);
}

#[test]
fn a_merged_database_brings_what_was_joined() {
    let other = World::with(&records());
    join(&other, true);
    let merged = World::new();
    for (name, added, sources) in [("games.sqlite", 2, 4), ("games.sqlite", 0, 4), ("games.tar", 0, 4)] {
        let path = other.path(name).display().to_string();
        assert_eq!(merged.import([&path])["added"], added, "{name}");
        assert_eq!(counts(&merged), [2, sources, 2], "{name}");
    }
}

fn games(first: &str, second: &str) -> u64 {
    let world = World::with(&[first, second]);
    let games = world.games();
    assert_eq!(world.number("SELECT count(*) FROM source"), 2);
    games
}

#[test]
fn a_turned_copy_is_one_more_source_with_its_own_text() {
    let line = long_line(40, 3);
    let original = game("PB[A]C[first]", &line);
    let copy = game("PB[Somebody else]C[second]", &turned(&line));
    let world = World::with(&[&original, &copy, &original]);
    assert_eq!(world.games(), 1);
    assert_eq!(world.record(1), original.as_bytes());
    let sources = world.snapshot().state().expect("a state").sources;
    assert_eq!(sources, 3);
    assert_eq!(
        world.texts("SELECT member FROM source ORDER BY member"),
        ["0000.sgf", "0001.sgf", "0002.sgf"]
    );
    // Only a source that differs from the game keeps its own text.
    let own = "SELECT group_concat(sgf IS NOT NULL, '') FROM (SELECT sgf FROM source ORDER BY member)";
    assert_eq!(world.texts(own), ["010"]);
    assert_eq!(world.games_with(&turned(&line)), 1);
}

#[test]
fn the_first_in_archive_order_is_the_game() {
    let line = long_line(40, 3);
    let records = [game("C[z]", &line), game("C[a]", &turned(&line))];
    let world = World::new();
    world.write("z.sgf", &records[0]);
    world.write("a.sgf", &records[1]);
    world.import(["z.sgf", "a.sgf"]);
    assert_eq!(world.record(1), records[0].as_bytes());
}

#[test]
fn dates_must_not_contradict_each_other() {
    let line = long_line(40, 3);
    for (first, second, expected) in [
        ("DT[2005-11-03]", "DT[2005-11-04]", 2),
        ("DT[2005]", "DT[2006]", 2),
        ("DT[2005]", "DT[2005-11-03]", 1),
        ("DT[2005-11-03]", "DT[2005-11]", 1),
        ("DT[2005-11-03]", "", 1),
        ("DT[2005-11-03,04]", "DT[2005-11-03]", 1),
        ("DT[some day]", "DT[2005]", 1),
    ] {
        let records = [first, second].map(|date| game(&format!("PB[A]PW[B]{date}"), &line));
        assert_eq!(games(&records[0], &records[1]), expected, "{first} {second}");
    }
}

#[test]
fn a_third_record_is_matched_with_every_game_of_the_same_moves() {
    let line = long_line(40, 3);
    let [a, b, c] = ["DT[2005]C[1]", "DT[2006]C[2]", "DT[2006]C[3]"].map(|root| game(root, &line));
    let world = World::with(&[&a, &b, &c]);
    assert_eq!(
        world.texts("SELECT cast(game AS TEXT) FROM source ORDER BY member"),
        ["1", "2", "2"]
    );
}

#[test]
fn short_games_need_the_same_players_too() {
    for (moves, expected) in [(29, 2), (30, 1)] {
        let line = long_line(moves, 3);
        assert_eq!(
            games(&game("PB[A]PW[B]", &line), &game("PB[A]PW[C]", &line)),
            expected,
            "{moves}"
        );
        assert_eq!(
            games(&game("PB[A]PW[B]", &line), &game("PB[A]PW[B]C[x]", &line)),
            1,
            "{moves}"
        );
    }
}

#[test]
fn without_moves_only_the_same_text_is_the_same_game() {
    assert_eq!(games("(;SZ[19]PB[A])", "(;SZ[19]PB[A])"), 1);
    assert_eq!(games("(;SZ[19]PB[A])", "(;SZ[19]PB[A]C[x])"), 2);
    assert_eq!(games("(;SZ[19]AB[pd])", "(;SZ[19]AB[pd] )"), 2);
    // Surrounding text, missing brackets and the encoding do not count.
    assert_eq!(games("(;SZ[19]PB[A])", "Game 1:\r\n( ;SZ[19]PB[A"), 1);
    assert_eq!(games("(;SZ[19]PB[A])", "(;CA[gbk]SZ[19]PB[A])"), 1);
    assert_eq!(games("(;SZ[19]CA[UTF-8]PB[A])", "(;SZ[19]CA[gbk]PB[A])"), 1);
    assert_eq!(games("(;SZ[19]PB[A])", "(;SZ[19]PB[A](;)(;))"), 2);
}

#[test]
fn board_size_and_setup_count_and_colours_are_not_exchanged() {
    let line = long_line(40, 3);
    let setup = game("AB[ss]", &line);
    assert_eq!(games(&game("", &line), &setup), 2);
    assert_eq!(games(&game("SZ[9]PB[A]", "ee gc"), &game("SZ[13]PB[A]", "ee gc")), 2);
    let exchanged = game("", &line)
        .replace(";B[", ";X[")
        .replace(";W[", ";B[")
        .replace(";X[", ";W[");
    assert_eq!(games(&game("", &line), &exchanged), 2);
}

#[test]
fn a_duplicate_is_counted_once_in_every_answer() {
    let line = long_line(40, 3);
    let world = World::with(&[&game("RE[B+R]", &line), &game("RE[B+R]C[x]", &turned(&line))]);
    let answer: Value = world.answer("", 19);
    assert_eq!(
        (&answer["games"], &answer["next_moves"][0]["black_wins"]),
        (&Value::from(1), &Value::from(1))
    );
}

#[test]
fn duplicates_are_found_in_what_an_earlier_import_stored() {
    let line = long_line(40, 3);
    let world = World::with(&[&game("", &line)]);
    world.write("copy.sgf", game("C[copy]", &turned(&line)));
    let document = world.import(["copy.sgf"]);
    assert_eq!(
        (&document["added"], &document["duplicates"]),
        (&Value::from(0), &Value::from(1))
    );
    // Importing the same file again adds no source.
    world.import(["copy.sgf"]);
    assert_eq!(world.snapshot().state().expect("a state").sources, 2);
}

#[test]
fn many_games_that_differ_only_in_date_or_players_are_told_apart() {
    let line = long_line(40, 3);
    let dated = (0..6000).map(|day| {
        game(
            &format!(
                "DT[{:04}-{:02}-{:02}]",
                1500 + day / 28 / 12,
                1 + day / 28 % 12,
                1 + day % 28
            ),
            &line,
        )
    });
    let named = (0..6000).map(|player| game(&format!("PB[{player}]"), "pd dp"));
    let world = World::new();
    world.write("many.sgf", dated.chain(named).collect::<String>());
    let sums = world.import(["many.sgf"]);
    assert_eq!(sums["added"], 12_000);
    // A less precise date matches a more precise one.
    world.write("year.sgf", game("DT[1501]", &line));
    world.write("undated.sgf", game("", &line));
    world.write("other.sgf", game("DT[1999]", &line));
    let sums = world.import(["year.sgf", "undated.sgf", "other.sgf"]);
    assert_eq!((&sums["added"], &sums["duplicates"]), (&1.into(), &2.into()));
}

#[test]
fn setup_counts_by_the_stones_it_leaves() {
    let line = &long_line(40, 3)[3..];
    let record = |setup: &str| game(setup, line);
    assert_eq!(games(&record("AB[aa]AW[aa]"), &record("AW[aa]")), 1);
    assert_eq!(games(&record("AB[aa]AW[aa]"), &record("AW[aa]AB[aa]")), 2);
}
