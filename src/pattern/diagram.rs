//! Diagrams: reading and writing patterns.

use super::condition::sequence_length;
use super::{Condition, Edges, Pattern};
use crate::go::{BoardSize, ParseError};
use std::fmt;
use std::str::FromStr;

/// Returns the error about a place of a text, for which it gives the line and the column, from 1.
fn error_at(text: &str, at: usize, fault: impl Into<String>) -> ParseError {
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    ParseError::AtPlace {
        line: before.matches('\n').count() + 1,
        column: before[line..].chars().count() + 1,
        fault: fault.into(),
    }
}

fn no_sign(sign: char) -> String {
    match sign {
        '+' | '-' | '|' => {
            format!(
                "\"{sign}\" is an edge of the board: write | at the ends of rows, + and - above and below all of them"
            )
        }
        _ => format!(
            "{:?} is not a sign: write . (empty), X, O, x, o (that colour or empty), # (a stone), * (anything), or 1 to 9 \
             and a to z without o and x (a sequence)",
            sign.to_string()
        ),
    }
}

/// Returns the place after a sign.
const fn after(&(at, sign): &(usize, char)) -> usize {
    at + sign.len_utf8()
}

/// Returns true for a row of `+` and `-`.
fn is_edge(signs: &[(usize, char)]) -> bool {
    !signs.is_empty() && signs.iter().all(|(_, sign)| matches!(sign, '+' | '-'))
}

impl Pattern {
    /// Reads a diagram: rows of points, top first, each ended by a line feed or `/`.
    /// Blanks are ignored.
    ///
    /// | sign | condition |
    /// |---|---|
    /// | `.` `X` `O` | empty, black, white |
    /// | `x` `o` | black or empty, white or empty |
    /// | `#` | a stone of either colour |
    /// | `*` `?` | anything |
    /// | `1` to `9`, `a` to `z` without `o` and `x` | the steps of a sequence |
    ///
    /// `|` at an end of every row, and a line of `-` and `+` above or below them, draw
    /// the edges of the board. A diagram needs a stone (`X`, `O` or `#`) or a step.
    ///
    /// ```
    /// use bgo::Pattern;
    ///
    /// let corner = Pattern::parse("+-----\n|. . .\n|. . X\n|. X O")?;
    /// assert_eq!(corner.to_string(), "+---/|.../|..X/|.XO");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        // Editors show no byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let rows = rows(text);
        let first = rows.iter().position(|(_, signs)| !signs.is_empty()).unwrap_or(0);
        let end = rows
            .iter()
            .rposition(|(_, signs)| !signs.is_empty())
            .map_or(0, |last| last + 1);
        let mut rows = &rows[first.min(end)..end];
        let above = rows.split_first().filter(|((_, signs), _)| is_edge(signs));
        if let Some((_, rest)) = above {
            rows = rest;
        }
        let below = rows.split_last().filter(|((_, signs), _)| is_edge(signs));
        if let Some((_, rest)) = below {
            rows = rest;
        }
        let (mut conditions, mut places) = (Vec::new(), Vec::new());
        let mut width = 0;
        let mut edges = Edges {
            top: above.is_some(),
            bottom: below.is_some(),
            ..Edges::default()
        };
        for (y, (start, signs)) in rows.iter().enumerate() {
            // The places of the first sign and after the last, or of the row if it has none.
            let begin = signs.first().map_or(*start, |(at, _)| *at);
            let end = signs.last().map_or(*start, after);
            let left = signs.first().filter(|(_, sign)| *sign == '|');
            let points = &signs[usize::from(left.is_some())..];
            let right = points.last().filter(|(_, sign)| *sign == '|');
            let points = &points[..points.len() - usize::from(right.is_some())];
            for &(at, sign) in points {
                let condition = Condition::from_sign(sign).ok_or_else(|| error_at(text, at, no_sign(sign)))?;
                conditions.push(condition);
                places.push(at);
            }
            let Some(last) = points.last() else {
                return Err(error_at(text, begin, "this row has no points"));
            };
            if y == 0 {
                width = points.len();
                (edges.left, edges.right) = (left.is_some(), right.is_some());
            }
            let lines = usize::from(BoardSize::MAX.lines());
            let too_many = points.get(lines).map(|(at, _)| *at);
            if let Some(at) = too_many.or((y >= lines).then_some(begin)) {
                return Err(error_at(text, at, format!("a board has at most {lines} lines")));
            }
            check_side(text, edges.left, left, begin)?;
            check_side(text, edges.right, right, end)?;
            if points.len() != width {
                let at = points.get(width).map_or_else(|| after(last), |(at, _)| *at);
                let (points, s) = (points.len(), if points.len() == 1 { "" } else { "s" });
                let fault = format!("this row has {points} point{s}, the first one {width}");
                return Err(error_at(text, at, fault));
            }
        }
        let Some(&first) = places.first() else {
            return Err(error_at(text, 0, "there are no rows of points"));
        };
        let steps = sequence_length(&conditions).map_err(|(index, fault)| error_at(text, places[index], fault))?;
        let is_stone = |condition: &Condition| matches!(condition, Condition::Stone(_) | Condition::AnyStone);
        if steps == 0 && !conditions.iter().any(is_stone) {
            let fault = "there is no stone and no sequence: write at least one X, O, # or 1";
            return Err(error_at(text, first, fault));
        }
        for ((_, signs), _) in above.into_iter().chain(below) {
            check_corners(text, signs, edges)?;
        }
        Ok(Self {
            width: width as u8,
            height: rows.len() as u8,
            conditions,
            edges,
        })
    }
}

