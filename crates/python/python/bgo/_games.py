"""Lists of games, and games with their positions."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from bgo import _bgo
from bgo._board import Board
from bgo._documents import all_of, of
from bgo._errors import UsageError
from bgo._table import SHOWN, Arrow, Table, columns_of, html

# The number of games that are read together while a list is iterated.
PAGE = 500


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of a list. The last three fields are the place of the position that the list is about."""

    # Some fields of ListedGame.
    # The game's number.
    game: int
    # The first date.
    date: str | None
    # Black's name.
    black: str | None
    # Black's rank as written.
    black_rank: str | None
    # White's name.
    white: str | None
    # White's rank as written.
    white_rank: str | None
    # The result, or the text in its place if that is not a result.
    result: str | None
    # The event.
    event: str | None
    # The number of moves.
    moves: int
    # The faults of the record, if it has any.
    repair: str | None
    # The number of moves before the first occurrence in the game.
    move_number: int | None = None
    # The number of the transform that takes the game's board to the search board, or to the orientation of the pattern.
    transform: int | None = None
    # True if the game has the position or pattern with the colours exchanged.
    swapped: bool | None = None


class Games(Arrow):
    """A list of games, which are read from the database when they are wanted.

    It is not registered as a sequence, lest pandas and polars take it for one and not for a table."""

    __slots__ = ("_made_by", "_native")

    def __init__(self, native: _bgo.Games, made_by: tuple[object, ...]) -> None:
        self._native = native
        # The function and the arguments that make the list in another process.
        self._made_by = made_by

    def __reduce__(self) -> tuple[object, ...]:
        return self._made_by

    @property
    def numbers(self) -> list[int]:
        """The numbers of all games of the list."""
        return self._native.numbers(0, len(self))

    def to_arrow(self, columns: Iterable[str] | None = None) -> Table:
        """Returns the games for consumers of Arrow: the columns with these names, or else the facts of each game and
        the place of the position. The column ``moves_sgf``, the moves as SGF, is only there if it is named."""
        names = None if columns is None else list(columns)
        return Table(self._native.table((Games.to_arrow, (self, names)), names))

    def to_pandas(self, columns: Iterable[str] | None = None) -> Any:
        """Returns a data frame of pandas with the columns of :meth:`to_arrow`."""
        return self.to_arrow(columns).to_pandas()

    def to_polars(self, columns: Iterable[str] | None = None) -> Any:
        """Returns a data frame of polars with the columns of :meth:`to_arrow`."""
        return self.to_arrow(columns).to_polars()

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, at: int) -> ListedGame: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[ListedGame, ...]: ...
    def __getitem__(self, at: int | slice) -> ListedGame | tuple[ListedGame, ...]:
        if isinstance(at, slice):
            start, end, step = at.indices(len(self))
            if step != 1:
                return tuple(self[number] for number in range(start, end, step))
            return self._page(start, max(start, end))
        try:
            number = range(len(self))[at]
        except TypeError:
            raise UsageError(f"a game of a list has a whole number or a slice, not {at!r}") from None
        return self._page(number, number + 1)[0]

    def __iter__(self) -> Iterator[ListedGame]:
        for start in range(0, len(self), PAGE):
            yield from self._page(start, min(start + PAGE, len(self)))

    def __repr__(self) -> str:
        return f"<{len(self):,} game{'' if len(self) == 1 else 's'}>"

    def _repr_html_(self) -> str:
        shown = self[:SHOWN]
        columns = columns_of(ListedGame, shown)
        rows = list(zip(*(values for _, _, values in columns), strict=True))
        return html([name for name, _, _ in columns], rows, len(self))

    def _page(self, start: int, end: int) -> tuple[ListedGame, ...]:
        return all_of(ListedGame, json.loads(self._native.page(start, end)))


