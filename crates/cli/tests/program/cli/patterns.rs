//! Parts of the board: `--area` and `--pattern`, the table `pattern` of `bgo sql`, and
//! exports.

use crate::world::{Ran, World, document, game};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use testkit::point;

/// The first game answers the approach at once, the second after two moves elsewhere and
/// with exchanged colours in the opposite corner; the others do not have it.
fn world() -> World {
    World::with(&[
        &game("PB[Ann]PW[Bob]RE[B+R]DT[1990]", "qc oc nc dd"),
        &game("PB[Cid]PW[Dan]RE[W+2]DT[1995]", "jj cq eq pd dd fq"),
        &game("PB[Eve]PW[Fay]RE[B+1]", "qc jj dp"),
        &game("SZ[9]PB[Gus]", "gc"),
    ])
}

/// The corner with the approach, in the orientation of the first game.
const APPROACH: &str = "-------+/.......|/.......|/..O.X..|/.......|";

#[test]
fn an_area_asks_about_what_stands_in_it_after_the_moves() {
    let world = world();
    let answer = world.json(["search", "--area", "ma,sd", "--json", "qc", "oc"]);
    assert_eq!(answer["pattern"], APPROACH);
    assert_eq!(
        answer,
        json!({
            "board_hash": null,
            "key": null,
            "board_size": 19,
            "to_play": null,
            "symmetries": 1,
            "pattern": APPROACH,
            "anchor": "corner",
            "images": 16,
            "occurrences": 2,
            "unanswered": 0,
            "elsewhere": 1,
            "games": 2,
            "black_wins": 2,
            "white_wins": 0,
            "draws": 0,
            "first_year": 1990,
            "last_year": 1995,
            "black_win_rate": 1.0,
            "black_win_rate_low": answer["black_win_rate_low"],
            "black_win_rate_high": 1.0,
            "next_moves": [
                {
                    "move": "nc",
                    "color": "B",
                    "games": 2,
                    "black_wins": 2,
                    "white_wins": 0,
                    "draws": 0,
                    "first_year": 1990,
                    "last_year": 1995,
                    "share": 1.0,
                    "black_win_rate": 1.0,
                    "black_win_rate_low": answer["black_win_rate_low"],
                    "black_win_rate_high": 1.0,
                    "occurrences": 2,
                    "direct": 1,
                },
            ],
        })
    );
}

/// Runs a search about the approach, which must be given on standard input.
fn from_standard_input(world: &World, text: &str) -> Ran {
    let mut command = world.bgo(["search", "--pattern", "-", "--json"]);
    Ran::new(command.write_stdin(text))
}

#[test]
fn a_diagram_is_a_text_a_file_or_standard_input() {
    let world = world();
    let expected = world.json(["search", "--area", "sd,ma", "--json", "R17", "P17"]);
    assert_eq!(world.json(["search", "--pattern", APPROACH, "--json"]), expected);
    assert_eq!(
        world.json(["search", "--area", "N19, T16", "--json", "qc", "oc"])["pattern"],
        expected["pattern"]
    );
    assert_eq!(
        world.json(["search", "--area", "corner 7 4", "--json", "qc", "oc"]),
        expected
    );
    let rows = APPROACH.replace('/', "\r\n");
    world.write("approach.txt", format!("\u{feff}{rows}\n"));
    assert_eq!(world.json(["search", "--pattern", "approach.txt", "--json"]), expected);
    assert_eq!(document(&from_standard_input(&world, &rows).out), expected);
    // A file comes before a text.
    world.write("X", &rows);
    assert_eq!(world.json(["search", "--pattern", "X", "--json"]), expected);
    assert!(world.json(["search", "--pattern", "./X/", "--json"])["pattern"] != expected["pattern"]);
}

