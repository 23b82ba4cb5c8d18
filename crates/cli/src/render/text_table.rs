use super::clean::one_line;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// The most columns of a cell, or of a text within a line.
const CELL: usize = 80;

/// The most characters of a cell, as some have no width.
const CHARACTERS: usize = 4 * CELL;

/// The most bytes of a cell, and some more.
pub(super) const CELL_BYTES: usize = (CHARACTERS + 1) * char::MAX_LEN_UTF8;

/// Returns the start of a text that fits into a cell of a table, or into its place on a
/// line. A record may have names of millions of letters.
pub(super) fn cell(text: &str) -> Cow<'_, str> {
    let mut columns = 0;
    // The place of the cut if the text does not fit.
    let mut end = 0;
    for (number, (at, c)) in text.char_indices().enumerate() {
        columns += c.width().unwrap_or(1);
        if columns > CELL || number == CHARACTERS {
            return Cow::Owned(format!("{}…", &text[..end]));
        }
        if columns < CELL {
            end = at + c.len_utf8();
        }
    }
    Cow::Borrowed(text)
}

/// A table of texts without lines, each column as wide as its widest text.
pub(super) struct Columns {
    table: Table,
}

impl Columns {
    /// Returns a table with these headings; columns of numbers, marked `true`, are
    /// aligned on the right.
    pub(super) fn new(headings: &[(&str, bool)]) -> Self {
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(headings.iter().map(|(heading, _)| *heading));
        for (column, (_, is_number)) in table.column_iter_mut().zip(headings) {
            column.set_padding((0, 2));
            if *is_number {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Self { table }
    }

    /// Adds a row of texts, which are cleaned and cut as needed.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().map(|text| one_line(&cell(&text)));
        self.table.add_row(cells.collect::<Vec<_>>());
    }

    /// Returns the lines, without blanks at their ends.
    pub(super) fn text(&self) -> String {
        self.table
            .lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn a_cell_is_cut_where_it_does_not_fit() {
        for (text, expected) in [
            ("x".repeat(80), "x".repeat(80)),
            ("x".repeat(81), format!("{}…", "x".repeat(79))),
            ("囲".repeat(40), "囲".repeat(40)),
            ("囲".repeat(41), format!("{}…", "囲".repeat(39))),
            (format!("x{}", "囲".repeat(40)), format!("x{}…", "囲".repeat(39))),
            ("\n".repeat(81), format!("{}…", "\n".repeat(79))),
        ] {
            assert_eq!(cell(&text), expected);
            assert!(expected.width() <= CELL || expected.contains('\n'));
        }
        let marks = cell(&"\u{301}".repeat(100_000)).into_owned();
        assert!(marks.len() < 1000 && marks.ends_with('…'));
    }
}
