"""Lists of games of a dataset."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, overload

from bgo import _bgo
from bgo._errors import UsageError
from bgo._games import PAGE, ListedGame
from bgo._table import SHOWN, columns_of, html
from bgo.spark._counts import Asked, aggregated
from bgo.spark._session import reading
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

# The columns that decide the order of a list, and whether the first games have the greatest values.
_ORDERS = {
    "date": ("date", True),
    "rank": ("black_rank_value + white_rank_value", True),
    "players": ("if(black IS NULL OR white IS NULL, NULL, struct(black_folded, black, white_folded, white))", False),
    "length": ("moves", True),
    # A win that was not counted is beyond all that were.
    "result": (
        "CASE WHEN result = '0' THEN 0 WHEN winner = 'B' THEN ifnull(margin, 1e5) WHEN winner = 'W' THEN -ifnull(margin, 1e5) END",
        True,
    ),
    "number": ("game", False),
}

_LISTED = (
    "game",
    "date",
    "date_text",
    "black",
    "black_rank",
    "white",
    "white_rank",
    "result",
    "result_text",
    "event",
    "moves",
    "repair",
)


class Games:
    """A list of games, which are read when they are wanted. The numbers of all games of the list are in memory once
    its length or a game of it is asked for; ``dataframe`` leaves all of them on the cluster."""

    def __init__(self, asked: Asked, sort: str, reverse: bool) -> None:
        _bgo.require_known(sort=sort)
        self._asked = asked
        self._sort = sort
        self._reverse = reverse

    @property
    @reading
    def dataframe(self) -> DataFrame:
        """The games of the list, in its order: the columns of the table ``games``. Games with a position also have
        the number of moves before it, and whether its colours are exchanged."""
        return self._ordered()

    @property
    def numbers(self) -> list[int]:
        """The numbers of all games of the list."""
        return [game for game, _, _ in self._chosen]

    @reading
    def to_arrow(self, columns: Iterable[str] | None = None) -> Any:
        """Returns a table of pyarrow: the columns of ``dataframe`` with these names, or else the facts of each game
        and the place of the position."""
        games = self._ordered()
        if columns is None:
            names = [name for name in games.columns if name in (*_bgo.facts(), "move_number", "swapped")]
        else:
            names = list(columns)
            for name in names:
                if name not in games.columns:
                    raise UsageError(f'there is no column "{name}"; there are {", ".join(games.columns)}')
        return games.select(*names).toArrow()

    def to_pandas(self, columns: Iterable[str] | None = None) -> Any:
        """Returns a data frame of pandas with the columns of :meth:`to_arrow`."""
        return self.to_arrow(columns).to_pandas()

    def to_polars(self, columns: Iterable[str] | None = None) -> Any:
        """Returns a data frame of polars with the columns of :meth:`to_arrow`."""
        import polars

        return polars.DataFrame(self.to_arrow(columns))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._chosen)

    @overload
    def __getitem__(self, at: int) -> ListedGame: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[ListedGame, ...]: ...
    def __getitem__(self, at: int | slice) -> ListedGame | tuple[ListedGame, ...]:
        if isinstance(at, slice):
            return tuple(self._listed(self._chosen[at]))
        return self._listed([self._chosen[at]])[0]

    def __iter__(self) -> Iterator[ListedGame]:
        for start in range(0, len(self), PAGE):
            yield from self._listed(self._chosen[start : start + PAGE])

    def __repr__(self) -> str:
        return f"<{len(self):,} game{'' if len(self) == 1 else 's'}>"

    def _repr_html_(self) -> str:
        columns = columns_of(ListedGame, self[:SHOWN])
        rows = list(zip(*(values for _, _, values in columns), strict=True))
        return html([name for name, _, _ in columns], rows, len(self))

    def _ordered(self) -> DataFrame:
        self._asked.dataset.require_unchanged()
        if self._asked.question.subject == "games":
            games = self._asked.games()
        else:
            games = self._asked.dataset.table("games").join(self._first(), "game")
        value, is_descending = _ORDERS[self._sort]
        column = f.expr(value)
        descends = is_descending != self._reverse
        return games.orderBy(column.desc_nulls_last() if descends else column.asc_nulls_last(), "game")

    def _first(self) -> DataFrame:
        """Returns the games with the first occurrence of the position."""
        occurrences = self._asked.occurrences()
        if self._asked.is_of_pattern:
            return occurrences.select("game").distinct()
        first = ["min(ply) AS move_number", "min_by(swapped, struct(ply, swapped)) AS swapped"]
        return aggregated(occurrences, ["game"], first)

    @cached_property
    @reading
    def _chosen(self) -> list[tuple[int, int | None, bool | None]]:
        """The games in order, with the first occurrence of a position."""
        ordered = self._ordered()
        if "move_number" not in ordered.columns:
            return [(game, None, None) for game in _values(ordered.select("game"), "game")]
        chosen = ordered.select("game", "move_number", "swapped").toArrow()
        return list(zip(*(chosen.column(name).to_pylist() for name in chosen.column_names), strict=True))

    @reading
    def _listed(self, chosen: Iterable[tuple[int, int | None, bool | None]]) -> list[ListedGame]:
        self._asked.dataset.require_unchanged()
        return list(self._read(list(chosen)))

    def _read(self, chosen: list[tuple[int, int | None, bool | None]]) -> Iterator[ListedGame]:
        numbers = [game for game, _, _ in chosen]
        dataset = self._asked.dataset
        has_position = bool(chosen) and chosen[0][1] is not None
        columns = (*_LISTED, "record", "encoding") if has_position else _LISTED
        games = {row.game: row for row in dataset.of_games("games", numbers).select(*columns).collect()}
        courses: dict[int, bytes] = {}
        if self._asked.is_of_pattern:
            found = dataset.of_games("courses", numbers).select("game", "course").collect()
            courses = {row.game: bytes(row.course) for row in found}
        question = self._asked.question
        for game, ply, swapped in chosen:
            row = games[game]
            place: dict[str, Any] = {}
            if ply is not None:
                place = json.loads(question.place(bytes(row.record), row.encoding, ply, bool(swapped)))
            elif courses:
                place = json.loads(_bgo.place_in_course(question, courses[game])) or {}
            yield ListedGame(
                game=game,
                date=row.date or row.date_text,
                black=row.black,
                black_rank=row.black_rank,
                white=row.white,
                white_rank=row.white_rank,
                result=row.result or row.result_text,
                event=row.event,
                moves=row.moves,
                repair=row.repair,
                move_number=place.get("move_number"),
                transform=place.get("transform"),
                swapped=place.get("swapped"),
            )


def _values(rows: DataFrame, column: str) -> list[Any]:
    values: list[Any] = rows.toArrow().column(column).to_pylist()
    return values
