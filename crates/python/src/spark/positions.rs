//! Positions of games as rows of a dataset.

use super::{KEYS, stored};
use crate::arrow::Table;
use crate::columns::batch;
use crate::error::Fault;
use arrow_array::{ArrayRef, Int32Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use bgo::dataset::GameRows;
use bgo::dataset::columns::POSITIONS;
use bgo::dataset::layout::partition;
use pyo3::prelude::*;
use std::sync::Arc;

/// A game: its number, its record, and the encoding of that.
type Game = (i64, Vec<u8>, Option<String>);

/// Replays games, and returns their positions with the partition of each, which the first `bits`
/// bits of the key tell.
#[pyfunction]
pub fn replay_positions(py: Python<'_>, games: Vec<Game>, bits: u32) -> PyResult<Table> {
    if !(1..=u32::BITS - 1).contains(&bits) {
        return Err(Fault::Usage(format!("partitions have 1 to 31 bits, not {bits}")).into());
    }
    let batch = py.detach(|| {
        let mut rows = Vec::new();
        for (game, bytes, encoding) in games {
            let wrong = |why: &dyn std::fmt::Display| Fault::Usage(format!("game {game} cannot be read again: {why}"));
            let record = stored(bytes, encoding.as_deref())?;
            rows.extend(
                GameRows::new(game, &record, &KEYS)
                    .map_err(|why| wrong(&why))?
                    .positions,
            );
        }
        let positions = batch(POSITIONS, &rows)?;
        let parts: Int32Array = rows.iter().map(|row| Some(partition(row.key, bits) as i32)).collect();
        let mut fields: Vec<_> = positions.schema().fields().iter().cloned().collect();
        fields.push(Arc::new(Field::new("part", DataType::Int32, false)));
        let mut arrays = positions.columns().to_vec();
        arrays.push(Arc::new(parts) as ArrayRef);
        Ok::<_, Fault>(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)
    })?;
    Ok(Table::new(Arc::new(batch)))
}
