"""What the executors run. Each function maps record batches to record batches, some at a time, so that the memory
of a task is bounded."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import pyarrow as pa

from bgo import _bgo

# The most games that are compared or replayed at a time. They have some 50,000 positions.
GAMES_AT_ONCE = 256

# The columns of duplicates.
DUPLICATES = "origin long not null, original long not null, same_record boolean not null, is_known boolean not null"


def found(paths: list[str], measured: list[bool], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Reads the archives with some indices."""
    for batch in batches:
        for index in batch.column(0).to_pylist():
            if measured[index]:
                # An executor that lacks what others have must fail, and not report the archive as lost.
                os.stat(paths[index])
            yield from pa.RecordBatchReader.from_stream(_bgo.read_archive(paths[index], index))


def duplicates(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Finds duplicates among records in the order of contents and origins, and those whose source is known."""
    games = _bgo.SameGames()
    content: int | None = None
    known: set[tuple[int, tuple[object, ...]]] = set()
    parts = (batch.slice(at, GAMES_AT_ONCE) for batch in batches for at in range(0, batch.num_rows, GAMES_AT_ONCE))
    for batch in parts:
        columns = [column.to_pylist() for column in batch.columns]
        records, places = zip(*columns[:4], strict=True), zip(*columns[4:], strict=True)
        originals = {origin: (original, same) for origin, original, same in games.find(list(records))}
        rows: list[tuple[int, int, bool, bool]] = []
        for of, origin, place in zip(*columns[:2], places, strict=True):
            if of != content:
                content, known = of, set()
            original, same = originals.get(origin, (origin, True))
            if origin in originals:
                rows.append((origin, original, same, (original, place) in known))
            known.add((original, place))
        kinds = [pa.int64(), pa.int64(), pa.bool_(), pa.bool_()]
        arrays = [pa.array([row[at] for row in rows], kind) for at, kind in enumerate(kinds)]
        yield pa.RecordBatch.from_arrays(arrays, names=["origin", "original", "same_record", "is_known"])


def positions(bits: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Replays games, whose columns are the number, the record and the encoding."""
    for batch in batches:
        for start in range(0, batch.num_rows, GAMES_AT_ONCE):
            games = batch.slice(start, GAMES_AT_ONCE)
            records = zip(*(column.to_pylist() for column in games.columns), strict=True)
            yield from pa.RecordBatchReader.from_stream(_bgo.replay_positions(list(records), bits))
