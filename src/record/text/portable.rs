//! Game trees as text that reads the same in any context.

use super::scan::{Ident, Scanner, SgfToken, ValueEnd};
use std::borrow::Cow;

/// The property with which a tree declares UTF-8.
const ENCODING: &str = "CA[UTF-8]";

/// Returns the text of a game tree for inclusion in a UTF-8 text with several
/// games. Adds missing brackets and parentheses, which would otherwise be taken
/// from the next game, and the backslashes that brackets lack, and declares UTF-8. `tree` is a text found by
/// [`game_trees`](crate::record::game_trees).
///
/// The result is a normal form: the portable text of a portable text is itself.
/// Records thus have the same portable text if they differ only in their encoding,
/// their CA, missing brackets, backslashes and parentheses, and the text around the game tree.
pub fn portable(tree: &str) -> String {
    // In this order: what is dropped at the end could decide on brackets before it.
    let tree = plain(trimmed(tree));
    let tree = without_empty_end(&tree);
    let inside = tree.strip_prefix('(').map_or(tree, str::trim_ascii_start);
    let nodes = inside.strip_prefix(';').unwrap_or(inside);
    let start = tree.len() - nodes.len();
    let (orphans, bracket, parentheses) = ends(nodes);
    let mut text = String::with_capacity(nodes.len() + ENCODING.len() + parentheses + r"(;\]".len());
    text.push_str("(;");
    // The end of the nodes written so far, once CA has been written.
    let mut written = None;
    let mut scanner = Scanner::new(tree);
    scanner.next_game();
    while let Some(token) = scanner.next_token() {
        if let SgfToken::Value { ident, raw, offset, .. } = token
            && ident == Ident::new(b"CA")
        {
            let value = offset - start;
            text.push_str(&nodes[written.unwrap_or(0)..value]);
            text.push_str("UTF-8");
            written = Some(value + raw.len());
        }
    }
    match written {
        // The value of the last CA was written without its backslash.
        Some(written) if written == nodes.len() => text.push(']'),
        Some(written) => text.extend([&nodes[written..], bracket]),
        None if orphans < nodes.len() => {
            let (orphans, others) = nodes.split_at(orphans);
            text.extend([orphans, ENCODING, others, bracket]);
        }
        None => text.extend([nodes, bracket, ENCODING]),
    }
    text.extend(std::iter::repeat_n(')', parentheses));
    text
}

/// Returns a tree without a property at its end of which only the bracket is left. With another
/// bracket, a move would be a pass.
fn without_empty_end(tree: &str) -> &str {
    if !tree.trim_end().ends_with('[') {
        return tree;
    }
    let mut scanner = Scanner::new(tree);
    scanner.next_game();
    let mut last = None;
    loop {
        last = std::iter::from_fn(|| scanner.next_token()).last().or(last);
        if !scanner.close() {
            break;
        }
    }
    let Some(SgfToken::Value { raw, offset, end, .. }) = last else {
        return tree;
    };
    if end != ValueEnd::Open || !raw.trim().is_empty() {
        return tree;
    }
    let before = &tree[..offset - 1];
    trimmed(&before[..before.trim_ascii_end().len() - name_before(before).len()])
}

/// Returns a tree, written anew with all its backslashes and nothing between its properties if a
/// bracket is not plainly the end of its value, or closes nothing.
fn plain(tree: &str) -> Cow<'_, str> {
    let mut scanner = Scanner::new(tree);
    scanner.next_game();
    scanner.end_game();
    if !scanner.is_doubtful() && scanner.stray().is_none() {
        return Cow::Borrowed(tree);
    }
    let mut scanner = Scanner::new(tree);
    scanner.next_game();
    let mut text = "(".to_owned();
    let mut depth = 1;
    // The property of the value before, in the same node.
    let mut last = None;
    loop {
        while let Some(token) = scanner.next_token() {
            let SgfToken::Value {
                ident,
                raw,
                offset,
                end,
            } = token
            else {
                last = None;
                text.push(match token {
                    SgfToken::Fork => '(',
                    SgfToken::Unfork => ')',
                    _ => ';',
                });
                depth = (depth + usize::from(token == SgfToken::Fork))
                    .saturating_sub(usize::from(token == SgfToken::Unfork));
                continue;
            };
            // As at the end of other texts.
            if end == ValueEnd::Open && raw.trim().is_empty() {
                continue;
            }
            let name = name_before(&tree[..offset - 1]);
            match (name, last == Some(ident), ident == Ident::OTHER) {
                ("", true, _) => {}
                // It belongs to no property, or nothing is known of it.
                ("", false, true) => text.push('X'),
                // Something stands between the name and the value.
                ("", false, false) => text.push_str(&ident.to_string()),
                _ => text.push_str(name),
            }
            last = Some(ident);
            text.push('[');
            // Words for a move would speak against the bracket before them.
            let is_move = ident == Ident::new(b"B") || ident == Ident::new(b"W");
            let are_words = is_move && raw.trim().contains(' ');
            let mut is_escaped = false;
            for c in raw.chars() {
                if (matches!(c, '[' | ']') || c == ' ' && are_words) && !is_escaped {
                    text.push('\\');
                }
                is_escaped = c == '\\' && !is_escaped;
                text.push(c);
            }
            if is_escaped && end == ValueEnd::Open {
                text.push('\\');
            }
            text.push(']');
        }
        if !scanner.close() {
            break;
        }
        last = None;
        text.push(')');
        depth = depth.saturating_sub(1);
    }
    text.extend(std::iter::repeat_n(')', depth));
    Cow::Owned(text)
}

