//! The answers of the API, compared with those of the command line.

use super::served::Served;
use crate::world::{Ran, World, game};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;

const RECORDS: [&str; 4] = [
    "(;SZ[19]PB[Aki]PW[Bo]DT[1990-05-01]RE[B+R];B[pd]C[well];W[dp];B[pp];W[dd])",
    "(;SZ[19]PB[Bo]PW[Aki]DT[1995]RE[W+0.5];B[dd];W[pp];B[dp];W[pd])",
    "(;SZ[9]AB[cc]AW[gg];B[ee];W[])",
    "(;SZ[5]AW[bb]AB[ab][ba][cb];B[bc];W[aa])",
];

fn parsed(text: &str) -> Value {
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
        ("", &["search", "--json"][..], [2, 1, 1]),
        ("?handicap=4", &["search", "--handicap", "4", "--json"], [1, 1, 0]),
        ("?stones=4", &["search", "--stones", "4", "--json"], [2, 0, 0]),
        (
            "?stones=4&moves=nc",
            &["search", "--stones", "4", "nc", "--json"],
            [2, 0, 1],
        ),
    ] {
        let position = served.json(&format!("position{query}"));
        let said = Ran::new(world.bgo([]).args(words));
        let said = parsed(&said.out);
        for (field, value) in said.as_object().expect("fields") {
            assert_eq!(&position[field], value, "{query}: {field}");
        }
        assert_eq!(
            ["games", "set_up", "ended"].map(|field| position[field].clone()),
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
fn a_record_comes_byte_for_byte() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let answer = served.get("/api/v1/games/2/sgf");
    assert_eq!(answer.body, RECORDS[1].as_bytes());
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"game-2.sgf\"")
    );
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
    // White captures at ba in one variation, and plays where a stone is in another.
    let record = "(;SZ[5]AB[aa];W[ba];B[cc]C[here](;W[ab]C[takes];B[dd])(;C[or];B[ca](;W[aa];W[ee])(;AE[aa]W[])))";
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
            let fields = [
                "parent",
                "scene",
                "move_number",
                "color",
                "move",
                "removed",
                "put",
                "comments",
            ];
            fields.map(|field| node[field].to_string()).join(" ").replace('"', "")
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
    let none = r#"{"at": null, "move_number": null, "other_games": null}"#;
    for (path, novelty) in [
        // The second game is the first one turned.
        ("games/1/novelty", r#"{"at": 4, "move_number": 4, "other_games": 1}"#),
        ("games/4/novelty", r#"{"at": 2, "move_number": 2, "other_games": 2}"#),
        (
            "games/4/novelty?year=1995",
            r#"{"at": 2, "move_number": 2, "other_games": 1}"#,
        ),
        // Neither the board nor an area says where to look.
        (
            "games/4/novelty?moves=qq&area=pp,ss",
            r#"{"at": 2, "move_number": 2, "other_games": 2}"#,
        ),
        ("games/1/novelty?year=1990", none),
        ("games/3/novelty", none),
    ] {
        assert_eq!(served.json(path), parsed(novelty), "{path}");
    }
}

#[test]
fn parts_of_the_board_are_asked_as_on_the_command_line() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let mut position = served.json("position?moves=pd,dp&area=ma,sg");
    let said = parsed(&world.ok(["search", "pd", "dp", "--area", "ma,sg", "--json"]));
    let fields = position.as_object_mut().expect("fields");
    let extra: Vec<Value> = [
        "area",
        "black",
        "white",
        "last_move",
        "captured_by_black",
        "captured_by_white",
    ]
    .iter()
    .map(|name| fields.remove(*name).expect(name))
    .collect();
    assert_eq!(position, said);
    assert_eq!(position["games"], 2);
    assert_eq!(
        Value::from(extra),
        parsed(r#"["ma,sg", ["pd"], ["dp"], {"move": "dp", "color": "W"}, 0, 0]"#)
    );
    let drawn = served.json("position?pattern=-----%2B/..X..%7C/...O.%7C&stood=1");
    assert_eq!(
        (&drawn["area"], &drawn["black"], &drawn["white"]),
        (&"oa,sb".into(), &parsed(r#"["qa"]"#), &parsed(r#"["rb"]"#))
    );
    for (path, words) in [
        (
            "games?moves=pd&area=ma,sg&sort=number&fixed_colors=true&next=any",
            "games pd --area ma,sg --sort number --json --fixed-colors --next any",
        ),
        (
            "years?moves=pd&area=ma,sg&by=decade&at=1..3",
            "years pd --area ma,sg --decades --json --at 1..3",
        ),
        (
            "position/players?pattern=..../.X../..../....&touching=true&stood=2..&direct=true",
            "players --pattern ..../.X../..../.... --touching --stood 2.. --direct --json",
        ),
        (
            "tree?moves=pd&area=ma,sg&min_games=1",
            "tree pd --area ma,sg --min-games 1 --json",
        ),
    ] {
        let ran = crate::world::Ran::new(world.bgo([]).args(words.split(' ')));
        assert_eq!(served.json(path), parsed(&ran.out), "{path}");
    }
    // A wildcard asks less than the stone on its point.
    let games = |query: &str| served.json(&format!("games?moves=pd,dp,pp,dd&area=ma,sg{query}"))["games"].clone();
    assert_eq!(games(""), games("&wildcards=pd&fixed_colors=false"));
    let replay = &served.json("games/2?moves=pd&area=ma,sg&fixed_colors=true")["replay"];
    assert_eq!((&replay["area"], &replay["start"]), (&"ma,sg".into(), &1.into()));
    let scene = &replay["scenes"][1];
    assert_eq!(scene["put"], parsed(r#"["Bpd"]"#));
    assert_eq!(served.json("games/2?moves=pd")["replay"]["area"], Value::Null);
    assert_eq!(
        served.json("games/3?moves=pd&area=ma,sg")["replay"]["area"],
        Value::Null
    );
}

#[test]
fn parts_of_the_board_that_cannot_be_asked_about_are_refused() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (query, status, code, field) in [
        ("pattern=X./..q", 400, "unreadable_parameter", "pattern"),
        ("area=pd", 400, "unreadable_parameter", "area"),
        ("area=pd,zz", 400, "unreadable_parameter", "area"),
        ("area=pd,rj&next=green", 400, "unreadable_parameter", "next"),
        ("area=pd,rj&wildcards=zz", 400, "unreadable_parameter", "wildcards"),
        ("area=pd,rj&wildcards=aa", 422, "illegal_pattern", "wildcards"),
        ("area=pd,rj&pattern=X", 422, "illegal_pattern", "area"),
        ("area=pd,rj&swap=true", 422, "illegal_pattern", "swap"),
        ("area=pd,rj&strict=true", 422, "illegal_pattern", "strict"),
        ("pattern=X&in_place=true", 422, "illegal_pattern", "in_place"),
        ("pattern=X&wildcards=pd", 422, "illegal_pattern", "wildcards"),
        ("pattern=X&moves=pd", 422, "illegal_pattern", "moves"),
        ("pattern=X&stones=Bpd", 422, "illegal_pattern", "stones"),
        ("pattern=....X&size=3", 422, "illegal_pattern", "pattern"),
        ("fixed_colors=true", 422, "illegal_pattern", "fixed_colors"),
        ("at=3..", 422, "illegal_pattern", "at"),
        ("wildcards=pd", 422, "illegal_pattern", "wildcards"),
    ] {
        for route in ["position", "position/players", "years", "tree", "games", "games/1"] {
            let answer = served.get(&format!("/api/v1/{route}?{query}"));
            assert_eq!(answer.status, status, "{query}: {}", answer.text());
            assert_eq!(answer.code(), code, "{query}");
            assert_eq!(answer.json()["error"]["field"], field, "{query}");
        }
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
        assert!(answer.text().contains(SCRIPT), "{path}");
    }
    let policy = served.get("/").headers["content-security-policy"].clone();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let wrong = served.get("/api/v1/position?player=%3Cscript%3Ewrong");
    assert_eq!(
        (wrong.status, wrong.header("content-type")),
        (422, Some("application/json"))
    );
}

#[test]
fn unchanged_answers_are_not_sent_again_and_long_ones_are_compressed() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let script = served.script();
    for path in ["/api/v1/position", "/api/v1/games/1/sgf", "/", &script] {
        let first = served.get(path);
        let tag = first.header("etag").expect(path);
        let again = served.get_with(path, &[("If-None-Match", &format!("\"x\", {tag}"))]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), Some(tag));
        assert_eq!(served.get_with(path, &[("If-None-Match", "*")]).status, 304, "{path}");
        assert_eq!(served.get_with(path, &[("If-None-Match", "W/\"0\"")]).status, 200);
    }
    for path in ["/api/v1/openapi.json", &script] {
        let plain = served.get(path);
        let refused = served.get_with(path, &[("Accept-Encoding", "br;q=0, gzip;q=0.000")]);
        assert_eq!((refused.header("content-encoding"), &refused.body), (None, &plain.body));
        let packed = served.get_with(path, &[("Accept-Encoding", "br;q=0.000, *")]);
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert!(packed.body.len() < plain.body.len(), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed.body[..])
            .read_to_end(&mut unpacked)
            .expect("unpacks");
        assert_eq!(unpacked, plain.body, "{path}");
    }
    let before = served.get("/api/v1/info");
    world.write("more.sgf", "(;SZ[19];B[qc];W[dd])");
    world.ok(["import", "more.sgf"]);
    let tag = before.header("etag").expect("a validator");
    let after = served.get_with("/api/v1/info", &[("If-None-Match", tag)]);
    assert_eq!((after.status, &after.json()["games"]), (200, &5.into()));
}

#[test]
fn browsers_keep_the_files_whose_names_change_with_their_contents() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let script = served.script();
    let [kept, asked] = ["public, max-age=31536000, immutable", "no-cache"];
    for (path, expected) in [
        (&*script, kept),
        ("/", asked),
        ("/index.html", asked),
        ("/config.js", asked),
    ] {
        let answer = served.get(path);
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, Some(expected)),
            "{path}"
        );
    }
    let packed = [("br", "br"), ("gzip", "gzip"), ("gzip, br", "br")].map(|(accepted, coding)| {
        let answer = served.get_with(&script, &[("Accept-Encoding", accepted)]);
        assert_eq!(answer.header("content-encoding"), Some(coding), "{accepted}");
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
        answer.body.len()
    });
    assert!(packed[0] < packed[1] && packed[0] == packed[2], "{packed:?}");
    // The compressed files have no addresses of their own.
    assert_eq!(served.get(&format!("{script}.br")).status, 404);
}

