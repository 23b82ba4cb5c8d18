//! Makes the description of the API, `openapi.json`, from the tables of parameters and conditions
//! and from the types of the answers, whose comments are its descriptions.

mod changes;
mod diagrams;
mod lists;
mod reading;
mod rivals;

use super::answers::{GameAnswer, NoveltyAnswer, PositionAnswer, VariationsAnswer};
use super::download::kind_of;
use super::error::ApiError;
use super::parameters::{DOWNLOADS, MAX_LIMIT, MAX_MIN_GAMES, MAX_NAME, MAX_OFFSET, MAX_REPEATED, MAX_WHOLE_NAME};
use crate::info::Info;
use bgo::internal::export::Form;
use bgo::internal::go::BoardSize;
use bgo::internal::query::{
    CONDITIONS, Comparison, Condition, GameList, MoveOrder, PARAMETERS, Parameter, Players, Sort, Tree, TreeSize, Years,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// True if an address takes the parameters of questions, and if it takes the conditions.
const QUESTION: [bool; 2] = [true, true];
const ANY: &[&str] = &["422", "503"];
const OF_GAME: &[&str] = &["404", "422", "503"];

/// Returns the description of an address: `parameters` are those that it has alone, and `statuses` those beside 200, 400 and
/// 431, and 304 where answers are versions.
fn route(
    path: &'static str,
    summary: &str,
    mut parameters: Vec<Value>,
    [has_question, has_conditions]: [bool; 2],
    answer: Value,
    statuses: &[&str],
) -> (&'static str, Value) {
    let shared = PARAMETERS
        .iter()
        .map(|parameter| parameter.name)
        .filter(|_| has_question);
    let conditions = CONDITIONS.iter().map(|condition| condition.name);
    let conditions = conditions.filter(|name| has_conditions && *name != "size");
    let reference = |name: &str| json!({ "$ref": format!("#/components/parameters/{name}") });
    parameters.splice(..0, shared.chain(conditions).map(reference));
    let changes = match path {
        "/openapi.json" => "Changes with the program.",
        _ => "Changes with the database.",
    };
    let mut responses = json!({
        "200": { "description": "OK", "content": answer },
        "400": { "$ref": "#/components/responses/Error" },
        "431": { "description": "The head of the request, with the address, is larger than 32 KiB." },
    });
    if !path.ends_with("/export") {
        let tag = json!({ "schema": { "type": "string" }, "description": changes });
        responses["200"]["headers"] = json!({ "ETag": tag });
        responses["304"] = json!({ "description": "Unchanged since the version named in If-None-Match." });
    }
    for status in statuses {
        responses[*status] = json!({ "$ref": "#/components/responses/Error" });
    }
    let get = json!({ "summary": summary, "parameters": parameters, "responses": responses });
    (path, json!({ "get": get }))
}

fn limit(usual: u64, what: &str) -> Value {
    parameter("limit", what, &number(0, MAX_LIMIT, Some(usual)))
}

fn name(parameter_name: &str, what: &str, example: &str) -> Value {
    let schema = json!({ "type": "string", "minLength": 1, "maxLength": MAX_WHOLE_NAME });
    let mut name = with_example(parameter(parameter_name, what, &schema), example);
    name["required"] = true.into();
    name
}

fn routes(generator: &mut SchemaGenerator) -> Vec<(&'static str, Value)> {
    let usual = TreeSize::default();
    let entries = "The maximum number of entries.";
    let order = || {
        vec![
            parameter(
                "sort",
                "date: latest first; rank: highest first; players: by Black's name, then White's; length: \
                 the longest first; result: Black's wins by resignation and the like first, then by points, draws, and \
                 White's wins the other way round; number: in the order of import.",
                &json!({ "type": "string", "enum": Sort::ALL.map(Sort::name), "default": Sort::default().name() }),
            ),
            parameter("reverse", "Reverse the order.", &flag()),
        ]
    };
    let list = || {
        let offset = parameter(
            "offset",
            "The number of entries to skip.",
            &number(0, MAX_OFFSET, Some(0)),
        );
        [order(), vec![offset, limit(50, entries)]].concat()
    };
    let download = || {
        let form = parameter(
            "as",
            "The form: csv, a table for spreadsheets; sgf, one file of all games; tgz, an archive with a file for each \
             game.",
            &json!({ "type": "string", "enum": DOWNLOADS.map(Form::name), "default": DOWNLOADS[0].name() }),
        );
        [order(), vec![form]].concat()
    };
    let files = || {
        let file = json!({ "schema": { "type": "string", "format": "binary" } });
        Value::from_iter(DOWNLOADS.map(|form| (kind_of(form), file.clone())))
    };
    let size = parameter(
        "size",
        "The lines of the board: 9, 9..13. Without it, boards of all sizes.",
        &json!({ "type": "string" }),
    );
    vec![
        route(
            "/position",
            "Look up a position or a pattern, and the moves played from it.",
            vec![
                parameter("full", "Also list the years and players of each next move.", &flag()),
                parameter(
                    "sort",
                    "games: the most popular moves first; wins: the most successful, by the lower end of the 95% interval.",
                    &json!({ "type": "string", "enum": MoveOrder::ALL.map(MoveOrder::name), "default": "games" }),
                ),
            ],
            QUESTION,
            schema::<PositionAnswer>(generator),
            ANY,
        ),
        route(
            "/position/players",
            "List the players of a position, those with the most games first.",
            vec![limit(20, entries)],
            QUESTION,
            schema::<Players>(generator),
            ANY,
        ),
        route(
            "/years",
            "Count the games with a position by year.",
            vec![parameter(
                "by",
                "The period to count by.",
                &json!({ "type": "string", "enum": ["year", "decade"], "default": "year" }),
            )],
            QUESTION,
            schema::<Years>(generator),
            ANY,
        ),
        route(
            "/compare",
            "Compare two filters at a position and at each next move. The other conditions hold for both.",
            ["first", "second"]
                .map(|side| {
                    let about = format!("The conditions of the {side} games, as the shell takes them.");
                    let text = json!({ "type": "string", "default": "" });
                    with_example(parameter(side, &about, &text), "year=2012..")
                })
                .to_vec(),
            QUESTION,
            schema::<Comparison>(generator),
            ANY,
        ),
        route(
            "/tree",
            "Get the sequences of moves that were played from a position, or inside a part of the board, as \
                      a tree.",
            vec![
                parameter(
                    "depth",
                    "The number of moves from the position to the tips.",
                    &number(1, TreeSize::MAX_DEPTH as usize, Some(usual.depth.into())),
                ),
                parameter(
                    "min_games",
                    "The minimum number of games for a move to be in the tree. A tree with more than 100,000 moves is \
                     refused.",
                    &number(1, MAX_MIN_GAMES as usize, Some(usual.min_games)),
                ),
            ],
            QUESTION,
            schema::<Tree>(generator),
            ANY,
        ),
        route(
            "/games",
            "List the games that reach a position.",
            list(),
            QUESTION,
            schema::<GameList>(generator),
            ANY,
        ),
        route(
            "/games/export",
            "Download all games that reach a position. What cannot be completed is cut off.",
            download(),
            QUESTION,
            files(),
            OF_GAME,
        ),
        route(
            "/find",
            "Find games by conditions alone, whatever their positions; also those that set stones up.",
            [vec![with_example(size.clone(), "9")], list()].concat(),
            [false, true],
            schema::<GameList>(generator),
            ANY,
        ),
        route(
            "/find/export",
            "Download all games that meet conditions.",
            [vec![with_example(size, "9")], download()].concat(),
            [false, true],
            files(),
            OF_GAME,
        ),
        route(
            "/games/{game}",
            "Get a game, turned so that it matches the requested position. Filters have no effect.",
            game(),
            QUESTION,
            schema::<GameAnswer>(generator),
            OF_GAME,
        ),
        route(
            "/games/{game}/novelty",
            "Find where a game leaves all others: the last of its positions that another game has, in any \
                      orientation. Of the other games, those count that meet the conditions; swap=true also counts \
                      the positions with the colours exchanged. The rest of the question has no effect.",
            game(),
            QUESTION,
            schema::<NoveltyAnswer>(generator),
            OF_GAME,
        ),
        route(
            "/games/{game}/variations",
            "Get all positions of a game's record, those of its variations among them, turned like those of \
                      the game itself. A variation ends before a move that cannot be read. Filters have no effect.",
            game(),
            QUESTION,
            schema::<VariationsAnswer>(generator),
            OF_GAME,
        ),
        route(
            "/games/{game}/sgf",
            "Get the original record, byte for byte, or in UTF-8 if its encoding is known only from the file \
                      that it was cut out of.",
            game(),
            [false, false],
            json!({ "application/x-go-sgf": { "schema": { "type": "string", "format": "binary" } } }),
            &["404", "503"],
        ),
        route(
            "/info",
            "Describe the contents of the database.",
            Vec::new(),
            [false, false],
            schema::<Info>(generator),
            &["503"],
        ),
        route(
            "/openapi.json",
            "Get this document.",
            Vec::new(),
            [false, false],
            json!({ "application/json": { "schema": { "type": "object" } } }),
            &[],
        ),
    ]
}

fn game() -> Vec<Value> {
    let mut game = parameter(
        "game",
        "The game's number.",
        &json!({ "type": "integer", "minimum": 0 }),
    );
    game["in"] = "path".into();
    game["required"] = true.into();
    vec![game]
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    json!({ "application/json": { "schema": generator.subschema_for::<T>() } })
}

fn parameter(name: &str, description: &str, schema: &Value) -> Value {
    json!({ "name": name, "in": "query", "description": description, "schema": schema })
}

fn with_example(mut parameter: Value, example: &str) -> Value {
    parameter["example"] = example.into();
    parameter
}

fn flag() -> Value {
    json!({ "type": "boolean", "default": false })
}

fn number(least: usize, most: usize, usual: Option<u64>) -> Value {
    let mut schema = json!({ "type": "integer", "minimum": least, "maximum": most });
    if let Some(usual) = usual {
        schema["default"] = usual.into();
    }
    schema
}

fn lines() -> Value {
    json!({ "type": "integer", "minimum": 2, "maximum": BoardSize::MAX.lines() })
}

fn of_question(asked: &Parameter) -> Value {
    let schema = match (asked.name, asked.value) {
        ("size", _) => {
            let mut schema = lines();
            schema["default"] = BoardSize::default().lines().into();
            schema
        }
        (_, None) => flag(),
        (_, Some(values)) if values.contains('|') && asked.name != "stones" => {
            json!({ "type": "string", "enum": values.split('|').collect::<Vec<_>>() })
        }
        _ => json!({ "type": "string" }),
    };
    let described = parameter(asked.name, &format!("{}.", asked.help), &schema);
    match (asked.name, asked.value) {
        // A question has either an area or a diagram, and only an area has wildcards.
        ("pattern" | "size" | "swap" | "strict", _) | (_, None) => described,
        _ => with_example(described, asked.example),
    }
}

fn of_condition(condition: &Condition) -> Value {
    let name = condition.name;
    let most = if name == "archive" { MAX_WHOLE_NAME } else { MAX_NAME };
    let text = match condition.value_alone() {
        Some(_) => json!({ "type": "string", "enum": condition.value.split('|').collect::<Vec<_>>() }),
        // The names of openings do not depend on the database, so others are errors.
        None if condition.is_name() && name != "opening" => {
            json!({ "type": "string", "minLength": 1, "maxLength": most })
        }
        None => json!({ "type": "string" }),
    };
    let mut described = parameter(name, &format!("{}.", condition.help), &text);
    if condition.repeats() {
        described["schema"] = json!({ "type": "array", "items": text });
        described["style"] = "form".into();
        described["explode"] = true.into();
        if name != "archive" {
            described["schema"]["maxItems"] = MAX_REPEATED.into();
        }
    } else if !condition.is_name() && condition.example != condition.value {
        described["example"] = condition.example.into();
    }
    described
}

fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let error = schema::<ApiError>(&mut generator);
    let mut paths = routes(&mut generator);
    paths.extend(rivals::routes(&mut generator));
    paths.extend(lists::routes(&mut generator));
    paths.extend(diagrams::routes());
    paths.push(reading::route(&mut generator));
    paths.extend(changes::routes(&mut generator));
    let paths = paths.into_iter();
    let paths: Map<String, Value> = paths.map(|(path, route)| (path.to_owned(), route)).collect();
    let parameters = PARAMETERS
        .iter()
        .map(|parameter| (parameter.name, of_question(parameter)));
    let filtered = CONDITIONS.iter().filter(|condition| condition.name != "size");
    let parameters = parameters.chain(filtered.map(|condition| (condition.name, of_condition(condition))));
    let parameters: Map<String, Value> = parameters.map(|(name, value)| (name.to_owned(), value)).collect();
    let mut schemas = Value::Object(generator.take_definitions(true));
    tidy(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "bgo",
            "version": "1",
            "description": "A database of Go game records, searched by position. Only what is below /changes changes the database, for those who may.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "." }],
        "paths": paths,
        "components": {
            "parameters": parameters,
            "responses": { "Error": { "description": "The question cannot be answered.", "content": error } },
            "schemas": schemas,
        },
    })
}

