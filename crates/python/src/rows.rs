//! Tables of the values of small answers.

use crate::arrow::{Table, field, texts};
use crate::error::Fault;
use arrow_array::{ArrayRef, BinaryArray, BooleanArray, Float64Array, Int64Array, NullArray, RecordBatch};
use arrow_schema::{DataType, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList};
use std::sync::Arc;

/// The most rows of a batch, whose texts a column of Arrow must have room for.
const ROWS: usize = 8192;

/// Makes a table of columns: the name, the kind, which is `int`, `float`, `str`, `bool`, `bytes` or nothing,
/// and the values. Without a kind, the values tell it; a column of several kinds is text.
#[pyfunction]
pub fn table(columns: Vec<(String, Option<String>, Bound<'_, PyList>)>) -> PyResult<Table> {
    let mut fields = Vec::new();
    for (name, kind, values) in &columns {
        let kind = match kind.as_deref() {
            Some("int") => DataType::Int64,
            Some("float") => DataType::Float64,
            Some("str") => DataType::Utf8,
            Some("bool") => DataType::Boolean,
            Some("bytes") => DataType::Binary,
            Some(other) => return Err(Fault::Usage(format!("a column is not of the kind \"{other}\"")).into()),
            None => kind_of(values),
        };
        fields.push(field(name, kind));
    }
    let schema = Arc::new(Schema::new(fields));
    let rows = columns
        .iter()
        .map(|(_, _, values)| values.len())
        .max()
        .unwrap_or_default();
    let mut batches = Vec::new();
    for start in (0..rows).step_by(ROWS) {
        let mut arrays = Vec::with_capacity(columns.len());
        for (field, (_, _, values)) in schema.fields().iter().zip(&columns) {
            let values = values.get_slice(start, rows.min(start + ROWS));
            arrays.push(array(field.data_type(), &values)?);
        }
        batches.push(RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(Fault::usage)?);
    }
    Ok(Table::of_batches(schema, batches))
}

/// Returns the type that has room for all values.
fn kind_of(values: &Bound<'_, PyList>) -> DataType {
    let values = values.iter().filter(|value| !value.is_none());
    let kinds = values.map(|value| {
        if value.is_instance_of::<PyBool>() {
            DataType::Boolean
        } else if value.is_instance_of::<PyInt>() {
            DataType::Int64
        } else if value.is_instance_of::<PyFloat>() {
            DataType::Float64
        } else if value.is_instance_of::<PyBytes>() {
            DataType::Binary
        } else {
            DataType::Utf8
        }
    });
    let kind = kinds.reduce(|a, b| match (&a, &b) {
        _ if a == b => a,
        (DataType::Int64, DataType::Float64) | (DataType::Float64, DataType::Int64) => DataType::Float64,
        _ => DataType::Utf8,
    });
    kind.unwrap_or(DataType::Null)
}

fn array(kind: &DataType, values: &Bound<'_, PyList>) -> PyResult<ArrayRef> {
    fn all<T>(values: &Bound<'_, PyList>, get: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>) -> PyResult<Vec<Option<T>>> {
        values
            .iter()
            .map(|value| {
                if value.is_none() {
                    Ok(None)
                } else {
                    get(&value).map(Some)
                }
            })
            .collect()
    }
    Ok(match kind {
        DataType::Int64 => Arc::new(Int64Array::from(all(values, |value| value.extract())?)),
        DataType::Float64 => Arc::new(Float64Array::from(all(values, |value| value.extract())?)),
        DataType::Boolean => Arc::new(BooleanArray::from(all(values, |value| value.extract())?)),
        DataType::Binary => {
            let bytes = all(values, |value| value.extract::<Vec<u8>>())?;
            Arc::new(bytes.iter().map(Option::as_deref).collect::<BinaryArray>())
        }
        DataType::Null => Arc::new(NullArray::new(values.len())),
        _ => texts(all(values, |value| Ok(value.str()?.to_string()))?).map_err(Fault::from)?,
    })
}
