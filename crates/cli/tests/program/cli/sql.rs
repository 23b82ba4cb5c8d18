//! `bgo sql`: answers, output formats, and refused queries.

use crate::world::{Ran, World, change, game};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use testkit::Text;

fn world() -> World {
    World::with(&[
        game("PB[Ann]PW[Bob]RE[B+R]DT[1990]KM[6.5]", "pd dp pp dd"),
        game("PB[Bob]PW[Ann]RE[W+2.5]DT[1995-03-01]", "dd pp dp"),
    ])
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
    let rows = world.json(["sql", "--json", &count(100_000)])["rows"].take();
    let rows = rows.as_array().expect("rows");
    assert_eq!((rows.len(), &rows[99_999]), (100_000, &json!([100_000])));
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

#[test]
fn tables_that_nothing_vouches_for_are_read_only_unverified() {
    let world = world();
    for table in ["position_block", "game_columns", "meta"] {
        let query = format!("select count(*) from {table}");
        let sentence = world.sentence(["sql", &query]);
        assert_eq!(
            sentence,
            format!("the table {table} cannot be verified; sql reads it with --unverified")
        );
        world.ok(["sql", "--unverified", &query]);
        let ran = world.run(["shell", "-c", &format!("sql {query}")]);
        assert!(ran.status == 1 && ran.err.contains("--unverified"), "{ran:?}");
        world.ok(["shell", "-c", &format!("sql --unverified {query}")]);
    }
    world.ok(["sql", "select name from sqlite_schema"]);
}

#[test]
fn a_source_that_is_gone_is_no_shorter_list() {
    let world = World::new();
    world.write("a.sgf", game("PB[Ann]", "pd dp pp dd qf nc"));
    world.write("b.sgf", game("PB[Ann]C[differs]", "pd dp pp dd qf nc"));
    world.ok(["import", "-q", "a.sgf", "b.sgf"]);
    assert_eq!(
        world.json(["show", "1", "--json"])["sources"].as_array().map(Vec::len),
        Some(2)
    );
    change(&world, "DELETE FROM source WHERE sgf IS NOT NULL");
    for arguments in [
        ["show", "1", "--json"],
        ["duplicates", "--limit", "9"],
        ["remove", "--game", "1"],
    ] {
        world.sentence(arguments).says("game 1 has 1 sources and should have 2");
    }
    // Another source does not hide it.
    world.write("c.sgf", game("PB[Ann]C[once more]", "pd dp pp dd qf nc"));
    world
        .sentence(["import", "c.sgf"])
        .says("game 1 has 2 sources and should have 3");
}

#[test]
fn a_query_of_patterns_ends_when_its_time_is_over() {
    let world = World::new();
    world.ok(["import", "-q", testkit::FIXTURE]);
    let often = "select count(*) from pattern('X') as a, pattern('O') as b, pattern('X') as c";
    world
        .sentence(["sql", "--timeout", "1", often])
        .says("was not answered within 1 s");
}

#[test]
fn what_is_wrong_gets_a_sentence_and_no_rows() {
    let world = world();
    let hint = "sql without a query lists the tables and their columns";
    let nothing = "there is no query; sql without one lists the tables and their columns";
    for (query, said) in [
        ("selec 1", format!("near \"selec\": syntax error; {hint}")),
        ("", nothing.to_owned()),
        (
            "select position_key('pd pd')",
            "white cannot play pd: the point is occupied".to_owned(),
        ),
    ] {
        assert_eq!(world.sentence(["sql", query]), said);
        world.fails(["sql", "--csv", query], 1, &said);
    }
    for change in [
        "delete from game",
        "delete from games",
        "update games set komi = 7",
        "delete from positions",
        "update game set nothing = 7",
        "insert into nothing values (1)",
        "alter table games add column x",
        ";alter table games add column x",
        "ALTER TABLE games RENAME TO x",
        "create index i on games (year)",
        "create index i on game (komi)",
        "drop table games",
        "vacuum",
        "pragma user_version = 3",
    ] {
        let sentence = world.sentence(["sql", change]);
        sentence.begins("queries only read, and nothing was changed; ");
        sentence.ends("; `bgo import` adds games, and `bgo remove` removes them");
    }
    change(&world, "UPDATE record SET sgf = x'00' WHERE game = 2");
    world
        .sentence(["sql", "select * from positions where game = 2"])
        .says("games.sqlite is damaged: the record of game 2");
}
