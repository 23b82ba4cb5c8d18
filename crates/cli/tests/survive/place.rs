//! The sandbox of a test, and the program as it runs there.

use bgo::internal::store::{Access, Database};
use std::ops::Deref;
use std::process::{Child, Command, Output, Stdio};
use testkit::Sandbox;

/// A sandbox for the program, with or without a database.
#[derive(Default)]
pub struct Place {
    sandbox: Sandbox,
}

impl Deref for Place {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}

impl Place {
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a command that runs the program on the database, with all streams piped.
    pub fn bgo(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_bgo"));
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .args(arguments);
        command
    }

    pub fn start(&self, arguments: &[&str]) -> Child {
        self.bgo(arguments).spawn().expect("starts")
    }

    /// Runs the program, which must succeed with an empty standard error.
    pub fn succeed(&self, arguments: &[&str]) {
        let Output { status, stderr, .. } = self.bgo(arguments).output().expect("runs");
        let stderr = String::from_utf8_lossy(&stderr);
        assert!(status.success() && stderr.is_empty(), "{arguments:?}: {stderr}");
    }

    pub fn open(&self, access: Access) -> Database {
        Database::open(&self.database_path(), access).expect("opens")
    }

    /// Returns the number of games in the database.
    pub fn games(&self) -> u64 {
        let snapshot = self.open(Access::Read).snapshot().expect("a snapshot");
        snapshot.state().expect("a state").games
    }
}

/// Returns the message of a failed program: one line, in the program's own words.
pub fn sentence(output: &Output) -> String {
    let stderr = str::from_utf8(&output.stderr).expect("UTF-8");
    testkit::sentence(output.status.code(), stderr)
}
