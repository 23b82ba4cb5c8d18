//! Imports of other databases, whose records are read anew.

use super::contents::{add_position_file, assert_sound};
use super::damage::{GAME, change, open};
use super::{World, game, long_line, turned};
use crate::database::Notes;
use bgo::HashTable;
use bgo::internal::import::{ImportOptions, import_with};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::store::{Access, Database, RecordCompressor};
use serde_json::{Value, json};
use std::fs;
use testkit::{Text, tar};

/// Everything that is known of games and their sources, in the order of the games.
const SOURCES: &str = "SELECT concat_ws('|', game, path, member, member_game, number, imported_at IS NULL,
    source.encoding, hex(source.sgf)) FROM source JOIN archive ON archive.id = archive ORDER BY number";
const GAMES: &str = "SELECT concat_ws('|', id, board_size, moves, content, date, result, komi, repair, name)
    FROM game ORDER BY id";

/// Archives with duplicates of each other, several games in a file, another encoding,
/// and records that need repair. Returns their names.
fn archives(world: &World) -> [&'static str; 2] {
    let moves = long_line(40, 3);
    let (plain, copy) = (game("PB[A]C[first]", &moves), game("PB[Z]C[second]", &turned(&moves)));
    let dated = game("DT[2001]", &long_line(40, 4)) + &game("DT[2002]", &long_line(40, 4));
    let gbk = [b"(;CA[gbk]PB[\xC8\xCB]".as_slice(), b";B[pd];W[dp])"].concat();
    let first = [
        ("a.sgf", plain.as_bytes().to_vec()),
        ("sub/two.sgf", dated.into_bytes()),
        ("bad.sgf", b"(;B[pd];W[pd];B[dd])".to_vec()),
    ];
    let second = [
        ("copy.sgf", copy.into_bytes()),
        ("gbk.sgf", gbk),
        ("same.sgf", plain.into_bytes()),
    ];
    world.write("first.tar", tar(&first));
    world.write("second.tar", tar(&second));
    ["first.tar", "second.tar"]
}

fn other_path(other: &World) -> String {
    other.database_path().to_str().expect("UTF-8").to_owned()
}

pub fn other_and_twin() -> (World, World) {
    let other = World::new();
    let [first, second] = archives(&other);
    let twin = World::new();
    let paths = [first, second].map(|name| other.path(name).to_str().expect("UTF-8").to_owned());
    for world in [&other, &twin] {
        world.import([&paths[0], &paths[1]]);
    }
    (other, twin)
}

pub fn assert_equal(merged: &World, twin: &World) {
    assert_eq!(merged.texts(SOURCES), twin.texts(SOURCES));
    assert_eq!(merged.texts(GAMES), twin.texts(GAMES));
    for moves in ["pd dp", "", &long_line(40, 3)] {
        assert_eq!(merged.games_with(moves), twin.games_with(moves), "{moves}");
    }
    assert_sound(merged);
}

#[test]
fn a_merged_database_is_the_one_that_imported_its_archives() {
    let (other, twin) = other_and_twin();
    let before = other.bytes();
    let merged = World::new();
    let totals = merged.import([&other_path(&other)]);
    assert_eq!(
        [
            &totals["games"],
            &totals["added"],
            &totals["duplicates"],
            &totals["files"]
        ],
        [7, 5, 2, 6].map(Value::from).each_ref()
    );
    assert_equal(&merged, &twin);
    assert!(before == other.bytes(), "the other file changed");
    // Neither the database nor its archives bring anything new.
    let again = merged.import([&other_path(&other)]);
    assert_eq!((&again["added"], &again["duplicates"]), (&0.into(), &7.into()));
    let archive = other.path("second.tar").to_str().expect("UTF-8").to_owned();
    merged.import([&archive]);
    assert_equal(&merged, &twin);
    // Archives are known by the names that they had there.
    merged.remove(&["second.tar"], &[]);
    twin.remove(&["second.tar"], &[]);
    assert_eq!(merged.texts(SOURCES), twin.texts(SOURCES));
}

