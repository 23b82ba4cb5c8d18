//! The recipes, each run in a folder of its own with the files that they name.

use super::sqlite::python;
use super::{document, without_time};
use crate::web::Served;
use crate::world::{Ran, World};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use testkit::FIXTURE;

/// A block of code in a document, and its info string.
struct Block<'a> {
    kind: &'a str,
    text: &'a str,
}

fn blocks(section: &str) -> impl Iterator<Item = Block<'_>> {
    let fenced = section.split("```").skip(1).step_by(2);
    fenced.map(|block| {
        let (kind, text) = block.split_once('\n').expect("an info string");
        Block { kind, text }
    })
}

/// Returns a world with the files that the recipes name.
fn kitchen() -> World {
    let world = World::new();
    fs::copy(FIXTURE, world.path("games.tgz")).expect("copies");
    world.ok(["import", "-q", "games.tgz"]);
    for (archive, player) in [("ai.tgz", "GNU Go 3.8 level -20"), ("pros.tgz", "GNU Go 3.8 level -10")] {
        world.run(["export", archive, "--all", &format!("white=={player}")]);
    }
    let record = String::from_utf8(world.record(31)).expect("UTF-8");
    let another_day = record.replace("DT[2026-11-21]", "DT[2026-11-22]");
    let end = record.match_indices(";").nth(50).expect("a move").0;
    assert_ne!(record, another_day);
    fs::create_dir(world.path("downloads")).expect("a folder");
    world.write("downloads/another-day.sgf", another_day);
    world.write("downloads/cut-short.sgf", format!("{})", &record[..end]));
    fs::create_dir(world.path("records")).expect("a folder");
    world.write("records/new.sgf", "(;SZ[9];B[ee];W[ab])");
    world.write("club.sgf", "(;SZ[9];B[ee];W[aa])");
    world.ok(["import", "-q", "--db", "club.sqlite", "club.sgf"]);
    world.write("problem.sgf", "(;SZ[9]AB[ee]AW[ge]PL[B])");
    world.write("boards.txt", BOARDS);
    world
}

const BOARDS: &str = "\
.........
.........
.........
.........
....#.O..
.........
.........
.........
.........

.........
.........
.........
.........
....#....
.........
.........
.........
.........
";

/// Asserts that a command did what the document shows, if it shows anything.
fn assert_shown(command: &str, ran: &Ran, shown: &str) {
    assert_eq!(ran.status, 0, "{command}: {}", ran.err);
    let said = format!("{}{}", ran.err, ran.out);
    if !shown.is_empty() {
        assert_eq!(without_time(&said), without_time(shown), "{command}");
    }
}

/// Types the lines after each prompt into the shell.
fn run_session(world: &World, text: &str) {
    let (typed, shown): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("> "));
    assert!(!typed.is_empty(), "{text}");
    let typed: Vec<&str> = typed.iter().filter_map(|line| line.strip_prefix("> ")).collect();
    let ran = Ran::new(world.bgo(["shell"]).write_stdin(typed.join("\n")));
    let shown: String = shown.iter().map(|line| format!("{line}\n")).collect();
    assert_shown(text, &ran, &shown);
}

/// Runs the lines after each prompt; `cat` makes the file that it shows.
fn run_console(world: &World, text: &str) {
    for part in format!("\n{text}").split("\n$ ").skip(1) {
        let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
        let shown = if shown.is_empty() || shown.ends_with('\n') {
            shown.to_owned()
        } else {
            format!("{shown}\n")
        };
        if let Some(file) = command.strip_prefix("cat ") {
            world.write(file, shown);
            continue;
        }
        let (program, filter) = command.split_once(" | ").unwrap_or((command, ""));
        let words = shell_words::split(program).expect("words");
        assert_eq!(words[0], "bgo", "{command}");
        let ran = Ran::new(world.bgo(&words[1..]).write_stdin(""));
        if filter.is_empty() {
            assert_shown(command, &ran, &shown);
        } else {
            assert_shown(command, &ran, "");
            match piped(filter, &ran.out) {
                Some(ran) => assert_shown(command, &ran, &shown),
                None => eprintln!("skipped: {filter} is not installed"),
            }
        }
    }
}

/// Returns what another program does with a text, or nothing if it is not installed.
fn piped(command: &str, input: &str) -> Option<Ran> {
    let words = shell_words::split(command).expect("words");
    let mut command = Command::new(&words[0]);
    let command = command.args(&words[1..]).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("is read");
    drop(stdin);
    Some(child.wait_with_output().expect("ends").into())
}

/// Asserts that the file has the columns that a program in Python takes from it.
fn assert_columns(world: &World, program: &str) {
    let parquet = fs::read(world.path("games.parquet")).expect("is there");
    let table = world.ok(["export", "-", "--all", "--as", "csv"]);
    let columns: Vec<&str> = table.lines().next().expect("a line").split(',').collect();
    let quoted = program.split('"').skip(1).step_by(2);
    let named: Vec<&str> = quoted.filter(|text| *text != "games.parquet").collect();
    assert!(named.len() > 3, "{named:?}");
    for name in named {
        assert!(columns.contains(&name), "{name}");
        assert!(
            parquet.windows(name.len()).any(|bytes| bytes == name.as_bytes()),
            "{name}"
        );
    }
}

fn run(world: &World, block: &Block<'_>) {
    match block.kind {
        "text session" => run_session(world, block.text),
        "console" => run_console(world, block.text),
        "text serve" => {
            assert_eq!(block.text.trim_end(), "$ bgo serve --listen 0.0.0.0:5000");
            let served = Served::with(world, &["--listen", "0.0.0.0:0"]);
            assert_eq!(served.json("info")["games"], 275);
        }
        "python" => {
            assert_columns(world, block.text);
            python(world, "pandas, pyarrow", block.text);
        }
        "sql" => {
            let program = format!("import duckdb\nprint(duckdb.sql(\"\"\"{}\"\"\"))", block.text);
            python(world, "duckdb", &program);
            // The table is the view of games.
            let query = block.text.replace("'games.parquet'", "games");
            assert_ne!(query, block.text);
            assert!(world.ok(["sql", &query]).lines().count() > 2);
        }
        other => panic!("nothing runs {other:?}"),
    }
}

#[test]
fn every_recipe_works() {
    let text = document("docs/recipes.md");
    let mut count = 0;
    for recipe in text.split("\n## ").skip(1) {
        let (question, _) = recipe.split_once('\n').expect("a question");
        assert!(question.starts_with("How do") && question.ends_with('?'), "{question}");
        let world = kitchen();
        let mut ran = 0;
        for block in blocks(recipe) {
            run(&world, &block);
            ran += 1;
        }
        assert!(ran > 0, "{question}");
        count += 1;
    }
    assert_eq!(count, 18);
}

/// `help recipes` has the questions and commands of the document, on 80 columns.
#[test]
fn the_shell_lists_the_recipes() {
    let world = World::new();
    world.write("none.sgf", "(;B[pd])");
    world.ok(["import", "-q", "none.sgf"]);
    let listed = world.ok(["shell", "-c", "help recipes"]);
    assert!(listed.lines().all(|line| line.chars().count() < 80), "{listed}");
    for line in document("docs/recipes.md").lines() {
        let expected = line.strip_prefix("## ").or_else(|| line.strip_prefix("> "));
        let is_listed = |expected| listed.lines().any(|line| line.trim_start() == expected);
        assert!(expected.is_none_or(is_listed), "{line}: {listed}");
    }
}
