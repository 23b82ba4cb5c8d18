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
    """The conditions that games must meet. Ranges are text: ``year="1990..1999"``, ``komi="5.5.."``."""

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
    archive: Text
    words: Text


class Parameters(Conditions, total=False):
    """The conditions, and the position or the part of the board that a question is about."""

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

