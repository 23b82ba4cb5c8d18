//! SQL: the tables of positions and patterns, the views, and what is verified before an answer.

use super::damage::change;
use super::{World, game};
use bgo::Database;
use bgo::internal::sql::{Parameters, ResultColumn, Sheet, SqlError, SqlSession};
use bgo::internal::store::Access;
use rusqlite::types::ValueRef;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use testkit::{FIXTURE, Text, cases};

#[derive(Default)]
struct Rows {
    columns: Vec<String>,
    rows: Vec<Value>,
}

impl Sheet for Rows {
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()> {
        self.columns = columns.iter().map(|column| column.name.to_owned()).collect();
        Ok(())
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        let value = |value: &ValueRef<'_>| match value {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => json!(number),
            ValueRef::Real(number) => json!(number),
            ValueRef::Text(text) | ValueRef::Blob(text) => json!(String::from_utf8_lossy(text)),
        };
        self.rows.push(values.iter().map(value).collect());
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn ask(database: &Database, query: &str, verified: bool) -> Result<Rows, SqlError> {
    let mut rows = Rows::default();
    SqlSession::open(database, verified)?.ask(query, &Parameters::NONE, None, &mut rows)?;
    Ok(rows)
}

fn asked(world: &World, query: &str) -> Result<Rows, SqlError> {
    let database = Database::open(&world.database_path(), Access::Read).expect("opens");
    ask(&database, query, true)
}

fn rows(world: &World, query: &str) -> Vec<Value> {
    let answer = asked(world, query).unwrap_or_else(|error| panic!("{query}: {error}"));
    answer.rows
}

fn error(world: &World, query: &str) -> String {
    let answer = asked(world, query).map(|answer| answer.rows);
    answer.expect_err(query).to_string()
}

fn value(world: &World, query: &str) -> Value {
    let mut rows = rows(world, query);
    assert_eq!(rows.len(), 1, "{query}");
    rows[0][0].take()
}

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
        let found = world.answer(&moves, size);
        let key = format!("key = position_key('{moves}', {size})");
        let query = format!("select count(distinct game) from positions where {key}");
        assert_eq!(value(&world, &query), found["games"], "{moves}");
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
    let line = ["pd", "dp", "pp", "dd"];
    for (ply, row) in found.iter().enumerate() {
        let key = world.answer(&line[..ply].join(" "), 19)["key"].clone();
        let key = u64::from_str_radix(key.as_str().expect("a key"), 16).expect("a key") as i64;
        let color = line.get(ply).map(|_| ["B", "W"][ply % 2]);
        assert_eq!(*row, json!([key, ply, color]));
    }
    assert_eq!(found.len(), 5);
}

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
    world.import(["more.sgf"]);
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
fn damage_is_told_of() {
    let world = world();
    change(&world, "UPDATE record SET sgf = x'00' WHERE game = 2");
    error(&world, "select * from positions where game = 2").says("is damaged: the record of game 2");
    assert_eq!(value(&world, "select count(*) from positions where game = 1"), 5);
}