/// Makes schemas as strict as the answers are, and the comments of Rust descriptions of JSON.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(tidy),
        Value::Object(schema) => {
            let required = schema
                .get("required")
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default();
            if let Some(Value::Object(properties)) = schema.get_mut("properties") {
                // What is left out instead is never null, but for what a type in its place has marked.
                for (name, property) in properties {
                    let marked = property
                        .as_object_mut()
                        .and_then(|property| property.remove("nullable"));
                    if marked.is_none() && !required.contains(&Value::String(name.clone())) {
                        without_null(property);
                    }
                }
                schema.insert("additionalProperties".to_owned(), false.into());
            }
            schema
                .remove("format")
                .filter(|format| format == "date")
                .map(|date| schema.insert("format".to_owned(), date));
            if let Some(Value::String(description)) = schema.get_mut("description") {
                *description = sentence(description);
            }
            schema.values_mut().for_each(tidy);
        }
        _ => {}
    }
}

fn without_null(schema: &mut Value) {
    let null = json!({ "type": "null" });
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    } else if let Some(Value::Array(kinds)) = schema.get_mut("anyOf") {
        kinds.retain(|kind| *kind != null);
        if let [Value::Object(only)] = &kinds[..] {
            let only = only.clone();
            if let Value::Object(schema) = schema {
                schema.remove("anyOf");
                schema.extend(only);
            }
        }
    }
}

