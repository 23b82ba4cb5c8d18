"""A dataset that answers the questions of a database."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from bgo import _bgo
from bgo._answer import Answer
from bgo._counts import Players, Tree, Years
from bgo._database import Path
from bgo._errors import NotFoundError, SqlError, whole
from bgo._games import Game
from bgo._question import Moves, Parameters, a_diagram, question, with_parameters
from bgo.spark import _players
from bgo.spark._counts import Asked
from bgo.spark._dataset import Dataset
from bgo.spark._games import Games
from bgo.spark._session import reading, reason
from bgo.spark._tables import TABLES
from pyspark.errors import AnalysisException, ParseException
from pyspark.sql import DataFrame, SparkSession

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Database:
    """A dataset that answers the questions of :class:`bgo.Database` on a cluster. The arguments, the answers and the
    exceptions are the same, except for evaluations by engines, which a dataset does not have.

    ``path`` is a folder, or an address that Spark reads. Patterns need this package on the executors.
    """

    @reading
    def __init__(self, spark: SparkSession, path: Path) -> None:
        self._dataset = Dataset(spark, os.fsdecode(path))

    @property
    def path(self) -> str:
        """The address of the dataset."""
        return self._dataset.folder.path()

    @property
    def manifest(self) -> dict[str, Any]:
        """What the file ``_bgo.json`` says of the dataset."""
        return self._dataset.manifest

    def __len__(self) -> int:
        return int(self.manifest["games"])

    def __repr__(self) -> str:
        return f"<bgo.spark.Database {self.path!r}>"

    @with_parameters
    @reading
    def search(self, moves: Moves = None, *, full: bool = False, **parameters: Unpack[Parameters]) -> Answer:
        """Returns the games with a position or a pattern, and the moves played from it. ``full`` adds the
        years and players of each move.

        The other arguments are these:"""
        return self._search(question(moves, parameters), full)

    @with_parameters
    @reading
    def pattern(self, diagram: str, /, *, full: bool = False, **parameters: Unpack[Parameters]) -> Answer:
        """Returns the games with a part of the board, drawn as a diagram, and the answers to it.

        The other arguments are these:"""
        return self._search(question(None, parameters) | {"pattern": a_diagram(diagram)}, full)

    def _search(self, arguments: dict[str, object], full: bool) -> Answer:
        asked = Asked(self._dataset, arguments)
        rows, halts = asked.counts()
        known = _players.best_known(asked, self._player_games) if full else None
        return Answer.of(json.loads(asked.question.search(rows, halts, known)))

    @with_parameters
    @reading
    def years(
        self, moves: Moves = None, *, by: Literal["year", "decade"] = "year", **parameters: Unpack[Parameters]
    ) -> Years:
        """Counts the games with a position, and with each move from it, by year or decade.

        The other arguments are these:"""
        _bgo.require_known(by=by)
        asked = Asked(self._dataset, question(moves, parameters))
        return Years.of(json.loads(asked.question.years(asked.counts()[0], asked.all_games(), by)))

    @with_parameters
    @reading
    def players(self, moves: Moves = None, *, limit: int = 20, **parameters: Unpack[Parameters]) -> Players:
        """Counts the games of each player of a position.

        The other arguments are these:"""
        whole("limit", limit)
        return _players.players(Asked(self._dataset, question(moves, parameters)), limit)

    @with_parameters
    @reading
    def tree(
        self, moves: Moves = None, *, depth: int = 4, min_games: int = 10, **parameters: Unpack[Parameters]
    ) -> Tree:
        """Returns the sequences of moves that were played from a position by ``min_games`` games or more.

        The other arguments are these:"""
        size = whole("depth", depth, 1), whole("min_games", min_games)
        _bgo.require_known(depth=depth)
        asked = Asked(self._dataset, question(moves, parameters))
        totals, fewest = asked.totals(), max(min_games, 1)
        if asked.is_of_pattern:
            tree = asked.question.answers(size, totals, asked.lines(depth, fewest))
        else:
            tree = asked.question.tree(size, totals, lambda boards: asked.next_moves(boards, fewest))
        return Tree.of(json.loads(tree))

    @with_parameters
    @reading
    def games(
        self,
        moves: Moves = None,
        *,
        sort: Literal["date", "rank", "players", "length", "result", "number"] = "date",
        reverse: bool = False,
        **parameters: Unpack[Parameters],
    ) -> Games:
        """Lists the games that meet the conditions and, if one is given, have a position or a pattern.

        The other arguments are these:"""
        return Games(Asked(self._dataset, question(moves, parameters), is_list=True), sort, reverse)

    @reading
    def game(self, number: int) -> Game:
        """Returns a game with its positions."""
        row = self._game(number)
        sources = self._dataset.of_games("sources", [number]).orderBy("number").collect()
        imported = {archive["path"]: archive.get("imported_at") for archive in self.manifest["archives"]}
        document = {
            **row,
            **{name: row[name] and row[name].isoformat() for name in ("first_date", "last_date")},
            "sources": [
                {
                    "archive": source.archive,
                    "imported_at": imported.get(source.archive),
                    "member": source.member,
                    "member_game": source.member_game,
                    "differs": source.record is not None,
                }
                for source in sources
            ],
            "positions": json.loads(_bgo.scenes(bytes(row["record"]), row["encoding"])),
        }
        return Game.of(document)

    @reading
    def sgf(self, number: int) -> bytes:
        """Returns the record of a game, byte for byte as it was imported where it can stand alone."""
        row = self._game(number)
        return _bgo.sgf_file(bytes(row["record"]), row["encoding"])

    def _game(self, number: int) -> dict[str, Any]:
        whole("number", number, 1)
        self._dataset.require_unchanged()
        row = self._dataset.of_games("games", [number]).first()
        if row is None:
            last = int(self.manifest["last_game"])
            why = f"numbers go up to {last}" if last else "the database is empty"
            raise NotFoundError(f"there is no game {number}; {why}")
        return row.asDict()

    @reading
    def check(self) -> None:
        """Compares the checksums of all files up to a gigabyte with the manifest. A question does so for each file
        when it first reads it; ``tables`` and ``sql`` do not."""
        self._dataset.require_unchanged()
        self._dataset.verify_all()

    @property
    @reading
    def tables(self) -> dict[str, DataFrame]:
        """The tables of the dataset by name."""
        self._dataset.require_unchanged()
        return self._tables

    @cached_property
    def _tables(self) -> dict[str, DataFrame]:
        return {name: self._dataset.unverified(name) for name in TABLES}

    @reading
    def sql(self, query: str, parameters: Sequence[object] | Mapping[str, object] | None = None) -> DataFrame:
        """Answers a query in the SQL of Spark over the views ``games``, ``sources``, ``courses``, ``positions`` and
        ``report``. ``parameters`` are the values of ``?``, or by name those of ``:name``."""
        for name, table in self.tables.items():
            table.createOrReplaceTempView(name)
        given = dict(parameters) if isinstance(parameters, Mapping) else list(parameters or ())
        try:
            return self._dataset.spark.sql(query, given)
        except (AnalysisException, ParseException) as error:
            raise SqlError(reason(error)) from error

    @cached_property
    def _player_games(self) -> DataFrame:
        """The number of games of each player, which executors keep."""
        return _players.games_of_players(self._dataset.table("games")).persist()
