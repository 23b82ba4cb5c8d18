//! The columns and rows that text takes on a terminal, and lines broken to fit.

use unicode_width::UnicodeWidthStr;

/// The columns of blanks before the rest of a line that is broken.
const INDENT: usize = 2;

pub(super) fn visible_width(line: &str) -> usize {
    let plain = anstream::adapter::strip_str(line).to_string();
    plain.width()
}

pub(super) fn rows<'a>(lines: impl IntoIterator<Item = &'a str>, columns: usize) -> usize {
    let rows = lines
        .into_iter()
        .map(|line| visible_width(line).div_ceil(columns).max(1));
    rows.sum()
}

/// Returns lines of at most `columns` columns that are filled with parts, a blank between two
/// of them. The first line begins with `head`, the others with `indent` blanks. A part that
/// is too long has a line of its own. Without parts there are no lines.
pub(crate) fn filled<'a>(
    head: &str,
    parts: impl IntoIterator<Item = &'a str>,
    indent: usize,
    columns: usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut used = 0;
    for part in parts {
        let width = visible_width(part);
        match lines.last_mut() {
            Some(last) if used + 1 + width <= columns => {
                last.push(' ');
                last.push_str(part);
                used += 1 + width;
            }
            Some(_) => {
                lines.push(format!("{:indent$}{part}", ""));
                used = indent + width;
            }
            None => {
                lines.push(format!("{head}{part}"));
                used = visible_width(head) + width;
            }
        }
    }
    lines
}

fn words(line: &str) -> Vec<&str> {
    let (mut words, mut start) = (Vec::new(), 0);
    for (at, _) in line.match_indices(' ') {
        let word = &line[start..at];
        if !matches!(word, "B" | "W") {
            words.push(word);
            start = at + 1;
        }
    }
    words.push(&line[start..]);
    words
}

/// Breaks a line where it is too long: after commas, or else between words.
pub(super) fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let mut parts: Vec<&str> = line.split_inclusive(", ").map(str::trim_end).collect();
    if parts.iter().any(|part| INDENT + visible_width(part) > columns) {
        parts = words(line);
    }
    filled("", parts, INDENT, columns)
}

pub(super) fn wrapped_text(text: &str, columns: usize) -> String {
    let lines = text.lines().flat_map(|line| wrapped(line, columns));
    lines.map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_broken_after_commas_or_between_words() {
        let lines = |line: &str| wrapped(line, 20);
        assert_eq!(lines("Total count: 3 games"), ["Total count: 3 games"]);
        assert_eq!(
            lines("Total: 33 games, 3 occurrences"),
            ["Total: 33 games,", "  3 occurrences"]
        );
        assert_eq!(
            lines("Options: --fixed-colors --at 3.."),
            ["Options:", "  --fixed-colors", "  --at 3.."]
        );
    }

    #[test]
    fn a_move_is_not_broken() {
        for (line, columns, lines) in [
            ("Move 50 of 177: W ea", 17, &["Move 50 of 177:", "  W ea"][..]),
            ("Move 50 of 177: W ea", 12, &["Move 50 of", "  177: W ea"]),
            ("Move 19 is new: B bp", 17, &["Move 19 is new:", "  B bp"]),
            ("Game 1 plays B pass (a)", 15, &["Game 1 plays", "  B pass (a)"]),
            ("the winner is B", 14, &["the winner is", "  B"]),
        ] {
            assert_eq!(wrapped(line, columns), lines);
        }
    }

    #[test]
    fn styles_take_no_room_and_wide_letters_take_two_columns() {
        assert_eq!(filled("", ["\x1b[1mab\x1b[0m", "本因"], 0, 7).len(), 1);
        assert_eq!(filled("", ["\x1b[1mab\x1b[0m", "本因"], 0, 6).len(), 2);
        assert_eq!(rows(["", "本因坊", "\x1b[1mab\x1b[0m"], 4), 4);
    }
}