/// Splits a text at line feeds and slashes. Only line feeds end lines, as editors number
/// them. Returns the place where each row begins, and its signs with their places, without its blanks.
fn rows(text: &str) -> Vec<(usize, Vec<(usize, char)>)> {
    let mut rows = vec![(0, Vec::new())];
    for (at, sign) in text.char_indices() {
        match sign {
            '\n' | '/' => rows.push((at + 1, Vec::new())),
            _ if sign.is_whitespace() => {}
            _ => {
                if let Some((_, signs)) = rows.last_mut() {
                    signs.push((at, sign));
                }
            }
        }
    }
    rows
}

/// Checks that a row has a side if the first row has it. `place` is where the side
/// should stand.
fn check_side(text: &str, expected: bool, found: Option<&(usize, char)>, place: usize) -> Result<(), ParseError> {
    match found {
        None if expected => Err(error_at(
            text,
            place,
            "\"|\" is missing: the first row has one on this side",
        )),
        Some(&(at, _)) if !expected => Err(error_at(
            text,
            at,
            "the first row has no \"|\" on this side: write one at every row or at none",
        )),
        _ => Ok(()),
    }
}

/// Checks that `+` stands only at the ends of a line above or below the rows, and only
/// where they have a side. How long the line is does not matter: those who put
/// blanks between points draw it in many ways.
fn check_corners(text: &str, signs: &[(usize, char)], edges: Edges) -> Result<(), ParseError> {
    for (index, &(at, _)) in signs.iter().enumerate().filter(|(_, (_, sign))| *sign == '+') {
        let (first, last) = (index == 0, index + 1 == signs.len());
        if !first && !last {
            return Err(error_at(text, at, no_sign('+')));
        }
        if first && !edges.left || last && !edges.right {
            let fault = "\"+\" is a corner of the board: write \"|\" on this side of every row too";
            return Err(error_at(text, at, fault));
        }
    }
    Ok(())
}

impl FromStr for Pattern {
    type Err = ParseError;

