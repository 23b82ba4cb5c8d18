//! The sandbox of a test, and short ways to make records.

use assert_cmd::Command;
use bgo::internal::store::{Access, Database, Snapshot};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::ops::Deref;
use std::path::PathBuf;
use testkit::{Sandbox, Text, add_row_checksum, nodes};

pub use testkit::{line as long_line, turned};

/// A sandbox for the program, with shortcuts to run it and to ask its database.
#[derive(Default)]
pub struct World {
    sandbox: Sandbox,
}

impl Deref for World {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}

impl World {
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a world whose database has these records, each imported as a file, in
    /// this order.
    pub fn with<R: AsRef<str>>(records: &[R]) -> Self {
        let world = Self::new();
        world.write_records("games.tar", records);
        world.ok(["import", "games.tar"]);
        world
    }

    /// Creates a world whose database has no games.
    pub fn with_no_games() -> Self {
        let world = Self::new();
        Database::open(&world.database_path(), Access::Write).expect("a database");
        world
    }

    /// Makes a named pipe.
    #[cfg(unix)]
    pub fn make_pipe(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo").success());
        path
    }

    pub fn bgo<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::from_std(self.command(env!("CARGO_BIN_EXE_bgo")));
        command.args(arguments);
        command
    }

    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Ran {
        Ran::new(&mut self.bgo(arguments))
    }

    /// Returns the standard output of a command. Panics unless the command succeeds
    /// with an empty standard error, but for lines about files that it wrote.
    pub fn ok<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> String {
        let mut command = self.bgo(arguments);
        let Ran { status, out, err } = Ran::new(&mut command);
        assert_eq!((status, without_files(&err).as_str()), (0, ""), "{command:?}");
        out
    }

    /// Returns what the shell prints for these commands, which succeed.
    pub fn shell(&self, commands: &str) -> String {
        self.ok(["shell", "-q", "-c", commands])
    }

    /// Returns the message of a failing command, as [`Ran::sentence`] does.
    pub fn sentence<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> String {
        self.run(arguments).sentence()
    }

    /// Asserts that a command fails with this status and no output, and that its message has this part.
    #[track_caller]
    pub fn fails<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>, status: i32, said: &str) {
        let ran = self.run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{said}: {}", ran.err);
        ran.err.says(said);
    }

    /// Returns the JSON document that a command prints, which succeeds.
    pub fn json<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Value {
        document(&self.ok(arguments))
    }

    /// Returns the JSON document that a command prints, whatever else it says.
    pub fn answer<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Value {
        document(&self.run(arguments).out)
    }

    /// Returns the number of games in the database.
    pub fn games(&self) -> u64 {
        self.json(["info", "--json"])["games"].as_u64().expect("a number")
    }

    /// Returns the number of games with the position after these moves.
    pub fn games_with(&self, moves: &str, size: &str) -> u64 {
        let options = ["search", "--json", "--size", size];
        let answer = self.json(options.into_iter().chain(moves.split_whitespace()));
        answer["games"].as_u64().expect("a number")
    }

    pub fn database(&self) -> Database {
        Database::open(&self.database_path(), Access::Read).expect("opens")
    }

    pub fn snapshot(&self) -> Snapshot {
        self.database().snapshot().expect("a snapshot")
    }

    /// Returns the original record of a game.
    pub fn record(&self, game: i64) -> Vec<u8> {
        self.snapshot().record(game).expect("is stored").bytes
    }

    /// Imports files and returns the output of `--json` and of `--report`.
    pub fn import_with_report<const N: usize>(&self, paths: [&str; N]) -> (Value, Vec<Value>) {
        let options = ["import", "--json", "--report", "report.jsonl", "--overwrite"];
        (self.json(options.into_iter().chain(paths)), self.report())
    }

    /// Returns the lines of `report.jsonl`.
    pub fn report(&self) -> Vec<Value> {
        let report = fs::read_to_string(self.path("report.jsonl")).expect("a report");
        report.lines().map(document).collect()
    }
}

/// Changes a database without the program.
pub fn change(world: &World, sql: &str) {
    let database = rusqlite::Connection::open(world.database_path()).expect("opens");
    add_row_checksum(&database);
    database.execute_batch(sql).expect("is changed");
}

/// The outcome of a process.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn new(command: &mut Command) -> Self {
        Self::from(command.output().expect("runs"))
    }

    /// Returns the message of a failure: one line, in the program's own words.
    pub fn sentence(self) -> String {
        testkit::sentence(Some(self.status), &self.err)
    }
}

impl From<std::process::Output> for Ran {
    fn from(output: std::process::Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self {
            status: output.status.code().expect("no signal"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// Parses a JSON document.
pub fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns a record with these properties in its root and these moves, Black first.
pub fn game(root: &str, moves: &str) -> String {
    format!("(;GM[1]FF[4]{root}{})", nodes(moves.split_whitespace()))
}

/// Returns the lines of standard error without those about files that a command wrote, such as `a.json: 581 bytes`.
pub fn without_files(err: &str) -> String {
    let is_about_file =
        |line: &&str| line.contains(": ") && [" bytes", " kB", " MB"].iter().any(|unit| line.ends_with(unit));
    err.lines().filter(|line| !is_about_file(line)).collect()
}
