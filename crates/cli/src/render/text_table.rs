use super::Text;
use super::clean::one_line;
use super::width::visible_width;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

const CELL: usize = 80;

/// The most characters of a cell, as some have no width.
const CHARACTERS: usize = 4 * CELL;

/// The most bytes of a cell, and some more.
pub(super) const CELL_BYTES: usize = (CHARACTERS + 1) * char::MAX_LEN_UTF8;

/// Returns the start of a text that fits into a cell of a table, or into its place on a
/// line. A record may have names of millions of letters.
pub(super) fn cell(text: &str) -> Cow<'_, str> {
    cut(text, CELL)
}

/// Returns the start of a text that fits into `most` columns of the terminal, with an
/// ellipsis for what is left out.
fn cut(text: &str, most: usize) -> Cow<'_, str> {
    let mut columns = 0;
    // The place of the cut if the text does not fit.
    let mut end = 0;
    for (number, (at, c)) in text.char_indices().enumerate() {
        columns += c.width().unwrap_or(1);
        if columns > most || number == CHARACTERS {
            return Cow::Owned(format!("{}…", &text[..end]));
        }
        if columns < most {
            end = at + c.len_utf8();
        }
    }
    Cow::Borrowed(text)
}

const COLUMN_GAP: usize = 2;

/// The fewest columns of the terminal that a column of texts is cut to.
pub(super) const NARROWEST: usize = 8;

/// The end of the headings where columns are left out.
const MORE: &str = " …";

/// A table of texts without lines, each column as wide as its widest text, or narrower
/// where there is no room for it.
#[derive(Clone)]
pub(super) struct TextTable {
    headings: Vec<Heading>,
    rows: Vec<Vec<String>>,
    /// The blanks between two columns.
    gap: usize,
}

/// The heading of a column, and what may be done to the column where there is no room.
#[derive(Clone)]
struct Heading {
    text: String,
    /// True for numbers, which are aligned on the right.
    is_number: bool,
    /// True if its texts are never cut, as those of numbers.
    is_whole: bool,
    /// True if it is left out before others.
    is_spare: bool,
}

impl TextTable {
    /// Returns a table with these headings; columns of numbers, marked `true`, are
    /// aligned on the right and never cut.
    pub(super) fn new(headings: &[(&str, bool)]) -> Self {
        let headings = headings.iter().map(|&(text, is_number)| Heading {
            text: text.to_owned(),
            is_number,
            is_whole: is_number,
            is_spare: false,
        });
        Self {
            headings: headings.collect(),
            rows: Vec::new(),
            gap: COLUMN_GAP,
        }
    }

    pub(super) const fn close(mut self) -> Self {
        self.gap = 1;
        self
    }

    pub(super) fn whole(mut self, columns: &[usize]) -> Self {
        for &column in columns {
            self.headings[column].is_whole = true;
        }
        self
    }

    pub(super) fn spare(mut self, column: usize) -> Self {
        self.headings[column].is_spare = true;
        self
    }

    /// Adds a row of texts, which are cleaned and cut as needed.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().map(|text| one_line(&cell(&text)));
        self.rows.push(cells.collect());
    }

    /// Returns the lines, without blanks at their ends, in at most `room` columns of the
    /// terminal. Texts are cut; where that is not enough, the last columns are left out, and
    /// the headings end in an ellipsis.
    pub(super) fn lines(&self, room: usize) -> Vec<String> {
        let mut shown = self.clone();
        if shown.width() > room {
            shown.remove_empty();
        }
        let mut room = room;
        let is_cut = !shown.fits(room, NARROWEST);
        if is_cut {
            room = room.saturating_sub(visible_width(MORE));
        }
        while shown.headings.len() > 1 && !shown.fits(room, NARROWEST) {
            let spare = shown.headings.iter().rposition(|heading| heading.is_spare);
            shown.remove(spare.unwrap_or(shown.headings.len() - 1));
        }
        let cap = shown.cap(room);
        if let (true, Some(heading)) = (is_cut, shown.headings.last_mut()) {
            heading.text.push_str(MORE);
        }
        shown.drawn(cap)
    }

    pub(super) fn text(&self) -> String {
        self.lines(usize::MAX).iter().map(|line| format!("{line}\n")).collect()
    }

    pub(super) fn into_text(self) -> Text {
        Text::fitted(move |look| {
            let lines = self.lines(look.columns());
            lines.iter().map(|line| format!("{line}\n")).collect()
        })
    }

    fn widths(&self) -> Vec<(usize, bool)> {
        let widths = self.headings.iter().enumerate().map(|(at, heading)| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            let width = cells.map(|text| text.width()).max().unwrap_or(0);
            // The library gives an empty column a width, too.
            (width.max(heading.text.width()).max(1), !heading.is_whole)
        });
        widths.collect()
    }

    fn width(&self) -> usize {
        self.width_with(&self.widths(), usize::MAX)
    }

    /// Removes the columns that have nothing below their heading.
    fn remove_empty(&mut self) {
        for at in (0..self.headings.len()).rev() {
            if self.rows.iter().all(|row| row.get(at).is_none_or(String::is_empty)) {
                self.remove(at);
            }
        }
    }

    fn remove(&mut self, column: usize) {
        self.headings.remove(column);
        for row in &mut self.rows {
            if column < row.len() {
                row.remove(column);
            }
        }
    }

    /// Returns whether the table has room with texts cut to `narrowest` columns.
    pub(super) fn fits(&self, room: usize, narrowest: usize) -> bool {
        self.width_with(&self.widths(), narrowest) <= room
    }

    /// Returns the greatest width of a column of texts with which the table fits.
    fn cap(&self, room: usize) -> usize {
        let widths = self.widths();
        let widest = widths.iter().map(|(width, _)| *width).max().unwrap_or(0);
        (NARROWEST..=widest.max(NARROWEST))
            .rev()
            .find(|&cap| self.width_with(&widths, cap) <= room)
            .unwrap_or(NARROWEST)
    }

    fn drawn(&self, cap: usize) -> Vec<String> {
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(self.headings.iter().map(|heading| &heading.text));
        for (column, heading) in table.column_iter_mut().zip(&self.headings) {
            column.set_padding((0, self.gap as u16));
            if heading.is_number {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for row in &self.rows {
            let cells = row.iter().zip(&self.headings);
            table.add_row(cells.map(|(text, heading)| {
                if heading.is_whole {
                    Cow::Borrowed(text.as_str())
                } else {
                    cut(text, cap)
                }
            }));
        }
        table.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Returns the width of a table whose texts are cut to `cap` columns.
    fn width_with(&self, widths: &[(usize, bool)], cap: usize) -> usize {
        let columns = widths
            .iter()
            .map(|&(width, may_be_cut)| if may_be_cut { width.min(cap) } else { width });
        columns.sum::<usize>() + self.gap * widths.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
