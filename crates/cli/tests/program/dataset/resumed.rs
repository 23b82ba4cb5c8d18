//! Sets that are there, and concurrent processes.

use super::games::made;
use crate::world::World;
use std::fs::{self, File};
use testkit::{members, tar};

fn world() -> World {
    let world = World::new();
    world.write("games.tar", tar(&members(0..1000)));
    fs::create_dir(world.path("data")).expect("is made");
    world
}

#[test]
fn one_process_at_a_time_makes_a_set() {
    let world = world();
    let file = File::create(world.path("data/kgsgo-all-v2.dat~")).expect("is made");
    file.lock().expect("is locked");
    let said = world.sentence(["dataset", "kgs-v2", "--sets", "all", "--quiet", "games.tar"]);
    assert_eq!(said, "data/kgsgo-all-v2.dat is being made by another process");
    drop(file);
    made(&world, &["kgs-v2", "--sets", "all", "games.tar"]);
    assert!(!world.path("data/kgsgo-all-v2.dat~").exists());
}

/// Existing sets are kept; a set with other records is an error.
#[test]
fn sets_that_are_there_are_not_made_again() {
    let world = world();
    let first = made(&world, &["kgs-v2", "--sets", "all,test", "games.tar"]);
    let path = world.path("data/kgsgo-all-v2.dat");
    let modified = || fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
    let before = modified();
    let again = made(&world, &["kgs-v2", "--sets", "all,test", "games.tar"]);
    assert_eq!(again["sets"][0]["files"][0]["was_there"], true);
    assert_eq!(again["sets"][0]["files"][0]["md5"], first["sets"][0]["files"][0]["md5"]);
    assert_eq!(modified(), before);
    let whole = fs::read(&path).expect("reads");
    // Every byte counts: in the header, in the records, and at the end.
    for place in [7, 1024 + 2, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[place] ^= 1;
        fs::write(&path, &bytes).expect("writes");
        let said = world.sentence(["dataset", "kgs-v2", "--sets", "all", "--quiet", "games.tar"]);
        let why = format!("from byte {place} on it has others; --overwrite replaces it");
        assert_eq!(
            said,
            format!("data/kgsgo-all-v2.dat already exists and is not this set: {why}")
        );
        assert_eq!(fs::read(&path).expect("reads"), bytes);
    }
}
