//! Game trees as text that reads the same in any context.

use super::scan::{Ident, Scanner, Token};

/// The property with which a tree declares UTF-8.
const ENCODING: &str = "CA[UTF-8]";

/// Returns the text of a game tree for inclusion in a UTF-8 text with several
/// games. Adds missing brackets and parentheses, which would otherwise be taken
/// from the next game, and declares UTF-8. `tree` is a text found by
/// [`game_trees`](crate::record::game_trees).
///
/// The result is a normal form: the portable text of a portable text is itself.
/// Records thus have the same portable text if they differ only in their encoding,
/// their CA, missing brackets and parentheses, and the text around the game tree.
pub fn portable(tree: &str) -> String {
    let tree = tree.trim_ascii();
    let inside = tree.strip_prefix('(').map_or(tree, str::trim_ascii_start);
    let nodes = inside.strip_prefix(';').unwrap_or(inside);
    let start = tree.len() - nodes.len();
    let (nodes, ends) = Ends::of(nodes);
    let mut text = String::with_capacity(nodes.len() + ENCODING.len() + ends.parentheses + "(;]".len());
    text.push_str("(;");
    // The end of the nodes written so far, once CA has been written.
    let mut written = None;
    let mut scanner = Scanner::new(tree);
    scanner.next_game();
    while let Some(token) = scanner.next_token() {
        if let Token::Value { ident, raw, offset, .. } = token
            && ident == Ident::new(b"CA")
        {
            let value = offset - start;
            text.push_str(&nodes[written.unwrap_or(0)..value]);
            text.push_str("UTF-8");
            written = Some(nodes.len().min(value + raw.len()));
        }
    }
    let bracket = if ends.bracket { "]" } else { "" };
    match written {
        Some(written) => {
            text.push_str(&nodes[written..]);
            text.push_str(bracket);
        }
        None if ends.orphans < nodes.len() => {
            let (orphans, others) = nodes.split_at(ends.orphans);
            text.extend([orphans, ENCODING, others, bracket]);
        }
        None => text.extend([nodes, bracket, ENCODING]),
    }
    text.extend(std::iter::repeat_n(')', ends.parentheses));
    text
}

/// The beginning and the end of the nodes of a tree.
struct Ends {
    /// The end of the values at the beginning that belong to no property, and would
    /// be taken for values of a property inserted before them.
    orphans: usize,
    /// True if the last value lacks its bracket.
    bracket: bool,
    /// The number of parentheses that are open at the end, including the tree's
    /// own.
    parentheses: usize,
}

