//! Analyses by engines: from KataGo's files and from records, and in answers to searches.

use super::damage::{change, mix, open};
use super::older_schemas::ninth_schema;
use crate::world::{Ran, World, document, game};
use serde_json::{Value, json};
use testkit::{Text, gzip};

/// A query about a game on 9 lines, whose moves are such as `B C3`.
fn query(id: &str, moves: &[&str]) -> Value {
    let moves: Vec<Vec<&str>> = moves.iter().map(|mv| mv.split(' ').collect()).collect();
    json!({"id": id, "moves": moves, "rules": "chinese", "komi": 7, "boardXSize": 9, "boardYSize": 9})
}

/// A response with moves and their win rates and visits.
fn response(id: &str, turn: u64, win_rate: f64, visits: u64, moves: &[(&str, f64, u64)]) -> Value {
    let info = |(mv, win_rate, visits): &(&str, f64, u64)| json!({"move": mv, "winrate": win_rate, "visits": visits});
    let moves: Vec<Value> = moves.iter().map(info).collect();
    json!({
        "id": id, "turnNumber": turn, "isDuringSearch": false, "moveInfos": moves,
        "rootInfo": {"winrate": win_rate, "scoreLead": 1.5, "visits": visits, "currentPlayer": "B"},
    })
}

fn lines(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns Black's win rate at the position and after each next move.
fn rates(world: &World, moves: &str) -> (Value, Vec<Value>) {
    let mut search = world.bgo(["search", "--json", "--size", "9"]);
    let answer = document(&Ran::new(search.args(moves.split_whitespace())).out);
    let rate = |found: &Value| found["engine"]["black_win_rate"].clone();
    let next = answer["next_moves"].as_array().expect("moves");
    (rate(&answer), next.iter().map(rate).collect())
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
        (vec!["x"], vec![one.clone().into_bytes()]),
        (vec!["x"], vec![gzip(other.as_bytes())]),
        (
            vec!["r", "q"],
            vec![lines(&responses).into_bytes(), gzip(lines(&queries).as_bytes())],
        ),
    ] {
        let world = World::with(&[&game("SZ[9]", "cg gc gg"), &game("SZ[9]", "ee cg aa")]);
        for (file, bytes) in files.iter().zip(contents) {
            world.write(file, bytes);
        }
        let mut import = world.bgo(["analyses", "import", "--json"]);
        let imported = document(&Ran::new(import.args(&files)).out);
        assert_eq!((&imported["analyses"], &imported["queries"]), (&json!(2), &json!(2)));
        let answer = world.json(["search", "--size", "9", "--json", "cg", "gc"]);
        assert_eq!(
            answer["engine"],
            json!({"black_win_rate": 0.75, "black_score_lead": 1.5, "visits": 100})
        );
        assert_eq!(answer["next_moves"][0]["engine"]["black_win_rate"], 0.7);
        let answer = world.json(["search", "--size", "9", "--json", "ee", "cg"]);
        assert_eq!(answer["engine"]["black_win_rate"], 0.25);
        world.ok(["check"]);
    }
}

#[test]
fn a_move_has_the_evaluation_with_more_visits_and_searched_moves_stand_apart() {
    let world = World::with(&[&game("SZ[9]", "cg gc gg"), &game("SZ[9]", "cg gc ee")]);
    let found = [("G3", 0.7, 50), ("E5", 0.6, 5), ("C7", 0.5, 4), ("pass", 0.1, 1)];
    let mut after = response("a", 3, 0.65, 20, &[]);
    after["rootInfo"]["currentPlayer"] = json!("W");
    world.write(
        "x",
        lines(&[
            query("a", &["B C3", "W G7", "B E5"]),
            response("a", 2, 0.75, 60, &found),
            after,
        ]),
    );
    world.ok(["analyses", "import", "x"]);
    let answer = world.json(["search", "--size", "9", "--json", "cg", "gc"]);
    let rate = |mv: &str| {
        let next = answer["next_moves"].as_array().expect("moves");
        let next = next.iter().find(|next| next["move"] == mv).expect("a move");
        next["engine"].clone()
    };
    assert_eq!(rate("ee")["black_win_rate"], 0.65);
    assert_eq!(rate("ee")["visits"], 20);
    let rates: Vec<f64> = answer["next_moves"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|next| next["engine"]["black_win_rate"].as_f64())
        .collect();
    rates.says(&0.7);
    let apart = answer["engine_moves"].as_array().expect("moves");
    let pass = json!({"move": "pass", "color": "B", "black_win_rate": 0.1, "visits": 1});
    assert_eq!(apart.last(), Some(&pass), "{answer}");
    let played = answer["next_moves"].as_array().expect("moves").len();
    // C7 and G3 are equal by symmetry.
    assert_eq!(apart.len() + played, 3, "{answer}");
    let text = world.ok(["search", "--size", "9", "cg", "gc"]);
    text.says("Engine: black wins 75.0%, +1.5 points, 60 visits");
    text.says("Not played, but searched: ");
    text.says("(65.0%)");
    let full = world.ok(["search", "--size", "9", "--full", "cg", "gc"]);
    assert!(full.contains("engine") && full.contains("65.0%"), "{full}");
}

