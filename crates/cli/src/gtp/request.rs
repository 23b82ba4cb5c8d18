//! Requests, the arguments of their commands, and replies.

use super::analysis::Reports;
use crate::hints::hint;
use bgo::internal::go::{BoardSize, Color, Move, ParseError};
use bgo::internal::query::QueryError;
use bgo::internal::store::StoreError;
use bgo_research::ResearchError;
use std::error::Error;
use std::fmt::Display;
use std::str::{FromStr, SplitWhitespace};

/// Reads a line as section 2.3 and 3.1 of the specification say: control characters have
/// no meaning, a tab is a blank, and `#` begins a comment. A byte order mark, which programs
/// on Windows put before the first line, has no meaning either. Returns the number, which the
/// response repeats, if there is one, the name of the command, and the text after it; `None` for a
/// line without a command.
pub fn read_request(line: &str) -> Option<(Option<u32>, String, String)> {
    let line = line.split('#').next().unwrap_or_default();
    let text: String = line
        .chars()
        .filter(|c| *c == '\t' || !(c.is_control() || *c == '\u{feff}'))
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect();
    let (first, rest) = first_word(&text);
    // A number has 31 bits.
    let is_number = first.bytes().all(|byte| byte.is_ascii_digit());
    let id = first.parse().ok().filter(|id| is_number && *id <= i32::MAX as u32);
    let (name, rest) = if id.is_some() { first_word(rest) } else { (first, rest) };
    (id.is_some() || !name.is_empty()).then(|| (id, name.to_owned(), rest.to_owned()))
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace)
        .map_or((text, ""), |(first, rest)| (first, rest.trim_start()))
}

/// The arguments of a command, read from the first to the last. As in other engines, those
/// that a command does not take have no meaning.
#[derive(Clone, Debug)]
pub struct GtpArguments<'a> {
    rest: &'a str,
    words: SplitWhitespace<'a>,
}

impl<'a> GtpArguments<'a> {
    pub fn new(rest: &'a str) -> Self {
        let words = rest.split_whitespace();
        Self { rest, words }
    }

    pub const fn text(&self) -> &'a str {
        self.rest
    }

    pub fn optional(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    pub fn word(&mut self) -> Result<&'a str, Failure> {
        self.words.next().ok_or_else(Failure::syntax)
    }

    pub fn value<T: FromStr>(&mut self) -> Result<T, Failure> {
        self.word()?.parse().map_err(|_| Failure::syntax())
    }

    pub fn color(&mut self) -> Result<Color, Failure> {
        color(self.word()?).ok_or_else(Failure::syntax)
    }

    pub fn optional_color(&mut self) -> Option<Color> {
        let found = color(self.words.clone().next()?);
        if found.is_some() {
            self.words.next();
        }
        found
    }
}

pub fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads a vertex as a move: a letter without I and a number, or `pass`, in upper or lower
/// case. Fails with `off_board` if the vertex is not on this board.
pub fn vertex(word: &str, color: Color, size: BoardSize, off_board: &str) -> Result<Move, Failure> {
    // Letters of SGF are no vertices.
    let has_row = word.ends_with(|c: char| c.is_ascii_digit());
    if !has_row && !word.eq_ignore_ascii_case("pass") {
        return Err(Failure::syntax());
    }
    Move::parse(word, color, size).map_err(|error| match error {
        ParseError::OffBoard { .. } => Failure::saying(off_board),
        _ => Failure::syntax(),
    })
}

/// The response to a command that succeeded.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A text, possibly empty or of several lines.
    Text(String),
    /// Reports until the next line of input.
    Reports(Reports),
    /// The end of the session.
    End,
}

pub fn done() -> Result<Reply, Failure> {
    text("")
}

pub fn text(text: impl Into<String>) -> Result<Reply, Failure> {
    Ok(Reply::Text(text.into()))
}

/// The reason of a failed command, which the response gives after `?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

impl Failure {
    /// Returns the failure of an argument that cannot be read, in the words of the protocol.
    pub fn syntax() -> Self {
        Self::saying("syntax error")
    }

    pub fn saying(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn loading(name: &str, reason: &impl Display) -> Self {
        Self(format!("cannot load file: {name}: {reason}"))
    }

    fn of(error: &(dyn Error + 'static)) -> Self {
        Self(format!("{error}{}", hint(error, false)))
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        Self::of(&error)
    }
}

impl From<ResearchError> for Failure {
    fn from(error: ResearchError) -> Self {
        Self::of(&error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::of(&error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_comments_control_characters_and_blanks() {
        let command = |id, name: &str, rest: &str| Some((id, name.to_owned(), rest.to_owned()));
        assert_eq!(read_request("play B D4\r\n"), command(None, "play", "B D4"));
        assert_eq!(
            read_request(" 17\t\tplay  B D4 # a comment"),
            command(Some(17), "play", "B D4")
        );
        assert_eq!(read_request("0 na\u{7}me\u{1}"), command(Some(0), "name", ""));
        assert_eq!(read_request("\u{feff}1 name\r\n"), command(Some(1), "name", ""));
        assert_eq!(read_request("5name"), command(None, "5name", ""));
        assert_eq!(read_request("2147483648 name"), command(None, "2147483648", "name"));
        assert_eq!(read_request("+5 name"), command(None, "+5", "name"));
        assert_eq!(read_request("8"), command(Some(8), "", ""));
        for line in ["", " ", "\t", "\r\n", "# name", " \u{2} # x", "\u{feff}\r\n"] {
            assert_eq!(read_request(line), None, "{line:?}");
        }
    }

    #[test]
    fn vertices_have_no_letter_i_and_are_on_the_board() {
        let size = BoardSize::new(9).expect("a size");
        let read = |word| vertex(word, Color::Black, size, "off").map(|mv| mv.target());
        assert_eq!(read("A1").as_deref(), Ok("ai"));
        assert_eq!(read("j9").as_deref(), Ok("ia"));
        assert_eq!(read("PASS").as_deref(), Ok("pass"));
        for word in ["K1", "A10", "T19", "Z25"] {
            assert_eq!(read(word), Err(Failure::saying("off")), "{word}");
        }
        for word in ["I5", "aa", "", "5", "A0", "A", "resign", "é1", "A100"] {
            assert_eq!(read(word), Err(Failure::syntax()), "{word}");
        }
    }
}
