use super::{ANY, QUESTION, limit, number, parameter, route, schema};
use crate::web::answers::{Archives, Events, Names};
use crate::web::lists::Aliases;
use crate::web::parameters::{MAX_NAME, MAX_OFFSET};
use bgo::internal::query::{ListPage, NamedOpenings, NamedQuestions, NearDuplicates};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// Returns the descriptions of the addresses of lists about the whole database.
pub fn routes(generator: &mut SchemaGenerator) -> Vec<(&'static str, Value)> {
    let alone = [false, false];
    let prefix = |of: &str| {
        let schema = json!({ "type": "string", "default": "", "maxLength": MAX_NAME });
        parameter("prefix", &format!("The beginning of a word in {of}."), &schema)
    };
    vec![
        route(
            "/players",
            "List the names of players that contain a word beginning with the prefix, ignoring case and \
                      accents, those of the most games first.",
            vec![prefix("the name"), limit(20, "The maximum number of entries.")],
            alone,
            schema::<Names>(generator),
            ANY,
        ),
        route(
            "/events",
            "List the events that contain a word beginning with the prefix, ignoring case and accents, those \
                      of the most games first.",
            vec![prefix("the event"), limit(20, "The maximum number of entries.")],
            alone,
            schema::<Events>(generator),
            ANY,
        ),
        route(
            "/archives",
            "List the archives and the numbers of their games.",
            Vec::new(),
            alone,
            schema::<Archives>(generator),
            &["503"],
        ),
        route(
            "/aliases",
            "List the players whose names have several spellings.",
            Vec::new(),
            alone,
            schema::<Aliases>(generator),
            &["503"],
        ),
        route(
            "/names",
            "List the questions that have names, and count the games that each finds.",
            Vec::new(),
            alone,
            schema::<NamedQuestions>(generator),
            &["503"],
        ),
        route(
            "/openings",
            "List the named openings of the games that reach a position, those of the most games first. The first request \
             after a change of the database takes longer.",
            vec![limit(20, "The maximum number of openings.")],
            QUESTION,
            schema::<NamedOpenings>(generator),
            ANY,
        ),
        route(
            "/duplicates/near",
            "List pairs of games whose moves differ in one or two, or of which one continues the other. Reads the moves of \
             all games.",
            vec![
                parameter(
                    "offset",
                    "The number of pairs to skip.",
                    &number(0, MAX_OFFSET, Some(0)),
                ),
                limit(20, "The maximum number of pairs."),
            ],
            alone,
            schema::<ListPage<NearDuplicates>>(generator),
            &["503"],
        ),
    ]
}
