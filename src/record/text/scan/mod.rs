//! The syntax of SGF, read leniently. Finds the game trees of a text and walks the
//! main line of each without building a tree. Anything that is not syntax is
//! skipped, as the format demands of readers
//! (<https://www.red-bean.com/sgf/sgf4.html>), so no text causes an error.

mod value_end;

use crate::go::{BoardSize, Color, Move, Point};
use std::fmt::{self, Write as _};
use value_end::{LOOKAHEAD, OpenText, bare_tree_end, begins_node, chosen_end, closing_bracket, ends_line};

/// The identifier of a property, up to four capital letters. Those with more than two are
/// private to some program; longer ones are not distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident(u32);

/// The properties whose values are no texts, in the order of their numbers.
const PLAIN: [u32; 32] = {
    const NAMES: [&[u8]; 32] = [
        b"B", b"W", b"AB", b"AE", b"AR", b"AW", b"BL", b"CA", b"CR", b"DD", b"FF", b"GM", b"HA", b"KM", b"KT", b"LN",
        b"LZ", b"MA", b"MN", b"OB", b"OW", b"PL", b"SL", b"SQ", b"ST", b"SZ", b"TB", b"TR", b"TW", b"VW", b"WL",
        b"SBKV",
    ];
    let mut numbers = [0; 32];
    let mut at = 0;
    while at < NAMES.len() {
        numbers[at] = Ident::new(NAMES[at]).0;
        assert!(at == 0 || numbers[at - 1] < numbers[at]);
        at += 1;
    }
    numbers
};

impl Ident {
    pub const OTHER: Self = Self(0);

    pub const fn new(letters: &[u8]) -> Self {
        match *letters {
            [a] => Self(a as u32),
            [a, b] => Self(u32::from_be_bytes([0, 0, a, b])),
            [a, b, c] => Self(u32::from_be_bytes([0, a, b, c])),
            [a, b, c, d] => Self(u32::from_be_bytes([a, b, c, d])),
            _ => Self::OTHER,
        }
    }

    /// Returns whether values of the property may be texts. Those of all others have no brackets.
    fn is_text(self) -> bool {
        PLAIN.binary_search(&self.0).is_err()
    }

    /// Reads an identifier as written. Lower-case letters are ignored, as in older
    /// versions of the format (`AddBlack` is AB), unless there are no others.
    fn from_written(letters: &[u8]) -> Self {
        if letters.iter().all(u8::is_ascii_uppercase) {
            return Self::new(letters);
        }
        let mut capitals = [0; 5];
        let mut len = 0;
        let all_lower = letters.iter().all(u8::is_ascii_lowercase);
        for letter in letters.iter().filter(|l| all_lower || l.is_ascii_uppercase()) {
            if len == capitals.len() {
                break;
            }
            capitals[len] = letter.to_ascii_uppercase();
            len += 1;
        }
        Self::new(&capitals[..len])
    }
}

/// Writes the letters, or nothing for an identifier of more than four.
impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.to_be_bytes().into_iter().filter(|&letter| letter != 0);
        letters.try_for_each(|letter| f.write_char(char::from(letter)))
    }
}

/// The words that programs write instead of the point of a move, in any case.
pub const PASS: &[u8] = b"pass";
pub(crate) const RESIGN: &[u8] = b"resign";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SgfToken<'a> {
    /// The start of the first of several variations, or of the only one. The line goes on in
    /// it.
    Fork,
    /// The end of a variation without properties, which is passed over. The line goes on after
    /// it.
    Unfork,
    /// The start of a node.
    Node,
    /// A value of a property of the current node.
    Value {
        ident: Ident,
        raw: &'a str,
        /// The beginning of that text, in bytes from the beginning of the whole
        /// text.
        offset: usize,
        end: ValueEnd,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueEnd {
    /// The first bracket without a backslash.
    Closed,
    /// One of several brackets, or one that nothing of a record follows.
    Chosen,
    /// The end of the text: the closing bracket is missing.
    Open,
}

/// A walk through the game trees of a text, one main line after another, or one line after
/// another of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// The number of open parentheses of the current game; 0 outside a game.
    depth: usize,
    /// The number of parentheses that were open at the last value. The variations that opened
    /// later have none.
    valued: usize,
    ident: Ident,
    /// True if its name has no capital letter.
    is_lower: bool,
    stray: Option<usize>,
    /// False in a game whose first parenthesis is missing.
    is_opened: bool,
    /// The end of the text, once the current game lacks a parenthesis there.
    cut: Option<usize>,
    /// The end of the parentheses that close here, and whether they close only variations without
    /// properties that something follows.
    closing: (usize, bool),
    /// The number of bytes that may still be read ahead in the current game to find the ends of
    /// values.
    lookahead: usize,
    /// True if the end of a value of the current game was chosen, which what follows the game may
    /// affect.
    is_doubtful: bool,
    /// The first game tree without properties, until there is another game.
    bare: Option<usize>,
    has_game: bool,
}

