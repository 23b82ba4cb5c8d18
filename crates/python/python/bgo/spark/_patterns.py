"""The search for patterns in the processes of a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow
from bgo import _bgo

# The columns of counts after the code of the answer and the year.
NUMBERS = (
    "games",
    "black_wins",
    "white_wins",
    "draws",
    "occurrences",
    "direct",
    "unanswered",
    "elsewhere",
)
COUNTED = "next int, year int, " + ", ".join(f"{name} bigint" for name in NUMBERS)
FOUND = "game bigint, next int, swapped boolean, year int, outcome int"
LINES = "game bigint, line binary, swapped boolean, year int, outcome int"


class _Search:
    """A function of batches of the table of courses, which makes the question anew in each process."""

    def __init__(self, arguments: dict[str, object]) -> None:
        self._arguments = arguments

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        question = _bgo.SparkQuestion(self._arguments, False)
        for batch in batches:
            found = pyarrow.table(self._found(question, batch))
            if "course" in found.column_names:
                found = _with_games(found, batch)
            yield from found.to_batches()

    def _found(self, question: _bgo.SparkQuestion, batch: Any) -> _bgo.Table:
        raise NotImplementedError


class Counter(_Search):
    """Counts a pattern."""

    def _found(self, question: _bgo.SparkQuestion, batch: Any) -> _bgo.Table:
        return _bgo.count_pattern(question, _list(batch, "course"), _list(batch, "year"), _list(batch, "outcome"))


class Finder(_Search):
    """Finds games with a pattern."""

    def _found(self, question: _bgo.SparkQuestion, batch: Any) -> _bgo.Table:
        return _bgo.find_pattern(question, _list(batch, "course"))


class Liner(_Search):
    """Finds lines of answers to a pattern."""

    def __init__(self, arguments: dict[str, object], depth: int) -> None:
        super().__init__(arguments)
        self._depth = depth

    def _found(self, question: _bgo.SparkQuestion, batch: Any) -> _bgo.Table:
        return _bgo.pattern_lines(question, _list(batch, "course"), self._depth)


def _list(batch: Any, column: str) -> list[Any]:
    values: list[Any] = batch.column(column).to_pylist()
    return values


def _with_games(found: Any, batch: Any) -> Any:
    """Returns rows with the games of their courses."""
    courses = found.column("course")
    columns = {"game": batch.column("game").take(courses.combine_chunks())}
    columns |= {name: found.column(name) for name in found.column_names if name != "course"}
    columns |= {name: batch.column(name).take(courses.combine_chunks()) for name in ("year", "outcome")}
    return pyarrow.table(columns)