#[test]
fn without_analyses_nothing_is_said_of_engines() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    for arguments in [["search", "--size", "9", "--json"], ["search", "--size", "9", "--full"]] {
        let text = world.ok(arguments).to_lowercase();
        assert!(!text.contains("engine"), "{text}");
    }
    assert!(!world.ok(["info"]).contains("analyses"));
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
    let ran = world.run(["analyses", "import", "x"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    for (line, reason) in [
        (2, "its board is 9x7"),
        (5, "move 2 of its query, W cg, cannot be played"),
        (6, "no query has its id \"r\""),
        (7, "no query has its id \"none\""),
        (8, "the engine says: out of memory"),
        (9, "the engine has no results"),
        (11, "it is not a line of KataGo's analysis engine"),
    ] {
        ran.err.says(format!("x, line {line}: {reason}"));
    }
    assert_eq!(ran.err.lines().filter(|line| line.contains(", line ")).count(), 7);
    assert_eq!(world.json(["info", "--json"])["analyses"], 1);
    world.ok(["check"]);
}

#[test]
fn the_win_rates_are_of_the_side_that_the_option_names() {
    for (side, expected) in [("black", 0.75), ("white", 0.25), ("to-play", 0.25)] {
        let world = World::with(&[&game("SZ[9]", "cg gc")]);
        let mut found = response("a", 1, 0.75, 10, &[]);
        found["rootInfo"]["currentPlayer"] = json!("W");
        world.write("x", lines(&[query("a", &["B C3"]), found]));
        world.ok(["analyses", "import", "--win-rates", side, "x"]);
        let answer = world.json(["search", "--size", "9", "--json", "cg"]);
        assert_eq!(answer["engine"]["black_win_rate"], expected, "{side}");
    }
}

#[test]
fn a_file_is_replaced_and_removed() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let files = || world.json(["analyses", "list", "--json"]);
    for (rates, expected) in [(vec![0.5, 0.6], 2), (vec![0.7], 1)] {
        let mut all = vec![query("a", &["B C3"])];
        for (turn, rate) in (0..).zip(&rates) {
            all.push(response("a", turn, *rate, 10, &[]));
        }
        world.write("x", lines(&all));
        world.ok(["analyses", "import", "x"]);
        assert_eq!(files()["analyses"], expected);
        assert_eq!(files()["files"].as_array().map(Vec::len), Some(1));
        world.ok(["check"]);
    }
    let rate = || world.json(["search", "--size", "9", "--json"])["engine"]["black_win_rate"].clone();
    assert_eq!(rate(), 0.7);
    // Without the query, nothing takes the place of the analysis.
    let before = files();
    for useless in [lines(&[response("a", 0, 0.2, 10, &[])]), String::new()] {
        world.write("x", useless);
        Ran::new(&mut world.bgo(["analyses", "import", "x"]));
        assert_eq!((rate(), files()), (json!(0.7), before.clone()));
        world.ok(["check"]);
    }
    // None is removed if one is unknown.
    world.sentence(["analyses", "remove", "x", "y"]);
    assert_eq!(files(), before);
    assert_eq!(world.ok(["analyses", "remove", "x", "x"]), "1 analysis removed\n");
    assert_eq!(rate(), Value::Null);
    assert_eq!(files(), json!({"analyses": 0, "from_records": 0, "files": []}));
    world.sentence(["analyses", "remove", "x"]).says("no file of analyses");
    world.ok(["check"]);
}

#[test]
fn records_bring_their_evaluations_and_take_them_away() {
    let world = World::new();
    let plain = game("SZ[9]", "cg gc gg");
    world.write("plain.sgf", &plain);
    world.write("analysed.sgf", plain.replace("B[cg]", "B[cg]SBKV[61.5]"));
    world.ok(["import", "plain.sgf"]);
    assert_eq!(rates(&world, "cg").0, Value::Null);
    let sums = world.json(["import", "--json", "analysed.sgf"]);
    assert_eq!((&sums["duplicates"], &sums["analyses"]), (&json!(1), &json!(1)));
    assert_eq!(rates(&world, "cg").0, 0.615);
    assert_eq!(rates(&world, "").1, [json!(0.615)]);
    // Another orientation of the board.
    assert_eq!(rates(&world, "gc").0, 0.615);
    world.ok(["check"]);
    world.ok(["remove", "--archive", "analysed.sgf", "--yes"]);
    assert_eq!(world.games(), 1);
    assert_eq!(world.number("SELECT count(*) FROM analysis"), 0);
    assert_eq!(rates(&world, "cg").0, Value::Null);
    world.ok(["check"]);
}