impl<'a> Scanner<'a> {
    pub const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            valued: 0,
            ident: Ident::OTHER,
            is_lower: false,
            stray: None,
            is_opened: false,
            cut: None,
            closing: (0, false),
            lookahead: 0,
            is_doubtful: false,
            bare: None,
            has_game: false,
        }
    }

    /// Finds the next game tree, skipping anything before it, and returns the
    /// offset of its first byte. Trees without properties are no games, unless there
    /// is nothing else. May be called again only after [`Scanner::end_game`].
    pub fn next_game(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        if self.at == 0 && lacks_parenthesis(bytes) {
            return Some(self.begin_game(0, 0));
        }
        while let Some(skip) = bytes[self.at..].iter().position(|&b| b == b'(') {
            let start = self.at + skip;
            self.at = start + 1;
            if !begins_node(&bytes[self.at..]) {
                continue;
            }
            let Some(end) = bare_tree_end(bytes, start) else {
                return Some(self.begin_game(start, start + 1));
            };
            self.at = end;
            self.bare.get_or_insert(start);
        }
        self.at = bytes.len();
        let bare = self.bare.take().filter(|_| !self.has_game)?;
        Some(self.begin_game(bare, bare + 1))
    }

    /// Begins the game at `start` with the nodes at `nodes`.
    const fn begin_game(&mut self, start: usize, nodes: usize) -> usize {
        self.at = nodes;
        self.depth = 1;
        self.valued = 0;
        self.leave_property();
        self.stray = None;
        self.is_opened = start < nodes;
        self.cut = None;
        self.closing = (0, false);
        self.lookahead = LOOKAHEAD;
        self.is_doubtful = false;
        self.has_game = true;
        start
    }

    /// Returns the next token of the line, or `None` at its end. The first line of a game is
    /// its main line; [`Scanner::close`] goes on to another.
    #[inline]
    pub(crate) fn next_token(&mut self) -> Option<SgfToken<'a>> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'[' => return Some(self.value()),
                b';' => {
                    self.at += 1;
                    self.leave_property();
                    return Some(SgfToken::Node);
                }
                b'A'..=b'Z' | b'a'..=b'z' => self.identifier(),
                b'(' => {
                    self.at += 1;
                    self.depth += 1;
                    return Some(SgfToken::Fork);
                }
                b')' if self.leave_bare_variation() => return Some(SgfToken::Unfork),
                // The parenthesis is not consumed: every further call ends here
                // too, and `end_game` and `close` begin with it.
                b')' => return None,
                _ => {
                    if byte == b']' {
                        self.stray.get_or_insert(self.at);
                    }
                    self.at += 1;
                }
            }
        }
        None
    }

    /// Reads the move of a node that has nothing else and is followed by another
    /// node, as in `B[pd];`, and the place of its point. Must be called after
    /// [`SgfToken::Node`]; leaves the scanner after the next one.
    ///
    /// Nearly all nodes are of this kind, and tokens would take three times as
    /// long.
    #[inline]
    pub(crate) fn plain_move(&mut self, size: BoardSize) -> Option<(Move, usize)> {
        let &[player, b'[', x, y, b']', b';'] = self.text.as_bytes().get(self.at..)?.first_chunk()? else {
            return None;
        };
        let color = match player {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => return None,
        };
        // Anything but a lower-case letter is off every board.
        let point = Point::new(x.wrapping_sub(b'a'), y.wrapping_sub(b'a'));
        if !point.is_on(size) {
            return None;
        }
        let offset = self.at + 2;
        self.at += 6;
        self.valued = self.depth;
        Some((Move::at(color, point), offset))
    }

    /// Skips the rest of the current game, including other variations, and returns
    /// the offset after it.
    pub(crate) fn end_game(&mut self) -> usize {
        while self.next_token().is_some() || self.close() {}
        // The parenthesis of the tree itself.
        if self.depth > 0 && self.at < self.text.len() {
            self.at += 1;
        } else if self.depth > 0 && self.is_opened {
            self.cut = Some(self.text.len());
        }
        self.depth = 0;
        self.at
    }

    /// Returns a scanner that finds the game at `start` in a text that ends at `end`.
    pub fn of_game(&self, start: usize, end: usize) -> Self {
        let mut scanner = Self::new(&self.text[..end]);
        scanner.at = start;
        scanner
    }

    /// Goes on after a game that `alone`, made by [`Scanner::of_game`], has read.
    pub fn go_on_after(&mut self, alone: Self) {
        *self = Self {
            text: self.text,
            bare: None,
            ..alone
        };
    }

    /// Returns whether the last game may read differently without the text around it.
    pub(crate) const fn is_doubtful(&self) -> bool {
        self.is_doubtful
    }

    /// Returns the end of a game that was read, if nodes or properties follow directly on it, or a
    /// bracket that closes nothing does. They belong to no game.
    pub fn left_out(&self) -> Option<usize> {
        let bytes = &self.text.as_bytes()[self.at..];
        let rest = bytes.trim_ascii_start();
        (begins_node(rest.strip_prefix(b";").unwrap_or(rest)) || !ends_line(bytes)).then_some(self.at)
    }

    pub const fn stray(&self) -> Option<usize> {
        self.stray
    }

    /// Returns the end of the text if the last game has no parenthesis there.
    pub const fn cut(&self) -> Option<usize> {
        self.cut
    }

    /// Skips the rest of a line with all variations that leave it there, and `opened`
    /// parentheses that were opened in that rest.
    pub(crate) fn end_line(&mut self, opened: usize) {
        let outer = self.depth.saturating_sub(opened);
        while self.next_token().is_some() || self.depth > outer && self.close() {}
    }

    /// Leaves the parentheses that end here. Returns false at the end of the game.
    pub(crate) fn close(&mut self) -> bool {
        if self.text.as_bytes().get(self.at) != Some(&b')') || self.depth < 2 {
            return false;
        }
        self.leave();
        true
    }

    fn leave(&mut self) {
        self.at += 1;
        self.depth -= 1;
        self.valued = self.valued.min(self.depth);
        self.leave_property();
    }

    /// Forgets the name before: values that follow have none.
    const fn leave_property(&mut self) {
        self.ident = Ident::OTHER;
        self.is_lower = false;
    }

    /// Leaves a variation that ends here, if it has no properties and something follows, possibly
    /// after the ends of outer ones without properties.
    fn leave_bare_variation(&mut self) -> bool {
        let bare = self.depth - self.valued.max(1).min(self.depth);
        if bare == 0 {
            return false;
        }
        // The answer is the same for all that end here. Without it, each would look at the rest.
        if self.at >= self.closing.0 {
            let (mut closed, mut at) = (0, self.at);
            let bytes = self.text.as_bytes();
            while let Some(byte) = bytes.get(at)
                && closed <= bare
            {
                match byte {
                    b')' => closed += 1,
                    _ if byte.is_ascii_whitespace() => {}
                    _ => break,
                }
                at += 1;
            }
            self.closing = (at, closed <= bare && at < bytes.len());
        }
        let is_bare = self.closing.1;
        if is_bare {
            self.leave();
        }
        is_bare
    }

    fn identifier(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        self.ident = Ident::from_written(&bytes[start..self.at]);
        self.is_lower = bytes[start..self.at].iter().all(u8::is_ascii_lowercase);
    }

    fn value(&mut self) -> SgfToken<'a> {
        let bytes = self.text.as_bytes();
        let offset = self.at + 1;
        let first = closing_bracket(bytes, offset);
        let chosen = if self.ident.is_text() {
            let text = OpenText {
                bytes,
                start: offset,
                depth: self.depth,
                is_comment: self.ident == Ident::new(b"C") || self.ident == Ident::new(b"GC"),
                is_lower: self.is_lower,
            };
            chosen_end(text, first, &mut self.lookahead)
        } else {
            None
        };
        let close = chosen.unwrap_or(first);
        let end = match chosen {
            _ if close >= bytes.len() => ValueEnd::Open,
            Some(_) => ValueEnd::Chosen,
            None => ValueEnd::Closed,
        };
        self.is_doubtful |= chosen.is_some();
        self.at = (close + 1).min(bytes.len());
        self.valued = self.depth;
        // Brackets are ASCII, so both ends are character boundaries.
        let raw = self.text.get(offset..close).unwrap_or_default();
        SgfToken::Value {
            ident: self.ident,
            raw,
            offset,
            end,
        }
    }
}

