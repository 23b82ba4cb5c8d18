//! The names that are offered while one is typed, and the archives.

use super::served::Served;
use crate::world::{World, document, game, long_line};
use serde_json::{Value, json};

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

/// Returns a list of names with their numbers of games, as a text.
fn said(answer: &Value, list: &str, name: &str) -> String {
    let pair = |entry: &Value| format!("{} {}", entry["games"], entry[name].as_str().expect("a name"));
    let entries = answer[list].as_array().expect("a list").iter();
    entries.map(pair).collect::<Vec<_>>().join("; ")
}

#[test]
fn names_are_offered_with_the_numbers_of_their_games_the_most_first() {
    let served_world = world();
    let served = Served::of(&served_world);
    let chos = "4 Cho Hunhyun; 3 Cho Chikun";
    let all = format!("{chos}; 2 Lee Chang-ho; 1 Kobayashi Koichi; 1 Zoë Tcho");
    for (prefix, expected) in [
        ("", all.as_str()),
        ("CHO", chos),
        ("hun", "4 Cho Hunhyun"),
        ("ho", "2 Lee Chang-ho"),
        ("zoe", "1 Zoë Tcho"),
        ("ikun", ""),
    ] {
        let players = served.json(&format!("players?prefix={prefix}"));
        assert_eq!(said(&players, "counts", "player"), expected, "{prefix}");
        let names = players["players"].as_array().map(Vec::len);
        assert_eq!(
            names,
            Some(expected.split("; ").filter(|name| !name.is_empty()).count())
        );
    }
    for (prefix, expected) in [
        ("HON", "3 Honinbo; 1 42nd Honinbo, final; 1 Coupe Honoré"),
        ("42", "1 42nd Honinbo, final"),
        ("bo", ""),
    ] {
        let events = served.json(&format!("events?prefix={prefix}"));
        assert_eq!(said(&events, "events", "event"), expected, "{prefix}");
    }
    let first = served.json("players?limit=1");
    assert_eq!(
        first,
        json!({"players": ["Cho Hunhyun"], "counts": [{"player": "Cho Hunhyun", "games": 4}]})
    );
    assert_eq!(served.json("events?limit=0"), json!({"events": []}));
}

#[test]
fn lists_of_the_database_are_the_documents_of_the_program() {
    let line = long_line(40, 1);
    let shorter = line.rsplit_once(' ').expect("moves").0;
    let records = [
        game("PB[Cho]PW[Go]", &line),
        game("PB[Lee]PW[Go]", shorter),
        game("PB[Cho Chikun]PW[Go]RE[B+R]", "pd dp"),
        game("PB[Lee]PW[Go]RE[B+R]", "pd dp pp"),
        game("PB[Lee]PW[Go]RE[W+R]", "pd dd"),
    ];
    let world = World::with(&records);
    world.ok(["alias", "Cho Chikun", "Cho"]);
    world.shell("pd; name first; dp; name 'and second'");
    let served = Served::of(&world);
    assert_eq!(served.json("aliases"), world.json(["alias", "--json"]));
    let names = served.json("names");
    assert_eq!(said(&names, "names", "name"), "2 and second; 3 first");
    assert_eq!(names, document(&world.shell("names --json")));
    for (query, arguments) in [
        ("", &["pd"][..]),
        ("&limit=1&player=lee", &["pd", "--limit", "1", "--player", "lee"]),
    ] {
        let openings = served.json(&format!("openings?moves=pd{query}"));
        let command = ["openings", "--json"].iter().chain(arguments);
        assert_eq!(openings, world.json(command));
        assert!(
            openings["openings"][0]["source"]
                .as_str()
                .expect("a source")
                .starts_with("https://")
        );
    }
    let near = served.json("duplicates/near");
    assert_eq!(near, world.json(["duplicates", "--near", "--json"])["near"]);
    assert_eq!(near["count"], 1);
    assert_eq!(served.json("duplicates/near?offset=1"), json!({"count": 1, "list": []}));
    let order = |answer: &Value| answer["next_moves"].as_array().expect("moves").clone();
    let sorted = order(&served.json("position?moves=pd&sort=wins"));
    assert_eq!(sorted, order(&world.json(["search", "pd", "--sort", "wins", "--json"])));
    assert_ne!(sorted, order(&served.json("position?moves=pd")));
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
    let offered = said(&answer, "archives", "archive");
    assert_eq!(offered, "2 a/x.tar; 1 b/x.tar; 3 y.tar");
    for (games, name) in offered.split("; ").filter_map(|entry| entry.split_once(' ')) {
        let found = served.json(&format!("find?archive={name}"))["games"].to_string();
        assert_eq!(found, games, "{name}");
    }
    world.ok(["remove", "--yes", "--archive", "a/x.tar"]);
    let left = served.json("archives");
    assert_eq!(said(&left, "archives", "archive"), "1 x.tar; 3 y.tar");
}

#[test]
fn an_archive_is_found_by_the_name_that_is_offered_however_long() {
    let world = World::new();
    let name = format!("{}.sgf", "long".repeat(50));
    world.write(&name, game("", "pd dp"));
    world.ok(["import", &name]);
    let served = Served::of(&world);
    let archives = served.json("archives");
    assert_eq!(
        (&archives["archives"][0]["archive"], &archives["archives"][0]["games"]),
        (&json!(name), &json!(1))
    );
    assert_eq!(served.json(&format!("find?archive={name}"))["games"], 1);
    let longer = served.get(&format!("/api/v1/find?archive={}", "a".repeat(1001)));
    assert_eq!((longer.status, longer.code().as_str()), (422, "too_long"));
}
