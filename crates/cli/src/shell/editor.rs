use super::completion::{CompletionContext, complete, hint};
use super::settings::user_folder;
use crate::render::{is_unseen, visible};
use anstream::{AutoStream, ColorChoice};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper, Validator};
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// Lines that the history keeps.
const HISTORY_LENGTH: usize = 1000;

/// Input from the terminal.
pub(super) enum Input {
    /// A line.
    Line(String),
    /// Ctrl-C: the line is dropped.
    Cleared,
    /// Bytes that are not UTF-8.
    Unreadable,
    /// Ctrl-D or the end of the input.
    End,
}

/// A reader of lines from the terminal, with completion, hints and a history that is
/// kept between sessions.
pub(super) struct LineEditor {
    editor: Editor<EditorHelper, DefaultHistory>,
    history: Option<PathBuf>,
}

impl LineEditor {
    /// Returns an editor for commands.
    pub(super) fn new() -> io::Result<Self> {
        let mut line_editor = Self::plain()?;
        line_editor.history = user_folder().map(|folder| folder.join("history"));
        if let Some(file) = &line_editor.history {
            // The first session has no history; one that cannot be read is
            // not worth a message.
            let _ = line_editor.editor.load_history(file);
        }
        Ok(line_editor)
    }

    /// Returns an editor for a single answer.
    pub(super) fn plain() -> io::Result<Self> {
        let is_coloured = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        let config = Config::builder()
            .completion_type(CompletionType::List)
            // Otherwise `highlight` is not called.
            .color_mode(ColorMode::Forced)
            .max_history_size(HISTORY_LENGTH)
            .map_err(to_io)?
            .build();
        let mut editor = Editor::with_config(config).map_err(to_io)?;
        editor.set_helper(Some(EditorHelper {
            context: None,
            is_coloured,
        }));
        Ok(Self { editor, history: None })
    }

    /// Tells completion what the session looks like now.
    pub(super) fn set_context(&mut self, context: CompletionContext) {
        if let Some(helper) = self.editor.helper_mut() {
            helper.context = Some(context);
        }
    }

    /// Reads a line.
    pub(super) fn read(&mut self, prompt: &str) -> io::Result<Input> {
        match self.editor.readline(prompt) {
            Ok(line) => {
                self.remember(&line);
                Ok(Input::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Ok(Input::Cleared),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => Ok(Input::Unreadable),
            Err(error) => Err(to_io(error)),
        }
    }

    /// Writes the line to the history at once, so that a killed session loses nothing.
    fn remember(&mut self, line: &str) {
        let Some(file) = &self.history else { return };
        if !line.trim().is_empty() && self.editor.add_history_entry(line).unwrap_or(false) {
            // A folder that cannot be written must not stop the work.
            let _ = file.parent().map(std::fs::create_dir_all);
            let _ = self.editor.append_history(file);
        }
    }
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
