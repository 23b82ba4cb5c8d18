use super::{parameter, schema};
use crate::web::changes::Change;
use crate::web::parameters::{MAX_FILE_NAME, MAX_MIN_GAMES, MAX_WHOLE_NAME};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// Returns the descriptions of the addresses by which the database is changed, or the server ended.
pub fn routes(generator: &mut SchemaGenerator) -> Vec<(&'static str, Value)> {
    let change = schema::<Option<Change>>(generator);
    let mut name = parameter(
        "name",
        "The name of the file.",
        &json!({ "type": "string", "minLength": 1, "maxLength": MAX_FILE_NAME, "pattern": "^[^/\\\\:]+$" }),
    );
    let mut archive = parameter(
        "archive",
        "The name of an archive, as /archives gives it.",
        &json!({ "type": "string", "minLength": 1, "maxLength": MAX_WHOLE_NAME }),
    );
    for parameter in [&mut name, &mut archive] {
        parameter["required"] = true.into();
    }
    let agreed = parameter(
        "games",
        "The maximum number of games that may be removed. If they are more, nothing is changed, and the answer tells how \
         many they would be; so it is without this parameter, unless an update removes no game.",
        &json!({ "type": "integer", "minimum": 0, "maximum": MAX_MIN_GAMES }),
    );
    let route = |method: &str, summary: &str, parameters: Vec<Value>, status: &str, statuses: &[&str]| {
        let mut responses = json!({ status: { "description": "The change as it is now.", "content": change } });
        for status in ["400", "401", "403"].iter().chain(statuses) {
            responses[*status] = json!({ "$ref": "#/components/responses/Error" });
        }
        let about = "Only for those who may change the database, which /info tells. Whoever needs a token gives it in the \
                     header Authorization, after \"Bearer\"; without one, a request that is not a GET names the server in \
                     the header Origin.";
        json!({ method: { "summary": summary, "description": about, "parameters": parameters, "responses": responses } })
    };
    let of_server = |method: &str, summary: &str, status: &str| {
        let about = "Only for the server's own page, and only with \"bgo serve --until-closed\", which /info tells.";
        let mut responses = json!({ status: { "description": "Without contents." } });
        for status in ["400", "403", "404"] {
            responses[status] = json!({ "$ref": "#/components/responses/Error" });
        }
        json!({ method: { "summary": summary, "description": about, "responses": responses } })
    };
    let mut import = route(
        "post",
        "Import an archive or a record, which is the body of the request.",
        vec![name],
        "202",
        &["409", "507"],
    );
    import["post"]["requestBody"] = json!({
        "required": true,
        "content": { "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } },
    });
    vec![
        (
            "/changes",
            route(
                "get",
                "Tell of the change that is being made, or of the last one.",
                Vec::new(),
                "200",
                &[],
            ),
        ),
        ("/changes/import", import),
        (
            "/changes/sync",
            route(
                "post",
                "Import the new games of a folder that was imported, and remove those whose files are gone.",
                vec![archive.clone(), agreed.clone()],
                "202",
                &["409", "422"],
            ),
        ),
        (
            "/changes/removal",
            route(
                "post",
                "Remove an archive with the games that no other archive has.",
                vec![archive, agreed],
                "202",
                &["409", "422"],
            ),
        ),
        (
            "/presence",
            of_server(
                "get",
                "Keep the server running: the answer has no end before that of the server.",
                "200",
            ),
        ),
        (
            "/quit",
            of_server(
                "post",
                "End the server. A change is stopped; what it committed stays.",
                "204",
            ),
        ),
        (
            "/changes/stop",
            route(
                "post",
                "Stop the change that is being made. What it committed stays.",
                Vec::new(),
                "200",
                &[],
            ),
        ),
    ]
}
