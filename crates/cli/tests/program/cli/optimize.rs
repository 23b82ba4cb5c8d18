//! Merging of segments, during imports and by `bgo optimize`.

use super::contents::{archive, assert_same, assert_sound, contents, made_up, positions};
use crate::world::World;
use serde_json::json;
use std::ops::Range;
use testkit::Text;

const GAMES: usize = 100;

/// The maximum number of segments after an import.
const MOST: i64 = 7;

/// Makes a database of these games from one archive.
fn one_import(games: Range<usize>) -> World {
    let world = World::new();
    world.write("games.tar", archive(games));
    world.ok(["import", "-q", "games.tar"]);
    assert_eq!(segments(&world), 1);
    world
}

/// Makes a database of all games with many small commits: several imports of a
/// few games, and one that commits every five games.
fn many_imports() -> World {
    let world = World::new();
    let parts = (0..48)
        .step_by(6)
        .map(|first| first..first + 6)
        .chain(std::iter::once(48..GAMES));
    for part in parts {
        world.write("games.tar", archive(part));
        world.ok(["import", "-q", "--commit-every", "5", "games.tar"]);
        assert!(segments(&world) <= MOST);
    }
    // The imports commit 27 segments, and merging adds others.
    assert!(world.number("SELECT seq FROM sqlite_sequence WHERE name = 'segment'") > 27);
    world
}

fn segments(world: &World) -> i64 {
    let told = world.json(["info", "--json"])["segments"].as_i64();
    let counted = world.number("SELECT count(*) FROM segment");
    assert_eq!(told, Some(counted));
    counted
}

/// Asserts that a database is sound and returns its contents.
fn said(world: &World) -> Vec<String> {
    assert_sound(world);
    contents(
        world,
        &positions(&(0..GAMES).step_by(5).map(made_up).collect::<Vec<_>>()),
    )
}

/// Optimizes a database and verifies the reported size and segments.
fn optimize(world: &World) {
    let document = world.json(["optimize", "--json"]);
    let bytes = std::fs::metadata(world.database_path()).expect("is there").len();
    assert_eq!(
        (&document["bytes"], &document["segments"]),
        (&json!(bytes), &json!(segments(world)))
    );
    assert!(document["bytes_before"].as_u64() >= Some(bytes), "{document}");
    assert_eq!(world.number("SELECT freelist_count FROM pragma_freelist_count()"), 0);
}

#[test]
fn many_small_imports_say_what_one_says_and_so_does_what_is_optimized() {
    let expected = said(&one_import(0..GAMES));
    let world = many_imports();
    assert_same(&said(&world), &expected);
    assert!(segments(&world) > 1);
    optimize(&world);
    assert_eq!(segments(&world), 1);
    assert_same(&said(&world), &expected);
    // Optimizing again changes nothing.
    let before = world.json(["info", "--json"]);
    optimize(&world);
    assert_eq!(world.json(["info", "--json"]), before);
}

#[test]
fn games_are_removed_before_and_after_optimizing() {
    let world = many_imports();
    world.ok(["remove", "-q", "--game", "1..10", "--game", "60..70"]);
    optimize(&world);
    assert_eq!(segments(&world), 1);
    world.ok(["remove", "-q", "--game", "11..20", "--game", "71..1000"]);
    optimize(&world);
    // Duplicates have no game numbers, so contents are compared by records.
    let kept = said(&world);
    world.write("again.tar", archive(0..GAMES));
    world.ok(["import", "-q", "again.tar"]);
    world.ok(["remove", "-q", "--archive", "again.tar"]);
    assert_same(&said(&world), &kept);
    world.ok(["remove", "-q", "--archive", "games.tar"]);
    optimize(&world);
    assert_eq!((segments(&world), world.games()), (0, 0));
    world.ok(["import", "-q", "again.tar"]);
    let names = |said: Vec<String>| {
        said.into_iter()
            .map(|text| text.replace("again.tar", "games.tar"))
            .collect::<Vec<_>>()
    };
    assert_same(&names(said(&world)), &said(&one_import(0..GAMES)));
}

#[test]
fn without_games_and_with_one_segment_it_changes_nothing() {
    let empty = World::with_no_games();
    let before = said(&empty);
    optimize(&empty);
    assert_same(&said(&empty), &before);
    let world = one_import(0..20);
    let before = said(&world);
    world.ok(["optimize"]).begins("1 segment became 1, ");
    assert_eq!(world.ok(["optimize", "--quiet"]), "");
    assert_same(&said(&world), &before);
}

#[test]
fn a_missing_database_is_named_and_not_made() {
    let world = World::new();
    for arguments in [["optimize"], ["check"]] {
        world.sentence(arguments).begins("there is no database at ");
    }
    assert_eq!(std::fs::read_dir(world.folder()).expect("a folder").count(), 0);
}
