"""DuckDB as a second opinion: plain SQL straight on the files of the dataset, and its own reading of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import bgo
import duckdb
import pytest
from datasets import TABLES, connect
from pyspark.sql import SparkSession
from questions import board_of, turned

# The outcomes of games in the table of positions.
BLACK, WHITE, DRAW = 1, 2, 3


def signed(key: str | None) -> int:
    """Returns the number that a column has for a key."""
    assert key is not None
    return int.from_bytes(bytes.fromhex(key), signed=True)


Counts = tuple[int, int, int, int, int | None, int | None]


def counted(connection: duckdb.DuckDBPyConnection, games: Iterable[int]) -> Counts:
    """Counts games, those that each side won, the draws and the years, from the table of games."""
    numbers = sorted(games)
    query = """SELECT count(*), count(*) FILTER (winner = 'B'), count(*) FILTER (winner = 'W'),
               count(*) FILTER (result = '0'), min(year), max(year)
               FROM games WHERE game IN (SELECT unnest(?::BIGINT[]))"""
    [row] = connection.execute(query, [numbers]).fetchall()
    return row


def counts(answer: bgo.Answer | bgo.NextMove) -> Counts:
    """Returns the counts of an answer or a move."""
    found = answer
    return found.games, found.black_wins, found.white_wins, found.draws, found.first_year, found.last_year


# Conditions, and what they mean as plain SQL.
CONDITIONS: list[tuple[dict[str, Any], str]] = [
    ({"size": 13}, "board_size = 13"),
    ({"year": "2007..2009"}, "year <= 2009 AND last_date >= '2007-01-01'"),
    ({"year": "..2008"}, "year <= 2008"),
    ({"from_": "2008-06"}, "last_date >= '2008-06-01'"),
    ({"result": "B+"}, "winner = 'B'"),
    ({"result": "W+R"}, "result = 'W+R'"),
    ({"result": "+0.5..3.5"}, "winner IS NOT NULL AND margin BETWEEN 0.5 AND 3.5"),
    ({"komi": "6.."}, "komi >= 6"),
    ({"handicap": "2.."}, "handicap >= 2"),
    ({"rank": "9d"}, "black_rank_value = 9 AND white_rank_value = 9"),
    ({"player": "GNU"}, "contains(lower(black), 'gnu') OR contains(lower(white), 'gnu')"),
    ({"black": "=GNU Go 3.8 level 0"}, "black = 'GNU Go 3.8 level 0'"),
    ({"event": "self-play"}, "contains(lower(event), 'self-play')"),
    ({"game": "3,7..20"}, "game = 3 OR game BETWEEN 7 AND 20"),
    ({"game": range(5, 9)}, "game BETWEEN 5 AND 8"),
    ({"program": "gnu"}, "contains(lower(program), 'gnu')"),
    ({"time": "..1h"}, "time_limit <= 3600"),
    ({"rules": "japan"}, "contains(lower(rules), 'japan')"),
    ({"archive": "selfplay.tgz"}, "game IN (SELECT game FROM sources WHERE archive LIKE '%/selfplay.tgz')"),
    ({"words": "self play"}, "regexp_matches(lower(concat_ws(' ', event, name)), 'self[^a-z0-9]+play')"),
    ({"year": "2007", "result": "W+"}, "year <= 2007 AND last_date >= '2007-01-01' AND winner = 'W'"),
]


@pytest.mark.quick
def test_the_games_of_each_condition_are_those_of_plain_sql(local: bgo.Database, dataset: Path) -> None:
    connection = connect(dataset)
    empty = 0
    for conditions, condition in CONDITIONS:
        query = f"SELECT game FROM games WHERE {condition} ORDER BY game"
        expected = [number for (number,) in connection.execute(query).fetchall()]
        try:
            found = local.games(sort="number", **conditions).numbers
        except bgo.NotFoundError:
            found = []
        assert found == expected, conditions
        empty += not expected
    assert empty < len(CONDITIONS)


@pytest.mark.quick
def test_the_counts_of_random_positions_are_those_of_plain_sql(
    local: bgo.Database, dataset: Path, chance: random.Random
) -> None:
    connection = connect(dataset)
    games = len(local.games())
    for at in range(300):
        board = turned(board_of(local, chance.randint(1, games), chance.choice([0, 1, 2, 4, 8, 30, 100])), at % 8)
        conditions, condition = chance.choice([({}, "true"), *CONDITIONS[1:6]])
        answer = local.search(board, **conditions)
        swapped = local.search(board, swap=True, **conditions)
        key = signed(answer.key)

        query = f"SELECT game, next FROM positions WHERE key = ? AND game IN (SELECT game FROM games WHERE {condition})"
        rows = connection.execute(query, [key]).fetchall()
        assert counts(answer) == counted(connection, {game for game, _ in rows}), (board, conditions)
        assert answer.ended == len({game for game, following in rows if following == -1})
        assert answer.set_up == len({game for game, following in rows if following == -2})
        moves = {following for _, following in rows if following >= 0}
        of_moves = [counted(connection, {game for game, following in rows if following == move}) for move in moves]
        # The moves are in the orientation of the board there, and in the canonical one here.
        assert Counter(map(counts, answer.next_moves)) == Counter(of_moves), (board, conditions)
        colors = Counter("W" if move & 512 else "B" for move in moves)
        assert Counter(move.color for move in answer.next_moves) == colors

        exchanged = local.search(
            bgo.Board(board.size, board.white, board.black, "W" if board.to_play == "B" else "B"), **conditions
        )
        others = connection.execute(query, [signed(exchanged.key)]).fetchall()
        assert swapped.games == len({game for game, _ in [*rows, *others]}), (board, conditions)


def test_again_marks_every_repetition(dataset: Path) -> None:
    connection = connect(dataset)
    wrong = connection.execute(
        """SELECT key FROM positions GROUP BY key
           HAVING count(DISTINCT game) <> count(*) FILTER (again & 1 = 0)
           OR count(DISTINCT (game, next)) <> count(*) FILTER (again & 2 = 0)"""
    )
    assert wrong.fetchall() == []
    # Both marks occur.
    marks = connection.execute("SELECT DISTINCT again FROM positions").fetchall()
    assert {0, 1}.issubset(again for (again,) in marks)


def test_a_key_lies_in_the_partition_of_its_first_bits(dataset: Path) -> None:
    files = f"{dataset}/positions/*/*.parquet"
    # In unsigned arithmetic, because the shift of a negative number keeps its sign.
    [(wrong,)] = duckdb.connect().execute(
        f"""SELECT count(*) FROM read_parquet('{files}', hive_partitioning = true)
            WHERE part <> ((key::HUGEINT + (CASE WHEN key < 0 THEN 18446744073709551616 ELSE 0 END)) >> 60)"""
    ).fetchall()
    assert wrong == 0


@pytest.mark.parametrize("table", sorted(TABLES))
def test_duckdb_and_spark_see_the_same_rows(dataset: Path, spark: SparkSession, table: str) -> None:
    connection = connect(dataset)
    frame = spark.read.parquet(f"{dataset}/{table}").drop("part")
    names = [name for name, *_ in connection.execute(f"DESCRIBE {table}").fetchall()]
    assert names == frame.columns
    frame.createOrReplaceTempView("seen")
    # Sums of everything, in functions that both know.
    sums = ["count(*)"]
    for name, kind, *_ in connection.execute(f"DESCRIBE {table}").fetchall():
        value = {
            "VARCHAR": f"length({name})",
            "BLOB": f"length(hex({name}))",
            "DATE": f"year({name}) * 400 + month({name}) * 32 + day({name})",
        }.get(kind, f"{name} % 1000003")
        sums += [f"count({name})", f"sum({value} * (game % 1009))", f"sum({value})"]
    query = f"SELECT {', '.join(sums)} FROM "
    [by_duckdb] = connection.execute(query + table).fetchall()
    [by_spark] = spark.sql(query + "seen").collect()
    assert by_duckdb == tuple(by_spark)
    if table in ("games", "sources"):
        text = ", ".join(f"CAST({name} AS STRING)" for name in names if name not in ("record", "content"))
        rows = f"SELECT {text} FROM "
        assert sorted(map(repr, connection.execute(rows + table).fetchall())) == sorted(
            repr(tuple(row)) for row in spark.sql(rows + "seen").collect()
        )
