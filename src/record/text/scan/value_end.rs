//! The end of a value, where brackets in texts lack their backslashes: chat names ranks as `[3d]`,
//! commentators write `B[cc]`, and faces have brackets `:]`.
//!
//! A bracket ends a text if something of a record follows it ([`is_followed_by_structure`]), and no
//! bracket that was opened in the text waits for it. Where one waits, the record is read ahead from
//! there: a bracket within a text has another one after it, that of the text, which closes nothing.
//! The first bracket after which the rest of the game reads well is the end.

use super::{Ident, PASS, RESIGN};
use crate::go::Point;

/// The number of bytes that are read ahead in a game. Beyond it, a text ends at its first bracket.
/// So the time is proportional to the text, whatever it holds.
pub const LOOKAHEAD: usize = 1 << 20;

/// The number of bytes to read ahead from one bracket.
const AHEAD: usize = 4 << 10;

/// The number of bytes between a game and the next one to examine.
const BETWEEN: usize = 1000;

/// Returns the offset of the bracket that closes the value beginning at `from`, or
/// of the end of the text.
#[inline]
pub fn closing_bracket(bytes: &[u8], from: usize) -> usize {
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

/// Returns true if a node follows a parenthesis, as opposed to, say, a remark
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
pub fn bare_tree_end(bytes: &[u8], start: usize) -> Option<usize> {
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

/// Chooses the end of the text that begins at `start`: the offset of its bracket, or of the end of
/// `bytes`. `first` is its first bracket, `depth` the number of open parentheses, and `lookahead`
/// the number of bytes that may still be read ahead. Returns `None` if the first bracket is plainly
/// the end.
#[inline]
pub fn chosen_end(bytes: &[u8], start: usize, first: usize, depth: usize, lookahead: &mut usize) -> Option<usize> {
    let value = bytes.get(start..first).unwrap_or_default();
    let is_plain = is_followed_by_structure(bytes, first + 1) && (!value.contains(&b'[') || is_balanced(value));
    (!is_plain).then(|| among_brackets(bytes, start, first, depth, lookahead))
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

/// Finds the end of a text that has brackets.
fn among_brackets(bytes: &[u8], start: usize, first: usize, depth: usize, lookahead: &mut usize) -> usize {
    // The first bracket that something of a record follows, and what is odd after it.
    let mut fallback: Option<(usize, usize)> = None;
    // A fault after both brackets speaks against neither.
    let earliest = |fallback: Option<(usize, usize)>, at: usize| match fallback {
        Some((first, fault)) if fault > at => first,
        _ => at,
    };
    let mut waiting = 0_usize;
    let mut at = start;
    while at < bytes.len() && *lookahead > 0 {
        match bytes[at] {
            b'[' => waiting += 1,
            b'\\' => {
                at += 1;
                waiting -= usize::from(waiting > 0 && bytes.get(at) == Some(&b']'));
            }
            // Another game begins.
            b'(' if at > first && begins_game(bytes, at) => break,
            b']' => {
                let is_end = is_followed_by_structure(bytes, at + 1);
                if is_end && waiting == 0 {
                    return earliest(fallback, at);
                }
                let (reading, fault) = read_ahead(bytes, at + 1, depth, lookahead);
                if is_end && reading == Reading::Clean || waiting == 0 && reading != Reading::Broken {
                    return earliest(fallback, at);
                }
                if is_end {
                    fallback.get_or_insert((at, fault));
                }
                waiting = waiting.saturating_sub(1);
            }
            _ => {}
        }
        *lookahead -= 1;
        at += 1;
    }
    fallback.map_or(first, |(at, _)| at)
}

/// Returns whether a game begins here, as in `(;GM[`.
fn begins_game(bytes: &[u8], at: usize) -> bool {
    let node = bytes[at + 1..].trim_ascii_start();
    node.strip_prefix(b";").is_some_and(|rest| property(rest).is_some())
}

/// Returns the property whose name and bracket begin the text, and the text after the bracket.
fn property(bytes: &[u8]) -> Option<(Ident, &[u8])> {
    let bytes = bytes.trim_ascii_start();
    let (name, rest) = bytes.split_at(bytes.iter().take_while(|b| b.is_ascii_alphabetic()).count());
    let value = rest.trim_ascii_start().strip_prefix(b"[")?;
    // Words have more letters.
    let is_name = name.iter().any(u8::is_ascii_uppercase) || (1..=2).contains(&name.len());
    is_name.then(|| (Ident::from_written(name), value))
}

/// Returns whether a value can end before `at`: the end of the text, another value, a node, a
/// property or a parenthesis follows.
fn is_followed_by_structure(bytes: &[u8], at: usize) -> bool {
    // Nearly all texts are followed so.
    if let Some([b'A'..=b'Z', b'A'..=b'Z', b'[', ..]) = bytes.get(at..) {
        return true;
    }
    let rest = bytes.get(at..).unwrap_or_default().trim_ascii_start();
    let Some((first, after)) = rest.split_first() else {
        return true;
    };
    match first {
        b'[' => true,
        b';' => begins_after_node(after),
        b')' => ends_line(after),
        b'(' => begins_tree(after),
        _ => property(rest).is_some(),
    }
}

/// Returns whether a node continues like this. A first value that is no text must end, too: a
/// commentator writes `; then W[dd] is bad]`.
fn begins_after_node(rest: &[u8]) -> bool {
    match rest.trim_ascii_start().first() {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => property(rest).is_some_and(|(ident, value)| {
            let close = closing_bracket(value, 0);
            let after = value.get(close + 1..).unwrap_or_default().trim_ascii_start();
            let is_end = after.first().is_none_or(|byte| b"[;()".contains(byte)) || property(after).is_some();
            ident.is_text() || is_end
        }),
    }
}

/// Returns whether a parenthesis before this text can close a line: others follow, or nodes, or
/// words without brackets up to another game.
fn ends_line(rest: &[u8]) -> bool {
    let is_closing = |byte: &u8| *byte == b')' || byte.is_ascii_whitespace();
    let rest = &rest[rest.iter().take_while(|byte| is_closing(byte)).count()..];
    if let Some(node) = rest.strip_prefix(b";") {
        return begins_after_node(node);
    }
    for (at, byte) in rest.iter().enumerate().take(BETWEEN) {
        match byte {
            b'[' | b']' => return false,
            b'(' if begins_tree(&rest[at + 1..]) => return true,
            _ => {}
        }
    }
    true
}

/// The impression of a text that was read ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    /// Only what belongs there.
    Clean,
    /// Words between nodes or properties.
    Litter,
    /// A bracket that closes nothing, or a move that is none.
    Broken,
}

/// Reads ahead from `at`, outside a value and within `depth` parentheses, up to the end of the game
/// or for [`AHEAD`] bytes. Also returns the place of the first oddity, or where it ended.
fn read_ahead(bytes: &[u8], mut at: usize, mut depth: usize, lookahead: &mut usize) -> (Reading, usize) {
    let end = bytes.len().min(at + AHEAD.min(*lookahead));
    let is_cut = end < bytes.len();
    let bytes = &bytes[..end];
    let begin = at;
    let mut reading = Reading::Clean;
    let mut first_fault = None;
    let mut ident = None;
    // Whether the property has no value yet.
    let mut is_new = false;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b';' => ident = None,
            b'(' => depth += 1,
            b')' if depth <= 1 => {
                if !ends_line(&bytes[at..]) {
                    reading = Reading::Broken;
                }
                break;
            }
            b')' => depth -= 1,
            b']' => {
                reading = Reading::Broken;
                break;
            }
            b'[' => {
                let close = closing_bracket(bytes, at);
                if close >= bytes.len() && is_cut {
                    break;
                }
                match ident {
                    Some(ident) if Ident::is_text(ident) => {
                        let mut end = close;
                        while end < bytes.len() && !is_followed_by_structure(bytes, end + 1) {
                            end = closing_bracket(bytes, end + 1);
                        }
                        at = end;
                    }
                    Some(ident) if is_no_move(ident, &bytes[at..close]) || !is_new && has_one_value(ident) => {
                        reading = Reading::Broken;
                        break;
                    }
                    _ => at = close,
                }
                is_new = false;
                at += 1;
            }
            b'A'..=b'Z' | b'a'..=b'z' => {
                let name = at - 1;
                at += bytes[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
                if bytes[at..].trim_ascii_start().first() == Some(&b'[') {
                    ident = Some(Ident::from_written(&bytes[name..at]));
                    is_new = true;
                } else {
                    reading = Reading::Litter;
                    first_fault.get_or_insert(name);
                }
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                reading = Reading::Litter;
                first_fault.get_or_insert(at - 1);
            }
        }
    }
    *lookahead = lookahead.saturating_sub(at - begin);
    (reading, first_fault.unwrap_or(at))
}

/// Returns whether a property has one value only.
fn has_one_value(ident: Ident) -> bool {
    [b"B".as_slice(), b"W", b"SZ", b"GM", b"FF", b"KM", b"HA", b"PL", b"CA"]
        .iter()
        .any(|name| ident == Ident::new(name))
}

/// Returns whether the value of a move is neither a point nor a pass.
fn is_no_move(ident: Ident, value: &[u8]) -> bool {
    let is_move = ident == Ident::new(b"B") || ident == Ident::new(b"W");
    let value = value.trim_ascii();
    let is_point = || std::str::from_utf8(value).is_ok_and(|text| Point::from_sgf(text).is_some());
    let is_word = || value.eq_ignore_ascii_case(PASS) || value.eq_ignore_ascii_case(RESIGN);
    is_move && !value.is_empty() && !is_point() && !is_word()
}