#[test]
fn a_page_weighs_under_100_kb() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let page = served.get("/").text();
    let files = page
        .split(['"', '\''])
        .filter(|part| [".js", ".css", ".svg"].iter().any(|end| part.ends_with(end)));
    let files: Vec<String> = files
        .map(|name| format!("/{}", name.trim_start_matches("./")))
        .collect();
    assert!(files.len() >= 3, "{files:?}");
    let weight = |path: &String| {
        let answer = served.get_with(path, &[("Accept-Encoding", "gzip")]);
        assert_eq!(answer.status, 200, "{path}");
        answer.body.len()
    };
    let all: usize = files.iter().map(weight).sum::<usize>() + weight(&"/".to_owned());
    assert!(all < 100_000, "{all}");
}

#[test]
fn wrong_input_is_told_and_never_the_servers_fault() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let name = format!("games?event={}", "x".repeat(101));
    let players = format!("games?{}", ["player=a"; 9].join("&"));
    let long = format!("position?moves={}", ["pass"; 1001].join(","));
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
    for path in [
        "position",
        "games",
        "games/1",
        "years",
        "position/players",
        "tree",
        "players",
        "info",
        "games/-1/sgf",
    ] {
        for _ in 0..60 {
            let value: String = (0..random() % 12).map(|_| format!("%{:02x}", random() % 256)).collect();
            let name = names[random() % names.len()];
            let answer = served.get(&format!("/api/v1/{path}?{name}={value}"));
            assert!(
                [200, 400, 404, 422].contains(&answer.status),
                "{path}?{name}={value}: {}",
                answer.text()
            );
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
