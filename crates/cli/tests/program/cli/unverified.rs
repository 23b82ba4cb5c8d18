//! The guarantees of `bgo sql` for a damaged database, with and without
//! `--unverified`.

use super::damage::change;
use crate::world::{World, game};
use bgo::sql::{Parameters, SqlError, SqlSession};
use bgo::store::Database;
use bgo_cli::SheetForm;
use serde_json::{Value, json};
use testkit::Text;

fn world() -> World {
    World::with(&[&game("PB[Ann]PW[Bob]", "pd dp"), &game("PB[Bob]PW[Ann]", "dd pp")])
}

/// Asks an open database for its number of games, as a session does.
pub fn count_games(database: &Database, verified: bool) -> Result<Value, SqlError> {
    let questions = SqlSession::open(database, verified).expect("opens");
    let mut text = Vec::new();
    questions.ask(
        "select count(*) as n from games",
        &Parameters::NONE,
        None,
        &mut *SheetForm::Json.sheet(&mut text),
    )?;
    Ok(serde_json::from_slice(&text).expect("JSON"))
}

fn damaged(sql: &str) -> World {
    let world = world();
    change(&world, &format!("PRAGMA foreign_keys = OFF; {sql}"));
    world
}

#[test]
fn a_query_verifies_the_tables_that_it_reads_and_no_others() {
    for (damage, fails, answers) in [
        (
            "UPDATE game SET year = 1900 WHERE id = 2",
            [
                "select * from games",
                "select count(*) from games",
                "select player from players",
            ],
            "select * from archives",
        ),
        (
            "DELETE FROM source WHERE game = 2",
            [
                "select count(*) from sources",
                "select * from source",
                "select * from archives",
            ],
            "select count(*) from games",
        ),
        (
            "UPDATE player SET name = 'X' WHERE id = 1",
            [
                "select black from games",
                "select * from players",
                "select id from player where name = 'Bob'",
            ],
            "select count(*) from sources",
        ),
        (
            "DELETE FROM game WHERE id = 1",
            [
                "select count(*) from games",
                "select count(*) from game, source",
                "with a as (select 1 from game) select count(*) from a",
            ],
            "select count(*) from sources",
        ),
    ] {
        let world = damaged(damage);
        for query in fails {
            world.sentence(["sql", query]).says("games.sqlite is damaged: ");
            world.ok(["sql", "--unverified", query]);
        }
        world.ok(["sql", answers]);
    }
}

#[test]
fn tables_that_nothing_vouches_for_are_read_only_unverified() {
    let world = world();
    for table in [
        "position_block",
        "posting_list",
        "game_columns",
        "game_courses",
        "meta",
        "dictionary",
        "sqlite_sequence",
    ] {
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
    world.ok(["sql", "select count(*) from game_words_data"]);
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
        world
            .sentence(arguments)
            .says("the table source has 1 rows and should have 2");
    }
}

#[test]
fn a_table_is_verified_once_in_a_session() {
    // The session verifies a table only once, so later damage goes unnoticed.
    let world = world();
    let db = world.database();
    let count = |verified| count_games(&db, verified);
    let two = json!({"columns": ["n"], "rows": [[2]]});
    assert_eq!(count(true).expect("an answer"), two);
    change(&world, "UPDATE game SET year = 1900 WHERE id = 2");
    assert_eq!(count(true).expect("is not verified again"), two);
    // A commit changes the generation, so all tables are verified again.
    world.write("more.sgf", game("PB[Cid]", "qd dc"));
    world.ok(["import", "-q", "more.sgf"]);
    count(true).expect_err("is verified").to_string().says("wrong checksum");
    assert_eq!(count(false).expect("an answer")["rows"], json!([[3]]));
}