#[test]
fn games_of_both_databases_are_joined_and_archives_stand_among_databases() {
    let (other, _) = other_and_twin();
    let moves = long_line(40, 3);
    let merged = World::with(&[&game("PB[mine]", &moves), &game("", "qq")]);
    merged.write("third.sgf", game("", "jj"));
    // The name does not tell what a file is.
    fs::copy(other.database_path(), merged.path("other.sgf")).expect("is copied");
    let (totals, notes) = merged.import_with_notes(["third.sgf", "other.sgf"]);
    assert_eq!((&totals["added"], &totals["duplicates"]), (&5.into(), &3.into()));
    assert_eq!(merged.games(), 7);
    assert_eq!(merged.number("SELECT count(*) FROM source WHERE game = 1"), 4);
    let note = notes.iter().find(|note| note["verdict"] == "repaired").expect("a note");
    assert_eq!(note["member"], "bad.sgf");
    assert!(
        note["archive"].as_str().is_some_and(|path| path.ends_with("first.tar")),
        "{note}"
    );
    assert_sound(&merged);
}

/// SQL that makes a database what a development version would have made of its games: with the last of the
/// earlier schemas, and with others that lacked more.
const DEVELOPMENT: &str = "PRAGMA application_id = 0x62676f31; PRAGMA user_version = 13;
    DELETE FROM state; DROP TABLE game_columns; DROP TABLE text_run; ALTER TABLE record DROP COLUMN course;
    UPDATE record SET checksum = row_checksum(game, encoding, dictionary, sgf);
    DROP VIEW archives;
    ALTER TABLE archive DROP COLUMN games; ALTER TABLE archive DROP COLUMN sources;
    ALTER TABLE archive DROP COLUMN source_numbers; ALTER TABLE archive DROP COLUMN first_game;
    ALTER TABLE archive DROP COLUMN last_game; ALTER TABLE archive DROP COLUMN listing;
    UPDATE archive SET checksum = row_checksum(id, path, imported_at);
    UPDATE source SET checksum = row_checksum(game, archive, member, member_game, encoding, dictionary, sgf, number);";
const EIGHTH: &str = "PRAGMA user_version = 8; DROP VIEW analyses; DROP TABLE analysis; DROP TABLE analysis_sums;
    DROP TABLE analysis_file; DROP TABLE joined;";
const THIRD: &str = "PRAGMA user_version = 3; DROP VIEW games; DROP VIEW players; DROP VIEW sources;
    ALTER TABLE source DROP COLUMN number;
    UPDATE source SET checksum = row_checksum(game, archive, member, member_game, encoding, dictionary, sgf);";
const SECOND: &str = "PRAGMA user_version = 2; DROP TABLE state;
    ALTER TABLE dictionary DROP COLUMN checksum; ALTER TABLE archive DROP COLUMN checksum;
    ALTER TABLE record DROP COLUMN checksum; ALTER TABLE source DROP COLUMN checksum;";

/// Makes a file of a development version, with all moves in its records.
fn make_development(world: &World, sql: &str) {
    let database = open(world);
    let mut compressor = RecordCompressor::new(&[]).expect("a compressor");
    for number in 1..=world.number("SELECT max(id) FROM game") {
        let stored = compressor.compress(&world.record(number), None).expect("room");
        let values = (number, in_development(&stored));
        let sql = "UPDATE record SET sgf = ?2, dictionary = NULL WHERE game = ?1";
        assert_eq!(database.execute(sql, values).expect("is changed"), 1);
    }
    let sources: Vec<(i64, Vec<u8>)> = database
        .prepare("SELECT number, sgf FROM source WHERE sgf IS NOT NULL")
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .expect("sources");
    for (number, stored) in sources {
        let values = (number, in_development(&stored));
        database
            .execute("UPDATE source SET sgf = ?2 WHERE number = ?1", values)
            .expect("is changed");
    }
    drop(database);
    change(world, sql);
}

