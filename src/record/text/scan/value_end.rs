//! The end of a value, where brackets in texts lack their backslashes: chat names ranks as `[3d]`,
//! commentators write `B[cc]`, and faces have brackets `:]`.
//!
//! A bracket is plainly the end of a text if something of a record follows it
//! ([`OpenText::is_followed_by_structure`]), no bracket that was opened in the text waits for it, and what
//! follows up to the next text has no bracket that closes nothing: so a comment that was left too
//! early shows, by its own bracket. Each byte is thus looked at once more, at most. Otherwise the
//! brackets compete, and the one with which the least is lost is the end ([`among_brackets`]).

use super::{Ident, PASS, RESIGN};
use crate::go::Point;

/// The number of bytes that are read ahead in a game to compare brackets. Beyond it, a text ends at
/// its first bracket. So the time is proportional to the text, whatever it holds.
pub(crate) const LOOKAHEAD: usize = 1 << 20;

/// The number of bytes to read ahead from the first bracket.
const AHEAD: usize = 4 << 10;

/// The number of bytes to read ahead at least, and in a text there after an end that closes a pair.
const WITHIN: usize = 256;

/// The number of bytes between a game and the next one to examine.
const BETWEEN: usize = 1000;

/// Returns the offset of the bracket that closes the value beginning at `from`, or
/// of the end of the text.
#[inline]
pub(crate) fn closing_bracket(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b']' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Returns whether a node follows a parenthesis, as opposed to, say, a remark
/// before the game. A missing semicolon is tolerated.
pub fn begins_node(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    if bytes.first() == Some(&b';') {
        return true;
    }
    let letters = bytes.iter().take_while(|b| b.is_ascii_uppercase()).count();
    letters > 0 && bytes[letters..].trim_ascii_start().first() == Some(&b'[')
}

/// Returns the end of a game tree without properties that begins at `start`, as `()` and `(;(;))`;
/// `None` if it has properties.
pub(crate) fn bare_tree_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => return None,
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Returns whether a parenthesis before this text opens a tree: a node follows, or nothing. A face
/// is none: `(;-)`.
fn begins_tree(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    match bytes.strip_prefix(b";") {
        Some(node) => {
            let next = node.trim_ascii_start().first();
            next.is_none_or(|byte| b";()".contains(byte)) || property(node).is_some()
        }
        None => begins_node(bytes) || bytes.first() == Some(&b')'),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct OpenText<'a> {
    pub bytes: &'a [u8],
    pub start: usize,
    pub depth: usize,
    /// True for a comment. Commentators write nodes; names and dates have none.
    pub is_comment: bool,
    /// True if the name of its property has no capital letter. A record that writes one name so
    /// writes others so; elsewhere such names are words of a text.
    pub is_lower: bool,
}

/// Chooses the end of a text: the offset of its bracket, or of the end of the bytes. `first` is its
/// first bracket, and `lookahead` the number of bytes that may still be read ahead. Returns `None`
/// if the first bracket is plainly the end.
#[inline]
pub(crate) fn chosen_end(text: OpenText<'_>, first: usize, lookahead: &mut usize) -> Option<usize> {
    let value = text.bytes.get(text.start..first).unwrap_or_default();
    if !text.is_followed_by_structure(first + 1) || value.contains(&b'[') && !is_balanced(value) {
        return Some(among_brackets(text, first, first + AHEAD, lookahead));
    }
    let (loss, read) = text.loss(first + 1, text.bytes.len(), true);
    let fault = first + 1 + read;
    (loss >= STRUCTURE).then(|| among_brackets(text, first, fault.max(first + AHEAD), lookahead))
}

/// Returns whether every bracket of a text is closed, with a backslash, as KGS writes
/// `name [3d\]: text`, or without.
fn is_balanced(text: &[u8]) -> bool {
    let (mut waiting, mut is_escaped) = (0_usize, false);
    for byte in text {
        match byte {
            b'[' if !is_escaped => waiting += 1,
            b']' => waiting = waiting.saturating_sub(1),
            _ => {}
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    waiting == 0
}

// The cost of what a reading of the brackets loses. A stray bracket costs more than running over one
// that could have ended the text, unless the text then takes many nodes and leaves few words.

/// A text runs over a bracket that could have been its end and belongs to no pair.
const STRUCTURE: usize = 10_000;
const STRAY: usize = STRUCTURE + 10;
const BARE: usize = 2_000;
/// A text ends with the value of a node in it, as in `see ;W[dd]`.
const IN_NODE: usize = 200;
const OPENED: usize = 1;
const LITTERED: usize = 100;
const NO_MOVE: usize = 100;
const NODE: usize = 15;
const NODE_IN_NAME: usize = 2_000;
/// A text has a bracket that closes no pair in it.
const UNPAIRED: usize = 2;
const LITTER: usize = 40;
const MOST_LITTER: usize = 900;

/// Finds the end of a text that has brackets: the one with which the least is lost, the first of
/// several. `horizon` is the place up to which each bracket before it is judged.
fn among_brackets(text: OpenText<'_>, first: usize, horizon: usize, lookahead: &mut usize) -> usize {
    let bytes = text.bytes;
    let mut best: Option<(usize, usize)> = None;
    let (mut waiting, mut unpaired, mut passed) = (0_usize, 0, 0);
    let mut is_in_node = false;
    // The open parentheses: what a commentator writes in them is no node of the record.
    let mut parentheses = 0_usize;
    let mut at = text.start;
    while at < bytes.len() && *lookahead > 0 {
        if best.is_some_and(|(cost, _)| passed >= cost) {
            break;
        }
        match bytes[at] {
            b'[' => {
                waiting += 1;
                is_in_node = parentheses == 0 && opens_node(&bytes[text.start..at]);
            }
            b'\\' => {
                at += 1;
                waiting -= usize::from(waiting > 0 && bytes.get(at) == Some(&b']'));
            }
            // Another game begins.
            b'(' if at > first && begins_game(bytes, at) => break,
            b'(' => parentheses += 1,
            b')' => parentheses = parentheses.saturating_sub(1),
            b']' => {
                let is_paired = waiting > 0;
                waiting = waiting.saturating_sub(1);
                let is_end = text.is_followed_by_structure(at + 1);
                if is_end || !is_paired {
                    let until = horizon.max(at + WITHIN).min(bytes.len());
                    let (loss, read) = text.loss(at + 1, until, false);
                    *lookahead = lookahead.saturating_sub(read);
                    let here = match (is_end, is_paired) {
                        (true, true) if is_in_node => IN_NODE,
                        (true, true) => OPENED,
                        (true, false) => 0,
                        (false, _) => LITTERED,
                    };
                    let cost = passed + here + loss + UNPAIRED * unpaired;
                    if (is_end || loss < BARE) && best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, at));
                    }
                }
                // Pairs in a text are a part of it.
                passed += match (is_paired, is_in_node) {
                    (false, _) if is_end => STRUCTURE,
                    (true, true) if text.is_comment => NODE,
                    (true, true) => NODE_IN_NAME,
                    _ => 0,
                };
                unpaired += usize::from(!is_paired);
            }
            _ => {}
        }
        *lookahead = lookahead.saturating_sub(1);
        at += 1;
    }
    match best {
        // The text is cut, unless a bracket before loses no more than the one that is missing.
        _ if at >= bytes.len() && best.is_none_or(|(cost, _)| passed + OPENED + UNPAIRED * unpaired < cost) => {
            bytes.len()
        }
        Some((_, end)) => end,
        None => first,
    }
}

/// Returns whether a text ends with the beginning of a node and the name of a property.
fn opens_node(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let letters = text.iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
    letters > 0 && text[..text.len() - letters].trim_ascii_end().last() == Some(&b';')
}

/// Returns whether a game begins here, as in `(;GM[`, after another one or in a line of its own. What
/// a commentator writes is none: `(;B[aa])`, or `he wrote (;SZ[9])`.
fn begins_game(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].trim_ascii_end();
    let is_apart = before.last() == Some(&b')') || bytes[before.len()..at].contains(&b'\n');
    let node = bytes[at + 1..].trim_ascii_start();
    is_apart
        && node
            .strip_prefix(b";")
            .and_then(property)
            .is_some_and(|(ident, _)| ROOT.iter().any(|name| ident == Ident::new(name)))
}

