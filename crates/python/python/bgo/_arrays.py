"""Positions and rows for training as NumPy arrays. NumPy is imported when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bgo import _bgo
from bgo._database import Path, paths_of
from bgo._games import Games

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class KgsBatch(NamedTuple):
    """Rows of version 2 of the KGS data set preprocessor. Rows of the board are counted from the bottom."""

    # (rows, 7, 19, 19), 0 or 1; as bits (rows, 316), the highest bit of a byte first.
    planes: NDArray[numpy.uint8]
    # (rows,): the move that was played, 19 * row + column.
    labels: NDArray[numpy.int16]
    # (rows,): the number of the game, or that of the file over all archives, from 0.
    games: NDArray[numpy.int64]


def kgs_rows(source: Games | Path | Iterable[Path], *, batch: int = 4096, bits: bool = False) -> Iterator[KgsBatch]:
    """Makes rows for training of a list of games, or of the records of archives, in their order, batch by
    batch. Games of other boards than 19x19, and those with faults, give none."""
    import numpy

    games = source._native if isinstance(source, Games) else paths_of(source)
    for arrays in _bgo.KgsRows(games, batch, bits):
        yield KgsBatch(*map(numpy.asarray, arrays))


def read_positions(path: Path, *, size: int = 9) -> NDArray[Any]:
    """Reads a position file as a structured array: ``hash``, ``tiebreaker``, ``to_play``, ``points`` (size,
    size) of ``#``, ``O`` and ``.``, ``has_place``, ``source``, ``variation`` and ``move_number``."""
    import numpy

    return numpy.asarray(_bgo.read_positions(os.fspath(path), size))