/// Makes a comment a sentence about JSON: links are names, and `None` is null.
fn sentence(comment: &str) -> String {
    let mut text = String::new();
    for (at, part) in comment.replace("`None`", "null").split(['[', ']']).enumerate() {
        let name = part
            .strip_prefix('`')
            .and_then(|part| part.strip_suffix('`'))
            .filter(|_| at % 2 == 1);
        text += name.map_or(part, |name| name.rsplit("::").next().unwrap_or(name));
    }
    let text = text.replace('\n', " ").replace('`', "");
    let mut letters = text.chars();
    let begun: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect();
    if begun.ends_with(['.', ':']) {
        begun
    } else {
        begun + "."
    }
}

/// What is committed is what the types say. `BGO_UPDATE=1 cargo test -p bgo-cli --lib description`
/// writes it.
#[test]
fn the_description_is_that_of_the_types() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/openapi.json");
    let made = serde_json::to_string_pretty(&document()).expect("JSON") + "\n";
    if std::env::var_os("BGO_UPDATE").is_some() {
        std::fs::write(path, &made).expect("is written");
    }
    let committed = std::fs::read_to_string(path).expect("is read").replace("\r\n", "\n");
    assert!(
        committed == made,
        "openapi.json is not what the types say: run this test with BGO_UPDATE=1"
    );
}
