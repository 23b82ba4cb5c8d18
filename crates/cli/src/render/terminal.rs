//! The streams that everything is written to, a long answer a screen at a time. A pipe or a file
//! gets every byte; what goes to a terminal is cleaned.

use super::clean::Cleaner;
use super::text::{Look, MoveForm, Screen};
use super::width::rows;
use super::{Coordinates, Stones, Text};
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use bgo::internal::interrupt::Interrupt;
use console::{Key, Term};
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, thread};

pub fn stdout() -> OutputStream<AutoStream<io::Stdout>> {
    OutputStream::of(io::stdout())
}

pub fn stderr() -> OutputStream<AutoStream<io::Stderr>> {
    OutputStream::of(io::stderr())
}

/// An output stream of the program. Bytes written to it are data; a [`Text`] may have
/// styles.
pub struct OutputStream<W: Write> {
    out: W,
    styles: bool,
    coordinates: Coordinates,
    form: MoveForm,
    stones: Stones,
    /// Present for a terminal.
    cleaner: Option<Cleaner>,
}

impl<S: RawStream + AsLockedWrite> OutputStream<AutoStream<S>> {
    fn of(raw: S) -> Self {
        let styles = AutoStream::choice(&raw) != ColorChoice::Never;
        let to_terminal = raw.is_terminal();
        let mut stream = Self::with(raw, styles, to_terminal);
        stream.stones = Stones::of_terminal(|name| env::var(name).unwrap_or_default());
        stream
    }

    pub(crate) fn with(raw: S, styles: bool, to_terminal: bool) -> Self {
        Self {
            // Some terminals of Windows must be told what a sequence means.
            out: if styles && to_terminal {
                AutoStream::always(raw)
            } else {
                AutoStream::always_ansi(raw)
            },
            styles,
            coordinates: Coordinates::global(),
            form: MoveForm::default(),
            stones: Stones::default(),
            cleaner: to_terminal.then(Cleaner::default),
        }
    }
}

impl<W: Write> OutputStream<W> {
    /// Sets the names of points, the form of next moves, and the signs of stones if the user chose them.
    pub(crate) fn set_look(&mut self, coordinates: Coordinates, form: MoveForm, stones: Option<Stones>) {
        self.coordinates = coordinates;
        self.form = form;
        self.stones = stones.unwrap_or(self.stones);
    }

    pub(crate) fn screen(&self) -> Option<Screen> {
        self.cleaner.as_ref().map(|_| Screen::now())
    }

    fn look(&self) -> Look {
        Look {
            screen: self.screen(),
            has_styles: self.styles,
            coordinates: self.coordinates,
            form: self.form,
            stones: match self.form {
                MoveForm::Table if self.styles && self.cleaner.is_some() => self.stones,
                _ => Stones::Letters,
            },
        }
    }

    /// Returns what the stream writes for a text, each escape sequence a style.
    pub(crate) fn rendered(&self, text: &Text) -> String {
        let look = self.look();
        match (&self.cleaner, self.styles) {
            (Some(_), styles) => cleaned(text, look, styles),
            (None, true) => text.styled(look),
            (None, false) => text.plain(look),
        }
    }

    pub fn show(&mut self, text: &Text) -> io::Result<()> {
        self.write_rendered(&self.rendered(text), &Interrupt::default())
    }

    /// Writes what [`rendered`](Self::rendered) returned, of a long text no more once `stop`
    /// is set.
    pub(crate) fn write_rendered(&mut self, rendered: &str, stop: &Interrupt) -> io::Result<()> {
        self.end()?;
        for part in parts(rendered) {
            self.out.write_all(part.as_bytes())?;
            if stop.is_set() {
                break;
            }
        }
        Ok(())
    }

    /// Writes the bytes that wait for the rest of a character.
    fn end(&mut self) -> io::Result<()> {
        match &mut self.cleaner {
            None => Ok(()),
            Some(cleaner) => self.out.write_all(cleaner.rest().as_bytes()),
        }
    }
}

/// Returns a text without anything that steers a terminal but its own styles, if these are
/// wanted.
fn cleaned(text: &Text, look: Look, styles: bool) -> String {
    let mut all = String::new();
    for (is_painted, text) in text.pieces(look) {
        if !is_painted {
            all.push_str(&Cleaner::whole(&text));
            continue;
        }
        let mut parts = text.split('\x1b');
        all.push_str(&Cleaner::whole(parts.next().unwrap_or_default()));
        for part in parts {
            let (style, rest) = part.split_at(style_end(part).unwrap_or(0));
            match style {
                // Not one of ours.
                "" => all.push('?'),
                _ if styles => all.push_str(&format!("\x1b{style}")),
                _ => {}
            }
            all.push_str(&Cleaner::whole(rest));
        }
    }
    all
}

