use super::{ANY, OF_GAME, QUESTION, flag, game, number, parameter, route, with_example};
use crate::render::{Coordinates, Language};
use crate::web::diagrams::{MAX_PER_SHEET, PER_SHEET};
use crate::web::parameters::MAX_NAME;
use serde_json::{Value, json};

/// Returns the descriptions of the addresses that draw.
pub fn routes() -> Vec<(&'static str, Value)> {
    let svg = || json!({ "image/svg+xml": { "schema": { "type": "string" } } });
    vec![
        route(
            "/position/diagrams",
            "Draw the moves that lead to a position, or a part of its board, for paper. A diagram of a pattern is \
                      not drawn.",
            diagrams("Letter the next moves of the games."),
            QUESTION,
            svg(),
            ANY,
        ),
        route(
            "/games/{game}/diagrams",
            "Draw a sheet of diagrams of a game for paper, with numbered moves, turned so that it matches the \
                      requested position. Filters have no effect.",
            [
                game(),
                diagrams("Draw the marks of the record at the last move of each diagram."),
            ]
            .concat(),
            QUESTION,
            svg(),
            OF_GAME,
        ),
    ]
}

fn diagrams(marks: &str) -> Vec<Value> {
    let ranges = "The moves of each diagram: 1-50,51-100, 51- to the end, 60 for one move. Without it, all moves, \
                  50 a diagram.";
    let most = u16::MAX.into();
    vec![
        with_example(parameter("diagrams", ranges, &json!({ "type": "string" })), "0-"),
        parameter("per", "The number of moves in a diagram.", &number(1, most, None)),
        parameter(
            "per_sheet",
            "The number of diagrams on a sheet.",
            &number(1, MAX_PER_SHEET, Some(PER_SHEET as u64)),
        ),
        // The last one depends on the game.
        parameter(
            "sheet",
            "The number of the sheet.",
            &json!({ "type": "integer", "minimum": 1, "default": 1 }),
        ),
        parameter("plain", "Draw the positions after the moves, without numbers.", &flag()),
        parameter("marks", marks, &flag()),
        parameter(
            "coordinates",
            "The names of the lines. Without it, they have none.",
            &json!({ "type": "string", "enum": [Coordinates::Sgf.name(), Coordinates::Western.name()] }),
        ),
        parameter(
            "language",
            "The language of the captions.",
            &json!({ "type": "string", "enum": Language::ALL.map(|(code, _)| code), "default": "en" }),
        ),
        parameter(
            "title",
            "A line above the diagrams.",
            &json!({ "type": "string", "maxLength": MAX_NAME }),
        ),
    ]
}