    /// Reads a diagram as [`Pattern::parse`] does.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

impl fmt::Display for Pattern {
    /// Writes the diagram with its edges: on one line, rows separated by `/`, or with `#`
    /// over several lines, a blank between points and no line feed at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = usize::from(self.width);
        let (blank, row_end, dashes) = if f.alternate() {
            (" ", "\n", 2 * width - 1)
        } else {
            ("", "/", width)
        };
        let drawn = |is_drawn: bool, sign: &'static str| if is_drawn { sign } else { "" };
        let (left, right) = (self.edges.left, self.edges.right);
        let edge = format!("{}{:-<dashes$}{}", drawn(left, "+"), "", drawn(right, "+"));
        if self.edges.top {
            write!(f, "{edge}{row_end}")?;
        }
        for (y, row) in self.conditions.chunks(width).enumerate() {
            f.write_str(drawn(y > 0, row_end))?;
            f.write_str(drawn(left, "|"))?;
            for (x, sign) in row.iter().filter_map(|condition| condition.sign()).enumerate() {
                write!(f, "{}{sign}", drawn(x > 0, blank))?;
            }
            f.write_str(drawn(right, "|"))?;
        }
        if self.edges.bottom {
            write!(f, "{row_end}{edge}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{any_pattern, pattern};
    use super::*;
    use proptest::prelude::*;

    const NO_ROWS: &str = "there are no rows";
    const EMPTY_ROW: &str = "this row has no points";
    const EDGE_MISSING: &str = "\"|\" is missing";
    const EDGE_IN_SOME_ROWS: &str = "the first row has no \"|\"";
    const CORNER_WITHOUT_SIDE: &str = "\"+\" is a corner";
    const NOTHING_ASKED: &str = "there is no stone and no sequence";
    const TOO_LARGE: &str = "a board has at most 19 lines";

    #[track_caller]
    fn refused(text: &str, line: usize, column: usize, fault: &str) {
        let error = Pattern::parse(text).expect_err(text).to_string();
        assert!(
            error.starts_with(&format!("line {line}, column {column}: {fault}")),
            "{text:?}: {error}"
        );
    }

    #[test]
    fn rows_may_be_written_in_many_ways() {
        let expected = pattern("+---/|.X./|..O");
        for text in [
            "+-----\n|. X .\n|. . O",
            "+-----\n|. X .\n|. . O\n",
            "\n  \n+---\r\n|.X.\r\n|..O\r\n\r\n",
            " + - - / | . X . / | . . O / ",
            "\t-\n\t| .X.\n\t|..O\n///",
            "\u{feff}+---\n|.X.\n|..O",
        ] {
            assert_eq!(pattern(text), expected, "{text:?}");
        }
        assert_eq!(pattern("X ?"), pattern("X*"));
    }

    #[test]
    fn edges_are_those_drawn() {
        let edges = |text: &str| {
            let edges = pattern(text).edges();
            [edges.top, edges.right, edges.bottom, edges.left]
        };
        assert_eq!(edges("X.\n.."), [false; 4]);
        assert_eq!(edges("|. . . . .\n|. . X . ."), [false, false, false, true]);
        assert_eq!(edges("X.|\n..|"), [false, true, false, false]);
        assert_eq!(edges("---\nX."), [true, false, false, false]);
        assert_eq!(edges("X.\n---"), [false, false, true, false]);
        assert_eq!(edges("+---\n|. . X"), [true, false, false, true]);
        assert_eq!(edges("+--+\n|X.|\n|..|\n+--+"), [true; 4]);
    }

    #[test]
    fn a_pattern_is_written_on_one_line_and_as_a_diagram() {
        let corner = pattern("----+/.X1|/o*#|");
        assert_eq!(corner.to_string(), "---+/.X1|/o*#|");
        assert_eq!(format!("{corner:#}"), "-----+\n. X 1|\no * #|");
        let board = pattern("+-+/|X|/+-+");
        assert_eq!(format!("{board:#}"), "+-+\n|X|\n+-+");
        assert_eq!(format!("{:#}", pattern("|X./|x./--")), "|X .\n|x .\n+---");
    }

    #[test]
    fn a_character_that_is_no_sign_is_named_with_its_place() {
        refused("X.\n. . q?", 2, 5, "this row has 4 points, the first one 2");
        refused("..\n  . B\n", 2, 5, "\"B\" is not a sign");
        refused("X../.0./...", 1, 6, "\"0\" is not a sign");
        refused("é.", 1, 1, "\"é\" is not a sign");
        refused("éé", 1, 1, "\"é\" is not a sign");
        refused("X\n\u{feff}X", 2, 1, "\"\\u{feff}\" is not a sign");
        let error = Pattern::parse("X.\n.Q").expect_err("a wrong sign").to_string();
        assert!(error.starts_with("line 2, column 2: \"Q\" is not a sign"), "{error}");
        let error = Pattern::parse("X\u{1b}").expect_err("a wrong sign").to_string();
        assert!(error.starts_with("line 1, column 2: \"\\u{1b}\" is not"), "{error}");
    }

    #[test]
    fn ragged_and_empty_rows_are_refused_with_their_place() {
        refused("X..\n....", 2, 4, "this row has 4 points, the first one 3");
        refused("X . .\n. .", 2, 4, "this row has 2 points, the first one 3");
        refused("|X..|/|..|", 1, 10, "this row has 2 points, the first one 3");
        refused("X.\n\n..", 2, 1, EMPTY_ROW);
        refused("X.//..", 1, 4, EMPTY_ROW);
        refused("|X\n|", 2, 1, EMPTY_ROW);
        refused("||", 1, 1, EMPTY_ROW);
    }

    #[test]
    fn edges_that_do_not_fit_together_are_refused_with_their_place() {
        refused("|X.\n..", 2, 1, EDGE_MISSING);
        refused("X.|\n. .", 2, 4, EDGE_MISSING);
        refused("X.\n |..", 2, 2, EDGE_IN_SOME_ROWS);
        refused("X.\n..|", 2, 3, EDGE_IN_SOME_ROWS);
        refused("X|.", 1, 2, "\"|\" is an edge");
        refused("X.\n--\n..", 2, 1, "\"-\" is an edge");
        refused("X-", 1, 2, "\"-\" is an edge");
        refused("-+-\nX.\n", 1, 2, "\"+\" is an edge");
        refused("+--\nX.", 1, 1, CORNER_WITHOUT_SIDE);
        refused("|X.\n+--+", 2, 4, CORNER_WITHOUT_SIDE);
    }

    #[test]
    fn sequences_begin_with_one_and_leave_out_no_step() {
        refused("X.\n.2", 2, 2, "\"2\" has no \"1\" before it");
        refused("4 1\n5 2", 1, 1, "\"4\" has no \"3\" before it");
        refused("123456789b", 1, 10, "\"b\" has no \"a\" before it");
        refused("12\n 2 X", 2, 2, "\"2\" is there already");
        let longest = pattern("123456789/abcdefghi/jklmnpqrs/tuvwyz...");
        assert_eq!(longest.steps(), 33);
        // The letter after n is a colour.
        assert_eq!(pattern("123456789abc/defghijklmno").steps(), 23);
    }

    #[test]
    fn a_text_without_rows_or_without_anything_to_search_is_refused() {
        for text in ["", " \n\n", "///", "+--\n+--", "---", "\u{feff}"] {
            refused(text, 1, 1, NO_ROWS);
        }
        refused("\n  . *\n  ? .", 2, 3, NOTHING_ASKED);
        refused("xo", 1, 1, NOTHING_ASKED);
        for text in ["X", "O", "#", "1"] {
            pattern(text);
        }
    }

    #[test]
    fn more_rows_or_columns_than_a_board_has_are_refused_with_their_place() {
        let row = ["#"; 19].join(" ");
        let board = vec![row.clone(); 19].join("\n");
        assert_eq!(pattern(&board).conditions().len(), 361);
        refused(&format!("{row} ."), 1, 39, TOO_LARGE);
        refused(&format!("{board}\n {row}"), 20, 2, TOO_LARGE);
        refused(&format!("{row}/").repeat(20), 1, 19 * 38 + 1, TOO_LARGE);
    }

    proptest! {
        #[test]
        fn a_pattern_reads_as_it_was_written(pattern in any_pattern(19)) {
            prop_assert_eq!(Pattern::parse(&pattern.to_string()), Ok(pattern.clone()));
            let diagram = format!("{pattern:#}");
            prop_assert_eq!(diagram.parse(), Ok(pattern.clone()));
            prop_assert_eq!(diagram.replace('\n', " \r\n\t").parse(), Ok(pattern));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[XOxo#.*?|+/ \n1-4a-e-]{0,40}") {
            super::super::fuzzing::check(text.as_bytes());
        }
    }
}