@dataclass(frozen=True, slots=True)
class Source:
    """A place where a game was found."""

    # Fields of SourcePlace.
    # The path of the archive.
    archive: str
    # The time at which the archive was first imported.
    imported_at: str
    # The file within the archive.
    member: str
    # The game's index in that file, from 0.
    member_game: int
    # True if the record found there differs from the game's record in any byte.
    differs: bool


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game, and the move that led to it; the start and setup have none."""

    move_number: int
    move: str | None
    color: str | None
    board: Board
    comments: tuple[str, ...]

    def _repr_svg_(self) -> str:
        return self.board.svg()


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its sources and positions. Texts are as in the record, values as they were read."""

    # Some fields of GameAnswer.
    # Its number, everywhere; never reused.
    game: int
    # Lines of the board.
    board_size: int
    # Moves played, including passes.
    moves: int
    # Black's name.
    black: str | None
    # Black's rank, such as 9d.
    black_rank: str | None
    # Black's rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are 11 to 19.
    black_rank_value: int | None
    # White's name.
    white: str | None
    # White's rank.
    white_rank: str | None
    # White's rank as an ordered number.
    white_rank_value: int | None
    # Black's team.
    black_team: str | None
    # White's team.
    white_team: str | None
    # When it was played or begun, as far as it is known: 2005, 2005-11 or 2005-11-03.
    date: str | None
    # The same, as in the record.
    date_text: str | None
    # The first day that the date can mean.
    first_date: datetime.date | None
    # The last day that the date can mean.
    last_date: datetime.date | None
    # The year of the first day.
    year: int | None
    # How it ended: B+R, W+2.5, B+T (time), B+F (forfeit), B+, 0 (a draw), Void.
    result: str | None
    # The result, as in the record.
    result_text: str | None
    # B, W, or None.
    winner: str | None
    # The points of a win that was counted.
    margin: float | None
    # Komi in points.
    komi: float | None
    # Komi, as in the record.
    komi_text: str | None
    # Handicap stones.
    handicap: int | None
    # The handicap, as in the record.
    handicap_text: str | None
    # The rules.
    rules: str | None
    # The main time of each player in seconds.
    time_limit: int | None
    # The main time, as in the record.
    time_limit_text: str | None
    # The overtime, as in the record.
    overtime: str | None
    # The event.
    event: str | None
    # The round.
    round: str | None
    # The place.
    place: str | None
    # The record's name of the game.
    name: str | None
    # Where the game was published.
    publication: str | None
    # The program that wrote the record.
    program: str | None
    # What could not be read or played of the record.
    repair: str | None
    # The places where the game was found.
    sources: tuple[Source, ...]
    # The places where the game was found.
    positions: tuple[Position, ...]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Game:
        """Makes a game of its document."""
        positions = tuple(_positions(document["board_size"], document["positions"]))
        first, last = (document[name] and datetime.date.fromisoformat(document[name]) for name in ("first_date", "last_date"))
        sources = all_of(Source, document["sources"])
        return of(cls, document, first_date=first, last_date=last, sources=sources, positions=positions)

    def __repr__(self) -> str:
        return f"<game {self.game}: {self.black} - {self.white}, {self.date or self.date_text}, {self.result}, {self.moves} moves>"

    def _repr_svg_(self) -> str:
        return self.positions[-1].board.svg()


def _positions(size: int, scenes: Sequence[Mapping[str, Any]]) -> Iterator[Position]:
    stones: dict[str, str] = {}
    for at, scene in enumerate(scenes):
        for point in scene["removed"]:
            stones.pop(point, None)
        stones |= dict.fromkeys(scene["black"], "B") | dict.fromkeys(scene["white"], "W")
        last, color = scene["move"], scene["color"]
        # The one who plays next, or else the opponent of the one who played.
        following = scenes[at + 1]["color"] if at + 1 < len(scenes) else None
        board = Board(
            size=size,
            black=tuple(sorted(point for point, stone in stones.items() if stone == "B")),
            white=tuple(sorted(point for point, stone in stones.items() if stone == "W")),
            to_play=following or ("B" if color == "W" else "W" if color == "B" else "B"),
            last=last,
        )
        yield Position(scene["move_number"], last, color, board, tuple(scene["comments"]))