const ROOT: [&[u8]; 20] = [
    b"GM", b"FF", b"SZ", b"CA", b"AP", b"ST", b"GN", b"EV", b"RO", b"PB", b"PW", b"DT", b"PC", b"KM", b"HA", b"RE",
    b"RU", b"TM", b"US", b"SO",
];

/// Returns the property whose name and bracket begin the text, and the text after the bracket.
fn property(bytes: &[u8]) -> Option<(Ident, &[u8])> {
    let bytes = bytes.trim_ascii_start();
    let (name, rest) = bytes.split_at(bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count());
    let value = rest.trim_ascii_start().strip_prefix(b"[")?;
    (has_capital(name) || is_short(name)).then(|| (Ident::from_written(name), value))
}

fn has_capital(name: &[u8]) -> bool {
    name.iter().any(u8::is_ascii_uppercase)
}

/// Returns whether a name in lower case may be one of the format. Words have more letters.
fn is_short(name: &[u8]) -> bool {
    (1..=2).contains(&name.len())
}

/// Returns whether a node continues like this. A first value that is no text must end, too: a
/// commentator writes `; then W[dd] is bad]`.
fn begins_after_node(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    match rest.first() {
        None | Some(b';' | b'(') => true,
        // A face is none: `;)`.
        Some(b')') => ends_line(&rest[1..]),
        Some(_) => property(rest).is_some_and(|(ident, value)| {
            let close = closing_bracket(value, 0);
            let after = value.get(close + 1..).unwrap_or_default().trim_ascii_start();
            let is_end = after.first().is_none_or(|byte| b"[;()".contains(byte)) || property(after).is_some();
            ident.is_text() || is_end
        }),
    }
}

