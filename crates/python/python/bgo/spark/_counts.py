"""What Spark counts for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from bgo import _bgo
from bgo.spark import _patterns
from bgo.spark._dataset import Dataset
from bgo.spark._rows import ALL, END, SETUP, CountRow, Lookup, TotalsRow
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

# The columns of counts of games, with what a game has to be.
_GAMES = {"games": "true", "black_wins": "outcome = 1", "white_wins": "outcome = 2", "draws": "outcome = 3"}
_YEARS = ["min(year) AS first_year", "max(year) AS last_year"]

# The outcome of a game in the colours of the board.
_SEEN = "CASE WHEN swapped AND outcome IN (1, 2) THEN 3 - outcome ELSE outcome END AS outcome"

# Bits of `again` in the table of positions.
_AGAIN = "(again & 1) = 0"
_AGAIN_WITH_NEXT = "(again & 2) = 0"


def _sums(first: str = "true", prefix: str = "") -> list[str]:
    """Returns columns that count the games of the rows that ``first`` selects, one for each game."""
    return [f"count_if({first} AND {test}) AS {prefix}{name}" for name, test in _GAMES.items()]


def aggregated(rows: DataFrame, by: list[str], columns: list[str]) -> DataFrame:
    """Returns groups of rows with some expressions over each."""
    return rows.groupBy(*by).agg(*(f.expr(column) for column in columns))


def by_game(rows: DataFrame, by: Iterable[str] = ()) -> DataFrame:
    """Returns a row for each game, in the colours of the board. A game with both colours counts once, as it is."""
    columns = ["min(swapped) AS swapped", "max(year) AS year", "max(outcome) AS outcome"]
    return aggregated(rows, ["game", *by], columns).selectExpr("game", *by, "swapped", "year", _SEEN)


class Asked:
    """A question about the games of a dataset, with its conditions."""

    def __init__(self, dataset: Dataset, arguments: dict[str, object], is_list: bool = False) -> None:
        dataset.require_unchanged()
        self.dataset = dataset
        self.arguments = arguments
        self.question = _bgo.SparkQuestion(arguments, is_list)
        # As in a local database, unknown names are reported before unknown archives.
        if any(not self._has(name) for name in self.question.name_predicates()):
            self.question.require_names(*self._all_names())
        self._condition = self.question.predicate(dataset.archives if arguments.get("archive") else [])

    @property
    def is_of_pattern(self) -> bool:
        """True if the question is about a pattern."""
        return self.question.subject == "pattern"

    def _has(self, name: str) -> bool:
        return bool(self.dataset.table("games").where(name).select("game").head(1))

    def _all_names(self) -> tuple[list[str], list[str]]:
        """Returns the names of all players, and all events, places and rules, in the order of their first games."""
        games = self.dataset.table("games")

        def texts(*columns: str) -> list[str]:
            pairs = ", ".join(f"struct({name} AS text, game, {at} AS at)" for at, name in enumerate(columns))
            every = games.selectExpr(f"inline(array({pairs}))").where("text IS NOT NULL")
            first = aggregated(every, ["text"], ["min(struct(game, at)) AS first"]).orderBy("first")
            return [row.text for row in first.collect()]

        return texts("black", "white"), texts("rules", "event", "place")

    def games(self) -> DataFrame:
        """Returns the games that meet the conditions."""
        games = self.dataset.table("games")
        if self._condition is None:
            return games
        if self.arguments.get("archive"):
            self.dataset.table("sources").createOrReplaceTempView("sources")
        return games.where(self._condition)

    def _passing(self, rows: DataFrame) -> DataFrame:
        """Returns the rows whose games meet the conditions."""
        if self._condition is None:
            return rows
        return rows.join(self.games().select("game"), "game", "left_semi")

    def _courses(self) -> DataFrame:
        courses = self.dataset.table("courses").where(f"board_size = {self.question.size}")
        return self._passing(courses).select("game", "year", "outcome", "course")

    def _occurrences_of(self, lookups: list[Lookup]) -> DataFrame:
        def of(lookup: Lookup) -> DataFrame:
            shown = f"element_at(cast(split('{','.join(map(str, lookup.codes))}', ',') AS array<int>), next + 1)"
            rows = self._passing(self.dataset.positions([lookup.key]).where(_way(lookup)))
            shown = f"if(next < 0, next, {shown}) AS next"
            return rows.selectExpr("game", "ply", shown, f"{lookup.swapped} AS swapped", "year", "outcome")

        return reduce(DataFrame.union, map(of, lookups))

    def occurrences(self) -> DataFrame:
        """Returns each time that a game has the position, with its ply, and what comes next as shown, or each
        answer to the pattern that a game has."""
        if self.is_of_pattern:
            return self._courses().mapInArrow(_patterns.Finder(self.arguments), _patterns.FOUND)
        return self._occurrences_of(self._lookups())

    def _lookups(self) -> list[Lookup]:
        return [Lookup(*lookup) for lookup in self.question.lookups()]

    def counts(self) -> tuple[list[CountRow], tuple[int, int]]:
        """Returns the counts of a position or pattern, and the numbers of games in which setup follows, and that
        end."""
        if self.is_of_pattern:
            counted = self._courses().mapInArrow(_patterns.Counter(self.arguments), _patterns.COUNTED)
            sums = [f"sum({name}) AS {name}" for name in _patterns.NUMBERS]
            return [tuple(row) for row in aggregated(counted, ["next", "year"], sums).collect()], (0, 0)
        lookups = self._lookups()
        rows: list[tuple[int, int | None, int, int, int, int]] = []
        if len(lookups) == 1:
            # Rows say whether their games had the position before, so one look at them is enough.
            (here,) = lookups
            sums = [*_sums(_AGAIN_WITH_NEXT), *_sums(_AGAIN, "all_")]
            found = self._passing(self.dataset.positions([here.key]))
            for code, year, *counts in aggregated(found, ["next", "year"], sums).collect():
                rows.append((code if code < 0 else here.codes[code], year, *counts[:4]))
                rows.append((ALL, year, *counts[4:]))
        else:
            found = self._occurrences_of(lookups).selectExpr("*", f"explode(array(next, {ALL})) AS of")
            counted = aggregated(by_game(found, ["of"]), ["of", "year"], _sums())
            rows = [tuple(row) for row in counted.collect()]
        halts = [sum(row[2] for row in rows if row[0] == halt) for halt in (SETUP, END)]
        counts = [
            (None if code == ALL else code, year, *games, 0, 0, 0, 0)
            for code, year, *games in rows
            if code not in (SETUP, END)
        ]
        return counts, (halts[0], halts[1])

    def all_games(self) -> list[CountRow]:
        """Returns the counts of all games that meet the conditions, on boards of the question's size."""
        counted = aggregated(self._courses(), ["year"], _sums())
        return [(None, year, *games, 0, 0, 0, 0) for year, *games in counted.collect()]

    def totals(self) -> TotalsRow:
        """Returns the games of a position or pattern."""
        games = black_wins = white_wins = draws = 0
        years = []
        for code, year, *counts in self.counts()[0]:
            if code is None and counts[0]:
                games, black_wins = games + counts[0], black_wins + counts[1]
                white_wins, draws = white_wins + counts[2], draws + counts[3]
                years += [] if year is None else [year]
        return games, black_wins, white_wins, draws, min(years, default=None), max(years, default=None)

    def next_moves(
        self, places: list[list[tuple[int, bool, list[int], str | None]]], min_games: int
    ) -> list[tuple[int, list[tuple[int, TotalsRow]]]]:
        """Returns the games with the positions of some boards, and the games of each move after them, if they are
        enough."""
        boards = [[Lookup(*lookup) for lookup in lookups] for lookups in places]
        rows = self._passing(self.dataset.positions(lookup.key for board in boards for lookup in board))
        each = f"explode(array(next, {ALL})) AS of"
        enough = f"of = {ALL} OR of >= 0 AND games >= {min_games}"
        if all(len(lookups) == 1 for lookups in boards):
            first = f"if(of = {ALL}, {_AGAIN}, {_AGAIN_WITH_NEXT})"
            counted = aggregated(rows.selectExpr("*", each), ["key", "of"], [*_sums(first), *_YEARS])
            of_key: dict[int, dict[int, TotalsRow]] = {}
            for key, code, *totals in counted.where(enough).collect():
                of_key.setdefault(key, {})[code] = tuple(totals)
            # Positions that differ only in whose turn it is have the same key.
            found = [
                {code if code < 0 else lookup.codes[code]: totals for code, totals in of_key.get(lookup.key, {}).items()}
                for (lookup,) in boards
            ]
        else:
            ways_of_boards = [
                (number, lookup.key, lookup.swapped, lookup.codes, lookup.exchanged_for)
                for number, board in enumerate(boards)
                for lookup in board
            ]
            ways = self.dataset.spark.createDataFrame(
                ways_of_boards, "board int, key bigint, swapped boolean, codes array<int>, exchanged_for string"
            )
            # Moves of a position that is its own exchange are seen in one of both ways.
            color = "if((next & 512) = 0, 'B', 'W')"
            seen = rows.join(ways.hint("broadcast"), "key").where(
                f"exchanged_for IS NULL OR swapped = (next >= 0 AND exchanged_for = {color})"
            )
            code = "if(next < 0, next, element_at(codes, next + 1)) AS next"
            shown = seen.selectExpr("board", "game", code, "swapped", "year", "outcome").selectExpr("*", each)
            counted = aggregated(by_game(shown, ["board", "of"]), ["board", "of"], [*_sums(), *_YEARS])
            found = [{} for _ in boards]
            for board, code, *totals in counted.where(enough).collect():
                found[board][code] = tuple(totals)
        none: TotalsRow = (0, 0, 0, 0, None, None)
        return [(moves.pop(ALL, none)[0], list(moves.items())) for moves in found]

    def lines(self, depth: int, min_games: int) -> list[tuple[bytes, TotalsRow]]:
        """Returns the lines of answers to a pattern that enough games play."""
        lines = self._courses().mapInArrow(_patterns.Liner(self.arguments, depth), _patterns.LINES)
        counted = aggregated(by_game(lines, ["line"]), ["line"], [*_sums(), *_YEARS]).where(f"games >= {min_games}")
        # One more than the native code takes, so that it says that there are too many.
        return [(bytes(line), tuple(totals)) for line, *totals in counted.limit(_bgo.MAX_TREE_MOVES + 1).collect()]


def _way(lookup: Lookup) -> str:
    """Returns the condition that chooses the rows of positions that a lookup counts."""
    if lookup.exchanged_for is None:
        return "true"
    exchanged = f"next >= 0 AND (next & 512) {'=' if lookup.exchanged_for == 'B' else '<>'} 0"
    return exchanged if lookup.swapped else f"NOT ({exchanged})"
