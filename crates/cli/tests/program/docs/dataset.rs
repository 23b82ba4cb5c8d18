use super::{assert_console, bgo, blocks, document, home_with_database};
use bgo::dataset::columns::{COURSES, GAMES, POSITIONS, REPORT, SOURCES};
use bgo::dataset::{Column, Get};
use std::path::PathBuf;
use std::process::Command;

#[test]
fn the_session_with_a_dataset_is_real() {
    assert_console("docs/dataset.md", home_with_database().path(), 3);
}

/// Asserts that the section about a table describes each column, with its type and whether it
/// may be null.
fn assert_described<R>(table: &str, columns: &[Column<R>]) {
    let text = document("docs/dataset.md");
    let section = text.split(&format!("\n### {table}\n")).nth(1).expect("a section");
    let section = section.split("\n#").next().unwrap_or_default();
    for column in columns {
        let star = if column.is_required { "*" } else { "" };
        let kind = match column.get {
            Get::Long(_) => "long",
            Get::Int(_) => "int",
            Get::Text(_) => "text",
            Get::Bytes(_) => "bytes",
        };
        let names = format!("`{}`{star}", column.name);
        let is_described = section.lines().any(|line| {
            let mut cells = line.split(" | ").map(|cell| cell.trim_start_matches("| "));
            let has_name = cells
                .next()
                .is_some_and(|cell| cell.split(", ").any(|name| name == names));
            has_name && cells.next() == Some(kind)
        });
        assert!(is_described, "{table}: {names} {kind}");
    }
}

#[test]
fn the_document_about_datasets_describes_every_column() {
    assert_described("games", GAMES);
    assert_described("sources", SOURCES);
    assert_described("courses", COURSES);
    assert_described("positions", POSITIONS);
    assert_described("report", REPORT);
}

/// Returns a Python that has DuckDB, such as the one that tests the Python package, or says that
/// the test is skipped.
fn python_with_duckdb() -> Option<PathBuf> {
    let tested = testkit::root().join("target/python/bin/python");
    let has_duckdb = |python: &PathBuf| {
        let tried = Command::new(python).args(["-c", "import duckdb"]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    let found = [tested, "python3".into()].into_iter().find(has_duckdb);
    if found.is_none() {
        eprintln!("skipped: no Python with DuckDB is installed");
    }
    found
}

#[test]
fn the_query_for_duckdb_answers_what_the_document_says() {
    let Some(python) = python_with_duckdb() else { return };
    let home = home_with_database();
    bgo(home.path())
        .args(["export", "--dataset", "dataset"])
        .assert()
        .success();
    let text = document("docs/dataset.md");
    let [query] = &blocks(&text, "sql")[..] else {
        panic!("one query")
    };
    let code = "import duckdb, sys\nfound = duckdb.sql(sys.argv[1])\n\
                for row in [found.columns, *found.fetchall()]: print(*row)";
    let output = Command::new(python)
        .args(["-c", code, query])
        .current_dir(home.path())
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let answer = blocks(&text, "text")
        .into_iter()
        .find(|block| block.starts_with("next"));
    assert_eq!(
        words(&String::from_utf8_lossy(&output.stdout)),
        words(&answer.expect("an answer"))
    );
}
