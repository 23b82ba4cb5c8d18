//! Questions about a part of the board.

use super::answers::{RECORDS, parsed};
use super::served::Served;
use crate::world::World;
use serde_json::Value;
use testkit::cases;

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
    for (path, words) in cases(
        "
            games?moves=pd&area=ma,sg&sort=number&fixed_colors=true&next=any => games pd --area ma,sg --sort number --json --fixed-colors --next any
            years?moves=pd&area=ma,sg&by=decade&at=1..3 => years pd --area ma,sg --decades --json --at 1..3
            position/players?pattern=..../.X../..../....&touching=true&stood=2..&direct=true => players --pattern ..../.X../..../.... --touching --stood 2.. --direct --json
            tree?moves=pd&area=ma,sg&min_games=1 => tree pd --area ma,sg --min-games 1 --json
        ",
    ) {
        let ran = world.run(words.split(' '));
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