#[test]
fn broken_evaluations_are_counted_and_the_game_is_imported() {
    let world = World::new();
    world.write("a.sgf", "(;SZ[9];B[cg]SBKV[x]LZ[];W[gc]KT[a][b][c]SBKV[40])");
    let sums = world.json(["import", "--json", "a.sgf"]);
    assert_eq!(
        (&sums["added"], &sums["analyses"], &sums["unreadable_analyses"]),
        (&json!(1), &json!(1), &json!(3))
    );
    assert_eq!(rates(&world, "cg gc").0, 0.4);
}

#[test]
fn a_database_of_the_schema_before_gets_evaluations_by_importing_again() {
    let record = game("SZ[9]", "cg gc gg").replace("B[cg]", "B[cg]SBKV[61.5]");
    let world = World::with(&[&record]);
    ninth_schema(&world);
    assert_eq!(rates(&world, "cg").0, Value::Null);
    world.ok(["import", "games.tar"]);
    world.ok(["import", "games.tar"]);
    assert_eq!(rates(&world, "cg").0, 0.615);
    assert_eq!(world.number("SELECT count(*) FROM analysis"), 1);
    world.ok(["check"]);
}

#[test]
fn stored_records_are_read_again_on_request() {
    let plain = game("SZ[9]", "cg gc gg");
    // The second record is a duplicate, and the third file has two games.
    let two =
        game("SZ[9]", "aa").replace("B[aa]", "B[aa]SBKV[20]") + &game("SZ[9]", "ee").replace("B[ee]", "B[ee]SBKV[30]");
    let world = World::with(&[&plain, &plain.replace("B[cg]", "B[cg]SBKV[61.5]"), &two]);
    let of = |world: &World| ["cg", "aa", "ee"].map(|moves| rates(world, moves).0);
    assert_eq!(of(&world), [0.615, 0.2, 0.3]);
    ninth_schema(&world);
    assert_eq!(of(&world), [Value::Null, Value::Null, Value::Null]);
    let read = json!({"records": 4, "analyses": 3, "unreadable_analyses": 0, "damaged_records": 0});
    assert_eq!(world.json(["analyses", "read", "--json"]), read);
    assert_eq!(of(&world), [0.615, 0.2, 0.3]);
    assert_eq!(world.json(["analyses", "read", "--json"])["analyses"], 0);
    world.ok(["check"]);
}

#[test]
fn damaged_records_are_counted_when_stored_records_are_read() {
    let noted = |moves: &str| game("SZ[9]", moves).replace("B[cg]", "B[cg]SBKV[61.5]");
    let world = World::with(&[&noted("cg gc gg"), &noted("cg ee")]);
    ninth_schema(&world);
    change(&world, "UPDATE record SET sgf = zeroblob(9) WHERE game = 1");
    let ran = world.run(["analyses", "read", "--json"]);
    let read = json!({"records": 2, "analyses": 1, "unreadable_analyses": 0, "damaged_records": 1});
    assert_eq!((ran.status, document(&ran.out)), (1, read), "{ran:?}");
    ran.err.says("1 record could not be read");
    assert_eq!(rates(&world, "cg").0, 0.615);
}

#[test]
fn a_record_that_was_analysed_further_replaces_its_evaluations() {
    let world = World::new();
    let noted = |percent: u8| game("SZ[9]", "cg gc gg").replace("B[cg]", &format!("B[cg]SBKV[{percent}]"));
    for (percent, command, expected) in [(60, "import", 0.6), (70, "import", 0.7), (80, "sync", 0.8)] {
        world.write("games/a.sgf", noted(percent));
        world.ok([command, "games"]);
        assert_eq!(rates(&world, "cg").0, expected);
        assert_eq!(world.number("SELECT count(*) FROM analysis"), 1);
        let again = world.json(["import", "--json", "games"]);
        assert_eq!(again["analyses"], Value::Null, "{again}");
        world.ok(["check"]);
    }
    // The record that the database has is no newer.
    world.ok(["analyses", "read"]);
    assert_eq!(rates(&world, "cg").0, 0.8);
}

#[test]
fn searched_moves_that_cannot_be_played_are_not_listed() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    let found = [("C3", 0.7, 9), ("E5", 0.6, 5)];
    let mut found = response("a", 1, 0.5, 20, &found);
    found["rootInfo"]["currentPlayer"] = json!("W");
    world.write("x", lines(&[query("a", &["B C3"]), found]));
    world.ok(["analyses", "import", "x"]);
    let answer = world.json(["search", "--size", "9", "--json", "cg"]);
    let listed: Vec<&Value> = answer["engine_moves"].as_array().expect("moves").iter().collect();
    assert_eq!(listed.len(), 1, "{answer}");
    assert_eq!(listed[0]["move"], "ee");
}

