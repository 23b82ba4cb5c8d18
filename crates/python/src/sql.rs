//! Queries in SQL: the values of their parameters, and answers as tables that are read row by row.

use crate::arrow::{Table, data_type, field};
use crate::error::Fault;
use crate::interrupt::Handle;
use arrow_array::builder::{BinaryBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use bgo::internal::facts::Kind;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::sql::{Parameters, ResultColumn, Sheet, SqlSession, Value, ValueRef};
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyMemoryView, PyNone, PyString, PyTuple,
};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;
use std::{io, iter, mem, thread};

/// The most rows of a batch, and the bytes of texts that a batch does not exceed by more than a row.
const ROWS: usize = 8192;
const BYTES: usize = 16 << 20;

/// The number of batches that are read ahead.
const AHEAD: usize = 2;

/// Returns the values of parameters from a sequence, a mapping or `None`.
pub fn parameters(given: &Bound<'_, PyAny>) -> PyResult<Parameters> {
    if given.is_none() {
        return Ok(Parameters::NONE);
    }
    if let Ok(mapping) = given.cast::<PyMapping>() {
        let named = PyDict::new(given.py());
        named.update(mapping)?;
        let values = named
            .iter()
            .map(|(name, value)| Ok((name.extract()?, value_of(&value)?)));
        return Ok(Parameters::Named(values.collect::<PyResult<_>>()?));
    }
    if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
        return Err(Fault::usage("parameters are a list or a dictionary of values").into());
    }
    let values = given.try_iter()?.map(|value| value_of(&value?));
    Ok(Parameters::Positional(values.collect::<PyResult<_>>()?))
}

fn value_of(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(if value.is_none() {
        Value::Null
    } else if let Ok(text) = value.cast::<PyString>() {
        Value::Text(text.to_string())
    } else if let Ok(bytes) = value.cast::<PyBytes>() {
        Value::Blob(bytes.as_bytes().to_vec())
    } else if value.is_instance_of::<PyFloat>() {
        Value::Real(value.extract()?)
    } else if value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>() {
        Value::Blob(value.py().get_type::<PyBytes>().call1((value,))?.extract()?)
    } else if value.hasattr("isoformat")? && value.ne(value)? {
        // The date of pandas that is none.
        Value::Null
    } else if value.hasattr("isoformat")? {
        Value::Text(value.call_method0("isoformat")?.extract()?)
    } else if let Ok(number) = value.extract() {
        Value::Integer(number)
    } else if value.is_instance_of::<PyInt>() {
        let why = format!("{value} is too large for SQL, whose whole numbers have 64 bits");
        return Err(Fault::Usage(why).into());
    } else if let Ok(number) = value.extract() {
        Value::Real(number)
    } else {
        let kind = value.get_type().name()?;
        let why = format!("a value of SQL is None, a number, a text, bytes or a date, not {kind}");
        return Err(Fault::Usage(why).into());
    })
}

/// A query, and how it is answered.
pub struct SqlQuery {
    pub text: String,
    pub parameters: Parameters,
    pub timeout: Option<Duration>,
    pub verified: bool,
}

impl SqlQuery {
    fn answer(&self, database: &bgo::Database, stop: &Interrupt, sheet: &mut dyn Sheet) -> Result<(), Fault> {
        let session = SqlSession::open_until(database, self.verified, stop)?;
        Ok(session.ask(&self.text, &self.parameters, self.timeout, sheet)?)
    }

    /// Returns the answer with all rows in memory.
    pub fn rows(&self, database: &bgo::Database, stop: &Interrupt) -> Result<RowSheet, Fault> {
        let mut sheet = RowSheet::default();
        self.answer(database, stop, &mut sheet)?;
        Ok(sheet)
    }

    /// Returns the names and types of the columns, which follow from their definitions and the first rows.
    pub fn columns(&self, database: &bgo::Database, stop: &Interrupt) -> Result<Vec<(String, Kind)>, Fault> {
        let mut first = RowSheet {
            learns_only: true,
            ..RowSheet::default()
        };
        self.answer(database, stop, &mut first)?;
        let columns = first.columns.into_iter();
        Ok(columns.map(|(name, kind)| (name, kind.unwrap_or(Kind::Text))).collect())
    }

