//! Games found by words and other conditions, with and without a position.

use super::served::Served;
use crate::world::World;
use serde_json::Value;

const RECORDS: [&str; 5] = [
    "(;SZ[19]PB[Aki]PW[Bo]DT[1990-05-01]RE[B+R]EV[Meijin title match];B[pd]C[a fine ladder];W[dp];B[pp];W[dd])",
    "(;SZ[19]PB[Bo]PW[Aki]DT[1995]RE[W+0.5]PC[Kyoto];B[pd];W[dp]C[the ladder, fine];B[dd])",
    "(;SZ[19]PB[Cho]PW[Bo]AB[dd][pp]AW[dp];B[pd]C[a ladder])",
    "(;SZ[9]PB[Cho]PW[Aki]DT[2001];B[ee]C[a fine ladder])",
    "(;SZ[19];B[pd];W[dd])",
];

fn numbers(list: &Value) -> Vec<u64> {
    let games = list["list"].as_array().expect("a list").iter();
    games.map(|game| game["game"].as_u64().expect("a number")).collect()
}

#[test]
fn every_question_takes_words_that_are_adjacent_and_in_order() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (words, all, with_moves) in [
        ("words=ladder", &[1, 2, 3, 4][..], &[1, 2][..]),
        ("words=FINE+Ladder", &[1, 4], &[1]),
        ("words=ladder&words=aki&year=1995", &[2], &[2]),
        ("words=nonesuch", &[], &[]),
    ] {
        let found = served.json(&format!("find?sort=number&{words}"));
        assert_eq!(numbers(&found), all, "{words}");
        assert_eq!(found["games"], all.len(), "{words}");
        let question = format!("moves=pd,dp&{words}");
        let games = served.json(&format!("games?sort=number&{question}"));
        assert_eq!(numbers(&games), with_moves, "{words}");
        for path in ["position", "position/players", "years"] {
            let answer = served.json(&format!("{path}?{question}"));
            assert_eq!(answer["games"], with_moves.len(), "{path}: {words}");
        }
        let pattern = served.json(&format!("games?sort=number&area=ma,sg&in_place=true&{question}"));
        // Game 3 sets its other stones up, and game 4 is on a small board.
        let with_pattern: Vec<u64> = all.iter().copied().filter(|game| *game != 4).collect();
        assert_eq!(numbers(&pattern), with_pattern, "{words}");
        assert_eq!(served.json(&format!("games/5?{question}"))["game"], 5);
    }
    for (query, status, code) in [
        ("words=...", 422, "cannot_be_met"),
        ("words=", 400, "unreadable_parameter"),
        (&["words=a"; 9].join("&"), 422, "too_long"),
    ] {
        for path in ["find", "position", "games", "years"] {
            let wrong = served.get(&format!("/api/v1/{path}?{query}"));
            assert_eq!((wrong.status, wrong.code().as_str()), (status, code), "{path}?{query}");
            assert_eq!(wrong.json()["error"]["field"], "words", "{path}?{query}");
        }
    }
}

#[test]
fn all_games_are_found_without_a_position_also_those_that_set_stones_up() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (query, games) in [
        ("", &[4, 2, 1, 3, 5][..]),
        ("?sort=number", &[1, 2, 3, 4, 5]),
        ("?sort=number&reverse=true&offset=1&limit=2", &[4, 3]),
        ("?size=9", &[4]),
        ("?size=9..13", &[4]),
        ("?size=19&sort=number", &[1, 2, 3, 5]),
        ("?player=cho&sort=number", &[3, 4]),
        ("?archive=games.tar&limit=1", &[4]),
    ] {
        assert_eq!(numbers(&served.json(&format!("find{query}"))), games, "{query}");
    }
    let found = served.json("find?limit=2&offset=1");
    assert_eq!((&found["games"], &found["offset"]), (&5.into(), &1.into()));
    for wrong in ["find?moves=pd", "find?area=aa,cc", "find?size=20"] {
        assert_eq!(served.get(&format!("/api/v1/{wrong}")).status, 400, "{wrong}");
    }
}

#[test]
fn games_are_found_as_on_the_command_line_and_stand_at_their_start() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (path, words) in [
        ("find?words=ladder&words=aki", ["find", "--json", "ladder", "aki"]),
        ("find?words=fine+ladder", ["find", "--json", "fine ladder", "fine"]),
        (
            "find?words=ladder&words=aki",
            ["find", "--json", "--words=aki", "words=ladder"],
        ),
        (
            "find?words=ladder&size=19",
            ["find", "--json", "--words=ladder", "size=19"],
        ),
    ] {
        let mut found = served.json(path);
        for game in found["list"].as_array_mut().expect("a list") {
            let fields = game.as_object_mut().expect("fields");
            let place = ["move_number", "transform", "swapped"].map(|name| fields.remove(name).expect(name));
            assert_eq!(Value::from(place.to_vec()), serde_json::json!([0, 0, false]));
        }
        let said: Value = serde_json::from_str(&world.ok(words)).expect("a document");
        assert!(!numbers(&said).is_empty(), "{path}");
        assert_eq!(found, said, "{path}");
    }
}
