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

    player: A part of a player's name, of either colour, or =NAME for the whole name; a|b for either, !a for others; may
        be given several times.
    black: A part of Black's name, or =NAME.
    white: A part of White's name, or =NAME.
    won: A part of the winner's name, or =NAME.
    lost: A part of the loser's name, or =NAME.
    year: Years: A..B, A.., ..B, or A for that year alone.
    from_: The earliest date: 2005, 2005-11 or 2005-11-03.
    to: The latest date.
    event: A part of the event's name, or =NAME.
    result: B+, W+R (resignation; T time, F forfeit), +2.5, B+0.5..5.5, draw, void; a|b, !a.
    rank: Ranks of both players: 5d..9p, 1p.., ..10k; of at least one: any:1p...
    komi: Komi: 6.5, 5.5..7.5.
    handicap: Handicap stones: 2, 2..9.
    rules: A part of the name of the rules, or =NAME.
    time: Main time of each player in seconds, or with the units s, m or h: 600, 10m..1h.
    overtime: A part of the overtime, such as byo-yomi, or =TEXT.
    program: A part of the name of the program that wrote the record, or =NAME.
    length: Moves of the game, including passes: 100.., ..49, 150..250.
    opening: A part of the name of an opening or a joseki in any language, or =NAME; may be given several times.
    repaired: Records with faults, such as a move on a stone: yes, no.
    game: Games by their numbers: 17, 20..25, or several with commas; may be given several times.
    archive: An archive that has the game: its path, or its name if only one has it; may be given several times.
    words: Words of players, event, place, round, name, source or comments, adjacent and in order; may be given several
        times.
    size: Lines of the board.
    """

    # Conditions.
    player: Text
    black: str
    white: str
    won: str
    lost: str
    year: Span
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
    length: Span
    opening: Text
    repaired: bool
    game: Numbers
    archive: Text
    words: Text
    size: Span


class Parameters(Conditions, total=False):
    """The conditions, and the position or the part of the board that a question is about.

    stones: Stones on the board before the moves: Bpd,Wdp, or the number of handicap stones (White then moves first).
    to_play: The colour of the first move, if it is not Black, or White after a handicap.
    swap: Also count the position with the colours exchanged.
    area: Ask about a part of the board: the area with these opposite corners, as it is after the moves; or corner,9.
    pattern: Ask about a diagram: its text (/ ends a row).
    wildcards: Points of the area where anything may stand.
    fixed_colors: Do not match with the colours swapped.
    in_place: Only exactly here on the board.
    touching: Also where it happens to lie against an edge.
    next: Only answers of this colour: X (black), O (white) or any.
    at: Only where the pattern appears between these moves, such as 10..60.
    stood: Only where the pattern survives at least this many moves.
    direct: Only immediate answers, no tenuki first.
    strict: Nothing is played elsewhere during the sequence.
    """

    # Parameters of the position.
    stones: Text | int
    to_play: Literal["B", "W"]
    swap: bool
    area: str
    pattern: str
    wildcards: Text
    fixed_colors: bool
    in_place: bool
    touching: bool
    next: Literal["X", "O", "any"]
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


_ANNOTATED = {**Conditions.__annotations__, **Parameters.__annotations__}
_SPANS = {name for name, kind in _ANNOTATED.items() if getattr(kind, "__forward_arg__", kind) == "Span"}
_Function = TypeVar("_Function", bound=Callable[..., Any])


def with_parameters(function: _Function) -> _Function:
    """Shows the names of the parameters in the signature and the documentation of a method, where notebooks look."""
    signature = inspect.signature(function)
    own = [own for own in signature.parameters.values() if own.kind is not inspect.Parameter.VAR_KEYWORD]
    keyword = inspect.Parameter.KEYWORD_ONLY
    more = [
        inspect.Parameter(name, keyword, default=None, annotation=kind)
        for name, kind in _ANNOTATED.items()
        if name not in signature.parameters
    ]
    function.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    described = [inspect.cleandoc(kind.__doc__ or "") for kind in (Conditions, Parameters)]
    function.__doc__ = "\n\n".join([inspect.cleandoc(function.__doc__ or ""), *described])
    return function
