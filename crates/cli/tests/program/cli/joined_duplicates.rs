//! `bgo duplicates --remove`: one record of each game stays, and an import does not bring
//! the others back.

use crate::world::{World, document, game, long_line, turned};
use serde_json::json;
use testkit::{Text, tar};

fn first(moves: &str, count: usize) -> String {
    moves.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

/// Two dates of one game, one cut short, and another game.
fn records() -> [String; 4] {
    let moves = long_line(60, 3);
    [
        game("DT[2005]C[first]", &moves),
        game("DT[2006]RE[B+R]C[second]", &turned(&moves)),
        game("PB[cut]", &first(&moves, 40)),
        game("PB[other]", &long_line(50, 4)),
    ]
}

fn world() -> World {
    World::with(&records().each_ref().map(String::as_str))
}

/// Returns the members where a game was found.
fn members(world: &World, game: &str) -> Vec<String> {
    let shown = world.json(["show", game, "--json"]);
    let sources = shown["sources"].as_array().expect("a list").iter();
    sources
        .map(|source| source["member"].as_str().expect("a text").to_owned())
        .collect()
}

#[test]
fn the_sources_join_the_kept_game_and_an_import_changes_nothing() {
    let world = world();
    let removed = world.run(["duplicates", "--remove", "--cut-short", "--yes", "--json"]);
    assert_eq!(
        document(&removed.out),
        json!({"games": 2, "joined": [{"game": 1, "into": 2}, {"game": 3, "into": 2}]})
    );
    assert_eq!(world.games(), 2);
    assert_eq!(members(&world, "2"), ["0000.sgf", "0001.sgf", "0002.sgf"]);
    world.ok(["check"]);
    // The same archive, the same records elsewhere, and a turned copy with another comment.
    world.ok(["import", "games.tar"]);
    assert_eq!((world.games(), world.number("SELECT count(*) FROM source")), (2, 4));
    let [dated, _, cut, _] = records();
    world.write("again.tar", tar(&[("dated.sgf", dated), ("cut.sgf", cut)]));
    let copy = game("PB[cut]C[copy]", &turned(&first(&long_line(60, 3), 40)));
    world.write("copy.sgf", copy);
    let (totals, notes) = world.import_with_report(["again.tar", "copy.sgf"]);
    assert_eq!((&totals["added"], &totals["duplicates"]), (&0.into(), &3.into()));
    assert_eq!(notes[0]["reason"], "it is a record that was joined to game 2");
    assert_eq!((world.games(), world.number("SELECT count(*) FROM joined")), (2, 5));
    world.ok(["check"]);
    assert_eq!(
        world.json(["duplicates", "--cut-short", "--json"])["kept_apart"]["count"],
        0
    );
}

#[test]
fn only_a_terminal_or_yes_removes() {
    let world = world();
    world
        .sentence(["duplicates", "--remove"])
        .says("1 game would be joined to others; --yes joins it");
    assert_eq!(world.games(), 4);
    assert_eq!(world.run(["duplicates", "--yes"]).status, 2);
    assert_eq!(world.run(["duplicates", "--remove", "--limit", "1"]).status, 2);
    assert_eq!(
        world.run(["duplicates", "--remove", "--yes"]).out,
        "game 1 joined game 2\n1 game joined to others\n"
    );
    assert_eq!(world.ok(["duplicates", "--remove"]), "0 games joined to others\n");
}

#[test]
fn without_the_kept_game_its_records_are_games_again() {
    let world = World::new();
    let [dated, kept, cut, other] = records();
    for (name, record) in [("a.sgf", dated), ("b.sgf", kept), ("c.sgf", cut), ("d.sgf", other)] {
        world.write(name, record);
    }
    world.ok(["import", "a.sgf", "b.sgf", "c.sgf", "d.sgf"]);
    world.run(["duplicates", "--remove", "--cut-short", "--yes"]);
    // A removed record can leave without the game.
    world.ok(["remove", "--archive", "a.sgf"]);
    assert_eq!((world.games(), world.number("SELECT count(*) FROM joined")), (2, 1));
    world.ok(["check"]);
    world.ok(["import", "a.sgf"]);
    assert_eq!(world.games(), 3);
    world.run(["duplicates", "--remove", "--yes"]);
    world.ok(["remove", "--archive", "b.sgf"]);
    assert_eq!((world.games(), world.number("SELECT count(*) FROM joined")), (3, 0));
    world.ok(["check"]);
    world.ok(["import", "b.sgf"]);
    let twin = world_of_all(&world);
    assert_eq!(world.games(), twin.games());
    for moves in [first(&long_line(60, 3), 40), first(&long_line(60, 3), 41)] {
        assert_eq!(world.games_with(&moves, "19"), twin.games_with(&moves, "19"), "{moves}");
    }
    // Removing the kept game removes what joined it.
    world.run(["duplicates", "--remove", "--cut-short", "--yes"]);
    let kept = world.number("SELECT game FROM joined").to_string();
    world.ok(["remove", "--game", &kept]);
    assert_eq!((world.games(), world.number("SELECT count(*) FROM joined")), (1, 0));
    world.ok(["check"]);
}

/// Returns a database of the files of another world.
fn world_of_all(world: &World) -> World {
    let twin = World::new();
    let paths = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"].map(|name| world.path(name).to_str().expect("UTF-8").to_owned());
    let [a, b, c, d] = paths.each_ref().map(String::as_str);
    twin.ok(["import", a, b, c, d]);
    twin
}

#[test]
fn two_records_of_one_place_both_stay() {
    let moves = long_line(40, 3);
    let world = World::new();
    for date in ["DT[2005]", "DT[2006]"] {
        world.write("a.sgf", game(date, &moves));
        world.ok(["import", "a.sgf"]);
    }
    assert_eq!(
        world.run(["duplicates", "--remove", "--yes"]).out,
        "0 games joined to others\n"
    );
    assert_eq!(world.games(), 2);
}

#[test]
fn a_merged_database_brings_what_was_joined() {
    let other = world();
    other.run(["duplicates", "--remove", "--cut-short", "--yes"]);
    let merged = World::new();
    let path = other.database_path().to_str().expect("UTF-8").to_owned();
    let totals = merged.json(["import", "--json", &path]);
    assert_eq!((&totals["added"], &totals["duplicates"]), (&2.into(), &2.into()));
    assert_eq!((merged.games(), merged.number("SELECT count(*) FROM joined")), (2, 2));
    merged.ok(["check"]);
    let again = merged.json(["import", "--json", &path]);
    assert_eq!(again["added"], 0);
    merged.ok(["import", other.path("games.tar").to_str().expect("UTF-8")]);
    assert_eq!((merged.games(), merged.number("SELECT count(*) FROM source")), (2, 4));
    merged.ok(["check"]);
}
