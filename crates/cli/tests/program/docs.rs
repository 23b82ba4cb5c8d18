//! The examples in the documents, run by the program.

mod limits;
mod links;
#[path = "../../../research/examples/load_batch.rs"]
#[allow(dead_code, reason = "its main is for the command line")]
mod load_batch;
mod recipes;
mod sqlite;

use assert_cmd::Command;
use bgo::store::{Access, Database};
use bgo_research::formats::kgs::{DatasetReader, TrainingRecord};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testkit::FIXTURE;

fn document(name: &str) -> String {
    let path = testkit::root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn bgo(home: &Path) -> Command {
    let mut command = Command::cargo_bin("bgo").expect("the program");
    command
        .env("XDG_DATA_HOME", home)
        .env("HOME", home)
        .env_remove("BGO_DB")
        .current_dir(home);
    command
}

/// Returns the code blocks of a document with this info string.
fn blocks(text: &str, word: &str) -> Vec<String> {
    let start = format!("```{word}\n");
    text.split(&start)
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .map(str::to_owned)
        .collect()
}

/// Types the commands after each prompt and compares the lines below them.
#[test]
fn the_sessions_in_the_documents_are_real() {
    let sessions: Vec<String> = ["README.md", "docs/guide.md"]
        .iter()
        .flat_map(|name| blocks(&document(name), "text session"))
        .collect();
    assert!(sessions.len() > 5);
    for session in sessions {
        let home = tempfile::tempdir().expect("a folder");
        let typed: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        assert!(!typed.is_empty());
        let shown: String = session
            .lines()
            .filter(|line| !line.starts_with("> "))
            .map(|line| line.to_owned() + "\n")
            .collect();
        let output = bgo(home.path())
            .arg("demo")
            .write_stdin(typed.join("\n"))
            .output()
            .expect("runs");
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown);
    }
}

/// Makes a folder with the games that come with the program.
fn home_with_games() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::copy(FIXTURE, home.path().join("games.tgz")).expect("copies");
    home
}

/// Makes a folder whose database has the games that come with the program.
fn home_with_database() -> TempDir {
    let home = home_with_games();
    bgo(home.path()).args(["import", "-q", "games.tgz"]).assert().success();
    home
}

/// Returns the document that a command prints.
fn json(home: &Path, arguments: &[&str]) -> Value {
    let output = bgo(home).args(arguments).arg("--json").output().expect("runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Runs the command lines in a document, at least `least`, and compares their
/// output with the lines below each, if any. Quotes may span several lines.
fn assert_console(name: &str, home: &Path, least: usize) {
    let mut commands = 0;
    for block in blocks(&document(name), "console") {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ bgo ") else {
                continue;
            };
            let mut command = command.to_owned();
            let words = loop {
                match (shell_words::split(&command), lines.peek()) {
                    (Err(_), Some(line)) => command += &format!("\n{line}"),
                    (words, _) => break words.expect("words"),
                }
                lines.next();
            };
            let mut shown = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with('$')) {
                shown += line;
                shown.push('\n');
            }
            let output = bgo(home).args(words).write_stdin("").output().expect("runs");
            assert!(
                output.status.success(),
                "{command}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            if !shown.is_empty() {
                assert_eq!(
                    without_time(&String::from_utf8_lossy(&output.stdout)),
                    without_time(&shown),
                    "{command}"
                );
            }
            commands += 1;
        }
    }
    assert!(commands >= least, "{commands}");
}

#[test]
fn the_commands_in_the_readme_work() {
    assert_console("README.md", home_with_games().path(), 3);
}

#[test]
fn the_commands_in_the_guide_are_real() {
    assert_console("docs/guide.md", home_with_database().path(), 4);
}

#[test]
fn the_queries_in_the_sql_document_are_real() {
    assert_console("docs/sql.md", home_with_database().path(), 10);
}

#[test]
fn the_session_with_positions_is_real() {
    assert_console("docs/positions.md", home_with_database().path(), 6);
}

