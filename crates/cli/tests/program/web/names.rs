//! The names that are offered while one is typed, and the archives.

use super::served::Served;
use crate::world::{World, game};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Games as players and event; an empty text is none.
const GAMES: [[&str; 3]; 8] = [
    ["Cho Chikun", "Kobayashi Koichi", "42nd Honinbo, final"],
    ["Cho Chikun", "Cho Chikun", "Meijin"],
    ["Cho Hunhyun", "Cho Chikun", "Honinbo"],
    ["Cho Hunhyun", "Lee Chang-ho", "Honinbo"],
    ["Lee Chang-ho", "Cho Hunhyun", "Honinbo"],
    ["Cho Hunhyun", "", ""],
    ["Zoë Tcho", "", "Coupe Honoré"],
    ["", "", ""],
];

fn world() -> World {
    let records = (0..).zip(GAMES).map(|(number, [black, white, event])| {
        let point = char::from(b'a' + number);
        game(&format!("PB[{black}]PW[{white}]EV[{event}]"), &format!("pd {point}c"))
    });
    let records: Vec<String> = records.collect();
    World::with(&records)
}

/// Returns the names with a word that begins so, as the games themselves tell them.
fn counted<'a>(names: impl Fn(&[&'a str; 3]) -> Vec<&'a str>, prefix: &str) -> Vec<(u64, String)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for game in &GAMES {
        let mut names = names(game);
        names.dedup();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let begins = |name: &str| {
        let name = name.to_lowercase().replace(['ë', 'é'], "e");
        name.split([' ', ',', '-']).any(|word| word.starts_with(prefix))
    };
    let wanted = counts.into_iter().filter(|(name, _)| begins(name));
    let mut all: Vec<_> = wanted.map(|(name, games)| (games, name.to_owned())).collect();
    all.sort_by_key(|(games, name)| (std::cmp::Reverse(*games), name.to_lowercase()));
    all
}

fn said(answer: &Value, list: &str, name: &str) -> Vec<(u64, String)> {
    let pair = |entry: &Value| {
        let name = entry[name].as_str().expect("a name").to_owned();
        (entry["games"].as_u64().expect("a number"), name)
    };
    answer[list].as_array().expect("a list").iter().map(pair).collect()
}

#[test]
fn names_are_offered_with_the_numbers_of_their_games_the_most_first() {
    let served_world = world();
    let served = Served::of(&served_world);
    for prefix in ["", "c", "cho", "CHO", "hun", "lee", "ho", "zoe", "x", "ikun"] {
        let folded = prefix.to_lowercase();
        let players = served.json(&format!("players?prefix={prefix}"));
        let right = counted(|[black, white, _]| vec![black, white], &folded);
        assert_eq!(said(&players, "counts", "player"), right, "{prefix}");
        let names: Vec<&str> = right.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(players["players"], json!(names), "{prefix}");
    }
    for prefix in ["", "honinbo", "HON", "42", "final", "bo"] {
        let events = served.json(&format!("events?prefix={prefix}"));
        let right = counted(|[_, _, event]| vec![event], &prefix.to_lowercase());
        assert_eq!(said(&events, "events", "event"), right, "{prefix}");
    }
    let first = served.json("players?limit=1");
    assert_eq!(
        first,
        json!({"players": ["Cho Hunhyun"], "counts": [{"player": "Cho Hunhyun", "games": 4}]})
    );
    assert_eq!(served.json("events?limit=0"), json!({"events": []}));
}

#[test]
fn archives_have_the_names_that_conditions_take() {
    let world = World::new();
    for (name, lines) in [
        ("a/x.tar", &["pd", "dp pp"][..]),
        ("b/x.tar", &["dd qc"]),
        ("y.tar", &["qc dd pp", "dp pp", "cc"]),
    ] {
        let records = (0..)
            .zip(lines)
            .map(|(number, moves): (u8, _)| (format!("{number}.sgf"), game("", moves)));
        let members: Vec<(String, String)> = records.collect();
        world.write(name, testkit::tar(&members));
        world.ok(["import", "-q", name]);
    }
    let served = Served::of(&world);
    let answer = served.json("archives");
    assert_eq!(
        said(&answer, "archives", "archive"),
        [
            (2, "a/x.tar".to_owned()),
            (1, "b/x.tar".to_owned()),
            (3, "y.tar".to_owned())
        ]
    );
    for (games, name) in said(&answer, "archives", "archive") {
        assert_eq!(served.json(&format!("find?archive={name}"))["games"], games, "{name}");
    }
    world.ok(["remove", "--yes", "--archive", "a/x.tar"]);
    let left = served.json("archives");
    assert_eq!(
        said(&left, "archives", "archive"),
        [(1, "x.tar".to_owned()), (3, "y.tar".to_owned())]
    );
}

#[test]
fn an_archive_is_found_by_the_name_that_is_offered_however_long() {
    let world = World::new();
    let name = format!("{}.sgf", "long".repeat(50));
    world.write(&name, game("", "pd dp"));
    world.ok(["import", &name]);
    let served = Served::of(&world);
    let archives = served.json("archives");
    assert_eq!(archives, json!({"archives": [{"archive": name, "games": 1}]}));
    assert_eq!(served.json(&format!("find?archive={name}"))["games"], 1);
    let longer = served.get(&format!("/api/v1/find?archive={}", "a".repeat(1001)));
    assert_eq!((longer.status, longer.code().as_str()), (422, "too_long"));
}
