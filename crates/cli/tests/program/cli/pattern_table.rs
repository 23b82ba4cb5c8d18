//! The table `pattern` of `bgo sql`.

use super::patterns::{APPROACH, world};
use crate::world::World;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::Text;

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
        said_of.says(said);
        assert!(!said_of.contains("make the query smaller"), "{from}: {said_of}");
    }
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
