//! Where a test works, and the program as it runs there.

use bgo::store::{Access, Database};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with a database in it, or the room for one.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn database_path(&self) -> PathBuf {
        self.path("games.sqlite")
    }

    /// The program on the database of this place, with all streams piped.
    pub fn bgo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bgo"));
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env_clear()
            .env("HOME", self.folder.path())
            .env("BGO_DB", self.database_path())
            .current_dir(self.folder.path())
            .args(arguments);
        command
    }

    pub fn start(&self, arguments: &[&str]) -> Child {
        self.bgo(arguments).spawn().expect("starts")
    }

    /// Runs the program, which must succeed without saying anything.
    pub fn succeed(&self, arguments: &[&str]) {
        let Output { status, stderr, .. } = self.bgo(arguments).output().expect("runs");
        let said = String::from_utf8_lossy(&stderr);
        assert!(status.success() && said.is_empty(), "{arguments:?}: {said}");
    }

    pub fn open(&self, access: Access) -> Database {
        Database::open(&self.database_path(), access).expect("opens")
    }

    pub fn games(&self) -> u64 {
        self.open(Access::Read)
            .snapshot()
            .expect("a snapshot")
            .state()
            .expect("a state")
            .games
    }
}

/// What a process that failed says: one line, in the program's own words.
pub fn sentence(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{text}");
    let sentence = text.strip_prefix("bgo: ").and_then(|text| text.strip_suffix('\n'));
    let sentence = sentence.unwrap_or_else(|| panic!("{text:?}"));
    assert!(!sentence.contains('\n') && !sentence.contains("panicked"), "{sentence}");
    sentence.to_owned()
}
