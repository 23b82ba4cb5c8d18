//! The values of a query's parameters, and the receiver of its answer.

use super::SqlError;
use crate::facts::{Description, Kind, facts};
use rusqlite::Statement;
use rusqlite::types::{Value, ValueRef};
use std::io;
use std::ops::ControlFlow;

/// The values of a query's parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameters {
    /// The values of `?` in their order.
    Positional(Vec<Value>),
    /// The values of `:name`, `@name` and `$name`, by their names without the sign.
    Named(Vec<(String, Value)>),
}

impl Parameters {
    /// No values.
    pub const NONE: Self = Self::Positional(Vec::new());

    /// Gives the values to a statement. Fails unless each parameter gets a value and each value is of a
    /// parameter.
    pub(super) fn bind(&self, statement: &mut Statement<'_>) -> Result<(), SqlError> {
        let count = statement.parameter_count();
        match self {
            Self::Positional(values) => {
                if values.len() != count {
                    let given = values.len();
                    return Err(wrong(format!("the query takes {count} values, but {given} were given")));
                }
                for (number, value) in (1..).zip(values) {
                    statement.raw_bind_parameter(number, value).map_err(wrong)?;
                }
            }
            Self::Named(values) => {
                let mut used = vec![false; values.len()];
                for number in 1..=count {
                    let name = statement.parameter_name(number).map(|name| name[1..].to_owned());
                    let Some(name) = name else {
                        return Err(wrong("the query has parameters without a name: give a list of values"));
                    };
                    let Some(at) = values.iter().position(|(given, _)| *given == name) else {
                        return Err(wrong(format!("the parameter {name} of the query has no value")));
                    };
                    used[at] = true;
                    statement.raw_bind_parameter(number, &values[at].1).map_err(wrong)?;
                }
                if let Some(at) = used.iter().position(|is_used| !is_used) {
                    return Err(wrong(format!("the query has no parameter {}", values[at].0)));
                }
            }
        }
        Ok(())
    }
}

fn wrong(why: impl ToString) -> SqlError {
    SqlError::Wrong(why.to_string())
}

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
    pub(super) fn new(name: &'a str, declared: Option<&str>) -> Self {
        let kind = match declared {
            Some("INTEGER") => Some(Kind::Long),
            Some("REAL") => Some(Kind::Real),
            Some("TEXT") => Some(Kind::Text),
            Some("BLOB") => Some(Kind::Bytes),
            _ => None,
        };
        Self {
            name,
            kind: kind.or_else(|| {
                let fact = facts::<Description>().into_iter().find(|fact| fact.name == name)?;
                Some(match fact.kind() {
                    Kind::Int => Kind::Long,
                    // SQLite has no dates.
                    Kind::Date => Kind::Text,
                    kind => kind,
                })
            }),
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
