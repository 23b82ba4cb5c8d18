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
use std::thread;
use std::time::Duration;

/// The fewest lines of a screen that is paged. A lower one has no room for a board, so that
/// every move would wait for a key.
const LOWEST: usize = 18;

/// The interval between two looks at a pager that runs.
const POLL: Duration = Duration::from_millis(20);

/// The exit statuses by which shells and `env` say that they could not run a program.
const NOT_RUN: [i32; 2] = [126, 127];

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
    let is_shown = pager().is_some_and(|pager| run(pager, &rendered, stop).is_ok_and(|is_shown| is_shown));
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

/// Runs a pager on a text, and returns whether there is such a program. Ctrl-C is the
/// pager's while it runs.
fn run(mut pager: Command, text: &str, stop: &Interrupt) -> io::Result<bool> {
    let mut child = pager.stdin(Stdio::piped()).spawn()?;
    let input = child.stdin.take();
    let status = thread::scope(|scope| {
        scope.spawn(move || {
            // A pager that has been left reads no more.
            input.map(|mut input| input.write_all(text.as_bytes()))
        });
        loop {
            stop.forget();
            match child.try_wait()? {
                Some(status) => break Ok::<_, io::Error>(status),
                None => thread::sleep(POLL),
            }
        }
    })?;
    stop.forget();
    Ok(!status.code().is_some_and(|code| NOT_RUN.contains(&code)))
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
            let goes_on = wants_more(&term);
            term.clear_line()?;
            if !goes_on {
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

/// Waits for a key, and returns whether the reader wants more. Other keys mean nothing: they
/// may be a command for which it is too early.
fn wants_more(term: &Term) -> bool {
    loop {
        match term.read_key_raw() {
            Ok(Key::Enter | Key::Char(' ') | Key::PageDown | Key::ArrowDown) => return true,
            Ok(Key::Char('q' | 'Q' | '\u{4}') | Key::Escape | Key::CtrlC) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}