impl Ends {
    /// Examines `nodes`, and returns them without a final backslash, which would
    /// escape the bracket.
    fn of(mut nodes: &str) -> (&str, Self) {
        let (mut depth, mut in_value) = (1_usize, false);
        let mut has_orphans = false;
        let mut orphans = None;
        let mut bytes = nodes.bytes().enumerate();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'\\' if in_value && bytes.next().is_none() => nodes = &nodes[..at],
                b']' => in_value = false,
                _ if in_value => {}
                b'[' => {
                    in_value = true;
                    has_orphans |= orphans.is_none();
                }
                b'(' => depth += 1,
                b')' | b';' | b'A'..=b'Z' | b'a'..=b'z' => {
                    orphans.get_or_insert(at);
                    depth = depth.saturating_sub(usize::from(byte == b')'));
                }
                _ => {}
            }
        }
        let orphans = if has_orphans { orphans.unwrap_or(nodes.len()) } else { 0 };
        let ends = Self {
            orphans,
            bracket: in_value,
            parentheses: depth,
        };
        (nodes, ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::game_trees;
    use proptest::prelude::*;

    #[test]
    fn the_encoding_is_changed_or_added() {
        for (tree, expected) in [
            ("(;GM[1]CA[gb2312]SZ[19];B[pd])", "(;GM[1]CA[UTF-8]SZ[19];B[pd])"),
            ("(;GM[1];B[pd])", "(;CA[UTF-8]GM[1];B[pd])"),
            ("(;C[CA[gbk\\]];B[pd])", "(;CA[UTF-8]C[CA[gbk\\]];B[pd])"),
            ("(;CA[x]CA[y];CA[z])", "(;CA[UTF-8]CA[UTF-8];CA[UTF-8])"),
            ("(;CA[])", "(;CA[UTF-8])"),
            ("(;)", "(;CA[UTF-8])"),
        ] {
            assert_eq!(portable(tree), expected);
        }
    }

    #[test]
    fn values_of_no_property_are_not_those_of_the_encoding() {
        for (tree, expected) in [
            ("(; [a]\n[b]GM[1])", "(; [a]\n[b]CA[UTF-8]GM[1])"),
            ("(;([a](;B[pd])))", "(;([a](CA[UTF-8];B[pd])))"),
            ("(;[a])", "(;[a]CA[UTF-8])"),
            ("(;[a", "(;[a]CA[UTF-8])"),
        ] {
            assert_eq!(portable(tree), expected);
        }
    }

    #[test]
    fn what_is_missing_is_added() {
        for (tree, expected) in [
            (";GM[1];B[pd]", "(;CA[UTF-8]GM[1];B[pd])"),
            ("( GM[1];B[pd])", "(;CA[UTF-8]GM[1];B[pd])"),
            ("(;B[pd](;W[dp];B[aa]", "(;CA[UTF-8]B[pd](;W[dp];B[aa]))"),
            ("(;B[pd]C[a (b] ;W[dp", "(;CA[UTF-8]B[pd]C[a (b] ;W[dp])"),
            ("(;B[pd]C[a\\", "(;CA[UTF-8]B[pd]C[a])"),
            ("(;B[pd]C[a\\\\", "(;CA[UTF-8]B[pd]C[a\\\\])"),
            ("(;CA[gb\\", "(;CA[UTF-8])"),
            ("(;", "(;CA[UTF-8])"),
        ] {
            assert_eq!(portable(tree), expected);
        }
    }

    /// Returns texts of significant characters that begin like a game tree.
    fn trees() -> impl Strategy<Value = String> {
        r"(\(?;?|\(;SZ\[9\])([();BWC\[\]\\ \n\x00\x1b]|C?A?\[|[BW]\[[a-i]{2}\]|;[BW]\[[a-i]{2}\]|é){0,20}"
    }

    proptest! {
        /// A portable text keeps its main line and does not affect the next game.
        #[test]
        fn games_stay_apart(tree in trees()) {
            let steps = |text: &str, nth: usize| {
                let record = game_trees(text).nth(nth).and_then(|tree| tree.game.ok())?;
                Some(record.steps.into_iter().map(|step| step.action).collect::<Vec<_>>())
            };
            let Some(first) = game_trees(&tree).next() else { return Ok(()) };
            let text = format!("{}\n(;SZ[9];B[cc])", portable(&tree[first.span]));
            if first.game.is_ok() {
                prop_assert_eq!(steps(&text, 0), steps(&tree, 0), "{}", text);
            }
            prop_assert_eq!(steps(&text, 1), steps("(;SZ[9];B[cc])", 0), "{}", text);
            prop_assert_eq!(game_trees(&text).count(), 2, "{}", text);
        }

        /// The portable text of a portable text is itself, and it can be found
        /// among other texts.
        #[test]
        fn it_is_a_normal_form(tree in trees()) {
            let Some(first) = game_trees(&tree).next() else { return Ok(()) };
            let text = portable(&tree[first.span]);
            prop_assert_eq!(&portable(&text), &text);
            let all = format!("{text}\n{text}\n");
            let again: Vec<String> = game_trees(&all).map(|tree| portable(&all[tree.span])).collect();
            prop_assert_eq!(again, [text.clone(), text]);
        }
    }
}
