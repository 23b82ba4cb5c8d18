//! Analyses by engines: they come and go with their records and files, and damage to them is found.

use super::contents::assert_sound;
use super::damage::{change, mix, open};
use super::older_schemas::ninth_schema;
use super::{World, game};
use bgo::Interrupt;
use bgo::evaluation::katago::Perspective;
use bgo::import::{StoredAnalyses, import_analyses, read_stored_analyses};
use serde_json::{Value, json};

/// Returns a record on 9 lines whose first move, if it is cg, has an evaluation.
fn noted(moves: &str, percent: f64) -> String {
    game("SZ[9]", moves).replace("B[cg]", &format!("B[cg]SBKV[{percent}]"))
}

/// Returns Black's win rate by an engine after cg.
fn rate(world: &World) -> Value {
    world.answer("cg", 9)["engine"]["black_win_rate"].clone()
}

fn analyses(world: &World) -> i64 {
    assert_sound(world);
    world.number("SELECT count(*) FROM analysis")
}

/// Reads the stored records again.
fn read(world: &World) -> StoredAnalyses {
    let db = world.open().expect("opens");
    read_stored_analyses(&db, &Interrupt::default(), |_, _| ()).expect("are read")
}

/// Imports a file with an analysis of the position after B C3.
fn add_file(world: &World) {
    let query = json!({"id": "a", "moves": [["B", "C3"]], "rules": "chinese", "boardXSize": 9, "boardYSize": 9});
    let info = json!({"winrate": 0.5, "scoreLead": 1.5, "visits": 9, "currentPlayer": "B"});
    let response = json!({"id": "a", "turnNumber": 1, "isDuringSearch": false, "moveInfos": [], "rootInfo": info});
    let path = world.write("c.jsonl", format!("{query}\n{response}\n"));
    let db = world.open().expect("opens");
    import_analyses(&db, &[path], Perspective::Black, &Interrupt::default(), |_, _| ()).expect("are imported");
}

#[test]
fn records_bring_their_evaluations_and_take_them_away() {
    let world = World::new();
    world.write("plain.sgf", noted("cg gc gg", 61.5).replace("SBKV[61.5]", ""));
    world.write("analysed.sgf", noted("cg gc gg", 61.5));
    world.import(["plain.sgf"]);
    assert_eq!(rate(&world), Value::Null);
    let sums = world.import(["analysed.sgf"]);
    assert_eq!((&sums["duplicates"], &sums["analyses"]), (&json!(1), &json!(1)));
    assert_eq!((rate(&world), analyses(&world)), (json!(0.615), 1));
    world.remove(&["analysed.sgf"], &[]);
    assert_eq!((world.games(), rate(&world), analyses(&world)), (1, Value::Null, 0));
}

#[test]
fn a_record_that_was_analysed_further_replaces_its_evaluations() {
    let world = World::new();
    for percent in [60.0, 70.0] {
        world.write("a.sgf", noted("cg gc gg", percent));
        world.import(["a.sgf"]);
        assert_eq!((rate(&world), analyses(&world)), (json!(percent / 100.0), 1));
        assert_eq!(world.import(["a.sgf"])["analyses"], Value::Null);
    }
    // The record that the database has is no newer.
    read(&world);
    assert_eq!(rate(&world), 0.7);
}

#[test]
fn broken_evaluations_are_counted_and_the_game_is_imported() {
    let world = World::new();
    world.write("a.sgf", "(;SZ[9];B[cg]SBKV[x]LZ[];W[gc]KT[a][b][c]SBKV[40])");
    let sums = world.import(["a.sgf"]);
    let counted = ["added", "analyses", "unreadable_analyses"].map(|name| &sums[name]);
    assert_eq!(counted, [1, 1, 3]);
}

#[test]
fn analyses_of_files_stay_when_the_last_game_goes() {
    let world = World::with(&[game("SZ[9]", "cg gc")]);
    add_file(&world);
    world.remove(&["games.tar"], &[]);
    assert_eq!((world.games(), analyses(&world)), (0, 1));
}