#[test]
fn analyses_of_files_stay_when_the_last_game_goes() {
    let world = World::with(&[&game("SZ[9]", "cg gc")]);
    world.write("x", lines(&[query("a", &["B C3"]), response("a", 0, 0.5, 10, &[])]));
    world.ok(["analyses", "import", "x"]);
    world.ok(["remove", "--archive", "games.tar", "--yes"]);
    assert_eq!(world.games(), 0);
    assert_eq!(world.json(["analyses", "list", "--json"])["analyses"], 1);
    world.ok(["check"]);
}

#[test]
fn another_database_brings_the_evaluations_of_its_records() {
    let other = World::with(&[&game("SZ[9]", "cg gc gg").replace("B[cg]", "B[cg]SBKV[61.5]")]);
    other.write("x", lines(&[query("a", &["B C3"]), response("a", 0, 0.5, 10, &[])]));
    other.ok(["analyses", "import", "x"]);
    let world = World::new();
    let path = other.database_path().display().to_string();
    let ran = world.run(["import", &path]);
    ran.err.says("its files of analyses (1) were not");
    assert_eq!(rates(&world, "cg").0, 0.615);
    world.ok(["check"]);
}

#[test]
fn damage_to_analyses_is_found_and_no_search_answers() {
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
        let world = World::with(&[&game("SZ[9]", "cg gc").replace("B[cg]", "B[cg]SBKV[61.5]")]);
        change(&world, sql);
        let ran = world.run(["check"]);
        assert!(ran.status == 1 && format!("{ran:?}").contains(problem), "{ran:?}");
        assert_eq!(world.run(["search", "--size", "9", "cg"]).status, 1);
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
    let stored = |world: &World| {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, Vec<u8>>(0);
        let sql = "SELECT sums FROM analysis_sums";
        open(world).query_row(sql, [], read).expect("is there")
    };
    let world = World::new();
    world.write("a.sgf", game("SZ[9]", "cg gc").replace("B[cg]", "B[cg]SBKV[61.5]"));
    world.write("b.sgf", game("SZ[9]", "cg ee").replace("B[cg]", "B[cg]SBKV[21.5]"));
    world.write(
        "c.jsonl",
        lines(&[query("a", &["B C3"]), response("a", 1, 0.5, 9, &[])]),
    );
    for command in [
        "import a.sgf b.sgf",
        "analyses import c.jsonl",
        "analyses import c.jsonl",
        "remove --yes --game 1",
        "analyses remove c.jsonl",
    ] {
        let ran = Ran::new(world.bgo([]).args(command.split(' ')));
        assert_eq!(ran.status, 0, "{command}: {ran:?}");
        assert_eq!(stored(&world), forged_sums(&world), "{command}");
    }
    assert_eq!(world.number("SELECT count(*) FROM analysis"), 1);
}

/// Returns the points on a board of 9 lines that is turned or mirrored.
fn turned(line: &str, transform: u8) -> String {
    let turn = |name: &str| {
        let [x, y] = name.as_bytes() else {
            panic!("{name} is no point")
        };
        let (x, y) = (x - b'a', y - b'a');
        let (x, y) = if transform & 1 == 0 { (x, y) } else { (8 - x, y) };
        let (x, y) = if transform & 2 == 0 { (x, y) } else { (x, 8 - y) };
        let (x, y) = if transform & 4 == 0 { (x, y) } else { (y, x) };
        [x, y].map(|place| char::from(b'a' + place)).iter().collect::<String>()
    };
    line.split(' ').map(turn).collect::<Vec<_>>().join(" ")
}

#[test]
fn games_in_all_orientations_share_their_evaluations() {
    let world = World::new();
    let moves = "cc gc cg ee";
    let record = game("SZ[9]", moves);
    let with_notes = |record: &str, from: f64| {
        let nodes: Vec<&str> = record.split(';').collect();
        let noted = nodes.iter().enumerate().map(|(number, node)| match number {
            0 | 1 => (*node).to_owned(),
            _ => node.replacen(']', &format!("]SBKV[{}]", from + number as f64), 1),
        });
        noted.collect::<Vec<_>>().join(";")
    };
    world.write("a.sgf", with_notes(&record, 50.0));
    world.ok(["import", "a.sgf"]);
    for transform in 0..8 {
        let line = turned(moves, transform);
        let words: Vec<&str> = line.split(' ').collect();
        for (number, expected) in (1..=words.len()).zip([0.52, 0.53, 0.54, 0.55]) {
            assert_eq!(rates(&world, &words[..number].join(" ")).0, expected, "{line} {number}");
        }
    }
}
