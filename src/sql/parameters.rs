use super::SqlError;
use rusqlite::Statement;
use rusqlite::types::Value;

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
        let wrong = |what: String| Err(SqlError::Wrong(what));
        let failed = |error: rusqlite::Error| SqlError::Wrong(error.to_string());
        match self {
            Self::Positional(values) => {
                if values.len() != count {
                    return wrong(format!(
                        "the query takes {count} values, but {} were given",
                        values.len()
                    ));
                }
                for (number, value) in (1..).zip(values) {
                    statement.raw_bind_parameter(number, value).map_err(failed)?;
                }
            }
            Self::Named(values) => {
                let mut used = vec![false; values.len()];
                for number in 1..=count {
                    let name = statement.parameter_name(number).map(|name| name[1..].to_owned());
                    let Some(name) = name else {
                        return wrong("the query has parameters without a name: give a list of values".to_owned());
                    };
                    let Some(at) = values.iter().position(|(given, _)| *given == name) else {
                        return wrong(format!("the parameter {name} of the query has no value"));
                    };
                    used[at] = true;
                    statement.raw_bind_parameter(number, &values[at].1).map_err(failed)?;
                }
                if let Some(at) = used.iter().position(|is_used| !is_used) {
                    return wrong(format!("the query has no parameter {}", values[at].0));
                }
            }
        }
        Ok(())
    }
}
