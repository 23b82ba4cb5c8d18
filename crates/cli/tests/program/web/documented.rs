//! The API, compared with its OpenAPI description.

use super::served::Served;
use crate::world::World;
use serde_json::{Value, json};
use testkit::cases;

fn world() -> World {
    World::with(&[
        "(;SZ[19]PB[Cho Chikun]PW[Kobayashi Koichi]BR[9p]WR[9p]DT[1990-05-01]RE[B+R]EV[Meijin]KM[5.5]C[start];B[pd]C[hello];W[dp](;B[pp])(;C[or];B[dd];AB[qq]))",
        "(;SZ[19]PB[李昌鎬]PW[Cho Hunhyun]DT[1995]RE[W+0.5]HA[2]RU[Japanese];B[dd];W[pp];B[dp])",
        "(;SZ[9]PB[AlphaGo]AB[cc]AW[gg];B[ee];W[])",
    ])
}

/// Paths of the description and queries for them; `?` is none.
const ASKED: &str = "
/position => ? ?moves=pd,dp ?moves=pd&full=true&sort=wins ?moves=aa&swap=true ?size=9&stones=Bcc,Wgg ?stones=4&handicap=2 ?year=1990&result=B%2B ?moves=pd&area=ma,sg&wildcards=qe,re&full=true ?pattern=%7C.X/%7C1O&strict=true&touching=true
/position/diagrams => ? ?moves=pd,dp&marks=true&coordinates=western ?area=ma,sg&moves=qd&title=T ?size=9&stones=Bcc,Wgg&moves=aa,bb&diagrams=1,2&per_sheet=1&sheet=2&language=zh-Hant
/position/players => ? ?moves=pd ?limit=0 ?moves=pd&area=ma,sg&fixed_colors=true
/compare => ? ?first=year%3D2005&second=result%3DW%2B ?moves=pd&area=ma,sg&first=player%3Dcho
/years => ? ?by=decade ?size=9&moves=pass ?area=ma,sg&stood=3..&at=..60
/tree => ? ?min_games=1 ?depth=2&min_games=1&size=9&swap=true ?area=ma,sg&min_games=1
/games => ? ?sort=players&reverse=true&limit=1&offset=1 ?player=cho&moves=pd ?size=9 ?moves=pd&area=ma,sg ?moves=pd&area=ma,sg&next=W&direct=true ?words=hello
/find => ? ?size=9 ?words=hello&words=meijin&sort=number ?player=cho&limit=1&reverse=true
/games/export => ? ?as=sgf&moves=pd ?as=tgz&sort=length ?moves=pd&area=ma,sg&sort=result&reverse=true
/find/export => ? ?as=sgf&size=9 ?as=tgz&words=meijin&sort=result ?player=cho
/games/{game} => ? ?moves=pd,dp ?size=9 ?moves=pd&area=ma,sg&in_place=true
/games/{game}/novelty => ? ?moves=pd,dp ?year=1995 ?size=9&swap=true ?area=ma,sg
/games/{game}/variations => ? ?moves=pd,dp ?size=9 ?moves=pd&area=ma,sg
/games/{game}/diagrams => ? ?diagrams=1-2&plain=true&marks=true ?per=1&per_sheet=1&sheet=2&moves=pd
/games/{game}/sgf => ?
/players => ? ?prefix=ch&limit=1
/player => ?name=cho+hunhyun ?name=Cho+Chikun&size=19&limit=1 ?name=%E6%9D%8E%E6%98%8C%E9%8E%AC&size=9
/player/score => ?name=AlphaGo&opponent=Cho+Chikun ?name=Cho+Chikun&opponent=cho+hunhyun&limit=1&offset=1
/novelties => ? ?first=true&min_games=2&limit=3&offset=1 ?player=cho&size=19
/aliases => ?
/names => ?
/openings => ? ?moves=pd&limit=1 ?size=9
/duplicates/near => ? ?offset=1&limit=0
/events => ? ?prefix=me ?prefix=x&limit=0
/archives => ?
/info => ?
/changes => ?
";

