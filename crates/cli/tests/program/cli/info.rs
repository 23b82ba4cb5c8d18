//! `bgo info` and `bgo hash-table`.

use crate::world::{World, game};
use serde_json::{Value, json};
use std::fs;
use testkit::Text;

#[test]
fn info_counts_what_is_stored() {
    let world = World::with(&[
        &game("PB[A]PW[B]DT[1990]", "pd dp"),
        &game("PB[B]PW[C]DT[2001-02-03]", "pd"),
        &game("SZ[9]", "ee gc cg"),
        &game("SZ[9]", "ee gc cg"),
    ]);
    assert!(world.json(["info", "--json"]).get("parts").is_none());
    let mut info = world.json(["info", "--json", "--sizes"]);
    assert_eq!(info["path"], world.database_path().to_str().expect("UTF-8"));
    let bytes = fs::metadata(world.database_path()).expect("is there").len();
    assert_eq!(info["bytes"], bytes);
    let table = info["hash_table"].as_str().expect("a text");
    assert!(
        table.len() == 8 && table.bytes().all(|b| b.is_ascii_hexdigit()),
        "{table}"
    );
    let parts = info["parts"].as_object().expect("an object");
    let sum: u64 = parts.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(sum, bytes, "{parts:?}");
    for part in ["index", "records", "games", "sources"] {
        assert!(parts[part].as_u64() > Some(8192), "{part}: {parts:?}");
    }
    // What a report of a fault needs.
    let version = world.ok(["--version"]);
    version.begins(concat!("bgo ", env!("CARGO_PKG_VERSION")));
    for fact in ["version", "sqlite", "system"] {
        version.says(info[fact].as_str().expect("a text"));
    }
    version.says(info["commit"].as_str().unwrap_or_default());
    for changing in [
        "path",
        "bytes",
        "parts",
        "generation",
        "hash_table",
        "version",
        "commit",
        "sqlite",
        "system",
    ] {
        info.as_object_mut().expect("an object").remove(changing);
    }
    let expected = json!({
        "schema": 2, "games": 3, "positions": 9, "segments": 1, "archives": 1, "sources": 4, "players": 3,
        "position_files": 0, "position_records": 0, "analysis_files": 0, "analyses": 0,
        "first_year": 1990, "last_year": 2001,
        "board_sizes": [{"board_size": 9, "games": 1}, {"board_size": 19, "games": 2}],
        "years": [{"year": null, "games": 1}, {"year": 1990, "games": 1}, {"year": 2001, "games": 1}],
    });
    assert_eq!(info, expected);
    let text = world.ok(["info", "--sizes"]);
    assert!(!text.contains("imported") && !text.contains("  positions"), "{text}");
    for row in [
        "games       3",
        "positions   9",
        "years       1990 to 2001",
        "9x9         1 game",
    ] {
        assert!(text.lines().any(|line| line == row), "{row}: {text}");
    }
}

#[test]
fn info_counts_files_of_positions_where_there_are_any() {
    let world = World::with(&[game("SZ[9]", "cc dd ee")]);
    assert_eq!(world.json(["info", "--json", "--sizes"])["parts"]["position_files"], 0);
    world.run(["positions", "export", "--quiet", "--size", "9", "--out", "a.dat"]);
    world.ok(["positions", "import", "--quiet", "a.dat"]);
    let info = world.json(["info", "--json", "--sizes"]);
    assert_eq!(
        [&info["games"], &info["position_files"], &info["position_records"]],
        [1, 1, 4]
    );
    let parts = info["parts"].as_object().expect("an object");
    let sum: u64 = parts.values().filter_map(Value::as_u64).sum();
    assert_eq!(info["bytes"], sum);
    let bytes = parts["position_files"].as_u64().expect("a number");
    let text = world.ok(["info", "--sizes"]);
    for row in [
        "imported    4 positions in 1 file".to_owned(),
        format!("  positions {:.1} kB", bytes as f64 / 1000.0),
    ] {
        assert!(text.lines().any(|line| line == row), "{row}: {text}");
    }
}

