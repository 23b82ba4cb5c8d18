//! Tables by Arrow's PyCapsule interface
//! (arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html), as streams of record batches.

use crate::error::Fault;
use crate::interrupt::{drop_own, require_own};
use arrow_array::builder::{BinaryBuilder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchIterator,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use bgo::internal::facts::{Column, Get, Kind};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::store::StoreError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::{iter, mem};

/// Returns a column whose values may be missing.
pub fn field(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

/// Returns a column of texts, which together have less than 2 GiB, as the type requires.
pub fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = Option<T>>) -> Result<ArrayRef, ArrowError> {
    let mut builder = StringBuilder::new();
    for text in texts {
        let length = text.as_ref().map_or(0, |text| text.as_ref().len());
        if builder.values_slice().len() + length > i32::MAX as usize {
            let why = "texts of neighbouring rows have more than 2 GiB, which a table does not hold; ask for less";
            return Err(Fault::usage(why).into());
        }
        builder.append_option(text);
    }
    Ok(Arc::new(builder.finish()))
}

/// Returns the fields of a table.
pub fn fields<R>(columns: &[Column<R>]) -> Vec<Field> {
    columns
        .iter()
        .map(|column| Field::new(column.name, data_type(column.kind()), !column.is_required))
        .collect()
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
    let arrays = columns.iter().map(|column| array(&column.get, rows.iter().map(Some)));
    let arrays = arrays.collect::<Result<_, _>>()?;
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

/// A table that Arrow's consumers take as it is, and that can be read any number of times.
#[pyclass(frozen, module = "bgo")]
pub struct Table {
    schema: SchemaRef,
    read: Box<dyn Fn(SignalWatch) -> Result<TableParts, Fault> + Send + Sync>,
    /// The function and the arguments that make it in another process.
    made_by: Option<Py<PyTuple>>,
}

impl Table {
    /// Makes a table, which `made_by` makes in another process. `read` begins to read it, one batch after the other.
    /// Long work looks at the watch again and again.
    pub fn new<B: Iterator<Item = Result<RecordBatch, ArrowError>> + Send + 'static>(
        schema: SchemaRef,
        made_by: Option<Py<PyTuple>>,
        read: impl Fn(SignalWatch) -> Result<B, Fault> + Send + Sync + 'static,
    ) -> Self {
        let read = move |watch: SignalWatch| {
            let batches = Mutex::new(Box::new(read(watch.clone())?) as _);
            Ok(TableParts { batches, watch })
        };
        Self {
            schema,
            read: Box::new(read),
            made_by,
        }
    }

    /// Makes a table of batches in memory.
    pub fn of_batches(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self::new(schema, None, move |_| Ok(batches.clone().into_iter().map(Ok)))
    }

    /// Makes a table of one batch.
    pub fn of_batch(batch: RecordBatch) -> Self {
        Self::of_batches(batch.schema(), vec![batch])
    }
}

#[pymethods]
impl Table {
    /// Returns the names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<bgo.Table of {}>", self.columns().join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(Fault::usage)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Begins a stream. The requested schema is ignored, as the interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let parts = self.__iter__(py)?;
        let batches = iter::from_fn(move || parts.next_batch());
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let why = "a table is pickled as what it is made of, a list of games or paths, which the parts of a table and \
                   the tables of other answers are not; pickle the answer or pyarrow.table(table)";
        let made_by = self.made_by.as_ref().ok_or_else(|| Fault::usage(why))?;
        Ok(made_by.clone_ref(py))
    }

    /// Begins to read the table in parts, each of which is a table.
    fn __iter__(&self, py: Python<'_>) -> PyResult<TableParts> {
        require_own()?;
        let watch = SignalWatch {
            stop: Interrupt::default(),
            begun_by: thread::current().id(),
        };
        Ok(py.detach(|| (self.read)(watch))?)
    }
}

/// The parts of a table that is being read, which end on Ctrl-C.
#[pyclass(frozen, module = "bgo._bgo", name = "Parts")]
struct TableParts {
    batches: Mutex<Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>>,
    watch: SignalWatch,
}

#[pymethods]
impl TableParts {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let next = py.detach(|| self.next_batch());
        // The stream has asked for the exception of Ctrl-C, which comes first.
        py.check_signals()?;
        let batch = next.transpose().map_err(Fault::from)?;
        Ok(batch.map(Table::of_batch))
    }
}

impl TableParts {
    fn next_batch(&self) -> Option<Result<RecordBatch, ArrowError>> {
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        match self.watch.look() {
            Ok(()) => batches.next(),
            Err(fault) => Some(Err(fault.into())),
        }
    }
}

impl Drop for TableParts {
    fn drop(&mut self) {
        self.watch.stop.set();
        let batches = self.batches.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop_own(mem::replace(batches, Box::new(iter::empty())));
    }
}

/// The look of a stream for Ctrl-C.
#[derive(Clone)]
pub struct SignalWatch {
    /// The request that stops reading.
    pub stop: Interrupt,
    /// The thread that began the stream. Others must not wait for Python, since the one that waits
    /// for them may hold it.
    begun_by: ThreadId,
}

impl SignalWatch {
    /// Fails after Ctrl-C, and in a fork.
    pub fn look(&self) -> Result<(), Fault> {
        require_own()?;
        if thread::current().id() == self.begun_by
            && let Err(fault) = Python::attach(check_signals)
        {
            self.stop.set();
            return Err(fault);
        }
        Ok(())
    }
}

/// Fails if a handler of a signal raises an exception. The consumer of a stream turns the error into one
/// of its own, so Python is told of Ctrl-C again, to raise it when the consumer returns.
fn check_signals(py: Python<'_>) -> Result<(), Fault> {
    let Err(error) = py.check_signals() else {
        return Ok(());
    };
    if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
        return Err(error.into());
    }
    let told = py
        .import("_thread")
        .and_then(|thread| thread.call_method0("interrupt_main"));
    // Without the module, the error of the stream still ends the work.
    drop(told);
    Err(StoreError::Stopped.into())
}
