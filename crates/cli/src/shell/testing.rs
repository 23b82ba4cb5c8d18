//! Shared helpers of the shell's tests.

use super::Session;
use crate::render::ImportReporter;
use bgo::import::{ImportOptions, import};
use bgo::store::{Access, Database};
use std::ops::{Deref, DerefMut};
use tempfile::TempDir;

/// A session, and the temporary folder of its database.
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

/// Returns a session on a database with these games: an optional year, then moves, black
/// first.
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
        let mut silent = ImportReporter::new(false, None);
        let outcome = import(&database, &[records], &ImportOptions::default(), &mut silent).expect("imports");
        assert_eq!(outcome.summary.added, games.len() as u64, "{outcome:?}");
    }
    let session = Session::new(database, folder.path().to_owned());
    TestSession {
        session,
        _folder: folder,
    }
}

/// Returns a record with these moves, after an optional year. Short games with the same
/// moves are duplicates unless their players differ.
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

/// Returns what a command shows, without colours. It must not fail.
pub fn shown(session: &mut Session, line: &str) -> String {
    match session.eval(line) {
        Ok(output) => output.text.without_styles().into_owned(),
        Err(error) => panic!("{line}: {error}"),
    }
}

/// Returns what a command says that must fail.
pub fn failure(session: &mut Session, line: &str) -> String {
    match session.eval(line) {
        Ok(output) => panic!("{line} shows {}", output.text.as_str()),
        Err(error) => error.to_string(),
    }
}

/// Returns what a failing command shows, without colours.
pub fn shown_by(error: &super::ShellError) -> String {
    error
        .shown()
        .map_or_else(String::new, |text| text.without_styles().into_owned())
}
