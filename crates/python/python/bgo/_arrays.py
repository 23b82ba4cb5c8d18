"""Positions and rows for training as NumPy arrays. NumPy is imported when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar, cast

from bgo import _bgo
from bgo._database import Database, Path, paths_of
from bgo._errors import UsageError, flag, real, whole, word
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
    # (rows,): the player to move, 1 for Black and 2 for White.
    colors: NDArray[numpy.int8]


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
    # (rows,): the number of the game, or that of the file over all archives, from 0. Files have no such array.
    games: NDArray[numpy.int64]


RuleSet = Literal["japanese", "korean", "chinese", "aga", "new-zealand", "ing", "tromp-taylor"]
_Batch = TypeVar("_Batch")


class TrainingRows(Generic[_Batch]):
    """Rows for training, an iterator of batches. Before the first one it can be pickled, as what it is made
    of: another process reads the games itself."""

    _native: Iterator[Any]

    def __init__(self, source: Games | list[str], settings: dict[str, object]) -> None:
        self._source, self._settings = source, settings
        self._is_begun = False
        self._native = self._open(source._native if isinstance(source, Games) else source)

    def __iter__(self) -> TrainingRows[_Batch]:
        return self

    def __next__(self) -> _Batch:
        self._is_begun = True
        return self._batch(next(self._native))

    def __reduce__(self) -> tuple[object, ...]:
        if self._is_begun:
            raise UsageError("rows are pickled before their first batch is taken; make them anew and pickle those")
        source = self._source if isinstance(self._source, Games) else [os.path.abspath(path) for path in self._source]
        return type(self), (source, self._settings)

    def _open(self, source: _bgo.Games | list[str]) -> Iterator[Any]:
        raise NotImplementedError

    def _batch(self, arrays: Any) -> _Batch:
        raise NotImplementedError


class KgsRows(TrainingRows[KgsBatch]):
    """The rows that :func:`kgs_rows` makes."""

    def _open(self, source: _bgo.Games | list[str]) -> Iterator[Any]:
        return _bgo.KgsRows(source, self._settings)

    def _batch(self, arrays: Any) -> KgsBatch:
        import numpy

        return KgsBatch(*map(numpy.asarray, arrays))


class KatagoRows(TrainingRows[KatagoBatch]):
    """The rows that :func:`katago_rows` makes."""

    def _open(self, source: _bgo.Games | list[str]) -> Iterator[Any]:
        return _bgo.KatagoRows(source, self._settings)

    def _batch(self, arrays: Any) -> KatagoBatch:
        import numpy

        return cast(KatagoBatch, {name: numpy.asarray(array) for name, array in arrays})


def kgs_rows(
    source: Games | Path | Iterable[Path],
    *,
    batch: int = 4096,
    bits: bool = False,
    setup: Literal["strict", "compat"] = "strict",
    ko: Literal["compat", "strict"] = "compat",
    split: Literal["train", "val"] = "train",
    sample: float = 1.0,
    validation: float = 0.0,
    seed: int = 0,
    epoch: int = 0,
    shuffle: int = 0,
    shard: tuple[int, int] = (0, 1),
    symmetry: bool = False,
) -> KgsRows:
    """Makes rows for training of a list of games, or of the records of archives, batch by batch; the last
    batch may have fewer. Games of other boards than 19x19, and those that cannot be read, give none.

    ``bits`` leaves the planes packed. ``setup`` is the reading of games, by bgo's own reader or as the
    preprocessor reads them; ``ko`` is the points of the ko plane, with ``"strict"`` only the forbidden one.
    The other arguments are those of :func:`katago_rows`."""
    settings: dict[str, object] = {
        "bits": flag("bits", bits),
        "setup": word("setup", setup),
        "ko": word("ko", ko),
        "batch": whole("batch", batch, 1),
        "shuffle": whole("shuffle", shuffle),
    }
    return KgsRows(_source(source), settings | _choice(split, sample, validation, seed, epoch, shard, symmetry))


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
    epoch: int = 0,
    shuffle: int = 65536,
    shard: tuple[int, int] = (0, 1),
    symmetry: bool = False,
) -> KatagoRows:
    """Makes rows for KataGo's training of a list of games, or of the records of archives, batch by batch; the
    last batch may have fewer. Games with the moves of an earlier one are left out.

    ``split`` is the games to learn from or those for validation, which are a share ``validation`` of all;
    ``board`` is the side of the arrays, which larger boards do not fit; ``default_rules`` are for records
    that name none; ``sample`` is the share of the positions; ``shuffle`` is the number of rows that are
    mixed, 0 for the order of the games and moves. ``shard=(i, n)`` is every n-th game from number i on, so
    that n workers have each row once. With ``symmetry``, each row is rotated or mirrored at random.
    ``seed`` decides all that is random; another ``epoch`` mixes and turns the same rows anew."""
    settings: dict[str, object] = {
        "board": whole("board", board, 2),
        "default_rules": word("default_rules", default_rules),
        "batch": whole("batch", batch, 1),
        "shuffle": whole("shuffle", shuffle),
    }
    return KatagoRows(_source(source), settings | _choice(split, sample, validation, seed, epoch, shard, symmetry))


def _source(source: Games | Path | Iterable[Path]) -> Games | list[str]:
    """Returns what games are read from."""
    # Fail here, not at the first batch, if NumPy is missing.
    import numpy  # noqa: F401

    if isinstance(source, Database):
        raise UsageError("a database has many lists of games: give that of db.games(), with conditions if wanted")
    try:
        return source if isinstance(source, Games) else paths_of(source)
    except TypeError:
        raise UsageError(f"rows are made of a list of games, or of paths of archives, not of {source!r}") from None


def _choice(
    split: str, sample: float, validation: float, seed: int, epoch: int, shard: tuple[int, int], symmetry: bool
) -> dict[str, object]:
    """Returns the settings that choose games and positions."""
    try:
        part, parts = shard
    except (TypeError, ValueError):
        raise UsageError(f"shard is a number and the number of shards, such as (0, 2), not {shard!r}") from None
    return {
        "split": word("split", split),
        "sample": real("sample", sample),
        "validation": real("validation", validation),
        "seed": whole("seed", seed),
        "epoch": whole("epoch", epoch),
        "shard": (whole("shard", part), whole("shard", parts, 1)),
        "symmetry": flag("symmetry", symmetry),
    }


def read_positions(path: Path, *, size: int = 9) -> NDArray[Any]:
    """Reads a position file as a structured array: ``hash``, ``tiebreaker``, ``to_play``, ``points`` (size,
    size) of ``#``, ``O`` and ``.``, ``has_place``, ``source``, ``variation`` and ``move_number``."""
    import numpy

    return numpy.asarray(_bgo.read_positions(os.fsdecode(path), whole("size", size)))