/// Returns a stored record that shares no moves in the form of development versions, which lacks the number of
/// shared moves after the frame.
fn in_development(stored: &[u8]) -> Vec<u8> {
    if stored[0] != 2 {
        return stored.to_vec();
    }
    let head = 1 + stored[1..].iter().take_while(|byte| **byte >= 0x80).count() + 1;
    let length = stored[1..head]
        .iter()
        .rev()
        .fold(0, |length, byte| length << 7 | usize::from(byte & 0x7f));
    let (frame, points) = stored[head..].split_at(length);
    assert_eq!(points[0], 0);
    [&[1], &stored[1..head], frame, &points[1..]].concat()
}

#[test]
fn a_file_of_a_development_version_is_merged_and_stays_as_it_is() {
    for schema in 1..=4 {
        let (other, twin) = other_and_twin();
        let records: Vec<_> = (1..=5).map(|game| twin.record(game)).collect();
        make_development(&other, &[DEVELOPMENT, EIGHTH, THIRD, SECOND][..schema].concat());
        let before = other.bytes();
        let merged = World::new();
        let sums = take(&merged, &other);
        assert_eq!((&sums["added"], &sums["duplicates"]), (&json!(5), &json!(2)));
        if schema < 3 {
            assert_equal(&merged, &twin);
        } else {
            // Sources had no numbers. Those with the text of the game come first in their archive.
            let members = "SELECT member || member_game FROM source ORDER BY number";
            let expected = [
                "a.sgf0",
                "sub/two.sgf0",
                "sub/two.sgf1",
                "bad.sgf0",
                "same.sgf0",
                "copy.sgf0",
                "gbk.sgf0",
            ];
            assert_eq!(merged.texts(members), expected);
            assert_eq!(merged.texts(GAMES), twin.texts(GAMES));
            assert_sound(&merged);
        }
        assert_eq!((1..=5).map(|game| merged.record(game)).collect::<Vec<_>>(), records);
        assert!(before == other.bytes(), "the other file changed");
    }
}

#[test]
fn a_file_of_a_development_version_is_refused_and_left_alone() {
    let world = World::with(&[&game("", "pd")]);
    make_development(&world, DEVELOPMENT);
    let before = world.bytes();
    let path = world.database_path();
    for refused in [
        world.open().map(drop),
        world.read().map(drop),
        Database::repair(&path, HashTable::built_in(), Interrupt::default()).map(drop),
    ] {
        let said = refused.expect_err("is refused").to_string();
        said.ends("games.sqlite was made by a development version of bgo; import its games into a new database");
    }
    assert!(before == world.bytes());
}

#[test]
fn damage_to_a_file_of_a_development_version_is_named() {
    for (earlier, damage, expected) in [
        (
            1,
            "UPDATE source SET member = 'x'",
            "row 1 of the table source has a wrong checksum",
        ),
        (
            3,
            "UPDATE source SET member = 'x'",
            "row 1 of the table source has a wrong checksum",
        ),
        (
            1,
            "UPDATE archive SET path = 'x'",
            "row 1 of the table archive has a wrong checksum",
        ),
        (
            1,
            "UPDATE record SET sgf = x'00'",
            "the record of game 1 has a wrong checksum",
        ),
        (
            4,
            "UPDATE record SET sgf = x'00'",
            "the record of game 1 cannot be decompressed",
        ),
        (1, "DROP TABLE record", "the table record is missing"),
        (
            1,
            "DROP TABLE record; CREATE VIEW record AS SELECT * FROM source",
            "the table record is missing",
        ),
    ] {
        let (other, world) = (World::with(&[&game("", "pd")]), World::new());
        make_development(&other, &[DEVELOPMENT, EIGHTH, THIRD, SECOND][..earlier].concat());
        change(&other, damage);
        world.failures(&other_path(&other)).says(expected);
        assert_eq!(world.games(), 0);
    }
}

