//! Helpers for the shell's tests. Fuzzing compiles them too, without testkit.

use super::Session;
use bgo::import::{ImportOptions, import};
use bgo::store::{Access, Database};
use std::ops::{Deref, DerefMut};
use tempfile::TempDir;

/// A session on a database in a temporary folder.
pub struct TestSession {
    session: Session,
    _folder: TempDir,
}

impl Deref for TestSession {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl DerefMut for TestSession {
    fn deref_mut(&mut self) -> &mut Session {
        &mut self.session
    }
}

/// Returns a session on a database of games, each given as for [`record`].
pub fn session(games: &[&str]) -> TestSession {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let database = Database::open(&path, Access::Write).expect("a database");
    if !games.is_empty() {
        let records = folder.path().join("records");
        std::fs::create_dir(&records).expect("a folder");
        for (number, moves) in games.iter().enumerate() {
            let file = records.join(format!("{number}.sgf"));
            std::fs::write(file, record(moves, &number.to_string())).expect("a file");
        }
        let outcome = import(&database, &[records], &ImportOptions::default(), &mut ()).expect("imports");
        assert_eq!(outcome.summary.added, games.len() as u64, "{outcome:?}");
    }
    let session = Session::new(database, folder.path().to_owned());
    TestSession {
        session,
        _folder: folder,
    }
}

/// Returns a record of an optional year followed by moves, Black first. Short games
/// with the same moves are duplicates unless their players differ.
pub fn record(moves: &str, player: &str) -> String {
    let mut words = moves.split_whitespace().peekable();
    let year = words.next_if(|word| word.parse::<u16>().is_ok());
    let date = year.map(|year| format!("DT[{year}]")).unwrap_or_default();
    let moves = words
        .map(|word| word.replace("pass", ""))
        .zip(["B", "W"].iter().cycle());
    let nodes: String = moves.map(|(point, color)| format!(";{color}[{point}]")).collect();
    format!("(;GM[1]SZ[19]PB[{player}]{date}{nodes})")
}

/// Returns the output of a command without colours. Panics if the command fails.
pub fn shown(session: &mut Session, line: &str) -> String {
    match session.eval(line) {
        Ok(output) => output.text.without_styles(),
        Err(error) => panic!("{line}: {error}"),
    }
}

/// Returns the message of a failing command. Panics if the command succeeds.
pub fn failure(session: &mut Session, line: &str) -> String {
    match session.eval(line) {
        Ok(output) => panic!("{line} shows {}", output.text.without_styles()),
        Err(error) => error.to_string(),
    }
}

/// Returns the output of a failing command, without colours.
pub fn shown_by(error: &super::ShellError) -> String {
    error.shown().map_or_else(String::new, |text| text.without_styles())
}
