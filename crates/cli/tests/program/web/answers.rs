//! The answers of the API, compared with those of the command line.

use super::served::Served;
use crate::world::{World, game};
use serde_json::{Value, json};

pub const RECORDS: [&str; 4] = [
    "(;SZ[19]PB[Aki]PW[Bo]DT[1990-05-01]RE[B+R];B[pd]C[well];W[dp];B[pp];W[dd])",
    "(;SZ[19]PB[Bo]PW[Aki]DT[1995]RE[W+0.5];B[dd];W[pp];B[dp];W[pd])",
    "(;SZ[9]AB[cc]AW[gg];B[ee];W[])",
    "(;SZ[5]AW[bb]AB[ab][ba][cb];B[bc];W[aa])",
];

pub fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("a document")
}

#[test]
fn answers_are_those_of_the_command_line() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let mut position = served.json("position?moves=pd,dp");
    let said = parsed(&world.ok(["search", "pd", "dp", "--json"]));
    let fields = position.as_object_mut().expect("fields");
    let extra: Vec<Value> = ["black", "white", "last_move", "captured_by_black", "captured_by_white"]
        .iter()
        .map(|name| fields.remove(*name).expect(name))
        .collect();
    assert_eq!(position, said);
    assert_eq!(
        Value::from(extra),
        parsed(r#"[["pd"], ["dp"], {"move": "dp", "color": "W"}, 0, 0]"#)
    );
    for (path, words) in [
        (
            "games?moves=pd&sort=number",
            ["games", "pd", "--sort", "number", "--json"],
        ),
        (
            "games?moves=pd&player=aki",
            ["games", "pd", "--player", "aki", "--json"],
        ),
        (
            "years?moves=pd&by=decade",
            ["years", "pd", "--decades", "--color=never", "--json"],
        ),
        (
            "position/players?year=1990&limit=1",
            ["players", "--year=1990", "--limit", "1", "--json"],
        ),
        (
            "tree?moves=pd&min_games=1",
            ["tree", "pd", "--min-games", "1", "--json"],
        ),
        (
            "tree?year=1990&min_games=1&depth=2",
            ["tree", "--year=1990", "--min-games=1", "--depth=2", "--json"],
        ),
    ] {
        assert_eq!(served.json(path), parsed(&world.ok(words)), "{path}");
    }
    let mut game = served.json("games/1");
    let fields = game.as_object_mut().expect("fields");
    let replay = fields.remove("replay").expect("a replay");
    assert_eq!(fields.remove("variations"), Some(0.into()));
    let mut shown = parsed(&world.ok(["show", "1", "--json"]));
    // The API does not reveal the folders of archives.
    shown["sources"][0]["archive"] = "games.tar".into();
    assert_eq!(game, shown);
    assert_eq!(replay["scenes"][1]["comments"], parsed(r#"["well"]"#));
}

#[test]
fn handicap_stones_and_the_games_with_setup_are_those_of_the_command_line() {
    let stones = "AB[pd][dp][pp][dd]";
    let world = World::with(&[
        &format!("(;SZ[19]HA[4];{stones};W[nc])"),
        &format!("(;SZ[19]HA[4]{stones};W[qf];B[nc])"),
        "(;SZ[19])",
    ]);
    let served = Served::of(&world);
    for (query, words, counts) in [
        ("", "", [1, 0, 1]),
        ("?handicap=4", "--handicap 4", [0, 0, 0]),
        ("?stones=4&moves=nc", "--stones 4 nc", [2, 0, 1]),
    ] {
        let position = served.json(&format!("position{query}"));
        let said = world.json(format!("search --json {words}").split_whitespace());
        for (field, value) in said.as_object().expect("fields") {
            assert_eq!(&position[field], value, "{query}: {field}");
        }
        assert_eq!(
            ["games", "set_up", "ended"].map(|field| &position[field]),
            counts,
            "{query}"
        );
    }
    let board = served.json("position?stones=4");
    assert_eq!(
        (&board["to_play"], board["black"].as_array().map(Vec::len)),
        (&"W".into(), Some(4))
    );
    assert_eq!(served.json("position?stones=4&to_play=B")["to_play"], "B");
    let wrong = served.get("/api/v1/position?stones=10");
    assert_eq!((wrong.status, wrong.code().as_str()), (400, "unreadable_parameter"));
    assert_eq!(
        wrong.json()["error"]["message"],
        "a handicap on the 19x19 board is 2 to 9 stones, not 10"
    );
}

#[test]
fn wrong_input_is_told_and_never_the_servers_fault() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let name = format!("games?event={}", "x".repeat(101));
    let players = format!("games?{}", ["player=a"; 9].join("&"));
    let long = format!("position?moves={}", ["pass"; 1001].join(","));
    let compared = format!("compare?first=event%3D{}", "x".repeat(101));
    let repeated = format!("compare?second={}", ["player%3Da"; 9].join("+"));
    for (path, status, code, field) in [
        ("position?moves=pd,pd", 422, "illegal_move", Some("moves")),
        ("position?moves=zz", 400, "unreadable_parameter", Some("moves")),
        ("position?moves=pd&moves=dp", 400, "unreadable_parameter", Some("moves")),
        ("position?year=2010..2000", 400, "unreadable_parameter", Some("year")),
        ("position?from=2010&to=2000", 422, "wrong_order", Some("from")),
        ("position?player=nobody", 422, "unknown_name", Some("player")),
        ("position?black=nobody", 422, "unknown_name", Some("black")),
        (&name, 422, "too_long", Some("event")),
        (&players, 422, "too_long", Some("player")),
        (&compared, 422, "too_long", Some("first")),
        (&repeated, 422, "too_long", Some("second")),
        ("position?size=1", 400, "unreadable_parameter", Some("size")),
        ("position?stones=Xpd", 400, "unreadable_parameter", Some("stones")),
        ("position?stones=Bpd,Wpd", 422, "contradictory_stones", Some("stones")),
        ("games?stones=Bpd,Wdp,Bpd", 422, "contradictory_stones", Some("stones")),
        ("position?to_play=X", 400, "unreadable_parameter", Some("to_play")),
        ("games?limit=201", 400, "unreadable_parameter", Some("limit")),
        ("games?sort=size", 400, "unreadable_parameter", Some("sort")),
        ("tree?depth=0", 400, "unreadable_parameter", Some("depth")),
        ("tree?min_games=x", 400, "unreadable_parameter", Some("min_games")),
        ("games/9", 404, "no_such_game", None),
        ("games/9/sgf", 404, "no_such_game", None),
        ("games/9/novelty", 404, "no_such_game", None),
        ("games/9/variations", 404, "no_such_game", None),
        ("games/1/novelty?player=nobody", 422, "unknown_name", Some("player")),
        ("games/one", 404, "not_found", None),
        ("games/%ff", 404, "not_found", None),
        ("nothing", 404, "not_found", None),
        (&long, 422, "too_long", Some("moves")),
    ] {
        let answer = served.get(&format!("/api/v1/{path}"));
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}");
        assert_eq!(answer.json()["error"]["field"].as_str(), field, "{path}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        // There is no answer that the client could have.
        let any = served.get_with(&format!("/api/v1/{path}"), &[("If-None-Match", "*")]);
        assert_eq!(any.status, status, "{path}");
    }
    assert_eq!(served.get("/nothing").status, 404);
    assert_eq!(served.get("/../Cargo.toml").status, 404);
    // Random bytes as values of parameters.
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize
    };
    let names = [
        "moves", "stones", "size", "player", "year", "komi", "rank", "result", "limit", "offset", "by", "%00",
    ];
    for path in "position games games/1 years position/players tree players info games/-1/sgf".split(' ') {
        for _ in 0..60 {
            let value: String = (0..random() % 12).map(|_| format!("%{:02x}", random() % 256)).collect();
            let name = names[random() % names.len()];
            let answer = served.get(&format!("/api/v1/{path}?{name}={value}"));
            assert!([200, 400, 404, 422].contains(&answer.status));
        }
    }
}

