use super::{assert_console, bgo, blocks, document, home_with_database};
use bgo::internal::dataset::columns::{COURSES, GAMES_BESIDES, POSITIONS, REPORT, SOURCES};
use bgo::internal::facts::Column;
use std::path::PathBuf;
use std::process::Command;

#[test]
fn the_session_with_a_dataset_is_real() {
    assert_console("docs/dataset.md", home_with_database().path(), 2);
}

/// Asserts that the section about a table of a document has exactly these columns, with their
/// types and meanings. A star marks those that every row has, where the document says so.
pub fn assert_described<R>(path: &str, heading: &str, columns: &[Column<R>], has_stars: bool) {
    let text = document(path);
    let section = text.split(&format!("\n{heading}\n")).nth(1).expect("a section");
    let section = section.split("\n#").next().unwrap_or_default();
    let described: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let row = |column: &Column<R>| {
        let star = if column.is_required && has_stars { "*" } else { "" };
        format!(
            "| `{}`{star} | {} | {} |",
            column.name,
            column.kind().name(),
            column.meaning
        )
    };
    let expected: Vec<String> = columns.iter().map(row).collect();
    assert!(
        described == expected,
        "{path}, {heading}: the table is\n{}",
        expected.join("\n")
    );
}

#[test]
fn the_document_about_datasets_describes_every_column() {
    let path = "docs/dataset.md";
    assert_described(path, "### games", &GAMES_BESIDES, true);
    assert_described(path, "### sources", SOURCES, true);
    assert_described(path, "### courses", COURSES, true);
    assert_described(path, "### positions", POSITIONS, true);
    assert_described(path, "### report", REPORT, true);
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