#[test]
fn a_wrong_diagram_is_wrong_usage_with_its_place() {
    let world = world();
    world.write("wrong.txt", "X..\n.Q.\n");
    world.write("bytes.txt", b"X\xff");
    world.write("long.txt", "X".repeat(100_000));
    let wrong = |arguments: [&str; 3]| {
        let ran = world.run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        ran.err
    };
    let said = wrong(["search", "--pattern", "wrong.txt"]);
    assert!(
        said.contains("wrong.txt: line 2, column 2: \"Q\" is not a sign"),
        "{said}"
    );
    let said = wrong(["games", "--pattern", "X../.Q."]);
    assert!(
        said.contains("no file has the name \"X../.Q.\", and as a diagram, line 1, column 6: \"Q\""),
        "{said}"
    );
    let said = wrong(["years", "--pattern", "X..\n."]);
    assert!(
        said.contains("--pattern: line 2, column 2: this row has 1 point"),
        "{said}"
    );
    let said = wrong(["players", "--pattern", "..."]);
    assert!(
        said.contains("line 1, column 1: there is no stone and no sequence"),
        "{said}"
    );
    let ran = from_standard_input(&world, "+--\n|X.\n.O\n");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("standard input: line 3, column 1: \"|\" is missing"));
    let said = wrong(["search", "--pattern", "nosuch.txt"]);
    assert!(said.contains("--pattern: there is no file nosuch.txt\n"), "{said}");
    let folder = world.folder().display().to_string();
    let said = wrong(["search", "--pattern", &folder]);
    assert!(said.contains(" is a folder; name a file"), "{said}");
    let said = wrong(["search", "--pattern", "bytes.txt"]);
    assert!(
        said.contains("bytes.txt is not a diagram: it is not text in UTF-8"),
        "{said}"
    );
    let said = wrong(["search", "--pattern", "long.txt"]);
    assert!(
        said.contains("long.txt is not a diagram: it is longer than any diagram"),
        "{said}"
    );
}

