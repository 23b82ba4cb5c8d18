use super::completion::CompletionContext;
use super::editor::{Input, LineEditor};
use super::runner::Runner;
use super::settings::SettingsFile;
use super::{Scope, Session, ShellError, Status, commands};
use crate::args::is_yes;
use crate::render::{RawOutput, error_text, stderr, stdout, visible};
use std::io::{self, Write};

/// Reads commands from the terminal until the user leaves; commands that fail do not
/// change the status. `quiet` leaves out the start-up lines; the commands in `first` run
/// before the first prompt.
pub fn run_interactive(session: &mut Session, quiet: bool, first: &str) -> io::Result<Status> {
    session.set_confirm(confirm);
    let mut editor = LineEditor::new()?;
    let mut runner = Runner::new(session, stdout(), stderr(), false);
    if !quiet {
        match greeting(runner.session) {
            Ok(text) => runner.out.write_all(text.as_bytes())?,
            Err(error) => writeln!(runner.err, "{error}")?,
        }
    }
    let mut file = SettingsFile::of_user();
    match file.read() {
        Ok(settings) => runner.session.set_settings(settings),
        Err(error) => runner.err.show(&error_text(&error.to_string()))?,
    }
    let mut open = runner.line(first, "")?;
    while open {
        editor.set_context(completion_context(runner.session));
        open = match editor.read(&prompt(runner.session))? {
            Input::Line(pasted) => lines(&mut runner, &pasted)?,
            Input::Unreadable => {
                writeln!(runner.err, "the input is not UTF-8 text")?;
                true
            }
            Input::Cleared => true,
            Input::End => false,
        };
        // At once, so that a session that is killed loses nothing.
        if let Err(error) = file.keep(runner.session.settings()) {
            runner.err.show(&error_text(&error.to_string()))?;
        }
    }
    Ok(Status::Done)
}

/// Returns what completion knows. It has no names of players if the user does not wait
/// until they are read.
fn completion_context(session: &Session) -> CompletionContext {
    let _running = session.database().stop().start();
    CompletionContext::of(session)
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

/// Runs a line, or several that were pasted, and returns whether the user stays. A command
/// that fails ends its line.
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
    let database = session.database();
    let program = std::env::current_exe().unwrap_or_default();
    let games = session.snapshot()?.state()?.games;
    let mut text = format!(
        "Start {}  Work {}\nUsing database [{}] with {games} games.\n",
        program.parent().unwrap_or(&program).display(),
        session.directory().display(),
        database.path().display(),
    );
    if games == 0 {
        text.push_str("It is empty: \"import PATH\" adds games, and \"bgo demo\" has some.\n");
    }
    let mut names: Vec<&str> = commands::all().map(|command| command.name).collect();
    names.sort_unstable();
    for name in names {
        text.push_str(&format!("Registered {name}\n"));
    }
    Ok(text)
}

/// Asks on the terminal. An answer that cannot be read means no.
fn confirm(question: &str) -> bool {
    let answer = LineEditor::plain().and_then(|mut editor| editor.read(&format!("{question} [y/N] ")));
    matches!(answer, Ok(Input::Line(line)) if is_yes(&line))
}

#[cfg(test)]
mod tests {
    use super::super::testing::session;
    use super::*;
    use crate::render::Stream;

    #[test]
    fn lines_that_are_pasted_are_run_one_by_one() {
        let mut session = session(&["pd dp"]);
        let stream = || Stream::with(Vec::new(), false, false);
        let mut runner = Runner::new(&mut session, stream(), stream(), false);
        assert!(lines(&mut runner, "play pd\nplay pd\r\nplay dp").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 2);
        assert!(lines(&mut runner, "play pd; undo").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 2);
        assert!(!lines(&mut runner, "undo\nexit\nundo").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 1);
        let said = String::from_utf8(runner.err.into_written()).expect("UTF-8");
        assert_eq!(
            said,
            "white cannot play pd: the point is occupied\nblack cannot play pd: the point is occupied\n"
        );
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
