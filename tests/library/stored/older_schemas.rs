//! Databases as earlier versions of the program left them: current databases
//! whose later tables and columns are removed again.

use super::World;
use super::damage::open;
use super::earlier_file::{GAME, to_eleventh_schema};
use bgo::internal::evaluation::ReadNotes;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::record::{Replayed, game_trees};
use bgo::internal::store::{IndexEntry, NewGame, Posting, RecordCompressor, Source, Writer};
use rusqlite::Connection;
use std::path::Path;
use std::sync::Arc;

const APPLICATION_ID: i64 = 0x6267_6f31;

pub fn first_schema(path: &Path) {
    let database = Connection::open(path).expect("opens");
    database
        .execute_batch(include_str!("../../../migrations/01-games/up.sql"))
        .expect("is made");
    database
        .pragma_update(None, "application_id", APPLICATION_ID)
        .expect("is set");
    set_version(&database, 1);
}

fn set_version(database: &Connection, version: i64) {
    database.pragma_update(None, "user_version", version).expect("is set");
}

fn take_back(world: &World, version: i64, sql: &str) {
    let database = open(world);
    database.execute_batch(sql).expect("is as it was");
    set_version(&database, version);
}

pub fn twelfth_schema(world: &World) {
    take_back(world, 12, "ALTER TABLE meta DROP COLUMN checksum");
}

/// Takes a database back to the schema without times and programs. Its columns of games cannot be
/// read as such, and its indexes of words are empty.
pub fn eleventh_schema(world: &World) {
    take_back(world, 11, &to_eleventh_schema());
}

/// Takes a database back to the schema whose columns of games have only the first date. Those
/// that are there cannot be read as such.
pub fn tenth_schema(world: &World) {
    eleventh_schema(world);
    take_back(world, 10, "DROP INDEX game_years; UPDATE game_columns SET data = x''");
}

pub fn ninth_schema(world: &World) {
    tenth_schema(world);
    take_back(
        world,
        9,
        "DROP VIEW analyses; DROP TABLE analysis; DROP TABLE analysis_file; DROP TABLE analysis_sums;
         ALTER TABLE state DROP COLUMN analysis_files; ALTER TABLE state DROP COLUMN analyses;
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, games, sources, archives, players, segments, last_source, labels,
             position_files, position_records, words, joined)",
    );
}

pub fn eighth_schema(world: &World) {
    ninth_schema(world);
    take_back(
        world,
        8,
        "DROP TABLE joined;
         ALTER TABLE state DROP COLUMN joined;
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, games, sources, archives, players, segments, last_source, labels,
             position_files, position_records, words)",
    );
}

pub fn seventh_schema(world: &World) {
    eighth_schema(world);
    take_back(
        world,
        7,
        "DROP TABLE game_courses; DELETE FROM meta WHERE name = 'courses'",
    );
}

/// Takes a database back to the schema without a checksum of the index of
/// words, in which games without moves were found by a hash of their bytes.
pub fn sixth_schema(world: &World) {
    let database = open(world);
    let games: Vec<i64> = {
        let mut statement = database
            .prepare("SELECT id FROM game WHERE moves = 0")
            .expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.map(|game| game.expect("a number")).collect()
    };
    for game in games {
        // FNV-1a of the bytes.
        let hash = world
            .record(game)
            .into_iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        set_content(&database, game, hash as i64);
    }
    drop(database);
    seventh_schema(world);
    take_back(
        world,
        6,
        "ALTER TABLE state DROP COLUMN words;
         INSERT OR IGNORE INTO meta VALUES ('derived', 1);
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, games, sources, archives, players, segments, last_source, labels,
             position_files, position_records)",
    );
}

pub fn latest_columns() -> String {
    format!("{GAME}, time_limit, time_limit_seconds, overtime, program")
}

fn set_content(database: &Connection, game: i64, hash: i64) {
    let columns = latest_columns().replace("content", "?2");
    let sql = format!("UPDATE game SET content = ?2, checksum = row_checksum({columns}) WHERE id = ?1");
    assert_eq!(database.execute(&sql, [game, hash]).expect("is as it was"), 1);
}

pub fn fifth_schema(world: &World) {
    sixth_schema(world);
    take_back(
        world,
        5,
        "DROP VIEW position_files;
         DROP TABLE position_record; DROP TABLE position_file;
         ALTER TABLE state DROP COLUMN position_files;
         ALTER TABLE state DROP COLUMN position_records;
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, games, sources, archives, players, segments, last_source, labels)",
    );
}

pub fn fourth_schema(world: &World) {
    fifth_schema(world);
    take_back(
        world,
        4,
        "DROP VIEW games; DROP VIEW players; DROP VIEW archives; DROP VIEW sources;
         DROP TABLE label; DROP TABLE game_columns; DROP TABLE label_words; DROP TABLE game_words;
         DELETE FROM meta WHERE name = 'derived';
         ALTER TABLE player DROP COLUMN folded;
         ALTER TABLE state DROP COLUMN labels;
         UPDATE player SET checksum = row_checksum(id, name);
         UPDATE state SET checksum =
             row_checksum(id, generation, last_game, games, sources, archives, players, segments, last_source)",
    );
}

pub fn third_schema(world: &World) {
    fourth_schema(world);
    take_back(
        world,
        3,
        "ALTER TABLE source DROP COLUMN number;
         ALTER TABLE state DROP COLUMN last_source;
         UPDATE source SET checksum = row_checksum(game, archive, member, member_game, encoding, dictionary, sgf);
         UPDATE state SET checksum =
             row_checksum(id, generation, last_game, games, sources, archives, players, segments)",
    );
}

pub fn second_schema(world: &World) {
    third_schema(world);
    let columns = ["dictionary", "player", "archive", "game", "record", "source", "segment"]
        .map(|table| format!("ALTER TABLE {table} DROP COLUMN checksum; "));
    take_back(world, 2, &format!("{} DROP TABLE state", columns.concat()));
}

pub fn one_segment_a_game(records: &[String]) -> World {
    let world = World::new();
    let db = world.open().expect("opens");
    let keys = Arc::clone(db.keys());
    let mut compressor = RecordCompressor::new(&[]).expect("a compressor");
    let transaction = db.transaction(Interrupt::default()).expect("begins");
    let mut writer = Writer::new(&transaction).expect("a writer");
    let archive = writer.add_archive(&world.path("games.tar")).expect("is added");
    for (number, text) in records.iter().enumerate() {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let mut entries = Vec::new();
        let replayed = Replayed::new(record, text, &keys, |visit| {
            entries.push(IndexEntry {
                key: visit.canonical.key,
                posting: Posting::new(0, &visit),
            });
        });
        let mut game = NewGame::new(replayed, entries, ReadNotes::default());
        game.frame = compressor.compress(text.as_bytes(), None).expect("is compressed");
        let member = format!("{number:05}.sgf");
        let source = Source {
            archive,
            member: &member,
            member_game: 0,
        };
        writer.add_game(&mut game, source).expect("is added");
        writer.commit().expect("is committed");
    }
    drop(writer);
    drop(transaction);
    drop(db);
    world
}
