//! Tables by Arrow's PyCapsule interface
//! (arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html), as streams of record batches.

use crate::error::Fault;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use bgo::interrupt::Interrupt;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

/// The record batches of a table, one by one.
pub type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The contents of a table, which can be read any number of times.
pub trait Source: Send + Sync {
    /// Returns the columns.
    fn schema(&self) -> SchemaRef;

    /// Begins to read. Reading fails once `stop` is set.
    fn read(self: Arc<Self>, stop: Interrupt) -> Result<Batches, Fault>;
}

/// Returns a column whose values may be missing.
pub fn field(name: &str, kind: DataType) -> Field {
    Field::new(name, kind, true)
}

/// Returns the error of a stream.
pub fn interrupted(error: impl Error + Send + Sync + 'static) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

/// A table that Arrow's consumers take as it is.
#[pyclass(frozen, module = "bgo")]
pub struct Table(Arc<dyn Source>);

impl Table {
    pub fn new(source: Arc<dyn Source>) -> Self {
        Self(source)
    }
}

#[pymethods]
impl Table {
    /// Returns the names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let schema = self.0.schema();
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<bgo.Table of {}>", self.columns().join(", "))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.0.schema()).map_err(Fault::usage)?;
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
        let batches = self.begin(py)?;
        let reader = RecordBatchIterator::new(batches, self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// Begins to read the table in parts, each of which is a table.
    fn __iter__(&self, py: Python<'_>) -> PyResult<Parts> {
        Ok(Parts(Mutex::new(self.begin(py)?)))
    }
}

impl Table {
    fn begin(&self, py: Python<'_>) -> PyResult<Polled> {
        let source = Arc::clone(&self.0);
        let stop = Interrupt::default();
        let batches = py.detach(|| source.read(stop.clone()))?;
        Ok(Polled {
            batches,
            stop,
            begun_by: thread::current().id(),
        })
    }
}

/// The parts of a table that is being read.
#[pyclass(frozen, module = "bgo._bgo")]
struct Parts(Mutex<Polled>);

#[pymethods]
impl Parts {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let next = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next());
        // The stream has asked for the exception of Ctrl-C, which comes first.
        py.check_signals()?;
        let batch = next
            .transpose()
            .map_err(|error| Fault::Io(std::io::Error::other(error)))?;
        Ok(batch.map(|batch| Table::new(Arc::new(batch))))
    }
}

impl Source for RecordBatch {
    fn schema(&self) -> SchemaRef {
        Self::schema(self)
    }

    fn read(self: Arc<Self>, _: Interrupt) -> Result<Batches, Fault> {
        Ok(Box::new(std::iter::once(Ok((*self).clone()))))
    }
}

/// Batches that end on Ctrl-C.
struct Polled {
    batches: Batches,
    stop: Interrupt,
    /// The thread that began the stream. Others must not wait for Python, since the one that waits
    /// for them may hold it.
    begun_by: ThreadId,
}

impl Iterator for Polled {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if thread::current().id() == self.begun_by && Python::attach(is_interrupted) {
            self.stop.set();
            return Some(Err(interrupted(bgo::StoreError::Stopped)));
        }
        self.batches.next()
    }
}

impl Drop for Polled {
    fn drop(&mut self) {
        self.stop.set();
    }
}

/// Returns whether there was a Ctrl-C. The consumer of a stream turns its error into one of its
/// own, so Python is told again, to raise the exception when the consumer returns.
fn is_interrupted(py: Python<'_>) -> bool {
    let signal = py.check_signals();
    if signal.is_err() {
        let told = py
            .import("_thread")
            .and_then(|thread| thread.call_method0("interrupt_main"));
        // Without the module, the error of the stream still ends the work.
        drop(told);
    }
    signal.is_err()
}
