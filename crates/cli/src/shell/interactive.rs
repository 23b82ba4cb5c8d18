use super::completion::CompletionContext;
use super::editor::{Input, LineEditor};
use super::runner::Runner;
use super::{Scope, Session, ShellError, Status, commands};
use crate::args::is_yes;
use crate::render::{RawOutput, counted, stderr, stdout, visible};
use bgo::store::StoreError;
use std::io::{self, Write};

/// Reads commands from the terminal until the user leaves; commands that fail do not
/// change the status. `quiet` leaves out the start-up lines; the commands in `first` run
/// before the first prompt.
pub fn run_interactive(session: &mut Session, quiet: bool, first: &str) -> io::Result<Status> {
    session.set_confirm(confirm);
    let mut editor = LineEditor::new()?;
    let mut runner = Runner {
        session,
        out: stdout(),
        err: stderr(),
        worst: Status::Done,
        stopped: false,
    };
    if !quiet {
        match greeting(runner.session) {
            Ok(text) => runner.out.write_all(text.as_bytes())?,
            Err(error) => writeln!(runner.err, "{error}")?,
        }
    }
    let mut open = runner.line(first, "")?;
    while open {
        editor.set_context(CompletionContext::of(runner.session));
        open = match editor.read(&prompt(runner.session))? {
            Input::Line(pasted) => lines(&mut runner, &pasted)?,
            Input::Unreadable => {
                writeln!(runner.err, "the input is not UTF-8 text")?;
                true
            }
            Input::Cleared => true,
            Input::End => false,
        };
    }
    Ok(Status::Done)
}

/// Returns the prompt: the open game and the conditions on games, then `>`.
fn prompt(session: &Session) -> String {
    const LONGEST: usize = 40;
    let mut prompt = String::new();
    if let Some(replay) = session.replay() {
        prompt.push_str(&format!("[game {}] ", replay.game.game));
    }
    let mut conditions = session.filter().conditions();
    match session.scope() {
        Scope::Board if session.swap() => conditions.push("swap".to_owned()),
        Scope::Board => {}
        Scope::Area(..) => conditions.push("area".to_owned()),
        Scope::Diagram(..) => conditions.push("pattern".to_owned()),
    }
    // The line editor writes to the terminal by itself.
    let text = conditions.join(" ");
    let text = visible(&text);
    if text.chars().count() > LONGEST {
        prompt.push_str(&format!("[{} conditions] ", conditions.len()));
    } else if !text.is_empty() {
        prompt.push_str(&format!("[{text}] "));
    }
    prompt + "> "
}

/// Runs a line, or several that were pasted, and returns whether the user stays.
fn lines(runner: &mut Runner<'_, impl RawOutput, impl RawOutput>, pasted: &str) -> io::Result<bool> {
    for line in pasted.lines() {
        if !runner.line(line, "")? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the start-up lines.
fn greeting(session: &Session) -> Result<String, ShellError> {
    let database = session.database().path();
    let program = std::env::current_exe().unwrap_or_default();
    let mut text = format!(
        "Start {}  Work {}\n",
        program.parent().unwrap_or(&program).display(),
        session.directory().display(),
    );
    let games = match session.snapshot() {
        Err(StoreError::Missing(_)) => None,
        snapshot => Some(snapshot?.state()?.games),
    };
    match games {
        Some(games) => text.push_str(&format!(
            "Using database [{}] with {}.\n",
            database.display(),
            counted(games, "game")
        )),
        None => text.push_str(&format!("There is no database [{}] yet.\n", database.display())),
    }
    match games {
        Some(0) => text.push_str("It is empty: \"import PATH\" adds games, and \"bgo demo\" has some.\n"),
        Some(_) => {}
        None => text.push_str("\"import PATH\" makes it, and \"bgo demo\" has some games.\n"),
    }
    let mut names: Vec<&str> = commands::ALL.iter().map(|command| command.name).collect();
    names.sort_unstable();
    for name in names {
        text.push_str(&format!("Registered {name}\n"));
    }
    Ok(text)
}

/// Asks on the terminal. An answer that cannot be read means no.
fn confirm(question: &str) -> bool {
    let (details, question) = question.rsplit_once('\n').unwrap_or(("", question));
    if !details.is_empty() && writeln!(stderr(), "{details}").is_err() {
        return false;
    }
    let answer = LineEditor::plain().and_then(|mut editor| editor.read(&format!("{question} [y/N] ")));
    matches!(answer, Ok(Input::Line(line)) if is_yes(&line))
}

#[cfg(test)]
mod tests {
    use super::super::SessionDatabase;
    use super::super::testing::session;
    use super::*;
    use crate::render::Stream;
    use bgo::go::HashTable;

    #[test]
    fn lines_that_are_pasted_are_run_one_by_one() {
        let mut session = session(&["pd dp"]);
        let mut runner = Runner {
            session: &mut session,
            out: Stream::with(Vec::new(), false, false),
            err: Stream::with(Vec::new(), false, false),
            worst: Status::Done,
            stopped: false,
        };
        assert!(lines(&mut runner, "play pd\nplay pd\r\nplay dp").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 2);
        assert!(!lines(&mut runner, "undo\nexit\nundo").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 1);
        let said = String::from_utf8(runner.err.into_written()).expect("UTF-8");
        assert_eq!(said, "white cannot play pd: the point is occupied\n");
    }

    #[test]
    fn an_empty_database_is_told_of() {
        let text = greeting(&session(&[])).expect("a greeting");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].ends_with("] with 0 games."), "{text}");
        assert_eq!(
            lines[2],
            "It is empty: \"import PATH\" adds games, and \"bgo demo\" has some."
        );
        assert_eq!(lines[3], "Registered Area");
    }

    #[test]
    fn a_missing_database_is_told_of_and_not_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("typo.sqlite");
        let database = SessionDatabase::missing(path.clone(), HashTable::built_in());
        let text = greeting(&Session::new(database, folder.path().to_owned())).expect("a greeting");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], format!("There is no database [{}] yet.", path.display()));
        assert_eq!(lines[2], "\"import PATH\" makes it, and \"bgo demo\" has some games.");
        assert!(!path.exists());
    }

    #[test]
    fn the_start_up_lines() {
        let session = session(&["pd dp", "dd"]);
        let text = greeting(&session).expect("a greeting");
        let lines: Vec<&str> = text.lines().collect();
        let work = format!("  Work {}", session.directory().display());
        assert!(lines[0].starts_with("Start ") && lines[0].ends_with(&work), "{text}");
        let database = session.database().path().display();
        assert_eq!(lines[1], format!("Using database [{database}] with 2 games."));
        insta::assert_snapshot!(lines[2..].join(
            "
"
        ));
    }
}
