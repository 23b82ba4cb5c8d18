//! The way of everything that the program writes to standard output and standard
//! error. A pipe or a file gets every byte of it. On a terminal nothing that
//! comes from a record, a path, an argument or a query may move the cursor,
//! set a title, or make text look like other text.

use super::Text;
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use std::io::{self, Write};

/// What stands on a terminal for a character that would steer it.
const REPLACEMENT: &str = "?";

/// The most bytes that one character takes in UTF-8.
const LONGEST_CHAR: usize = 4;

/// Standard output.
#[must_use]
pub fn stdout() -> Stream<io::Stdout> {
    Stream::of(io::stdout())
}

/// Standard error.
#[must_use]
pub fn stderr() -> Stream<io::Stderr> {
    Stream::of(io::stderr())
}

/// What a [`Stream`] can write to.
pub trait Sink: RawStream + AsLockedWrite {}

impl<S: RawStream + AsLockedWrite> Sink for S {}

/// A stream of the program. What is written to it as bytes is data; a
/// [`Text`] may have styles.
pub struct Stream<S: Sink> {
    out: AutoStream<S>,
    styles: bool,
    /// Only where it is a terminal.
    cleaner: Option<Cleaner>,
}

impl<S: Sink> Stream<S> {
    fn of(raw: S) -> Self {
        let styles = AutoStream::choice(&raw) != ColorChoice::Never;
        let to_terminal = raw.is_terminal();
        Self::with(raw, styles, to_terminal)
    }

    /// A stream that has styles or not, and is a terminal or not.
    pub(crate) fn with(raw: S, styles: bool, to_terminal: bool) -> Self {
        Self {
            // Some terminals of Windows must be told what a sequence means.
            out: match styles && to_terminal {
                true => AutoStream::always(raw),
                false => AutoStream::always_ansi(raw),
            },
            styles,
            cleaner: to_terminal.then(Cleaner::default),
        }
    }

    /// Writes text, in its styles where these are wanted.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn show(&mut self, text: &Text) -> io::Result<()> {
        if !(self.styles && text.is_painted()) {
            return self.write_all(text.without_styles().as_bytes());
        }
        if self.cleaner.is_none() {
            return self.out.write_all(text.as_str().as_bytes());
        }
        let mut parts = text.as_str().split('\x1b');
        self.write_all(parts.next().unwrap_or_default().as_bytes())?;
        for part in parts {
            let (style, rest) = part.split_at(style_end(part).unwrap_or(0));
            match style {
                // Not one of ours.
                "" => self.write_all(b"\x1b")?,
                _ => write!(self.out, "\x1b{style}")?,
            }
            self.write_all(rest.as_bytes())?;
        }
        Ok(())
    }

    /// Writes what waits for the rest of a character.
    fn end(&mut self) -> io::Result<()> {
        match &mut self.cleaner {
            None => Ok(()),
            Some(cleaner) => self.out.write_all(cleaner.rest().as_bytes()),
        }
    }
}

/// Where the sequence that sets a style ends, in what follows its escape.
fn style_end(text: &str) -> Option<usize> {
    let codes = text.strip_prefix('[')?;
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    codes[end..].starts_with('m').then_some(end + 2)
}

impl<S: Sink> Write for Stream<S> {
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

/// What was cut off shows at the end.
impl<S: Sink> Drop for Stream<S> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(test)]
impl Stream<Vec<u8>> {
    /// What was written.
    pub(crate) fn into_written(mut self) -> Vec<u8> {
        self.end().expect("room");
        std::mem::replace(&mut self.out, AutoStream::always_ansi(Vec::new())).into_inner()
    }
}

/// Cleans bytes that come in pieces.
#[derive(Default)]
struct Cleaner {
    /// The start of a character, or a carriage return, that the bytes so far
    /// end in.
    held: Vec<u8>,
    last: Option<char>,
}

impl Cleaner {
    fn clean(&mut self, bytes: &[u8]) -> String {
        let mut all = std::mem::take(&mut self.held);
        all.extend_from_slice(bytes);
        let held = unfinished(&all);
        self.held = all.split_off(all.len() - held);
        self.clean_text(&String::from_utf8_lossy(&all))
    }

    fn rest(&mut self) -> String {
        let held = std::mem::take(&mut self.held);
        self.clean_text(&String::from_utf8_lossy(&held))
    }

    fn clean_text(&mut self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let ends_line = c == '\r' && chars.peek() == Some(&'\n');
            if ends_line || matches!(c, '\n' | '\t') || !steers(c, self.last) {
                clean.push(c);
            } else {
                clean.push_str(REPLACEMENT);
            }
            // A joiner joins what is seen.
            self.last = clean.chars().next_back();
        }
        clean
    }
}

/// How many bytes at the end may belong with those that follow.
fn unfinished(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    // Of a character's bytes only the first tells how many there are.
    let tail = &bytes[bytes.len().saturating_sub(LONGEST_CHAR - 1)..];
    let start = tail.iter().rposition(|byte| *byte >= 0xC0);
    let cut = start.map(|start| &tail[start..]);
    let is_cut = |cut: &&[u8]| std::str::from_utf8(cut).is_err_and(|error| error.error_len().is_none());
    cut.filter(is_cut).map_or(0, <[u8]>::len)
}

/// Whether a character, after this one, does more on a terminal than to stand
/// there: control characters, separators of lines, and what is not seen but
/// changes what is, such as the direction of the text.
///
/// The joiners U+200C and U+200D belong to the spelling of Persian and of the
/// languages of India, and to emoji; after a letter of ASCII they only hide that
/// two names are not the same.
fn steers(c: char, before: Option<char>) -> bool {
    match c {
        '\u{200C}' | '\u{200D}' => before.is_none_or(|before| before.is_ascii()),
        c => is_unseen(c),
    }
}

/// Whether a character is a control character, or one of Unicode's format
/// characters that are not seen.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}'
            | '\u{061C}'
            | '\u{180E}'
            // Joiners, marks of direction, and blanks without width.
            | '\u{200B}'..='\u{200F}'
            // Separators of lines and paragraphs, and directions.
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{13430}'..='\u{1343F}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            // Tags.
            | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(parts: &[&[u8]], to_terminal: bool) -> Vec<u8> {
        let mut stream = Stream::with(Vec::new(), true, to_terminal);
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
            let mut stream = Stream::with(Vec::new(), styles, to_terminal);
            stream.show(text).expect("room");
            String::from_utf8(stream.into_written()).expect("UTF-8")
        };
        let painted = Text::painted("\x1b[1;31mX\x1b[0m \x1b[2J\u{202e}\x1b".to_owned());
        assert_eq!(shown(&painted, true, true), "\x1b[1;31mX\x1b[0m ?[2J??");
        assert_eq!(shown(&painted, true, false), painted.as_str());
        assert_eq!(shown(&painted, false, false), "X \u{202e}");
        let data = Text::from("\x1b[31mX\x1b[0m".to_owned());
        assert_eq!(shown(&data, true, true), "?[31mX?[0m");
        assert_eq!(shown(&data, false, false), data.as_str());
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
