//! Python with NumPy, which reads the files that the program makes.

use std::path::Path;
use std::process::Command;

/// A Python that has NumPy.
#[derive(Clone, Copy)]
pub struct NumPy(&'static str);

impl NumPy {
    /// Returns the first one that is installed, or says that the test is skipped.
    pub fn installed() -> Option<Self> {
        let has_numpy = |python: &&str| {
            let tried = Command::new(python).args(["-c", "import numpy"]).output();
            tried.is_ok_and(|output| output.status.success())
        };
        let found = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy);
        if found.is_none() {
            eprintln!("skipped: no Python with NumPy is installed");
        }
        found.map(Self)
    }

    /// Runs a program with arguments in a folder, and returns what it prints.
    pub fn run(self, code: &str, arguments: &[&str], folder: &Path) -> String {
        let mut command = Command::new(self.0);
        let command = command.args(["-c", code]).args(arguments).current_dir(folder);
        let output = command.output().expect("runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}