/// Returns the addresses of the description that answer questions with a document.
fn asked_paths(document: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths.filter(|(_, item)| item.pointer("/get/responses/200/content").is_some())
}

/// The parameters that need an area.
const OF_AREAS: [&str; 4] = ["wildcards", "next", "at", "stood"];

/// Returns the parameters that an address needs beside the one of this name.
fn required(path: &str, name: &str) -> &'static str {
    match (path, name) {
        ("/player", "name") => "",
        ("/player", _) | ("/player/score", "opponent") => "name=AlphaGo&",
        ("/player/score", "name") => "opponent=Cho+Chikun&",
        ("/player/score", _) => "name=AlphaGo&opponent=Cho+Chikun&",
        _ => "",
    }
}

fn schema(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut schema = schema.clone();
    schema["components"] = document["components"].clone();
    jsonschema::validator_for(&schema).expect("a schema")
}

fn assert_valid(validator: &jsonschema::Validator, value: &Value, what: &str) {
    let problems: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(problems.is_empty(), "{what}: {problems:?}\n{value}");
}

/// Follows the reference to a parameter, if any.
fn parameter<'a>(document: &'a Value, parameter: &'a Value) -> &'a Value {
    match parameter["$ref"].as_str() {
        Some(name) => document.pointer(&name[1..]).expect(name),
        None => parameter,
    }
}

#[test]
fn every_answer_is_as_the_description_says() {
    let world = world();
    let served = Served::of(&world);
    let document = served.json("openapi.json");
    let error = schema(&document, &json!({ "$ref": "#/components/schemas/Error" }));
    let asked: Vec<&str> = cases(ASKED).map(|(path, _)| path).chain(["/openapi.json"]).collect();
    let mut described: Vec<&str> = asked_paths(&document).map(|(path, _)| path.as_str()).collect();
    described.sort_by_key(|path| asked.iter().position(|asked| asked == path));
    assert_eq!(described, asked);
    for (path, queries) in cases(ASKED) {
        let operation = &document["paths"][path]["get"];
        let content = &operation["responses"]["200"]["content"];
        for (query, game) in queries.split(' ').flat_map(|query| [(query, "1"), (query, "3")]) {
            let address = format!("/api/v1{}{query}", path.replace("{game}", game));
            let answer = served.get(&address);
            assert_eq!(answer.status, 200, "{address}: {}", answer.text());
            let kind = answer.header("content-type").expect("a type");
            assert!(content.get(kind).is_some(), "{address}: {kind}");
            if kind == "application/json" {
                let schema = schema(&document, &content[kind]["schema"]);
                assert_valid(&schema, &answer.json(), &address);
            }
        }
        let required = required(path, "nonsense");
        let wrong = served.get(&format!("/api/v1{}?{required}nonsense=1", path.replace("{game}", "1")));
        assert_eq!(
            (wrong.status, wrong.code().as_str()),
            (400, "unknown_parameter"),
            "{path}"
        );
        assert_valid(&error, &wrong.json(), path);
    }
}

