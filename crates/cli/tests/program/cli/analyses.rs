//! Analyses by engines: from KataGo's files and from records, and in answers to searches.

use crate::world::{World, game};
use serde_json::{Value, json};
use testkit::Text;
use testkit::katago::{lines, query, response};

#[test]
fn a_move_has_the_evaluation_with_more_visits_and_searched_moves_stand_apart() {
    let world = World::with(&[&game("SZ[9]", "cg gc gg"), &game("SZ[9]", "cg gc ee")]);
    let found = [("G3", 0.7, 50), ("E5", 0.6, 5), ("C7", 0.5, 4), ("pass", 0.1, 1)];
    let mut after = response("a", 3, 0.65, 20, &[]);
    after["rootInfo"]["currentPlayer"] = json!("W");
    world.write(
        "x",
        lines(&[
            query("a", &["B C3", "W G7", "B E5"]),
            response("a", 2, 0.75, 60, &found),
            after,
        ]),
    );
    world.ok(["analyses", "import", "x"]);
    let answer = world.json(["search", "--size", "9", "--json", "cg", "gc"]);
    let rate = |mv: &str| {
        let next = answer["next_moves"].as_array().expect("moves");
        let next = next.iter().find(|next| next["move"] == mv).expect("a move");
        next["engine"].clone()
    };
    assert_eq!(rate("ee")["black_win_rate"], 0.65);
    assert_eq!(rate("ee")["visits"], 20);
    let rates: Vec<f64> = answer["next_moves"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|next| next["engine"]["black_win_rate"].as_f64())
        .collect();
    assert!(rates.contains(&0.7), "{answer}");
    let apart = answer["engine_moves"].as_array().expect("moves");
    let pass = json!({"move": "pass", "color": "B", "black_win_rate": 0.1, "visits": 1});
    assert_eq!(apart.last(), Some(&pass), "{answer}");
    let played = answer["next_moves"].as_array().expect("moves").len();
    // C7 and G3 are equal by symmetry.
    assert_eq!(apart.len() + played, 3, "{answer}");
    let text = world.ok(["search", "--size", "9", "cg", "gc"]);
    text.says("Engine: black wins 75.0%, +1.5 points, 60 visits");
    text.says("Not played, but searched: ");
    text.says("(65.0%)");
    let full = world.ok(["search", "--size", "9", "--full", "cg", "gc"]);
    assert!(full.contains("engine") && full.contains("65.0%"), "{full}");
}

#[test]
fn without_analyses_nothing_is_said_of_engines() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    for arguments in [["search", "--size", "9", "--json"], ["search", "--size", "9", "--full"]] {
        let text = world.ok(arguments).to_lowercase();
        assert!(!text.contains("engine"), "{text}");
    }
    assert!(!world.ok(["info"]).contains("analyses"));
}

#[test]
fn the_side_arrives_and_faulty_lines_are_named() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let mut found = response("a", 1, 0.75, 10, &[]);
    found["rootInfo"]["currentPlayer"] = json!("W");
    let text = lines(&[query("a", &["B C3"]), found]);
    world.write("x", text + "no json\n");
    let ran = world.run(["analyses", "import", "--win-rates", "white", "x"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    ran.err.says("x, line 3: it is not a line of KataGo's analysis engine");
    let answer = world.json(["search", "--size", "9", "--json", "cg"]);
    assert_eq!(answer["engine"]["black_win_rate"], 0.25);
}

#[test]
fn a_file_is_replaced_and_removed() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let files = || world.json(["analyses", "list", "--json"]);
    for (rates, expected) in [(vec![0.5, 0.6], 2), (vec![0.7], 1)] {
        let mut all = vec![query("a", &["B C3"])];
        for (turn, rate) in (0..).zip(&rates) {
            all.push(response("a", turn, *rate, 10, &[]));
        }
        world.write("x", lines(&all));
        world.ok(["analyses", "import", "x"]);
        assert_eq!(files()["analyses"], expected);
        assert_eq!(files()["files"].as_array().map(Vec::len), Some(1));
        world.ok(["check"]);
    }
    let rate = || world.json(["search", "--size", "9", "--json"])["engine"]["black_win_rate"].clone();
    assert_eq!(rate(), 0.7);
    // Without the query, nothing takes the place of the analysis.
    let before = files();
    for useless in [lines(&[response("a", 0, 0.2, 10, &[])]), String::new()] {
        world.write("x", useless);
        world.run(["analyses", "import", "x"]);
        assert_eq!((rate(), files()), (json!(0.7), before.clone()));
        world.ok(["check"]);
    }
    // None is removed if one is unknown.
    world.sentence(["analyses", "remove", "x", "y"]);
    assert_eq!(files(), before);
    assert_eq!(world.ok(["analyses", "remove", "x", "x"]), "1 analysis removed\n");
    assert_eq!(rate(), Value::Null);
    assert_eq!(files(), json!({"analyses": 0, "from_records": 0, "files": []}));
    world.sentence(["analyses", "remove", "x"]).says("no file of analyses");
    world.ok(["check"]);
}

#[test]
fn searched_moves_that_cannot_be_played_are_not_listed() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let found = [("C3", 0.7, 9), ("E5", 0.6, 5)];
    let mut found = response("a", 1, 0.5, 20, &found);
    found["rootInfo"]["currentPlayer"] = json!("W");
    world.write("x", lines(&[query("a", &["B C3"]), found]));
    world.ok(["analyses", "import", "x"]);
    let answer = world.json(["search", "--size", "9", "--json", "cg"]);
    let listed: Vec<&Value> = answer["engine_moves"].as_array().expect("moves").iter().collect();
    assert_eq!(listed.len(), 1, "{answer}");
    assert_eq!(listed[0]["move"], "ee");
}
