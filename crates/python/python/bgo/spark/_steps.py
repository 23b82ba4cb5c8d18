"""The steps of an import as data frames, each made of earlier ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as f

from bgo import _bgo
from bgo.spark import _tasks
from bgo.spark._tables import GAMES_PER_FILE, names, schema, stored

# Which records of games are games of the dataset, and which have a source of their own.
_IS_GAME = "original IS NULL"
_IS_SOURCE = "(original IS NULL OR NOT is_known)"


def found(spark: SparkSession, paths: list[str], measured: list[bool]) -> DataFrame:
    """Reads the archives, each in a task. Those that the driver has measured must be there for executors, too."""
    numbers = spark.range(0, len(paths), 1, max(1, len(paths)))
    return numbers.mapInArrow(partial(_tasks.found, paths, measured), schema("found"))


def duplicates(found: DataFrame, archives: DataFrame) -> DataFrame:
    """Finds the records of games that have an earlier record: its origin, and that of the original."""
    games = found.where("content IS NOT NULL")
    several = games.groupBy("content").count().where("count > 1").select("content")
    records = games.join(several, "content").join(f.broadcast(archives), "archive")
    # The order in which the task takes the columns.
    given = records.select("content", "origin", "record", "encoding", "same_archive", "member", "member_game")
    in_order = given.repartition("content").sortWithinPartitions("content", "origin")
    return in_order.mapInArrow(_tasks.duplicates, _tasks.DUPLICATES)


def with_originals(found: DataFrame, duplicates: DataFrame) -> DataFrame:
    """Returns the records of games, each with the original that it duplicates, if it does."""
    records = found.where("content IS NOT NULL")
    records = records.select("origin", "archive", "member", "member_game", "kind", "positions")
    return records.join(duplicates, "origin", "left")


@dataclass(frozen=True)
class Totals:
    """What an import found, and the numbers of games and sources before each archive."""

    games: int
    positions: int
    counts: dict[str, Any]
    before: list[tuple[int, int, int]]


def totals(found: DataFrame, records: DataFrame) -> Totals:
    """Counts what the import found."""
    counted = {
        "games": _IS_GAME,
        "sources": _IS_SOURCE,
        "duplicates": "original IS NOT NULL",
        "repaired": f"{_IS_GAME} AND kind IS NOT NULL",
        "files": "member_game = 0",
    }
    # The kinds of repairs: few lists of them occur.
    archives = records.groupBy("archive", "kind").agg(
        *(f.expr(f"count_if({test})").alias(name) for name, test in counted.items()),
        f.expr(f"coalesce(sum(IF({_IS_GAME}, positions, 0)), 0)").alias("positions"),
    )
    rows = [row.asDict() for row in archives.orderBy("archive").collect()]
    rest = found.where("content IS NULL").selectExpr(
        "count_if(verdict = 'rejected')",
        "count_if(verdict = 'rejected' AND member_game = 0)",
        "coalesce(sum(skipped), 0)",
    )
    rejected, lost, skipped = rest.collect()[0]
    total = {name: sum(row[name] for row in rows) for name in (*counted, "positions")}
    before: list[tuple[int, int, int]] = []
    games, sources = 0, 0
    repairs: Counter[str] = Counter()
    for row in rows:
        if not before or before[-1][0] != row["archive"]:
            before.append((row["archive"], games, sources))
        games, sources = games + row["games"], sources + row["sources"]
        for kind in (row["kind"] or "").split(",") if row["repaired"] else ():
            repairs[kind] += row["repaired"]
    counts = {
        "files": total["files"] + lost,
        "skipped": skipped,
        "games": games + total["duplicates"] + rejected,
        "duplicates": total["duplicates"],
        "repaired": total["repaired"],
        "rejected": rejected,
        "rejections": _rejections(found),
        "repairs": [{"kind": kind, "games": count} for kind, count in repairs.items()],
    }
    return Totals(games, total["positions"], counts, before)


def _rejections(found: DataFrame) -> list[dict[str, Any]]:
    """Returns the number of rejected records and the first files with them, for each kind."""
    rejected = found.where("content IS NULL AND verdict = 'rejected'")
    files = rejected.groupBy("kind", "member").agg(f.count("*").alias("games"), f.min("origin").alias("first"))
    of_kind = Window.partitionBy("kind")
    first = files.select(
        "kind",
        "member",
        f.sum("games").over(of_kind).alias("games"),
        f.row_number().over(of_kind.orderBy("first")).alias("place"),
    ).where(f"place <= {_bgo.NAMED_FILES}")
    kinds: dict[str, dict[str, Any]] = {}
    for row in first.orderBy("kind", "place").collect():
        of_this = kinds.setdefault(row.kind, {"kind": row.kind, "games": row.games, "members": []})
        of_this["members"].append(row.member)
    return list(kinds.values())


def numbered(records: DataFrame, before: DataFrame) -> DataFrame:
    """Numbers games and sources in the order of all archives, as an import into one file does. A duplicate has the
    number of its game. A source that is known gets no number of its own, as if the same archive were imported
    again."""
    so_far = Window.partitionBy("archive").orderBy("origin").rowsBetween(Window.unboundedPreceding, 0)

    def number(test: str, earlier: str) -> Column:
        return f.when(f.expr(test), f.sum(f.expr(f"CAST({test} AS LONG)")).over(so_far) + f.col(earlier))

    rows = records.join(f.broadcast(before), "archive").withColumns(
        {"game": number(_IS_GAME, "games_before"), "source": number(_IS_SOURCE, "sources_before")}
    )
    games = rows.where(_IS_GAME)
    of_original = games.select(f.col("origin").alias("original"), "game")
    others = rows.where("original IS NOT NULL").drop("game").join(of_original, "original")
    return games.unionByName(others)


def games(found: DataFrame, numbered: DataFrame, files: int) -> DataFrame:
    """Makes the table of games."""
    kept = numbered.where(_IS_GAME).select("origin", "game")
    return _in_files(found.join(kept, "origin").select(names("games")), files, "game")


def courses(found: DataFrame, numbered: DataFrame, files: int) -> DataFrame:
    """Makes the table of courses."""
    kept = numbered.where(_IS_GAME).select("origin", "game")
    return _in_files(found.join(kept, "origin").select(names("courses")), files, "game")


def sources(found: DataFrame, numbered: DataFrame, archives: DataFrame, files: int) -> DataFrame:
    """Makes the table of sources."""
    differing = numbered.where("NOT same_record").select("origin")
    own = found.select("origin", "encoding", "record").join(differing, "origin")
    rows = numbered.where("source IS NOT NULL").join(own, "origin", "left")
    rows = rows.join(f.broadcast(archives.select("archive", "stored")), "archive").select(
        "game",
        f.col("source").alias("number"),
        f.col("stored").alias("archive"),
        "member",
        "member_game",
        "encoding",
        "record",
        f.lit(0).alias("joined"),
    )
    return _in_files(rows, files, "game", "number")


def positions(games: DataFrame, bits: int) -> DataFrame:
    """Makes the table of positions. Each task has one partition, in the order of the table."""
    replayed = games.select("game", "record", "encoding").mapInArrow(
        partial(_tasks.positions, bits), stored("positions")
    )
    return replayed.repartitionById(1 << bits, "part").sortWithinPartitions("key", "game", "ply")


def report(found: DataFrame, numbered: DataFrame, archives: DataFrame) -> DataFrame:
    """Makes the report."""
    of_games = numbered.select("origin", "game", "original", "same_record")
    rows = found.select("origin", "archive", "member", "member_game", "verdict", "kind", "reason", "offset")
    rows = rows.join(of_games, "origin", "left").where("verdict IS NOT NULL OR original IS NOT NULL")
    rows = rows.join(f.broadcast(archives.select("archive", "shown")), "archive")
    is_duplicate = f.col("original").isNotNull()
    what = f.when(f.col("same_record"), _bgo.SAME_RECORD).otherwise(_bgo.SAME_MOVES)
    sentence = f.concat(what, f.lit(" game "), f.col("game"))
    return rows.orderBy("origin").select(
        f.col("shown").alias("archive"),
        "member",
        "member_game",
        f.when(is_duplicate, "duplicate").otherwise(f.col("verdict")).alias("verdict"),
        "game",
        f.when(~is_duplicate, f.col("kind")).alias("kind"),
        f.when(is_duplicate, sentence).otherwise(f.col("reason")).alias("reason"),
        f.when(~is_duplicate, f.col("offset")).alias("offset"),
    )


def _in_files(rows: DataFrame, files: int, *order: str) -> DataFrame:
    """Puts each range of games into a file of its own."""
    file = f.expr(f"CAST(game DIV {GAMES_PER_FILE} AS INT)")
    return rows.repartitionById(files, file).sortWithinPartitions(*order)