#[test]
fn what_does_not_go_together_is_wrong_usage() {
    let world = world();
    for (arguments, said) in [
        (
            &["search", "--next", "X"][..],
            "--next is about a part of the board: name one with --area",
        ),
        (&["tree", "--strict", "pd"], "--strict is about a part of the board"),
        (&["export", "a.csv", "--at", "3.."], "--at is about a part of the board"),
        (&["search", "--swap", "--area", "aa,cc"], "--swap is about whole boards"),
        (
            &["export", "a.csv", "--swap", "--pattern", "X"],
            "--swap is about whole boards",
        ),
        (
            &["export", "a.csv", "--swap"],
            "--swap is about a position: give the moves",
        ),
        (
            &["export", "a.csv", "--word", "a", "--area", "aa,cc"],
            "--word finds games by their words",
        ),
        (
            &["search", "--area", "aa"],
            "\"aa\" is not an area: write two opposite points",
        ),
        (&["search", "--area", "aa,zz"], "zz does not lie on the 19x19 board"),
        (
            &["search", "--area", "aa,kk", "--size", "9"],
            "kk does not lie on the 9x9 board",
        ),
        (
            &["search", "--area", "aa,cc", "--strict"],
            "number the points of a diagram from 1",
        ),
        (&["search", "--pattern", "X", "--in-place"], "more than one place"),
        (
            &["search", "--pattern", "..X..../......./", "--size", "5"],
            "larger than the 5x5 board",
        ),
        (
            &["search", "--area", "aa,cc", "--stood", "0"],
            "is not a number of moves from 1",
        ),
        (
            &["search", "--pattern", "X", "--area", "aa,cc"],
            "a diagram has its own area",
        ),
        (
            &["search", "--pattern", "X", "pd"],
            "a diagram has its own stones, so moves and --stones do not go with",
        ),
        (
            &["export", "a.csv", "--pattern", "X", "pd"],
            "a diagram has its own stones",
        ),
        (
            &["search", "--pattern", "X", "--id", "31323334353637380042"],
            "cannot be used with",
        ),
    ] {
        let mut command = world.bgo([]);
        let ran = Ran::new(command.args(arguments));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn lists_say_where_the_pattern_lies_and_how_it_was_answered() {
    let world = world();
    let list = world.json(["games", "--pattern", APPROACH, "--sort", "number", "--json"]);
    assert_eq!(
        list["list"][0],
        json!({
            "game": 1,
            "date": "1990",
            "black": "Ann",
            "black_rank": null,
            "white": "Bob",
            "white_rank": null,
            "result": "B+R",
            "event": null,
            "moves": 4,
            "move_number": 2,
            "transform": 0,
            "swapped": false,
            "ply": 2,
            "until": 3,
            "x": 12,
            "y": 0,
            "answer": {"move": "nc", "color": "B", "ply": 3, "elsewhere": 0},
        })
    );
    let second = &list["list"][1];
    assert_eq!((&second["game"], &second["swapped"]), (&json!(2), &json!(true)));
    assert_eq!((&second["ply"], &second["until"]), (&json!(3), &json!(6)));
    assert_eq!((&second["x"], &second["y"]), (&json!(0), &json!(15)));
    assert_eq!(
        second["answer"],
        json!({"move": "nc", "color": "B", "ply": 6, "elsewhere": 2})
    );
    assert_eq!(list["games"], 2);
}

#[test]
fn the_options_select_occurrences_and_answers() {
    let world = world();
    let search = |options: &[&str]| {
        let mut command = world.bgo(["search", "--pattern", APPROACH, "--json"]);
        let ran = Ran::new(command.args(options));
        assert_eq!(ran.err, "", "{options:?}");
        document(&ran.out)
    };
    for (options, occurrences, unanswered) in [
        (&[][..], 2, 0),
        (&["--fixed-colors"], 1, 0),
        (&["--in-place"], 1, 0),
        (&["--next", "X"], 2, 0),
        (&["--next", "O"], 2, 2),
        (&["--next", "any", "--direct"], 2, 1),
        (&["--at", "..2"], 1, 0),
        (&["--at", "3"], 1, 0),
        (&["--at", "4.."], 0, 0),
        (&["--stood", "2.."], 1, 0),
        (&["--player", "dan"], 1, 0),
        (&["--size", "9"], 0, 0),
    ] {
        let answer = search(options);
        assert_eq!(answer["occurrences"], occurrences, "{options:?}");
        assert_eq!(answer["unanswered"], unanswered, "{options:?}");
    }
    let slid = "....../..O.X./......";
    let games = |options: &[&str]| {
        let mut command = world.bgo(["search", "--pattern", slid, "--json"]);
        document(&Ran::new(command.args(options)).out)["games"].clone()
    };
    assert_eq!((games(&[]), games(&["--touching"])), (json!(2), json!(2)));
}

#[test]
fn trees_years_and_players_are_about_the_part() {
    let world = world();
    let tree = world.json(["tree", "--pattern", APPROACH, "--min-games", "1", "--json"]);
    assert_eq!(
        (&tree["games"], &tree["next_moves"][0]["move"]),
        (&json!(2), &json!("nc"))
    );
    let years = world.json(["years", "--pattern", APPROACH, "--json"]);
    assert_eq!((&years["games"], &years["years"][1]["year"]), (&json!(2), &json!(1995)));
    let players = world.json(["players", "--pattern", APPROACH, "--json"]);
    assert_eq!((&players["games"], &players["count"]), (&json!(2), &json!(4)));
    let full = world.json(["search", "--pattern", APPROACH, "--full", "--json"]);
    let answer = &full["next_moves"][0];
    // With exchanged colours, White's player is the pattern's black one.
    assert_eq!(answer["players"], json!(["Ann", "Dan"]));
    assert_eq!(answer["years"].as_array().map(Vec::len), Some(2));
}

#[test]
fn exported_tables_have_the_places() {
    let world = world();
    let exported = world.json([
        "export",
        "games.jsonl",
        "--sort",
        "number",
        "--json",
        "--pattern",
        APPROACH,
    ]);
    assert_eq!(exported["games"], 2);
    let text = fs::read_to_string(world.path("games.jsonl")).expect("is written");
    let list = world.json(["games", "--sort", "number", "--json", "--pattern", APPROACH]);
    for (line, listed) in text.lines().zip(list["list"].as_array().expect("a list")) {
        let row = document(line);
        for field in ["game", "move_number", "transform", "swapped", "until", "x", "y"] {
            assert_eq!(row[field], listed[field], "{field}");
        }
        let answer = json!({
            "move": row["answer"],
            "color": row["answer_color"],
            "ply": row["answer_ply"],
            "elsewhere": row["elsewhere"],
        });
        assert_eq!(answer, listed["answer"]);
    }
    for name in ["games.csv", "games.parquet", "games.sgf"] {
        let exported = world.json(["export", name, "--json", "--area", "ma,sd", "qc", "oc"]);
        assert_eq!(exported["games"], 2, "{name}");
    }
    world.ok(["export", "positions.csv", "qc"]);
    let head = fs::read_to_string(world.path("positions.csv")).expect("is written");
    assert!(!head.contains("answer"), "{head}");
}

fn rows(world: &World, query: &str) -> Vec<Value> {
    match world.json(["sql", "--json", query])["rows"].take() {
        Value::Array(rows) => rows,
        other => panic!("{other}"),
    }
}

#[test]
fn the_table_has_a_row_for_each_occurrence() {
    let world = world();
    let head = world.json([
        "sql",
        "--json",
        &format!("select * from pattern('{APPROACH}') order by game"),
    ]);
    assert_eq!(
        head["columns"],
        json!([
            "game",
            "from_ply",
            "to_ply",
            "transform",
            "swapped",
            "x",
            "y",
            "answer",
            "answer_color",
            "answer_ply"
        ])
    );
    let list = world.json(["games", "--sort", "number", "--json", "--pattern", APPROACH]);
    let turned = &list["list"][1]["transform"];
    assert_eq!(
        head["rows"],
        json!([
            [1, 2, 3, 0, 0, 12, 0, "nc", "B", 3],
            [2, 3, 6, turned, 1, 0, 15, "nc", "B", 6]
        ])
    );
    for (options, games) in [
        ("", 2),
        ("fixed-colors", 1),
        ("next=O at=..2 stood=1.. touching", 1),
        ("in-place\n  direct ", 1),
        ("size=9", 0),
    ] {
        let query = format!("select distinct game from pattern('{APPROACH}', '{options}')");
        assert_eq!(rows(&world, &query).len(), games, "{options}");
    }
    let without = format!("select count(*) from pattern('{APPROACH}', 'next=O') where answer is null");
    assert_eq!(rows(&world, &without), [json!([2])]);
    for nothing in [
        "pattern('X', null) where game = 99",
        "pattern('X', 'size=3')",
        "pattern('X') where game = 99",
    ] {
        assert_eq!(
            rows(&world, &format!("select * from {nothing}")),
            [] as [Value; 0],
            "{nothing}"
        );
    }
}

#[test]
fn all_ways_to_the_table_yield_the_same_rows() {
    let world = World::new();
    world.ok(["import", "-q", testkit::FIXTURE]);
    let columns = "game, from_ply, to_ply, transform, swapped, x, y, answer, answer_color, answer_ply";
    let pattern = "pattern('XO/OX', 'touching')";
    let all = rows(&world, &format!("select {columns} from {pattern}"));
    assert!(all.len() > 100, "{}", all.len());
    let games: BTreeSet<i64> = all.iter().filter_map(|row| row[0].as_i64()).collect();
    let search = world.json(["search", "--pattern", "XO/OX", "--touching", "--json"]);
    assert_eq!(search["occurrences"], all.len());
    assert_eq!(search["games"], games.len());
    for from in [
        &format!("games join {pattern} using (game)"),
        &format!("games cross join {pattern} using (game)"),
        &format!("{pattern} where game in (select game from games)"),
        "(values ('XO/OX')) as v join pattern(v.column1, 'touching')",
        "pattern where diagram = 'XO/OX' and options = 'touching'",
    ] {
        let found = rows(
            &world,
            &format!("select {columns} from {from} order by game, from_ply, y, x"),
        );
        assert_eq!(found.len(), all.len(), "{from}");
        let set = |rows: &[Value]| rows.iter().map(Value::to_string).collect::<BTreeSet<_>>();
        assert_eq!(set(&found), set(&all), "{from}");
    }
    let one = "select count(distinct rowid), count(*), min(diagram), min(options) from";
    assert_eq!(
        rows(&world, &format!("{one} {pattern}")),
        [json!([all.len(), all.len(), "XO/OX", "touching"])]
    );
    let joined = "select count(*) from pattern('XO/OX') as a join pattern('XO/OX') as b using (game, from_ply)";
    let squares: i64 = rows(
        &world,
        "select count(*) as n from pattern('XO/OX') group by game, from_ply",
    )
    .iter()
    .filter_map(|row| row[0].as_i64())
    .map(|n| n * n)
    .sum();
    assert_eq!(rows(&world, joined), [json!([squares])]);
}

#[test]
fn wrong_arguments_of_the_table_are_errors_with_their_place() {
    let world = world();
    for (from, said) in [
        ("pattern", "pattern needs a diagram, in parentheses after its name"),
        ("pattern where game = 1", "pattern needs a diagram"),
        (
            "pattern('X../.Q.')",
            "the diagram, line 1, column 6: \"Q\" is not a sign",
        ),
        (
            "pattern('X..\n.')",
            "the diagram, line 2, column 2: this row has 1 point",
        ),
        ("pattern(7)", "the diagram of pattern must be a text"),
        ("pattern('X', 7)", "the text of options of pattern must be a text"),
        (
            "pattern('X', 'quickly')",
            "\"quickly\" is not an option of pattern: write fixed-colors",
        ),
        ("pattern('X', 'direct=1')", "\"direct=1\" is not an option of pattern"),
        ("pattern('X', 'next=green')", "\"green\" is not a colour"),
        ("pattern('X', 'at=9..3')", "9 is above 3"),
        ("pattern('X', 'stood=')", "is not a number of moves from 1"),
        ("pattern('X', 'size=99')", "only square boards of 2 to 19 lines"),
        ("pattern('X', 'strict')", "number the points of a diagram from 1"),
        ("pattern('X', 'in-place')", "more than one place"),
        ("pattern('...X', 'size=3')", "larger than the 3x3 board"),
        ("pattern('X') where game = 'one'", "game is a whole number"),
        ("pattern('X', '', 3)", "too many arguments"),
        ("pattern(null)", "the diagram of pattern must be a text"),
        (
            "pattern('X', 'next=X next=O')",
            "the option next of pattern is given twice",
        ),
    ] {
        let said_of = world.sentence(["sql", &format!("select * from {from}")]);
        assert!(said_of.contains(said), "{from}: {said_of}");
        assert!(!said_of.contains("make the query smaller"), "{from}: {said_of}");
    }
}

#[test]
fn a_query_of_patterns_ends_when_its_time_is_over() {
    let world = World::new();
    world.ok(["import", "-q", testkit::FIXTURE]);
    let often = "select count(*) from pattern('X') as a, pattern('O') as b, pattern('X') as c";
    let said = world.sentence(["sql", "--timeout", "1", often]);
    assert!(said.contains("was not answered within 1 s"), "{said}");
}

/// Removed games at the end of a row leave rows of columns that are shorter than others when
/// they are made anew.
#[test]
fn years_of_patterns_are_those_of_their_games_after_removal_and_repair() {
    let world = World::new();
    let records: Vec<(String, String)> = (1..=620)
        .map(|number| {
            let root = match number {
                ..=511 => "RE[B+R]DT[1990]",
                _ => "RE[W+R]DT[2010]",
            };
            // No two games are the same.
            let moves = ["cc", "dc", &point(57 + number % 300), &point(number / 300)];
            (format!("{number}.sgf"), game(root, &moves.join(" ")))
        })
        .collect();
    world.write("games.tar", testkit::tar(&records));
    world.ok(["import", "-q", "games.tar"]);
    assert_eq!(world.games(), 620);
    world.ok(["remove", "--yes", "--game", "480..511"]);
    let db = rusqlite::Connection::open(world.database_path()).expect("a database");
    db.execute("DELETE FROM game_columns", []).expect("no columns");
    drop(db);
    world.ok(["check", "--repair"]);
    let of_pattern = world.json(["years", "--json", "--pattern", "+---/|***/|***/|**X"]);
    assert_eq!(of_pattern["years"], world.json(["years", "--json", "cc"])["years"]);
    assert_eq!(of_pattern["years"][0]["games"], 479);
    assert_eq!(of_pattern["years"][1]["white_wins"], 109);
}
