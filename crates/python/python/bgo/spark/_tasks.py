"""What the executors run. Each function maps record batches to record batches, some at a time, so that the memory
of a task is bounded."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from bgo import _bgo

# The most games that are replayed at a time. They have some 50,000 positions.
GAMES = 256

# The columns of duplicates.
DUPLICATES = "origin long not null, first long not null, same_record boolean not null"


def found(paths: list[str], batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Reads the archives with some indices."""
    for batch in batches:
        for index in batch.column(0).to_pylist():
            yield from pa.RecordBatchReader.from_stream(_bgo.read_archive(paths[index], index))


def duplicates(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Finds duplicates among records in the order of contents and origins."""
    games = _bgo.SameGames()
    for batch in batches:
        records = zip(*(column.to_pylist() for column in batch.columns), strict=True)
        same = games.find(list(records))
        columns = [list(column) for column in zip(*same, strict=True)] or [[], [], []]
        kinds = [pa.int64(), pa.int64(), pa.bool_()]
        arrays = [pa.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
        yield pa.RecordBatch.from_arrays(arrays, names=["origin", "first", "same_record"])


def positions(bits: int, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Replays games, whose columns are the number, the record and the encoding."""
    for batch in batches:
        for start in range(0, batch.num_rows, GAMES):
            games = batch.slice(start, GAMES)
            records = zip(*(column.to_pylist() for column in games.columns), strict=True)
            yield from pa.RecordBatchReader.from_stream(_bgo.replay_positions(list(records), bits))
