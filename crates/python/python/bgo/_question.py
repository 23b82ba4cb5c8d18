"""The keyword arguments of questions, which have the names of the parameters of the program's API."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from bgo._board import Board

# A value, or several of which a condition may have.
Text = str | Sequence[str]
Number = int | float | str
Date = datetime.date | str


class Conditions(TypedDict, total=False):
    """The conditions that games must meet. Ranges are text: ``year="1990..1999"``, ``komi="5.5.."``.

    player: a part of a player's name, of either colour, or ``=NAME`` for the whole name; or several
    black, white: a part of that player's name, or ``=NAME``
    year: a year or a range of years
    from_, to: the earliest and the latest date, such as ``2005``, ``2005-11`` or ``2005-11-03``
    event, rules: a part of the name, or ``=NAME``
    result: ``B+``, ``W+R`` (resignation; ``T`` time, ``F`` forfeit), ``+2.5``, ``B+0.5..5.5``, ``draw``, ``void``
    rank: the ranks of both players, such as ``5d..9p``
    komi, handicap: a number or a range
    size: the lines of the board, or a range where no position is asked for
    repaired: whether the record has faults
    archive: an archive that has the game, its path or its name; or several
    words: words of players, event, place, round, name, source or comments, adjacent and in order; or several
    """

    player: Text
    black: str
    white: str
    year: int | str
    # `from` is a word of Python.
    from_: Date
    to: Date
    event: str
    result: str
    rank: str
    komi: Number
    handicap: Number
    rules: str
    size: int | str
    repaired: bool
    archive: Text
    words: Text


class Parameters(Conditions, total=False):
    """The conditions, and the position or the part of the board that a question is about.

    stones: stones on the board before the moves, such as ``Bpd``, or the number of handicap stones
    to_play: the colour of the first move
    swap: count the position with the colours exchanged, too
    area: a part of the board, two opposite points such as ``"pa,sd"``, or ``"corner,9"``
    pattern: a diagram in place of the moves
    wildcards: points of the area that may have anything
    fixed_colors: the pattern in its own colours only
    in_place: the pattern at its own place only
    touching: also where the area lies against edges that the pattern does not touch
    next: the colour of the answer
    at: the number of moves after which the pattern begins to stand, or a range
    stood: the least number of moves for which it stands
    direct: the answer is the next move anywhere
    strict: nothing is played elsewhere during the sequence of the pattern
    """

    stones: Text | int
    to_play: Literal["B", "W"]
    swap: bool
    area: str
    pattern: str
    wildcards: Text
    fixed_colors: bool
    in_place: bool
    touching: bool
    next: str
    at: int | str
    stood: int | str
    direct: bool
    strict: bool


Moves = str | Sequence[str] | Board | None


def question(moves: Moves, parameters: Mapping[str, object]) -> dict[str, object]:
    """Returns the arguments of a question by the names of the API."""
    asked = dict(parameters)
    if "from_" in asked:
        asked["from"] = asked.pop("from_")
    if isinstance(moves, Board):
        asked = moves.parameters() | asked
    elif moves is not None:
        asked["moves"] = moves
    return asked