#[test]
fn the_games_of_an_archive_without_its_path() {
    let world = World::new();
    for (name, moves) in [("a/x.tar", "pd"), ("b/x.tar", "dp pp"), ("y.tar", "qc dd pp")] {
        world.write(name, testkit::tar(&[("a.sgf", game("", moves))]));
        world.ok(["import", "-q", name]);
    }
    let served = Served::of(&world);
    for (archives, games) in [
        ("archive=y.tar", 1),
        ("archive=b/x.tar", 1),
        ("archive=b/x.tar&archive=y.tar", 2),
    ] {
        assert_eq!(served.json(&format!("games?{archives}"))["games"], games, "{archives}");
    }
    for (archive, said) in [
        ("x.tar", "several archives are named x.tar"),
        ("z.tar", "no archive z.tar was imported"),
    ] {
        let answer = served.get(&format!("/api/v1/games?archive={archive}"));
        assert_eq!((answer.status, answer.code().as_str()), (422, "unknown_name"));
        assert_eq!(answer.json()["error"]["message"], said);
    }
}

#[test]
fn an_unknown_name_lists_the_names_that_are_like_it() {
    let world = World::with(&["(;EV[Lesson, the first]PB[Akiyama];B[pd])", "(;EV[Lesson]PB[Bo];B[dp])"]);
    let served = Served::of(&world);
    for (query, similar) in [
        ("position?event=Lessom", vec!["Lesson", "Lesson, the first"]),
        ("player?name=Akiyana", vec!["Akiyama"]),
        ("position?black=nobody", vec![]),
        ("position?moves=zz", vec![]),
    ] {
        let answer = served.get(&format!("/api/v1/{query}"));
        assert_eq!(answer.json()["error"]["similar"], json!(similar), "{query}");
    }
}

