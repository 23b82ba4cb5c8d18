//! What the command line reads from its user and prints.

use super::{Cli, interrupt};
use crate::args::{Change, OutArgs, advice, is_near, is_yes, sentence, written_text};
use crate::program;
use crate::render::{Text, printable, show_paged, stderr, stdout};
use crate::shell::named;
use anyhow::{Context, Result, ensure};
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde::Serialize;
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{BufRead, IsTerminal, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const UNWRITABLE: &str = "standard output cannot be written";

pub(super) fn print_json(document: &impl Serialize) -> Result<()> {
    print(serde_json::to_string(document)? + "\n")
}

/// Prints text on standard output, in its styles where these are wanted.
pub(super) fn print(text: impl Into<Text>) -> Result<()> {
    let _waiting = interrupt::interrupt().wait();
    let mut out = stdout();
    out.show(&text.into()).and_then(|()| out.flush()).context(UNWRITABLE)
}

/// Prints an answer as [`print()`] does, a screen at a time where somebody reads it.
pub(super) fn print_paged(answer: &Text) -> Result<()> {
    let interrupt = interrupt::interrupt();
    let _waiting = interrupt.wait();
    let mut out = stdout();
    show_paged(&mut out, answer, interrupt, None)
        .and_then(|()| out.flush())
        .context(UNWRITABLE)
}

/// A JSON document that ends in a list, printed entry by entry.
pub(super) struct JsonList {
    entries: u64,
}

impl JsonList {
    /// Begins a document; `head` is what comes before the entries, such as
    /// `{"games":[`.
    pub fn begin(head: &str) -> Result<Self> {
        print(head)?;
        Ok(Self { entries: 0 })
    }

    pub fn add(&mut self, entry: &impl Serialize) -> Result<()> {
        let between = if self.entries > 0 { "," } else { "" };
        self.entries += 1;
        print(format!("{between}{}", serde_json::to_string(entry)?))
    }

    pub fn end(self) -> Result<()> {
        print("]}\n")
    }
}

/// Begins a file, asks for its content, and writes it; without a file, prints what is
/// asked for.
pub(super) fn give<E: Into<anyhow::Error>>(
    to: &OutArgs,
    used: &[(PathBuf, &'static str)],
    ask: impl FnOnce() -> Result<Text, E>,
) -> Result<ExitCode> {
    if to.file().is_none() {
        print_paged(&ask().map_err(Into::into)?)?;
    } else {
        let out = to.begin(Path::to_owned, used)?;
        let text = ask().map_err(Into::into)?.without_styles();
        out.write(text.as_bytes())?;
        tell_written(to);
    }
    Ok(ExitCode::SUCCESS)
}

/// Says which file was written, and its size.
pub(super) fn tell_written(to: &OutArgs) {
    if let Some(line) = to.file().and_then(|file| written_text(file, file)) {
        tell(line.trim_end());
    }
}

/// Prints a line on standard error; a failure to do so cannot be reported.
pub(super) fn tell(text: impl Display) {
    let _ = writeln!(stderr(), "{}", printable(&text.to_string()));
}

/// Prints clap's help, version or error, and returns the exit status.
pub(super) fn show_answer_of_clap(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() && answer.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        tell(format_args!("bgo: {}", said_by(answer)));
        return ExitCode::from(2);
    }
    let rendered = answer.render();
    // The answer repeats arguments. If none has an escape sequence, all are clap's.
    let has_control = program::shown_words().any(|word| word.contains(char::is_control));
    let text = if has_control {
        printable(&rendered.to_string()).into()
    } else {
        Text::painted(rendered.ansi().to_string())
    };
    // A failure to do so cannot be reported.
    let _ = if answer.use_stderr() {
        stderr().show(&text)
    } else {
        stdout().show(&text)
    };
    ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(1))
}

/// Returns a sentence about the word that an error is about, and the usage of the command.
fn said_by(error: &clap::Error) -> String {
    let words: Vec<String> = program::shown_words().collect();
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidSubcommand))
    {
        return no_command(word, &words, error);
    }
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) if error.kind() != ErrorKind::ValueValidation => usage.to_string(),
        _ => String::new(),
    };
    let usage = usage.trim().trim_start_matches("Usage:").trim();
    let program = Cli::command();
    let command = words
        .iter()
        .skip(1)
        .find(|word| program.find_subcommand(word).is_some())
        .map_or("bgo", String::as_str);
    let said = sentence(command, &words, error);
    if usage.is_empty() {
        said
    } else {
        format!("{said}\nusage: {usage}")
    }
}

fn no_command(word: &str, words: &[String], error: &clap::Error) -> String {
    if let Ok(command) = named(word) {
        let from = words.iter().position(|other| other == word).unwrap_or_default();
        let typed = words.get(from..).unwrap_or_default().join(" ");
        return format!(
            "{word} is a shell command: bgo -c {}",
            shell_words::quote(&typed.replacen(word, command.get_name(), 1))
        );
    }
    let near = match error.get(ContextKind::SuggestedSubcommand) {
        // The most similar is the last.
        Some(ContextValue::Strings(near)) => near.last().filter(|near| is_near(word, near)),
        _ => None,
    };
    match near {
        Some(near) => format!("there is no command {word:?}; the nearest is {near:?}"),
        None => format!("there is no command {word:?}; \"bgo --help\" lists them"),
    }
}

/// An error of the arguments, which ends the program with its own exit status.
#[derive(Debug)]
pub(super) struct WrongUsage(String);

impl WrongUsage {
    pub fn saying(message: impl Display) -> anyhow::Error {
        Self(message.to_string()).into()
    }
}

impl Display for WrongUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for WrongUsage {}

/// Returns a message about a word of the command line, with advice if the word is part of a
/// condition.
pub(super) fn advised(message: &impl Display, word: &str) -> String {
    match advice_on(word) {
        Some(advice) => format!("{message}; {advice}"),
        None => message.to_string(),
    }
}

fn advice_on(word: &str) -> Option<String> {
    let words: Vec<String> = program::shown_words().collect();
    let is_of_players = words.windows(2).any(|two| two == ["players", word]);
    let player = || format!("\"bgo player {}\" shows a player", shell_words::quote(word));
    advice(&words, word).or_else(|| is_of_players.then(player))
}

pub(super) fn wrong_usage(error: &impl Display) -> ExitCode {
    tell(format_args!("bgo: {error}"));
    ExitCode::from(2)
}

/// Fails unless the user consents to a change: by --yes, which says so unless `quiet`, or
/// on the terminal, by the answer to `question`.
pub(super) fn confirm(yes: bool, quiet: bool, change: Change, question: impl FnOnce() -> Result<String>) -> Result<()> {
    if change.is_nothing() || yes && quiet {
        return Ok(());
    }
    if yes {
        tell(change.notice());
        return Ok(());
    }
    ensure!(stdin().is_terminal(), change.refusal());
    ensure!(ask(&question()?)?, "nothing was removed");
    Ok(())
}

fn ask(question: &str) -> Result<bool> {
    format!("{question} [y/N]").lines().for_each(tell);
    let mut answer = String::new();
    let _waiting = interrupt::interrupt().wait();
    stdin().lock().read_line(&mut answer)?;
    Ok(is_yes(&answer))
}
