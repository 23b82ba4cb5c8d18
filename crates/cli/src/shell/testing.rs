//! Helpers for the shell's tests, and the check of its fuzz target: that any line is split, run and
//! completed, and changes no more than it may. Fuzzing compiles them without testkit.

use super::completion::{CompletionContext, complete, hint};
use super::input::Input;
use super::runner::Runner;
use super::settings::UserSettings;
use super::{Session, commands, split};
use crate::render::OutputStream;
#[cfg(test)]
use crate::render::{Look, Screen};
use bgo::internal::go::{BoardSize, Color};
use bgo::internal::import::{ImportOptions, import};
use bgo::internal::query::{Filter, Scope, SearchBoard};
use bgo::internal::store::{Access, Database};
use std::cell::RefCell;
use tempfile::TempDir;

thread_local! {
    /// The folders of the sessions of a test, which are removed with its thread.
    static FOLDERS: RefCell<Vec<TempDir>> = const { RefCell::new(Vec::new()) };
}

/// Returns a session on a database of games, each given as for [`record`], in a temporary folder.
pub fn session(games: &[&str]) -> Session {
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
        let outcome = import(&database, &[records], &ImportOptions::default()).expect("imports");
        assert_eq!(outcome.summary.added, games.len() as u64, "{outcome:?}");
    }
    let session = Session::new(database, folder.path().to_owned());
    FOLDERS.with_borrow_mut(|folders| folders.push(folder));
    session
}

/// Returns a session on a database of the games that come with the program.
#[cfg(test)]
pub fn session_with_demo() -> Session {
    let mut session = session(&[]);
    std::fs::write(session.directory().join("games.tgz"), bgo::internal::bundled::GAMES).expect("a file");
    session.eval("import games.tgz").expect("imports");
    session
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
        Ok(text) => text.without_styles(),
        Err(error) => panic!("{line}: {error}"),
    }
}

/// Returns the look of texts on a screen of 80 columns.
#[cfg(test)]
pub(crate) fn on_a_screen() -> Look {
    Look {
        screen: Some(Screen { columns: 80, rows: 24 }),
        ..Look::default()
    }
}

/// Returns the message of a failing command. Panics if the command succeeds.
pub fn failure(session: &mut Session, line: &str) -> String {
    match session.eval(line) {
        Ok(text) => panic!("{line} shows {}", text.without_styles()),
        Err(error) => error.to_string(),
    }
}

/// Runs the commands of a table in the form of [`testkit::cases`], and compares what each shows, or why
/// it fails, with the text after it. `...` at an end of the text stands for anything, `\\n` and `\\r` for
/// the ends of lines.
#[cfg(test)]
#[track_caller]
pub fn talk(session: &mut Session, table: &str) {
    for (line, expected) in testkit::cases(table) {
        let shown = session.eval(line).map(|text| text.without_styles());
        let shown = shown.unwrap_or_else(|error| error.to_string());
        let shown = shown.trim_end_matches('\n');
        let expected = expected.replace(r"\r", "\r").replace(r"\n", "\n");
        let after_dots = expected.strip_prefix("...");
        let part = after_dots.unwrap_or(&expected);
        let is_so = match (after_dots, part.strip_suffix("...")) {
            (None, None) => shown == part,
            (None, Some(part)) => shown.starts_with(part),
            (Some(_), None) => shown.ends_with(part),
            (Some(_), Some(part)) => shown.contains(part.trim_end_matches('\n')),
        };
        assert!(is_so, "{line} shows {shown:?}, not {expected:?}");
    }
}

pub fn shown_by(error: &super::ShellError) -> String {
    error.shown().map_or_else(String::new, |text| text.without_styles())
}

const MAX_LINES: usize = 100;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(session(&[
        "1990 pd dp pp dd fc",
        "1995 dd pp dp pd nc",
        "2001 pd dp dd pp qn",
        "pd pass dp",
    ]));
}