fn lacks_parenthesis(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    bytes.first() == Some(&b';') && begins_node(&bytes[1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn games(text: &str) -> Vec<String> {
        let mut scanner = Scanner::new(text);
        let mut games = Vec::new();
        while scanner.next_game().is_some() {
            let mut line = String::new();
            while let Some(token) = scanner.next_token() {
                match token {
                    SgfToken::Fork | SgfToken::Unfork => {}
                    SgfToken::Node => line.push(';'),
                    SgfToken::Value { ident, raw, .. } => {
                        line.push_str(&format!("{ident}[{raw}]"));
                    }
                }
            }
            scanner.end_game();
            games.push(line);
        }
        games
    }

    #[test]
    fn the_first_variation_is_the_main_line() {
        assert_eq!(
            games("(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))"),
            [";SZ[9];B[aa];W[bb];B[cc]"]
        );
    }

    #[test]
    fn brackets_in_values_are_escaped_and_parentheses_in_them_are_text() {
        assert_eq!(games(r"(;C[a\]b;(;)];B[aa])"), [r";C[a\]b;(;)];B[aa]"]);
    }

    #[test]
    fn a_tree_is_one_line_after_another() {
        let tree = "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))";
        let text = format!("{tree}(;B[ff])");
        let mut scanner = Scanner::new(&text);
        scanner.next_game();
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            while let Some(token) = scanner.next_token() {
                match token {
                    SgfToken::Fork => line.push('('),
                    SgfToken::Unfork | SgfToken::Node => {}
                    SgfToken::Value { raw, .. } => line.push_str(raw),
                }
            }
            lines.push(line);
            if !scanner.close() {
                break;
            }
        }
        assert_eq!(lines, ["aa(bb(cc", "(dd", "", "(ee", ""]);
        assert_eq!(scanner.end_game(), tree.len());
    }

    #[test]
    fn several_games_with_remarks_between_them() {
        let text = "A remark (MA property) first.\n(;B[aa])\n) stray\n( ;B[bb](;W[cc])(;W[dd]))(FF[4];B[ee])";
        assert_eq!(games(text), [";B[aa]", ";B[bb];W[cc]", "FF[4];B[ee]"]);
    }

    #[test]
    fn identifiers_of_older_versions() {
        assert_eq!(
            games("(;GaMe[1]SiZe[9];Black[aa];White[bb];b[cc]AddBlack[dd]MULTIGOGM[1])"),
            [";GM[1]SZ[9];B[aa];W[bb];B[cc]AB[dd][1]"]
        );
    }

    #[test]
    fn missing_ends_are_forgiven() {
        assert_eq!(
            games("(;SZ[9];B[aa];W[b"),
            [";SZ[9];B[aa];W[b"].map(|s| format!("{s}]"))
        );
        assert_eq!(games("(;B[aa](;W[bb]"), [";B[aa];W[bb]"]);
        assert_eq!(games(";FF[4];B[aa]"), [";FF[4];B[aa]"]);
        assert!(games("nothing (at all) here").is_empty());
        assert!(games("").is_empty());
    }

    #[test]
    fn a_value_without_its_bracket_says_so() {
        let mut scanner = Scanner::new("(;C[open");
        scanner.next_game();
        scanner.next_token();
        assert!(matches!(
            scanner.next_token(),
            Some(SgfToken::Value {
                end: ValueEnd::Open,
                raw: "open",
                offset: 4,
                ..
            })
        ));
        assert_eq!(scanner.end_game(), 8);
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in r"[();\[\]\\A-Ca-c é\n]{0,200}") {
            games(&text);
        }
    }
}
