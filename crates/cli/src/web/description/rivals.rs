use super::{ANY, limit, lines, name, number, parameter, route, schema, with_example};
use crate::web::parameters::{MAX_MIN_GAMES, MAX_OFFSET};
use bgo::internal::query::{Novelties, PlayerRecord, Score};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

/// Returns the descriptions of the addresses about players and new moves.
pub fn routes(generator: &mut SchemaGenerator) -> Vec<(&'static str, Value)> {
    let offset = || {
        parameter(
            "offset",
            "The number of games to skip.",
            &number(0, MAX_OFFSET, Some(0)),
        )
    };
    vec![
        route(
            "/player",
            "The record of one player over all games: by colour, year, opening and opponent.",
            vec![
                name("name", "The player's whole name, ignoring case and accents.", "AlphaGo"),
                parameter(
                    "size",
                    "The board size in lines. Without it, boards of all sizes.",
                    &lines(),
                ),
                limit(50, "The maximum number of opponents, and of openings of each colour."),
            ],
            [false, false],
            schema::<PlayerRecord>(generator),
            ANY,
        ),
        route(
            "/player/score",
            "The games of two players with each other, the latest first, and the first player's results by colour.",
            vec![
                name(
                    "name",
                    "The first player's whole name, ignoring case and accents.",
                    "AlphaGo",
                ),
                name("opponent", "The second player's whole name.", "Cho Chikun"),
                offset(),
                limit(50, "The maximum number of games."),
            ],
            [false, false],
            schema::<Score>(generator),
            ANY,
        ),
        route(
            "/novelties",
            "List games, the latest first, with the move at which each left the others: the one after the last \
             position shared with another game. With first=true, the first move to a position that no earlier game \
             has, and the results of the games that followed.",
            vec![
                with_example(
                    parameter(
                        "size",
                        "The lines of the board: 9, 9..13. Without it, boards of all sizes.",
                        &json!({ "type": "string" }),
                    ),
                    "9",
                ),
                parameter(
                    "first",
                    "Compare each game with earlier ones only, by their first dates and then by number.",
                    &super::flag(),
                ),
                parameter(
                    "min_games",
                    "The number of other games from which a position is common.",
                    &number(1, MAX_MIN_GAMES as usize, Some(1)),
                ),
                offset(),
                limit(20, "The maximum number of games."),
            ],
            [false, true],
            schema::<Novelties>(generator),
            ANY,
        ),
    ]
}
