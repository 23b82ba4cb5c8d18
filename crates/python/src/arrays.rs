//! Arrays for NumPy by its array interface
//! (numpy.org/doc/stable/reference/arrays.interface.html), which needs no NumPy and copies nothing.

use crate::error::Fault;
use crate::interrupt::run;
use bgo::internal::go::BoardSize;
use bgo::internal::interrupt::Stopped;
use bgo::internal::position_file::PositionRecord;
use bgo::internal::store::StoreError;
use bgo_research::formats::positions::PositionReader;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::any::Any;
use std::path::PathBuf;

/// The memory of an array, which NumPy may write to.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct Array {
    /// Nothing reads the memory from here once NumPy has its address.
    _memory: Box<dyn Any + Send + Sync>,
    address: usize,
    bytes: usize,
    shape: Vec<usize>,
    kind: String,
    /// The fields of an element: a name, NumPy's name for the type, and a shape.
    fields: Vec<(&'static str, &'static str, Vec<usize>)>,
}

impl Array {
    /// Makes an array of elements of a type that NumPy calls `kind`, from its bytes or numbers.
    pub fn new<T: Send + Sync + 'static>(
        mut memory: Vec<T>,
        shape: Vec<usize>,
        kind: &str,
        fields: Vec<(&'static str, &'static str, Vec<usize>)>,
    ) -> Self {
        Self {
            address: memory.as_mut_ptr().expose_provenance(),
            bytes: size_of_val(memory.as_slice()),
            _memory: Box::new(memory),
            shape,
            kind: kind.to_owned(),
            fields,
        }
    }
}

#[pymethods]
impl Array {
    /// Returns the number of bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.bytes
    }

    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", PyTuple::new(py, &self.shape)?)?;
        interface.set_item("typestr", &self.kind)?;
        interface.set_item("data", (self.address, false))?;
        if !self.fields.is_empty() {
            let fields = self.fields.iter();
            let fields: PyResult<Vec<Bound<'_, PyTuple>>> = fields
                .map(|(name, kind, shape)| (*name, *kind, PyTuple::new(py, shape)?).into_pyobject(py))
                .collect();
            interface.set_item("descr", fields?)?;
        }
        Ok(interface)
    }
}

/// Reads a position file. An element has the fields of a record; those of the place are 0 where the
/// file has none.
#[pyfunction]
pub fn read_positions(py: Python<'_>, path: PathBuf, size: u64) -> PyResult<Array> {
    let size = u8::try_from(size).ok().and_then(BoardSize::new);
    let size = size.ok_or_else(|| Fault::usage("a board has 1 to 19 lines"))?;
    let (memory, records) = run(py, |stop| {
        let reader = PositionReader::open(&path, size).map_err(|error| bgo::internal::archive::ArchiveError {
            archive: path.clone(),
            member: None,
            fault: error.into(),
        })?;
        let (mut memory, mut records) = (Vec::new(), 0);
        let length = PositionRecord::length(size, true);
        reader.visit(|_, record| {
            stop.check().map_err(|Stopped| StoreError::Stopped)?;
            memory.extend_from_slice(record.as_bytes());
            records += 1;
            memory.resize(records * length, 0);
            Ok::<_, Fault>(())
        })?;
        Ok((memory, records))
    })?;
    let lines = usize::from(size.lines());
    let fields = vec![
        ("hash", ">u8", vec![]),
        ("tiebreaker", "|u1", vec![]),
        ("to_play", "|S1", vec![]),
        ("points", "|S1", vec![lines, lines]),
        ("has_place", "|b1", vec![]),
        ("source", ">u4", vec![]),
        ("variation", ">u2", vec![]),
        ("move_number", ">u2", vec![]),
    ];
    let kind = format!("|V{}", PositionRecord::length(size, true));
    Ok(Array::new(memory, vec![records], &kind, fields))
}
