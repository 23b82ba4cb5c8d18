//! SQL that takes a file back to the eleventh schema, without the program.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;

/// The columns of the game table up to the eleventh schema.
pub const GAME: &str = "id, board_size, moves, content, black, white, black_rank, white_rank, black_rank_value,
    white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner, result_value,
    komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name, publication, repair";

fn fifth_migration(created: &str) -> &'static str {
    let migration = include_str!("../../../migrations/05-questions/up.sql");
    let statement = migration.split_once(&format!("CREATE {created} ")).expect("is there").1;
    let start = migration.len() - statement.len() - format!("CREATE {created} ").len();
    let end = migration[start..].find(';').expect("an end");
    &migration[start..=start + end]
}

/// Returns SQL that takes a file to the schema without times and programs. Its columns of games cannot be
/// read as such, and its indexes of words are empty.
pub fn to_eleventh_schema() -> String {
    let made = [
        "VIEW games",
        "VIEW players",
        "VIRTUAL TABLE label_words",
        "VIRTUAL TABLE game_words",
    ];
    let made: String = made.into_iter().map(fifth_migration).collect();
    let columns = ["time_limit", "time_limit_seconds", "overtime", "program"];
    let dropped: String = columns
        .map(|column| format!("ALTER TABLE game DROP COLUMN {column};"))
        .concat();
    format!(
        "ALTER TABLE meta DROP COLUMN checksum;
         DROP VIEW games; DROP VIEW players; DROP TABLE label_words; DROP TABLE game_words;
         {dropped} UPDATE game SET checksum = row_checksum({GAME});
         {made}
         UPDATE state SET words = 0;
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, games, sources, archives, players, segments, last_source, labels,
             position_files, position_records, words, joined, analysis_files, analyses);
         UPDATE game_columns SET data = x'';"
    )
}

/// Adds the function that computes the checksum of a row, as specified in
/// docs/format.md.
pub fn add_row_checksum(database: &Connection) {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let checksum = |values: &rusqlite::functions::Context<'_>| {
        let mut bytes = Vec::new();
        for i in 0..values.len() {
            let (kind, number, more): (u8, u64, &[u8]) = match values.get_raw(i) {
                ValueRef::Null => {
                    bytes.push(0);
                    continue;
                }
                ValueRef::Integer(number) => (1, number as u64, &[]),
                ValueRef::Real(number) => (2, number.to_bits(), &[]),
                ValueRef::Text(text) => (3, text.len() as u64, text),
                ValueRef::Blob(blob) => (4, blob.len() as u64, blob),
            };
            bytes.push(kind);
            bytes.extend(number.to_le_bytes());
            bytes.extend(more);
        }
        Ok(crc(&bytes))
    };
    database
        .create_scalar_function("row_checksum", -1, flags, checksum)
        .expect("is added");
}

pub fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes
        .iter()
        .fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
