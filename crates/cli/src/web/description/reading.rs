use super::{lines, parameter, schema};
use crate::web::reading::{MAX_TEXT, ReadPosition};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// Returns the description of the address that reads texts.
pub fn route(generator: &mut SchemaGenerator) -> (&'static str, Value) {
    let body = json!({ "schema": { "type": "string", "format": "binary" } });
    let mut responses = json!({
        "200": { "description": "OK", "content": schema::<ReadPosition>(generator) },
    });
    for status in ["400", "413", "422", "503"] {
        responses[status] = json!({ "$ref": "#/components/responses/Error" });
    }
    let post = json!({
        "summary": "Read the position in the body of the request: a game record, a diagram, a board as programs print it, or a \
                    list of moves.",
        "description": format!("The body has at most {} MiB.", MAX_TEXT >> 20),
        "parameters": [parameter("size", "The lines of the board where the text does not state it.", &lines())],
        "requestBody": { "required": true, "content": { "text/plain": body, "application/octet-stream": body } },
        "responses": responses,
    });
    ("/reading", json!({ "post": post }))
}
