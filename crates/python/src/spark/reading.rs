//! Archives as tables of what is found in them, and positions of games as rows of a dataset.

use super::{KEYS, stored};
use crate::arrow::{self, Table, array, fields};
use crate::error::Fault;
use arrow_array::{ArrayRef, Int32Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use bgo::internal::dataset::columns::{GAMES, POSITIONS};
use bgo::internal::dataset::layout::partition;
use bgo::internal::dataset::{GameRow, GameRows};
use bgo::internal::facts::Column;
use bgo::internal::import::{FOUND, FoundRow, find_games};
use pyo3::prelude::*;
use std::iter;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;

/// The most rows of a batch, and the bytes that a batch does not exceed by more than a row.
const ROWS: usize = 2048;
const BYTES: usize = 4 << 20;

/// The number of batches that are read ahead.
const AHEAD: usize = 2;

/// Returns what is found in an archive, a folder or a file with records, which has the index
/// `archive` among those of an import.
#[pyfunction]
pub fn read_archive(path: PathBuf, archive: i32) -> Table {
    Table::new(schema(), None, move |watch| {
        let (sender, batches) = sync_channel(AHEAD);
        let path = path.clone();
        // Ends when the receiver is dropped.
        let thread = thread::Builder::new().spawn(move || {
            let (mut rows, mut bytes) = (Vec::new(), 0);
            let read = find_games(&path, archive, &KEYS, &watch.stop, |row| {
                if bytes + row.bytes() > BYTES && !rows.is_empty() {
                    bytes = 0;
                    send(&mut rows, &sender)?;
                }
                bytes += row.bytes();
                rows.push(row);
                if rows.len() < ROWS {
                    return ControlFlow::Continue(());
                }
                bytes = 0;
                send(&mut rows, &sender)
            });
            if read.is_continue() {
                // If sending fails, there is no one left to tell.
                let _ = send(&mut rows, &sender);
            }
        })?;
        let mut thread = Some(thread);
        Ok(iter::from_fn(move || match batches.recv() {
            Ok(rows) => Some(batch(&rows)),
            // A reader that failed must not look like the end of the archive.
            Err(_) => match thread.take()?.join() {
                Ok(()) => None,
                Err(_) => Some(Err(Fault::usage(
                    "a fault of the program ended the reading of an archive",
                )
                .into())),
            },
        }))
    })
}

fn send(rows: &mut Vec<FoundRow>, sender: &SyncSender<Vec<FoundRow>>) -> ControlFlow<()> {
    match sender.send(mem::take(rows)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// The columns of games, whose numbers are not known yet.
fn game_columns() -> impl Iterator<Item = &'static Column<GameRow>> {
    GAMES.iter().filter(|column| column.name != "game")
}

/// Returns the columns of what is found.
pub fn schema() -> SchemaRef {
    static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
        let mut all = fields(FOUND);
        let games = fields(&GAMES).into_iter().filter(|field| field.name() != "game");
        // Rows without a game have no values.
        all.extend(games.map(|field| field.with_nullable(true)));
        Arc::new(Schema::new(all))
    });
    Arc::clone(&SCHEMA)
}

fn batch(rows: &[FoundRow]) -> Result<RecordBatch, ArrowError> {
    let found = FOUND.iter().map(|column| array(&column.get, rows.iter().map(Some)));
    let games = game_columns().map(|column| {
        let games = rows.iter().map(|row| row.game.as_ref().map(|game| &game.row));
        array(&column.get, games)
    });
    RecordBatch::try_new(schema(), found.chain(games).collect::<Result<_, _>>()?)
}

/// Replays games, each with its number, its record and the encoding of that. Returns their positions with the partition of each, which the first `bits`
/// bits of the key tell.
#[pyfunction]
pub fn replay_positions(py: Python<'_>, games: Vec<(i64, Vec<u8>, Option<String>)>, bits: u32) -> PyResult<Table> {
    if !(1..=u32::BITS - 1).contains(&bits) {
        return Err(Fault::Usage(format!("partitions have 1 to 31 bits, not {bits}")).into());
    }
    let batch = py.detach(|| {
        let mut rows = Vec::new();
        for (game, bytes, encoding) in games {
            let record = stored(bytes, encoding.as_deref())?;
            rows.extend(
                GameRows::new(game, &record, &KEYS)
                    .map_err(|why| Fault::Usage(format!("game {game} cannot be read again: {why}")))?
                    .positions,
            );
        }
        let positions = arrow::batch(POSITIONS, &rows)?;
        let parts: Int32Array = rows.iter().map(|row| Some(partition(row.key, bits) as i32)).collect();
        let mut fields: Vec<_> = positions.schema().fields().iter().cloned().collect();
        fields.push(Arc::new(Field::new("part", DataType::Int32, false)));
        let mut arrays = positions.columns().to_vec();
        arrays.push(Arc::new(parts) as ArrayRef);
        Ok::<_, Fault>(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)
    })?;
    Ok(Table::of_batch(batch))
}
