"""The stages of an import as data frames, each made of earlier ones."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as f

from bgo import _bgo
from bgo.spark import _tasks
from bgo.spark._tables import GAMES_PER_FILE, names, schema


def found(spark: SparkSession, paths: list[str], measured: list[bool]) -> DataFrame:
    """Reads the archives, each in a task. Those that the driver has measured must be there for executors, too."""
    numbers = spark.range(0, len(paths), 1, max(1, len(paths)))
    return numbers.mapInArrow(partial(_tasks.found, paths, measured), schema("found"))


def duplicates(found: DataFrame, archives: DataFrame) -> DataFrame:
    """Finds the records of games that have an earlier record: its origin, and that of the earliest."""
    games = found.where("content IS NOT NULL")
    several = games.groupBy("content").count().where("count > 1").select("content")
    records = games.join(several, "content").join(f.broadcast(archives), "archive")
    # The order in which the task takes the columns.
    given = records.select("content", "origin", "record", "encoding", "same_archive", "member", "member_game")
    in_order = given.repartition("content").sortWithinPartitions("content", "origin")
    return in_order.mapInArrow(_tasks.duplicates, _tasks.DUPLICATES)


def numbered(found: DataFrame, duplicates: DataFrame) -> DataFrame:
    """Numbers the games and sources of each archive. A source that is known gets no number of its own, as if the same
    archive were imported again."""
    games = found.where("content IS NOT NULL")
    games = games.select("origin", "archive", "member", "member_game", "verdict", "positions")
    games = games.join(duplicates, "origin", "left")
    so_far = Window.partitionBy("archive").orderBy("origin").rowsBetween(Window.unboundedPreceding, 0)
    is_game = f.col("first").isNull()
    is_source = is_game | ~f.col("is_known")
    return games.withColumns(
        {
            "game": f.when(is_game, f.sum(is_game.cast("long")).over(so_far)),
            "source": f.when(is_source, f.sum(is_source.cast("long")).over(so_far)),
        }
    )


@dataclass(frozen=True)
class Totals:
    """What an import found, and the numbers of games and sources before each archive."""

    games: int
    positions: int
    counts: dict[str, int]
    before: list[tuple[int, int, int]]


def totals(found: DataFrame, numbered: DataFrame) -> Totals:
    """Counts what the import found."""
    archives = numbered.groupBy("archive").agg(
        *(
            f.coalesce(f.sum(value), f.lit(0)).alias(name)
            for name, value in [
                ("games", f.col("game").isNotNull().cast("long")),
                ("sources", f.col("source").isNotNull().cast("long")),
                ("duplicates", f.col("first").isNotNull().cast("long")),
                ("repaired", f.expr("CAST(game IS NOT NULL AND verdict <=> 'repaired' AS LONG)")),
                ("files", f.expr("CAST(member_game = 0 AS LONG)")),
                ("positions", f.when(f.col("game").isNotNull(), f.col("positions"))),
            ]
        )
    )
    rows = [row.asDict() for row in archives.orderBy("archive").collect()]
    rest = found.where("content IS NULL").select("verdict", "member_game", "skipped")
    rejected, lost, skipped = (
        rest.agg(
            f.count(f.expr("IF(verdict = 'rejected', 1, NULL)")),
            f.count(f.expr("IF(verdict = 'rejected' AND member_game = 0, 1, NULL)")),
            f.coalesce(f.sum("skipped"), f.lit(0)),
        ).first()
        or (0, 0, 0)
    )
    total = {name: sum(row[name] for row in rows) for name in rows[0]} if rows else defaultdict[str, int](int)
    before, games, sources = [], 0, 0
    for row in rows:
        before.append((row["archive"], games, sources))
        games, sources = games + row["games"], sources + row["sources"]
    counts = {
        "files": total["files"] + lost,
        "skipped": skipped,
        "games": games + total["duplicates"] + rejected,
        "duplicates": total["duplicates"],
        "repaired": total["repaired"],
        "rejected": rejected,
    }
    return Totals(games, total["positions"], counts, before)


def in_order(numbered: DataFrame, before: DataFrame) -> DataFrame:
    """Numbers games and sources in the order of all archives, as an import into one file does. A duplicate has the
    number of its game."""
    rows = numbered.join(f.broadcast(before), "archive").withColumns(
        {"game": f.expr("game + games_before"), "source": f.expr("source + sources_before")}
    )
    games = rows.where("first IS NULL")
    of_first = games.select(f.col("origin").alias("first"), "game")
    others = rows.where("first IS NOT NULL").drop("game").join(of_first, "first")
    return games.unionByName(others)


def games(found: DataFrame, numbered: DataFrame, files: int) -> DataFrame:
    """Makes the table of games."""
    kept = numbered.where("first IS NULL").select("origin", "game")
    return _in_files(found.join(kept, "origin").select(names("games")), files, "game")


def courses(found: DataFrame, numbered: DataFrame, files: int) -> DataFrame:
    """Makes the table of courses."""
    kept = numbered.where("first IS NULL").select("origin", "game")
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
    """Makes the table of positions, of which each partition is sorted."""
    replayed = games.select("game", "record", "encoding").mapInArrow(
        partial(_tasks.positions, bits), f"{schema('positions')}, part int not null"
    )
    return replayed.repartitionById(1 << bits, "part").sortWithinPartitions("part", "key", "game", "ply")


def report(found: DataFrame, numbered: DataFrame, archives: DataFrame) -> DataFrame:
    """Makes the report."""
    of_games = numbered.select("origin", "game", "first", "same_record")
    rows = found.select("origin", "archive", "member", "member_game", "verdict", "reason", "offset")
    rows = rows.join(of_games, "origin", "left").where("verdict IS NOT NULL OR first IS NOT NULL")
    rows = rows.join(f.broadcast(archives.select("archive", "shown")), "archive")
    is_duplicate = f.col("first").isNotNull()
    what = f.when(f.col("same_record"), "the same record as").otherwise("the same moves as")
    sentence = f.concat(f.lit("it is "), what, f.lit(" game "), f.col("game"))
    return rows.orderBy("origin").select(
        f.col("shown").alias("archive"),
        "member",
        "member_game",
        f.when(is_duplicate, "duplicate").otherwise(f.col("verdict")).alias("verdict"),
        "game",
        f.when(is_duplicate, sentence).otherwise(f.col("reason")).alias("reason"),
        f.when(~is_duplicate, f.col("offset")).alias("offset"),
    )


def _in_files(rows: DataFrame, files: int, *order: str) -> DataFrame:
    """Puts each range of games into a file of its own."""
    file = f.expr(f"CAST(game DIV {GAMES_PER_FILE} AS INT)")
    return rows.repartitionById(files, file).sortWithinPartitions(*order)
