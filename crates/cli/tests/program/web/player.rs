//! The record of a player.

use super::served::Served;
use crate::world::World;
use serde_json::json;

const RECORDS: [&str; 7] = [
    "(;SZ[19]PB[Aki]PW[Bo]DT[1990-05-01]RE[B+R];B[pd];W[dp];B[pp])",
    // The same opening, turned.
    "(;SZ[19]PB[AKI]PW[Bo]DT[1990]RE[0];B[dd];W[pp];B[dp])",
    "(;SZ[19]PB[Bo]PW[Aki]DT[1995]RE[W+0.5];B[dp];W[pd])",
    "(;SZ[19]PB[Cy]PW[Aki]RE[Void];B[qd];W[dd])",
    "(;SZ[9]PB[Aki]PW[Cy]DT[2001]RE[W+3];B[ee])",
    "(;SZ[19]PB[Aki]PW[Aki]DT[1995]RE[B+1];B[cd];W[pp])",
    // Its first moves are not from the empty board.
    "(;SZ[19]PB[Bo]PW[Aki]AB[dd][pp]DT[1995]RE[B+R];W[dp])",
];

fn record(games: u64, wins: u64, losses: u64, draws: u64) -> serde_json::Value {
    json!({"games": games, "wins": wins, "losses": losses, "draws": draws})
}

#[test]
fn a_player_has_a_record_by_colour_year_opening_and_opponent() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let expected = json!({
        "player": "Aki", "games": 7, "first_year": 1990, "last_year": 2001,
        "black": record(4, 2, 1, 1), "white": record(4, 1, 2, 0),
        "years": [
            {"year": null, "black": record(0, 0, 0, 0), "white": record(1, 0, 0, 0)},
            {"year": 1990, "black": record(2, 1, 0, 1), "white": record(0, 0, 0, 0)},
            {"year": 1995, "black": record(1, 1, 0, 0), "white": record(3, 1, 2, 0)},
            {"year": 2001, "black": record(1, 0, 1, 0), "white": record(0, 0, 0, 0)},
        ],
        "board_size": 19,
        "openings": {
            "black": [{"moves": ["pd"], "games": 2, "wins": 1}, {"moves": ["qd"], "games": 1, "wins": 1}],
            "white": [
                {"moves": ["pd", "dp"], "games": 1, "wins": 1},
                {"moves": ["qd", "dd"], "games": 1, "wins": 0},
                {"moves": ["qd", "dp"], "games": 1, "wins": 0},
            ],
        },
        "opponent_count": 2,
        "opponents": [
            {"player": "Bo", "games": 4, "wins": 2, "losses": 1, "draws": 1},
            {"player": "Cy", "games": 2, "wins": 0, "losses": 1, "draws": 0},
        ],
    });
    assert_eq!(served.json("player?name=aki"), expected);
    assert_eq!(served.json("player?name=%20AKI"), expected);
    let small = served.json("player?name=aki&size=9");
    assert_eq!((&small["games"], &small["board_size"]), (&1.into(), &9.into()));
    assert_eq!(small["openings"]["black"][0]["moves"], json!(["ee"]));
    assert_eq!(small["opponents"][0]["player"], "Cy");
    let none = served.json("player?name=bo&size=13");
    assert_eq!((&none["games"], &none["player"]), (&0.into(), &"bo".into()));
    let short = served.json("player?name=aki&limit=1");
    assert_eq!(short["opponent_count"], 2);
    for list in ["/opponents", "/openings/black", "/openings/white"] {
        let list = short.pointer(list).and_then(|list| list.as_array());
        assert_eq!(list.map(Vec::len), Some(1));
    }
}

#[test]
fn nobody_and_no_name_have_no_record() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (query, status, code, message) in [
        ("name=nobody", 422, "unknown_name", "the name \"nobody\""),
        // A part of a name is not the name.
        ("name=ak", 422, "unknown_name", "there is"),
        ("name=", 400, "unreadable_parameter", "whole name"),
        ("", 400, "unreadable_parameter", "whole name"),
        (&format!("name={}", "x".repeat(1001)), 422, "too_long", "1001 letters"),
    ] {
        let answer = served.get(&format!("/api/v1/player?{query}"));
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{query}");
        let error = &answer.json()["error"];
        assert_eq!(error["field"], "name", "{query}");
        assert!(
            error["message"].as_str().is_some_and(|said| said.contains(message)),
            "{error}"
        );
    }
}

#[test]
fn a_player_with_a_long_name_has_a_record() {
    let name = "Name".repeat(100);
    let world = World::with(&[&format!("(;SZ[19]PB[Aki]PW[{name}];B[pd];W[dp])")]);
    let served = Served::of(&world);
    let opponent = served.json("player?name=Aki")["opponents"][0]["player"].clone();
    assert_eq!(opponent, name);
    assert_eq!(served.json(&format!("player?name={name}"))["player"], name);
    let longer = served.get(&format!("/api/v1/player?name={}", "a".repeat(1001)));
    assert_eq!((longer.status, longer.code().as_str()), (422, "too_long"));
}