#[test]
fn the_hash_table_of_the_other_database_does_not_matter() {
    let other = World::new();
    let paths = archives(&other).map(|name| other.path(name));
    let table = HashTable::generate(7);
    let db = Database::open_with(&other.database_path(), table, Access::Write, Interrupt::default()).expect("opens");
    import_with(&db, &paths, &ImportOptions::default(), &mut Notes::default()).expect("an import");
    let merged = World::new();
    merged.import([&other_path(&other)]);
    assert_eq!((merged.games(), merged.games_with("pd dp")), (5, 1));
    assert_sound(&merged);
}

#[test]
fn what_cannot_be_merged_is_named() {
    let world = World::with(&[&game("", "pd")]);
    world.failures("games.sqlite").says("is the database itself");
    let foreign = rusqlite::Connection::open(world.path("foreign.sqlite")).expect("opens");
    foreign.execute_batch("CREATE TABLE a (b)").expect("is made");
    drop(foreign);
    world
        .failures("foreign.sqlite")
        .says("foreign.sqlite is not a bgo database");
    let newer = World::with(&[&game("", "dd")]);
    open(&newer).pragma_update(None, "user_version", 99).expect("is set");
    world.failures(&other_path(&newer)).says("a later version");
    assert_eq!(world.games(), 1);
}

#[test]
fn position_files_stay_behind_and_that_is_said() {
    for is_earlier in [false, true] {
        let (other, world) = (World::with(&[game("SZ[9]", "ee gc")]), World::new());
        add_position_file(&other, "a.dat", 0..3);
        if is_earlier {
            make_development(&other, DEVELOPMENT);
        }
        let said = world.failures(&other_path(&other));
        said.says("its games were imported, its position files (1) were not");
        assert_eq!(world.games(), 1);
    }
}

#[test]
fn a_damaged_record_is_rejected_and_the_others_are_merged() {
    let other = World::with(&[&game("", "pd"), &game("", "dd pp"), &game("", "cc")]);
    change(&other, "UPDATE record SET sgf = x'28b52ffd00' WHERE game = 2");
    let world = World::new();
    let said = world.failures(&other_path(&other));
    said.says("0001.sgf");
    said.says("game 2");
    assert_eq!(world.games(), 2);
    assert_sound(&world);
}

fn take(into: &World, other: &World) -> serde_json::Value {
    into.import([other.database_path().to_str().expect("UTF-8")])
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
             UPDATE game SET checksum = row_checksum({GAME});
             UPDATE record SET encoding = 'windows-1252' WHERE encoding IS NOT NULL;
             UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf);
             DELETE FROM game_columns;"
        ))
        .expect("is as it was");
    drop(database);
    let merged = World::new();
    let sums = take(&merged, &other);
    assert_eq!((&sums["added"], &sums["repaired"]), (&json!(5), &json!(1)));
    assert_equal(&merged, &twin);
    let said = "SELECT concat_ws('|', game, player, result, year, handicap, komi, moves, repair)
        FROM games LEFT JOIN players ON player = black ORDER BY game";
    assert_eq!(merged.texts(said), twin.texts(said));
}

#[test]
fn a_record_that_an_earlier_version_took_for_one_game_is_all_of_them() {
    let world = World::with(&[&game("SZ[9]", "ee")]);
    let games = [game("PB[a]", "pd dp"), game("PB[b]", "dd pp"), game("GM[3]", "")].concat();
    let compressor = RecordCompressor::new(&[]);
    let frame = compressor
        .and_then(|mut c| c.compress(games.as_bytes(), None))
        .expect("room");
    let sql = "UPDATE record SET sgf = ?1, checksum = row_checksum(game, encoding, dictionary, course, ?1)";
    open(&world).execute(sql, [frame]).expect("is as it was");
    let merged = World::new();
    let sums = take(&merged, &world);
    assert_eq!([&sums["games"], &sums["added"], &sums["rejected"]], [3, 2, 1]);
    assert_eq!(
        merged.texts("SELECT black || member_game FROM games JOIN sources USING (game) ORDER BY game"),
        ["a0", "b1"]
    );
    assert_eq!(merged.record(2), game("PB[b]", "dd pp").as_bytes());
    assert_sound(&merged);
}