#[test]
fn the_examples_of_the_description_can_be_asked_together() {
    let world = world();
    let served = Served::of(&world);
    let document = served.json("openapi.json");
    let mut asked = 0;
    for (path, item) in asked_paths(&document) {
        let parameters = item["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let named = parameters.iter().map(|named| parameter(&document, named));
        let pairs = named.filter(|named| named["in"] != "path").filter_map(|named| {
            let example = [&named["example"], &named["schema"]["default"]];
            let value = example.into_iter().find(|value| !value.is_null())?;
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            Some(format!(
                "{}={}",
                named["name"].as_str()?,
                value.replace('+', "%2B").replace(' ', "+")
            ))
        });
        let query = pairs.collect::<Vec<_>>().join("&");
        asked += usize::from(!query.is_empty());
        let address = format!("/api/v1{}?{query}", path.replace("{game}", "1"));
        let answer = served.get(&address);
        // An example of a name need not be one of this database.
        assert!(
            answer.status == 200 || answer.code() == "unknown_name",
            "{address}: {}",
            answer.text()
        );
    }
    assert!(asked >= 5, "{asked}");
}

#[test]
fn texts_are_as_long_as_the_description_says() {
    let world = world();
    let served = Served::of(&world);
    let document = served.json("openapi.json");
    let mut limited = 0;
    for (path, item) in asked_paths(&document) {
        let parameters = item["get"]["parameters"].as_array().cloned().unwrap_or_default();
        for named in parameters.iter().map(|named| parameter(&document, named)) {
            let schema = match &named["schema"]["items"] {
                Value::Null => &named["schema"],
                items => items,
            };
            let length = |name: &str| schema[name].as_u64().map(|length| length as usize);
            let ask = |length: usize| {
                let name = named["name"].as_str().expect("a name");
                // Names are rejected because nobody has them.
                let answer = served.get(&format!(
                    "/api/v1{}?{}{name}={}",
                    path.replace("{game}", "1"),
                    required(path, name),
                    "%E6%9D%8E".repeat(length)
                ));
                match answer.status {
                    200 => String::new(),
                    _ => answer.code(),
                }
            };
            if let Some(least) = length("minLength") {
                assert_eq!(ask(least - 1), "unreadable_parameter", "{path}: {named}");
                assert!(["", "unknown_name"].contains(&&*ask(least)));
            }
            if let Some(most) = length("maxLength") {
                assert!(["", "unknown_name"].contains(&&*ask(most)));
                assert_eq!(ask(most + 1), "too_long", "{path}: {named}");
                limited += 1;
            }
        }
    }
    assert!(limited > 30, "{limited}");
}

#[test]
fn every_parameter_of_the_description_is_known_and_read() {
    let world = world();
    let served = Served::of(&world);
    let document = served.json("openapi.json");
    for (path, item) in asked_paths(&document) {
        let parameters = item["get"]["parameters"].as_array().cloned().unwrap_or_default();
        for named in parameters.iter().map(|named| parameter(&document, named)) {
            if named["in"] == "path" {
                continue;
            }
            let (name, schema) = (named["name"].as_str().expect("a name"), &named["schema"]);
            // Options of patterns need a part of the board.
            let with = match path.as_str() {
                _ if OF_AREAS.contains(&name) => "area=ma,sg&",
                _ => required(path, name),
            };
            let base = format!("/api/v1{}?{with}{name}=", path.replace("{game}", "1"));
            let free = [
                "player", "black", "white", "won", "lost", "opponent", "event", "rules", "overtime", "program",
                "archive", "words", "prefix", "name",
            ]
            .contains(&name);
            // Of the free texts, only a prefix may be empty; other parameters reject NUL.
            let wrong = if free { "" } else { "%00" };
            let answer = served.get(&(base.clone() + wrong));
            let expected = if name == "prefix" { 200 } else { 400 };
            assert_eq!(answer.status, expected, "{base}{wrong}: {}", answer.text());
            if expected == 400 {
                assert_eq!(answer.json()["error"]["field"], name, "{base}");
                assert_eq!(answer.code(), "unreadable_parameter", "{base}");
            }
            for value in schema["enum"].as_array().into_iter().flatten() {
                let value = value.as_str().expect("a word");
                assert_eq!(served.get(&(base.clone() + value)).status, 200, "{base}{value}");
            }
            for value in [
                &schema["default"],
                &schema["minimum"],
                &schema["maximum"],
                &named["example"],
            ] {
                if !value.is_null() {
                    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    let value = value.replace('+', "%2B").replace(' ', "+");
                    assert_eq!(served.get(&(base.clone() + &value)).status, 200, "{base}{value}");
                }
            }
            for beyond in [
                schema["minimum"].as_i64().map(|n| n - 1),
                schema["maximum"].as_i64().map(|n| n + 1),
            ] {
                let Some(value) = beyond else { continue };
                assert_eq!(served.get(&format!("{base}{value}")).status, 400, "{base}{value}");
            }
        }
    }
}