#[test]
fn the_document_about_positions_names_every_field() {
    let home = home_with_database();
    let export = ["positions", "export", "--ply", "..2", "--out", "p.dat"];
    bgo(home.path()).args(export).assert().success();
    fs::write(home.path().join("s.dat"), b"12345678\0B\x05\x21").expect("writes");
    fs::write(home.path().join("t.dat"), b"12345678\0B\x06\x21").expect("writes");
    let text = document("docs/positions.md") + &document("docs/guide.md");
    for arguments in [
        &["view", "p.dat"][..],
        &["histogram", "p.dat"],
        &["merge", "p.dat", "--out", "m.dat"],
        &["check", "p.dat"],
        &["export", "--ply", "..2", "--out", "x.dat"],
        &["import", "p.dat"],
        &["search"],
        &["score", "p.dat", "--engine", "false", "--out", "n.dat"],
        &["scores", "summary", "s.dat"],
        &["scores", "lookup", "s.dat", "31323334353637380042"],
        &["scores", "diff", "s.dat", "t.dat", "--list", "1"],
    ] {
        for field in fields_of(home.path(), &[&["positions"], arguments].concat(), 3) {
            assert!(text.contains(&format!("`{field}`")), "{arguments:?}: {field}");
        }
    }
}

#[test]
fn the_commands_and_sessions_in_the_document_about_gtp_are_real() {
    let home = home_with_database();
    assert_console("docs/gtp.md", home.path(), 3);
    let sessions = blocks(&document("docs/gtp.md"), "text gtp");
    assert!(sessions.len() > 1);
    for session in sessions {
        let (typed, shown): (Vec<&str>, Vec<&str>) = session.lines().partition(|line| line.starts_with("> "));
        let typed: String = typed.iter().map(|line| format!("{}\n", &line[2..])).collect();
        let shown: String = shown.iter().map(|line| format!("{line}\n")).collect();
        let output = bgo(home.path()).arg("gtp").write_stdin(typed).output().expect("runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown);
    }
}

#[test]
fn the_document_about_gtp_names_every_command_and_option() {
    let home = home_with_database();
    let text = document("docs/gtp.md");
    let listed = bgo(home.path())
        .arg("gtp")
        .write_stdin("list_commands\n")
        .output()
        .expect("runs");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    for command in listed.trim_start_matches("= ").split_whitespace() {
        assert!(
            text.contains(&format!("`{command}`")) || text.contains(&format!("| `{command} ")),
            "{command}"
        );
    }
    let help = bgo(home.path()).args(["gtp", "--help"]).output().expect("runs");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let (own, _) = help.split_once("Conditions on games:").expect("conditions");
    let options = own
        .split_whitespace()
        .filter(|word| word.starts_with("--") && *word != "--help");
    assert!(options.clone().count() >= 6, "{own}");
    for option in options {
        assert!(text.contains(&format!("`{option}")), "{option}");
    }
}

#[test]
fn the_session_with_training_sets_is_real() {
    assert_console("docs/datasets.md", home_with_games().path(), 2);
}

/// The session makes the files that the example for NumPy reads.
#[test]
fn the_session_with_training_data_for_katago_is_real() {
    let home = home_with_games();
    assert_console("docs/katago.md", home.path(), 1);
    let Some(python) = python_with_numpy() else { return };
    let code = blocks(&document("docs/katago.md"), "python").concat();
    let output = std::process::Command::new(python)
        .args(["-c", &code])
        .current_dir(home.path())
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_document_about_katago_names_every_field() {
    let home = home_with_games();
    let text = document("docs/katago.md");
    let of_fields = text.split("## As JSON").nth(1).expect("a section");
    for field in fields_of(home.path(), &["dataset", "katago", "--sample", "0.05", "games.tgz"], 5) {
        assert!(of_fields.contains(&format!("`{field}`")), "{field}");
    }
}

#[test]
fn the_session_with_small_boards_is_real() {
    let home = tempfile::tempdir().expect("a folder");
    assert_console("docs/small-boards.md", home.path(), 6);
}

#[test]
fn the_document_about_small_boards_names_every_field() {
    let home = tempfile::tempdir().expect("a folder");
    let text = document("docs/small-boards.md");
    for arguments in [
        &["legal", "--size", "2x2", "--out", "d"][..],
        &["ko", "--out", "d"],
        &["sum", "d"],
        &["count", "--size", "2x2"],
        &["view", "5", "--size", "2x2"],
    ] {
        for field in fields_of(home.path(), &[&["enumerate"], arguments].concat(), 5) {
            assert!(text.contains(&format!("`{field}`")), "{arguments:?}: {field}");
        }
    }
}

#[test]
fn the_document_about_training_sets_names_every_field() {
    let home = home_with_games();
    let text = document("docs/datasets.md");
    let of_fields = text.split("## As JSON").nth(1).expect("a section");
    for arguments in [
        &["kgs-v1", "games.tgz"][..],
        &["kgs-v2", "--sets", "test", "--format", "npy", "games.tgz"],
        &["info", "data/kgsgo-test.dat"],
    ] {
        for field in fields_of(home.path(), &[&["dataset"], arguments].concat(), 5) {
            let is_named = of_fields.contains(&format!("`{field}`")) || of_fields.contains(&format!("\"{field}\""));
            assert!(is_named, "{arguments:?}: {field}");
        }
    }
}

/// Returns a Python with NumPy, which only this test needs.
fn python_with_numpy() -> Option<&'static str> {
    let pythons = ["python3", "/usr/bin/python3"];
    let has_numpy = |python: &&str| {
        let tried = std::process::Command::new(python).args(["-c", "import numpy"]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    let found = pythons.into_iter().find(has_numpy);
    if found.is_none() {
        eprintln!("skipped: no Python with NumPy is installed");
    }
    found
}

/// The NumPy examples read the same records as the Rust reader.
#[test]
fn the_examples_for_numpy_work() {
    let Some(python) = python_with_numpy() else { return };
    let home = home_with_games();
    for arguments in [
        &["kgs-v1"][..],
        &["kgs-v2"],
        &["kgs-v2", "--format", "npz"],
        &["kgs-v2", "--format", "npy"],
    ] {
        bgo(home.path())
            .arg("dataset")
            .args(arguments)
            .args(["--quiet", "--sets", "all", "games.tgz"])
            .assert()
            .success();
    }
    let code = blocks(&document("docs/datasets.md"), "python").concat()
        + "for planes, labels in [(planes_v1, labels_v1), (planes_v2, labels_v2)]:\n"
        + "    print(planes.shape, planes[200].nonzero()[0].tolist(), planes[200].nonzero()[2].tolist(), labels.tolist())\n"
        + "print(len(one_game))\n";
    let output = std::process::Command::new(python)
        .args(["-c", &code])
        .current_dir(home.path())
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut expected = String::new();
    for (name, planes) in [("kgsgo-all.dat", 8), ("kgsgo-all-v2.dat", 7)] {
        let file = fs::File::open(home.path().join("data").join(name)).expect("opens");
        let reader = DatasetReader::new(file, name).expect("a data set");
        let records: Vec<_> = reader.take(256).collect::<Result<_, _>>().expect("intact");
        let set: Vec<(usize, usize)> = (0..planes)
            .flat_map(|plane| (0..361).map(move |point| (plane, point)))
            .filter(|(plane, point)| *plane == 7 || records[200].is_set(*plane, *point))
            .collect();
        let in_planes: Vec<usize> = set.iter().map(|(plane, _)| *plane).collect();
        let columns: Vec<usize> = set.iter().map(|(_, point)| point % 19).collect();
        let labels: Vec<u16> = records.iter().map(TrainingRecord::label).collect();
        expected += &format!("(256, {planes}, 19, 19) {in_planes:?} {columns:?} {labels:?}\n");
    }
    let list = fs::read_to_string(home.path().join("data/kgsgo-all-v2-npy-games.tsv")).expect("a list");
    let records = list
        .lines()
        .nth(5)
        .and_then(|line| line.rsplit('\t').next())
        .expect("a number");
    expected += &format!("{records}\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn the_example_that_loads_batches_works() {
    let home = home_with_games();
    bgo(home.path())
        .args(["dataset", "kgs-v1", "--quiet", "--sets", "test", "games.tgz"])
        .assert()
        .success();
    let path = home.path().join("data/kgsgo-test.dat");
    let mut shown = Vec::new();
    load_batch::load(path.to_str().expect("a path"), 1000, &mut shown).expect("loads");
    let shown = String::from_utf8(shown).expect("text");
    let records = fs::metadata(&path).expect("is there").len() as usize / 365;
    assert_eq!(shown.lines().count(), records.div_ceil(1000), "{shown}");
    let last = format!("batch 2: planes ({}, 8, 19, 19), ", records - 1000);
    assert!(
        shown.lines().nth(1).is_some_and(|line| line.starts_with(&last)),
        "{shown}"
    );
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
        assert!(sql.contains(&format!("| `{call}` |")), "{call}");
    }
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

/// Removes the seconds, which differ from run to run.
fn without_time(text: &str) -> String {
    match (text.find(" positions in "), text.find(" s\n")) {
        (Some(start), Some(end)) if start < end => format!("{}{}", &text[..start], &text[end..]),
        _ => text.to_owned(),
    }
}

#[test]
fn the_keys_in_the_format_document_hold() {
    let home = tempfile::tempdir().expect("a folder");
    Database::open(&home.path().join("bgo/bgogames.sqlite"), Access::Write).expect("a database");
    let format = document("docs/format.md");
    for (moves, size, name) in [
        ("", "19", "| empty | 19x19 |"),
        ("pd", "19", "| B pd | 19x19 |"),
        ("pd dp pp dd", "19", "| B pd, W dp, B pp, W dd | 19x19 |"),
        ("pd dp pp dd fq", "19", "| the same and B fq | 19x19 |"),
        ("", "9", "| empty | 9x9 |"),
        ("ee", "9", "| B ee | 9x9 |"),
    ] {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let answer = json(home.path(), &[&["search", "--size", size], &moves[..]].concat());
        let row = format!("{name} `{}` |", answer["key"].as_str().unwrap_or_default());
        assert!(format.contains(&row), "{row}");
    }
}

/// A new database has the checksums in the format document.
#[test]
fn the_checksums_in_the_format_document_hold() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("new.sqlite");
    Database::open(&path, Access::Write).expect("a database");
    let database = rusqlite::Connection::open(&path).expect("opens");
    for table in ["state", "analysis_sums"] {
        let sql = format!("SELECT checksum FROM {table}");
        let checksum: u32 = database.query_row(&sql, [], |row| row.get(0)).expect("a row");
        let sentence = format!("the checksum {checksum}.");
        assert!(document("docs/format.md").contains(&sentence), "{sentence}");
    }
}

#[test]
fn the_guide_names_every_field() {
    let home = tempfile::tempdir().expect("a folder");
    // The SQL document describes the columns of games.
    let guide = document("docs/guide.md") + &document("docs/sql.md");
    for arguments in [
        &["import", FIXTURE][..],
        &["search"],
        &["info"],
        &["remove", "--game", "1"],
        &["optimize"],
        &["check"],
        &["search", "pd", "--full"],
        &["years", "--decades"],
        &["players"],
        &["tree"],
        &["games", "--limit", "2"],
        &["search", "--pattern", "XO/OX", "--full"],
        &["games", "--pattern", "XO*/OX*", "--limit", "2"],
        &["tree", "--pattern", "XO*/OX*", "--depth", "2"],
        &["find", "--limit", "2"],
        &["show", "5"],
        &["duplicates", "--cut-short"],
        &["export", "games.csv"],
    ] {
        for field in fields_of(home.path(), arguments, 2) {
            assert!(guide.contains(&format!("`{field}`")), "{field}");
        }
    }
}

/// Returns the names of all fields of the document that a command prints, at
/// least `least`.
fn fields_of(home: &Path, arguments: &[&str], least: usize) -> Vec<String> {
    let document = json(home, arguments);
    let mut fields = Vec::new();
    collect_fields(&document, &mut fields);
    assert!(fields.len() >= least, "{arguments:?}: {document}");
    fields
}

/// Appends the names of all fields of a document, including nested ones.
fn collect_fields(document: &Value, fields: &mut Vec<String>) {
    match document {
        Value::Object(object) => {
            for (field, value) in object {
                fields.push(field.clone());
                collect_fields(value, fields);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_fields(value, fields)),
        _ => {}
    }
}
