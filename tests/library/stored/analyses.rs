//! Analyses by engines: they come and go with their records and files, damage to them is found, and
//! each line of a file of KataGo is used or told.

use super::contents::assert_sound;
use super::damage::{change, mix, open};
use super::{World, game};
use bgo::Interrupt;
use bgo::internal::evaluation::katago::Perspective;
use bgo::internal::import::{ImportError, ImportedAnalyses, StoredAnalyses, import_analyses, read_stored_analyses};
use serde_json::{Value, json};
use testkit::katago::{lines, query, response};
use testkit::{Text, cases, gzip};

fn noted(moves: &str, percent: f64) -> String {
    game("SZ[9]", moves).replace("B[cg]", &format!("B[cg]SBKV[{percent}]"))
}

fn rate(world: &World) -> Value {
    world.answer("cg", 9)["engine"]["black_win_rate"].clone()
}

fn analyses(world: &World) -> i64 {
    assert_sound(world);
    world.number("SELECT count(*) FROM analysis")
}

fn read(world: &World) -> StoredAnalyses {
    let db = world.open().expect("opens");
    read_stored_analyses(&db, &Interrupt::default(), |_, _| ()).expect("are read")
}

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

/// Takes all analyses away, as if an import had not read them.
fn without_analyses(world: &World) {
    change(
        world,
        "DELETE FROM analysis;
         UPDATE analysis_sums SET sums = x'', checksum = row_checksum(1, x'');
         UPDATE state SET analyses = 0;
         UPDATE state SET checksum = row_checksum(
             id, generation, last_game, last_source, games, sources, joined, archives, players, labels,
             segments, position_files, position_records, analysis_files, analyses, named_questions, aliases, removed_games)",
    );
}

#[test]
fn evaluations_that_an_import_did_not_read_are_added_by_importing_or_reading_again() {
    // The second record is a duplicate, and the third file has two games.
    let two = noted("cg aa", 20.0) + &noted("cg ee", 30.0);
    let records = [game("SZ[9]", "cg gc gg"), noted("cg gc gg", 61.5), two];
    let world = World::with(&records);
    let expected = rate(&world);
    assert_ne!(expected, Value::Null);
    without_analyses(&world);
    assert_eq!(rate(&world), Value::Null);
    world.import(["games.tar"]);
    world.import(["games.tar"]);
    assert_eq!((&rate(&world), analyses(&world)), (&expected, 3));
    without_analyses(&world);
    let found = read(&world);
    assert_eq!((found.records, found.analyses, found.damaged_records), (4, 3, 0));
    assert_eq!((&rate(&world), analyses(&world)), (&expected, 3));
    assert_eq!(read(&world).analyses, 0);
    without_analyses(&world);
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

const QUERY: &str =
    r#"{"id":"a","moves":[["B","C3"],["W","G7"]],"rules":"chinese","komi":7,"boardXSize":9,"boardYSize":9}"#;
const RESPONSE: &str = r#"{"id":"a","turnNumber":2,"rootInfo":{"winrate":0.75,"visits":100},"moveInfos":[]}"#;

fn both() -> String {
    format!("{QUERY}\n{RESPONSE}\n")
}

fn import<const N: usize>(world: &World, names: [&str; N]) -> Result<ImportedAnalyses, ImportError> {
    let db = world.open().expect("opens");
    let paths = names.map(|name| world.path(name));
    import_analyses(&db, &paths, Perspective::Black, &Interrupt::default(), |_, _| ())
}

fn engine(world: &World, moves: &str) -> Value {
    world.answer(moves, 9)["engine"].clone()
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xFEFF)
        .chain(text.encode_utf16())
        .flat_map(bytes)
        .collect()
}

/// Returns the reasons that an import gives for each line of a file after a usable query and
/// response; an empty text for a line that was used.
fn reasons(world: &World, lines: &[String]) -> Vec<String> {
    world.write("x.jsonl", both() + &lines.join("\n") + "\n");
    let imported = import(world, ["x.jsonl"]).expect("is imported");
    assert_eq!(imported.faulty_lines, imported.faults.len() as u64);
    let reason = |number: u64| {
        let fault = imported.faults.iter().find(|fault| fault.line == number);
        fault.map(|fault| fault.reason.to_string()).unwrap_or_default()
    };
    (3..3 + lines.len() as u64).map(reason).collect()
}

#[test]
fn files_in_utf_16_are_read() {
    for bytes in [
        utf_16(&both(), u16::to_le_bytes),
        utf_16(&both().replace('\n', "\r\n"), u16::to_be_bytes),
        gzip(&utf_16(&both(), u16::to_le_bytes)),
        ["\u{feff}", &both()].concat().into_bytes(),
    ] {
        let world = World::new();
        world.write("x.jsonl", bytes);
        let imported = import(&world, ["x.jsonl"]).expect("is imported");
        assert_eq!((imported.analyses, imported.faulty_lines), (1, 0));
        assert_eq!(engine(&world, "cg gc")["black_win_rate"], 0.75);
    }
}

