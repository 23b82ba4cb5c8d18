"""The stages of an import as data frames, each made of earlier ones."""

from __future__ import annotations

from functools import partial
from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as f

from bgo import _bgo
from bgo.spark import _tasks

# The number of game numbers that share a file.
GAMES_PER_FILE = 1 << 16

# How Spark names the kinds of columns.
_KINDS = {"Int64": "long", "Int32": "int", "Utf8": "string", "Binary": "binary"}


def schema(table: str) -> str:
    """Returns the columns of a table as Spark's SQL defines them."""
    columns = _bgo.columns(table)
    return ", ".join(f"`{name}` {_KINDS[kind]}{'' if optional else ' not null'}" for name, kind, optional in columns)


def names(table: str) -> list[str]:
    """Returns the names of the columns of a table."""
    return [name for name, _, _ in _bgo.columns(table)]


def found(spark: SparkSession, paths: list[str]) -> DataFrame:
    """Reads the archives, each in a task."""
    numbers = spark.range(0, len(paths), 1, max(1, len(paths)))
    return numbers.mapInArrow(partial(_tasks.found, paths), schema("found"))


def duplicates(found: DataFrame) -> DataFrame:
    """Finds the records of games that have an earlier record: its origin, and that of the earliest."""
    games = found.where("content IS NOT NULL")
    several = games.groupBy("content").count().where("count > 1").select("content")
    records = games.join(several, "content").select("content", "origin", "record", "encoding")
    in_order = records.repartition("content").sortWithinPartitions("content", "origin")
    return in_order.mapInArrow(_tasks.duplicates, _tasks.DUPLICATES)


def numbered(found: DataFrame, duplicates: DataFrame, archives: DataFrame) -> DataFrame:
    """Numbers the games and sources in the order of their origins, as an import into one file does. A source that
    is known gets no number, as if the same archive were imported again."""
    records = found.where("content IS NOT NULL").select("origin", "archive", "member", "member_game", "positions")
    records = records.join(duplicates, "origin", "left")
    games = _counted(records.where("first IS NULL"), "game")
    others = records.where("first IS NOT NULL").join(games.select(f.col("origin").alias("first"), "game"), "first")
    both = games.unionByName(others).join(f.broadcast(archives.select("archive", "same_archive")), "archive")
    place = Window.partitionBy("game", "same_archive", "member", "member_game").orderBy("origin")
    both = both.withColumn("is_known", f.row_number().over(place) > 1)
    sources = _counted(both.where("NOT is_known"), "source")
    known = both.where("is_known").withColumn("source", f.lit(None).cast("long"))
    columns = ["origin", "archive", "game", "first", "same_record", "source", "positions"]
    return sources.select(columns).unionByName(known.select(columns))


def _counted(rows: DataFrame, name: str) -> DataFrame:
    """Adds a column of numbers from 1 in the order of origins. No task has the rows of more than one archive."""
    earlier = Window.orderBy("archive").rowsBetween(Window.unboundedPreceding, -1)
    before = f.coalesce(f.sum("count").over(earlier), f.lit(0))
    archives = rows.groupBy("archive").count().select("archive", before.alias("before"))
    within = f.row_number().over(Window.partitionBy("archive").orderBy("origin"))
    numbered = rows.join(f.broadcast(archives), "archive").withColumn(name, within + f.col("before"))
    return numbered.drop("before")


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
    has_own = f.expr("first IS NOT NULL AND NOT same_record")
    records = found.where("content IS NOT NULL").select("origin", "member", "member_game", "encoding", "record")
    rows = numbered.where("source IS NOT NULL").join(records, "origin")
    rows = rows.join(f.broadcast(archives.select("archive", "stored")), "archive").select(
        "game",
        f.col("source").alias("number"),
        f.col("stored").alias("archive"),
        "member",
        "member_game",
        f.when(has_own, f.col("encoding")).alias("encoding"),
        f.when(has_own, f.col("record")).alias("record"),
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


def totals(found: DataFrame, numbered: DataFrame) -> dict[str, int]:
    """Counts what the import found."""
    is_game = f.col("first").isNull() & f.col("game").isNotNull()
    rows = found.select("origin", "member_game", "verdict", "skipped", "content")
    rows = rows.join(numbered.select("origin", "game", "first", "positions"), "origin", "left")
    is_record = f.col("verdict").eqNullSafe("rejected") | f.col("game").isNotNull()

    def total(column: Column | Any) -> Column:
        return f.coalesce(f.sum(column), f.lit(0))

    counts = rows.agg(
        total(f.when(is_record & (f.col("member_game") == 0), 1)).alias("files"),
        total("skipped").alias("skipped"),
        total(f.when(is_record, 1)).alias("games"),
        total(f.when(is_game, 1)).alias("added"),
        total(f.when(f.col("first").isNotNull(), 1)).alias("duplicates"),
        total(f.when(is_game & (f.col("verdict") == "repaired"), 1)).alias("repaired"),
        total(f.when(f.col("verdict") == "rejected", 1)).alias("rejected"),
        total(f.when(is_game, f.col("positions"))).alias("positions"),
    ).first()
    assert counts is not None
    return {name: int(count) for name, count in counts.asDict().items()}


def _in_files(rows: DataFrame, files: int, *order: str) -> DataFrame:
    """Puts each range of games into a file of its own."""
    file = f.expr(f"CAST(game DIV {GAMES_PER_FILE} AS INT)")
    return rows.repartitionById(files, file).sortWithinPartitions(*order)
