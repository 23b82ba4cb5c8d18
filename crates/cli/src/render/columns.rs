use super::style::{cell, printable};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// A table of texts without lines, each column as wide as its widest text.
pub(super) struct Columns {
    table: Table,
}

impl Columns {
    /// A table with these headings; the columns of numbers, told by `true`, are
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

    /// Adds a row. Line breaks and control characters are not shown, nor what makes a
    /// cell too wide.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().map(|text| printable(&cell(&text)).replace('\n', " "));
        self.table.add_row(cells.collect::<Vec<_>>());
    }

    /// The lines, without blanks at their ends.
    pub(super) fn text(&self) -> String {
        self.table
            .lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
}