#[test]
fn others_may_write_meanwhile() {
    let world = world();
    let other = rusqlite::Connection::open(world.database_path()).expect("opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("begins");
    assert_eq!(value(&world, "select count(*) from games"), 6);
    other.execute_batch("ROLLBACK").expect("ends");
}

// Windows does not replace a file that is open.
#[cfg(unix)]
#[test]
fn a_file_that_was_replaced_meanwhile_is_answered_from() {
    let (world, other) = (
        World::with(&[&game("", "pd")]),
        World::with(&[&game("", "pd"), &game("", "pd dp")]),
    );
    let database = Database::open(&world.database_path(), Access::Read).expect("opens");
    database.snapshot().expect("a snapshot of the old file");
    std::fs::rename(other.database_path(), world.database_path()).expect("is replaced");
    assert_eq!(count_games(&database, true).expect("an answer"), json!([[2]]));
}

/// The first game answers the approach at once, the second after two moves elsewhere and
/// with exchanged colours in the opposite corner; the others do not have it.
fn approaches() -> World {
    World::with(&[
        game("PB[Ann]PW[Bob]RE[B+R]DT[1990]", "qc oc nc dd"),
        game("PB[Cid]PW[Dan]RE[W+2]DT[1995]", "jj cq eq pd dd fq"),
        game("PB[Eve]PW[Fay]RE[B+1]", "qc jj dp"),
        game("SZ[9]PB[Gus]", "gc"),
    ])
}

/// The corner with the approach, in the orientation of the first game.
const APPROACH: &str = "-------+/.......|/.......|/..O.X..|/.......|";

#[test]
fn the_table_has_a_row_for_each_occurrence() {
    let world = approaches();
    let head = asked(&world, &format!("select * from pattern('{APPROACH}') order by game")).expect("rows");
    let columns = "game from_ply to_ply transform swapped x y answer answer_color answer_ply";
    assert_eq!(head.columns.join(" "), columns);
    let turned = head.rows[1][3].clone();
    assert_ne!(turned, 0);
    assert_eq!(
        head.rows,
        [
            json!([1, 2, 3, 0, 0, 12, 0, "nc", "B", 3]),
            json!([2, 3, 6, turned, 1, 0, 15, "nc", "B", 6])
        ]
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
    world.import([FIXTURE]);
    let columns = "game, from_ply, to_ply, transform, swapped, x, y, answer, answer_color, answer_ply";
    let pattern = "pattern('XO/OX', 'touching')";
    let all = rows(&world, &format!("select {columns} from {pattern}"));
    assert!(all.len() > 100, "{}", all.len());
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

const WRONG: &str = r#"
pattern => pattern needs a diagram, in parentheses after its name
pattern where game = 1 => pattern needs a diagram
pattern('X../.Q.') => the diagram, line 1, column 6: "Q" is not a sign
pattern('X..\n.') => the diagram, line 2, column 2: this row has 1 point
pattern(7) => the diagram of pattern must be a text
pattern('X', 7) => the text of options of pattern must be a text
pattern('X', 'quickly') => "quickly" is not an option of pattern: write fixed-colors
pattern('X', 'direct=1') => "direct=1" is not an option of pattern
pattern('X', 'next=green') => "green" is not a colour
pattern('X', 'at=9..3') => 9 is above 3
pattern('X', 'stood=') => is not a number of moves from 1
pattern('X', 'size=99') => only square boards of 2 to 19 lines
pattern('X', 'strict') => number the points of a diagram from 1
pattern('X', 'in-place') => more than one place
pattern('...X', 'size=3') => larger than the 3x3 board
pattern('X') where game = 'one' => game is a whole number
pattern('X', '', 3) => too many arguments
pattern(null) => the diagram of pattern must be a text
pattern('X', 'next=X next=O') => the option next of pattern is given twice
"#;

#[test]
fn wrong_arguments_of_the_table_are_errors_with_their_place() {
    let world = approaches();
    for (from, said) in cases(WRONG) {
        let said_of = error(&world, &format!("select * from {}", from.replace("\\n", "\n")));
        said_of.says(said);
        assert!(!said_of.contains("make the query smaller"), "{from}: {said_of}");
    }
}

fn count_games(database: &Database, verified: bool) -> Result<Value, SqlError> {
    let answer = ask(database, "select count(*) as n from games", verified)?;
    Ok(json!(answer.rows))
}

/// Damage, and queries that fail, before one that answers.
const READS: &str = "
UPDATE game SET year = 1900 WHERE id = 2 => select * from games|select count(*) from games|select player from players|select * from archives
DELETE FROM source WHERE game = 2 => select count(*) from sources|select * from source|select * from archives
UPDATE player SET name = 'X' WHERE id = 1 => select black from games|select * from players|select id from player where name = 'Bob'|select count(*) from sources
DELETE FROM game WHERE id = 1 => select count(*) from games|select count(*) from game, source|with a as (select 1 from game) select count(*) from a|select count(*) from sources
";

#[test]
fn a_query_verifies_the_tables_that_it_reads_and_no_others() {
    for (damage, queries) in cases(READS) {
        let (fails, answers) = queries.rsplit_once('|').expect("queries");
        let world = World::with(&[game("PB[Ann]PW[Bob]", "pd dp"), game("PB[Bob]PW[Ann]", "dd pp")]);
        change(&world, &format!("PRAGMA foreign_keys = OFF; {damage}"));
        let database = Database::open(&world.database_path(), Access::Read).expect("opens");
        for query in fails.split('|') {
            error(&world, query).says("is damaged: ");
            ask(&database, query, false).expect("an answer without verification");
        }
        rows(&world, answers);
    }
}

#[test]
fn a_table_is_verified_once_in_a_session() {
    // The session verifies a table only once, so later damage goes unnoticed.
    let world = World::with(&[game("PB[Ann]", "pd dp"), game("PB[Bob]", "dd pp")]);
    let db = Database::open(&world.database_path(), Access::Read).expect("opens");
    let count = |verified| count_games(&db, verified);
    let two = json!([[2]]);
    assert_eq!(count(true).expect("an answer"), two);
    change(&world, "UPDATE game SET year = 1900 WHERE id = 2");
    assert_eq!(count(true).expect("is not verified again"), two);
    // A commit changes the generation, so all tables are verified again.
    world.write("more.sgf", game("PB[Cid]", "qd dc"));
    world.import(["more.sgf"]);
    count(true).expect_err("is verified").to_string().says("wrong checksum");
    assert_eq!(count(false).expect("an answer"), json!([[3]]));
}

#[test]
fn nothing_can_be_changed() {
    let world = world();
    let before = world.bytes();
    let queries = "
        insert into player (name) values ('x')
        delete from game
        update game set black = 1
        insert into positions (key) values (1)
        drop view games
        create table t (a)
        create temp table t (a)
        create temp view v as select 1
        attach 'other.sqlite' as other
        detach main
        begin
        begin immediate
        commit
        savepoint s
        vacuum
        vacuum into 'other.sqlite'
        reindex
        analyze
        pragma query_only = off
        PRAGMA journal_mode = delete
        pragma writable_schema = on
        pragma user_version = 9
        with n as (select 1) delete from game
        select 1; delete from game
        explain delete from game";
    for query in queries.lines().map(str::trim).filter(|line| !line.is_empty()) {
        error(&world, query).begins("queries only read, and nothing was changed; ");
    }
    error(&world, "select load_extension('x')").says("not authorized");
    assert!(world.bytes() == before && !world.path("other.sqlite").exists());
}

const FAULTS: &str = r#"
selec 1 => near "selec": syntax error
select * from gamez => no such table: gamez
select rank from games => no such column: rank
select nonsense(1) => no such function: nonsense
select position_key() => wrong number of arguments to function position_key()
select 1; select 2 => there are several queries; ask one at a time
select position_key('pd pd') => white cannot play pd: the point is occupied
select position_key('zz') => zz is not on the 19x19 board
select position_key('pd', 9) => pd is not on the 9x9 board
select position_key('pd', 99) => only square boards of 2 to 19 lines, such as 9 or 9x9
select position_key(17) => moves must be a text such as 'pd'
select shown('xx', 'pd') => xx is not on the 19x19 board
select * from positions where key = 'pd dp' => key is a whole number: position_key('pd dp'), or the digits of a hexadecimal key after 0x
select * from positions where game = x'00' => game is a whole number: that of a row of games
select position_key('hello') => "hello" is not a move: write SGF letters
"#;

#[test]
fn what_is_wrong_gets_a_sentence_and_no_rows() {
    let world = world();
    for (query, sentence) in cases(FAULTS) {
        error(&world, query).begins(sentence);
    }
    for nothing in ["", " ; "] {
        error(&world, nothing).begins("there is no query");
    }
    for harmless in [
        "select 1;",
        "select 1 -- one",
        " /* one */ values (1); ",
        "select name from pragma_table_info('games')",
    ] {
        rows(&world, harmless);
    }
}
