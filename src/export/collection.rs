use super::game::Game;
use super::run::Sink;
use crate::record::{Ident, Scanner, Token};
use std::io::{self, Write};

/// Games one after another in one text.
pub struct Collection<W: Write>(pub W);

impl<W: Write> Sink for Collection<W> {
    fn add(&mut self, game: &Game) -> io::Result<()> {
        writeln!(self.0, "{}", game.portable())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// What the property CA says of a text in UTF-8.
const CHARACTERS: &str = "UTF-8";

/// The text of a game tree as a part of a text in UTF-8: what brackets and
/// parentheses it lacks would be taken from the next game, and it says that it
/// is in UTF-8.
pub fn portable(tree: &str) -> String {
    let mut text = completed(tree);
    let mut declared = Vec::new();
    let mut scanner = Scanner::new(&text);
    scanner.next_game();
    while let Some(token) = scanner.next_token() {
        if let Token::Value { ident, raw, offset, .. } = token
            && ident == Ident::new(b"CA")
        {
            declared.push(offset..offset + raw.len());
        }
    }
    if declared.is_empty() {
        text.insert_str("(;".len(), &format!("CA[{CHARACTERS}]"));
    }
    for value in declared.into_iter().rev() {
        text.replace_range(value, CHARACTERS);
    }
    text
}

/// The tree from `(;` to the parenthesis that closes it.
fn completed(tree: &str) -> String {
    let tree = tree.trim_ascii();
    let inside = tree.strip_prefix('(').map_or(tree, str::trim_ascii_start);
    let mut nodes = inside.strip_prefix(';').unwrap_or(inside);
    let (mut depth, mut in_value) = (1_usize, false);
    let mut bytes = nodes.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            // One at the end would escape the bracket.
            b'\\' if in_value && bytes.next().is_none() => nodes = &nodes[..nodes.len() - 1],
            b'\\' => {}
            b']' => in_value = false,
            b'[' => in_value = true,
            b'(' if !in_value => depth += 1,
            b')' if !in_value => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let bracket = if in_value { "]" } else { "" };
    format!("(;{nodes}{bracket}{}", ")".repeat(depth))
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
        ] {
            assert_eq!(portable(tree), expected);
        }
    }

    proptest! {
        /// Whatever a game is like, the next one is read as it is, and so is
        /// its own main line.
        #[test]
        fn games_stay_apart(tree in r"(\(?;?|\(;SZ\[9\])([();BWC\[\]\\ \n]|CA\[|[BW]\[[a-i]{2}\]|;[BW]\[[a-i]{2}\]|é){0,20}") {
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
    }
}
