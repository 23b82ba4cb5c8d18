//! The file as other programs read it.

use super::{blocks, document, home_with_database};
use crate::world::World;
use rusqlite::{Connection, OpenFlags};
use std::env;
use std::path::Path;
use std::process::Command;
use testkit::{FIXTURE, Text};

/// Returns what a program in Python prints in the folder of a world, or nothing if the
/// modules that it needs are not installed.
pub fn python(world: &World, modules: &str, program: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_BIN_EXE_bgo")).parent().expect("a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([folder.to_owned()].into_iter().chain(env::split_paths(&path))).expect("a path");
    let run = |code: &str| {
        let mut command = Command::new("python3");
        command.args(["-c", code]).env("PATH", &path);
        command.current_dir(world.folder()).output()
    };
    if !run(&format!("import {modules}")).is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no Python with {modules} is installed");
        return None;
    }
    let output = run(program).expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn the_example_in_python_works() {
    let world = World::new();
    world.ok(["import", "-q", "--db", "bgogames.sqlite", FIXTURE]);
    let text = document("docs/sql.md");
    let [program] = &blocks(&text, "python")[..] else {
        panic!("one program")
    };
    let [expected] = &blocks(&text, "text output")[..] else {
        panic!("one output")
    };
    if let Some(printed) = python(&world, "sqlite3", program) {
        assert_eq!(printed, *expected);
    }
}

/// Debian 12 has the version that the document promises, 3.40.
#[test]
fn an_earlier_sqlite_lists_all_tables_and_reads_the_views() {
    let world = World::new();
    world.ok(["import", "-q", "--db", "games.sqlite", FIXTURE]);
    let program = r#"
import sqlite3
file = sqlite3.connect("file:games.sqlite?mode=ro", uri=True)
names = [name for name, in file.execute("select name from sqlite_schema where type in ('table', 'view')")]
for name in names:
    assert file.execute("select count(*) from pragma_table_info(?)", [name]).fetchone()[0] > 0, name
for view in ["games", "players", "archives", "sources", "position_files", "analyses"]:
    assert view in names, view
    file.execute(f"select * from {view} limit 1").fetchall()
print(file.execute("select count(*) from games where first_date <= last_date").fetchone()[0])
print(sqlite3.sqlite_version)
"#;
    let Some(printed) = python(&world, "sqlite3", program) else {
        return;
    };
    let (games, version) = printed.split_once('\n').expect("two lines");
    assert_eq!(games, "275");
    if !version.starts_with("3.40.") {
        eprintln!(
            "this machine has SQLite {}, and the document promises 3.40",
            version.trim()
        );
    }
}

/// Returns the names in a row of the table, one list for each column.
fn names(row: &str) -> [Vec<String>; 2] {
    let text = document("docs/sql.md");
    let row = text.lines().find_map(|line| line.strip_prefix(row)).expect("a row");
    let (first, second) = row.split_once('|').expect("two columns");
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    [quoted(first), quoted(second)]
}

/// A connection without bgo reads the tables that the document says, and no others.
#[test]
fn the_document_says_what_other_programs_can_read() {
    let home = home_with_database();
    let path = home.path().join("bgo/bgogames.sqlite");
    let plain = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("opens");
    let [readable, own] = names("| tables |");
    let [_, functions] = names("| functions |");
    let reads = |table: &str| plain.prepare(&format!("select * from {table}")).is_ok();
    assert!(readable.iter().all(|table| reads(table)), "{readable:?}");
    assert!(!own.iter().any(|table| reads(table)), "{own:?}");
    for function in &functions {
        let error = plain.prepare(&format!("select {function}('pd', 'pd')")).err();
        error.expect("no function").to_string().says("no such function");
    }
    let documented = |name: &str| {
        let name = name.split([' ', '(']).next().unwrap_or_default().to_owned();
        [&readable, &own, &functions].iter().any(|names| names.contains(&name))
    };
    let calls = bgo::internal::sql::FUNCTIONS.iter().map(|(call, _)| call);
    for name in bgo::internal::sql::TABLES.iter().chain(calls) {
        assert!(documented(name), "{name}");
    }
}
