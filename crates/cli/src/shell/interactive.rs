//! The shell on a terminal.

use super::Session;
use super::completion::{CompletionContext, complete, hint};
use super::first_screen::{FirstScreen, first_screen};
use super::runner::Runner;
use super::settings::{SettingsFile, user_folder};
use crate::args::is_yes;
use crate::render::{error_text, is_unseen, stderr, stdout, visible};
use anstream::{AutoStream, ColorChoice};
use bgo::internal::query::Scope;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper, Validator};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;

/// Reads commands from the terminal until the user leaves.
pub fn run_interactive(session: &mut Session, first: FirstScreen) -> io::Result<()> {
    session.set_confirm(confirm);
    let mut editor = line_editor(user_folder().map(|folder| folder.join("history")))?;
    let mut runner = Runner::new(session, stdout(), stderr(), false);
    let mut file = SettingsFile::of_user();
    match file.read() {
        Ok(settings) => runner.session.set_settings(settings),
        Err(error) => runner.err.show(&error_text(&error))?,
    }
    if first != FirstScreen::None {
        runner
            .out
            .set_look(runner.session.coordinates(), runner.session.settings().form);
        match first_screen(runner.session, first) {
            Ok(text) => runner.out.show(&text)?,
            Err(error) => runner.err.show(&error_text(&error.to_string()))?,
        }
    }
    let mut open = true;
    while open {
        if let Some(helper) = editor.helper_mut() {
            helper.context = Some(completion_context(runner.session));
        }
        open = match read_line(&mut editor, &prompt(runner.session)) {
            Ok(pasted) => lines(&mut runner, &pasted)?,
            // Ctrl-C drops the line, Ctrl-D ends the session.
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => true,
            Err(ReadlineError::Eof) => false,
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                writeln!(runner.err, "the input is not UTF-8 text")?;
                true
            }
            Err(error) => return Err(to_io(error)),
        };
        // At once, so that a session that is killed loses nothing.
        if let Err(error) = file.keep(runner.session.settings()) {
            runner.err.show(&error_text(&error))?;
        }
    }
    Ok(())
}

/// Returns what completion knows. It has no names of players if the user does not wait
/// until they are read.
fn completion_context(session: &Session) -> CompletionContext {
    let _running = session.database.stop().start();
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
fn lines(runner: &mut Runner<'_, impl Write, impl Write>, pasted: &str) -> io::Result<bool> {
    for line in pasted.lines() {
        if !runner.line(line, "")? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Asks on the terminal. An answer that cannot be read means no.
fn confirm(question: &str) -> bool {
    let (details, question) = question.rsplit_once('\n').unwrap_or(("", question));
    if !details.is_empty() && writeln!(stderr(), "{details}").is_err() {
        return false;
    }
    let answer = line_editor(None).map(|mut editor| read_line(&mut editor, &format!("{question} [y/N] ")));
    matches!(answer, Ok(Ok(line)) if is_yes(&line))
}

/// Lines that the history keeps.
const HISTORY_LENGTH: usize = 1000;

/// Returns a reader of lines from the terminal, with completion and hints, and a history that is kept between sessions in
/// a file, if there is one.
fn line_editor(history: Option<PathBuf>) -> io::Result<Editor<EditorHelper, DefaultHistory>> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        // Otherwise `highlight` is not called.
        .color_mode(ColorMode::Forced)
        .max_history_size(HISTORY_LENGTH)
        .map_err(to_io)?
        .build();
    let mut editor = Editor::with_config(config).map_err(to_io)?;
    if let Some(file) = &history {
        // The first session has no history; one that cannot be read is not worth a message.
        let _ = editor.load_history(file);
    }
    editor.set_helper(Some(EditorHelper {
        context: None,
        is_coloured: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        history,
    }));
    Ok(editor)
}

/// Reads a line, and writes it to the history at once, so that a killed session loses nothing.
fn read_line(editor: &mut Editor<EditorHelper, DefaultHistory>, prompt: &str) -> Result<String, ReadlineError> {
    let line = editor.readline(prompt)?;
    let history = editor.helper().and_then(|helper| helper.history.clone());
    if let Some(file) = history
        && !line.trim().is_empty()
        && editor.add_history_entry(&line).unwrap_or(false)
    {
        // A folder that cannot be written must not stop the work.
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.append_history(&file);
    }
    Ok(line)
}

fn to_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Completion, hints and highlighting for the line editor.
#[derive(Helper, Validator)]
struct EditorHelper {
    context: Option<CompletionContext>,
    is_coloured: bool,
    /// The file of the history.
    history: Option<PathBuf>,
}

impl Completer for EditorHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..pos).unwrap_or(line);
        Ok(self
            .context
            .as_ref()
            .map_or((pos, Vec::new()), |context| complete(typed, context)))
    }
}

/// A hint that is never taken over into the line.
struct UsageHint(String);

impl Hint for UsageHint {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for EditorHelper {
    type Hint = UsageHint;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<UsageHint> {
        self.context.as_ref()?;
        hint(line).filter(|_| pos == line.len()).map(UsageHint)
    }
}

impl Highlighter for EditorHelper {
    /// Keeps pasted text and the history from steering the terminal.
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        visible(line)
    }

    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        line.contains(is_unseen)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if !self.is_coloured {
            return Cow::Borrowed(hint);
        }
        let dimmed = anstyle::Style::new().dimmed();
        Cow::Owned(format!("{dimmed}{hint}{dimmed:#}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::OutputStream;
    use crate::shell::testing::session;

    #[test]
    fn lines_that_are_pasted_are_run_one_by_one() {
        let mut session = session(&["pd dp"]);
        let stream = || OutputStream::with(Vec::new(), false, false);
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
}
