//! Columns of tables as those of Arrow.

use crate::arrow::texts;
use arrow_array::builder::BinaryBuilder;
use arrow_array::{ArrayRef, BooleanArray, Date32Array, Float64Array, Int32Array, Int64Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use bgo::facts::{Column, Get, Kind};
use std::sync::Arc;

/// Returns the fields of a table.
pub fn fields<R>(columns: &[Column<R>]) -> Vec<Field> {
    let field = |column: &Column<R>| Field::new(column.name, data_type(column.kind()), !column.is_required);
    columns.iter().map(field).collect()
}

/// Returns the values of rows in a column. A row that is `None` has no values.
pub fn array<'r, R: 'r>(get: &Get<R>, rows: impl Iterator<Item = Option<&'r R>>) -> Result<ArrayRef, ArrowError> {
    Ok(match get {
        Get::Long(get) => Arc::new(rows.map(|row| get(row?)).collect::<Int64Array>()),
        Get::Int(get) => Arc::new(rows.map(|row| get(row?)).collect::<Int32Array>()),
        Get::Real(get) => Arc::new(rows.map(|row| get(row?)).collect::<Float64Array>()),
        Get::Truth(get) => Arc::new(rows.map(|row| get(row?)).collect::<BooleanArray>()),
        Get::Date(get) => {
            let days = rows.map(|row| Some(get(row?)?.since_1970()));
            Arc::new(days.collect::<Date32Array>())
        }
        Get::Text(get) => texts(rows.map(|row| get(row?)))?,
        Get::Bytes(get) => {
            let mut builder = BinaryBuilder::new();
            for row in rows {
                builder.append_option(row.and_then(get));
            }
            Arc::new(builder.finish())
        }
    })
}

/// Returns the rows of a table as a record batch.
pub fn batch<R>(columns: &[Column<R>], rows: &[R]) -> Result<RecordBatch, ArrowError> {
    let array = |column: &Column<R>| array(&column.get, rows.iter().map(Some));
    let arrays = columns.iter().map(array).collect::<Result<_, _>>()?;
    RecordBatch::try_new(Arc::new(Schema::new(fields(columns))), arrays)
}

/// Returns the type of a column.
pub const fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::Long => DataType::Int64,
        Kind::Int => DataType::Int32,
        Kind::Real => DataType::Float64,
        Kind::Text => DataType::Utf8,
        Kind::Date => DataType::Date32,
        Kind::Truth => DataType::Boolean,
        Kind::Bytes => DataType::Binary,
    }
}