    /// Returns the answer as a table, for which the query is asked each time that it is read.
    pub fn table(self, database: bgo::Database, columns: Vec<(String, Kind)>, made_by: Py<PyTuple>) -> Table {
        let fields: Vec<_> = columns
            .iter()
            .map(|(name, kind)| field(name, data_type(*kind)))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let (database, query) = (Handle::new(database), Arc::new(self));
        Table::new(Arc::clone(&schema), Some(made_by), move |watch| {
            let (sender, batches) = sync_channel(AHEAD);
            let (database, query) = (database.get().clone(), Arc::clone(&query));
            let mut sheet = BatchSheet {
                schema: Arc::clone(&schema),
                columns: columns
                    .iter()
                    .map(|(name, kind)| ColumnBuilder::new(name, *kind))
                    .collect(),
                rows: 0,
                bytes: 0,
                sender: sender.clone(),
            };
            // Ends when the receiver is dropped.
            let thread = thread::Builder::new().spawn(move || {
                let answered = query.answer(&database, &watch.stop, &mut sheet);
                if let Err(fault) = answered {
                    // If sending fails, there is no one left to tell.
                    let _ = sender.send(Err(fault.into()));
                }
            })?;
            let mut thread = Some(thread);
            Ok(iter::from_fn(move || match batches.recv() {
                Ok(batch) => Some(batch),
                // A thread that failed must not look like the end of the answer.
                Err(_) => match thread.take()?.join() {
                    Ok(()) => None,
                    Err(panic) => resume_unwind(panic),
                },
            }))
        })
    }
}

/// A sheet that keeps all rows, and learns the types in which the values of each column have room.
#[derive(Default)]
pub struct RowSheet {
    columns: Vec<(String, Option<Kind>)>,
    rows: Vec<Vec<Value>>,
    /// True if it keeps no rows, and learns from the first ones.
    learns_only: bool,
    count: usize,
}

impl Sheet for RowSheet {
    fn head(&mut self, columns: &[ResultColumn<'_>]) -> io::Result<()> {
        let columns = columns.iter();
        self.columns = columns.map(|column| (column.name.to_owned(), column.kind)).collect();
        Ok(())
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        for ((_, kind), value) in self.columns.iter_mut().zip(values) {
            *kind = wider(*kind, value);
        }
        self.count += 1;
        if !self.learns_only {
            self.rows.push(values.iter().map(|&value| owned(value)).collect());
        } else if self.count == ROWS {
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl RowSheet {
    /// Returns the names of the columns, their kinds for `table`, and a list of tuples.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let rows = PyList::empty(py);
        for (number, row) in self.rows.into_iter().enumerate() {
            if number % ROWS == 0 {
                py.check_signals()?;
            }
            let row = row.into_iter().map(|value| python_value(py, value));
            rows.append(PyTuple::new(py, row.collect::<PyResult<Vec<_>>>()?)?)?;
        }
        let (names, kinds): (Vec<_>, Vec<_>) = self
            .columns
            .into_iter()
            .map(|(name, kind)| (name, kind_name(kind)))
            .unzip();
        Ok((names, kinds, rows).into_pyobject(py)?.into_any())
    }
}

fn owned(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
        ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
    }
}

fn python_value(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::Null => PyNone::get(py).to_owned().into_any(),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Real(number) => PyFloat::new(py, number).into_any(),
        Value::Text(text) => PyString::new(py, &text).into_any(),
        Value::Blob(bytes) => PyBytes::new(py, &bytes).into_any(),
    })
}

const fn kind_name(kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::Long) => "int",
        Some(Kind::Real) => "float",
        Some(Kind::Bytes) => "bytes",
        _ => "str",
    }
}

/// Returns the type that has room for a value, or for those of another type, too.
fn wider(kind: Option<Kind>, value: &ValueRef<'_>) -> Option<Kind> {
    let of_value = match value {
        ValueRef::Null => return kind,
        ValueRef::Integer(_) => Kind::Long,
        ValueRef::Real(_) => Kind::Real,
        ValueRef::Text(_) => Kind::Text,
        ValueRef::Blob(_) => Kind::Bytes,
    };
    Some(match kind {
        None => of_value,
        Some(kind) if kind == of_value => kind,
        Some(Kind::Long | Kind::Real) if matches!(of_value, Kind::Long | Kind::Real) => Kind::Real,
        Some(_) => Kind::Text,
    })
}

