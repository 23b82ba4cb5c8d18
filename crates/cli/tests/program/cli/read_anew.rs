//! `bgo import` of a database of an earlier version, which reads its records anew.

use super::damage::open;
use super::merged_databases::{assert_equal, other_and_twin};
use crate::world::{World, game};
use bgo::store::RecordCompressor;
use serde_json::json;

/// The columns of a game that have a checksum.
const COLUMNS: &str = "id, board_size, moves, content, black, white, black_rank, white_rank, black_rank_value,
    white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner, result_value, komi,
    komi_half_points, handicap, handicap_stones, rules, event, round, place, name, publication, repair";

/// Imports the database of one world into that of another.
fn import(into: &World, other: &World) -> serde_json::Value {
    into.json(["import", "--json", other.database_path().to_str().expect("UTF-8")])
}

#[test]
fn what_an_earlier_version_made_of_records_is_made_anew() {
    let (other, twin) = other_and_twin();
    let database = open(&other);
    // As a version would have left it that understood nothing of the records, and wrote
    // other tables of what follows from them.
    database
        .execute_batch(&format!(
            "UPDATE game SET moves = 1, content = id, black = NULL, first_date = '1901', year = 1901, winner = 'W',
                 result_value = 'W+R', komi_half_points = 750, handicap_stones = 7, repair = 'an older sentence';
             UPDATE game SET checksum = row_checksum({COLUMNS});
             UPDATE record SET encoding = 'windows-1252' WHERE encoding IS NOT NULL;
             UPDATE record SET checksum = row_checksum(game, encoding, dictionary, sgf);
             DELETE FROM game_columns; DELETE FROM game_courses;"
        ))
        .expect("is as it was");
    drop(database);
    let merged = World::new();
    let sums = import(&merged, &other);
    assert_eq!((&sums["added"], &sums["repaired"]), (&json!(5), &json!(1)));
    assert_equal(&merged, &twin);
    for number in ["1", "2", "3", "4", "5"] {
        let mut both = [&merged, &twin].map(|world| world.json(["show", number, "--json"]));
        for game in &mut both {
            // The times of the imports.
            game.as_object_mut().expect("a game").remove("sources");
        }
        assert_eq!(both[0], both[1], "{number}");
    }
}

#[test]
fn a_record_that_an_earlier_version_took_for_one_game_is_all_of_them() {
    let world = World::with(&[&game("SZ[9]", "ee")]);
    let games = [game("PB[a]", "pd dp"), game("PB[b]", "dd pp"), game("GM[3]", "")].concat();
    let compressor = RecordCompressor::new(&[]);
    let frame = compressor.and_then(|mut c| c.compress(games.as_bytes())).expect("room");
    let sql = "UPDATE record SET sgf = ?1, checksum = row_checksum(game, encoding, dictionary, ?1)";
    open(&world).execute(sql, [frame]).expect("is as it was");
    let merged = World::new();
    let sums = import(&merged, &world);
    assert_eq!([&sums["games"], &sums["added"], &sums["rejected"]], [3, 2, 1]);
    assert_eq!(
        merged.texts("SELECT black || member_game FROM games JOIN sources USING (game) ORDER BY game"),
        ["a0", "b1"]
    );
    assert_eq!(merged.record(2), game("PB[b]", "dd pp").as_bytes());
    merged.ok(["check"]);
}