/// Runs `data` as a script, except for commands that touch files.
pub fn check(data: &[u8]) {
    SESSION.with_borrow_mut(|session| {
        session.set_scope(Scope::Board).expect("the whole board");
        session.reset(BoardSize::MAX);
        session.set_filter(Filter::default()).expect("no name to look for");
        session.set_swap(false);
        session.set_replay(None);
        session.set_settings(UserSettings::default());
        for line in String::from_utf8_lossy(data).lines().take(MAX_LINES) {
            check_words(line);
            check_completion(line, session);
            for statement in split::statements(line) {
                check_statement(statement, session);
            }
        }
    });
}

/// Checks that statements are what a POSIX shell would see between `;`.
fn check_words(line: &str) {
    let statements = split::statements(line);
    let joined = statements.join(";");
    let comment = line
        .strip_prefix(&joined)
        .expect("the statements from the start of the line");
    assert!(comment.is_empty() || comment.starts_with('#'), "{line:?}");
    let last = statements.len() - 1;
    for statement in &statements[..last] {
        assert!(split::words(statement).is_ok(), "{statement:?} of {line:?}");
    }
}

fn check_completion(line: &str, session: &Session) {
    hint(line);
    let Some(last) = split::unfinished_word(line) else {
        return;
    };
    assert!(line.is_char_boundary(last.start), "{line:?}");
    let (start, pairs) = complete(line, &CompletionContext::of(session));
    assert_eq!(start, last.start, "{line:?}");
    for pair in pairs.iter().take(5) {
        let completed = format!("{}{}", &line[..start], pair.replacement);
        let word = split::unfinished_word(completed.trim_end()).expect("a word");
        assert_eq!(word.before, last.before, "{line:?}");
        assert!(word.text.ends_with(&pair.display), "{line:?} becomes {completed:?}");
    }
}

fn check_statement(statement: &str, session: &mut Session) {
    if touches_files(statement) {
        return;
    }
    let [out, err] = [(); 2].map(|()| OutputStream::with(Vec::new(), true, true));
    let mut runner = Runner::new(session, out, err, true);
    runner.run(&Input::Commands(statement.to_owned()), None).expect("room");
    for shown in [runner.out, runner.err] {
        let text = String::from_utf8(shown.into_written()).expect("UTF-8");
        assert!(text.is_empty() || text.ends_with('\n'), "{statement:?} shows {text:?}");
        assert!(!steers(&text), "{statement:?} shows {text:?}");
    }
    let start = session.board().start();
    let mut line = SearchBoard::from_stones(start.size(), start.stones(), Color::Black);
    for &mv in session.board().moves() {
        line.play(mv).expect("a move that was played");
    }
    assert_eq!(line.position(), session.board().position());
    assert!(session.marks().len() <= session.answer().map_or(0, |answer| answer.next_moves.len()));
}

fn steers(text: &str) -> bool {
    let mut parts = text.split('\x1b');
    let is_plain = parts.next().is_none_or(is_plain);
    !is_plain || !parts.all(is_color_and_text)
}

fn is_plain(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && c != '\n')
}

/// Returns whether a text after an escape sets a colour and is plain after that.
fn is_color_and_text(text: &str) -> bool {
    let codes = text.strip_prefix('[').and_then(|text| text.split_once('m'));
    codes.is_some_and(|(codes, rest)| codes.bytes().all(|b| b.is_ascii_digit() || b == b';') && is_plain(rest))
}

/// Returns whether the statement could read or write files, or change the folder of
/// later ones.
fn touches_files(statement: &str) -> bool {
    let Ok(words) = split::words(statement) else {
        return false;
    };
    let [keyword, rest @ ..] = &words[..] else { return false };
    let named = commands::named(keyword).is_ok_and(|command| {
        matches!(
            command.get_name(),
            "demo" | "import" | "cd" | "ls" | "export" | "load" | "save" | "remove" | "pattern"
        )
    });
    let writes = rest.iter().any(|word| word.starts_with("--o"));
    (named || writes) && !matches!(rest, [only] if only == "--help")
}
