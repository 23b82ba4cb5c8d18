//! A game of the database: its record, its positions, its variations, and where it leaves
//! all other games.

use super::answers::{RECORDS, parsed};
use super::served::Served;
use crate::world::World;
use testkit::Text;

#[test]
fn a_record_comes_byte_for_byte() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let answer = served.get("/api/v1/games/2/sgf");
    assert_eq!(answer.body, RECORDS[1].as_bytes());
}

#[test]
fn a_game_opens_at_the_position_turned_as_that_is_and_with_captures() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let replay = &served.json("games/2?moves=pd,dp")["replay"];
    assert_eq!(replay["start"], 2);
    assert_eq!(
        (&replay["scenes"][1]["put"], &replay["scenes"][2]["put"]),
        (&parsed(r#"["Bpd"]"#), &parsed(r#"["Wdp"]"#))
    );
    let scenes = &served.json("games/4?size=5&stones=Wbb,Bab,Bba,Bcb")["replay"]["scenes"];
    assert_eq!(scenes[0]["put"], parsed(r#"["Bba", "Bab", "Wbb", "Bcb"]"#));
    assert_eq!(scenes[1]["removed"], parsed(r#"["bb"]"#));
    let position = served.json("position?size=5&stones=Wbb,Bab,Bba,Bcb&moves=bc");
    assert_eq!(
        (&position["captured_by_black"], &position["white"]),
        (&1.into(), &parsed("[]"))
    );
    assert_eq!(position["games"], 1);
}

#[test]
fn the_variations_of_a_record_leave_its_scenes() {
    // White captures at ba in one variation, and plays off the board in another.
    let record = "(;SZ[5]AB[aa];W[ba];B[cc]C[here](;W[ab]C[takes];B[dd])(;C[or];B[ca](;W[zz];W[ee])(;AE[aa]W[])))";
    let world = World::with(&[record, RECORDS[0]]);
    let served = Served::of(&world);
    assert_eq!(served.json("games/1")["variations"], 3);
    let answer = served.json("games/1/variations");
    assert_eq!(answer["truncated"], false);
    let nodes: Vec<String> = answer["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|node| {
            let fields = "parent scene move_number color move removed put comments".split(' ');
            let values: Vec<String> = fields.map(|field| node[field].to_string()).collect();
            values.join(" ").replace('"', "")
        })
        .collect();
    assert_eq!(
        nodes,
        [
            "null 0 0 null null [] [Baa] []",
            "0 1 1 W ba [] [Wba] []",
            "1 2 2 B cc [] [Bcc] [here]",
            "2 3 3 W ab [aa] [Wab] [takes]",
            "3 4 4 B dd [] [Bdd] []",
            "2 null 2 null null [] [] [or]",
            "5 null 3 B ca [] [Bca] []",
            "6 null 3 null null [aa] [] []",
            "7 null 4 W pass [] [] []",
        ]
    );
    // Turned as the question is: white stands at ba, and black in the corner ea.
    let turned = served.json("games/1/variations?size=5&stones=Bea,Wda");
    assert_eq!(turned["nodes"][3]["removed"], parsed(r#"["ea"]"#));
    assert_eq!(turned["nodes"][6]["move"], "ca");
    assert_eq!(served.json("games/2")["variations"], 0);
}

#[test]
fn the_positions_of_a_record_are_the_scenes_of_its_game() {
    let world = World::new();
    world.ok(["import", "-q", testkit::FIXTURE]);
    let served = Served::of(&world);
    for game in 1..=world.games() {
        let mut nodes = served.json(&format!("games/{game}/variations?moves=pd"))["nodes"].take();
        for (at, node) in nodes.as_array_mut().expect("nodes").iter_mut().enumerate() {
            let fields = node.as_object_mut().expect("fields");
            assert_eq!(fields.remove("scene"), Some(at.into()));
            assert_eq!(fields.remove("parent"), Some(at.checked_sub(1).into()));
        }
        let replay = &served.json(&format!("games/{game}?moves=pd"))["replay"];
        assert_eq!(nodes, replay["scenes"], "{game}");
    }
}

#[test]
fn a_game_tells_where_it_leaves_the_others() {
    let world = World::with(&[RECORDS[0], RECORDS[1], RECORDS[2], "(;SZ[19];B[pd];W[dp];B[qq])"]);
    let served = Served::of(&world);
    let none = r#"{"at": null, "move_number": null, "other_games": null, "companion": null}"#;
    for (path, novelty) in [
        // The second game is the first one turned.
        (
            "games/1/novelty",
            r#"{"at": 4, "move_number": 4, "other_games": 1, "companion": 2}"#,
        ),
        (
            "games/4/novelty",
            r#"{"at": 2, "move_number": 2, "other_games": 2, "companion": 2}"#,
        ),
        (
            "games/4/novelty?year=1995",
            r#"{"at": 2, "move_number": 2, "other_games": 1, "companion": 2}"#,
        ),
        // Neither the board nor an area says where to look.
        (
            "games/4/novelty?moves=qq&area=pp,ss",
            r#"{"at": 2, "move_number": 2, "other_games": 2, "companion": 2}"#,
        ),
        ("games/1/novelty?year=1990", none),
        ("games/3/novelty", none),
    ] {
        assert_eq!(served.json(path), parsed(novelty), "{path}");
    }
}

#[test]
fn names_of_records_are_text() {
    const SCRIPT: &str = "<script>alert(1)</script>";
    let world = World::with(&["(;SZ[19]PB[<script>alert(1)</script>]EV[\"><img src=x onerror=alert(1)>];B[pd])"]);
    let served = Served::of(&world);
    for path in ["/api/v1/games", "/api/v1/games/1", "/api/v1/players?prefix=script"] {
        let answer = served.get(path);
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        answer.text().says(SCRIPT);
    }
    let policy = served.get("/").headers["content-security-policy"].clone();
    policy.begins("default-src 'none'; script-src 'self';");
    assert!(!policy.contains("unsafe"), "{policy}");
    let wrong = served.get("/api/v1/position?player=%3Cscript%3Ewrong");
    assert_eq!(
        (wrong.status, wrong.header("content-type")),
        (422, Some("application/json"))
    );
}
