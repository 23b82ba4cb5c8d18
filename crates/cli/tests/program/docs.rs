//! The examples in the documents, run by the program.

mod dataset;
mod format;
mod gtp;
mod limits;
mod links;
mod recipes;
mod sql;
mod sqlite;
mod training_sets;

use assert_cmd::Command;
use serde_json::Value;
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
fn the_session_with_positions_is_real() {
    assert_console("docs/positions.md", home_with_database().path(), 4);
}

#[test]
fn the_session_with_small_boards_is_real() {
    let home = tempfile::tempdir().expect("a folder");
    assert_console("docs/small-boards.md", home.path(), 4);
}

/// Removes the seconds, which differ from run to run.
fn without_time(text: &str) -> String {
    match (text.find(" positions in "), text.find(" s\n")) {
        (Some(start), Some(end)) if start < end => format!("{}{}", &text[..start], &text[end..]),
        _ => text.to_owned(),
    }
}

/// Asserts that documents name every field of the documents that these commands print.
fn assert_names_fields(names: [&str; 2], home: &Path, commands: &str) {
    let text: String = names.map(document).concat();
    for command in commands.trim().lines() {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        for field in fields_of(home, &arguments, 2) {
            assert!(text.contains(&format!("`{field}`")), "{command}: {field}");
        }
    }
}

#[test]
fn the_documents_name_every_field() {
    // The SQL document describes the columns of games.
    assert_names_fields(
        ["docs/guide.md", "docs/sql.md"],
        home_with_games().path(),
        "
        import games.tgz
        search
        info
        remove --game 1
        optimize
        check
        search pd --full
        years --decades
        players
        tree
        games --limit 2
        search --pattern XO/OX --full
        games --pattern XO*/OX* --limit 2
        tree --pattern XO*/OX* --depth 2
        find --limit 2
        show 5
        duplicates --cut-short
        export games.csv
        ",
    );
    let home = home_with_database();
    let export = ["positions", "export", "--ply", "..2", "--out", "p.dat"];
    bgo(home.path()).args(export).assert().success();
    fs::write(home.path().join("s.dat"), b"12345678\0B\x05\x21").expect("writes");
    fs::write(home.path().join("t.dat"), b"12345678\0B\x06\x21").expect("writes");
    assert_names_fields(
        ["docs/positions.md", "docs/guide.md"],
        home.path(),
        "
        positions view p.dat
        positions histogram p.dat
        positions merge p.dat --out m.dat
        positions check p.dat
        positions export --ply ..2 --out x.dat
        positions import p.dat
        positions search
        positions score p.dat --engine false --out n.dat
        positions scores summary s.dat
        positions scores lookup s.dat 31323334353637380042
        positions scores diff s.dat t.dat --list 1
        ",
    );
    assert_names_fields(
        ["docs/small-boards.md"; 2],
        home.path(),
        "
        enumerate legal --size 2x2 --out d
        enumerate ko --out d
        enumerate sum d
        enumerate count --size 2x2
        enumerate view 5 --size 2x2
        ",
    );
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