/// Returns whether a parenthesis before this text can close a line: others follow, or nodes, or
/// words up to another game in which each bracket that closes was opened.
pub fn ends_line(rest: &[u8]) -> bool {
    let blank = rest
        .iter()
        .take_while(|byte| b");".contains(byte) || byte.is_ascii_whitespace())
        .count();
    let (before, rest) = rest.split_at(blank);
    if before.trim_ascii_end().last() == Some(&b';') && property(rest).is_some() {
        return begins_after_node(rest);
    }
    let mut waiting = 0_usize;
    for (at, byte) in rest.iter().enumerate().take(BETWEEN) {
        match byte {
            b'[' => waiting += 1,
            b']' if waiting == 0 => return false,
            b']' => waiting -= 1,
            b'(' if waiting == 0 && begins_tree(&rest[at + 1..]) => return true,
            _ => {}
        }
    }
    true
}

impl OpenText<'_> {
    /// Returns whether a value can end before `at`: the end of the text, another value, a node, a
    /// property or a parenthesis follows.
    fn is_followed_by_structure(self, at: usize) -> bool {
        // Nearly all texts are followed so.
        if let Some([b'A'..=b'Z', b'A'..=b'Z', b'[', ..]) = self.bytes.get(at..) {
            return true;
        }
        let rest = self.bytes.get(at..).unwrap_or_default().trim_ascii_start();
        let Some((first, after)) = rest.split_first() else {
            return true;
        };
        match first {
            b'[' => true,
            b';' => begins_after_node(after),
            b')' => ends_line(after),
            b'(' => begins_tree(after),
            _ => self.named(self.bytes.len() - rest.len()).is_some(),
        }
    }

    /// Returns the property of the name at `at`, if it is one. In lower case, chat has more names
    /// than records: `[1] b [c]`.
    fn named(self, at: usize) -> Option<Ident> {
        let rest = self.bytes.get(at..)?;
        let name = &rest[..rest.iter().take_while(|b| b.is_ascii_alphabetic()).count()];
        let before = at.checked_sub(1).map(|before| self.bytes[before]);
        let is_close = rest.get(name.len()) == Some(&b'[') && matches!(before, Some(b']' | b';'));
        let (ident, _) = property(rest)?;
        (has_capital(name) || self.is_lower || is_close).then_some(ident)
    }

    /// Returns what is lost if the text ends before `at`, in the bytes up to `until`, in the game,
    /// and, if `to_text`, before the next text; and the number of bytes read.
    fn loss(self, from: usize, until: usize, to_text: bool) -> (usize, usize) {
        let (mut at, mut read) = (from, 0);
        let bytes = &self.bytes[..until];
        let is_cut = until < self.bytes.len();
        let (mut loss, mut litter) = (0, 0);
        let mut depth = self.depth;
        // Another value of the text's property may follow.
        let mut ident = Some(Ident::OTHER);
        // Whether the property has no value yet.
        let mut is_new = false;
        // Whether the node of the text goes on.
        let mut is_in_node = true;
        while let Some(&byte) = bytes.get(at) {
            if to_text && loss >= STRUCTURE {
                break;
            }
            let moves = plain_moves(&bytes[at..]);
            if moves > 0 {
                at += moves;
                ident = Some(Ident::new(b"B"));
                (is_new, is_in_node) = (false, false);
                continue;
            }
            at += 1;
            match byte {
                b';' => (ident, is_in_node) = (None, false),
                b'(' => {
                    depth += 1;
                    ident = None;
                }
                b')' if depth <= 1 => {
                    loss += if ends_line(&self.bytes[at..]) { 0 } else { STRAY };
                    break;
                }
                b')' => {
                    depth -= 1;
                    ident = None;
                }
                b']' => loss += STRAY,
                b'[' => {
                    match ident {
                        Some(ident) if ident.is_text() => {
                            if to_text {
                                break;
                            }
                            let (end, unpaired, more) = OpenText { depth, ..self }.text_end(at, until);
                            loss += UNPAIRED * unpaired;
                            read += WITHIN + more;
                            at = end;
                        }
                        _ => {
                            let close = closing_bracket(bytes, at).min(bytes.len());
                            loss += match ident {
                                // Words after a bracket in a text, also where the record is cut.
                                // With a backslash they are a value on purpose.
                                Some(ident)
                                    if is_in_node
                                        && (is_new || !has_one_value(ident))
                                        && bytes[at..close].contains(&b' ')
                                        && !bytes[at..close].contains(&b'\\')
                                        && is_no_move(ident, &bytes[at..close]) =>
                                {
                                    STRAY
                                }
                                // A record that is cut there is no sign.
                                _ if close == bytes.len() && (is_cut || to_text) => 0,
                                _ if close == bytes.len() => STRAY,
                                None => BARE,
                                Some(ident) if !is_new && has_one_value(ident) => BARE,
                                Some(ident) if !is_no_move(ident, &bytes[at..close]) => 0,
                                _ => NO_MOVE,
                            };
                            at = close;
                        }
                    }
                    is_new = false;
                    at += 1;
                }
                _ if byte.is_ascii_alphabetic() => {
                    let name = at - 1;
                    at += bytes[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
                    ident = self.named(name);
                    is_new = true;
                    litter += if ident.is_some() { 0 } else { LITTER };
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => litter += LITTER,
            }
        }
        (loss + litter.min(MOST_LITTER), read + at - from)
    }

    /// Returns the likely end of a text that begins at `at`: the first bracket that is plainly its
    /// end, or else the first one that something of a record follows. Also returns the number of
    /// brackets before it that close no pair, and of bytes that were read after brackets.
    fn text_end(self, mut at: usize, until: usize) -> (usize, usize, usize) {
        let (mut waiting, mut unpaired, mut read) = (0_usize, 0, 0);
        let mut possible = None;
        while at < until && possible.is_none_or(|(end, _)| at < end + WITHIN) {
            match self.bytes[at] {
                b'\\' => {
                    at += 1;
                    waiting -= usize::from(waiting > 0 && self.bytes.get(at) == Some(&b']'));
                }
                b'[' => waiting += 1,
                b'(' if possible.is_some() && begins_game(self.bytes, at) => break,
                b']' => {
                    if self.is_followed_by_structure(at + 1) {
                        if waiting == 0 {
                            let (loss, more) = self.loss(at + 1, until, true);
                            read += more;
                            if loss < STRUCTURE {
                                return (at, unpaired, read);
                            }
                        }
                        possible.get_or_insert((at, unpaired));
                    }
                    unpaired += usize::from(waiting == 0);
                    waiting = waiting.saturating_sub(1);
                }
                _ => {}
            }
            at += 1;
        }
        let (end, unpaired) = possible.unwrap_or((until, unpaired));
        (end, unpaired, read)
    }
}

/// Returns the length of the nodes with which a text begins that have a move and nothing else, as
/// `;B[pd]`, except those in its last bytes. Eight bytes are compared at once: nearly all that is
/// read ahead are such nodes.
fn plain_moves(bytes: &[u8]) -> usize {
    const BITS: u64 = u64::from_le_bytes([0xff, 0xff, 0xff, 0xe0, 0xe0, 0xff, 0, 0]);
    const BLACK: u64 = u64::from_le_bytes([b';', b'B', b'[', 0x60, 0x60, b']', 0, 0]);
    const WHITE: u64 = u64::from_le_bytes([b';', b'W', b'[', 0x60, 0x60, b']', 0, 0]);
    let mut at = 0;
    while let Some(chunk) = bytes[at..].first_chunk() {
        let node = u64::from_le_bytes(*chunk) & BITS;
        if node != BLACK && node != WHITE {
            break;
        }
        at += 6;
    }
    at
}

fn has_one_value(ident: Ident) -> bool {
    [b"B".as_slice(), b"W", b"SZ", b"GM", b"FF", b"KM", b"HA", b"PL", b"CA"]
        .iter()
        .any(|name| ident == Ident::new(name))
}

/// Returns whether the value of a move is neither a point nor a pass.
fn is_no_move(ident: Ident, value: &[u8]) -> bool {
    let is_move = ident == Ident::new(b"B") || ident == Ident::new(b"W");
    let value = value.trim_ascii();
    is_move
        && !value.is_empty()
        && !std::str::from_utf8(value).is_ok_and(|text| Point::from_sgf(text).is_some())
        && !value.eq_ignore_ascii_case(PASS)
        && !value.eq_ignore_ascii_case(RESIGN)
}
