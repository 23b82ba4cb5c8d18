//! Words, which are in the index of positions: they follow their games.

use super::contents::assert_sound;
use super::damage::change;
use super::{World, game, long_line};
use testkit::{Text, tar};

fn world() -> World {
    let world = World::with(&[
        &game("PB[Ann]EV[Spring Cup]C[a fine joseki]", "pd dp"),
        &game("PB[Bob]EV[Autumn Cup]C[another joseki, and a mistake]", "dd pp"),
        &game("PB[Cid]", "qd dc"),
    ]);
    world.write("more.sgf", game("PB[Dan]EV[Winter Cup]C[a new mistake]", "dc pp"));
    world
}

/// Returns the number of games with these words.
fn found(world: &World, words: &str) -> u64 {
    let list: serde_json::Value = serde_json::from_str(&world.find(words).expect("a list")).expect("JSON");
    list["games"].as_u64().expect("a number")
}

#[test]
fn words_of_one_text_are_found_in_their_order() {
    let world = world();
    world.import(["more.sgf"]);
    for (words, games) in [
        ("joseki", 2),
        ("Joseki", 2),
        ("a mistake", 1),
        ("mistake a", 0),
        ("new mistake", 1),
        ("and a", 1),
        ("a", 3),
        ("cup", 3),
        ("winter cup", 1),
        ("cup a", 0),
        ("ann", 1),
        ("nothing", 0),
    ] {
        assert_eq!(found(&world, words), games, "{words}");
    }
}

#[test]
fn a_word_of_many_games_is_found_after_merges_and_removals() {
    let record = |number: usize| game(&format!("PB[{number}]C[ko number {number}]"), "pd dp");
    let world = World::new();
    for part in 0..9 {
        let name = format!("{part}.tar");
        let members: Vec<_> = (part * 300..part * 300 + 300)
            .map(|number| (format!("{number}.sgf"), record(number)))
            .collect();
        world.write(&name, tar(&members));
        world.import([name.as_str()]);
    }
    assert!(world.number("SELECT count(*) FROM segment") < 9);
    assert_sound(&world);
    assert_eq!(
        [
            found(&world, "ko"),
            found(&world, "ko number"),
            found(&world, "number 77")
        ],
        [2700, 2700, 1]
    );
    world.remove(&["3.tar"], &[2000..=2009]);
    assert_sound(&world);
    assert_eq!(
        [found(&world, "ko"), found(&world, "1000"), found(&world, "1300")],
        [2390, 0, 1]
    );
}

#[test]
fn a_game_that_is_stored_with_another_record_has_the_words_of_that() {
    let line = long_line(40, 3);
    let world = World::with(&[&game("C[first words]", &line), &game("C[other]", &long_line(40, 4))]);
    world.write("again.sgf", game("C[second words]", &line));
    world.import(["again.sgf"]);
    assert_eq!(["first", "second", "words"].map(|word| found(&world, word)), [1, 0, 1]);
    world.remove(&["games.tar"], &[]);
    assert_eq!(
        ["first", "second", "words", "other"].map(|word| found(&world, word)),
        [0, 1, 1, 0]
    );
    assert_sound(&world);
}

#[test]
fn words_that_are_not_those_of_the_records_are_named() {
    let world = world();
    let other = World::with(&[
        &game("PB[Ann]EV[Spring Cup]C[a fine tesuji]", "pd dp"),
        &game("PB[Bob]EV[Autumn Cup]C[another joseki, and a mistake]", "dd pp"),
        &game("PB[Cid]", "qd dc"),
    ]);
    let path = other.database_path();
    change(
        &world,
        &format!(
            "ATTACH '{}' AS other; UPDATE position_block SET data = (
                 SELECT data FROM other.position_block AS same WHERE same.id = position_block.id)",
            path.display()
        ),
    );
    let problems = world.problems().join("\n");
    problems.says("the index has, and game 1 has not");
    problems.says("game 1 has, and the index has not");
}

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
