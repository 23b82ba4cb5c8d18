//! `bgo sql`: answers, output formats, and refused queries.

use super::damage::change;
#[cfg(unix)]
use super::unverified::count_games;
use crate::world::{Ran, World, document, game};
use bgo::go::{HashTable, PositionKey};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use testkit::Text;

/// Makes a database of games with common positions, one on a 9x9 board and one
/// with setup.
fn world() -> World {
    World::with(&[
        &game("PB[Ann]PW[Bob]RE[B+R]DT[1990]KM[6.5]", "pd dp pp dd"),
        &game("PB[Bob]PW[Ann]RE[W+2.5]DT[1995-03-01]", "dd pp dp"),
        &game("PB[Ann]PW[Ann]RE[B+1]", "dp pd dd qc"),
        &game("PB[4]", "pd dp tt"),
        &game("SZ[9]PB[5]", "ee gc cg"),
        "(;SZ[19]PB[6];B[pd];AE[pd];B[pd];W[dp];AB[qq];AB[qq];AE[qq];W[])",
    ])
}

fn rows(world: &World, query: &str) -> Vec<Value> {
    match world.json(["sql", "--json", query])["rows"].take() {
        Value::Array(rows) => rows,
        other => panic!("{other}"),
    }
}

/// Returns the only value of an answer.
fn value(world: &World, query: &str) -> Value {
    let mut rows = rows(world, query);
    assert_eq!(rows.len(), 1, "{query}");
    rows[0][0].take()
}

#[test]
fn a_query_comes_from_standard_input_too() {
    let world = world();
    let piped = |text: &str| Ran::new(world.bgo(["sql", "--csv"]).write_stdin(text)).out;
    assert_eq!(piped("select 'it''s',\n  3;\n").lines().nth(1), Some("it's,3"));
    let long = Ran::new(
        world
            .bgo(["sql"])
            .write_stdin("select 1".to_owned() + &" ".repeat(1 << 20) + "+ 1"),
    );
    long.err.says("longer than 64 KiB");
    // Nothing is no query.
    assert_eq!(piped(" \n"), world.ok(["sql", "--csv"]));
    let refused = Ran::new(world.bgo(["sql"]).write_stdin(b"select \xff".as_slice()));
    assert_eq!(refused.status, 1);
    refused.err.says("standard input cannot be read");
}

#[test]
fn a_key_finds_the_games_that_a_search_finds() {
    let world = world();
    for (moves, size) in [
        ("", 19),
        ("pd", 19),
        ("pd dp", 19),
        ("Q16 d4 pp", 19),
        ("pd tt", 19),
        ("ee", 9),
        ("", 9),
        ("aa", 19),
    ] {
        let moves = moves.replace("tt", "pass");
        let lines = size.to_string();
        let mut command = world.bgo(["search", "--json", "--size", &lines]);
        let found = document(&Ran::new(command.args(moves.split_whitespace())).out);
        let key = format!("key = position_key('{moves}', {size})");
        let query = format!("select count(distinct game) from positions where {key}");
        assert_eq!(value(&world, &query), found["games"], "{moves}");
        let key_digits = format!("select format('%016x', position_key('{moves}', {size}))");
        assert_eq!(value(&world, &key_digits), found["key"]);
        // Next moves, in the orientation of the search.
        let next = rows(
            &world,
            &format!(
                "select shown(next_move, '{moves}', {size}), next_color, count(distinct game) from positions
                 where {key} and next_move is not null group by next_move, next_color"
            ),
        );
        let mut next: Vec<String> = next.iter().map(Value::to_string).collect();
        let mut expected: Vec<String> = found["next_moves"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|next| json!([next["move"], next["color"], next["games"]]).to_string())
            .collect();
        next.sort();
        expected.sort();
        assert_eq!(next, expected, "{moves}");
    }
}

#[test]
fn all_ways_to_the_positions_yield_the_same_rows() {
    let world = world();
    let columns = "game, ply, key, next_color, next_move";
    let all = rows(&world, &format!("select {columns} from positions order by {columns}"));
    // A game has one position more than moves, plus those of setup that has an effect.
    assert_eq!(all.len(), 5 + 4 + 5 + 4 + 4 + 8, "{all:?}");
    let by_game = rows(
        &world,
        &format!("select {columns} from games join positions using (game) order by {columns}"),
    );
    assert_eq!(by_game, all);
    let by_key = rows(
        &world,
        &format!("select {columns} from positions where key in (select key from positions) order by {columns}"),
    );
    assert_eq!(by_key, all);
    let by_both = rows(
        &world,
        &format!(
            "with other as materialized (select distinct key, game from positions)
             select {columns} from other cross join positions using (key, game) order by {columns}"
        ),
    );
    assert_eq!(by_both, all);
    let either = "key = position_key('pd') or game = 3";
    let apart = "select * from positions where key = position_key('pd') union select * from positions where game = 3";
    assert_eq!(
        value(&world, &format!("select count(*) from positions where {either}")),
        value(&world, &format!("select count(*) from ({apart})")),
    );
    for nothing in [
        "key = null",
        "game = null",
        "game = 99",
        "game = -1",
        "key = 1",
        "key = 1 and game = 1",
    ] {
        assert_eq!(
            rows(&world, &format!("select * from positions where {nothing}")),
            [] as [Value; 0]
        );
    }
}

