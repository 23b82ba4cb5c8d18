use rusqlite::types::ValueRef;
use std::io;
use std::ops::ControlFlow;

/// A receiver of an answer's rows, one by one, as there may be millions.
pub trait Sheet {
    /// Takes the names of the columns. Called before the first row.
    fn head(&mut self, columns: &[&str]) -> io::Result<()>;

    /// Takes a row. Returns whether to continue.
    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>>;

    /// Ends the answer. Called after the last row.
    fn end(&mut self) -> io::Result<()>;
}