/// A column of a batch that is being filled.
enum ColumnBuilder {
    Long(String, Int64Builder),
    Real(String, Float64Builder),
    Text(StringBuilder),
    Bytes(String, BinaryBuilder),
}

impl ColumnBuilder {
    fn new(name: &str, kind: Kind) -> Self {
        match kind {
            Kind::Long => Self::Long(name.to_owned(), Int64Builder::new()),
            Kind::Real => Self::Real(name.to_owned(), Float64Builder::new()),
            Kind::Bytes => Self::Bytes(name.to_owned(), BinaryBuilder::new()),
            _ => Self::Text(StringBuilder::new()),
        }
    }

    fn add(&mut self, value: &ValueRef<'_>) -> Result<(), Fault> {
        match (self, value) {
            (Self::Long(_, column), ValueRef::Null) => column.append_null(),
            (Self::Real(_, column), ValueRef::Null) => column.append_null(),
            (Self::Text(column), ValueRef::Null) => column.append_null(),
            (Self::Bytes(_, column), ValueRef::Null) => column.append_null(),
            (Self::Long(_, column), ValueRef::Integer(number)) => column.append_value(*number),
            (Self::Real(_, column), ValueRef::Integer(number)) => column.append_value(*number as f64),
            (Self::Real(_, column), ValueRef::Real(number)) => column.append_value(*number),
            (Self::Bytes(_, column), ValueRef::Blob(bytes) | ValueRef::Text(bytes)) => {
                column.append_value(bytes);
            }
            (Self::Text(column), ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => {
                column.append_value(String::from_utf8_lossy(bytes));
            }
            (Self::Text(column), ValueRef::Integer(number)) => column.append_value(number.to_string()),
            (Self::Text(column), ValueRef::Real(number)) => column.append_value(number.to_string()),
            (Self::Long(name, _), _) => return Err(other_kind(name, "whole numbers", value)),
            (Self::Real(name, _), _) => return Err(other_kind(name, "numbers", value)),
            (Self::Bytes(name, _), _) => return Err(other_kind(name, "bytes", value)),
        }
        Ok(())
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Long(_, column) => Arc::new(column.finish()),
            Self::Real(_, column) => Arc::new(column.finish()),
            Self::Text(column) => Arc::new(column.finish()),
            Self::Bytes(_, column) => Arc::new(column.finish()),
        }
    }
}

fn other_kind(name: &str, kind: &str, value: &ValueRef<'_>) -> Fault {
    let sql = if matches!(value, ValueRef::Real(_)) {
        "REAL"
    } else {
        "TEXT"
    };
    Fault::Usage(format!(
        "the column {name} has {kind} first and other values later; write CAST({name} AS {sql})"
    ))
}

/// A sheet that sends its rows in batches.
struct BatchSheet {
    schema: SchemaRef,
    columns: Vec<ColumnBuilder>,
    rows: usize,
    bytes: usize,
    sender: SyncSender<Result<RecordBatch, ArrowError>>,
}

impl BatchSheet {
    fn send(&mut self) -> ControlFlow<()> {
        self.bytes = 0;
        if mem::take(&mut self.rows) == 0 {
            return ControlFlow::Continue(());
        }
        let arrays = self.columns.iter_mut().map(ColumnBuilder::finish).collect();
        match self.sender.send(RecordBatch::try_new(Arc::clone(&self.schema), arrays)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl Sheet for BatchSheet {
    fn head(&mut self, _: &[ResultColumn<'_>]) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, values: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        for (column, value) in self.columns.iter_mut().zip(values) {
            if let Err(fault) = column.add(value) {
                // The batch that is begun is not sent at the end.
                self.rows = 0;
                // If sending fails, there is no one left to tell.
                let _ = self.sender.send(Err(fault.into()));
                return Ok(ControlFlow::Break(()));
            }
            if let ValueRef::Text(bytes) | ValueRef::Blob(bytes) = value {
                self.bytes += bytes.len();
            }
        }
        self.rows += 1;
        Ok(if self.rows < ROWS && self.bytes < BYTES {
            ControlFlow::Continue(())
        } else {
            self.send()
        })
    }

    fn end(&mut self) -> io::Result<()> {
        // The reader may be gone.
        let _ = self.send();
        Ok(())
    }
}