#[test]
fn the_positions_of_a_game_are_those_of_its_moves() {
    let world = world();
    let found = rows(
        &world,
        "select key, ply, next_color from positions where game = 1 order by ply",
    );
    let keys = bgo::go::KeyTables::new(HashTable::built_in());
    let line = ["pd", "dp", "pp", "dd"];
    let mut board = bgo::query::SearchBoard::new(&keys, bgo::go::BoardSize::MAX);
    for (ply, row) in found.iter().enumerate() {
        let PositionKey(key) = board.position().canonical().key;
        let color = line.get(ply).map(|_| board.to_play().letter().to_string());
        assert_eq!(*row, json!([key as i64, ply, color]));
        if let Some(at) = line.get(ply) {
            let mv = bgo::go::Move::parse(at, board.to_play(), board.size()).expect("a move");
            board.play(mv).expect("legal");
        }
    }
    assert_eq!(found.len(), 5);
}

/// A join searches the index by key instead of reading all games.
#[test]
fn joins_begin_with_the_key() {
    let world = world();
    let key = "key = position_key('pd dp')";
    for query in [
        format!("select year from positions join games using (game) where {key}"),
        format!("select year from games join positions using (game) where winner = 'B' and {key}"),
        format!("select year from games, positions where positions.game = games.game and {key}"),
    ] {
        let plan = rows(&world, &format!("explain query plan {query}"));
        let steps: Vec<&str> = plan.iter().filter_map(|row| row[3].as_str()).collect();
        steps[0].begins("SCAN positions VIRTUAL TABLE INDEX 1");
        assert!(!steps.contains(&"SCAN game"), "{query}: {steps:?}");
    }
    let years = rows(
        &world,
        &format!("select year from positions join games using (game) where {key} and year is not null order by 1"),
    );
    assert_eq!(years, [json!([1990]), json!([1995])]);
    let exists = format!("exists (select 1 from positions where {key} and game = games.game)");
    assert_eq!(value(&world, &format!("select count(*) from games where {exists}")), 5);
}

#[test]
fn the_views_say_what_was_imported() {
    let world = world();
    let players = rows(
        &world,
        "select * from players where player in ('Ann', 'Bob') order by player",
    );
    assert_eq!(
        players,
        [
            json!(["Ann", 3, 2, 2, 0, 2, 1, 1, 1990, 1995]),
            json!(["Bob", 2, 1, 0, 1, 1, 0, 1, 1990, 1995]),
        ]
    );
    assert_eq!(rows(&world, "select games, sources from archives"), [json!([6, 6])]);
    world.write("more.sgf", game("PB[Ann]PW[Bob]RE[B+R]DT[1990]", "pd dp pp dd"));
    world.ok(["import", "-q", "more.sgf"]);
    assert_eq!(
        rows(
            &world,
            "select member, member_game, differs from sources where game = 1 order by archive"
        ),
        [json!(["0000.sgf", 0, 0]), json!(["more.sgf", 0, 1])]
    );
    assert_eq!(value(&world, "select count(*) from archives"), 2);
    let first = rows(
        &world,
        "select komi, year, first_date, result, moves, black_rank from games where game = 1",
    );
    assert_eq!(first, [json!([6.5, 1990, "1990-01-01", "B+R", 4, null])]);
    assert_eq!(rows(&world, "select fold(null), fold('ÉTÉ')")[0][0], Value::Null);
}

