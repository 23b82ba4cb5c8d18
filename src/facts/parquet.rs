//! Columns in Parquet files.

use super::{Column, Get, Kind};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::writer::SerializedColumnWriter;
use parquet::schema::types::Type;
use std::sync::Arc;

pub fn schema<R>(columns: &[Column<R>]) -> Result<Arc<Type>> {
    let fields = columns.iter().map(field).collect::<Result<_>>()?;
    Ok(Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?))
}

fn field<R>(column: &Column<R>) -> Result<Arc<Type>> {
    let (physical, logical) = match column.kind() {
        Kind::Long => (Physical::INT64, None),
        Kind::Int => (Physical::INT32, None),
        Kind::Real => (Physical::DOUBLE, None),
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Date => (Physical::INT32, Some(LogicalType::Date)),
        Kind::Truth => (Physical::BOOLEAN, None),
        Kind::Bytes => (Physical::BYTE_ARRAY, None),
    };
    let repetition = if column.is_required {
        Repetition::REQUIRED
    } else {
        Repetition::OPTIONAL
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()?;
    Ok(Arc::new(field))
}

pub(crate) fn write_column<R>(out: &mut SerializedColumnWriter<'_>, column: &Column<R>, rows: &[R]) -> Result<()> {
    let is_required = column.is_required;
    match column.get {
        Get::Long(get) => write::<Int64Type>(out, is_required, rows.iter().map(get)),
        Get::Int(get) => write::<Int32Type>(out, is_required, rows.iter().map(get)),
        Get::Real(get) => write::<DoubleType>(out, is_required, rows.iter().map(get)),
        Get::Truth(get) => write::<BoolType>(out, is_required, rows.iter().map(get)),
        Get::Date(get) => {
            let days = rows.iter().map(|row| get(row).map(|day| day.since_1970()));
            write::<Int32Type>(out, is_required, days)
        }
        Get::Text(get) => {
            let values = rows.iter().map(|row| get(row).map(ByteArray::from));
            write::<ByteArrayType>(out, is_required, values)
        }
        Get::Bytes(get) => {
            let values = rows.iter().map(|row| get(row).map(|bytes| bytes.to_vec().into()));
            write::<ByteArrayType>(out, is_required, values)
        }
    }
}

/// Writes values. A definition level of 1 marks a value that is present; a column that every
/// row has needs no levels.
fn write<T: DataType>(
    out: &mut SerializedColumnWriter<'_>,
    is_required: bool,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<()> {
    let mut levels = Vec::new();
    let values = values.inspect(|value| {
        if !is_required {
            levels.push(i16::from(value.is_some()));
        }
    });
    let present: Vec<T::T> = values.flatten().collect();
    let levels = (!is_required).then_some(levels.as_slice());
    out.typed::<T>().write_batch(&present, levels, None)?;
    Ok(())
}
