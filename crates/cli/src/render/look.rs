use super::Coordinates;
use console::Term;

/// The form in which a stream shows texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// The size of the terminal; `None` for a file or a pipe, which has room for everything.
    pub screen: Option<Screen>,
    /// True if texts have styles.
    pub has_styles: bool,
    /// The names of points.
    pub coordinates: Coordinates,
}

impl Look {
    /// Returns the number of columns of a line.
    pub const fn columns(self) -> usize {
        match self.screen {
            Some(screen) => screen.columns,
            None => usize::MAX,
        }
    }
}

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub columns: usize,
    pub rows: usize,
}

impl Screen {
    /// Returns the size that standard output has now; 80x24 if the terminal does not tell.
    pub fn now() -> Self {
        let (rows, columns) = Term::stdout()
            .size_checked()
            .filter(|&(rows, columns)| rows > 0 && columns > 0)
            .unwrap_or((24, 80));
        Self {
            columns: columns.into(),
            rows: rows.into(),
        }
    }

    /// Returns the number of lines that are visible above the line where the user types.
    pub const fn lines(self) -> usize {
        self.rows.saturating_sub(1)
    }
}