#[test]
fn the_forms_of_an_answer() {
    let world = world();
    let query = "select 1 as n, 'a, \"b\"' as text, null as none, 7.0 as real, x'00ff' as bytes union all select 10, 'c', null, 0.5, x''";
    assert_eq!(
        world.ok(["sql", query]),
        " n  text    none  real  bytes\n 1  a, \"b\"         7.0  00ff\n10  c              0.5\n"
    );
    assert_eq!(
        world.ok(["sql", "--csv", query]),
        "n,text,none,real,bytes\r\n1,\"a, \"\"b\"\"\",,7.0,00ff\r\n10,c,,0.5,\r\n"
    );
    assert_eq!(
        world.ok(["sql", "--json", query]),
        "{\"columns\":[\"n\",\"text\",\"none\",\"real\",\"bytes\"],\"rows\":[[1,\"a, \\\"b\\\"\",null,7.0,\"00ff\"],[10,\"c\",null,0.5,\"\"]]}\n"
    );
    assert_eq!(
        world.ok(["sql", "--json", "select 1 where 0"]),
        "{\"columns\":[\"1\"],\"rows\":[]}\n"
    );
    // Control characters of records do not reach the terminal.
    assert_eq!(
        world.ok(["sql", "select char(27) || '[2J' || char(10) || 'x' as \"a\u{1b}b\""]),
        "a?b\n?[2J x\n"
    );
    assert_eq!(world.run(["sql", "--csv", "--json", "select 1"]).status, 2);
}

#[test]
fn a_table_ends_and_the_other_forms_do_not() {
    let world = World::with(&[&game("", "pd")]);
    let count = |rows| {
        format!("with recursive n(i) as (select 1 union all select i + 1 from n where i < {rows}) select i from n")
    };
    let thousand = world.ok(["sql", &count(1000)]);
    assert_eq!(thousand.lines().last(), Some("1000"));
    let more = world.ok(["sql", &count(1001)]);
    assert_eq!(
        more.strip_prefix(&*thousand),
        Some("There is more than a table has room for, 1000 rows and 16 MiB; --csv and --json write all.\n")
    );
    assert_eq!(world.ok(["sql", "--csv", &count(100_000)]).lines().count(), 100_001);
    let rows = rows(&world, &count(100_000));
    assert_eq!((rows.len(), &rows[99_999]), (100_000, &json!([100_000])));
}

#[test]
fn nothing_can_be_changed() {
    let world = world();
    let before = fs::read(world.database_path()).expect("is there");
    for query in [
        "insert into player (name) values ('x')",
        "delete from game",
        "update game set black = 1",
        "insert into positions (key) values (1)",
        "drop view games",
        "create table t (a)",
        "create temp table t (a)",
        "create temp view v as select 1",
        "attach 'other.sqlite' as other",
        "detach main",
        "begin",
        "begin immediate",
        "commit",
        "savepoint s",
        "vacuum",
        "vacuum into 'other.sqlite'",
        "reindex",
        "analyze",
        "pragma query_only = off",
        "PRAGMA journal_mode = delete",
        "pragma writable_schema = on",
        "pragma user_version = 9",
        "with n as (select 1) delete from game",
        "select 1; delete from game",
        "explain delete from game",
    ] {
        world
            .sentence(["sql", query])
            .begins("queries only read, and nothing was changed; ");
    }
    world
        .sentence(["sql", "select load_extension('x')"])
        .says("not authorized");
    assert_eq!(fs::read(world.database_path()).expect("is there"), before);
    assert!(!world.path("other.sqlite").exists());
}