/// Splits text at line ends into parts that a terminal shows at once.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    const LENGTH: usize = 8 << 10;
    let mut rest = text;
    std::iter::from_fn(move || {
        let after = rest.as_bytes().iter().skip(LENGTH).position(|&byte| byte == b'\n');
        let (part, others) = rest.split_at(after.map_or(rest.len(), |after| LENGTH + after + 1));
        rest = others;
        (!part.is_empty()).then_some(part)
    })
}

/// Returns where the sequence that sets a style ends, in the text after its escape.
fn style_end(text: &str) -> Option<usize> {
    let codes = text.strip_prefix('[')?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].starts_with('m').then_some(end + 2)
}

impl<W: Write> Write for OutputStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.cleaner {
            None => self.out.write(bytes),
            Some(cleaner) => {
                let clean = cleaner.clean(bytes);
                self.out.write_all(clean.as_bytes())?;
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Shows a character that was cut off.
impl<W: Write> Drop for OutputStream<W> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(any(test, fuzzing))]
impl OutputStream<AutoStream<Vec<u8>>> {
    pub(crate) fn into_written(mut self) -> Vec<u8> {
        self.end().expect("room");
        std::mem::replace(&mut self.out, AutoStream::always_ansi(Vec::new())).into_inner()
    }
}

/// The fewest lines of a screen that is paged. A lower one has no room for a board, so that
/// every move would wait for a key.
const LOWEST: usize = 18;

const POLL: Duration = Duration::from_millis(20);

/// The exit statuses by which shells and `env` say that they could not run a program.
const NOT_RUN: [i32; 2] = [126, 127];

/// Shows a text. If it is longer than the screen of a terminal where somebody types, the
/// program in `$PAGER` shows it, or else it stops after each screen. Without a pager, it ends
/// once `stop` is set, or at a key that begins the next command, which goes to `typed` if there
/// is one.
pub(crate) fn show_paged(
    out: &mut OutputStream<impl Write>,
    text: &Text,
    stop: &Interrupt,
    typed: Option<&mut String>,
) -> io::Result<()> {
    let rendered = out.rendered(text);
    let screen = out
        .screen()
        .filter(|screen| screen.lines() >= LOWEST && io::stdin().is_terminal());
    let Some(screen) = screen.filter(|screen| rows(rendered.lines(), screen.columns) > screen.lines()) else {
        return out.write_rendered(&rendered, stop);
    };
    out.flush()?;
    let is_shown = pager().is_some_and(|pager| run(pager, &rendered, stop).is_ok_and(|is_shown| is_shown));
    if is_shown {
        Ok(())
    } else {
        page(out, &rendered, screen, typed)
    }
}

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

fn page(
    out: &mut OutputStream<impl Write>,
    text: &str,
    screen: Screen,
    mut typed: Option<&mut String>,
) -> io::Result<()> {
    let all = text.lines().count();
    let term = Term::stdout();
    let ends = if typed.is_some() {
        "q or a command ends"
    } else {
        "q ends"
    };
    let (mut shown, mut room) = (0, screen.lines());
    for line in text.lines() {
        let rows = rows([line], screen.columns);
        if rows > room && room < screen.lines() {
            if typed.as_ref().is_some_and(|typed| !typed.is_empty()) {
                // A key in an earlier list began a command, to which the next keys belong.
                return Ok(());
            }
            term.write_str(&format!("-- {shown} of {all} lines; Enter shows more, {ends} --"))?;
            let goes_on = wants_more(&term, typed.as_deref_mut());
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

/// Waits for a key that means something, and returns whether the reader wants more.
fn wants_more(term: &Term, mut typed: Option<&mut String>) -> bool {
    loop {
        if let Some(wants_more) = asks_for_more(term.read_key_raw(), typed.as_deref_mut()) {
            return wants_more;
        }
    }
}

/// Returns whether a key asks for more; `None` if it means nothing. Most keys begin the next command,
/// unless it could not be passed on.
fn asks_for_more(key: io::Result<Key>, typed: Option<&mut String>) -> Option<bool> {
    match (key, typed) {
        (Ok(Key::Enter | Key::Char(' ') | Key::PageDown | Key::ArrowDown), _) => Some(true),
        (Ok(Key::Char('q' | '\u{4}') | Key::Escape | Key::CtrlC) | Err(_), _) | (Ok(Key::Char('Q')), None) => {
            Some(false)
        }
        (Ok(Key::Char(key)), Some(typed)) if !key.is_control() => {
            typed.push(key);
            Some(false)
        }
        (Ok(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::clean::is_unseen;
    use proptest::prelude::*;

    fn written(parts: &[&[u8]], to_terminal: bool) -> Vec<u8> {
        let mut stream = OutputStream::with(Vec::new(), true, to_terminal);
        for part in parts {
            stream.write_all(part).expect("room");
        }
        stream.into_written()
    }

    fn on_terminal(text: &str) -> String {
        String::from_utf8(written(&[text.as_bytes()], true)).expect("UTF-8")
    }

    #[test]
    fn a_terminal_gets_what_can_be_seen() {
        for (text, shown) in [
            ("Cho Chikun 趙治勲 조훈현", "Cho Chikun 趙治勲 조훈현"),
            ("a\tb\r\nc\n", "a\tb\r\nc\n"),
            ("a\rb", "a?b"),
            ("\x1b[2J\x1b[31m\x1b]0;title\x07", "?[2J?[31m?]0;title?"),
            ("a\u{7f}b\u{9b}2Jc\0", "a?b?2Jc?"),
            ("\u{202e}R+B\u{2066}x\u{2069}", "?R+B?x?"),
            (
                "Ch\u{200b}o\u{feff} \u{2028}\u{2029}\u{2060}\u{ad}\u{61c}\u{200f}",
                "Ch?o? ??????",
            ),
            ("\u{e0001}\u{e0041}\u{e007f}", "???"),
            ("Ch\u{200d}o \u{200c}", "Ch?o ?"),
            (
                "می\u{200c}خواهم 👩\u{200d}💻 葛\u{e0100}",
                "می\u{200c}خواهم 👩\u{200d}💻 葛\u{e0100}",
            ),
        ] {
            assert_eq!(on_terminal(text), shown, "{text:?}");
        }
    }

    #[test]
    fn characters_that_are_cut_are_put_together() {
        let text = "é葛👩\r\n\u{202e}";
        for cut in 0..=text.len() {
            let (front, back) = text.as_bytes().split_at(cut);
            let shown = written(&[front, back], true);
            assert_eq!(String::from_utf8(shown).expect("UTF-8"), "é葛👩\r\n?", "{cut}");
        }
        assert_eq!(written(&[b"\xe8", b"\x91"], true), "\u{fffd}".as_bytes());
        assert_eq!(written(&[b"\x9b2J\xff"], true), "\u{fffd}2J\u{fffd}".as_bytes());
    }

    #[test]
    fn styles_are_those_of_painted_text() {
        let shown = |text: &Text, styles, to_terminal| {
            let mut stream = OutputStream::with(Vec::new(), styles, to_terminal);
            stream.show(text).expect("room");
            String::from_utf8(stream.into_written()).expect("UTF-8")
        };
        let painted = Text::painted("\x1b[1;31mX\x1b[0m \x1b[2J\u{202e}\x1b".to_owned());
        assert_eq!(shown(&painted, true, true), "\x1b[1;31mX\x1b[0m ?[2J??");
        assert_eq!(shown(&painted, true, false), painted.styled(Look::default()));
        assert_eq!(shown(&painted, false, false), "X \u{202e}");
        let data = Text::from("\x1b[31mX\x1b[0m".to_owned());
        assert_eq!(shown(&data, true, true), "?[31mX?[0m");
        assert_eq!(shown(&data, false, false), data.without_styles());
    }

    #[test]
    fn a_key_that_begins_a_command_ends_the_pager_and_is_passed_on() {
        let mut typed = String::new();
        for (key, asks) in [
            (Key::Enter, Some(true)),
            (Key::Tab, None),
            (Key::Char('q'), Some(false)),
            (Key::Char('g'), Some(false)),
            // It begins a move on this line.
            (Key::Char('Q'), Some(false)),
            (Key::Char('é'), Some(false)),
        ] {
            assert_eq!(asks_for_more(Ok(key), Some(&mut typed)), asks);
        }
        assert_eq!(typed, "gQé");
        assert_eq!(asks_for_more(Ok(Key::Char('g')), None), None);
    }

    #[test]
    fn a_long_text_ends_at_a_line_once_it_is_stopped() {
        let text = Text::from("a line\n".repeat(10_000));
        let rendered = text.without_styles();
        let stop = Interrupt::default();
        let mut stream = OutputStream::with(Vec::new(), false, false);
        stream.write_rendered(&rendered, &stop).expect("room");
        assert_eq!(stream.into_written(), rendered.as_bytes());
        stop.set();
        let mut stream = OutputStream::with(Vec::new(), false, false);
        stream.write_rendered(&rendered, &stop).expect("room");
        let parts: Vec<&str> = parts(&rendered).collect();
        assert!(parts.len() > 5 && parts.iter().all(|part| part.ends_with("a line\n")));
        assert_eq!(parts.concat(), rendered);
        assert_eq!(stream.into_written(), parts[0].as_bytes());
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_seen_on_a_terminal_and_exact_in_a_pipe(
            parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..8), 0..8)
        ) {
            let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
            prop_assert_eq!(written(&parts, false), parts.concat());
            let shown = String::from_utf8(written(&parts, true)).expect("UTF-8");
            let lines = shown.replace("\r\n", "\n");
            let steers = |c| !matches!(c, '\n' | '\t' | '\u{200C}' | '\u{200D}') && is_unseen(c);
            prop_assert!(!lines.contains(steers));
        }
    }
}
