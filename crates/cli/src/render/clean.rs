//! Nothing that comes from a record, a path, an argument or a query may move the
//! cursor of a terminal, set its title, or make text look like other text. Text that is
//! painted loses control characters ([`printable`]), so that each escape sequence in it
//! is a style; text on its way to a terminal loses invisible characters as well
//! ([`Cleaner`], or [`visible`] where the line editor writes by itself).

use std::borrow::Cow;

const LONGEST_CHAR: usize = 4;

/// Returns `text` with a `?` for every control character but the line feed.
pub(crate) fn printable(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "?")
}

pub(crate) fn one_line(text: &str) -> String {
    printable(text).replace('\n', " ")
}

/// Returns `text` with a `?` for every invisible character but the line feed.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) {
        Cow::Owned(text.replace(is_hidden, "?"))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_hidden(c: char) -> bool {
    c != '\n' && is_unseen(c)
}

/// Cleans bytes on their way to a terminal, piece by piece.
#[derive(Default)]
pub(super) struct Cleaner {
    /// The start of a character, or a carriage return, at the end of the bytes so far.
    held: Vec<u8>,
    last: Option<char>,
}

impl Cleaner {
    pub fn whole(text: &str) -> String {
        let mut cleaner = Self::default();
        cleaner.clean(text.as_bytes()) + &cleaner.rest()
    }

    pub fn clean(&mut self, bytes: &[u8]) -> String {
        let mut all = std::mem::take(&mut self.held);
        all.extend_from_slice(bytes);
        let held = unfinished(&all);
        self.held = all.split_off(all.len() - held);
        self.clean_text(&String::from_utf8_lossy(&all))
    }

    pub fn rest(&mut self) -> String {
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
                clean.push('?');
            }
            // A joiner joins what is seen.
            self.last = clean.chars().next_back();
        }
        clean
    }
}

/// Returns the number of bytes at the end that may belong with those that follow.
fn unfinished(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    // Of a character's bytes only the first tells how many there are.
    let tail = &bytes[bytes.len().saturating_sub(LONGEST_CHAR - 1)..];
    let start = tail.iter().rposition(|byte| *byte >= 0xC0);
    match start.map(|start| &tail[start..]) {
        Some(cut) if std::str::from_utf8(cut).is_err_and(|error| error.error_len().is_none()) => cut.len(),
        _ => 0,
    }
}

/// Returns whether a character does more on a terminal than to stand there: control
/// characters, separators of lines, and invisible ones that change the others, such as
/// the direction of the text.
///
/// The joiners U+200C and U+200D belong to the spelling of Persian and of the languages
/// of India, and to emoji; after an ASCII letter they only hide that two names differ.
fn steers(c: char, before: Option<char>) -> bool {
    match c {
        '\u{200C}' | '\u{200D}' => before.is_none_or(|before| before.is_ascii()),
        c => is_unseen(c),
    }
}

/// Returns whether a character is a control character or one of Unicode's invisible
/// format characters.
pub(crate) fn is_unseen(c: char) -> bool {
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
