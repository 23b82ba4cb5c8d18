"""Positions and rows for training as NumPy arrays. NumPy is imported when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict, cast

from bgo import _bgo
from bgo._database import Database, Path, paths_of
from bgo._errors import UsageError, real, whole
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


def _native(source: Games | Path | Iterable[Path]) -> _bgo.Games | list[str]:
    """Returns what the native part reads games from."""
    if isinstance(source, Database):
        raise UsageError("a database has many lists of games: give that of db.games(), with conditions if wanted")
    return source._native if isinstance(source, Games) else paths_of(source)


def kgs_rows(source: Games | Path | Iterable[Path], *, batch: int = 4096, bits: bool = False) -> Iterator[KgsBatch]:
    """Makes rows for training of a list of games, or of the records of archives, in their order, batch by
    batch. Games of other boards than 19x19, and those with faults, give none."""
    import numpy

    games = _native(source)
    for arrays in _bgo.KgsRows(games, whole("batch", batch, 1), bits):
        yield KgsBatch(*map(numpy.asarray, arrays))


class KatagoBatch(TypedDict):
    """Rows as KataGo's training reads them, by the names of the arrays in its files."""

    # (rows, 22, 46): 22 planes of 361 bits, the highest bit of a byte first.
    binaryInputNCHWPacked: NDArray[numpy.uint8]
    # (rows, 19)
    globalInputNC: NDArray[numpy.float32]
    # (rows, 2, 362): the move and the opponent's answer.
    policyTargetsNCMove: NDArray[numpy.int16]
    # (rows, 64)
    globalTargetsNC: NDArray[numpy.float32]
    # (rows, 842)
    scoreDistrN: NDArray[numpy.int8]
    # (rows, 5, 19, 19)
    valueTargetsNCHW: NDArray[numpy.int8]
    # (rows, 192): data about the players and the game.
    metadataInputNC: NDArray[numpy.float32]


RuleSet = Literal["japanese", "korean", "chinese", "aga", "new-zealand", "ing", "tromp-taylor"]


def katago_rows(
    source: Games | Path | Iterable[Path],
    *,
    batch: int = 256,
    split: Literal["train", "val"] = "train",
    board: int = 19,
    default_rules: RuleSet = "japanese",
    sample: float = 1.0,
    validation: float = 0.0,
    seed: int = 0,
    shuffle: int = 65536,
) -> Iterator[KatagoBatch]:
    """Makes rows for KataGo's training of a list of games, or of the records of archives, batch by batch; the
    last batch may have fewer. Games with the moves of an earlier one are left out.

    ``split`` is the games to learn from or those for validation, which are a share ``validation`` of all;
    ``board`` is the side of the arrays, which larger boards do not fit; ``default_rules`` are for records
    that name none; ``sample`` is the share of the positions; ``shuffle`` is the number of rows that are
    mixed, 0 for the order of the games and moves."""
    import numpy

    games = _native(source)
    settings: dict[str, object] = {
        "batch": whole("batch", batch, 1),
        "split": split,
        "board": whole("board", board, 2),
        "default_rules": default_rules,
        "sample": real("sample", sample),
        "validation": real("validation", validation),
        "seed": whole("seed", seed),
        "shuffle": whole("shuffle", shuffle),
    }
    for arrays in _bgo.KatagoRows(games, settings):
        yield cast(KatagoBatch, {name: numpy.asarray(array) for name, array in arrays})


def read_positions(path: Path, *, size: int = 9) -> NDArray[Any]:
    """Reads a position file as a structured array: ``hash``, ``tiebreaker``, ``to_play``, ``points`` (size,
    size) of ``#``, ``O`` and ``.``, ``has_place``, ``source``, ``variation`` and ``move_number``."""
    import numpy

    return numpy.asarray(_bgo.read_positions(os.fsdecode(path), whole("size", size)))
