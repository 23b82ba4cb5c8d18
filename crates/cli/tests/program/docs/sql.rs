use super::dataset::assert_described;
use super::{assert_console, bgo, document, home_with_database, home_with_games, json};
use bgo::internal::export::ExportRow;
use bgo::internal::facts::facts;
use bgo::internal::store::{Access, Database};
use serde_json::{Map, Value};
use testkit::Text;

#[test]
fn the_queries_in_the_sql_document_are_real() {
    assert_console("docs/sql.md", home_with_database().path(), 5);
}

/// The document lists exactly the tables, columns and functions of `bgo sql`.
#[test]
fn the_sql_document_describes_every_column() {
    let home = home_with_database();
    let listed = bgo(home.path()).arg("sql").output().expect("runs");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let (tables, functions) = listed.split_once("\n\n").expect("two parts");
    let tables = tables.replace("\n ", " ");
    let sql = document("docs/sql.md");
    let mut count = 0;
    for table in tables.lines() {
        let (name, columns) = table.split_once(' ').expect("columns");
        let section = sql.split(&format!("\n## {name}\n")).nth(1).expect("a section");
        let section = section.split("\n## ").next().unwrap_or_default();
        let described: Vec<&str> = section
            .lines()
            .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next())
            .flat_map(|names| names.split(", "))
            .map(|name| name.trim_matches('`'))
            .collect();
        let mut columns: Vec<&str> = columns.split(',').map(str::trim).collect();
        count += columns.len();
        let mut sorted = described.clone();
        sorted.sort_unstable();
        columns.sort_unstable();
        assert_eq!(sorted, columns, "{name}");
    }
    assert!(count >= 45, "{listed}");
    for function in functions.lines() {
        let call = function.split("  ").next().unwrap_or_default();
        sql.says(format!("| `{call}` |"));
    }
}

#[test]
fn the_columns_of_games_are_the_facts() {
    assert_described("docs/sql.md", "## games", &facts::<ExportRow>(), false);
}

/// The view `games` has the fields of the program's JSON documents.
#[test]
fn the_view_of_games_says_what_the_program_says() {
    let home = home_with_games();
    let path = home.path().join("games.sqlite");
    let file = path.to_str().unwrap_or_default();
    bgo(home.path())
        .args(["--db", file, "import", "-q", "games.tgz"])
        .assert()
        .success();
    let database = Database::open(&path, Access::Read).expect("opens");
    let snapshot = database.snapshot().expect("a snapshot");
    let answer = json(home.path(), &["--db", file, "sql", "select * from games"]);
    let columns = answer["columns"].as_array().expect("names");
    let rows = answer["rows"].as_array().expect("rows");
    assert_eq!(rows.len() as u64, snapshot.state().expect("a state").games);
    for row in rows {
        let names = columns.iter().map(|name| name.as_str().expect("a name").to_owned());
        let row: Map<_, _> = names.zip(row.as_array().expect("values").iter().cloned()).collect();
        let game = snapshot
            .description(row["game"].as_i64().expect("a number"))
            .expect("a game");
        assert_eq!(serde_json::to_value(game).expect("JSON"), Value::Object(row));
    }
}
