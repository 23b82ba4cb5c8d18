"""Opening a database, and asking it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Literal, TypeVar

from bgo import _bgo
from bgo._answer import Answer
from bgo._board import Board
from bgo._comparison import Comparison
from bgo._counts import Players, Tree, Years
from bgo._documents import all_of
from bgo._errors import UsageError, real, whole
from bgo._games import Game, Games
from bgo._imports import Analyses, AnalysesProgress, Imported, ImportedAnalyses, Progress
from bgo._lists import AliasedPlayer, NamedQuestion, NearDuplicates, Openings, ProposedAlias
from bgo._question import Conditions, Moves, Parameters, a_diagram, question, with_parameters
from bgo._rivals import Novelties, PlayerRecord, Score
from bgo._table import Rows, Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Report = TypeVar("_Report", Progress, AnalysesProgress)
Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def paths_of(paths: Path | Iterable[Path]) -> list[str]:
    """Returns one path or several as texts."""
    several = [paths] if isinstance(paths, str | bytes | os.PathLike) else paths
    return [os.fsdecode(path) for path in several]


def open(path: Path, *, create: bool = False, read_only: bool = False) -> Database:
    """Opens a database. ``create`` makes the file and its folders where they are missing; ``read_only``
    never changes the file."""
    return Database(path, create=create, read_only=read_only)


class Database:
    """A database of game records. Any number of threads may ask it at the same time.

    The position of a question is moves from the empty board (``"pd dp"`` or a list), a :class:`Board`,
    or ``stones``; a part of the board is a diagram (``pattern``) or an ``area`` of the position.
    Conditions on the games are keyword arguments. The names and meanings of all are those of
    :class:`Parameters`. Ctrl-C stops any question.
    """

    def __init__(self, path: Path, *, create: bool = False, read_only: bool = False) -> None:
        if create and read_only:
            raise UsageError("a file that is read only is not made: give create or read_only")
        name = os.fsdecode(path)
        if name == ":memory:":
            raise UsageError(
                "bgo keeps a database in a file: give the path of one, such as one in tempfile.mkdtemp(), or "
                "./:memory: for a file of this name"
            )
        self._native = _bgo.Database(name, create, read_only)
        self._read_only = read_only

    @property
    def path(self) -> str:
        """The path of the file."""
        return os.fspath(self._native.path)

    @property
    def closed(self) -> bool:
        """True after :meth:`close`."""
        return self._native.closed

    def close(self) -> None:
        """Closes the database; questions that are being answered go on."""
        self._native.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        # Another process opens the file itself.
        return _reopened, (os.path.abspath(self.path), self._read_only)

    def __repr__(self) -> str:
        return f"<bgo.Database {self.path!r}{', closed' if self.closed else ''}>"

    def import_(
        self,
        paths: Path | Iterable[Path],
        *,
        removed: bool = False,
        progress: Callable[[Progress], object] | None = None,
    ) -> Imported:
        """Imports archives, folders, records and other databases; with ``removed``, also games that were removed
        from the database. ``progress`` is called a few times a second. After an exception, the games that were
        committed stay; the same import again adds the rest."""
        told = _receiver(progress, Progress)
        return Imported.of(json.loads(self._native.import_(paths_of(paths), removed, told)))

    def import_analyses(
        self,
        paths: Path | Iterable[Path],
        *,
        win_rates: Literal["black", "white", "to_play"] = "black",
        progress: Callable[[AnalysesProgress], object] | None = None,
    ) -> ImportedAnalyses:
        """Imports files of queries and responses of KataGo's analysis engine, all or none. ``win_rates`` is
        the side whose win rates the engine reported (its setting ``reportAnalysisWinratesAs``)."""
        told = _receiver(progress, AnalysesProgress)
        return ImportedAnalyses.of(json.loads(self._native.import_analyses(paths_of(paths), win_rates, told)))

    def analyses(self) -> Analyses:
        """Lists the imported files of analyses, and counts the analyses."""
        return Analyses.of(json.loads(self._native.analyses()))

    def remove_analyses(self, paths: Path | Iterable[Path]) -> int:
        """Removes imported files of analyses, by path, or by name if only one has it. Returns the number of
        their analyses."""
        return self._native.remove_analyses(paths_of(paths))

    @with_parameters
    def search(self, moves: Moves = None, *, full: bool = False, **parameters: Unpack[Parameters]) -> Answer:
        """Returns the games with a position or a pattern, and the moves played from it. ``full`` adds the
        years and players of each move.

        The other arguments are these:"""
        return Answer.of(json.loads(self._native.search(question(moves, parameters), full)))

    @with_parameters
    def pattern(self, diagram: str, /, *, full: bool = False, **parameters: Unpack[Parameters]) -> Answer:
        """Returns the games with a part of the board, drawn as a diagram, and the answers to it.

        The other arguments are these:"""
        asked = question(None, parameters) | {"pattern": a_diagram(diagram)}
        return Answer.of(json.loads(self._native.search(asked, full)))

    @with_parameters
    def search_many(self, positions: Iterable[Moves], **parameters: Unpack[Parameters]) -> Table:
        """Returns the moves from many positions as one table: a row for each move, or one without a move for a
        position from which no game goes on. ``position`` is the index of the position, ``key`` its key and
        ``position_games`` the games that reach it; the other columns are those of the moves of one answer.

        The other arguments are these:"""
        if isinstance(positions, str | Board):
            raise UsageError("search_many is asked for several positions, such as ['pd', 'pd dp']")
        return Table(self._native.search_many([question(moves, parameters) for moves in positions]))

    @with_parameters
    def years(
        self, moves: Moves = None, *, by: Literal["year", "decade"] = "year", **parameters: Unpack[Parameters]
    ) -> Years:
        """Counts the games with a position, and with each move from it, by year or decade.

        The other arguments are these:"""
        return Years.of(json.loads(self._native.years(question(moves, parameters), by)))

    @with_parameters
    def compare(self, moves: Moves = None, *, first: str, second: str, **parameters: Unpack[Parameters]) -> Comparison:
        """Compares two filters at a position and at each next move. ``first`` and ``second`` are
        conditions as in the shell, such as ``"year=2012.. rank=9p"``.

        The other arguments are these:"""
        return Comparison.of(json.loads(self._native.compare(question(moves, parameters), [first, second])))

    @with_parameters
    def players(self, moves: Moves = None, *, limit: int = 20, **parameters: Unpack[Parameters]) -> Players:
        """Counts the games of each player of a position.

        The other arguments are these:"""
        return Players.of(json.loads(self._native.players(question(moves, parameters), whole("limit", limit))))

    @with_parameters
    def openings(self, moves: Moves = None, *, limit: int = 20, **parameters: Unpack[Parameters]) -> Openings:
        """Lists the named openings and josekis of the games that reach a position, before it or after it.

        The other arguments are these:"""
        return Openings.of(json.loads(self._native.openings(question(moves, parameters), whole("limit", limit))))

    def player(self, name: str, *, limit: int = 20) -> PlayerRecord:
        """Returns the record of a player: by colour, year, opening and opponent, at most ``limit`` of the last two, and
        who played the new moves of the last 50 games.

        ``name`` is ``=NAME`` or an unambiguous part of the name.
        """
        return PlayerRecord.of(json.loads(self._native.player(name, whole("limit", limit))))

    def score(self, player: str, opponent: str, *, limit: int = 20) -> Score:
        """Returns the score of two players, named as for ``player``, and the latest of their games."""
        return Score.of(json.loads(self._native.score(player, opponent, whole("limit", limit))))

    def novelties(
        self, *, first: bool = False, min_games: int = 1, limit: int = 20, **conditions: Unpack[Conditions]
    ) -> Novelties:
        """Lists the latest games that meet the conditions with the move at which each left all others.

        The new move follows the last position that ``min_games`` others have; with ``first``, it is the first to a
        position that fewer earlier games have.
        """
        asked = question(None, conditions)
        least, most = whole("min_games", min_games, 1), whole("limit", limit)
        return Novelties.of(json.loads(self._native.novelties(asked, first, least, most)))

    def near_duplicates(self, *, offset: int = 0, limit: int = 20) -> NearDuplicates:
        """Lists pairs of games whose moves differ in one or two, or of which one continues the other. Reads the moves
        of all games."""
        return NearDuplicates.of(json.loads(self._native.near_duplicates(whole("offset", offset), whole("limit", limit))))

    def aliases(self) -> tuple[AliasedPlayer, ...]:
        """Lists the players with several spellings."""
        return tuple(AliasedPlayer.of(player) for player in json.loads(self._native.aliases()))

    def proposed_aliases(self) -> tuple[ProposedAlias, ...]:
        """Proposes aliases: names in different records of one game, or with the same letters."""
        return all_of(ProposedAlias, json.loads(self._native.proposed_aliases()))

    def add_aliases(self, player: str, *names: str) -> AliasedPlayer:
        """Makes ``names`` other spellings of ``player``, the name that statistics show."""
        return AliasedPlayer.of(json.loads(self._native.add_aliases(player, list(names))))

    def remove_alias(self, name: str) -> bool:
        """Removes an alias, or by the shown name all aliases of a player. Returns whether there were any."""
        return self._native.remove_alias(name)

    def names(self) -> tuple[NamedQuestion, ...]:
        """Lists the named searches, each with the number of games that it finds."""
        return all_of(NamedQuestion, json.loads(self._native.names())["names"])

    @with_parameters
    def name(
        self, name: str, moves: Moves = None, *, overwrite: bool = False, **parameters: Unpack[Parameters]
    ) -> None:
        """Gives a search a name, for :meth:`search_named` and the shell. ``overwrite`` replaces another search of that
        name.

        The other arguments are these:"""
        self._native.name(name, question(moves, parameters), overwrite)

    def remove_name(self, name: str) -> None:
        """Removes the name of a search."""
        self._native.remove_name(name)

    def search_named(self, name: str, *, full: bool = False) -> Answer:
        """Runs a named search."""
        return Answer.of(json.loads(self._native.search_named(name, full)))

    @with_parameters
    def tree(
        self, moves: Moves = None, *, depth: int = 4, min_games: int = 10, **parameters: Unpack[Parameters]
    ) -> Tree:
        """Returns the sequences of moves that were played from a position by ``min_games`` games or more.

        The other arguments are these:"""
        return Tree.of(json.loads(self._native.tree(question(moves, parameters), whole("depth", depth, 1), whole("min_games", min_games))))

    @with_parameters
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
        return _listed(self, question(moves, parameters), sort, reverse)

    def game(self, number: int) -> Game:
        """Returns a game with its positions."""
        return Game.of(json.loads(self._native.game(whole("number", number, 1))))

    def sgf(self, number: int) -> bytes:
        """Returns the record of a game, byte for byte as it was imported where it can stand alone."""
        return self._native.sgf(whole("number", number, 1))

    def sql(
        self,
        query: str,
        parameters: Sequence[object] | Mapping[str, object] | None = None,
        *,
        timeout: float | None = None,
        verified: bool = True,
    ) -> Rows:
        """Answers a query in SQL, which only reads. ``parameters`` are the values of ``?``, or by name those of
        ``:name``. It fails after ``timeout`` seconds. Without ``verified``, damage of the file may give wrong
        rows. The rows are in memory: :meth:`sql_table` is for those that are many."""
        columns, kinds, rows = self._native.sql(query, parameters, _seconds(timeout), verified)
        return Rows(tuple(columns), rows, tuple(kinds))

    def sql_table(
        self,
        query: str,
        parameters: Sequence[object] | Mapping[str, object] | None = None,
        *,
        timeout: float | None = None,
        verified: bool = True,
    ) -> Table:
        """Answers a query like :meth:`sql` as a table, for which the query is asked each time that the table is read,
        batch by batch. This call reads the first 8,192 rows, from which the types of the columns follow, and those of
        columns without values from their definitions."""
        # A copy, which nobody changes.
        given = dict(parameters) if isinstance(parameters, Mapping) else None if parameters is None else list(parameters)
        made_by = (_sql_table, (self, query, given, timeout, verified))
        return Table(self._native.sql_table(query, given, _seconds(timeout), verified, made_by))


def _sql_table(
    database: Database,
    query: str,
    parameters: Sequence[object] | Mapping[str, object] | None,
    timeout: float | None,
    verified: bool,
) -> Table:
    return database.sql_table(query, parameters, timeout=timeout, verified=verified)


def _seconds(timeout: float | None) -> float | None:
    return None if timeout is None else real("timeout", timeout)


def _receiver(progress: Callable[[_Report], object] | None, make: type[_Report]) -> Callable[..., object] | None:
    """Returns a function of numbers that calls ``progress`` with the report made of them."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress is a function, not {progress!r}")
    return lambda *numbers: progress(make(*numbers))


def _listed(database: Database, asked: dict[str, object], sort: str, reverse: bool) -> Games:
    return Games(database._native.games(asked, sort, reverse), (_listed, (database, asked, sort, reverse)))


def _reopened(path: str, read_only: bool) -> Database:
    return Database(path, read_only=read_only)


__all__ = ["Conditions", "Database", "open"]
