//! A program that talks to an engine.

use crate::world::{Ran, World, game};
use bgo_research::formats::gtp::read_answer;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Commands with their responses: texts, or failures.
pub type Table = &'static [(&'static str, Result<&'static str, &'static str>)];

/// Returns two games, of which one begins with two handicap stones.
pub fn two_games() -> World {
    World::with(&[&game("", "pd dp pp dd"), "(;GM[1]FF[4]HA[2]AB[dp][pd];W[dd])"])
}

/// An engine that is asked command by command. It ends with its input when it is dropped.
pub struct Talk {
    pub engine: Child,
    pub input: ChildStdin,
    pub output: BufReader<ChildStdout>,
}

impl Talk {
    /// Starts an engine.
    pub fn start(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut engine = command.spawn().expect("starts");
        Self {
            input: engine.stdin.take().expect("a pipe"),
            output: BufReader::new(engine.stdout.take().expect("a pipe")),
            engine,
        }
    }

    /// Starts `bgo gtp` with options.
    pub fn bgo<const N: usize>(world: &World, options: [&str; N]) -> Self {
        let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
        Self::start(command.arg("gtp").args(options))
    }

    /// Sends a line without waiting for the response.
    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("is read");
    }

    /// Returns the text or the failure of the next response.
    pub fn receive(&mut self) -> Result<String, String> {
        let answer = read_answer(&mut self.output).expect("an answer");
        answer.expect("more output").result
    }

    /// Returns the next line of output.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        line
    }

    /// Returns the text or the failure of the response to a command.
    pub fn ask(&mut self, line: &str) -> Result<String, String> {
        self.send(line);
        self.receive()
    }

    /// Returns the text of the response to a command, which must succeed.
    pub fn ok(&mut self, line: &str) -> String {
        self.ask(line).unwrap_or_else(|failure| panic!("{line}: {failure}"))
    }

    /// Asks each command of a table and compares the responses.
    pub fn assert(&mut self, table: Table) {
        for (line, expected) in table {
            let found = self.ask(line);
            assert_eq!(found.as_deref().map_err(String::as_str), *expected, "{line}");
        }
    }

    /// Returns the stones of both colours, sorted.
    pub fn stones(&mut self) -> [Vec<String>; 2] {
        ["black", "white"].map(|color| {
            let stones = self.ok(&format!("list_stones {color}"));
            let mut stones: Vec<String> = stones.split_whitespace().map(str::to_owned).collect();
            stones.sort_unstable();
            stones
        })
    }
}

/// Returns all that `bgo gtp` writes when it reads this input.
pub fn session<const N: usize>(world: &World, options: [&str; N], input: impl Into<Vec<u8>>) -> String {
    let mut command = world.bgo(["gtp"]);
    let ran = Ran::new(command.args(options).write_stdin(input));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}
