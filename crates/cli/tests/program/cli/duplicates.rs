//! `bgo duplicates`. `tests/library/stored/` looks at what is a duplicate, and at what is joined.

use crate::world::{World, game, long_line, turned};
use serde_json::json;
use testkit::Text;

/// Two dates of one game, one cut short, and another game.
fn world() -> World {
    let moves = long_line(60, 3);
    World::with(&[
        game("DT[2005]C[first]", &moves),
        game("DT[2006]RE[B+R]C[second]", &turned(&moves)),
        game("PB[cut]", &long_line(40, 3)),
        game("PB[other]", &long_line(50, 4)),
    ])
}

#[test]
fn only_a_terminal_or_yes_removes() {
    let world = world();
    world
        .sentence(["duplicates", "--remove"])
        .says("1 duplicate would be removed; --yes removes it");
    assert_eq!(world.games(), 4);
    world.fails(["duplicates", "--yes"], 2, "");
    world.fails(["duplicates", "--remove", "--limit", "1"], 2, "");
    assert_eq!(
        world.run(["duplicates", "--remove", "--yes"]).out,
        "game 1 removed, a duplicate of game 2\n1 duplicate removed\n"
    );
    assert_eq!(world.ok(["duplicates", "--remove"]), "0 duplicates removed\n");
    assert_eq!(
        world.answer(["duplicates", "--remove", "--cut-short", "--yes", "--json"]),
        json!({"games": 1, "joined": [{"game": 3, "into": 2}]})
    );
    assert_eq!(world.games(), 2);
}

#[test]
fn two_games_of_one_file_are_told_apart() {
    let world = World::new();
    let record = game("PB[A]", &long_line(40, 3));
    world.write("two.sgf", format!("{record}{record}"));
    world.ok(["import", "two.sgf"]);
    let text = world.ok(["duplicates"]);
    let sources: Vec<&str> = text.lines().filter(|line| line.contains("two.sgf")).collect();
    assert_eq!(sources.len(), 2, "{text}");
    assert!(!sources[0].contains("of the file"), "{text}");
    sources[1].ends("two.sgf (game 2 of the file)");
}
