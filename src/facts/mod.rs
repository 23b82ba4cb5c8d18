//! The facts of a game, as one table of columns: name, type and meaning. Documents in JSON, the
//! view of SQL, exports, datasets and tables of Arrow have these columns, and the documentation says
//! the same of them.

mod description;
#[cfg(feature = "import")]
pub(crate) mod parquet;

pub use description::{Described, Description, facts, margin};

use crate::record::Day;
use serde::{Serialize, Serializer};

/// The type of a column, with the function that reads its value from a row.
pub enum Get<R> {
    /// A whole number of 64 bits.
    Long(fn(&R) -> Option<i64>),
    /// A whole number of 32 bits.
    Int(fn(&R) -> Option<i32>),
    /// A decimal number.
    Real(fn(&R) -> Option<f64>),
    /// Text in UTF-8.
    Text(fn(&R) -> Option<&str>),
    /// A day.
    Date(fn(&R) -> Option<Day>),
    /// A truth value.
    Truth(fn(&R) -> Option<bool>),
    /// Any bytes.
    Bytes(fn(&R) -> Option<&[u8]>),
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number of 64 bits.
    Long,
    /// A whole number of 32 bits.
    Int,
    /// A decimal number.
    Real,
    /// Text in UTF-8.
    Text,
    /// A day.
    Date,
    /// A truth value.
    Truth,
    /// Any bytes.
    Bytes,
}

/// A value in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A whole number.
    Whole(i64),
    /// A decimal number.
    Real(f64),
    /// Text.
    Text(&'a str),
    /// A day.
    Date(Day),
    /// A truth value.
    Truth(bool),
    /// Any bytes.
    Bytes(&'a [u8]),
}

/// A column of a table whose rows are `R`.
pub struct Column<R> {
    /// The name.
    pub name: &'static str,
    /// The meaning, for documentation.
    pub meaning: &'static str,
    /// True if every row has a value.
    pub is_required: bool,
    /// The type and source of values.
    pub get: Get<R>,
}

impl<R> Clone for Get<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Get<R> {}

impl<R> Clone for Column<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Column<R> {}

impl<R> Column<R> {
    /// Creates a column that has a value in every row.
    pub const fn required(name: &'static str, get: Get<R>, meaning: &'static str) -> Self {
        Self {
            name,
            meaning,
            is_required: true,
            get,
        }
    }

    /// Creates a column that may have no value in a row.
    pub const fn optional(name: &'static str, get: Get<R>, meaning: &'static str) -> Self {
        Self {
            name,
            meaning,
            is_required: false,
            get,
        }
    }

    /// Returns the type of the column.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.get {
            Get::Long(_) => Kind::Long,
            Get::Int(_) => Kind::Int,
            Get::Real(_) => Kind::Real,
            Get::Text(_) => Kind::Text,
            Get::Date(_) => Kind::Date,
            Get::Truth(_) => Kind::Truth,
            Get::Bytes(_) => Kind::Bytes,
        }
    }

    /// Returns the value in a row, or `None` if it is missing.
    pub fn value<'a>(&self, row: &'a R) -> Option<Value<'a>> {
        match self.get {
            Get::Long(get) => get(row).map(Value::Whole),
            Get::Int(get) => get(row).map(|number| Value::Whole(number.into())),
            Get::Real(get) => get(row).map(Value::Real),
            Get::Text(get) => get(row).map(Value::Text),
            Get::Date(get) => get(row).map(Value::Date),
            Get::Truth(get) => get(row).map(Value::Truth),
            Get::Bytes(get) => get(row).map(Value::Bytes),
        }
    }
}

impl Kind {
    /// Returns the name of the type in the documentation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Int => "int",
            Self::Real => "real",
            Self::Text => "text",
            Self::Date => "date",
            Self::Truth => "truth",
            Self::Bytes => "bytes",
        }
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Whole(number) => serializer.serialize_i64(number),
            Self::Real(number) => serializer.serialize_f64(number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Date(day) => day.serialize(serializer),
            Self::Truth(truth) => serializer.serialize_bool(truth),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
        }
    }
}
