use crate::facts::{Description, Kind, facts};
use rusqlite::types::ValueRef;
use std::io;
use std::ops::ControlFlow;

/// A column of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultColumn<'a> {
    /// The name.
    pub name: &'a str,
    /// The type that is expected of its values, also if there are none: that of the table's column, or of the
    /// [fact](crate::facts::facts) with its name. An expression may have none, and values of another type.
    pub kind: Option<Kind>,
}

impl<'a> ResultColumn<'a> {
    /// Creates a column from its name and the type that its definition states.
    pub(super) fn new(name: &'a str, declared: Option<&str>) -> Self {
        let kind = match declared {
            Some("INTEGER") => Some(Kind::Long),
            Some("REAL") => Some(Kind::Real),
            Some("TEXT") => Some(Kind::Text),
            Some("BLOB") => Some(Kind::Bytes),
            _ => None,
        };
        let of_fact = || {
            let fact = facts::<Description>().into_iter().find(|fact| fact.name == name)?;
            Some(match fact.kind() {
                Kind::Int => Kind::Long,
                // SQLite has no dates.
                Kind::Date => Kind::Text,
                kind => kind,
            })
        };
        Self {
            name,
            kind: kind.or_else(of_fact),
        }
    }
}

/// A receiver of an answer's rows, one by one, as there may be millions.
pub trait Sheet {
    /// Takes the columns. Called before the first row.
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()>;

    /// Takes a row. Returns whether to continue.
    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>>;

    /// Ends the answer. Called after the last row.
    fn end(&mut self) -> io::Result<()>;
}