fn name_before(text: &str) -> &str {
    let text = text.trim_ascii_end();
    let letters = text.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    &text[text.len() - letters..]
}

/// Returns a tree without the blanks around it, except one that a backslash may escape.
fn trimmed(tree: &str) -> &str {
    let tree = tree.trim_ascii_start();
    let end = tree.trim_ascii_end().len();
    let escaped = usize::from(tree[..end].ends_with('\\'));
    &tree[..tree.len().min(end + escaped)]
}

/// Returns the end of the values at the beginning of nodes that belong to no property, and would be taken for values of
/// a property inserted before them; the bracket that the last value lacks, if any, after the backslash that keeps a
/// backslash before it from escaping it; and the number of parentheses that are open at the end, including the tree's
/// own.
fn ends(nodes: &str) -> (usize, &'static str, usize) {
    let (mut depth, mut in_value, mut is_escaped) = (1_usize, false, false);
    let mut has_orphans = false;
    let mut orphans = None;
    let mut bytes = nodes.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if in_value => is_escaped = bytes.next().is_none(),
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
    let bracket = match (in_value, is_escaped) {
        (false, _) => "",
        (true, false) => "]",
        (true, true) => r"\]",
    };
    (orphans, bracket, depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{GameRecord, Repairs, game_trees};
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
            ("(;B[pd];W[", "(;CA[UTF-8]B[pd];)"),
            ("(;B[pd][ ", "(;CA[UTF-8]B[pd])"),
            ("(;B[pd]C[a [", r"(;CA[UTF-8]B[pd]C[a \[])"),
            ("(;B[pd]C[a\\", "(;CA[UTF-8]B[pd]C[a\\\\])"),
            ("(;B[pd]C[a\\\\", "(;CA[UTF-8]B[pd]C[a\\\\])"),
            ("(;CA[gb\\", "(;CA[UTF-8])"),
            ("(;[\\", "(;[\\\\]CA[UTF-8])"),
            ("(;", "(;CA[UTF-8])"),
        ] {
            assert_eq!(portable(tree), expected);
        }
    }

    #[test]
    fn brackets_in_texts_get_their_backslashes() {
        assert_eq!(
            portable(r"(;C[a [3d]: b];B[aa](;W[bb])(;C[:] \] x]))"),
            r"(;CA[UTF-8]C[a \[3d\]: b];B[aa](;W[bb])(;C[:\] \] x]))"
        );
        let closed = r"(;CA[UTF-8]C[KGS [3d\]: b])";
        assert_eq!(portable(closed), closed);
        assert_eq!(portable("(;C[open [3d];B[aa])"), r"(;CA[UTF-8]C[open \[3d];B[aa])");
    }

    #[test]
    fn what_ends_with_a_backslash_reads_the_same() {
        for tree in [
            "(B[aa][\\",
            "(;SZ[9];B[aa];W[bb\\",
            "(;SZ[9];AB[aa\\",
            "(;B[aa];W[bb]SZ[9\\",
            "(;SZ[9]PB[a\\",
            "(;SZ[9]C[a\\",
            "(;SZ[9]C[a\\ ",
            "(A[B[aa]W[aa][",
        ] {
            assert_eq!(read(&portable(tree), 0), read(tree, 0), "{tree}");
        }
    }

    fn read(text: &str, nth: usize) -> Option<GameRecord> {
        let mut record = game_trees(text).nth(nth)?.game.ok()?;
        record.map_offsets(|_| 0);
        record.engine_notes.clear();
        record.repairs = Repairs::default();
        Some(record)
    }

    fn trees() -> impl Strategy<Value = String> {
        r"(\(?;?|\(;SZ\[9\])([();BWC\[\]\\ \n\x00\x1b]|C?A?\[|[BW]\[[a-i]{2}\]|;[BW]\[[a-i]{2}\]|é){0,20}"
    }

    proptest! {
        /// A portable text says the same and does not affect the next game.
        #[test]
        fn games_stay_apart(tree in trees()) {
            let Some(first) = game_trees(&tree).next() else { return Ok(()) };
            let text = format!("{}\n(;SZ[9];B[cc])", portable(&tree[first.span]));
            if first.game.is_ok() {
                prop_assert_eq!(read(&text, 0), read(&tree, 0), "{}", text);
            }
            prop_assert_eq!(read(&text, 1), read("(;SZ[9];B[cc])", 0), "{}", text);
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