#[test]
fn another_database_brings_the_evaluations_of_its_records() {
    let other = World::with(&[noted("cg gc gg", 61.5)]);
    let world = World::new();
    world.import([&*other.database_path().display().to_string()]);
    assert_eq!((rate(&world), analyses(&world)), (json!(0.615), 1));
}

#[test]
fn a_database_of_the_schema_before_gets_evaluations_by_importing_or_reading_again() {
    // The second record is a duplicate, and the third file has two games.
    let two = noted("cg aa", 20.0) + &noted("cg ee", 30.0);
    let records = [game("SZ[9]", "cg gc gg"), noted("cg gc gg", 61.5), two];
    let world = World::with(&records);
    let expected = rate(&world);
    assert_ne!(expected, Value::Null);
    ninth_schema(&world);
    assert_eq!(rate(&world), Value::Null);
    world.import(["games.tar"]);
    world.import(["games.tar"]);
    assert_eq!((&rate(&world), analyses(&world)), (&expected, 3));
    ninth_schema(&world);
    let found = read(&world);
    assert_eq!((found.records, found.analyses, found.damaged_records), (4, 3, 0));
    assert_eq!((&rate(&world), analyses(&world)), (&expected, 3));
    assert_eq!(read(&world).analyses, 0);
    ninth_schema(&world);
    change(&world, "UPDATE record SET sgf = zeroblob(9) WHERE game = 2");
    let found = read(&world);
    assert_eq!((found.records, found.analyses, found.damaged_records), (4, 2, 1));
}

#[test]
fn damage_is_found_and_no_search_answers() {
    for (sql, problem) in [
        (
            "UPDATE analysis SET win_rate = 0.9",
            "row 1 of the table analysis has a wrong checksum",
        ),
        (
            "DELETE FROM analysis",
            "the table analysis has 0 rows and should have 1",
        ),
    ] {
        let world = World::with(&[noted("cg gc", 61.5)]);
        change(&world, sql);
        let problems = world.problems();
        assert!(problems.iter().any(|found| found == problem), "{problems:?}");
        assert!(world.try_answer("cg", 9).is_err(), "{sql}");
    }
}

/// Computes the sums over the analyses as docs/format.md specifies them.
fn forged_sums(world: &World) -> Vec<u8> {
    let database = open(world);
    let sql = "SELECT position, row_checksum(position, to_play, visits, id) FROM analysis";
    let mut statement = database.prepare(sql).expect("a query");
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, u32>(1)?));
    let mut sums = vec![0_u64; 4096];
    for row in statement.query_map([], row).expect("rows") {
        let (position, checksum) = row.expect("a row");
        let sum = &mut sums[(position as u64 / (1 << 52)) as usize];
        *sum = sum.wrapping_add(mix(checksum.into()));
    }
    sums.iter().flat_map(|sum| sum.to_le_bytes()).collect()
}

#[test]
fn the_sums_are_those_of_the_rows_that_the_format_names() {
    let world = World::new();
    world.write("a.sgf", noted("cg gc", 61.5));
    world.write("b.sgf", noted("cg ee", 21.5));
    let assert_sums = || {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, Vec<u8>>(0);
        let stored = open(&world).query_row("SELECT sums FROM analysis_sums", [], read);
        assert!(stored.expect("is there") == forged_sums(&world));
    };
    world.import(["a.sgf", "b.sgf"]);
    assert_sums();
    for _ in 0..2 {
        add_file(&world);
        assert_sums();
    }
    world.remove(&[], &[1..=1]);
    assert_sums();
    let file = world.number("SELECT id FROM analysis_file");
    let db = world.open().expect("opens");
    db.remove_analysis_file(file, &Interrupt::default())
        .expect("is removed");
    assert_sums();
    assert_eq!(analyses(&world), 1);
}