#[test]
fn a_tree_is_as_deep_as_is_asked_and_not_larger_than_is_read() {
    // Black fills one half of the board, and White the other.
    let half = |rows: &'static str| rows.chars().flat_map(|y| ('a'..='q').map(move |x| format!("{x}{y}")));
    let long: Vec<String> = half("abcdefgh")
        .zip(half("jklmnopq"))
        .flat_map(|(black, white)| [black, white])
        .collect();
    // Two games that meet again after every four moves, and so have two lines from there.
    let points = |letters: &'static str| letters.chars().step_by(2);
    let points: Vec<String> = points("abcdefghijklmnopqrs")
        .flat_map(|x| points("abcdefghijklmnopqrs").map(move |y| format!("{x}{y}")))
        .collect();
    let fours = || points.chunks(4).take(20);
    let one: Vec<String> = fours().map(|four| four.join(" ")).collect();
    let other: Vec<String> = fours()
        .map(|four| [2, 1, 0, 3].map(|at| four[at].as_str()).join(" "))
        .collect();
    let world = World::with(&[
        &game("SZ[17]", &long.join(" ")),
        &game("", &one.join(" ")),
        &game("", &other.join(" ")),
    ]);
    let served = Served::of(&world);
    let moves = |query: &str| {
        let tree = served.get(&format!("/api/v1/tree?min_games=1&{query}"));
        assert_eq!(tree.status, 200, "{}", tree.text());
        tree.text().matches("\"move\"").count()
    };
    assert_eq!(moves("size=17&depth=272"), 272);
    // Two lines of four moves, and two after each of them.
    assert_eq!((moves("depth=4"), moves("depth=8")), (8, 8 + 2 * 8));
    let large = served.get("/api/v1/tree?depth=80&min_games=1");
    assert_eq!((large.status, large.code().as_str()), (422, "cannot_be_met"));
    assert_eq!(large.json()["error"]["field"], "depth");
}

#[test]
fn the_empty_board_has_the_handicaps_as_their_positions_count_them() {
    let world = World::with(&[
        "(;SZ[19]HA[2]AB[dp][pd]DT[2001]RE[B+R];W[dd])",
        "(;SZ[19]HA[2]AB[dd][pp]DT[2002]RE[W+R];W[dp])",
        "(;SZ[19]HA[4]AB[dd][dp][pd][pp]DT[2002]RE[0];W[qf])",
        "(;SZ[19]HA[3]AB[aa][bb][cc]DT[2002];W[qf])",
        "(;SZ[9]HA[2]AB[cg][gc]RE[B+5];W[ee])",
        "(;SZ[19];B[pd];W[dp])",
    ]);
    let served = Served::of(&world);
    for (conditions, stones) in [
        ("", &[2, 4][..]),
        ("&swap=true", &[2, 4]),
        ("&year=2001", &[2]),
        ("&handicap=4", &[4]),
        ("&size=9", &[2]),
        ("&size=13", &[]),
    ] {
        let position = served.json(&format!("position?moves=pass{conditions}"));
        let handicaps = position["handicaps"].as_array().cloned().unwrap_or_default();
        let counted: Vec<Value> = handicaps.iter().map(|handicap| handicap["stones"].clone()).collect();
        assert_eq!(counted, stones, "{conditions}");
        for handicap in handicaps {
            let begun = served.json(&format!("position?stones={}{conditions}", handicap["stones"]));
            for (field, value) in handicap.as_object().expect("fields") {
                assert!(field == "stones" || begun[field] == *value, "{conditions}: {field}");
            }
        }
    }
    for elsewhere in ["moves=pd", "area=ma,sg", "stones=2"] {
        assert_eq!(served.json(&format!("position?{elsewhere}"))["handicaps"], Value::Null);
    }
}
