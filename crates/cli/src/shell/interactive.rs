//! The shell on a terminal.

use super::Session;
use super::commands::is_position;
use super::completion::{CompletionContext, complete, hint};
use super::first_screen::{FirstScreen, first_screen};
use super::input::{Input, Lines};
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
use std::mem::take;
use std::path::PathBuf;

/// The prompt for the next line of a position.
const CONTINUATION: &str = "... ";

/// The prompt within an open quote.
const QUOTE: &str = "quote> ";

/// Reads commands from the terminal until the user leaves.
pub fn run_interactive(session: &mut Session, first: FirstScreen) -> io::Result<()> {
    session.set_confirm(confirm);
    let mut editor = line_editor(user_folder().map(|folder| folder.join("history")))?;
    let mut runner = Runner::new(session, stdout(), stderr(), false);
    runner.typed = Some(String::new());
    let mut file = SettingsFile::of_user();
    match file.read() {
        Ok(settings) => runner.session.set_settings(settings),
        Err(error) => runner.err.show(&error_text(&error))?,
    }
    if first != FirstScreen::None {
        runner.set_look();
        match first_screen(runner.session, first) {
            Ok(text) => runner.out.show(&text)?,
            Err(error) => runner.err.show(&error_text(&error.to_string()))?,
        }
    }
    let (mut open, mut waiting) = (true, Lines::default());
    while open {
        if let Some(helper) = editor.helper_mut() {
            helper.context = Some(completion_context(runner.session));
        }
        let prompt = if waiting.is_empty() {
            prompt(runner.session)
        } else if waiting.is_quote() {
            QUOTE.to_owned()
        } else {
            CONTINUATION.to_owned()
        };
        let typed = runner.typed.as_mut().map(take).unwrap_or_default();
        open = match read_line(&mut editor, &prompt, &typed) {
            Ok(pasted) => lines(&mut runner, &mut waiting, &pasted)?,
            // Ctrl-C drops the line, Ctrl-D ends the session.
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                waiting = Lines::default();
                true
            }
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
    const LONGEST: usize = 24;
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
/// that fails ends its line. A blank line steps on in the open game. What needs another line waits.
fn lines(runner: &mut Runner<'_, impl Write, impl Write>, waiting: &mut Lines, pasted: &str) -> io::Result<bool> {
    if waiting.is_empty() {
        if pasted.trim().is_empty() {
            let step = runner.session.last_step().unwrap_or_default().to_owned();
            return runner.run(&Input::Commands(step), None);
        }
        if pasted.trim().contains('\n') && is_position(pasted) {
            return runner.run(&Input::Position(pasted.to_owned()), None);
        }
    }
    let is_paste = pasted.contains('\n');
    // An empty line, too, is one.
    for line in pasted.split('\n') {
        for input in waiting.add(line.trim_end()) {
            if !runner.run(&input, None)? {
                return Ok(false);
            }
        }
    }
    if is_paste && waiting.ends_with_paste() {
        return waiting.end().map_or(Ok(true), |input| runner.run(&input, None));
    }
    Ok(true)
}

/// Asks on the terminal. An answer that cannot be read means no.
fn confirm(question: &str) -> bool {
    let (details, question) = question.rsplit_once('\n').unwrap_or(("", question));
    if !details.is_empty() && writeln!(stderr(), "{details}").is_err() {
        return false;
    }
    let answer = line_editor(None).map(|mut editor| read_line(&mut editor, &format!("{question} [y/N] "), ""));
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

/// Reads a line that begins with what was typed before the prompt, and writes it to the history at once, so that a
/// killed session loses nothing.
fn read_line(
    editor: &mut Editor<EditorHelper, DefaultHistory>,
    prompt: &str,
    typed: &str,
) -> Result<String, ReadlineError> {
    let line = editor.readline_with_initial(prompt, (typed, ""))?;
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
        assert!(lines(&mut runner, &mut Lines::default(), "play pd\nplay pd\r\nplay dp").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 2);
        assert!(lines(&mut runner, &mut Lines::default(), "play pd; undo").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 2);
        assert!(!lines(&mut runner, &mut Lines::default(), "undo\nexit\nundo").expect("no I/O error"));
        assert_eq!(runner.session.board().moves().len(), 1);
        let said = String::from_utf8(runner.err.into_written()).expect("UTF-8");
        assert_eq!(
            said,
            "white cannot play pd: the point is occupied\nblack cannot play pd: the point is occupied\n"
        );
    }

    fn typed(session: &mut Session, reads: &[&str]) -> (String, String) {
        let stream = || OutputStream::with(Vec::new(), false, false);
        let mut runner = Runner::new(session, stream(), stream(), false);
        let mut waiting = Lines::default();
        for read in reads {
            assert!(lines(&mut runner, &mut waiting, read).expect("no I/O error"));
        }
        let [out, err] =
            [runner.out.into_written(), runner.err.into_written()].map(|text| String::from_utf8(text).expect("UTF-8"));
        (out, err)
    }

    #[test]
    fn an_empty_line_steps_on_in_the_open_game() {
        let mut session = session(&["pd dp pp dd qq"]);
        let (out, err) = typed(
            &mut session,
            &[
                "open 1", "", "next 2", "", "prev", "", "goto 3", "", "to end", "board", "", " ",
            ],
        );
        let places = out.split("Move ").skip(1).filter_map(|rest| rest.split(' ').next());
        assert_eq!(
            places.collect::<Vec<_>>(),
            ["0", "2", "4", "3", "2", "3", "4", "5"],
            "{out}"
        );
        assert_eq!(err, "");
    }

    #[test]
    fn a_position_is_pasted_or_typed_over_several_lines() {
        let rows = "+---\n|...\n|..X\n|.XO";
        for reads in [
            &[rows][..],
            &["+---", "|...", "|..X", "|.XO", ""],
            &["pattern -", "+---", "|...", "|..X", "|.XO", ""],
            &["setup -", "+---", "|...", "|..X", "|.XO", ""],
            &["A corner\n$$B\n$$ +---\n$$ | . . .\n$$ | . . X\n$$ | . X O"],
            &["$$B\n$$ +---\n$$ | . . .\n$$ | . . X\n$$ | . X O\n"],
        ] {
            let mut session = session(&["bc cc cb"]);
            let (out, err) = typed(&mut session, reads);
            assert!(out.contains("occurrence"), "{reads:?}: {out}{err}");
        }
        let mut session = session(&["pd dp"]);
        let (_, err) = typed(
            &mut session,
            &["(;GM[1]C[two", "lines];B[pd]", ";W[dp])", "find 'a", "b'; undo"],
        );
        assert_eq!((session.board().moves().len(), err.as_str()), (1, ""));
    }
}
