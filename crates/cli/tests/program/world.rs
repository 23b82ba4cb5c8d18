//! What a test works in, and short ways to make records.

use assert_cmd::Command;
use bgo::store::{Access, Database, Snapshot};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use testkit::tar;

/// A folder that is the user's home, the working directory and the place of
/// the database.
pub struct World {
    folder: TempDir,
}

impl World {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// A world whose database has these records, each imported as a file of
    /// its own, in this order.
    pub fn with(records: &[&str]) -> Self {
        let world = Self::new();
        let members: Vec<_> = records
            .iter()
            .enumerate()
            .map(|(i, sgf)| (format!("{i:04}.sgf"), sgf.as_bytes().to_vec()))
            .collect();
        world.write("games.tar", tar(&members));
        world.ok(["import", "games.tar"]);
        world
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Where `bgo` finds its database here.
    pub fn database_path(&self) -> PathBuf {
        self.path("games.sqlite")
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("is made");
        fs::write(&path, bytes).expect("is written");
        path
    }

    pub fn bgo<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bgo"));
        command
            .env_clear()
            .env("HOME", self.folder())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("BGO_DB", self.database_path())
            .current_dir(self.folder())
            .args(arguments);
        command
    }

    pub fn run<const N: usize>(&self, arguments: [&str; N]) -> Ran {
        Ran::new(&mut self.bgo(arguments))
    }

    /// What a command shows that succeeds and has nothing else to say.
    pub fn ok<const N: usize>(&self, arguments: [&str; N]) -> String {
        let Ran { status, out, err } = self.run(arguments);
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
        out
    }

    /// The one sentence of a command that fails.
    pub fn sentence<const N: usize>(&self, arguments: [&str; N]) -> String {
        self.run(arguments).sentence()
    }

    /// The one document that a command prints.
    pub fn json<const N: usize>(&self, arguments: [&str; N]) -> Value {
        document(&self.ok(arguments))
    }

    /// How many games the database has.
    pub fn games(&self) -> u64 {
        self.json(["info", "--json"])["games"].as_u64().expect("a number")
    }

    /// How many games have the position after these moves.
    pub fn games_with(&self, moves: &str, size: &str) -> u64 {
        let mut command = self.bgo(["search", "--json", "--size", size]);
        let ran = Ran::new(command.args(moves.split_whitespace()));
        assert_eq!(ran.err, "", "{moves}");
        document(&ran.out)["games"].as_u64().expect("a number")
    }

    pub fn database(&self) -> Database {
        Database::open(&self.database_path(), Access::Read).expect("opens")
    }

    pub fn snapshot(&self) -> Snapshot {
        self.database().snapshot().expect("a snapshot")
    }

    /// The original of a game.
    pub fn record(&self, game: i64) -> Vec<u8> {
        self.snapshot().record(game).expect("is stored").sgf
    }

    /// The one number that a query yields.
    pub fn number(&self, sql: &str) -> i64 {
        let database = rusqlite::Connection::open(self.database_path()).expect("opens");
        database.query_row(sql, [], |row| row.get(0)).expect("a number")
    }

    /// The texts that a query yields; empty for NULL.
    pub fn texts(&self, sql: &str) -> Vec<String> {
        let database = rusqlite::Connection::open(self.database_path()).expect("opens");
        let mut statement = database.prepare(sql).expect("a query");
        let rows = statement.query_map([], |row| Ok(row.get::<_, Option<String>>(0)?.unwrap_or_default()));
        rows.expect("rows").map(|text| text.expect("a text")).collect()
    }

    /// Imports, and yields what `--json` and `--report` say.
    pub fn import_with_report<const N: usize>(&self, paths: [&str; N]) -> (Value, Vec<Value>) {
        let ran = Ran::new(self.bgo(["import", "--json", "--report", "report.jsonl"]).args(paths));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        (document(&ran.out), self.report())
    }

    /// The lines of `report.jsonl`.
    pub fn report(&self) -> Vec<Value> {
        let report = fs::read_to_string(self.path("report.jsonl")).expect("a report");
        report.lines().map(document).collect()
    }
}

/// What came of a process.
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

    /// The sentence of a failure: one line, in the program's own words.
    pub fn sentence(self) -> String {
        assert_eq!(self.status, 1, "{self:?}");
        let sentence = self.err.strip_prefix("bgo: ").and_then(|err| err.strip_suffix('\n'));
        let sentence = sentence.unwrap_or_else(|| panic!("{:?}", self.err));
        assert!(!sentence.contains('\n') && !sentence.contains("panicked"), "{sentence}");
        sentence.to_owned()
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

pub fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A record with these properties in its root and these moves, Black first.
pub fn game(root: &str, moves: &str) -> String {
    let colors = ["B", "W"].iter().cycle();
    let moves: String = moves
        .split_whitespace()
        .zip(colors)
        .map(|(at, color)| format!(";{color}[{at}]"))
        .collect();
    format!("(;GM[1]FF[4]{root}{moves})")
}

/// So many moves far from each other; another start makes another game.
pub fn long_line(count: usize, start: usize) -> String {
    let points = (0..count).map(|i| (start + i * 7) % 361);
    points.map(|i| format!("{} ", letters(i % 19, i / 19))).collect()
}

/// The line, turned by a quarter.
pub fn turned(moves: &str) -> String {
    let turn = |at: &str| match at.as_bytes() {
        [x, y] => format!("{} ", letters(usize::from(b's' - y), usize::from(x - b'a'))),
        _ => panic!("{at} is no point"),
    };
    moves.split_whitespace().map(turn).collect()
}

fn letters(x: usize, y: usize) -> String {
    [x, y].map(|v| char::from(b'a' + v as u8)).iter().collect()
}
