//! The ends of game trees in bytes whose encoding is not known yet. What looks like a bracket or
//! a backslash may be the second byte of a character, so a tree may end in several places.

/// The ways to read characters: each byte that is ASCII is a character, or the one after the first byte
/// of a character belongs to it, as in GBK and Big5, or in Shift_JIS.
const WAYS: [fn(u8) -> bool; 3] = [
    |_| false,
    |byte| matches!(byte, 0x81..=0xfe),
    |byte| matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
];

/// The number of bytes to read at once at first, and beyond the first end.
const AT_ONCE: usize = 1024;

/// The multiple of the length of a tree after which no other end is looked for.
const FARTHEST: usize = 16;

/// Returns the place from which on a game tree begins.
pub(super) fn tree_start(bytes: &[u8], from: usize) -> Option<usize> {
    // Nearly all files have no further parenthesis, and this is the fastest way to know.
    if !bytes[from..].contains(&b'(') {
        return None;
    }
    let mut at = from;
    loop {
        at += bytes[at..].iter().position(|byte| *byte == b'(')?;
        if bytes[at + 1..].trim_ascii_start().first() == Some(&b';') {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the ends of the first game tree from `from` on, in ascending order: the places after
/// which only another tree, and what stands before it, can follow. The only one is the end of the
/// bytes if there is no further tree.
pub(super) fn tree_ends(bytes: &[u8], from: usize) -> Vec<usize> {
    let Some(start) = tree_start(bytes, from) else {
        return vec![bytes.len()];
    };
    let mut readers = WAYS.map(|is_first| Reader::new(is_first, start));
    let mut limit = AT_ONCE;
    // All go on together, so that the time is that of the shortest tree.
    let mut read_on = |limit: usize| {
        let ends = readers
            .iter_mut()
            .map(|reader| reader.end(bytes, start.saturating_add(limit)));
        ends.flatten().collect::<Vec<_>>()
    };
    let first = loop {
        match read_on(limit).into_iter().min() {
            Some(first) => break first,
            None if limit >= bytes.len() => return vec![bytes.len()],
            None => limit *= 2,
        }
    };
    let mut ends: Vec<usize> = read_on((first - start) * FARTHEST + AT_ONCE)
        .into_iter()
        .map(|end| before_next(bytes, end))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Returns the place after `end` and the blanks that follow it, or the end of the bytes if no tree
/// follows.
fn before_next(bytes: &[u8], end: usize) -> usize {
    match tree_start(bytes, end) {
        Some(_) => end + bytes[end..].iter().take_while(|byte| **byte <= b' ').count(),
        None => bytes.len(),
    }
}

/// Returns whether a text is one game tree and what stands around it.
pub(super) fn is_one_tree(text: &str) -> bool {
    let bytes = text.as_bytes();
    let end = tree_start(bytes, 0).and_then(|start| Reader::new(WAYS[0], start).end(bytes, bytes.len()));
    end.is_some_and(|end| tree_start(bytes, end).is_none())
}

/// A reader of one game tree, which goes on where it ended.
struct Reader {
    /// Tells the first byte of a character of two bytes.
    is_first: fn(u8) -> bool,
    at: usize,
    depth: usize,
    in_value: bool,
    end: Option<usize>,
}

impl Reader {
    const fn new(is_first: fn(u8) -> bool, at: usize) -> Self {
        Self {
            is_first,
            at,
            depth: 0,
            in_value: false,
            end: None,
        }
    }

    /// Returns the place after the tree, if it ends before `limit`.
    fn end(&mut self, bytes: &[u8], limit: usize) -> Option<usize> {
        while self.end.is_none() && self.at < limit.min(bytes.len()) {
            let byte = bytes[self.at];
            self.at += 1;
            match (self.in_value, byte) {
                (true, b'\\') => self.at += 1,
                (true, b']') => self.in_value = false,
                (true, _) if (self.is_first)(byte) => self.at += 1,
                (false, b'[') => self.in_value = true,
                (false, b'(') => self.depth += 1,
                (false, b')') if self.depth > 1 => self.depth -= 1,
                (false, b')') => self.end = Some(self.at),
                _ => {}
            }
        }
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_and_texts_end_no_tree() {
        let tree = "(;C[(;\\])];B[pd]".to_owned() + &"(;W[dd])\n(;W[dp])".repeat(20) + ")";
        assert!(is_one_tree(&tree));
        let bytes = format!("mail (1)\n{tree}\n\u{feff}( ;B[dd])\nbye)");
        let end = bytes.find('\u{feff}').expect("a mark");
        assert_eq!(tree_ends(bytes.as_bytes(), 0), [end]);
        assert_eq!(tree_ends(bytes.as_bytes(), end), [bytes.len()]);
        assert!(!is_one_tree(&bytes));
        assert!(!is_one_tree("(;B[pd]") && !is_one_tree("(;C[)") && !is_one_tree("(a)"));
    }

    #[test]
    fn second_bytes_leave_several_ends() {
        // The backslash is a part of a character of Shift_JIS, or escapes the bracket.
        let bytes = b"(;C[\x95\x5C])(;C[\x95\x5C])(;B[pp])";
        assert_eq!(tree_ends(bytes, 0), [8, 24]);
        assert_eq!(tree_ends(bytes, 8), [16, 24]);
        assert_eq!(tree_ends(bytes, 16), [24]);
    }
}
