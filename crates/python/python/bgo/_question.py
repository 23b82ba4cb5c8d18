"""The keyword arguments of questions, which have the names of the parameters of the program's API."""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict, TypeVar

from bgo._board import Board
from bgo._errors import UsageError, whole

# A value, or several of which a condition may have.
Text = str | Sequence[str]
Number = int | float | str
# A range of whole numbers also as a pair of its ends, or as a range of Python.
Span = int | str | tuple[int | None, int | None] | range
# Numbers of games; also rows of one column, and games of a list.
Numbers = int | str | Iterable[Any]
Date = datetime.date | str


class Conditions(TypedDict, total=False):
    """The conditions that games must meet. Ranges are text, such as ``year="1990..1999"`` and ``komi="5.5.."``; those of
    whole numbers may be pairs or Python's ranges, such as ``year=(1990, 1999)`` and ``handicap=(2, None)``.

    player: a part of a player's name, of either colour, or ``=NAME`` for the whole name; or several
    black, white: a part of that player's name, or ``=NAME``
    year: a year or a range of years
    from_, to: the earliest and the latest date, such as ``2005``, ``2005-11`` or ``2005-11-03``
    event, rules: a part of the name, or ``=NAME``
    time: the main time of each player in seconds, or with the units ``s``, ``m`` or ``h``, or a range: ``"10m..1h"``
    overtime, program: a part of the overtime, or of the name of the program that wrote the record, or ``=NAME``
    result: ``B+``, ``W+R`` (resignation; ``T`` time, ``F`` forfeit), ``+2.5``, ``B+0.5..5.5``, ``draw``, ``void``
    rank: the ranks of both players, such as ``5d..9p``
    komi, handicap: a number or a range
    size: the lines of the board, or a range where no position is asked for
    repaired: whether the record has faults
    game: numbers of games, such as ``17``, ``"20..25"``, or a list or column of them
    archive: an archive that has the game, its path or its name; or several
    words: words of players, event, place, round, name, source or comments, adjacent and in order; or several
    """

    player: Text
    black: str
    white: str
    year: Span
    # `from` is a word of Python.
    from_: Date
    to: Date
    event: str
    result: str
    rank: str
    komi: Number
    handicap: Span
    rules: str
    time: Span
    overtime: str
    program: str
    size: Span
    repaired: bool
    game: Numbers
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
    at: Span
    stood: Span
    direct: bool
    strict: bool


Moves = str | Sequence[str] | Board | None


def question(moves: Moves, parameters: Mapping[str, object]) -> dict[str, object]:
    """Returns the arguments of a question by the names of the API."""
    asked = {name: _value(name, value) for name, value in parameters.items()}
    if "from_" in asked:
        asked["from"] = asked.pop("from_")
    if isinstance(moves, Board):
        asked = moves.parameters() | asked
    elif moves is not None:
        asked["moves"] = moves
    return asked


def a_diagram(diagram: object) -> str:
    """Returns an argument that is a diagram, and fails for any other one."""
    if not isinstance(diagram, str):
        raise UsageError(f'a part of the board is a text such as ".XX./....", not {diagram!r}')
    return diagram


def _value(name: str, value: object) -> object:
    """Returns the value of an argument as the program reads it."""
    if name == "game" and isinstance(value, Iterable) and not isinstance(value, str | bytes):
        # The program reads a list of numbers in one text.
        return ",".join(map(_number, value)) or "none"
    if isinstance(value, range):
        if value.step != 1 or len(value) == 0:
            raise UsageError(f"{name} is a range of successive numbers, not {value!r}")
        return f"{value[0]}..{value[-1]}"
    if isinstance(value, tuple) and name in _SPANS:
        if len(value) != 2:
            raise UsageError(f"{name} is a number or a pair of the first and the last, not {value!r}")
        return "..".join("" if end is None else str(end) for end in value)
    return value


def _number(game: object) -> str:
    """Returns the number of a game: as it is, of a row of one column, or of a game of a list."""
    if isinstance(game, str):
        return game
    number: Any = game[0] if isinstance(game, tuple) and len(game) == 1 else getattr(game, "game", game)
    return str(whole("game", number, 1))


_SPANS = frozenset(("year", "handicap", "size", "time", "at", "stood"))
_Function = TypeVar("_Function", bound=Callable[..., Any])


def with_parameters(function: _Function) -> _Function:
    """Shows the names of the parameters in the signature and the documentation of a method, where notebooks look."""
    signature = inspect.signature(function)
    own = [own for own in signature.parameters.values() if own.kind is not inspect.Parameter.VAR_KEYWORD]
    names = {**Conditions.__annotations__, **Parameters.__annotations__}
    keyword = inspect.Parameter.KEYWORD_ONLY
    more = [
        inspect.Parameter(name, keyword, default=None, annotation=kind)
        for name, kind in names.items()
        if name not in signature.parameters
    ]
    function.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    described = [inspect.cleandoc(kind.__doc__ or "") for kind in (Conditions, Parameters)]
    function.__doc__ = "\n\n".join([inspect.cleandoc(function.__doc__ or ""), *described])
    return function
