//! Joining of duplicates: one record of each game stays, and an import does not bring the others
//! back.

use super::contents::assert_sound;
use super::{World, game, long_line, turned};
use bgo::query::redundant;
use bgo::store::Join;
use testkit::tar;

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

/// Joins duplicates to the games that stay, and returns them.
pub fn join(world: &World, cut_short: bool) -> Vec<[i64; 2]> {
    let joins = redundant(&world.snapshot(), cut_short, |_, _| ()).expect("duplicates");
    world.open().expect("opens").join(&joins).expect("are joined");
    joins.into_iter().map(|Join { game, into }| [game, into]).collect()
}

/// Returns the numbers of games, of their sources, and of those that were joined.
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
