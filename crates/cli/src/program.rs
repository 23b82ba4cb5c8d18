//! The program itself: its version, the command that starts it, and the words it was called with.

use bgo::internal::store::sqlite_version;
use serde::Serialize;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The facts of the running program that a report of a fault needs besides the version.
#[derive(Serialize)]
pub(crate) struct Program {
    /// The commit that the program was built from, if its build knew.
    commit: Option<&'static str>,
    sqlite: &'static str,
    /// The operating system and the processor, such as `linux x86_64`.
    system: String,
}

impl Program {
    pub fn running() -> Self {
        Self {
            commit: option_env!("BGO_COMMIT"),
            sqlite: sqlite_version(),
            system: format!("{} {}", env::consts::OS, env::consts::ARCH),
        }
    }

    /// Returns what `bgo --version` prints after the name.
    pub fn long_version() -> String {
        let Self { commit, sqlite, system } = Self::running();
        let commit = commit.map(|commit| format!(" ({commit})")).unwrap_or_default();
        format!("{VERSION}{commit}\nSQLite {sqlite}\n{system}")
    }
}

static CALL: OnceLock<Call> = OnceLock::new();

/// A call of the program, of the running file unless [`crate::main_of`] says otherwise.
pub struct Call {
    /// The command that starts the program again, with its first arguments: `bgo`, or `python -m bgo`.
    pub command: Vec<OsString>,
    /// The words of the command line, of which the first is the name of the program.
    pub words: Vec<OsString>,
}

impl Call {
    fn of_process() -> Self {
        Self {
            command: vec![env::current_exe().map_or_else(|_| "bgo".into(), OsString::from)],
            words: words_of_process(),
        }
    }
}

/// Keeps the call for the rest of the process; the first one stays.
pub(crate) fn keep(call: Call) {
    let _ = CALL.set(call);
}

/// Returns the words of the command line.
pub(crate) fn words() -> &'static [OsString] {
    &call().words
}

/// Returns the words of the command line as text, to say something of them.
pub(crate) fn shown_words() -> impl Iterator<Item = String> {
    words().iter().map(|word| word.to_string_lossy().into_owned())
}

/// Returns the file of the program.
pub(crate) fn path() -> &'static Path {
    call().command.first().map_or(Path::new("bgo"), Path::new)
}

/// Returns a command that starts the program again.
pub(crate) fn command() -> Command {
    let mut command = Command::new(path());
    command.args(call().command.iter().skip(1));
    command
}

fn call() -> &'static Call {
    CALL.get_or_init(Call::of_process)
}

/// The shells of Windows leave names such as `*.tgz` to the program.
fn words_of_process() -> Vec<OsString> {
    let given: Vec<OsString> = env::args_os().collect();
    // Brackets are wildcards to `wild`, and to no shell of Windows: of `game[1].sgf`, as browsers
    // name a second download, it makes `game1.sgf` if there is one.
    if given.iter().any(|word| has_wildcard(word)) {
        wild::args_os().collect()
    } else {
        given
    }
}

fn has_wildcard(word: &OsStr) -> bool {
    word.to_string_lossy().contains(['*', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_no_wildcards() {
        for (word, expected) in [
            ("*.tgz", true),
            ("game?.sgf", true),
            ("game[1].sgf", false),
            ("pd", false),
        ] {
            assert_eq!(has_wildcard(OsStr::new(word)), expected, "{word}");
        }
    }
}