#[test]
fn info_of_a_database_without_games() {
    let world = World::with_no_games();
    let info = world.json(["info", "--json"]);
    assert_eq!(
        (&info["games"], &info["first_year"], &info["board_sizes"]),
        (&json!(0), &Value::Null, &json!([]))
    );
    world.ok(["info"]).says("none known");
}

#[test]
fn the_built_in_table_is_the_one_of_the_repository() {
    let table = World::new().ok(["hash-table"]);
    assert_eq!(table, include_str!("../../../../../hash_table.json"));
    let entries: Vec<i32> = serde_json::from_str(&table).expect("an array");
    assert_eq!(entries.len(), 361);
}

#[test]
fn another_table_makes_another_database() {
    let world = World::with(&[&game("", "pd dp pp dd")]);
    world.ok(["hash-table", "--seed", "5", "--out", "five.json"]);
    let five = ["--hash-table", "five.json", "--db", "five.sqlite"];
    let [a, b, c, d] = five;
    world.ok([a, b, c, d, "import", "games.tar"]);
    let answer = world.json([a, b, c, d, "search", "--json", "pd", "dp", "pp"]);
    assert_eq!(
        (&answer["games"], &answer["board_hash"]),
        (&json!(1), &json!(959_678_554))
    );
    let own = world.json(["search", "--json", "pd", "dp", "pp"]);
    assert_ne!(own["key"], answer["key"]);
    // Points outside of the published hashes get other random values.
    let jj = world.json([a, b, c, d, "search", "--json", "jj"])["board_hash"].clone();
    assert_ne!(world.json(["search", "--json", "jj"])["board_hash"], jj);
}

#[test]
fn a_database_of_another_table_is_refused_with_both_fingerprints() {
    let world = World::with(&[&game("", "pd")]);
    world.ok(["hash-table", "--seed", "5", "--out", "five.json"]);
    world.ok("--hash-table five.json --db five.sqlite import games.tar".split(' '));
    let fingerprint = |info: Value| info["hash_table"].as_str().expect("a text").to_owned();
    let ours = fingerprint(world.json(["info", "--json"]));
    let five = fingerprint(world.json(["--hash-table", "five.json", "--db", "five.sqlite", "info", "--json"]));
    let before = fs::read(world.database_path()).expect("is there");
    for subcommand in [["import", "games.tar"], ["search", "pd"], ["shell", "--quiet"]] {
        let [a, b] = subcommand;
        let sentence = world.sentence(["--hash-table", "five.json", a, b]);
        let named = sentence.contains(&ours) && sentence.contains(&five) && sentence.contains("games.sqlite");
        assert!(named, "{sentence}");
    }
    assert_eq!(fs::read(world.database_path()).expect("is there"), before);
}

#[test]
fn a_table_is_written_to_a_new_file_only() {
    let world = World::new();
    world.write("there.json", "precious");
    world
        .sentence(["hash-table", "--out", "there.json"])
        .begins("there.json already exists; --overwrite replaces it");
    assert_eq!(fs::read(world.path("there.json")).expect("is there"), b"precious");
    world
        .sentence(["hash-table", "--out", "no/folder.json"])
        .begins("no/folder.json cannot be written");
}

#[test]
fn what_is_no_table_is_refused() {
    let world = World::with(&[&game("", "pd")]);
    world.write("text.json", "hello");
    world.write("short.json", "[1, 2, 3]");
    world.write("large.json", format!("{:?}", vec![i64::MAX; 361]));
    for name in ["text.json", "short.json", "large.json"] {
        world
            .sentence(["--hash-table", name, "search"])
            .begins(format!("{name} is not a hash table"));
    }
    world
        .sentence(["--hash-table", "nowhere.json", "search"])
        .begins("cannot read the hash table nowhere.json");
}
