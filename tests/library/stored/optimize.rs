//! Merging of segments, during imports and by optimizing.

use super::World;
use super::contents::{assert_same, assert_sound, contents, positions};
use bgo::internal::import::ImportOptions;
use std::num::NonZeroU64;
use std::ops::Range;
use testkit::{made_up, made_up_archive};

const GAMES: usize = 100;

/// The maximum number of segments after an import.
const MOST: i64 = 7;

fn one_import(games: Range<usize>) -> World {
    let world = World::new();
    world.write("games.tar", made_up_archive(games));
    world.import(["games.tar"]);
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
        world.write("games.tar", made_up_archive(part));
        let options = ImportOptions {
            commit_every: NonZeroU64::new(5),
            ..ImportOptions::default()
        };
        world.try_import(["games.tar"], &options).expect("an import");
        assert!(segments(&world) <= MOST);
    }
    // The imports commit 27 segments, and merging adds others.
    assert!(world.number("SELECT seq FROM sqlite_sequence WHERE name = 'segment'") > 27);
    world
}

fn segments(world: &World) -> i64 {
    let told = world.snapshot().state().expect("a state").segments as i64;
    assert_eq!(told, world.number("SELECT count(*) FROM segment"));
    told
}

fn said(world: &World) -> Vec<String> {
    assert_sound(world);
    contents(
        world,
        &positions(&(0..GAMES).step_by(5).map(made_up).collect::<Vec<_>>()),
    )
}

fn optimize(world: &World) {
    let before = world.bytes().len();
    world.open().expect("opens").optimize(|_, _| {}).expect("is optimized");
    assert!(world.bytes().len() <= before);
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
    let before = world.bytes();
    optimize(&world);
    assert!(world.bytes() == before);
}

#[test]
fn games_are_removed_before_and_after_optimizing() {
    let world = many_imports();
    world.remove(&[], &[1..=10, 60..=70]);
    optimize(&world);
    assert_eq!(segments(&world), 1);
    world.remove(&[], &[11..=20, 71..=1000]);
    optimize(&world);
    // Duplicates have no game numbers, so contents are compared by records.
    let kept = said(&world);
    world.write("again.tar", made_up_archive(0..GAMES));
    world.import(["again.tar"]);
    world.remove(&["again.tar"], &[]);
    assert_same(&said(&world), &kept);
    world.remove(&["games.tar"], &[]);
    optimize(&world);
    assert_eq!((segments(&world), world.games()), (0, 0));
    world.import(["again.tar"]);
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
    optimize(&world);
    assert_same(&said(&world), &before);
}
