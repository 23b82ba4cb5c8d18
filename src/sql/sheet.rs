use rusqlite::types::ValueRef;
use std::io;
use std::ops::ControlFlow;

/// Where the rows of an answer go, one by one: there may be millions.
pub trait Sheet {
    /// Takes the names of the columns, before the first row.
    fn head(&mut self, columns: &[&str]) -> io::Result<()>;

    /// Takes a row, and says whether there may be more.
    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>>;

    /// Is told that there are no more rows.
    fn end(&mut self) -> io::Result<()>;
}
