"""Rows that the native code and Spark exchange."""

from __future__ import annotations

from typing import NamedTuple

from bgo import _bgo

# In place of the code of a next move: the game ends, setup follows, or all games are counted.
END = _bgo.END
SETUP = _bgo.SETUP
ALL = -9

# The code of a next move, or ``None`` for all games; the year; games, Black's wins, White's wins, draws; and of a
# pattern: occurrences, those with the answer at once, those without an answer, those after which the next move was
# elsewhere.
CountRow = tuple[int | None, int | None, int, int, int, int, int, int, int, int]

# Games, Black's wins, White's wins, draws, the first and the last year.
TotalsRow = tuple[int, int, int, int, int | None, int | None]


class Lookup(NamedTuple):
    """Where a position is looked for."""

    key: int
    # True if the colours are exchanged.
    swapped: bool
    # For each code of a next move in the dataset, the code of the move that is shown.
    codes: list[int]
    # Of a position that is its own exchange, the colour whose moves are seen exchanged.
    exchanged_for: str | None
