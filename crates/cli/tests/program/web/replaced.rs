//! Databases whose files are replaced or removed while they are served.

use super::served::Served;
use crate::world::World;
use bgo::internal::store::{Access, Database};
use std::collections::BTreeMap;
use std::fs;
use std::thread;

const RECORD: &str = "(;SZ[19];B[pd];W[dp])";

fn world_of(games: usize) -> World {
    let records: Vec<String> = (0..games).map(|game| format!("(;SZ[19]PB[{game}];B[pd])")).collect();
    World::with(&records)
}

#[test]
fn answers_are_never_those_of_a_file_that_was_replaced() {
    const CLIENTS: usize = 8;
    const QUESTIONS: usize = 50;
    let (old, new) = (world_of(1), world_of(2));
    // A copy has the same identity and generation, and differs when both were written to.
    let copy = World::new();
    fs::copy(old.database_path(), copy.database_path()).expect("is copied");
    for (world, record) in [(&old, RECORD), (&copy, "(;SZ[19];B[qq])")] {
        world.write("more.sgf", record);
        world.ok(["import", "more.sgf"]);
    }
    let served = Served::of(&old);
    let generation = |served: &Served| served.json("info")["generation"].clone();
    let before = generation(&served);
    let path = old.database_path();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for other in [&copy, &new] {
        let answers = thread::scope(|scope| {
            let clients: Vec<_> = (0..CLIENTS)
                .map(|_| {
                    scope.spawn(|| {
                        let ask = |number: usize| {
                            let path = ["/api/v1/position", "/api/v1/position?full=true"][number % 2];
                            (path, served.get(path))
                        };
                        (0..QUESTIONS).map(ask).collect::<Vec<_>>()
                    })
                })
                .collect();
            fs::rename(other.database_path(), &path).expect("is replaced");
            let answers = clients.into_iter().flat_map(|client| client.join().expect("ends"));
            answers.collect::<Vec<_>>()
        });
        assert_eq!(answers.len(), CLIENTS * QUESTIONS);
        let after = ["/api/v1/position", "/api/v1/position?full=true"].map(|path| (path, served.get(path)));
        for (path, answer) in answers.into_iter().chain(after) {
            assert_eq!(answer.status, 200, "{}", answer.text());
            let tag = format!("{path} {}", answer.header("etag").expect("a validator"));
            let text = known.entry(tag).or_insert_with(|| answer.text());
            assert_eq!(*text, answer.text());
        }
        if std::ptr::eq(other, &copy) {
            assert_eq!(generation(&served), before);
        }
        // Every question after the replacement is about the new file.
        assert_eq!(
            served.json("position?moves=qq")["games"],
            u64::from(std::ptr::eq(other, &copy))
        );
    }
    assert_eq!(served.json("info")["games"], 2);
    // Three files, two questions.
    assert!((4..=6).contains(&known.len()));
}

#[test]
fn a_file_that_is_gone_is_said_and_found_again() {
    let world = world_of(1);
    let served = Served::of(&world);
    let tag = served
        .get("/api/v1/info")
        .header("etag")
        .expect("a validator")
        .to_owned();
    let path = world.database_path();
    let kept = world.path("kept.sqlite");
    fs::rename(&path, &kept).expect("is moved");
    for question in ["info", "position", "position?full=true", "games/1/sgf"] {
        let answer = served.get_with(&format!("/api/v1/{question}"), &[("If-None-Match", &tag)]);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (503, "no_database"),
            "{question}"
        );
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
    fs::write(&path, "no database").expect("is written");
    assert_eq!(served.get("/api/v1/info").status, 500);
    fs::remove_file(&path).expect("is removed");
    fs::rename(&kept, &path).expect("is moved");
    assert_eq!(served.json("info")["games"], 1);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_file_blocks_nothing() {
    let world = world_of(1);
    let served = Served::of(&world);
    let path = world.database_path();
    let kept = world.path("kept.sqlite");
    fs::rename(&path, &kept).expect("is moved");
    world.make_pipe("games.sqlite");
    for question in ["position", "info"] {
        assert_eq!(served.get(&format!("/api/v1/{question}")).status, 500, "{question}");
    }
    fs::remove_file(&path).expect("is removed");
    fs::rename(&kept, &path).expect("is moved");
    assert_eq!(served.json("info")["games"], 1);
}

#[test]
fn what_others_import_into_the_new_file_is_seen() {
    let (old, new) = (world_of(1), world_of(40));
    let served = Served::of(&old);
    for (number, games) in [(1, 2), (2, 3)] {
        old.write("more.sgf", format!("(;SZ[19]PB[{number}];B[pd])"));
        old.ok(["import", "more.sgf"]);
        assert_eq!(served.json("info")["games"], games);
    }
    fs::rename(new.database_path(), old.database_path()).expect("is replaced");
    assert_eq!(served.json("info")["games"], 40);
    // Each process that uses the file leaves its traces beside it.
    old.ok(["check"]);
    for games in [41, 42, 43] {
        old.write("more.sgf", format!("(;SZ[19]PB[more {games}];B[qq])"));
        old.ok(["import", "more.sgf"]);
        old.ok(["check"]);
        assert_eq!(served.json("info")["games"], games);
        assert_eq!(served.json("position?moves=qq")["games"], games - 40);
    }
}

#[test]
fn a_question_about_the_old_file_that_ends_later_takes_nothing_from_the_new() {
    let (old, new) = (world_of(1), world_of(40));
    let database = Database::open(&old.database_path(), Access::Read).expect("opens");
    let games = || {
        let snapshot = database.snapshot().expect("a snapshot");
        snapshot.state().expect("a state").games
    };
    let before = database.snapshot().expect("a snapshot");
    fs::rename(new.database_path(), old.database_path()).expect("is replaced");
    assert_eq!(games(), 40);
    assert_eq!(before.state().expect("a state").games, 1);
    drop(before);
    old.ok(["check"]);
    old.write("more.sgf", "(;SZ[19];B[qq])");
    old.ok(["import", "more.sgf"]);
    old.ok(["check"]);
    assert_eq!(games(), 41);
}

#[test]
fn a_database_has_an_identity() {
    let (one, other) = (world_of(1), world_of(1));
    let identity = |world: &World| Served::of(world).json("info")["identity"].clone();
    let first = identity(&one);
    assert!(first.as_str().is_some_and(|text| text.len() == 16), "{first}");
    assert_eq!(identity(&one), first);
    assert_ne!(identity(&other), first);
}