#[test]
fn what_is_wrong_gets_a_sentence() {
    let world = world();
    let hint = "; sql without a query lists the tables and their columns";
    for (query, sentence) in [
        ("selec 1", format!("near \"selec\": syntax error{hint}")),
        ("select * from gamez", format!("no such table: gamez{hint}")),
        ("select rank from games", format!("no such column: rank{hint}")),
        ("select nonsense(1)", format!("no such function: nonsense{hint}")),
        (
            "select position_key()",
            format!("wrong number of arguments to function position_key(){hint}"),
        ),
        (
            "select 1; select 2",
            "there are several queries; ask one at a time".to_owned(),
        ),
        (
            "",
            "there is no query; sql without one lists the tables and their columns".to_owned(),
        ),
        (
            " ; ",
            "there is no query; sql without one lists the tables and their columns".to_owned(),
        ),
        (
            "select position_key('pd pd')",
            "white cannot play pd: the point is occupied".to_owned(),
        ),
        ("select position_key('zz')", "zz is not on the 19x19 board".to_owned()),
        ("select position_key('pd', 9)", "pd is not on the 9x9 board".to_owned()),
        (
            "select position_key('pd', 99)",
            "only square boards of 2 to 19 lines, such as 9 or 9x9".to_owned(),
        ),
        (
            "select position_key(17)",
            "moves must be a text such as 'pd'".to_owned(),
        ),
        ("select shown('xx', 'pd')", "xx is not on the 19x19 board".to_owned()),
        (
            "select * from positions where key = 'pd dp'",
            "key is a whole number: position_key('pd dp'), or the digits of a hexadecimal key after 0x".to_owned(),
        ),
        (
            "select * from positions where game = x'00'",
            "game is a whole number: that of a row of games".to_owned(),
        ),
    ] {
        assert_eq!(world.sentence(["sql", query]), sentence, "{query}");
        // No partial answer is printed.
        let ran = world.run(["sql", "--csv", query]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{query}");
    }
    world
        .sentence(["sql", "select position_key('hello')"])
        .begins("\"hello\" is not a move: write SGF letters");
    for harmless in [
        "select 1;",
        "select 1 -- one",
        " /* one */ values (1); ",
        "select name from pragma_table_info('games')",
    ] {
        world.ok(["sql", harmless]);
    }
}

#[test]
fn damage_is_told_of() {
    let world = world();
    change(&world, "UPDATE record SET sgf = x'00' WHERE game = 2");
    world
        .sentence(["sql", "select * from positions where game = 2"])
        .says("games.sqlite is damaged: the record of game 2");
    assert_eq!(value(&world, "select count(*) from positions where game = 1"), 5);
}

#[test]
fn others_may_write_meanwhile() {
    let world = world();
    let other = Connection::open(world.database_path()).expect("opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("begins");
    assert_eq!(value(&world, "select count(*) from games"), 6);
    other.execute_batch("ROLLBACK").expect("ends");
}

#[test]
fn a_database_that_is_missing_or_something_else_is_named() {
    let world = World::new();
    world.sentence(["sql", "select 1"]).begins("there is no database at ");
    world.write("games.sqlite", "text");
    world.sentence(["sql"]).ends("is not a bgo database");
}

#[test]
fn without_a_query_it_lists_what_there_is() {
    let world = world();
    let listed = world.ok(["sql"]);
    assert_eq!(world.ok(["shell", "-c", "sql"]), listed);
    let columns: BTreeMap<&str, &str> = listed.lines().filter_map(|line| line.split_once(' ')).collect();
    assert_eq!(columns["positions"].trim(), "key, game, ply, next_move, next_color");
    assert!(listed.lines().all(|line| line.len() <= 80), "{listed}");
    // The columns are aligned.
    let tables = listed.lines().take_while(|line| !line.is_empty());
    let column = |line: &str| {
        line.rfind("  ")
            .map_or_else(|| line.find(' '), |blanks| Some(blanks + 1))
    };
    assert!(tables.map(column).all(|found| found == Some(14)), "{listed}");
}

#[test]
fn no_text_is_a_formula_in_a_spreadsheet_if_that_is_wanted() {
    let world = World::with(&[&game("PB[=1+1]PW[@a]EV[-x]RO[+y]PC[c]", "pd")]);
    let query = "select black, white, event, round, place, -1 as n from games";
    let head = "black,white,event,round,place,n\r\n";
    assert_eq!(
        world.ok(["sql", "--csv", query]),
        format!("{head}=1+1,@a,-x,+y,c,-1\r\n")
    );
    let guarded = format!("{head}'=1+1,'@a,'-x,'+y,c,-1\r\n");
    assert_eq!(world.ok(["sql", "--csv", "--spreadsheet", query]), guarded);
    let command = format!("sql --csv --spreadsheet \"{query}\"");
    let shown = world.shell(&command);
    assert_eq!(
        shown.replace("\r\n", "\n").trim_end(),
        guarded.replace("\r\n", "\n").trim_end()
    );
    assert_eq!(world.run(["export", "exact.csv"]).status, 0);
    assert_eq!(world.run(["export", "guarded.csv", "--spreadsheet"]).status, 0);
    for (name, player) in [("exact.csv", ",=1+1,"), ("guarded.csv", ",'=1+1,")] {
        fs::read_to_string(world.path(name)).expect("is written").says(player);
    }
    assert_eq!(world.run(["export", "x.jsonl", "--spreadsheet"]).status, 2);
}

// Windows does not replace a file that is open.
#[cfg(unix)]
#[test]
fn a_file_that_was_replaced_meanwhile_is_answered_from() {
    let (world, other) = (
        World::with(&[&game("", "pd")]),
        World::with(&[&game("", "pd"), &game("", "pd dp")]),
    );
    let database = world.database();
    database.snapshot().expect("a snapshot of the old file");
    fs::rename(other.database_path(), world.database_path()).expect("is replaced");
    assert_eq!(count_games(&database, true).expect("an answer")["rows"], json!([[2]]));
}