/// Lines, and what is said of them: `@(` begins a response with these numbers, `#(` a query with these
/// fields, and `[*]` is a very deep list, which `[*` does not close.
const HOSTILE: &str = r#"
@("winrate":NaN => it is not a line of KataGo's analysis engine: expected value at byte
@("winrate":1e999 => number out of range at byte
@("winrate":-1e308 => its win rate or score lead is out of range
@("winrate":0.5,"scoreLead":1e300 => its win rate or score lead is out of range
@("winrate":0.5,"visits":-5 => integer `-5`, expected u64 at byte
@("winrate":"half" => invalid type: string "half", expected f64 at byte
{"id":"a","turnNumber":3,"rootInfo":{"winrate":0.5}} => its query has 2 moves, and it is about turn 3
{"id":"a","turnNumber":99999999999999999999,"rootInfo":{"winrate":0.5}} => expected u64 at byte
{"id":"a","turnNumber":-1,"rootInfo":{"winrate":0.5}} => integer `-1`, expected u64 at byte
#("moves":[["B","K1"]],"boardXSize":9,"boardYSize":9 => "K1" is not a point of its board
#("moves":[],"boardXSize":9,"boardYSize":19 => its board is 9x19;
#("moves":[],"boardXSize":1e9,"boardYSize":9 => expected u64 at byte
#("moves":[["B"]],"boardXSize":9,"boardYSize":9 => invalid length 1
{"id":["a"],"turnNumber":1,"rootInfo":{}} => expected a text at byte
{"id":[*],"turnNumber":1} => expected a text at byte
{"moves":[*],"id":"a","boardXSize":9,"boardYSize":9} =>  at byte
{"unknown":[*]} => it is neither a query nor a response
[* => it is not a line of KataGo's analysis engine
"#;

#[test]
fn hostile_lines_are_each_told_in_a_sentence_with_their_number() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let whole = |line: &str| match line.split_at(line.len().min(2)) {
        ("@(", numbers) => format!(r#"{{"id":"a","turnNumber":1,"rootInfo":{{{numbers}}}}}"#),
        ("#(", fields) => format!(r#"{{"id":"q",{fields}}}"#),
        _ => line.replace("[*]", &deep).replace("[*", &deep[..100_000]),
    };
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let control = ("\u{0}\u{1b}[31m", "it is not a line of KataGo's analysis engine");
    let (lines, expected): (Vec<String>, Vec<&str>) = cases(HOSTILE)
        .chain([control])
        .map(|(line, said)| (whole(line), said))
        .unzip();
    for (expected, reason) in expected.into_iter().zip(reasons(&world, &lines)) {
        reason.says(expected);
        assert!(reason.len() < 400 && !reason.contains(char::is_control), "{reason}");
    }
    assert_eq!(world.number("SELECT count(*) FROM analysis"), 1);
    assert_eq!(world.problems(), [""; 0]);
}

#[test]
fn evaluations_of_moves_off_the_board_are_left_out_and_visits_beyond_all_measure_unknown() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let moves =
        r#"[{"move":"Q16","winrate":0.5},{"move":"E5","winrate":0.5},{"move":"","winrate":0.5},{"winrate":0.5}]"#;
    let line = format!(
        r#"{{"id":"a","turnNumber":1,"rootInfo":{{"winrate":0.5,"visits":18446744073709551615}},"moveInfos":{moves}}}"#
    );
    assert_eq!(reasons(&world, &[line]), [""]);
    let answer = world.answer("cg", 9);
    assert_eq!(answer["engine"], json!({"black_win_rate": 0.5}));
    assert_eq!(answer["engine_moves"].as_array().map(Vec::len), Some(1), "{answer}");
}

#[test]
fn different_queries_with_one_id_are_no_answer_to_a_response() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let other = QUERY.replace("G7", "G3");
    world.write("one", both());
    world.write("other", &other);
    // The query of the same file is the one that is meant.
    import(&world, ["one", "other"]).expect("is imported");
    world.write("responses", RESPONSE);
    world.write("same", QUERY);
    for (files, reason) in [
        (
            ["responses", "same", "other"],
            Some("different queries have its id \"a\""),
        ),
        (["responses", "same", "one"], None),
    ] {
        let imported = import(&world, files).expect("is imported");
        let fault = imported.faults.first().map(|fault| fault.reason.to_string());
        assert_eq!(fault.as_deref(), reason, "{files:?}");
    }
    let twice = [other, RESPONSE.to_owned()];
    let expected = "different queries have its id \"a\"";
    assert_eq!(reasons(&world, &twice)[1], expected);
}

#[test]
fn lists_of_millions_are_refused_and_long_texts_are_cut() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    // Each list is 10 MB; in memory its entries would take 50 times as much.
    let entries = vec!["{}"; 3 << 20].join(",");
    let pairs = vec![r#"["B","A1"]"#; 1 << 20].join(",");
    let id = "x".repeat(10 << 20);
    let lines = [
        format!(r#"{{"id":"a","turnNumber":1,"rootInfo":{{"winrate":0.5}},"moveInfos":[{entries}]}}"#),
        format!(r#"{{"id":"a","moves":[{pairs}],"boardXSize":9,"boardYSize":9}}"#),
        format!(r#"{{"id":"{id}","turnNumber":1,"rootInfo":{{"winrate":0.5}}}}"#),
        format!(r#"{{"error":"{id}"}}"#),
    ];
    let reasons = reasons(&world, &lines);
    for reason in &reasons[..2] {
        reason.says("expected a list of at most 10000 values");
    }
    reasons[2].begins("no query has its id \"xxx");
    reasons[3].begins("the engine says: xxx");
    assert!(reasons.iter().all(|reason| reason.len() < 400));
}

#[test]
fn the_order_of_queries_and_responses_does_not_matter() {
    let queries = [query("a", &["B C3", "W G7"]), query("b", &["B E5", "W C3"])];
    let responses = [
        response("b", 2, 0.25, 10, &[]),
        response("a", 2, 0.75, 100, &[("G3", 0.7, 50)]),
    ];
    let one = lines(&[&responses[..], &queries].concat());
    let other = lines(&[&queries[..1], &responses[1..], &responses[..1], &queries[1..]].concat());
    for (files, contents) in [
        (&["x"][..], vec![one.clone().into_bytes()]),
        (&["x"], vec![gzip(other.as_bytes())]),
        (
            &["r", "q"],
            vec![lines(&responses).into_bytes(), gzip(lines(&queries).as_bytes())],
        ),
    ] {
        let world = World::with(&[&game("SZ[9]", "cg gc gg"), &game("SZ[9]", "ee cg aa")]);
        for (file, bytes) in files.iter().zip(contents) {
            world.write(file, bytes);
        }
        let imported = match files[..] {
            [one] => import(&world, [one]),
            [one, other] => import(&world, [one, other]),
            _ => unreachable!(),
        };
        let imported = imported.expect("is imported");
        assert_eq!((imported.analyses, imported.queries), (2, 2));
        let answer = world.answer("cg gc", 9);
        assert_eq!(
            answer["engine"],
            json!({"black_win_rate": 0.75, "black_score_lead": 1.5, "visits": 100})
        );
        assert_eq!(answer["next_moves"][0]["engine"]["black_win_rate"], 0.7);
        let answer = world.answer("ee cg", 9);
        assert_eq!(answer["engine"]["black_win_rate"], 0.25);
        assert_eq!(world.problems(), [""; 0]);
    }
}

#[test]
fn faulty_lines_are_named_and_the_others_count() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let rectangle = json!({"id": "r", "moves": [], "rules": "chinese", "boardXSize": 9, "boardYSize": 7});
    let illegal = query("i", &["B C3", "W C3"]);
    let mut during = response("a", 1, 0.9, 9, &[]);
    during["isDuringSearch"] = json!(true);
    let text = lines(&[
        query("a", &["B C3"]),
        rectangle,
        illegal,
        response("a", 0, 0.5, 10, &[]),
        response("i", 2, 0.5, 10, &[]),
        response("r", 0, 0.5, 10, &[]),
        response("none", 0, 0.5, 10, &[]),
        json!({"error": "out of memory"}),
        json!({"id": "a", "turnNumber": 1, "noResults": true}),
        during,
    ]);
    world.write("x", text + "no json\n");
    let imported = import(&world, ["x"]).expect("is imported");
    let mut faults = imported.faults.iter();
    for (line, reason) in [
        (2, "its board is 9x7"),
        (5, "move 2 of its query, W cg, cannot be played"),
        (6, "no query has its id \"r\""),
        (7, "no query has its id \"none\""),
        (8, "the engine says: out of memory"),
        (9, "the engine has no results"),
        (11, "it is not a line of KataGo's analysis engine"),
    ] {
        let fault = faults.next().expect("a fault");
        assert_eq!(fault.line, line, "{reason}");
        fault.reason.begins(reason);
    }
    assert_eq!((faults.count(), imported.analyses), (0, 1));
    assert_eq!(world.problems(), [""; 0]);
}

#[test]
fn the_win_rates_are_of_the_side_that_the_caller_names() {
    for (side, expected) in [
        (Perspective::Black, 0.75),
        (Perspective::White, 0.25),
        (Perspective::ToPlay, 0.25),
    ] {
        let world = World::with(&[game("SZ[9]", "cg gc")]);
        let mut found = response("a", 1, 0.75, 10, &[]);
        found["rootInfo"]["currentPlayer"] = json!("W");
        let path = world.write("x", lines(&[query("a", &["B C3"]), found]));
        let db = world.open().expect("opens");
        import_analyses(&db, &[path], side, &Interrupt::default(), |_, _| ()).expect("is imported");
        assert_eq!(engine(&world, "cg")["black_win_rate"], expected);
    }
}
