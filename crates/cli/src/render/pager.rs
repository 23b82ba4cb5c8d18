//! Long answers, a screen at a time.

use super::Text;
use super::look::Screen;
use super::terminal::{RawOutput, Stream};
use super::width::rows;
use bgo::interrupt::Interrupt;
use console::{Key, Term};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// The fewest lines of a screen that is paged. A lower one has no room for a board, so that
/// every move would wait for a key.
const LOWEST: usize = 18;

/// Shows a text. If it is longer than the screen of a terminal where somebody types, the
/// program in `$PAGER` shows it, or else it stops after each screen. Without a pager, it ends
/// once `stop` is set.
pub(crate) fn show_paged<S: RawOutput>(out: &mut Stream<S>, text: &Text, stop: &Interrupt) -> io::Result<()> {
    let rendered = out.rendered(text);
    let screen = out
        .screen()
        .filter(|screen| screen.lines() >= LOWEST && io::stdin().is_terminal());
    let Some(screen) = screen.filter(|screen| rows(rendered.lines(), screen.columns) > screen.lines()) else {
        return out.write_rendered(&rendered, stop);
    };
    out.flush()?;
    let is_shown = pager().is_some_and(|pager| run(pager, &rendered).is_ok());
    match is_shown {
        true => Ok(()),
        false => page(out, &rendered, screen),
    }
}

/// Returns the command in `$PAGER`.
fn pager() -> Option<Command> {
    let words = shell_words::split(&env::var("PAGER").ok()?).ok()?;
    let (program, arguments) = words.split_first()?;
    let mut pager = Command::new(program);
    pager.args(arguments);
    if env::var_os("LESS").is_none() {
        // Styles as they are, and the text stays on the screen.
        pager.env("LESS", "FRX");
    }
    Some(pager)
}

/// Runs a pager on a text.
fn run(mut pager: Command, text: &str) -> io::Result<()> {
    let mut child = pager.stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A pager that has been left reads no more.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().map(|_| ())
}

/// Shows a screen at a time, until the end or `q`.
fn page<S: RawOutput>(out: &mut Stream<S>, text: &str, screen: Screen) -> io::Result<()> {
    let all = text.lines().count();
    let term = Term::stdout();
    let (mut shown, mut room) = (0, screen.lines());
    for line in text.lines() {
        let rows = rows([line], screen.columns);
        if rows > room && room < screen.lines() {
            term.write_str(&format!("-- {shown} of {all} lines; Enter shows more, q ends --"))?;
            let key = term.read_key_raw();
            term.clear_line()?;
            if matches!(
                key,
                Ok(Key::Char('q' | 'Q') | Key::Escape | Key::CtrlC | Key::Char('\u{4}')) | Err(_)
            ) {
                return Ok(());
            }
            room = screen.lines();
        }
        out.write_rendered(&format!("{line}\n"), &Interrupt::default())?;
        out.flush()?;
        room = room.saturating_sub(rows);
        shown += 1;
    }
    Ok(())
}
